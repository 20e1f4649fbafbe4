//! Passages, reprint groups, direction and labels: what a user is promised of them.
//!
//! Every run of these tests also checks what must hold of any results; see `checked`.

#[path = "../common/mod.rs"]
mod common;

mod checked;
mod found;
mod groups;
mod labels;
mod large;
mod library;
mod rows;
mod scripts;
mod settings;
mod strict;
