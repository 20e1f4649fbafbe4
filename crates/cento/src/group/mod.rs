//! From passages to reprint groups, directions and labels.

mod cluster;
mod direction;
mod label;
mod locus;
mod template;

pub(crate) use cluster::{Cluster, Clusters, Grouping};
pub(crate) use direction::Almanac;
pub use direction::Direction;
pub use label::{Label, Labels};
