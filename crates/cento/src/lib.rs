//! The engine of cento: finding reused text.
//!
//! ```text
//! read -> token -> fingerprint -> find -> report
//! ```

pub mod error;
pub mod fingerprint;
pub mod hash;
pub mod read;
pub mod span;
pub mod token;

pub use error::{Error, Result};
