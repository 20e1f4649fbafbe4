//! Files of MiLe prints: a few bits for each word of documents, by which two parties see what they have in common and
//! where, without showing each other a text. `FORMAT.md` describes every byte.

mod compare;
mod file;
mod key;

pub use compare::{Comparing, RunRow, SharedRow};
pub use file::{Entry, PrintFile, PrintWriter};
pub use key::Key;
