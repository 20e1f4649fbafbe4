//! What several sites show on several of their pages each: advertisements of one network, the call of one campaign.
//!
//! No site by itself need have it on enough pages to tell. A text that many took over is on one page of each, and is none.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use crate::error::Result;
use crate::spill::Sorter;

/// It is on pages of so many sites at least. These numbers are those by which a passage is labelled spam.
const SITES: usize = 3;
/// It is on so many pages in all.
const PAGES: u64 = 10;
/// It is on so many pages of each site, on average.
const EACH: u64 = 2;

/// A unit on pages of a site.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, FromBytes, IntoBytes, Immutable, KnownLayout,
)]
#[repr(C)]
pub(super) struct Shown {
    pub(super) unit: u64,
    pub(super) site: u64,
    /// The first of the pages that it is on.
    pub(super) first: u64,
    /// How many there are.
    pub(super) pages: u32,
    /// How many pages the site has.
    pub(super) of: u32,
}

/// Gives each of a network, for every site that shows it.
pub(super) fn each(shown: Sorter<Shown>, mut give: impl FnMut(&Shown)) -> Result<()> {
    let mut same: Vec<Shown> = Vec::new();
    let mut end = |same: &[Shown]| {
        if is_of_network(same) {
            same.iter().for_each(&mut give);
        }
    };
    for next in shown.finish()?.iter()? {
        let next = next?;
        if same.first().is_some_and(|first| first.unit != next.unit) {
            end(&same);
            same.clear();
        }
        same.push(next);
    }
    end(&same);
    Ok(())
}

/// Whether that is one unit of a network, on its sites.
fn is_of_network(sites: &[Shown]) -> bool {
    let pages: u64 = sites.iter().map(|shown| u64::from(shown.pages)).sum();
    sites.len() >= SITES && pages >= PAGES && pages >= EACH * sites.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spill::Temp;

    #[test]
    fn a_network_is_several_sites_with_several_pages_each() {
        let temp = Temp::new(std::env::temp_dir());
        let mut sorter = Sorter::new(1 << 10, &temp);
        for (unit, pages) in [
            (2, &[4, 4, 2][..]),
            (4, &[5, 5]),
            (6, &[3, 3, 3]),
            (8, &[1; 12]),
            (10, &[5, 1, 1, 2, 1]),
            (12, &[2; 12]),
        ] {
            for (site, &pages) in pages.iter().enumerate() {
                let site = site as u64;
                let (first, of) = (0, 9);
                sorter
                    .push(Shown {
                        unit,
                        site,
                        first,
                        pages,
                        of,
                    })
                    .unwrap();
            }
        }
        let mut units = Vec::new();
        each(sorter, |shown| units.push(shown.unit)).unwrap();
        let expected = [vec![2; 3], vec![10; 5], vec![12; 12]].concat();
        assert_eq!(units, expected);
    }
}
