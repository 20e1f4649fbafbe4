//! The study of Kim, Candan and Tatemura 2009 on verses and posts: sentences that share most of their words.

mod bands;
mod finding;
mod first;
mod growth;
mod incremental;
mod indexed;
mod levels;
mod paper;
mod predicted;
mod quotes;
mod rewording;
mod scan;
mod sets;
mod sizes;
mod standing;
mod table;
mod times;
mod translation;
mod verses;
mod ways;

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::page::PageArguments;
use quotes::Posts;
use sets::Sets;
use translation::Translation;

/// Options of `cento-eval sentences`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Translations, verse by verse, with a field `verse` such as Gen.1.1: JSONL, plain or gzipped
    #[arg(long, required_unless_present = "sizes", requires = "against", num_args = 1.., value_name = "FILE")]
    verses: Vec<PathBuf>,
    /// The translations in which these are looked for: each in the one of its language
    #[arg(long, requires = "verses", num_args = 1.., value_name = "FILE")]
    against: Vec<PathBuf>,
    /// Posts of a newsgroup
    #[arg(long, requires = "quotes", value_name = "FILE")]
    posts: Option<PathBuf>,
    /// Which of them quotes which: lines with `child` and `parent`
    #[arg(long, requires = "posts", value_name = "FILE")]
    quotes: Option<PathBuf>,
    /// Collections of any size, in which some of their own sentences are looked for in other words
    #[arg(long, num_args = 1.., value_name = "FILE")]
    sizes: Vec<PathBuf>,
    /// Besides all of each such collection, its first so many sentences
    #[arg(long, requires = "sizes", value_delimiter = ',', value_name = "N,...")]
    first_sentences: Vec<usize>,
    #[command(flatten)]
    page: PageArguments,
}

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let read = |paths: &[PathBuf]| -> Result<Vec<Translation>> {
        paths.iter().map(|path| Translation::read(path)).collect()
    };
    let [queries, references] = [read(&arguments.verses)?, read(&arguments.against)?];
    let reference_of = |query: &Translation| {
        let language = query.language();
        let mut of_language = references.iter().filter(|one| one.language() == language);
        of_language
            .next()
            .with_context(|| format!("nothing to look for {} in, {language}", query.name))
    };
    let pairs: Vec<(&Translation, &Translation)> = queries
        .iter()
        .map(|query| Ok((query, reference_of(query)?)))
        .collect::<Result<_>>()?;
    let (mut body, mut plots) = (String::new(), Vec::new());
    let posts = arguments.posts.as_ref().zip(arguments.quotes.as_ref());
    let posts = posts
        .map(|(posts, quotes)| Posts::read(posts, quotes))
        .transpose()?;
    let of_posts = posts.as_ref().map(Posts::sets);
    let translations: Vec<&Translation> = references.iter().chain(&queries).collect();
    let of_verses = translations
        .iter()
        .map(|one| (one.name.as_str(), one.sets()));
    let of_verses: Vec<(&str, Sets)> = of_verses.collect();
    let collections = of_verses.iter().map(|(name, sets)| (*name, sets));
    let collections = collections.chain(of_posts.iter().map(|sets| ("posts", sets)));
    let mut collections = collections.peekable();
    if collections.peek().is_some() {
        table::sets(collections, &mut body);
    }
    // The paper's tables are of one language: that of the first.
    if let Some(&(query, reference)) = pairs.first() {
        verses::report(&pairs, &mut body, &mut plots)?;
        let measured = table::report(query, reference, &mut body, &mut plots);
        predicted::report(&measured, &mut body, &mut plots);
        times::report(query, reference, &mut body, &mut plots)?;
        let own = pairs
            .iter()
            .filter(|(_, one)| std::ptr::eq(*one, reference));
        let own: Vec<&Translation> = std::iter::once(reference)
            .chain(own.map(|(query, _)| *query))
            .collect();
        growth::report(&own, &mut body, &mut plots)?;
        incremental::report(&own, &mut body, &mut plots)?;
    }
    if !arguments.sizes.is_empty() {
        let first = &arguments.first_sentences;
        levels::report(&arguments.sizes, first, &mut body, &mut plots)?;
    }
    if let Some((posts, sets)) = posts.as_ref().zip(of_posts.as_ref()) {
        quotes::report(posts, sets, &mut body)?;
    }
    if let Some(folder) = arguments.page.folder() {
        for (name, plot) in &plots {
            plot.write(&folder.join(name))?;
        }
    }
    let paths = [&arguments.verses[..], &arguments.against].concat();
    let posts = arguments.posts.iter().chain(&arguments.quotes);
    let others = posts.chain(&arguments.sizes);
    let data: Vec<String> = (paths.iter().chain(others).enumerate())
        .map(|(at, path)| arguments.page.data(at, path))
        .collect();
    let mut command = "cento-eval sentences".to_owned();
    if !arguments.verses.is_empty() {
        command.push_str(" --verses VERSES... --against VERSES...");
    }
    if arguments.posts.is_some() {
        command.push_str(" --posts POSTS --quotes QUOTES");
    }
    if !arguments.sizes.is_empty() {
        command.push_str(" --sizes COLLECTION...");
    }
    if !arguments.first_sentences.is_empty() {
        let counts = arguments.first_sentences.iter().map(usize::to_string);
        let counts: Vec<String> = counts.collect();
        let _ = write!(command, " --first-sentences {}", counts.join(","));
    }
    let title = "Sentences: quotations and rewordings";
    arguments.page.write(title, &command, &data, &body)
}

#[cfg(test)]
mod tests;
