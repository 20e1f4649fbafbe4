//! The figures of the paper.
//!
//! - Source: Yalniz, Can and Manmatha, Partial Duplicate Detection for Large Book Collections, CIKM 2011, table 3.

/// Sets of books.
pub(super) const SETS: [&str; 5] = ["training", "1K", "3K (French)", "100K", "partial"];

/// A method with precision and recall on each of the [`SETS`].
pub(super) type Row = (&'static str, [(&'static str, &'static str); 5]);

/// Table 3.
pub(super) const FOUND: [Row; 5] = [
    (
        "DUPNIQ-cs",
        [
            ("0.971", "0.985"),
            ("1.000", "0.945"),
            ("0.940", "0.940"),
            ("0.903", "0.933"),
            ("0.989", "0.808"),
        ],
    ),
    (
        "DUPNIQ-its",
        [
            ("1.000", "0.985"),
            ("1.000", "0.957"),
            ("0.991", "0.944"),
            ("0.996", "0.833"),
            ("0.995", "0.919"),
        ],
    ),
    (
        "unique words",
        [
            ("0.956", "0.970"),
            ("0.979", "0.937"),
            ("0.833", "0.915"),
            ("0.593", "0.929"),
            ("-", "-"),
        ],
    ),
    (
        "vocabulary",
        [
            ("0.970", "0.940"),
            ("0.987", "0.887"),
            ("0.958", "0.722"),
            ("0.440", "0.741"),
            ("-", "-"),
        ],
    ),
    (
        "shingling, n = 4, p = 50",
        [
            ("0.971", "1.000"),
            ("0.983", "0.941"),
            ("0.932", "0.892"),
            ("0.992", "0.720"),
            ("0.963", "0.799"),
        ],
    ),
];
