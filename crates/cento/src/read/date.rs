//! Which dates are dates: RFC 3339, or `YYYY[-MM[-DD]]`.

/// The time that a date names, in seconds from the beginning of 1970: a year, a month, a day or an
/// instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Time {
    /// First second.
    pub(crate) begin: i64,
    /// One past the last.
    pub(crate) end: i64,
}

const DAY: i64 = 86_400;

impl Time {
    /// Reads a date in one of the forms of the contract.
    pub(crate) fn parse(given: &str) -> Option<Self> {
        if !is_date(given) {
            return None;
        }
        let bytes = given.as_bytes();
        let year = i64::from(year(bytes)?);
        let span = |from: i64, to: i64| Self {
            begin: from * DAY,
            end: to * DAY,
        };
        if bytes.len() == 4 {
            return Some(span(day_number(year, 1, 1), day_number(year + 1, 1, 1)));
        }
        let month = i64::from(month(bytes)?);
        if bytes.len() == 7 {
            let (next_year, next) = (year + month / 12, month % 12 + 1);
            let (from, to) = (day_number(year, month, 1), day_number(next_year, next, 1));
            return Some(span(from, to));
        }
        let day = day_number(year, month, i64::from(two(bytes, 8)?));
        if bytes.len() == 10 {
            return Some(span(day, day + 1));
        }
        let number = |at: usize| two(bytes, at).map(i64::from);
        let clock = number(11)? * 3600 + number(14)? * 60 + number(17)?;
        let zone = match &bytes[bytes.len() - 6..] {
            zone @ [sign @ (b'+' | b'-'), ..] => {
                let zone = i64::from(two(zone, 1)?) * 3600 + i64::from(two(zone, 4)?) * 60;
                if *sign == b'-' { -zone } else { zone }
            }
            _ => 0,
        };
        let begin = day * DAY + clock - zone;
        Some(Self {
            begin,
            end: begin + 1,
        })
    }

    /// The day it begins on, as `YYYY-MM-DD`.
    pub(crate) fn day(self) -> String {
        let day = self.begin.div_euclid(DAY) + 719_468;
        // The inverse of `day_number`, by Euclid: 400 years have 146,097 days.
        let era = day.div_euclid(146_097);
        let of_era = day.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (year, month) = if month < 10 {
            (400 * era + year_of_era, month + 3)
        } else {
            (400 * era + year_of_era + 1, month - 9)
        };
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// Whole days from here to `later`.
    pub(crate) fn days_to(self, later: Self) -> i64 {
        (later.begin - self.begin).div_euclid(DAY)
    }
}

/// Days from the first of January 1970, in the Gregorian calendar, as if it had always been used.
fn day_number(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March end with the leap day.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468
}

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
    use super::{DAY, Time, is_date};

    #[test]
    fn dates_are_times_from_first_to_last_second() {
        for (date, begin, end) in [
            ("1970-01-01", 0, DAY),
            ("1970", 0, 365 * DAY),
            ("1972", 730 * DAY, (730 + 366) * DAY),
            ("1970-12", 334 * DAY, 365 * DAY),
            ("1969-12-31", -DAY, 0),
            ("2000-02-29", 951_782_400, 951_782_400 + DAY),
            ("1600-01-01", -11_676_096_000, -11_676_096_000 + DAY),
            ("1970-01-02T00:00:01Z", DAY + 1, DAY + 2),
            ("1970-01-01T01:00:00.5+01:00", 0, 1),
            ("1969-12-31T19:00:00-05:00", 0, 1),
        ] {
            assert_eq!(Time::parse(date), Some(Time { begin, end }), "{date}");
        }
        for day in [
            "1970-01-01",
            "1600-02-29",
            "0000-12-31",
            "2024-02-29",
            "2100-03-01",
        ] {
            assert_eq!(Time::parse(day).map(Time::day).as_deref(), Some(day));
        }
        assert_eq!(Time::parse("soon"), None);
    }

    #[test]
    fn the_first_day_of_a_time_is_the_day_it_was_read_from() {
        for day in -720_000..40_000 {
            let begin = day * DAY;
            let written = Time {
                begin,
                end: begin + DAY,
            }
            .day();
            if written.len() == 10 && !written.starts_with('-') {
                assert_eq!(
                    Time::parse(&written).map(|time| time.begin),
                    Some(begin),
                    "{written}"
                );
            }
        }
        assert_eq!(
            Time::parse("2024-03").map(Time::day).as_deref(),
            Some("2024-03-01")
        );
        assert_eq!(
            Time::parse("0000").map(Time::day).as_deref(),
            Some("0000-01-01")
        );
    }

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
