//! Numbers and texts for people to read.

use cento::token::plain;

/// `12345678` as `12,345,678`.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 pair`, `1,234 pairs`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!(
        "{} {noun}{}",
        count(number),
        if number == 1 { "" } else { "s" }
    )
}

/// A share as a percentage with one decimal.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Bytes in the largest unit that leaves a number above 1.
pub(crate) fn bytes(number: u64) -> String {
    let mut value = number as f64;
    for unit in ["bytes", "kB", "MB", "GB"] {
        if value < 1000.0 || unit == "GB" {
            return if unit == "bytes" {
                format!("{number} bytes")
            } else {
                format!("{value:.1} {unit}")
            };
        }
        value /= 1000.0;
    }
    unreachable!("the last unit always fits")
}

/// `text` on one line, cut to about `width` characters.
pub(crate) fn one_line(text: &str, width: usize) -> String {
    let mut line = String::new();
    for word in plain(text).split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().map(visible));
        if line.chars().count() > width {
            let cut: String = line.chars().take(width.saturating_sub(1)).collect();
            return format!("{}…", cut.trim_end());
        }
    }
    line
}

/// The character, or a sign for one that would control a terminal: escapes, and marks that turn the
/// order of all text behind them. Right-to-left letters need none of these.
pub(crate) fn visible(c: char) -> char {
    match c {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// Whether colours are used: never to say what nothing else says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Plain,
    Colour,
}

impl Paint {
    /// Colour on a terminal that has it, for users who want it (<https://no-color.org>).
    pub(crate) fn on(is_terminal: bool) -> Self {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if is_terminal && !is_set("NO_COLOR") && !is_dumb {
            Self::Colour
        } else {
            Self::Plain
        }
    }

    pub(crate) fn red(self) -> &'static str {
        self.code("\u{1b}[31m")
    }

    pub(crate) fn green(self) -> &'static str {
        self.code("\u{1b}[32m")
    }

    pub(crate) fn cyan(self) -> &'static str {
        self.code("\u{1b}[36m")
    }

    /// Ends a colour.
    pub(crate) fn end(self) -> &'static str {
        self.code("\u{1b}[0m")
    }

    fn code(self, code: &'static str) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Colour => code,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(counted(1, "pair"), "1 pair");
        assert_eq!(bytes(999), "999 bytes");
        assert_eq!(bytes(103_400_000), "103.4 MB");
        assert_eq!(percent(0.2259), "22.6 %");
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(one_line("one\n two\tthree", 80), "one two three");
        assert_eq!(one_line("東京に行く人", 4), "東京に…");
        assert_eq!(one_line("escape \u{1b}[31m", 80), "escape \u{fffd}[31m");
    }
}
