//! What fuzzing has found, and what it starts from.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/pdf.rs"]
mod target;

#[test]
fn saved_inputs_keep_every_promise() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, body) in target::BODIES {
        let mut count = 0;
        for input in fs::read_dir(corpus.join(name)).expect("inputs") {
            body(&fs::read(input.expect("an input").path()).expect("an input"));
            count += 1;
        }
        assert!(count > 0, "no inputs for {name}");
    }
}
