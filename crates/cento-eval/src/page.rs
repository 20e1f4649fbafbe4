//! A study as a Markdown page.

use std::fmt::{Display, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

/// The heading that ends what a person wrote.
const MEASURED: &str = "## How it was measured";

/// Where the page goes and what its head says.
#[derive(Args)]
pub(crate) struct PageArguments {
    /// The page to write; without it, the page goes to standard output. What a person wrote between
    /// its title and its first heading stays
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
}

impl PageArguments {
    /// The collection at `at` in words: as given, else by the name of its file.
    pub(crate) fn data(&self, at: usize, path: &std::path::Path) -> String {
        self.data.get(at).cloned().unwrap_or_else(|| {
            let name = path.file_name().unwrap_or(path.as_os_str());
            name.to_string_lossy().into_owned()
        })
    }

    /// The folder the page goes to, where it goes to a file.
    pub(crate) fn folder(&self) -> Option<&std::path::Path> {
        self.out.as_deref()?.parent()
    }

    /// What the page that is to be replaced says before its figures.
    fn reading(&self) -> Option<String> {
        let old = std::fs::read_to_string(self.out.as_ref()?).ok()?;
        let (head, _) = old.split_once(MEASURED)?;
        let (_, reading) = head.split_once('\n')?;
        Some(reading.trim().to_owned()).filter(|reading| !reading.is_empty())
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
        if let Some(reading) = self.reading() {
            let _ = writeln!(page, "{reading}\n");
        }
        let _ = writeln!(page, "{MEASURED}\n");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_wrote_stays_when_a_page_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("page.md");
        let arguments = PageArguments {
            out: Some(out.clone()),
            data: Vec::new(),
            commit: Some("abc".to_owned()),
            machine: Some("a machine".to_owned()),
            date: None,
        };
        let write = |body: &str| arguments.write("Title", "run", &["data".to_owned()], body);
        write("first figures").unwrap();
        let page = std::fs::read_to_string(&out).unwrap();
        std::fs::write(
            &out,
            page.replacen("# Title\n", "# Title\n\nIt holds.\n", 1),
        )
        .unwrap();
        write("second figures").unwrap();
        let page = std::fs::read_to_string(&out).unwrap();
        assert!(
            page.starts_with("# Title\n\nIt holds.\n\n## How it was measured\n"),
            "{page}"
        );
        assert!(page.contains("second") && !page.contains("first"), "{page}");
    }

    #[test]
    fn tables_have_a_rule_under_their_headings() {
        let mut table = Table::new(["a", "b", "c"]);
        table.row([1, 2, 3]);
        assert_eq!(
            table.to_string(),
            "| a | b | c |\n|---|--:|--:|\n| 1 | 2 | 3 |\n"
        );
        assert_eq!(percent(1.0, 8.0), "12.5");
        assert_eq!(percent(0.0, 0.0), "-");
    }
}
