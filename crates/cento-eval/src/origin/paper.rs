//! The figures of Abdel-Hamid, Behzadi, Christoph and Henzinger 2009, on their blogs unless it says otherwise.

/// Selections: our scheme, their name, and the share of shingles they send (table 3; `Hs` and `All` from the text).
/// Their shares for hash-breaking and DCT are those of short chunks joined to the next, though the text says that
/// they are left out.
pub(super) const SELECTIONS: &[(&str, &str, &str)] = &[
    ("kgram:k=8", "All", "100"),
    ("every:k=8,step=4", "4th", "25"),
    ("every:k=8,step=6", "6th", "17"),
    ("every:k=8,step=8", "8th", "13"),
    ("modp:k=8,p=2,trim=true", "NM2", "15"),
    ("modp:k=8,p=3,trim=true", "NM3", "15"),
    ("modp:k=8,p=4", "M4", "25"),
    ("modp:k=8,p=4,trim=true", "NM4", "14"),
    ("modp:k=8,p=5", "M5", "20"),
    ("modp:k=8,p=5,trim=true", "NM5", "14"),
    ("modp:k=8,p=6", "M6", "16"),
    ("modp:k=8,p=6,trim=true", "NM6", "12.5"),
    ("modp:k=8,p=7", "M7", "14"),
    ("modp:k=8,p=7,trim=true", "NM7", "11"),
    ("modp:k=8,p=8", "M8", "12"),
    ("modp:k=8,p=8,trim=true", "NM8", "10"),
    ("winnow:k=8,window=5,trim=true", "NW5", "16"),
    ("winnow:k=8,window=6,trim=true", "NW6", "17"),
    ("winnow:k=8,window=7,trim=true", "NW7", "16.5"),
    ("winnow:k=8,window=8", "W8", "23.5"),
    ("winnow:k=8,window=8,trim=true", "NW8", "17"),
    ("winnow:k=8,window=9", "W9", "21"),
    ("winnow:k=8,window=9,trim=true", "NW9", "16"),
    ("hailstorm:k=8", "Hs", "25"),
    ("hailstorm:k=8,trim=true", "NHs", "17"),
    ("breaks:p=3,short=merge", "Hb3", "20"),
    ("breaks:p=4,short=merge", "Hb4", "15"),
    ("breaks:p=5,short=merge", "Hb5", "12"),
    ("breaks:p=6,short=merge", "Hb6", "10"),
    ("breaks:p=7,short=merge", "Hb7", ""),
    ("breaks:p=8,short=merge", "Hb8", "8"),
    ("breaks:p=3,short=drop", "", ""),
    ("dct:p=3,short=merge", "Dct3", "20"),
    ("dct:p=4,short=merge", "Dct4", "15"),
    ("dct:p=5,short=merge", "Dct5", "12"),
    ("dct:p=6,short=merge", "Dct6", "10"),
    ("dct:p=7,short=merge", "Dct7", ""),
    ("dct:p=8,short=merge", "Dct8", "8"),
];

/// The best of each family, which tables 4 to 7 show.
pub(super) const BEST: [&str; 7] = ["All", "NHs", "4th", "NW8", "NM3", "Hb3", "Dct8"];

/// Table 1: documents, shingles a document, per cent with a dominant origin, tokens of a copied block, shingles
/// copied.
pub(super) const STATISTICS: [(&str, [&str; 5]); 2] = [
    ("their blogs", ["8666731", "197", "94", "17", "36"]),
    ("their Swiss pages", ["1360393", "570", "92", "13", "16"]),
];

/// A column of a table by the eight sizes: `-` where they leave one out, and the mean at the end.
pub(super) type Column = [&'static str; 9];

/// Table 4: dominant origins of version A, in the order of [`BEST`].
pub(super) const DO_A: [Column; 7] = [
    [
        "83.2", "79.8", "77.2", "75.7", "74.3", "73.6", "73.2", "72.9", "76.2",
    ],
    [
        "98.8", "97.3", "84.6", "79.8", "77.5", "75.8", "74.7", "73.7", "82.8",
    ],
    [
        "89.5", "83.2", "78.5", "76.5", "75.1", "74.0", "73.4", "72.8", "77.9",
    ],
    [
        "98.2", "96.2", "84.3", "79.5", "77.3", "75.7", "74.6", "73.6", "82.4",
    ],
    [
        "96.7", "95.7", "85.1", "79.4", "77.3", "75.7", "74.6", "73.7", "82.3",
    ],
    [
        "96.9", "95.6", "84.6", "79.3", "77.1", "75.6", "74.6", "73.6", "82.2",
    ],
    [
        "90.0", "90.0", "89.5", "82.8", "77.6", "76.3", "75.3", "74.0", "81.9",
    ],
];

/// Table 5: those of version B.
pub(super) const DO_B: [Column; 7] = [
    ["99.2", "-", "-", "90.6", "-", "-", "79.7", "-", "88.0"],
    ["98.5", "-", "-", "93.7", "-", "-", "84.3", "-", "91.0"],
    ["88.9", "-", "-", "86.0", "-", "-", "79.6", "-", "84.0"],
    ["98.0", "-", "-", "92.9", "-", "-", "83.5", "-", "90.2"],
    ["96.3", "-", "-", "92.0", "-", "-", "83.1", "-", "89.3"],
    ["96.8", "-", "-", "91.8", "-", "-", "82.5", "-", "89.2"],
    ["85.1", "-", "-", "85.1", "-", "-", "82.8", "-", "84.1"],
];

/// Table 6: the freshness of tokens of version A.
pub(super) const TF_A: [Column; 7] = [
    ["97.7", "-", "-", "86.9", "-", "-", "78.2", "-", "85.7"],
    ["93.7", "-", "-", "86.2", "-", "-", "77.2", "-", "84.5"],
    ["89.7", "-", "-", "82.7", "-", "-", "75.0", "-", "81.1"],
    ["93.4", "-", "-", "86.2", "-", "-", "77.3", "-", "84.3"],
    ["91.6", "-", "-", "84.9", "-", "-", "76.5", "-", "83.2"],
    ["90.7", "-", "-", "84.8", "-", "-", "77.1", "-", "83.1"],
    ["87.5", "-", "-", "84.4", "-", "-", "77.3", "-", "82.5"],
];

/// Table 6: that of version B.
pub(super) const TF_B: [Column; 7] = [
    ["98.4", "-", "-", "90.5", "-", "-", "81.4", "-", "87.9"],
    ["93.6", "-", "-", "89.6", "-", "-", "81.6", "-", "87.2"],
    ["89.7", "-", "-", "85.1", "-", "-", "77.9", "-", "83.2"],
    ["93.5", "-", "-", "89.4", "-", "-", "81.4", "-", "87.0"],
    ["91.7", "-", "-", "88.1", "-", "-", "80.5", "-", "85.8"],
    ["90.8", "-", "-", "88.1", "-", "-", "81.6", "-", "86.0"],
    ["86.2", "-", "-", "85.9", "-", "-", "82.7", "-", "84.6"],
];

/// Table 7: overall scores in the order of [`BEST`], versions A and B, on blogs and on Swiss pages.
pub(super) const OVERALL: [(&str, [&str; 7]); 4] = [
    (
        "their blogs, A",
        ["81.0", "83.6", "79.5", "83.4", "82.7", "82.6", "82.2"],
    ),
    (
        "their blogs, B",
        ["87.9", "89.1", "83.6", "88.7", "87.6", "87.6", "84.3"],
    ),
    (
        "their Swiss pages, A",
        ["80.9", "81.6", "76.0", "81.4", "81.8", "81.1", "79.3"],
    ),
    (
        "their Swiss pages, B",
        ["90.6", "88.0", "79.2", "87.6", "87.7", "86.7", "59.7"],
    ),
];

/// Table 8: the means of dominant origins, of freshness, and overall, by eviction, without estimation: All, NHs.
pub(super) const EVICTIONS: [(&str, [&str; 3], [&str; 3]); 4] = [
    ("random", ["76.2", "85.7", "80.7"], ["82.8", "84.3", "83.5"]),
    ("lru", ["78.9", "83.7", "81.3"], ["86.0", "85.3", "85.6"]),
    (
        "copy-count",
        ["81.1", "81.8", "81.4"],
        ["88.3", "84.2", "86.2"],
    ),
    ("lucky", ["80.4", "87.7", "84.1"], ["86.7", "84.4", "85.5"]),
];

/// Table 9: the same for NHs by eviction and estimation, and table 10 for All (in which the paper has put the headings of
/// its two metrics the wrong way round: its text says so).
pub(super) const ESTIMATIONS: [(&str, &str, [&str; 3], [&str; 3]); 8] = [
    (
        "copy-count",
        "none",
        ["88.3", "84.2", "86.2"],
        ["81.0", "81.8", "81.4"],
    ),
    (
        "copy-count",
        "expansion",
        ["88.7", "84.2", "86.4"],
        ["82.7", "81.8", "82.2"],
    ),
    (
        "copy-count",
        "bridging",
        ["87.6", "85.0", "86.3"],
        ["81.5", "81.9", "81.7"],
    ),
    (
        "copy-count",
        "both",
        ["88.4", "84.5", "86.5"],
        ["82.3", "81.7", "82.0"],
    ),
    (
        "lucky",
        "none",
        ["86.7", "84.4", "85.5"],
        ["80.3", "87.7", "84.0"],
    ),
    (
        "lucky",
        "expansion",
        ["89.7", "86.2", "87.9"],
        ["87.7", "88.5", "88.1"],
    ),
    (
        "lucky",
        "bridging",
        ["89.7", "87.1", "88.4"],
        ["86.6", "88.4", "87.5"],
    ),
    (
        "lucky",
        "both",
        ["91.0", "87.2", "89.1"],
        ["87.9", "88.6", "88.3"],
    ),
];

/// Table 11: shingles that only estimation labels, and the per cent of them labelled rightly.
pub(super) const EXTRA: [(&str, &str); 8] = [
    ("6694", "10.5"),
    ("8139", "30.8"),
    ("33003", "84.8"),
    ("122614", "96.6"),
    ("163484", "98.3"),
    ("155107", "98.6"),
    ("154093", "98.8"),
    ("133737", "98.6"),
];
