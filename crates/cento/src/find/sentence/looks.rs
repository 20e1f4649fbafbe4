//! Some sentences that pass by, and what they look at: those that were added, at the words of each.
//!
//! What a look needs is anywhere in memory, and comes from there many times slower than it is looked through. So the looks of
//! some sentences are gathered first, and what each needs is asked for some looks ahead.

use super::crowds::{Crowd, Crowds, fours};
use super::ordered::Card;
use super::piece::{ADDED, ASKS, Piece, Standing};
use super::seen::Seen;
use super::slices::WordBits;

/// Sentences that pass by at once.
pub(super) const ABREAST: usize = 32;

/// Those that were met are gone through when there are so many, before others are looked for.
const MOST_MET: usize = 1 << 10;

/// Looks for which memory is asked before they are taken.
const AHEAD: usize = 12;

/// A sentence that passes by.
#[derive(Clone, Copy, Default)]
pub(super) struct Passer<'a> {
    number: u32,
    card: Card,
    own: &'a [u32],
}

impl<'a> Passer<'a> {
    pub(super) fn new(number: u32, card: &Card, own: &'a [u32]) -> Self {
        let card = *card;
        Self { number, card, own }
    }
}

/// One of those that pass by looks at those of a word, which is one of its own.
#[derive(Clone, Copy)]
struct Look {
    /// The bits of the words behind it.
    bits: WordBits,
    word: u32,
    /// Those who are looked at, where it may pay: they are at hand then, wherever they come from.
    crowd: Crowd,
    /// Its number among those that pass by, and where the rows of its words are.
    passer: u8,
    fours: u16,
    at: u8,
    /// How many words are behind it, and how many there are in all.
    behind: u8,
    words: u8,
    asks: bool,
}

/// One that met others: at which word, and how many are shared there at least.
pub(super) struct Looking {
    pub(super) own: Seen,
    pub(super) rank: u32,
    pub(super) enough: u32,
}

/// The looks of those that pass by at once, and whom they met.
#[derive(Default)]
pub(super) struct Looks {
    looks: Vec<Look>,
    fours: Vec<u64>,
    /// How many were taken.
    taken: usize,
    looking: Vec<Looking>,
    /// The place of one that is looking, and the number of whom it met.
    met: Vec<(u32, u32)>,
}

impl Looks {
    pub(super) fn clear(&mut self) {
        self.looks.clear();
        self.fours.clear();
        self.taken = 0;
    }

    /// Adds those of one, by its number among these, at words from `first` on of which `is_looked_at` says so, as places from there on.
    #[inline]
    pub(super) fn add(
        &mut self,
        number: u8,
        passer: &Passer<'_>,
        crowds: &Crowds,
        first: u32,
        is_looked_at: impl Fn(usize) -> bool,
    ) {
        let Passer { card, own, .. } = passer;
        let leading = usize::from(card.leading);
        let mut bits = WordBits::default();
        for (at, &rank) in own.iter().enumerate().rev() {
            let word = rank.wrapping_sub(first) as usize;
            if at < leading && word < crowds.len() && is_looked_at(word) {
                crowds.touch(word);
                self.looks.push(Look {
                    bits,
                    word: word as u32,
                    crowd: Crowd::NONE,
                    passer: number,
                    fours: self.fours.len() as u16,
                    at: at as u8,
                    behind: card.known - 1 - at as u8,
                    words: card.words,
                    asks: false,
                });
            }
            bits.add(rank);
        }
        self.fours.extend(fours(own));
    }

    /// Leaves out those that cannot pay. By how many words a sentence has, it must share so many.
    pub(super) fn choose(&mut self, crowds: &Crowds, by_words: &[u32; 256]) {
        // Without a jump, which would often be foreseen wrongly.
        let mut count = 0;
        for at in 0..self.looks.len() {
            let mut look = self.looks[at];
            let of_own = (look.bits, look.behind, look.words);
            let (may, asks) = crowds.may_match(look.word as usize, of_own, by_words);
            look.asks = asks;
            look.crowd = crowds.crowd(look.word as usize);
            self.looks[count] = look;
            count += usize::from(may);
        }
        self.looks.truncate(count);
    }

    /// Takes those that are left, up to where many were met; whether any was.
    pub(super) fn take(
        &mut self,
        passers: &[Passer<'_>],
        (crowds, piece): (&Crowds, &Piece),
        by_words: &[u32; 256],
    ) -> bool {
        let Self {
            looks,
            fours,
            taken,
            looking,
            met,
        } = self;
        looking.clear();
        met.clear();
        let looks = &looks[*taken..];
        let fetch = |look: &Look| crowds.fetch(&look.crowd);
        looks.iter().take(AHEAD).for_each(fetch);
        for (at, look) in looks.iter().enumerate() {
            if met.len() > MOST_MET {
                break;
            }
            *taken += 1;
            looks.get(at + AHEAD).into_iter().for_each(fetch);
            let Look {
                bits,
                behind,
                words,
                ..
            } = *look;
            let crowd_enough = u32::from(look.crowd.enough);
            let enough = by_words[usize::from(words)].max(crowd_enough);
            let least = look.asks.then(|| enough.saturating_sub(1));
            let asked = (behind, &fours[look.fours.into()..]);
            let (count, own_place) = (met.len(), looking.len() as u32);
            crowds.look(&look.crowd, asked, least, |other| {
                met.push((own_place, other))
            });
            if met.len() > count {
                met[count..]
                    .iter()
                    .for_each(|&(_, other)| piece.fetch(other));
                let Passer { number, card, own } = &passers[usize::from(look.passer)];
                let standing = Standing {
                    bits,
                    number: *number,
                    at: look.at,
                    behind,
                    words,
                    kind: ASKS | if card.is_added { ADDED } else { 0 },
                };
                looking.push(Looking {
                    own: Seen {
                        standing,
                        rest: 0,
                        most: 1 + u32::from(behind),
                        enough: if look.asks { enough } else { u32::MAX },
                    },
                    rank: own[usize::from(look.at)],
                    enough: crowd_enough,
                });
            }
        }
        !met.is_empty()
    }

    /// Who met whom when some were taken last: the latter by their numbers.
    pub(super) fn met(&self) -> impl Iterator<Item = (&Looking, u32)> {
        let looking = |own: u32| &self.looking[own as usize];
        self.met
            .iter()
            .map(move |&(own, other)| (looking(own), other))
    }
}
