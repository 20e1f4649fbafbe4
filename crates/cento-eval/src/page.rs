//! A study as a Markdown page.

use std::fmt::{Display, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

/// Where the page goes and what its head says.
#[derive(Args)]
pub(crate) struct PageArguments {
    /// The page to write; without it, the page goes to standard output
    #[arg(long)]
    out: Option<PathBuf>,
    /// What the collections are, in words, in the order given
    #[arg(long)]
    data: Vec<String>,
    /// The commit measured
    #[arg(long)]
    commit: Option<String>,
    /// The machine; from /proc/cpuinfo when not given
    #[arg(long)]
    machine: Option<String>,
    /// The day of the measurement
    #[arg(long)]
    date: Option<String>,
    /// A Markdown file whose text stands in front of the tables: what holds and what does not
    #[arg(long)]
    reading: Option<PathBuf>,
}

impl PageArguments {
    /// The collection at `at` in words: as given, else by the name of its file.
    pub(crate) fn data(&self, at: usize, path: &std::path::Path) -> String {
        self.data.get(at).cloned().unwrap_or_else(|| {
            let name = path.file_name().unwrap_or(path.as_os_str());
            name.to_string_lossy().into_owned()
        })
    }

    /// Writes the page: title, what was measured, the reading, the tables.
    pub(crate) fn write(
        &self,
        title: &str,
        command: &str,
        data: &[String],
        body: &str,
    ) -> Result<()> {
        let mut page = format!("# {title}\n\n");
        if let Some(reading) = &self.reading {
            let text = std::fs::read_to_string(reading)
                .with_context(|| format!("cannot read {}", reading.display()))?;
            let _ = writeln!(page, "{}\n", text.trim());
        }
        let _ = writeln!(page, "## How it was measured\n");
        let _ = writeln!(page, "- Command: `{command}`");
        for data in data {
            let _ = writeln!(page, "- Data: {data}");
        }
        let commit = self.commit.as_deref().unwrap_or("not given");
        let machine = self.machine.clone().unwrap_or_else(machine);
        let _ = writeln!(page, "- Commit: {commit}\n- Machine: {machine}");
        if let Some(date) = &self.date {
            let _ = writeln!(page, "- Date: {date}");
        }
        let _ = write!(page, "\n{}\n", body.trim_end());
        match &self.out {
            Some(path) => std::fs::write(path, page)
                .with_context(|| format!("cannot write {}", path.display())),
            None => {
                use std::io::Write;
                Ok(std::io::stdout().lock().write_all(page.as_bytes())?)
            }
        }
    }
}

/// The processor's name and the number of threads it runs.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{name}, {threads} threads")
}

/// A Markdown table. The first column is text, the others are numbers.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub(crate) fn new<S: Display>(headings: impl IntoIterator<Item = S>) -> Self {
        let mut table = Self { rows: Vec::new() };
        table.row(headings);
        table
    }

    /// Appends a row.
    pub(crate) fn row<S: Display>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows
            .push(cells.into_iter().map(|cell| cell.to_string()).collect());
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, row) in self.rows.iter().enumerate() {
            writeln!(f, "| {} |", row.join(" | "))?;
            if at == 0 {
                writeln!(f, "|---|{}", "--:|".repeat(row.len() - 1))?;
            }
        }
        Ok(())
    }
}

/// A share as a percentage with one digit behind the point.
pub(crate) fn percent(part: f64, whole: f64) -> String {
    if whole == 0.0 {
        return "-".to_owned();
    }
    format!("{:.1}", 100.0 * part / whole)
}
