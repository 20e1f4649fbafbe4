//! From text to [`Tokens`]: maximal runs of letters, digits and their marks, normalised and hashed.

mod chars;
mod eight;
mod normalize;
mod tokens;
mod words;

pub use normalize::Normalizer;
pub use tokens::Tokens;
pub(crate) use tokens::bytes_of;
pub use words::Words;

/// Names the split and the normal form. What is stored carries it; change it when either changes.
pub const TOKENIZER: &str = "words-1";

/// Text in, tokens out. Appends to `out`; every span indexes `text`. A text without words appends
/// nothing; there is no text that fails.
pub trait Tokenizer: Send + Sync {
    /// Appends the tokens of `text`, which must be shorter than 4 GiB.
    fn tokenize(&self, text: &str, out: &mut Tokens);
}
