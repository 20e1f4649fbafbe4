//! From passages to reprint groups, directions, labels, and works.

mod cluster;
mod counterpart;
mod deck;
mod direction;
mod editions;
mod extent;
mod lineage;
mod locus;
mod places;
mod portion;
mod slides;
mod stars;
mod template;
mod work;

pub use crate::find::{Label, Labels};
pub(crate) use cluster::{Cluster, Clusters, Grouping, Member};
pub use counterpart::SlideRelation;
pub(crate) use direction::Almanac;
pub use direction::Direction;
pub(crate) use editions::Editions;
pub(crate) use lineage::{Descendant, Lineages, decks};
pub(crate) use locus::Joint;
pub use portion::bins;
pub(crate) use portion::{Portion, portions};
pub(crate) use slides::{Decks, SlidePair};
pub(crate) use work::books;
