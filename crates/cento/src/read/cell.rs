//! One value of an Arrow column, as text or as JSON.

use std::borrow::Cow;

use arrow::array::{Array, AsArray, StructArray};
use arrow::datatypes::{
    DataType, Date32Type, Date64Type, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type,
    Int32Type, Int64Type, TimeUnit, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow::util::display::{ArrayFormatter, FormatOptions};

use super::json;
use super::text::decode;

/// A value that can stand in a field of a document.
#[derive(Debug, PartialEq)]
pub(super) enum Cell<'a> {
    Null,
    /// A string, or bytes that were meant as one.
    String {
        text: Cow<'a, str>,
        replaced: u32,
    },
    Integer(i128),
    Float(f64),
    /// A day or moment, as RFC 3339 has it.
    Date(String),
    Other,
}

impl<'a> Cell<'a> {
    /// The value of `column` at `row`, which must be inside it.
    pub(super) fn of(column: &'a dyn Array, row: usize) -> Self {
        if column.is_null(row) {
            return Self::Null;
        }
        let bytes = |bytes: &'a [u8]| {
            let (text, replaced) = decode(bytes);
            Self::String { text, replaced }
        };
        let string = |text: &'a str| Self::String {
            text: text.into(),
            replaced: 0,
        };
        match column.data_type() {
            DataType::Null => Self::Null,
            DataType::Utf8 => string(column.as_string::<i32>().value(row)),
            DataType::LargeUtf8 => string(column.as_string::<i64>().value(row)),
            DataType::Utf8View => string(column.as_string_view().value(row)),
            DataType::Binary => bytes(column.as_binary::<i32>().value(row)),
            DataType::LargeBinary => bytes(column.as_binary::<i64>().value(row)),
            DataType::BinaryView => bytes(column.as_binary_view().value(row)),
            DataType::Dictionary(..) => {
                let dictionary = column.as_any_dictionary();
                let key = integer(dictionary.keys(), row).and_then(|key| usize::try_from(key).ok());
                match key.filter(|key| *key < dictionary.values().len()) {
                    Some(key) => Self::of(dictionary.values(), key),
                    None => Self::Null,
                }
            }
            DataType::Float16 => {
                Self::Float(column.as_primitive::<Float16Type>().value(row).into())
            }
            DataType::Float32 => {
                // Through text: 0.1 in 32 bits should not become 0.10000000149011612.
                let short = column.as_primitive::<Float32Type>().value(row).to_string();
                Self::Float(short.parse().unwrap_or(f64::NAN))
            }
            DataType::Float64 => Self::Float(column.as_primitive::<Float64Type>().value(row)),
            DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => {
                moment(column, row).map_or(Self::Other, Self::Date)
            }
            _ => integer(column, row).map_or(Self::Other, Self::Integer),
        }
    }
}

fn integer(column: &dyn Array, row: usize) -> Option<i128> {
    Some(match column.data_type() {
        DataType::Int8 => column.as_primitive::<Int8Type>().value(row).into(),
        DataType::Int16 => column.as_primitive::<Int16Type>().value(row).into(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).into(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into(),
        DataType::UInt8 => column.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => column.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(row).into(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).into(),
        _ => return None,
    })
}

const NANOS: i128 = 1_000_000_000;
const DAY: i128 = 86_400 * NANOS;

/// A day as `YYYY-MM-DD`, a moment as RFC 3339 in UTC; `None` outside the years 0 to 9999.
fn moment(column: &dyn Array, row: usize) -> Option<String> {
    let nanos = match column.data_type() {
        DataType::Date32 => {
            return day(column.as_primitive::<Date32Type>().value(row).into());
        }
        DataType::Date64 => {
            i128::from(column.as_primitive::<Date64Type>().value(row)) * (NANOS / 1000)
        }
        DataType::Timestamp(unit, _) => match unit {
            TimeUnit::Second => {
                i128::from(column.as_primitive::<TimestampSecondType>().value(row)) * NANOS
            }
            TimeUnit::Millisecond => {
                let millis = column.as_primitive::<TimestampMillisecondType>().value(row);
                i128::from(millis) * (NANOS / 1000)
            }
            TimeUnit::Microsecond => {
                let micros = column.as_primitive::<TimestampMicrosecondType>().value(row);
                i128::from(micros) * (NANOS / 1_000_000)
            }
            TimeUnit::Nanosecond => column
                .as_primitive::<TimestampNanosecondType>()
                .value(row)
                .into(),
        },
        _ => return None,
    };
    let date = day(nanos.div_euclid(DAY).try_into().ok()?)?;
    if *column.data_type() == DataType::Date64 {
        return Some(date);
    }
    let within = nanos.rem_euclid(DAY);
    let (seconds, fraction) = (within / NANOS, within % NANOS);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = format!("{date}T{hour:02}:{minute:02}:{second:02}");
    if fraction > 0 {
        text += format!(".{fraction:09}").trim_end_matches('0');
    }
    text.push('Z');
    Some(text)
}

/// The day that is `days` after 1970-01-01, in the Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-compatible low-level date algorithms". Years begin in March,
/// so that the day that is sometimes missing is the last.
fn day(days: i64) -> Option<String> {
    let days = days.checked_add(719_468)?;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (0..=9999)
        .contains(&year)
        .then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// Appends the value as JSON.
pub(super) fn push_json(column: &dyn Array, row: usize, out: &mut String) {
    if let DataType::Boolean = column.data_type()
        && column.is_valid(row)
    {
        *out += if column.as_boolean().value(row) {
            "true"
        } else {
            "false"
        };
        return;
    }
    match Cell::of(column, row) {
        Cell::Null => *out += "null",
        Cell::String { text, .. } => *out += &json::quoted(&text),
        Cell::Integer(value) => *out += &value.to_string(),
        // What is not finite has no number in JSON.
        Cell::Float(value) => *out += &serde_json::Value::from(value).to_string(),
        Cell::Date(text) => *out += &json::quoted(&text),
        Cell::Other => push_other(column, row, out),
    }
}

fn push_other(column: &dyn Array, row: usize, out: &mut String) {
    match column.data_type() {
        DataType::List(_) => push_list(&column.as_list::<i32>().value(row), out),
        DataType::LargeList(_) => push_list(&column.as_list::<i64>().value(row), out),
        DataType::FixedSizeList(..) => push_list(&column.as_fixed_size_list().value(row), out),
        DataType::Struct(_) => push_struct(column.as_struct(), row, out),
        DataType::Map(..) => push_map(&column.as_map().value(row), out),
        kind => {
            let options = FormatOptions::default();
            let text = ArrayFormatter::try_new(column, &options)
                .and_then(|formatter| formatter.value(row).try_to_string())
                .unwrap_or_default();
            let is_number = kind.is_decimal() && serde_json::from_str::<f64>(&text).is_ok();
            *out += &if is_number { text } else { json::quoted(&text) };
        }
    }
}

fn push_list(values: &dyn Array, out: &mut String) {
    out.push('[');
    for at in 0..values.len() {
        if at > 0 {
            out.push(',');
        }
        push_json(values, at, out);
    }
    out.push(']');
}

fn push_struct(values: &StructArray, row: usize, out: &mut String) {
    out.push('{');
    for (at, (field, column)) in values.fields().iter().zip(values.columns()).enumerate() {
        if at > 0 {
            out.push(',');
        }
        *out += &json::quoted(field.name());
        out.push(':');
        push_json(column, row, out);
    }
    out.push('}');
}

/// A map's entries, keys and values, as an object.
fn push_map(entries: &StructArray, out: &mut String) {
    out.push('{');
    if let [keys, values] = entries.columns() {
        for at in 0..entries.len() {
            if at > 0 {
                out.push(',');
            }
            let mut key = String::new();
            push_json(keys, at, &mut key);
            // Keys of an object are strings, whatever they were.
            *out += &if key.starts_with('"') {
                key
            } else {
                json::quoted(&key)
            };
            out.push(':');
            push_json(values, at, out);
        }
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_count_from_1970() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (-43_829, "1850-01-01"),
            (-719_528, "0000-01-01"),
            (2_932_896, "9999-12-31"),
        ] {
            assert_eq!(day(days).as_deref(), Some(expected));
        }
        assert_eq!(day(-719_529), None);
        assert_eq!(day(2_932_897), None);
        assert_eq!(day(i64::MAX), None);
    }
}
