//! Pieces of lines in the order in which they are read, joined to lines.
//!
//! Programs that set text draw it in the order in which it is read, so that order is kept, unless it makes no sense: where a
//! page has two columns and the drawing goes to and fro between them, each is read by itself; where it goes up and down, lines
//! are read from the top.

use crate::lines::Line;

/// Pieces on one line that are this far apart, in sizes, are still one line.
const TAB: f64 = 4.0;
/// Columns have lines of this many sizes at least; cells of tables are mostly shorter.
const COLUMN: f64 = 9.0;

/// The lines that the pieces are, in the order in which they are read.
pub(crate) fn ordered(pieces: Vec<Line>) -> Vec<Line> {
    let mut lines = Vec::new();
    for turn in 0..=4 {
        let some: Vec<Line> = pieces
            .iter()
            .filter(|it| it.turn == turn)
            .cloned()
            .collect();
        if some.is_empty() {
            continue;
        }
        let gutter = gutter(&some);
        let first = match is_from_right(&some) {
            true => Side::Right,
            false => Side::Left,
        };
        let some = match gutter {
            Some(gutter) if crosses_often(&some, gutter) => by_column(some, gutter, first),
            None if goes_up_often(&some) => from_the_top(some),
            _ => some,
        };
        lines.extend(joined(some, gutter));
    }
    lines
}

/// The middle of the strip between two columns.
fn gutter(pieces: &[Line]) -> Option<f64> {
    let begin = pieces.iter().map(|it| it.begin).fold(f64::MAX, f64::min);
    let end = pieces.iter().map(|it| it.end).fold(f64::MIN, f64::max);
    let width = end - begin;
    // A letter or two, or something that is no page.
    if !(width > 1.0 && width < 1e5) || pieces.len() < 8 {
        return None;
    }
    const STRIPS: usize = 200;
    let strip = |at: f64| (((at - begin) / width * STRIPS as f64) as usize).min(STRIPS - 1);
    // How many lines lie over each strip: by where they begin and end.
    let mut changes = [0_i64; STRIPS + 1];
    for piece in pieces {
        changes[strip(piece.begin)] += 1;
        changes[strip(piece.end) + 1] -= 1;
    }
    let mut over = [0_i64; STRIPS];
    let mut open = 0;
    for (over, change) in over.iter_mut().zip(changes) {
        open += change;
        *over = open;
    }
    // The emptiest strip of the middle, and of those the one in the middle.
    let (first, last) = (STRIPS / 4, STRIPS - STRIPS / 4);
    let least = over[first..last].iter().min().copied()?;
    let empty: Vec<usize> = (first..last).filter(|&at| over[at] == least).collect();
    let at = empty.get(empty.len() / 2).copied()?;
    let gutter = begin + (at as f64 + 0.5) / STRIPS as f64 * width;
    let is_long = |it: &&Line| it.end - it.begin >= COLUMN * it.size;
    let left = pieces.iter().filter(|it| it.end <= gutter).filter(is_long);
    let right = pieces
        .iter()
        .filter(|it| it.begin >= gutter)
        .filter(is_long);
    let (left, right) = (left.count() as i64, right.count() as i64);
    let fewest = left.min(right);
    (fewest >= 4 && fewest * 3 >= left.max(right) && least * 4 <= left + right).then_some(gutter)
}

/// -1 left of the gutter, 1 right of it, 0 across.
fn side(piece: &Line, gutter: f64) -> i8 {
    match (piece.end <= gutter, piece.begin >= gutter) {
        (true, _) => -1,
        (_, true) => 1,
        _ => 0,
    }
}

/// Whether the drawing goes from the right column back to the left for most lines.
fn crosses_often(pieces: &[Line], gutter: f64) -> bool {
    let sides: Vec<i8> = pieces.iter().map(|piece| side(piece, gutter)).collect();
    let back = sides.windows(2).filter(|two| two == &[1, -1]).count();
    let right = sides.iter().filter(|side| **side == 1).count();
    back > 3 && back * 3 > right
}

/// Whether most of what is written is read from the right.
pub(crate) fn is_from_right(lines: &[Line]) -> bool {
    let from_right = lines.iter().filter(|line| line.is_from_right).count();
    2 * from_right > lines.len()
}

/// Which column is read first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Each column by itself, between what lies across both.
fn by_column(mut pieces: Vec<Line>, gutter: f64, first: Side) -> Vec<Line> {
    pieces.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let (mut lines, mut left, mut right) = (Vec::new(), Vec::new(), Vec::new());
    let both = |left: &mut Vec<Line>, right: &mut Vec<Line>, lines: &mut Vec<Line>| {
        let (one, other) = match first {
            Side::Left => (left, right),
            Side::Right => (right, left),
        };
        lines.append(one);
        lines.append(other);
    };
    for piece in pieces {
        match side(&piece, gutter) {
            -1 => left.push(piece),
            1 => right.push(piece),
            _ => {
                both(&mut left, &mut right, &mut lines);
                lines.push(piece);
            }
        }
    }
    both(&mut left, &mut right, &mut lines);
    lines
}

fn goes_up_often(pieces: &[Line]) -> bool {
    let up = pieces
        .windows(2)
        .filter(|two| two[1].baseline < two[0].baseline - 0.5 * two[0].size);
    let up = up.count();
    up > 5 && up * 4 > pieces.len()
}

fn from_the_top(mut pieces: Vec<Line>) -> Vec<Line> {
    pieces.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    // What is on one line to within a little stands from left to right.
    let mut from = 0;
    while from < pieces.len() {
        let first = &pieces[from];
        let bound = first.baseline + 0.3 * first.size;
        let behind = from + pieces[from..].partition_point(|it| it.baseline <= bound);
        let behind = behind.max(from + 1);
        pieces[from..behind].sort_by(|a, b| a.begin.total_cmp(&b.begin));
        from = behind;
    }
    pieces
}

/// Pieces of one line as one.
fn joined(pieces: Vec<Line>, gutter: Option<f64>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for piece in pieces {
        if let Some(last) = lines.last_mut() {
            let size = last.size.max(piece.size);
            let is_over = |gutter: f64| {
                last.end.min(piece.end) <= gutter && last.begin.max(piece.begin) >= gutter
            };
            let is_near = |gap: f64| gap > -size && gap < TAB * size;
            let is_from_right = last.is_from_right || piece.is_from_right;
            let is_behind = is_near(piece.begin - last.end);
            let is_before = is_from_right && is_near(last.begin - piece.end);
            if (piece.baseline - last.baseline).abs() < 0.45 * size
                && (is_behind || is_before)
                && !gutter.is_some_and(is_over)
            {
                last.text = match is_from_right && is_behind {
                    true => format!("{} {}", piece.text, last.text),
                    false => format!("{} {}", last.text, piece.text),
                };
                last.is_from_right = is_from_right;
                last.begin = match is_from_right {
                    true => last.begin.min(piece.begin),
                    false => last.begin,
                };
                last.end = last.end.max(piece.end);
                if piece.size > last.size {
                    (last.size, last.baseline) = (piece.size, piece.baseline);
                }
                continue;
            }
        }
        lines.push(piece);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(begin: f64, baseline: f64, text: &str) -> Line {
        Line {
            begin,
            end: begin + 5.0 * text.len() as f64,
            baseline,
            size: 10.0,
            text: text.into(),
            ..Line::default()
        }
    }

    fn texts(lines: &[Line]) -> Vec<&str> {
        lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn columns_that_are_drawn_to_and_fro_are_read_one_by_one() {
        let row = |number: u32| {
            let y = 100.0 + 12.0 * f64::from(number);
            [
                line(50.0, y, &format!("left {number:016}")),
                line(300.0, y, &format!("right {number:016}")),
            ]
        };
        let mut pieces = vec![line(
            50.0,
            80.0,
            &"a title over both of the columns ".repeat(2),
        )];
        pieces.extend((0..20).flat_map(row));
        let lines = ordered(pieces.clone());
        let texts = texts(&lines);
        assert_eq!(texts.len(), 41);
        assert!(texts[0].starts_with("a title"));
        assert!(texts[1..21].iter().all(|text| text.starts_with("left")));
        assert!(texts[21..].iter().all(|text| text.starts_with("right")));
        assert!(texts[1..21].is_sorted() && texts[21..].is_sorted());
        // Drawn as they are read, they stay so.
        pieces = lines.clone();
        assert_eq!(ordered(pieces), lines);
    }

    #[test]
    fn from_the_right_the_right_column_and_the_right_piece_come_first() {
        let from_right = |line: Line| Line {
            is_from_right: true,
            ..line
        };
        let row = |number: u32| {
            let y = 100.0 + 12.0 * f64::from(number);
            [
                from_right(line(50.0, y, &format!("left {number:016}"))),
                from_right(line(300.0, y, &format!("right {number:016}"))),
            ]
        };
        let lines = ordered((0..20).flat_map(row).collect());
        let texts = texts(&lines);
        assert!(texts[..20].iter().all(|text| text.starts_with("right")));
        assert!(texts[20..].iter().all(|text| text.starts_with("left")));
        // However they are drawn.
        let [first, second] = [line(85.0, 9.0, "first"), line(50.0, 9.0, "second")].map(from_right);
        for pieces in [vec![first.clone(), second.clone()], vec![second, first]] {
            let lines = ordered(pieces);
            assert_eq!(lines[0].text, "first second");
            assert_eq!((lines[0].begin, lines[0].end), (50.0, 110.0));
        }
    }

    #[test]
    fn rows_of_a_table_stay_rows() {
        let row = |number: u32| {
            let y = 100.0 + 12.0 * f64::from(number);
            [line(50.0, y, "apples"), line(85.0, y, "3.20")]
        };
        let lines = ordered((0..20).flat_map(row).collect());
        assert_eq!(texts(&lines), vec!["apples 3.20"; 20]);
    }

    #[test]
    fn lines_that_are_drawn_in_no_order_are_read_from_the_top() {
        let at = |number: usize| line(50.0, 100.0 + 12.0 * number as f64, &format!("l{number:02}"));
        let lines = ordered((0..20).map(|number| at(number * 7 % 20)).collect());
        assert!(texts(&lines).is_sorted());
    }
}
