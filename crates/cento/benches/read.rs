//! How fast documents are read: `cargo bench -p cento --bench read -- FILE...`.
//!
//! Prints, for one thread, the time to cut the input into chunks and that to parse them.

use std::time::{Duration, Instant};

use cento::read::{Input, Item, ReadOptions, Source};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<_> = std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect();
    for argument in arguments {
        for _ in 0..3 {
            let mut input = Input::open(std::slice::from_ref(&argument), &ReadOptions::default())?;
            let (mut cutting, mut parsing) = (Duration::ZERO, Duration::ZERO);
            let (mut held, mut documents, mut skipped, mut text) = (0, 0, 0, 0);
            loop {
                let start = Instant::now();
                let chunk = input.next_chunk()?;
                cutting += start.elapsed();
                let Some(chunk) = chunk else { break };
                held += chunk.weight();
                let start = Instant::now();
                chunk.parse(&mut |item| match item {
                    Item::Document(document) => {
                        documents += 1;
                        text += document.text.len();
                    }
                    Item::Skipped(_) => skipped += 1,
                });
                parsing += start.elapsed();
            }
            let rate = |time: Duration| held as f64 / 1e6 / time.as_secs_f64();
            eprintln!(
                "{argument}: {documents} documents, {skipped} skipped, {text} bytes of text; \
                 cut {:.0} MB/s, parse {:.0} MB/s",
                rate(cutting),
                rate(parsing)
            );
        }
    }
    Ok(())
}
