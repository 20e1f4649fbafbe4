//! What [`readable`](super::readable) scores blocks with.
//!
//! `cento-eval web --fit` gives them: fitted to 260 pages of which some strings were marked as text or frame. How well they
//! do on pages that they have not seen, `docs/studies/web.md` says.

use super::feature::Features;
use super::readable::SECOND;

/// Of what is seen of a block itself.
pub(super) const FIRST_WEIGHTS: Features = [
    -1.65, 1.14, 1.53, -1.69, -0.97, 0.62, 0.18, -0.42, -0.89, -0.96, 0.42, -0.38, 1.12, 0.72,
    0.45, -0.99, -0.97, 0.42, 0.20, -0.01, -0.66, -1.07, -1.17, -1.03, -0.86, -0.57, 0.60, 0.72,
    0.78, 0.42, -0.25, 0.67, -1.98, -0.59, -0.22, -0.82, -0.90, -1.99, -1.15, -1.71, -0.34, -0.19,
    -0.13, -0.37, 0.39, 0.47, -0.54, -0.26, 0.09, 0.71, -0.47, 1.01, -0.85, -1.82,
];

/// Of what is seen of it among others.
pub(super) const SECOND_WEIGHTS: [f32; SECOND] = [
    -0.76, 0.77, 0.11, -0.12, 0.96, 0.32, -0.62, 0.45, 0.29, 0.13, -1.27,
];
