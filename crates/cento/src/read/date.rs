//! Which dates are dates: RFC 3339, or `YYYY[-MM[-DD]]`.

/// True for a day or time that exists, in one of the forms of the contract.
pub(super) fn is_date(given: &str) -> bool {
    let bytes = given.as_bytes();
    match bytes.len() {
        4 => year(bytes).is_some(),
        7 => year(bytes).is_some() && month(bytes).is_some(),
        10 => is_day(bytes),
        20.. => {
            is_day(&bytes[..10]) && matches!(bytes[10], b'T' | b't' | b' ') && is_time(&bytes[11..])
        }
        _ => false,
    }
}

/// `bytes` is at least 4 long.
fn year(bytes: &[u8]) -> Option<u32> {
    Some(two(bytes, 0)? * 100 + two(bytes, 2)?)
}

/// `bytes` is at least 7 long.
fn month(bytes: &[u8]) -> Option<u32> {
    let month = two(bytes, 5).filter(|month| (1..=12).contains(month))?;
    (bytes[4] == b'-').then_some(month)
}

/// `bytes` is 10 long.
fn is_day(bytes: &[u8]) -> bool {
    let (Some(year), Some(month), Some(day)) = (year(bytes), month(bytes), two(bytes, 8)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    bytes[7] == b'-' && (1..=days).contains(&day)
}

/// `HH:MM:SS[.fraction]` with `Z` or `+HH:MM`; at least 9 long.
fn is_time(bytes: &[u8]) -> bool {
    // A leap second is a second.
    let clock = bytes[2] == b':'
        && bytes[5] == b':'
        && two(bytes, 0).is_some_and(|hour| hour < 24)
        && two(bytes, 3).is_some_and(|minute| minute < 60)
        && two(bytes, 6).is_some_and(|second| second <= 60);
    let mut rest = &bytes[8..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let digits = fraction
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits == 0 {
            return false;
        }
        rest = &fraction[digits..];
    }
    clock
        && match rest {
            [b'Z' | b'z'] => true,
            [b'+' | b'-', offset @ ..] if offset.len() == 5 => {
                offset[2] == b':'
                    && two(offset, 0).is_some_and(|hour| hour < 24)
                    && two(offset, 3).is_some_and(|minute| minute < 60)
            }
            _ => false,
        }
}

fn two(bytes: &[u8], at: usize) -> Option<u32> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| u32::from(byte - b'0'));
    Some(digit(bytes[at])? * 10 + digit(bytes[at + 1])?)
}

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn days_and_times_that_exist_are_dates() {
        for date in [
            "1850",
            "0000",
            "1850-12",
            "1850-12-31",
            "2000-02-29",
            "2024-02-29",
            "2020-01-01T00:00:00Z",
            "2020-01-01t00:00:00z",
            "2020-01-01 23:59:60Z",
            "2020-01-01T00:00:00.123456789+05:30",
            "2020-01-01T00:00:00-00:00",
        ] {
            assert!(is_date(date), "{date}");
        }
    }

    #[test]
    fn everything_else_is_not() {
        for date in [
            "",
            "185",
            "18500",
            "+850",
            "1850-13",
            "1850-00",
            "1850/12",
            "1850-1",
            "1850-12-00",
            "1850-12-32",
            "1850-04-31",
            "1900-02-29",
            "2023-02-29",
            "1850-12-3",
            "1850-12-31T",
            "31.12.1850",
            "2020-01-01T00:00:00",
            "2020-01-01T24:00:00Z",
            "2020-01-01T00:60:00Z",
            "2020-01-01T00:00:61Z",
            "2020-01-01T00:00:00.Z",
            "2020-01-01T00:00:00+24:00",
            "2020-01-01T00:00:00+0000",
            "2020-01-01X00:00:00Z",
            "2020-01-01T00:00:00Zé",
            "１８５０",
            "ééééé",
            "circa 1850",
            "Sun, 06 Nov 1994 08:49:37 GMT",
        ] {
            assert!(!is_date(date), "{date}");
        }
    }
}
