//! The engine of cento: finding reused text.
//!
//! ```text
//! read -> token -> fingerprint -> align -> find -> report
//! ```
//!
//! [`engine::find`] is the whole run. The engine prints nothing, reads no environment variable and
//! no clock, and gives the same results for any number of threads and any memory budget.

pub mod align;
mod codec;
pub mod engine;
pub mod error;
pub mod explain;
pub mod find;
pub mod fingerprint;
pub mod group;
pub mod hash;
pub mod index;
pub mod mile;
mod object;
pub mod offsets;
pub mod origin;
mod parallel;
mod prefetch;
mod prepare;
pub mod read;
pub mod report;
pub mod rising;
pub mod span;
mod spill;
pub mod token;
pub mod watch;

pub use error::{Error, Result};
