//! Letters of scripts that are written from right to left, in the order in which they are read.
//!
//! Some programs draw such letters as they are seen, from left to right, others as they are read, and many both ways on one
//! line. Only where the letters stand is sure. So they are sorted from left to right, and what shows a text ([UAX 9]) is done once
//! more, which undoes it, but for a few numbers between texts of both directions.
//!
//! [UAX 9]: https://www.unicode.org/reports/tr9/

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

use crate::lines::{Letter, SPACE};

/// Whether a letter is of such a script.
pub(crate) fn is_right_to_left(text: &str) -> bool {
    text.chars()
        .any(|c| matches!(bidi_class(c), BidiClass::R | BidiClass::AL))
}

/// A letter with its marks, or a space.
struct Item {
    text: String,
    begin: f64,
    end: f64,
    size: f64,
}

/// What the letters of a line say, and whether it is read from the right.
pub(crate) fn read(letters: &[Letter]) -> (String, bool) {
    let items = items(letters);
    let mut seen = String::new();
    let begins: Vec<usize> = items
        .iter()
        .map(|item| {
            seen.push_str(&item.text);
            seen.len() - item.text.len()
        })
        .collect();
    let is_from_right = is_from_right(&seen);
    let level = match is_from_right {
        true => Level::rtl(),
        false => Level::ltr(),
    };
    let levels = BidiInfo::new(&seen, Some(level)).levels;
    let levels: Vec<Level> = begins.iter().map(|&begin| levels[begin]).collect();
    let order = BidiInfo::reorder_visual(&levels);
    let text: String = order.iter().map(|&at| items[at].text.as_str()).collect();
    (text.trim().to_owned(), is_from_right)
}

/// Whether most letters that have a direction are read from the right.
fn is_from_right(text: &str) -> bool {
    let of = |is: fn(BidiClass) -> bool| text.chars().filter(|&c| is(bidi_class(c))).count();
    of(|class| matches!(class, BidiClass::R | BidiClass::AL)) >= of(|class| class == BidiClass::L)
}

/// The letters from left to right, with a space where there is room for one.
fn items(letters: &[Letter]) -> Vec<Item> {
    let is_mark = |letter: &&Letter| {
        let mut chars = letter.text.chars();
        chars.all(|c| bidi_class(c) == BidiClass::NSM)
    };
    let (marks, bases): (Vec<&Letter>, Vec<&Letter>) = letters.iter().partition(is_mark);
    let item = |letter: &Letter| Item {
        // What ends a paragraph would end the line here.
        text: match letter.text.chars().all(char::is_whitespace) {
            true => " ".to_owned(),
            false => letter.text.replace(['\n', '\r', '\u{85}', '\u{2029}'], " "),
        },
        begin: letter.begin,
        end: letter.end,
        size: letter.size,
    };
    let mut items: Vec<Item> = bases.into_iter().map(item).collect();
    let middle = |begin: f64, end: f64| (begin + end) / 2.0;
    items.sort_by(|x, y| middle(x.begin, x.end).total_cmp(&middle(y.begin, y.end)));
    for mark in marks {
        let at = middle(mark.begin, mark.end);
        // The letter that it stands over: the one behind its place, or the one before.
        let behind = items.partition_point(|item| item.end <= at);
        let behind = behind.min(items.len().saturating_sub(1));
        let distance = |item: &Item| (middle(item.begin, item.end) - at).abs();
        let nearest = (behind.saturating_sub(1)..=behind + 1)
            .filter(|&number| items.get(number).is_some_and(|item| item.text != " "))
            .min_by(|&x, &y| distance(&items[x]).total_cmp(&distance(&items[y])));
        if let Some(nearest) = nearest {
            items[nearest].text.push_str(&mark.text);
        }
    }
    let mut spaced: Vec<Item> = Vec::with_capacity(items.len());
    for item in items {
        if let Some(last) = spaced.last() {
            let is_apart = last.text == " ";
            let gap = item.begin - last.end;
            if item.text == " " && is_apart {
                continue;
            }
            if gap > SPACE * last.size.max(item.size) && !is_apart && item.text != " " {
                let (begin, end, size) = (last.end, item.begin, item.size);
                spaced.push(Item {
                    text: " ".to_owned(),
                    begin,
                    end,
                    size,
                });
            }
        }
        spaced.push(item);
    }
    // A letter without a text would have no level.
    spaced.retain(|item| !item.text.is_empty());
    spaced
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters of ten points each, from left to right, `~` for a gap; in the order in which they are drawn.
    fn drawn(seen: &str, order: impl Fn(&mut Vec<Letter>)) -> String {
        let place = |at: usize| [0.01, 0.0, 0.0, 0.01, 10.0 * at as f64, 100.0];
        let letter = |(at, c): (usize, char)| Letter::new(place(at), 1000.0, c.to_string(), false);
        let letters = seen.chars().enumerate().filter(|(_, c)| *c != '~');
        let mut letters: Vec<Letter> = letters.filter_map(letter).collect();
        order(&mut letters);
        read(&letters).0
    }

    #[test]
    fn letters_are_read_from_the_right_however_they_are_drawn() {
        let orders: [fn(&mut Vec<Letter>); 3] = [
            |_| {},
            |letters| letters.reverse(),
            |letters| letters.rotate_left(3),
        ];
        for order in orders {
            assert_eq!(drawn("םולש~ברע", order), "ערב שלום");
            assert_eq!(drawn("ملاس", order), "سالم");
            // Numbers and other scripts go on from the left, and signs stand where they belong.
            assert_eq!(drawn(".2024 תנשב", order), "בשנת 2024.");
            assert_eq!(drawn("!PDF ץבוק", order), "קובץ PDF!");
            assert_eq!(
                drawn("the word םולש is here", order),
                "the word שלום is here"
            );
        }
    }

    #[test]
    fn marks_stand_behind_the_letter_they_are_drawn_over() {
        let letter = |x: f64, width: f64, text: &str| {
            let text = text.to_owned();
            Letter::new([0.01, 0.0, 0.0, 0.01, x, 100.0], width, text, false).expect("a letter")
        };
        let letters = [
            letter(0.0, 1000.0, "ב"),
            letter(10.0, 1000.0, "א"),
            letter(14.0, 0.0, "\u{5b8}"),
            letter(4.0, 0.0, "\u{5bc}"),
        ];
        assert_eq!(read(&letters), ("א\u{5b8}ב\u{5bc}".to_owned(), true));
    }

    proptest::proptest! {
        /// Nothing is lost, and nothing panics.
        #[test]
        fn letters_are_only_put_in_order(texts in proptest::collection::vec("[aא١\u{5b8}\u{202e}\u{2029}( 1]{0,2}", 0..12)) {
            let letters: Vec<Letter> = texts.iter().enumerate().filter_map(|(at, text)| {
                let x = (at * 37 % 11) as f64;
                Letter::new([0.01, 0.0, 0.0, 0.01, x, 0.0], 1000.0, text.clone(), false)
            }).collect();
            let (text, _) = read(&letters);
            let count = |text: &str, wanted: char| text.chars().filter(|c| *c == wanted).count();
            for wanted in ['a', 'א', '١', '1', '('] {
                proptest::prop_assert_eq!(count(&text, wanted), count(&texts.concat(), wanted));
            }
        }
    }
}
