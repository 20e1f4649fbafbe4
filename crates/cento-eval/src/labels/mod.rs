//! Precision and recall of each label on generated cases, hard ones among them.

mod cases;

use std::collections::HashMap;
use std::io::{BufWriter, Write};

use anyhow::Result;
use cento::align::AlignOptions;
use cento::engine;
use cento::find::{FindOptions, LabelOptions};
use cento::fingerprint::Scheme;
use cento::group::{Label, Labels};
use cento::report::{PairRow, PassageRow, Sink};
use cento::watch::Unwatched;
use clap::Args;
use serde_json::json;

use crate::page::{PageArguments, Table, percent};
use crate::synth::Language;
use cases::{KINDS, Kind};

/// Options of `cento-eval labels`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The same seed gives the same cases
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cases of each kind
    #[arg(long, default_value_t = 50)]
    cases: usize,
    /// How documents are fingerprinted
    #[arg(long, default_value = "kgram:k=4")]
    scheme: Scheme,
    /// Wrong labels to show, of each label and each way to be wrong
    #[arg(long, default_value_t = 3)]
    show: usize,
    #[command(flatten)]
    page: PageArguments,
}

/// The fewest tokens of a passage here: the shortest phrases have 12 words.
const MIN_TOKENS: u32 = 10;

/// Memory for a run: the cases fit.
const MEMORY: usize = 1 << 30;

/// Runs the study.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let found = Found::run(arguments, LabelOptions::default())?;
    let command = format!(
        "cento-eval labels --seed {} --cases {} --scheme {}",
        arguments.seed, arguments.cases, arguments.scheme
    );
    let data = format!(
        "made text, {} cases of each of {} kinds, {} documents; {} pairs and {} passages were found",
        arguments.cases,
        KINDS.len(),
        found.documents,
        found.pairs.len(),
        found.passages.len(),
    );
    let title = "Labels: precision and recall";
    let body = found.body(arguments) + &sweep(arguments)?;
    arguments.page.write(title, &command, &[data], &body)
}

/// What *template* is worth, by the share of differences that slots must hold.
fn sweep(arguments: &Arguments) -> Result<String> {
    let mut table = Table::new([
        "`template_slots`",
        "passages, precision",
        "recall",
        "cases, precision",
        "recall",
    ]);
    for template_slots in [0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] {
        let options = LabelOptions {
            template_slots,
            ..LabelOptions::default()
        };
        let found = Found::run(arguments, options)?;
        let [passages, recalled, ..] = found.figures(Label::Template);
        let [.., cases, all] = found.figures(Label::Template);
        table.row([
            format!("{template_slots:.1}"),
            passages,
            recalled,
            cases,
            all,
        ]);
    }
    Ok(format!(
        "\n## *template*, by the share of differences that must be in slots, per cent\n\n{table}"
    ))
}

/// A pair or a passage that was found, with the case it is of.
struct Item {
    /// None where documents of two cases met.
    case: Option<usize>,
    /// Whether the documents have the same words: two near copies may.
    same: bool,
    labels: Labels,
    text: String,
}

/// What a run found.
struct Found {
    documents: usize,
    /// For each case, the pairs of documents that have its text.
    expected: Vec<usize>,
    /// For each kind, as many cases as asked for.
    cases: usize,
    /// The words of every document, by its id.
    words: HashMap<String, Vec<String>>,
    pairs: Vec<Item>,
    passages: Vec<Item>,
}

impl Found {
    fn run(arguments: &Arguments, labels: LabelOptions) -> Result<Self> {
        let language = Language::new(arguments.seed);
        let mut found = Self {
            documents: 0,
            expected: Vec::new(),
            cases: arguments.cases,
            words: HashMap::new(),
            pairs: Vec::new(),
            passages: Vec::new(),
        };
        let mut file = tempfile::Builder::new().suffix(".jsonl").tempfile()?;
        let mut out = BufWriter::new(file.as_file_mut());
        for case in 0..KINDS.len() * arguments.cases {
            let kind = &KINDS[case / arguments.cases];
            let documents = cases::make(kind, &language, arguments.seed, case);
            for (at, made) in documents.iter().enumerate() {
                let id = format!("{case}/{at}");
                let row = json!({ "id": id, "series": made.series, "text": made.text });
                writeln!(out, "{row}")?;
                found.words.insert(id, words(&made.text));
            }
            found.documents += documents.len();
            let have = documents.iter().filter(|made| made.has).count();
            found.expected.push(have * have.saturating_sub(1) / 2);
        }
        out.flush()?;
        drop(out);
        let options = FindOptions {
            align: Some(AlignOptions {
                min_tokens: MIN_TOKENS,
                ..AlignOptions::default()
            }),
            labels,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            ..FindOptions::new(arguments.scheme.clone(), MEMORY, std::env::temp_dir())
        };
        let input = [file.path().to_string_lossy().into_owned()];
        engine::find(&input, None, &options, &Unwatched, &mut found)?;
        Ok(found)
    }

    fn kind(&self, case: Option<usize>) -> Option<&'static Kind> {
        case.map(|case| &KINDS[case / self.cases])
    }

    fn should(&self, case: Option<usize>, label: Label) -> bool {
        self.kind(case)
            .is_some_and(|kind| kind.labels.contains(&label))
    }

    fn is(&self, item: &Item, label: Label) -> bool {
        match label {
            Label::Alias => item.same,
            _ => self.should(item.case, label),
        }
    }

    fn item(&self, a: &str, b: &str, labels: Labels, text: &str) -> Item {
        let of = |id: &str| id.split_once('/')?.0.parse().ok();
        Item {
            case: of(a).filter(|case| of(b) == Some(*case)),
            same: self.words.get(a) == self.words.get(b),
            labels,
            text: text.chars().take(200).collect(),
        }
    }

    /// The cases most of whose pairs carry a label.
    fn labelled(&self, label: Label) -> Vec<bool> {
        let (mut all, mut with) = (vec![0; self.expected.len()], vec![0; self.expected.len()]);
        for pair in &self.pairs {
            if let Some(case) = pair.case {
                all[case] += 1;
                with[case] += usize::from(pair.labels.has(label));
            }
        }
        all.iter()
            .zip(with)
            .map(|(all, with)| 2 * with > *all)
            .collect()
    }

    /// Precision and recall on passages, pairs and cases.
    fn figures(&self, label: Label) -> [String; 6] {
        let mut row = Vec::new();
        let pairs = (0..self.expected.len()).filter(|case| self.should(Some(*case), label));
        let pairs: usize = pairs.map(|case| self.expected[case]).sum();
        // Near copies that came out the same are found by their rows.
        let by_chance = self
            .pairs
            .iter()
            .filter(|pair| self.is(pair, label) && !self.should(pair.case, label));
        let pairs = pairs + by_chance.count();
        for (items, expected) in [(&self.passages, None), (&self.pairs, Some(pairs))] {
            let of = |item: &&Item| self.is(item, label);
            let with = items.iter().filter(|item| item.labels.has(label)).count();
            let right = items
                .iter()
                .filter(of)
                .filter(|item| item.labels.has(label))
                .count();
            let all = expected.unwrap_or_else(|| items.iter().filter(of).count());
            row.push(percent(right as f64, with as f64));
            row.push(percent(right as f64, all as f64));
        }
        let labelled = self.labelled(label);
        let is = |case: &usize| self.should(Some(*case), label);
        let with = labelled.iter().filter(|labelled| **labelled).count();
        let all = (0..labelled.len()).filter(is).count();
        let right = (0..labelled.len())
            .filter(is)
            .filter(|case| labelled[*case])
            .count();
        row.push(percent(right as f64, with as f64));
        row.push(percent(right as f64, all as f64));
        row.try_into().unwrap_or_default()
    }

    fn body(&self, arguments: &Arguments) -> String {
        let mut body = String::from(
            "A case is a text and the documents that have it. It carries a label when most of its pairs \
             do. Precision is the share of what carries a label that ought to; recall the share of what \
             ought to carry it that does: of the passages found, of all pairs of documents that have the \
             text, of the cases.\n\n## By label, per cent\n\n",
        );
        let mut table = Table::new([
            "label",
            "passages, precision",
            "recall",
            "pairs, precision",
            "recall",
            "cases, precision",
            "recall",
        ]);
        for label in Label::ALL {
            let name = format!("*{}*", label.name());
            table.row([name].into_iter().chain(self.figures(label)));
        }
        body += &table.to_string();
        body += "\n## By kind: passages that carry each label, per cent\n\n";
        body += "What ought to be 100 is bold; all else ought to be 0, but for near copies and forms that came out the \
             same, which are aliases.\n\n";
        let mut headings = vec!["kind".to_owned(), "passages".to_owned()];
        headings.extend(Label::ALL.map(|label| label.name().to_owned()));
        let mut table = Table::new(&headings);
        let kinds = KINDS.iter().map(Some).chain([None]);
        for kind in kinds {
            let is_it = |item: &&Item| match (kind, self.kind(item.case)) {
                (Some(kind), Some(other)) => kind.name == other.name,
                (None, None) => true,
                _ => false,
            };
            let of: Vec<&Item> = self.passages.iter().filter(is_it).collect();
            let name = kind.map_or("two cases, by chance", |kind| kind.name);
            let mut row = vec![name.to_owned(), of.len().to_string()];
            for label in Label::ALL {
                let with = of.iter().filter(|item| item.labels.has(label)).count();
                let share = percent(with as f64, of.len() as f64);
                let is_right = kind.is_some_and(|kind| kind.labels.contains(&label));
                row.push(if is_right {
                    format!("**{share}**")
                } else {
                    share
                });
            }
            table.row(&row);
        }
        body += &table.to_string();
        body += "\n## Some that are wrong\n\n";
        body + &self.wrong(arguments.show)
    }

    /// A few wrong passages of each label, of different cases.
    fn wrong(&self, most: usize) -> String {
        let mut out = String::new();
        for label in Label::ALL {
            for (has, fault) in [(true, "wrongly"), (false, "not")] {
                let mut shown: Vec<Option<usize>> = Vec::new();
                for item in &self.passages {
                    let is_wrong = item.labels.has(label) == has && self.is(item, label) != has;
                    if !is_wrong || shown.len() == most || shown.contains(&item.case) {
                        continue;
                    }
                    shown.push(item.case);
                    let kind = self.kind(item.case).map_or("by chance", |kind| kind.name);
                    let text: String = item.text.chars().take(70).collect();
                    out += &format!(
                        "- {fault} *{}*: {kind}: \"{}…\"\n",
                        label.name(),
                        text.split_whitespace().collect::<Vec<_>>().join(" ")
                    );
                }
            }
        }
        if out.is_empty() {
            out += "None.\n";
        }
        out
    }
}

/// The words of a text without case and punctuation.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

impl Sink for Found {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        let item = self.item(&row.a_id, &row.b_id, row.labels, "");
        self.pairs.push(item);
        Ok(())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> cento::Result<()> {
        let item = self.item(row.a_id, row.b_id, row.labels, row.a_text);
        self.passages.push(item);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each label is nearly always right, and found nearly always.
    #[test]
    fn labels_are_what_the_cases_are() {
        let arguments = crate::test_arguments::<Arguments>(&["--cases", "4", "--seed", "7"]);
        let found = Found::run(&arguments, LabelOptions::default()).unwrap();
        for label in Label::ALL {
            let labelled = found.labelled(label);
            let wrong = (0..labelled.len())
                .filter(|case| labelled[*case] != found.should(Some(*case), label))
                .count();
            assert!(
                wrong <= 2,
                "{}: {wrong}\n{}",
                label.name(),
                found.body(&arguments)
            );
        }
    }
}
