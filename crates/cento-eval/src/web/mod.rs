//! What is kept of web pages, and what of their frames.
//!
//! Of each page some strings are known that belong to its text (`with`) and some that belong to its frame (`without`). A
//! string is kept where it stands in the text that is read. Precision is the share of kept strings that belong to texts,
//! recall the share of those of texts that are kept.

mod counts;
mod fit;
mod pages;
mod sites;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use cento::read::Content;
use cento::read::study;
use cento::token::{Tokenizer, Tokens, Words};
use clap::Args;

use crate::clock::seconds_of;
use crate::page::{PageArguments, Table};
use counts::Counts;
use fit::Weights;
use pages::Page;

/// Options of `cento-eval web`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Pages: JSONL, plain or gzipped, with `html`, `with` and `without`
    #[arg(long, required_unless_present = "sites")]
    pages: Option<PathBuf>,
    /// The texts that other programs read of the same pages: JSONL with `id` and `text`
    #[arg(long)]
    others: Vec<PathBuf>,
    /// Parts that the pages are cut into; each is judged by weights fitted to the others. 0 leaves that out
    #[arg(long, default_value_t = 10)]
    folds: usize,
    /// How often they are cut, each time in another way
    #[arg(long, default_value_t = 4)]
    cuts: u64,
    /// Give weights that are fitted to all pages, for `read/html/weights.rs`, instead of the page
    #[arg(long, requires = "pages")]
    fit: bool,
    /// Also make so many sites, and see which relations are found between their pages
    #[arg(long)]
    sites: Option<usize>,
    /// Pages of each site
    #[arg(long, default_value_t = 200)]
    site_pages: usize,
    /// Write the pages of the sites to this file, as JSONL, and the pairs with text in common to one beside it
    #[arg(long, requires = "sites")]
    keep: Option<PathBuf>,
    /// The same seed gives the same sites
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    page: PageArguments,
}

/// What a page's id begins with if its text is hard to tell from its frame.
const HARD: &str = "hard::";

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut body = String::new();
    let (mut command, mut data) = ("cento-eval web".to_owned(), Vec::new());
    if let Some(path) = &arguments.pages {
        let pages = pages::read(path)?;
        if arguments.fit {
            use std::io::Write;
            let code = fit::fit(&pages.iter().collect::<Vec<_>>()).code();
            return Ok(std::io::stdout().lock().write_all(code.as_bytes())?);
        }
        body += &labelled(path, &pages, arguments)?;
        let others = " --others FILE".repeat(arguments.others.len());
        let (folds, cuts) = (arguments.folds, arguments.cuts);
        let _ = write!(
            command,
            " --pages FILE{others} --folds {folds} --cuts {cuts}"
        );
        data.push(arguments.page.data(0, path));
    }
    if let Some(count) = arguments.sites {
        let (pages, seed) = (arguments.site_pages, arguments.seed);
        let _ = write!(
            command,
            " --sites {count} --site-pages {pages} --seed {seed}"
        );
        data.push(format!("{count} generated sites of {pages} pages"));
        body += if body.is_empty() { "" } else { "\n" };
        body += &sites::study(seed, count, pages, arguments.keep.as_deref())?;
    }
    let title = match arguments.pages {
        Some(_) => "Web pages: what is kept of texts and frames",
        None => "Web sites: relations between their pages",
    };
    arguments.page.write(title, &command, &data, &body)
}

/// What is kept of labelled pages.
fn labelled(path: &Path, pages: &[Page], arguments: &Arguments) -> Result<String> {
    let mut kept = Table::new(headings());
    for content in [Content::Slope, Content::Readable, Content::All] {
        let texts = pages::texts(path, content)?;
        kept.row(cells(&format!("`{content}`"), pages, |at| {
            texts[at].as_deref()
        }));
    }
    for other in &arguments.others {
        let texts = pages::others(other, pages)?;
        let name = other.file_stem().unwrap_or_default().to_string_lossy();
        kept.row(cells(&name, pages, |at| texts[at].as_deref()));
    }
    let mut fitted = Table::new(headings());
    if arguments.folds > 1 {
        for cut in 0..arguments.cuts {
            let texts = folded(pages, arguments.folds, cut);
            let name = format!("cut {}", cut + 1);
            fitted.row(cells(&name, pages, |at| Some(&texts[at])));
        }
    }
    let [first, second] = study::weights();
    Ok(format!(
        "{} pages, of which {} are marked as hard; {} strings of texts, {} of frames.\n\n\
         ## What is kept\n\n{kept}\n\
         ## Weights that have not seen the page\n\n\
         `readable` has {} weights, fitted to pages. Here the pages are cut into {} parts, and each is judged by weights fitted to \
         the others.\n\n{fitted}\n\
         ## Speed\n\n{}",
        pages.len(),
        pages
            .iter()
            .filter(|page| page.id.starts_with(HARD))
            .count(),
        pages.iter().map(|page| page.with.len()).sum::<usize>(),
        pages.iter().map(|page| page.without.len()).sum::<usize>(),
        first.len() + second.len(),
        arguments.folds,
        speed(path)?,
    ))
}

fn headings() -> [&'static str; 8] {
    [
        "",
        "precision",
        "recall",
        "F1",
        "texts lost",
        "frames kept",
        "F1, hard",
        "F1, others",
    ]
}

/// The row of one way of reading; a page without text has nothing kept.
fn cells<'a>(name: &str, pages: &[Page], text: impl Fn(usize) -> Option<&'a str>) -> [String; 8] {
    let (mut hard, mut others) = (Counts::default(), Counts::default());
    for (at, page) in pages.iter().enumerate() {
        let counts = match page.id.starts_with(HARD) {
            true => &mut hard,
            false => &mut others,
        };
        counts.add(page, text(at).unwrap_or_default());
    }
    let all = hard.and(others);
    let three = |share: f64| format!("{share:.3}");
    [
        name.to_owned(),
        three(all.precision()),
        three(all.recall()),
        three(all.f1()),
        all.lost.to_string(),
        all.frames.to_string(),
        three(hard.f1()),
        three(others.f1()),
    ]
}

/// The text of each page by weights fitted to pages of other parts.
fn folded(pages: &[Page], folds: usize, cut: u64) -> Vec<String> {
    let part = |at: usize| cento::hash::mix(at as u64 + 1 + (cut << 32)) % folds as u64;
    let mut texts = vec![String::new(); pages.len()];
    for fold in 0..folds as u64 {
        let seen = (0..pages.len()).filter(|&at| part(at) != fold);
        let weights: Weights = fit::fit(&seen.map(|at| &pages[at]).collect::<Vec<_>>());
        for at in (0..pages.len()).filter(|&at| part(at) == fold) {
            texts[at] = weights.text(&pages[at]);
        }
    }
    texts
}

/// How fast pages are read, and made into words.
fn speed(path: &Path) -> Result<Table> {
    let mut table = Table::new(["", "MB of HTML a second, one thread"]);
    let bytes = pages::bytes(path)? as f64;
    for content in [Content::Slope, Content::Readable, Content::All] {
        let seconds = seconds_of(|| {
            let (words, mut tokens) = (Words::default(), Tokens::default());
            pages::each(path, content, &mut |text| {
                tokens.clear();
                words.tokenize(text, &mut tokens);
            })
        })?;
        let name = format!("`{content}`: unpacked, parsed as JSON, read, cut into words");
        table.row([name, format!("{:.0}", bytes / seconds / 1e6)]);
    }
    Ok(table)
}
