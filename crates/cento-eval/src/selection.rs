//! The share of shingles that each selector keeps, beside the figures of Abdel-Hamid et al. 2009.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use cento::fingerprint::{Hailstorm, Scheme, Selector, Shingles, Sketch, Trimmed};
use cento::hash::mix;
use cento::token::Tokens;
use clap::Args;

use crate::collection;
use crate::page::{PageArguments, Table, percent};

/// Options of `cento-eval selection`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Collections: JSONL, plain or gzipped
    #[arg(required = true)]
    collections: Vec<PathBuf>,
    /// Documents with fewer tokens are left out, as in the paper
    #[arg(long, default_value_t = 45)]
    min_tokens: usize,
    /// How many orders of the tokens to try with Hailstorm
    #[arg(long, default_value_t = 50)]
    orders: u64,
    #[command(flatten)]
    page: PageArguments,
}

/// Tokens in a shingle.
const K: usize = 8;

/// Per cent of the tokens of a document that may be one word, where repetitive ones are left out.
const MOST_OF_ONE: usize = 15;

/// Scheme and the paper's figure (its table 3, on blogs; Hs from its text).
const SCHEMES: &[(&str, &str)] = &[
    ("kgram:k=8", "100"),
    ("every:k=8,step=4", "25"),
    ("every:k=8,step=6", "17"),
    ("every:k=8,step=8", "13"),
    ("modp:k=8,p=2", ""),
    ("modp:k=8,p=2,trim=true", "15"),
    ("modp:k=8,p=3", ""),
    ("modp:k=8,p=3,trim=true", "15"),
    ("modp:k=8,p=4", "25"),
    ("modp:k=8,p=4,trim=true", "14"),
    ("modp:k=8,p=5", "20"),
    ("modp:k=8,p=5,trim=true", "14"),
    ("modp:k=8,p=6", "16"),
    ("modp:k=8,p=6,trim=true", "12.5"),
    ("modp:k=8,p=7", "14"),
    ("modp:k=8,p=7,trim=true", "11"),
    ("modp:k=8,p=8", "12"),
    ("modp:k=8,p=8,trim=true", "10"),
    ("winnow:k=8,window=5", "34"),
    ("winnow:k=8,window=5,trim=true", "16"),
    ("winnow:k=8,window=6", ""),
    ("winnow:k=8,window=6,trim=true", "17"),
    ("winnow:k=8,window=7", ""),
    ("winnow:k=8,window=7,trim=true", "16.5"),
    ("winnow:k=8,window=8", "23.5"),
    ("winnow:k=8,window=8,trim=true", "17"),
    ("winnow:k=8,window=9", "21"),
    ("winnow:k=8,window=9,trim=true", "16"),
    ("hailstorm:k=8", "25"),
    ("hailstorm:k=8,trim=true", "17"),
    ("breaks:p=3,short=drop", "20"),
    ("breaks:p=3,short=merge", "20"),
    ("breaks:p=4,short=drop", "15"),
    ("breaks:p=4,short=merge", "15"),
    ("breaks:p=5,short=drop", "12"),
    ("breaks:p=5,short=merge", "12"),
    ("breaks:p=6,short=drop", "10"),
    ("breaks:p=6,short=merge", "10"),
    ("breaks:p=8,short=drop", "8"),
    ("breaks:p=8,short=merge", "8"),
    ("dct:p=3", "20"),
    ("dct:p=3,short=merge", "20"),
    ("dct:p=8,short=merge", "8"),
];

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut collections = Vec::new();
    for path in &arguments.collections {
        let mut documents = collection::tokens(path)?;
        documents.retain(|tokens| tokens.len() >= arguments.min_tokens.max(K));
        ensure!(
            !documents.is_empty(),
            "no document of {} is long enough",
            path.display()
        );
        collections.push(documents);
    }
    let names: Vec<String> = (1..=collections.len())
        .map(|n| format!("data {n}"))
        .collect();
    let headings = |first: &'static str, second: &'static str| {
        let fixed = [first.to_owned(), second.to_owned()];
        Table::new(fixed.into_iter().chain(names.iter().cloned()))
    };
    let mut shares = headings("scheme", "paper");
    for (name, paper) in SCHEMES {
        let scheme: Scheme = name.parse()?;
        let measured = collections
            .iter()
            .map(|documents| share(&scheme, documents));
        shares.row(
            [format!("`{name}`"), (*paper).to_owned()]
                .into_iter()
                .chain(measured),
        );
    }
    let mut plain = headings("scheme", "paper");
    let spared: Vec<Vec<Tokens>> = collections
        .iter()
        .map(|documents| varied(documents))
        .collect();
    for (name, paper) in [("hailstorm:k=8", "25"), ("hailstorm:k=8,trim=true", "17")] {
        let scheme: Scheme = name.parse()?;
        let measured = spared.iter().map(|documents| share(&scheme, documents));
        plain.row(
            [format!("`{name}`"), paper.to_owned()]
                .into_iter()
                .chain(measured),
        );
    }
    let mut orders = headings("Hailstorm with", "order");
    for trimmed in [false, true] {
        let label = if trimmed { "trim" } else { "all" };
        let spreads: Vec<Vec<f64>> = collections
            .iter()
            .map(|documents| hailstorms(documents, arguments.orders, trimmed))
            .collect();
        let mut row = |order: &str, of: &dyn Fn(&[f64]) -> f64| {
            let cells = spreads.iter().map(|spread| percent(of(spread), 1.0));
            orders.row(
                [label.to_owned(), order.to_owned()]
                    .into_iter()
                    .chain(cells),
            );
        };
        row("least of all orders", &|spread| spread[0]);
        row("median", &|spread| spread[spread.len() / 2]);
        row("largest", &|spread| spread[spread.len() - 1]);
    }
    let body = format!(
        "Shingles of {K} tokens; per cent of all shingles; documents of {} tokens or more.\n\n\
         ## What is kept\n\n{shares}\n\
         ## Hailstorm without documents that repeat a word\n\n\
         Documents in which one word makes up over {} % of the tokens are left out.\n\n{plain}\n\
         ## Hailstorm by the order of its tokens\n\nThe token hashes mixed with each of {} constants.\n\n{orders}",
        arguments.min_tokens, MOST_OF_ONE, arguments.orders
    );
    let paths = arguments.collections.iter().enumerate();
    let data: Vec<String> = paths
        .map(|(at, path)| {
            let tokens: usize = collections[at].iter().map(Tokens::len).sum();
            let about = arguments.page.data(at, path);
            format!(
                "data {} is {about}; {} documents and {tokens} tokens are long enough",
                at + 1,
                collections[at].len()
            )
        })
        .collect();
    let command = format!(
        "cento-eval selection COLLECTION... --min-tokens {}",
        arguments.min_tokens
    );
    arguments.page.write(
        "Selection: how many shingles are kept",
        &command,
        &data,
        &body,
    )
}

fn shingles(documents: &[Tokens]) -> f64 {
    documents
        .iter()
        .map(|tokens| tokens.len() + 1 - K)
        .sum::<usize>() as f64
}

fn share(scheme: &Scheme, documents: &[Tokens]) -> String {
    let method = scheme.build();
    let mut sketch = Sketch::default();
    let mut kept = 0;
    for tokens in documents {
        sketch.clear();
        method.fingerprinter.fingerprint(tokens, &mut sketch);
        kept += sketch.fingerprints.len();
    }
    percent(kept as f64, shingles(documents))
}

/// The documents in which no word makes up more than [`MOST_OF_ONE`] per cent.
fn varied(documents: &[Tokens]) -> Vec<Tokens> {
    let is_varied = |tokens: &&Tokens| {
        let mut sorted = tokens.hashes.clone();
        sorted.sort_unstable();
        let most = sorted.chunk_by(|x, y| x == y).map(<[u64]>::len).max();
        most.unwrap_or(0) * 100 <= tokens.len() * MOST_OF_ONE
    };
    documents.iter().filter(is_varied).cloned().collect()
}

/// The shares that Hailstorm keeps with each of `orders` orders of the tokens, in rising order.
fn hailstorms(documents: &[Tokens], orders: u64, trimmed: bool) -> Vec<f64> {
    let mut shares: Vec<f64> = (1..=orders.max(1))
        .map(|order| {
            let salt = mix(order);
            let (mut kept, mut tokens) = (0usize, Vec::new());
            for document in documents {
                tokens.clear();
                tokens.extend(document.hashes.iter().map(|&token| mix(token ^ salt)));
                let shingles = Shingles {
                    values: &tokens[..tokens.len() + 1 - K],
                    tokens: &tokens,
                    k: K,
                };
                let mut count = |_| kept += 1;
                if trimmed {
                    Trimmed {
                        selector: Hailstorm,
                    }
                    .select(&shingles, &mut count);
                } else {
                    Hailstorm.select(&shingles, &mut count);
                }
            }
            kept as f64 / shingles(documents)
        })
        .collect();
    shares.sort_by(f64::total_cmp);
    shares
}
