//! How fast documents are read: `cargo bench -p cento --bench read -- FILE...`.
//!
//! Prints, for one thread, how fast the input is cut into chunks and how fast those are parsed, in
//! bytes of text, and the largest chunk.

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
            let (mut largest, mut documents, mut skipped, mut text) = (0, 0, 0, 0);
            loop {
                let start = Instant::now();
                let chunk = input.next_chunk()?;
                cutting += start.elapsed();
                let Some(chunk) = chunk else { break };
                largest = largest.max(chunk.weight());
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
            let rate = |time: Duration| text as f64 / 1e6 / time.as_secs_f64();
            eprintln!(
                "{argument}: {documents} documents, {skipped} skipped, {text} bytes of text; \
                 cut {:.0} MB/s, parse {:.0} MB/s, chunks up to {largest} bytes",
                rate(cutting),
                rate(parsing)
            );
        }
    }
    Ok(())
}
