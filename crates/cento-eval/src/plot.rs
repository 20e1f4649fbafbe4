//! Line charts as SVG, for pages of studies.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};

/// A chart: what it shows, its axes, and its lines.
pub(crate) struct Plot {
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) lines: Vec<Line>,
}

/// An axis, with what it counts and where it is marked.
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) marks: Vec<f64>,
    pub(crate) is_logarithmic: bool,
}

/// A line through points.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Colours that people with any kind of eyes tell apart (Okabe and Ito 2008), and how lines are dashed besides.
const STYLES: [(&str, &str); 8] = [
    ("#0072b2", ""),
    ("#d55e00", "6 3"),
    ("#009e73", "2 2"),
    ("#cc79a7", "8 3 2 3"),
    ("#56b4e9", ""),
    ("#e69f00", "6 3"),
    ("#000000", "2 2"),
    ("#999999", "8 3 2 3"),
];

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 48.0;

impl Axis {
    /// From 0 to 1 along the axis.
    fn place(&self, value: f64) -> f64 {
        let scaled = |value: f64| match self.is_logarithmic {
            true => value.max(f64::MIN_POSITIVE).ln(),
            false => value,
        };
        let ends = self.marks.iter().map(|&mark| scaled(mark));
        let (least, most) = ends.fold((f64::MAX, f64::MIN), |(least, most), mark| {
            (least.min(mark), most.max(mark))
        });
        (scaled(value) - least) / (most - least)
    }
}

impl Plot {
    /// The chart as SVG.
    pub(crate) fn svg(&self) -> String {
        let x = |value: f64| LEFT + self.x.place(value) * (WIDTH - LEFT - RIGHT);
        let y = |value: f64| HEIGHT - BOTTOM - self.y.place(value) * (HEIGHT - TOP - BOTTOM);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{}</text>\n",
            escaped(&self.title)
        );
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for &mark in &self.y.marks {
            let at = y(mark);
            let _ = writeln!(
                out,
                "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{mark}</text>",
                LEFT - 6.0,
                at + 4.0
            );
        }
        for &mark in &self.x.marks {
            let at = x(mark);
            let _ = writeln!(
                out,
                "<path d=\"M{at:.1} {bottom}v4\" stroke=\"#666\"/>\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{mark}</text>",
                bottom + 18.0
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (LEFT + right) / 2.0,
            HEIGHT - 8.0,
            escaped(&self.x.label),
            (TOP + bottom) / 2.0,
            escaped(&self.y.label)
        );
        for (at, (line, (colour, dash))) in self.lines.iter().zip(STYLES.iter().cycle()).enumerate()
        {
            let points: Vec<String> = (line.points.iter())
                .map(|&(px, py)| format!("{:.1} {:.1}", x(px), y(py)))
                .collect();
            let key = TOP + 10.0 + 18.0 * at as f64;
            let _ = writeln!(
                out,
                "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>\n\
                 <path d=\"M{:.1} {key}h24\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                points.join("L"),
                right + 10.0,
                right + 40.0,
                key + 4.0,
                escaped(&line.name)
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// Writes the chart to a file.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        std::fs::write(path, self.svg()).with_context(|| format!("cannot write {}", path.display()))
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_between_the_marks() {
        let axis = |is_logarithmic| Axis {
            label: "a < b".to_owned(),
            marks: vec![1.0, 10.0, 100.0],
            is_logarithmic,
        };
        assert_eq!(axis(true).place(10.0), 0.5);
        assert_eq!(axis(false).place(1.0), 0.0);
        assert_eq!(axis(false).place(100.0), 1.0);
        let plot = Plot {
            title: "t".to_owned(),
            x: axis(true),
            y: axis(false),
            lines: vec![Line {
                name: "l".to_owned(),
                points: vec![(1.0, 1.0), (100.0, 100.0)],
            }],
        };
        let svg = plot.svg();
        assert!(svg.contains("M60.0 312.0L470.0 36.0"), "{svg}");
        assert!(svg.contains("a &lt; b"), "{svg}");
    }
}
