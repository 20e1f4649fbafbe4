//! Every message a user can meet, word for word: `tests/cmd/*.trycmd`.
//!
//! `TRYCMD=overwrite cargo test -p cento-cli` rewrites them; read the difference.

#[test]
fn transcripts_are_what_the_command_prints() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the repository is there");
    // What an earlier run has left would be in the way.
    let _ = std::fs::remove_dir_all("target/transcripts");
    std::fs::create_dir_all("target/transcripts").expect("target can be written to");
    trycmd::TestCases::new()
        .env("COLUMNS", "100")
        .case("crates/cento-cli/tests/cmd/*.trycmd");
}
