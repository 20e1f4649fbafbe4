//! What [`readable`](super::readable) scores blocks with.
//!
//! `cento-eval web --fit` gives them: fitted to 260 pages of which some strings were marked as text or frame. How well they
//! do on pages that they have not seen, `docs/studies/web.md` says.

use super::feature::Features;
use super::readable::SECOND;

/// Of what is seen of a block itself.
pub(super) const FIRST_WEIGHTS: Features = [
    -1.51, 1.14, 1.48, -1.68, -0.96, 0.67, 0.23, -0.44, -0.82, -1.00, 0.41, -0.41, 1.11, 0.76,
    0.43, -0.99, -1.00, 0.41, 0.13, -0.05, -0.58, -1.02, -1.13, -1.02, -0.89, -0.58, 0.63, 0.76,
    0.73, 0.42, -0.25, 0.61, -1.94, -0.58, -0.17, -0.77, -0.81, -2.03, -1.18, -1.71, -0.26, -0.14,
    -0.15, -0.40, 0.41, 0.45, -0.62, -0.25, 0.16, 0.80, -0.46, 0.92, -0.83, -1.93,
];

/// Of what is seen of it among others.
pub(super) const SECOND_WEIGHTS: [f32; SECOND] = [
    -0.77, 0.77, 0.12, -0.13, 0.97, 0.30, -0.56, 0.49, 0.29, 0.12, -1.12,
];
