//! What fuzzing has found, and what it starts from: the saved inputs of every target of the library.

#![cfg(all(
    feature = "epub",
    feature = "html",
    feature = "office",
    feature = "parquet",
    feature = "pdf"
))]

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/library/mod.rs"]
mod library;

#[test]
fn saved_inputs_keep_every_promise() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, body) in library::BODIES {
        let inputs =
            fs::read_dir(corpus.join(name)).unwrap_or_else(|_| panic!("no inputs for {name}"));
        let mut count = 0;
        for input in inputs {
            let path = input.expect("an input").path();
            // Shown where it fails.
            eprintln!("{}", path.display());
            body(&fs::read(path).expect("an input"));
            count += 1;
        }
        assert!(count > 0, "no inputs for {name}");
    }
}

/// Numbers are the largest that fit, none, or a little more, one after the other, and the checksums right: what is read, asked and
/// merged then is an answer or an error.
#[test]
fn any_number_in_an_index_may_be_a_lie() {
    let (_, body) = library::BODIES
        .iter()
        .find(|(name, _)| *name == "index")
        .expect("a target");
    let lies: [&[u8]; 3] = [&[0xff; 8], &[0; 8], &[11]];
    for file in 0..4_u8 {
        for (turn, at) in (0..4096_u32).step_by(2).enumerate() {
            let [low, middle, high, _] = at.to_le_bytes();
            // By keys, sentences, signatures and order in turn.
            let kind = 4 * file + [0, 1, 128, 129][turn % 4];
            let lie = lies[turn % 3];
            let head = [kind, low, middle, high, lie.len() as u8];
            body(&[&head[..], lie].concat());
        }
    }
}
