//! How long it takes to check a text against an index.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use cento::align::AlignOptions;
use cento::engine;
use cento::find::{FindOptions, Preset};
use cento::index::Snapshot;
use cento::read::Document;
use cento::report::{PairRow, PassageRow, Sink};
use cento::token::{Tokenizer, Tokens, Words};

use crate::collection::documents;
use crate::random::Random;

/// Checks stretches of documents against an index, one at a time on one thread.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The index
    #[arg(long)]
    index: PathBuf,
    /// The collection that texts are taken from
    collection: PathBuf,
    /// Texts to check
    #[arg(long, default_value_t = 1000)]
    queries: usize,
    /// Words of each
    #[arg(long, default_value_t = 300)]
    words: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Counts what is found.
#[derive(Default)]
struct Count {
    pairs: u64,
    passages: u64,
}

impl Sink for Count {
    fn pair(&mut self, _: &PairRow) -> cento::Result<()> {
        self.pairs += 1;
        Ok(())
    }

    fn passage(&mut self, _: &PassageRow<'_>) -> cento::Result<()> {
        self.passages += 1;
        Ok(())
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let queries = queries(arguments)?;
    let begin = Instant::now();
    let snapshot = Arc::new(Snapshot::open(&arguments.index)?);
    let opening = begin.elapsed();
    let making = snapshot.making();
    let preset: Option<Preset> = making.preset.as_deref().and_then(|name| name.parse().ok());
    let options = FindOptions {
        max_df: preset.and_then(|preset| preset.max_df),
        align: Some(preset.map_or(AlignOptions::DEFAULT, |preset| preset.align)),
        ..FindOptions::new(making.scheme.clone(), 1 << 30, std::env::temp_dir())
    };
    let begin = Instant::now();
    engine::check(&snapshot, &queries[0], 10, &options, &mut ())?;
    let first = begin.elapsed();
    // The first round warms what the system holds of the files; the second is measured.
    let mut count = Count::default();
    let mut times = Vec::new();
    for round in 0..2 {
        for query in &queries {
            let begin = Instant::now();
            engine::check(&snapshot, query, 10, &options, &mut count)?;
            if round == 1 {
                times.push(begin.elapsed());
            }
        }
    }
    times.sort_unstable();
    let at = |share: f64| milliseconds(times[((times.len() - 1) as f64 * share) as usize]);
    let info = snapshot.info()?;
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{} documents, {} postings, {} segments, {:.1} MB ({:.2} of the text)",
        info.documents,
        info.postings,
        info.segments,
        info.bytes as f64 / 1e6,
        info.bytes as f64 / info.text_bytes as f64
    )?;
    writeln!(
        out,
        "opening {:.1} ms, first check {:.1} ms; {} checks of {} words: p50 {:.2} ms, p90 {:.2}, p99 {:.2}, most {:.2}",
        milliseconds(opening),
        milliseconds(first),
        times.len(),
        arguments.words,
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    )?;
    writeln!(
        out,
        "{:.1} documents and {:.1} passages a check",
        count.pairs as f64 / (2 * times.len()) as f64,
        count.passages as f64 / (2 * times.len()) as f64,
    )?;
    Ok(())
}

/// Stretches of documents that are long enough.
fn queries(arguments: &Arguments) -> Result<Vec<Document>> {
    let all = documents(&arguments.collection)?;
    let (split, mut tokens) = (Words::default(), Tokens::default());
    let mut random = Random::new(arguments.seed);
    let mut queries = Vec::new();
    for _ in 0..100 * arguments.queries {
        let Document { id, text, .. } = &all[random.below(all.len())];
        tokens.clear();
        split.tokenize(text, &mut tokens);
        let Some(room) = tokens.len().checked_sub(arguments.words) else {
            continue;
        };
        let from = random.below(room + 1);
        let spans = &tokens.spans[from..from + arguments.words];
        let (Some(first), Some(last)) = (spans.first(), spans.last()) else {
            continue;
        };
        queries.push(Document {
            id: format!("from {id}"),
            text: text[first.begin as usize..last.end as usize].to_owned(),
            ..Document::default()
        });
        if queries.len() == arguments.queries {
            return Ok(queries);
        }
    }
    bail!("too few documents of {} words", arguments.words)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
