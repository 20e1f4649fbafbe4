//! Parquet files.

use super::rows::rows;

pub(super) fn run(data: &[u8]) {
    rows("input.parquet", data);
}
