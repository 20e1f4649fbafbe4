//! Which shingles to keep, one selector a file.

mod every;
mod hailstorm;
mod mod_p;
mod sliding;
mod trim;
mod winnow;

pub use every::Every;
pub use hailstorm::Hailstorm;
pub use mod_p::ModP;
pub use trim::Trimmed;
pub use winnow::Winnow;
