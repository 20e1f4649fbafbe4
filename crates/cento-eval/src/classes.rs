//! Documents by class of reuse, for several schemes: table 4 of Seo and Croft 2008 on any
//! collection.

use std::path::PathBuf;

use anyhow::{Context, Result};
use cento::engine;
use cento::find::FindOptions;
use cento::fingerprint::Scheme;
use cento::report::Summary;
use cento::watch::Unwatched;
use clap::Args;

use crate::page::{PageArguments, Table};

/// Options of `cento-eval classes`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Collections of any kind that cento reads
    #[arg(required = true)]
    collections: Vec<PathBuf>,
    /// The schemes to compare; the paper's two come first
    #[arg(long, default_values = ["kgram:k=3", "dct:p=3,bits=32", "dct:p=3,bits=64", "winnow:k=5,window=8"])]
    scheme: Vec<Scheme>,
    /// Only the six classes of the paper, which has none for traces
    #[arg(long)]
    six: bool,
    #[command(flatten)]
    page: PageArguments,
}

/// The paper's table 4: class, then documents in per cent and siblings for k-gram and DCT.
const PAPER: &[[&str; 5]] = &[
    ["C1", "2.78", "1.68", "2.66", "1.48"],
    ["C2", "2.85", "1.93", "2.78", "1.60"],
    ["C3", "1.23", "1.59", "1.13", "1.33"],
    ["C4", "4.41", "21.96", "4.15", "20.67"],
    ["C5", "5.50", "4.90", "5.46", "3.74"],
    ["C6", "13.09", "59.72", "13.44", "62.38"],
    ["all", "22.59", "40.60", "22.54", "42.36"],
];

/// Memory for a run: the studies' collections fit.
const MEMORY: usize = 4 << 30;

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut body = String::from("## The paper's, on 758,224 newswire documents\n\n");
    let mut table = Table::new([
        "class",
        "k-gram, % of documents",
        "siblings",
        "DCT, % of documents",
        "siblings",
    ]);
    PAPER.iter().for_each(|row| table.row(row));
    body += &table.to_string();
    let mut data = Vec::new();
    for (at, path) in arguments.collections.iter().enumerate() {
        let name = arguments.page.data(at, path);
        body += &format!("\n## Data {}\n\n", at + 1);
        body += &collection(arguments, path)?;
        data.push(format!("data {} is {name}", at + 1));
    }
    let command = format!(
        "cento-eval classes COLLECTION...{}",
        arguments
            .scheme
            .iter()
            .map(|scheme| format!(" --scheme {scheme}"))
            .collect::<String>()
    );
    arguments
        .page
        .write("Documents by class of reuse", &command, &data, &body)
}

/// The table for one collection.
fn collection(arguments: &Arguments, path: &std::path::Path) -> Result<String> {
    let input = [path
        .to_str()
        .context("a path that is not Unicode")?
        .to_owned()];
    let mut summaries = Vec::new();
    for scheme in &arguments.scheme {
        let options = FindOptions::new(scheme.clone(), MEMORY, std::env::temp_dir());
        summaries.push(engine::find(&input, None, &options, &Unwatched, &mut ())?);
    }
    let mut headings = vec!["class".to_owned()];
    for scheme in &arguments.scheme {
        headings.extend([format!("`{scheme}`, %"), "siblings".to_owned()]);
    }
    let mut table = Table::new(&headings);
    for class in 0..summaries[0].classes.len() {
        let mut row = vec![summaries[0].classes[class].class.to_owned()];
        for summary in &summaries {
            let class = &summary.classes[class];
            row.extend([
                format!("{:.2}", 100.0 * class.share),
                format!("{:.2}", class.siblings),
            ]);
        }
        let is_trace = row[0].ends_with('t');
        if !(arguments.six && is_trace) {
            table.row(&row);
        }
    }
    table.row(totals("all", &summaries, |summary| {
        let related = summary.related_documents as f64;
        let siblings = 2.0 * summary.pairs as f64 / related.max(1.0);
        (
            format!("{:.2}", 100.0 * related / summary.documents as f64),
            format!("{siblings:.2}"),
        )
    }));
    table.row(totals("pairs", &summaries, |summary| {
        (summary.pairs.to_string(), String::new())
    }));
    table.row(totals("fingerprints a document", &summaries, |summary| {
        (
            format!(
                "{:.0}",
                summary.fingerprints as f64 / summary.documents as f64
            ),
            String::new(),
        )
    }));
    Ok(table.to_string())
}

/// One row of two cells for each scheme.
fn totals(
    name: &str,
    summaries: &[Summary],
    cells: impl Fn(&Summary) -> (String, String),
) -> Vec<String> {
    let cells = summaries
        .iter()
        .map(cells)
        .flat_map(|(first, second)| [first, second]);
    std::iter::once(name.to_owned()).chain(cells).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scheme_has_its_columns() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("texts.jsonl");
        let text = "one two three four five six seven eight nine ten eleven twelve";
        let row =
            |id: &str, more: &str| format!("{{\"id\":\"{id}\",\"text\":\"{text} {more}\"}}\n");
        std::fs::write(
            &path,
            row("a", "x") + &row("b", "y") + "{\"id\":\"c\",\"text\":\"z\"}",
        )
        .unwrap();
        let out = folder.path().join("page.md");
        let arguments = crate::test_arguments::<Arguments>(&[
            path.to_str().unwrap(),
            "--scheme",
            "kgram:k=3",
            "--out",
            out.to_str().unwrap(),
        ]);
        run(&arguments).unwrap();
        let page = std::fs::read_to_string(&out).unwrap();
        // 10 shared of 11 shingles each: most of both, in two of three documents.
        assert!(page.contains("| C1 | 66.67 | 1.00 |"), "{page}");
        assert!(page.contains("| all | 66.67 | 1.00 |"), "{page}");
    }
}
