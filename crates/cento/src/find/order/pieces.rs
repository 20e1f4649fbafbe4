//! Words in order within pieces, whatever the order of the pieces: stories of a collection that another has in another
//! order.
//!
//! A longest common subsequence runs through one piece after the other as far as their order is the same: of twelve stories
//! in the opposite order it has one.

use crate::align::Seed;

/// Words of a piece, at least. By chance no two words in a row stand near each other in both books.
const LEAST: usize = 5;

/// Words that may stand between two in one book where they follow each other in the other, besides twice as many
/// as there.
const BETWEEN: u32 = 50;

/// The pieces of the words two books have in common, which come in the order of the first.
pub(super) fn pieces(common: &[Seed]) -> impl Iterator<Item = &[Seed]> {
    let together = common.chunk_by(|x, y| {
        let (a, b) = (y.a - x.a, y.b.wrapping_sub(x.b));
        y.b > x.b && b <= a.saturating_mul(2).saturating_add(BETWEEN)
    });
    together.filter(|piece| piece.len() >= LEAST)
}

/// How many words stand in them.
pub(super) fn in_pieces(common: &[Seed]) -> u32 {
    pieces(common).map(|piece| piece.len() as u32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed(a: u32, b: u32) -> Seed {
        Seed { a, b, length: 1 }
    }

    #[test]
    fn stories_in_another_order_are_pieces() {
        // Three stories of ten words each, ten apart, in the opposite order.
        let common: Vec<Seed> = (0..30)
            .map(|at| seed(10 * at, 10_000 - 3000 * (at / 10) + 10 * (at % 10)))
            .collect();
        let lengths: Vec<usize> = pieces(&common).map(<[Seed]>::len).collect();
        assert_eq!(lengths, [10, 10, 10]);
    }

    #[test]
    fn words_here_and_there_are_no_piece() {
        let common: Vec<Seed> = (0..400u32)
            .map(|at| seed(100 * at, at * 7919 % 40_009))
            .collect();
        assert_eq!(pieces(&common).count(), 0);
        assert_eq!(pieces(&[]).count(), 0);
        // Four in a row are too few, and what only one book has much of lies between no two.
        let few: Vec<Seed> = (0..4).map(|at| seed(at, at)).collect();
        assert_eq!(pieces(&few).count(), 0);
        let apart: Vec<Seed> = (0..10).map(|at| seed(at, 60 * at)).collect();
        assert_eq!(pieces(&apart).count(), 0);
    }
}
