//! What the fuzz targets do with their bytes.
//!
//! A target is a name; what it does is a function of any bytes, in [`library`] or [`pdf`], that panics where a promise is broken. The
//! tests of the workspace run the saved inputs through the same functions.

use std::sync::Once;

pub mod library;
mod memory;
pub mod pdf;

/// Runs the target of this name. Its memory may not grow beyond what it is allowed, whatever the bytes.
pub fn run(name: &str, data: &[u8]) {
    let all = library::BODIES.iter().chain(pdf::BODIES);
    let mut found = all.filter(|(known, _)| *known == name);
    let (_, body) = found.next().expect("a target of this name");
    let_unwind();
    memory::bounded(most(name), || body(data));
}

/// A panic in a decoder that is not ours is caught where it is called; the hook of the fuzzer would end the process before. What is not
/// caught ends it still.
fn let_unwind() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = std::panic::take_hook();
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let path = info.location().map_or("", |location| location.file());
            if !["/parquet-", "/arrow-"]
                .iter()
                .any(|name| path.contains(name))
            {
                told(info);
            }
        }));
    });
}

/// The most bytes that a target may hold at a time. Inputs are small: what is not bounded goes far beyond.
fn most(name: &str) -> usize {
    match name {
        // One picture may take up 64 MB, and another as much while it is brought to eight bits.
        "picture" | "pptx" => 256 << 20,
        // The decoder makes room for as much as a page says it will be, and fills no more than there is.
        "parquet" => 4 << 30,
        // What the process that reads it is allowed.
        "pdf" => 1 << 30,
        _ => 64 << 20,
    }
}
