//! The figures of the paper.
//!
//! - Source: Mittelbach, Lehmann, Rensing and Steinmetz, Automatic Detection of Local Reuse, EC-TEL 2010, table 1.

use super::way::Way;
use cento::fingerprint::Mile;

/// A row of table 1: F1 of each class where it can be read in the scan, the mean, its deviation, and bytes a document.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) way: Way,
    pub(super) classes: [&'static str; 7],
    pub(super) f1: f64,
    pub(super) deviation: f64,
    pub(super) bytes: u32,
}

const fn mile(bits: u32, length: u32, overleap: u32) -> Way {
    Way::Mile(Mile {
        bits,
        length,
        overleap,
    })
}

const fn row(
    (name, way): (&'static str, Way),
    classes: [&'static str; 7],
    (f1, deviation): (f64, f64),
    bytes: u32,
) -> Row {
    Row {
        name,
        way,
        classes,
        f1,
        deviation,
        bytes,
    }
}

/// Table 1.
#[rustfmt::skip]
pub(super) const TABLE: [Row; 13] = [
    row(("2-gram", Way::Keys("kgram:k=2")), ["", "", "", "", "0.818", "", ""], (0.901, 0.012), 600),
    row(("3-gram", Way::Keys("kgram:k=3")), ["", "", "", "", "0.749", "", ""], (0.873, 0.009), 600),
    row(("0 mod 4, k=2", Way::Keys("modp:k=2,p=4")), ["0.901", "0.716", "0.817", "0.713", "0.628", "0.908", "0.995"], (0.811, 0.010), 150),
    row(("0 mod 6, k=2", Way::Keys("modp:k=2,p=6")), ["0.902", "0.701", "0.760", "0.673", "0.526", "0.875", "0.986"], (0.775, 0.013), 100),
    row(("winnowing k=2, w=4", Way::Keys("winnow:k=2,window=4")), ["0.905", "0.781", "0.871", "0.778", "0.735", "0.909", "0.995"], (0.853, 0.011), 240),
    row(("winnowing k=3, w=6", Way::Keys("winnow:k=3,window=6")), ["0.882", "0.758", "0.853", "0.783", "0.682", "0.876", "0.993"], (0.832, 0.010), 171),
    row(("MiLe b=2, m=8", mile(2, 8, 1)), ["0.915", "0.853", "0.854", "0.781", "0.594", "0.772", "0.959"], (0.818, 0.010), 75),
    row(("MiLe b=3, m=5", mile(3, 5, 1)), ["0.928", "0.864", "0.837", "0.818", "0.712", "0.886", "0.984"], (0.861, 0.010), 113),
    row(("MiLe b=4, m=4", mile(4, 4, 1)), ["0.925", "0.890", "0.894", "0.802", "0.734", "0.937", "0.998"], (0.883, 0.014), 150),
    row(("MiLe b=5, m=4", mile(5, 4, 1)), ["0.926", "0.905", "0.896", "0.871", "0.813", "0.957", "1.0"], (0.910, 0.010), 188),
    row(("MiLe b=3, m=5, o=6", mile(3, 5, 6)), ["0.924", "0.796", "0.824", "0.755", "0.554", "0.833", "0.982"], (0.810, 0.019), 94),
    row(("MiLe b=4, m=5, o=4", mile(4, 5, 4)), ["0.904", "0.844", "0.900", "0.797", "0.736", "0.896", "0.992"], (0.867, 0.013), 188),
    row(("MiLe b=4, m=5, o=5", mile(4, 5, 5)), ["0.913", "0.774", "0.850", "0.751", "0.670", "0.900", "0.995"], (0.836, 0.014), 150),
];
