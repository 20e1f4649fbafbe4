//! Which document comes first.

/// The best document so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct First {
    best: Option<(f64, u32)>,
}

impl First {
    /// Takes a document if it is better than those before; of equals, the one that stands first.
    pub(super) fn offer(&mut self, score: f64, document: u32) {
        let is_better = self
            .best
            .is_none_or(|(best, first)| score > best || score == best && document < first);
        if is_better {
            self.best = Some((score, document));
        }
    }

    /// The document, where any was found.
    pub(super) fn document(&self) -> Option<u32> {
        self.best.map(|(_, document)| document)
    }
}

/// How many are right.
pub(super) fn right(firsts: &[First], wanted: &[Option<u32>]) -> usize {
    let is_right =
        |(first, wanted): &(&First, &Option<u32>)| wanted.is_some() && first.document() == **wanted;
    firsts.iter().zip(wanted).filter(is_right).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equals_the_first_document_counts() {
        let mut first = First::default();
        assert_eq!(first.document(), None);
        for (score, document) in [(0.5, 7), (0.9, 5), (0.9, 3), (0.9, 4), (0.1, 0)] {
            first.offer(score, document);
        }
        assert_eq!(first.document(), Some(3));
        let firsts = [first, first, First::default(), First::default()];
        // What nobody can find is neither right nor wrong.
        assert_eq!(right(&firsts, &[Some(3), Some(5), Some(1), None]), 1);
    }
}
