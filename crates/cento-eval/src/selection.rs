//! The share of shingles that each selector keeps, beside the figures of Abdel-Hamid et al. 2009.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use cento::fingerprint::{
    Hailstorm, HashBreak, Scheme, Selector, Shingles, Short, Sketch, Trimmed,
};
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
    /// How many constants to mix the token hashes with
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
    let left_out: Vec<String> = (collections.iter().zip(&spared).enumerate())
        .map(|(at, (all, spared))| format!("{} of data {}", all.len() - spared.len(), at + 1))
        .collect();
    let mut orders = headings("scheme", "of all orders");
    for (name, count) in ORDERED {
        let spreads: Vec<Vec<f64>> = collections
            .iter()
            .map(|documents| spread(documents, arguments.orders, *count))
            .collect();
        for (rank, label) in [(0, "least"), (1, "median"), (2, "largest")] {
            let cells = spreads
                .iter()
                .map(|spread| percent(spread[rank * (spread.len() - 1) / 2], 1.0));
            orders.row(
                [format!("`{name}`"), label.to_owned()]
                    .into_iter()
                    .chain(cells),
            );
        }
    }
    let body = format!(
        "Shingles of {K} tokens; per cent of all shingles; documents of {} tokens or more.\n\n\
         ## What is kept\n\n{shares}\n\
         ## Hailstorm without documents that repeat a word\n\n\
         Documents in which one word makes up over {} % of the tokens are left out: {}.\n\n{plain}\n\
         ## By the luck of the hash\n\nThe token hashes mixed with each of {} constants: which words \
         are small, and which break.\n\n{orders}",
        arguments.min_tokens,
        MOST_OF_ONE,
        left_out.join(", "),
        arguments.orders
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

/// How many fingerprints a document with these token hashes has.
type Count = fn(&[u64]) -> usize;

/// Schemes that depend on the hashes of single words, so that frequent words weigh heavily.
const ORDERED: &[(&str, Count)] = &[
    ("hailstorm:k=8", |tokens| selected(&Hailstorm, tokens)),
    ("hailstorm:k=8,trim=true", |tokens| {
        let selector = Hailstorm;
        selected(&Trimmed { selector }, tokens)
    }),
    ("breaks:p=3,short=drop", |tokens| {
        chunks(Short::Drop, tokens)
    }),
    ("breaks:p=3,short=merge", |tokens| {
        chunks(Short::Merge, tokens)
    }),
];

fn selected(selector: &dyn Selector, tokens: &[u64]) -> usize {
    // These selectors look at the tokens; of the shingles they only need to know how many.
    let values = &tokens[..tokens.len() + 1 - K];
    let mut kept = 0;
    selector.select(
        &Shingles {
            values,
            tokens,
            k: K,
        },
        &mut |_| kept += 1,
    );
    kept
}

fn chunks(short: Short, tokens: &[u64]) -> usize {
    let mut count = 0;
    HashBreak { p: 3, short }.chunks(tokens, |_, _| count += 1);
    count
}

/// The shares kept with each of `orders` constants, in rising order.
fn spread(documents: &[Tokens], orders: u64, count: Count) -> Vec<f64> {
    let mut shares: Vec<f64> = (1..=orders.max(1))
        .map(|order| {
            let salt = mix(order);
            let (mut kept, mut tokens) = (0, Vec::new());
            for document in documents {
                tokens.clear();
                tokens.extend(document.hashes.iter().map(|&token| mix(token ^ salt)));
                kept += count(&tokens);
            }
            kept as f64 / shingles(documents)
        })
        .collect();
    shares.sort_by(f64::total_cmp);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// On words that never repeat, the shares are those that can be calculated.
    #[test]
    fn shares_on_random_words_are_as_calculated() {
        let mut random = Random::new(1);
        let hashes: Vec<u64> = (0..200_000).map(|_| random.next()).collect();
        let documents = [Tokens {
            hashes,
            ..Tokens::default()
        }];
        let near = |scheme: &str, expected: f64| {
            let scheme: Scheme = scheme.parse().unwrap();
            let measured: f64 = share(&scheme, &documents).parse().unwrap();
            assert!((measured - expected).abs() <= 0.4, "{scheme}: {measured}");
        };
        near("modp:k=8,p=4", 25.0);
        near("winnow:k=8,window=8", 100.0 * 2.0 / 9.0);
        near("hailstorm:k=8", 25.0);
        near("breaks:p=3,short=merge", 20.0);
        near("breaks:p=3,short=drop", 100.0 / 3.0 * 4.0 / 9.0);
        for ((name, count), expected) in ORDERED.iter().zip([25.0, 16.4, 14.8, 20.0]) {
            let measured = 100.0 * spread(&documents, 3, *count)[1];
            assert!((measured - expected).abs() <= 0.5, "{name}: {measured}");
        }
    }
}
