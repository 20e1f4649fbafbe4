//! Finds reused text.

pub mod error;
pub mod read;
pub mod span;
