//! Numbers and texts for people to read.

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
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(
            word.chars()
                .map(|c| if c.is_control() { '\u{fffd}' } else { c }),
        );
        if line.chars().count() > width {
            let cut: String = line.chars().take(width.saturating_sub(1)).collect();
            return format!("{}…", cut.trim_end());
        }
    }
    line
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
