//! What [`readable`](super::readable) scores blocks with.
//!
//! Fitted by `cento-eval web --fit` (logistic regression) to pages whose text and frame are marked.

use super::feature::Features;
use super::readable::SECOND;

/// Of a block's own features.
pub(super) const FIRST_WEIGHTS: Features = [
    -2.22, 1.44, 1.95, -1.64, -0.95, 0.61, -0.57, 0.39, -0.34, -0.75, -0.90, -0.18, 0.12, 0.50,
    -0.28, 0.98, 1.11, 0.30, -0.91, -1.02, 0.54, 0.17, -0.19, 0.03, -0.60, -1.16, -1.37, -1.04,
    -0.75, -0.48, 1.00, 0.55, -0.22, 0.07, 0.80, 0.62, -0.18, 0.66, -1.52, -0.31, -0.24, -0.44,
    -0.32, -1.53, -0.47, -1.53, -0.14, -0.18, -0.02, -0.52, 0.46, 0.53, -0.61, -0.09, 0.20, 0.79,
    -0.49, 1.21, -0.90, -2.16, 0.16,
];

/// Of those near it.
pub(super) const SECOND_WEIGHTS: [f32; SECOND] = [
    -1.08, 0.70, -0.03, -0.05, -0.01, 0.08, 0.17, -0.10, -0.09, 1.61, 0.35, -0.86, 0.83, -0.08,
    0.32, 0.12, -1.38, -0.23,
];
