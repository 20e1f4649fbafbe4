//! Any small collection: a budget of a few kilobytes and one without limit give the same pairs.

use cento::find::FindOptions;
use cento::fingerprint::Scheme;
use cento::report::{PairRow, Sink};
use cento::watch::Unwatched;

#[derive(Default)]
struct Pairs(Vec<PairRow>);

impl Sink for Pairs {
    fn pair(&mut self, row: &PairRow) -> cento::Result<()> {
        self.0.push(row.clone());
        Ok(())
    }
}

const SCHEMES: [&str; 4] = [
    "kgram:k=2",
    "winnow:k=2,window=3",
    "hailstorm:k=3",
    "breaks:p=2,short=merge",
];

/// The first byte is the scheme, each behind it a word; 0 ends a document.
pub(super) fn run(data: &[u8]) {
    let Some((&scheme, rest)) = data.split_first() else {
        return;
    };
    let scheme: Scheme = SCHEMES[usize::from(scheme) % SCHEMES.len()]
        .parse()
        .expect("a scheme");
    let folder = tempfile::tempdir().expect("a folder");
    for (i, words) in rest.split(|&word| word == 0).take(20).enumerate() {
        let text: Vec<String> = words
            .iter()
            .take(200)
            .map(|word| format!("w{}", word % 16))
            .collect();
        std::fs::write(folder.path().join(format!("{i:02}.txt")), text.join(" ")).expect("a file");
    }
    let input = [folder.path().display().to_string()];
    let [small, large] = [64 << 10, 1 << 30].map(|memory| {
        let options = FindOptions {
            max_df: Some(3),
            ..FindOptions::new(scheme.clone(), memory, folder.path().to_path_buf())
        };
        let mut pairs = Pairs::default();
        cento::engine::find(&input, None, &options, &Unwatched, &mut pairs).expect("a run");
        pairs.0
    });
    assert_eq!(small, large);
}
