//! Sizes as people write them.

/// Reads `250M`: a number of bytes, with k, M, G or T for powers of 1,000.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size such as 250M");
    let digits = text.trim_end_matches(['k', 'K', 'm', 'M', 'g', 'G', 't', 'T']);
    let factor: u64 = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 1,
        "k" => 1_000,
        "m" => 1_000_000,
        "g" => 1_000_000_000,
        "t" => 1_000_000_000_000,
        _ => return Err(wrong()),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(factor).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read_as_written() {
        assert_eq!(size("250M"), Ok(250_000_000));
        assert_eq!(size("4g"), Ok(4_000_000_000));
        assert_eq!(size("17"), Ok(17));
        for wrong in ["", "M", "2.5G", "3kk", "99999999T", "-1"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
