//! What making prints costs beside splitting texts into words.

use std::fmt::Write;

use anyhow::Result;
use cento::fingerprint::{Fingerprinter, Mile, Print, Scheme, Sketch};
use cento::read::Document;
use cento::token::{Tokenizer, Tokens, Words};

use crate::clock::seconds_of;
use crate::page::Table;

/// Bytes of text that are worked on: a few of a large collection tell as much as all.
const BYTES: usize = 20 << 20;

/// How often all is measured; the middle counts.
const REPEATED: usize = 9;

/// What is done with the tokens of each document.
type Work<'w> = Box<dyn FnMut(&Tokens) + 'w>;

/// Adds the part to the page.
pub(super) fn report(documents: &[Document], body: &mut String) -> Result<()> {
    let mut bytes = 0;
    let texts: Vec<&str> = documents
        .iter()
        .map(|document| document.text.as_str())
        .take_while(|text| {
            bytes += text.len();
            bytes <= BYTES
        })
        .collect();
    let read: usize = texts.iter().map(|text| text.len()).sum();
    let _ = write!(
        body,
        "## Speed\n\nCPU seconds on one thread for the first {:.1} MB of the data, in {} documents: splitting into tokens alone, and the \
         same followed by what is named. The middle of {REPEATED} repetitions, each of all ways in turn, and the least and the most of \
         them.\n\n",
        read as f64 / 1e6,
        texts.len()
    );
    let two_gram = "kgram:k=2".parse::<Scheme>()?.build();
    let units = Mile {
        bits: 4,
        length: 5,
        overleap: 1,
    };
    let mut ways: Vec<(&str, Work<'_>)> = vec![("tokens", Box::new(|_| {}))];
    for (name, bits) in [("and prints, b=4", 4), ("and prints, b=5", 5)] {
        let work = move |tokens: &Tokens| {
            let halves = tokens.hashes.iter().map(|&hash| hash as u32);
            std::hint::black_box(Print::new(bits, halves));
        };
        ways.push((name, Box::new(work)));
    }
    let sketched: [(&str, &dyn Fingerprinter); 2] = [
        ("and keys of all units, b=4, m=5", &units),
        ("and keys of all 2-grams", two_gram.fingerprinter.as_ref()),
    ];
    for (name, fingerprinter) in sketched {
        let mut sketch = Sketch::default();
        let work = move |tokens: &Tokens| {
            sketch.clear();
            fingerprinter.fingerprint(tokens, &mut sketch);
            std::hint::black_box(&sketch);
        };
        ways.push((name, Box::new(work)));
    }
    let words = Words::default();
    let mut tokens = Tokens::default();
    let mut seconds: Vec<Vec<f64>> = ways.iter().map(|_| Vec::new()).collect();
    for _ in 0..REPEATED {
        for ((_, work), seconds) in ways.iter_mut().zip(&mut seconds) {
            seconds.push(seconds_of(|| {
                for text in &texts {
                    tokens.clear();
                    words.tokenize(text, &mut tokens);
                    work(&tokens);
                }
                Ok(())
            })?);
        }
    }
    let mut table = Table::new(["", "seconds", "least", "most", "times tokens alone"]);
    let alone = middle(&mut seconds[0]);
    for ((name, _), seconds) in ways.iter().zip(&mut seconds) {
        let own = middle(seconds);
        table.row([
            (*name).to_owned(),
            format!("{own:.3}"),
            format!("{:.3}", seconds[0]),
            format!("{:.3}", seconds[seconds.len() - 1]),
            format!("{:.3}", own / alone.max(f64::MIN_POSITIVE)),
        ]);
    }
    let _ = writeln!(body, "{table}");
    Ok(())
}

/// The middle value; sorts.
fn middle(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
