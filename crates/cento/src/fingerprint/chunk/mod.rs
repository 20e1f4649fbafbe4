//! Documents cut into chunks that do not overlap, each of which gives one fingerprint.

mod dct;
mod hash_break;
mod spectrum;

pub use dct::Dct;
pub use hash_break::{HashBreak, Short};
pub use spectrum::{Coefficient, Signal};
