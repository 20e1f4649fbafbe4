//! The index: the same answers as a run, and nothing lost, whatever happens to the machine.

#[path = "../common/mod.rs"]
mod common;

mod adding;
mod answers;
mod corruption;
mod faults;
mod history;
mod language;
mod machine;
mod old_formats;
mod power;
mod readers;
