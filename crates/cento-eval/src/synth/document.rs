//! Documents of running text: sentences, paragraphs, dates.

use super::language::Language;
use crate::random::Random;

/// Writes text in a language.
pub(crate) struct Author<'a> {
    /// What it is written in.
    pub(crate) language: &'a Language,
    words: Vec<u32>,
    last: u32,
}

/// Where a sentence stands.
const SENTENCES_A_PARAGRAPH: usize = 6;

impl<'a> Author<'a> {
    /// An author with nothing written yet.
    pub(crate) fn new(language: &'a Language) -> Self {
        Self {
            language,
            words: Vec::new(),
            last: 0,
        }
    }

    /// Appends a sentence and what separates it from the next; returns its number of words.
    pub(crate) fn sentence(&mut self, random: &mut Random, text: &mut String) -> usize {
        let length = 5 + random.below(11) + random.below(12);
        self.words.clear();
        while self.words.len() < length {
            let last = self.words.last().copied().unwrap_or(self.last);
            self.language.next(last, random, &mut self.words);
        }
        self.last = self.words[self.words.len() - 1];
        let begin = text.len();
        // One draw decides about a comma or number for up to twelve words.
        let mut bits = 0;
        for (at, &word) in self.words.iter().enumerate() {
            if at % 12 == 0 {
                bits = random.next();
            }
            if at > 0 {
                match bits & 31 {
                    0 | 1 => text.push_str(", "),
                    _ => text.push(' '),
                }
            }
            bits >>= 5;
            text.push_str(self.language.word(word));
        }
        capitalise(text, begin);
        let more = match random.below(40) {
            0 => {
                let (day, year) = (1 + random.below(28), 1800 + random.below(225));
                let month = MONTHS[random.below(12)];
                text.push_str(&format!(", {day} {month} {year}"));
                3
            }
            1 => {
                text.push_str(&format!(" {}", random.below(10_000)));
                1
            }
            _ => 0,
        };
        text.push_str(match random.below(20) {
            0 => "!",
            1 => "?",
            2 => ";",
            _ => ".",
        });
        text.push_str(if random.below(SENTENCES_A_PARAGRAPH) == 0 {
            "\n\n"
        } else {
            " "
        });
        self.words.len() + more
    }

    /// Appends sentences until there are `words` words.
    pub(crate) fn write(&mut self, words: usize, random: &mut Random, text: &mut String) {
        let mut written = 0;
        while written < words {
            written += self.sentence(random, text);
        }
    }
}

/// A date of publication, as in a document's `date`.
pub(crate) fn date(random: &mut Random) -> String {
    let (year, month, day) = (
        1990 + random.below(35),
        1 + random.below(12),
        1 + random.below(28),
    );
    format!("{year}-{month:02}-{day:02}")
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn capitalise(text: &mut String, at: usize) {
    if let Some(first) = text[at..].chars().next() {
        let upper: String = first.to_uppercase().collect();
        text.replace_range(at..at + first.len_utf8(), &upper);
    }
}

/// A number of words: log-normal with median 500 and mean 1,000, at least 20.
pub(crate) fn natural_length(random: &mut Random) -> usize {
    // The sum of twelve has variance 1: normal enough, and exact on every platform.
    let normal = (0..12).map(|_| random.unit()).sum::<f64>() - 6.0;
    // σ² = 2 ln 2 puts the mean at twice the median.
    let mut power = 1.0 + 1.177_410_022_515_474_7 * normal / 4096.0;
    for _ in 0..12 {
        power *= power;
    }
    ((500.0 * power) as usize).clamp(20, 100_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_the_median_and_mean_they_should() {
        let mut random = Random::new(1);
        let mut lengths: Vec<usize> = (0..50_001).map(|_| natural_length(&mut random)).collect();
        lengths.sort_unstable();
        assert!((480..520).contains(&lengths[25_000]), "{}", lengths[25_000]);
        let mean = lengths.iter().sum::<usize>() / lengths.len();
        assert!((920..1060).contains(&mean), "{mean}");
    }

    #[test]
    fn sentences_begin_with_a_capital_and_end_with_a_mark() {
        let language = Language::new(1);
        let mut text = String::new();
        let mut random = Random::new(1);
        let mut author = Author::new(&language);
        for _ in 0..100 {
            text.clear();
            author.sentence(&mut random, &mut text);
            assert!(text.starts_with(char::is_uppercase), "{text}");
            assert!(text.trim_end().ends_with(['.', '!', '?', ';']), "{text}");
        }
    }
}
