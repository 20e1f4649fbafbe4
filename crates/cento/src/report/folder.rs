//! A folder of result files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::cluster::ClusterRow;
use super::edition::{PortionRow, WorkRow};
use super::frame::FrameRow;
use super::graph::{Graph, GraphFormat};
use super::html::Report;
use super::model::{DocumentRow, PairRow, SkippedRow};
use super::passage::PassageRow;
use super::sink::Sink;
use super::slide::{LineageRow, SlideRow};
use super::table::Row;
use super::writer::{Format, Pending, Table};
use crate::error::{Error, Result};

/// Files beside the tables.
const RUN: &str = "run.json";
const TIMING: &str = "timing.json";
const REPORT: &str = "report.html";

/// Writes every table as a file. They appear together when all are complete; a run that ends before
/// leaves what was there untouched.
pub struct Folder {
    path: PathBuf,
    format: Format,
    pairs: Table,
    passages: Table,
    clusters: Table,
    documents: Table,
    skipped: Table,
    /// Portions and works, where they are looked for.
    editions: Option<(Table, Table)>,
    /// Those that few collections have, once there is a row, by name.
    others: BTreeMap<&'static str, Table>,
    graph: Option<(Graph, Vec<GraphFormat>)>,
    /// Whether the folder was made for this run, and goes with it if it fails. Fields are dropped
    /// in order: the tables are gone by then.
    made: Option<MadeFolder>,
}

impl Folder {
    /// The files that a run in these formats writes.
    pub fn files(format: Format, graphs: &[GraphFormat]) -> impl Iterator<Item = String> {
        let tables = tables(format);
        let graphs = graphs.iter().map(|graph| graph.file());
        let others = [RUN, TIMING, REPORT].into_iter().chain(graphs);
        let others: Vec<String> = others.map(str::to_owned).collect();
        tables.into_iter().chain(others)
    }

    /// Begins all tables in `path`, which is made if need be.
    pub fn create(path: &Path, format: Format) -> Result<Self> {
        let made = (!path.exists()).then(|| MadeFolder {
            path: path.to_path_buf(),
        });
        fs::create_dir_all(path).map_err(Error::io("create", path))?;
        Ok(Self {
            path: path.to_path_buf(),
            format,
            pairs: Table::create::<PairRow>(path, format)?,
            passages: Table::create::<PassageRow<'_>>(path, format)?,
            clusters: Table::create::<ClusterRow>(path, format)?,
            documents: Table::create::<DocumentRow>(path, format)?,
            skipped: Table::create::<SkippedRow>(path, format)?,
            editions: None,
            others: BTreeMap::new(),
            graph: None,
            made,
        })
    }

    /// Adds the tables of portions and works.
    pub fn with_editions(mut self) -> Result<Self> {
        let (path, format) = (&self.path, self.format);
        let portions = Table::create::<PortionRow<'_>>(path, format)?;
        self.editions = Some((portions, Table::create::<WorkRow>(path, format)?));
        Ok(self)
    }

    /// Adds the graph of documents, in these formats; what outgrows memory goes to a file in `temp`.
    #[must_use]
    pub fn with_graphs(mut self, graphs: &[GraphFormat], temp: &Path) -> Self {
        if !graphs.is_empty() {
            self.graph = Some((Graph::new(temp), graphs.to_vec()));
        }
        self
    }

    /// A row of a table that few collections have.
    fn other<R: Row>(&mut self, row: &R) -> Result<()> {
        let table = match self.others.entry(R::TABLE) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(none) => none.insert(Table::create::<R>(&self.path, self.format)?),
        };
        table.write(&row.cells())
    }

    /// Completes all files, with `run.json`, `timing.json` and, where there is one, the report beside
    /// the tables.
    pub fn finish(
        self,
        run: &impl Serialize,
        timing: &impl Serialize,
        report: Option<&Report>,
    ) -> Result<()> {
        let report = report
            .map(|report| report.write(&self.path.join(REPORT), run))
            .transpose()?;
        // A page, a graph or tables of the run before would show something else than this.
        let is_again = self.path.join(RUN).is_file();
        let mut old: Vec<String> = Vec::new();
        if is_again {
            let graphs = self.graph.as_ref().map_or(&[][..], |(_, graphs)| graphs);
            old.extend(report.is_none().then(|| REPORT.to_owned()));
            let not_written = GraphFormat::ALL
                .iter()
                .filter(|graph| !graphs.contains(graph));
            old.extend(not_written.map(|graph| graph.file().to_owned()));
            let others = Format::ALL.iter().filter(|&&other| other != self.format);
            old.extend(others.flat_map(|&other| tables(other)));
            let has_editions = self.editions.is_some();
            let tables = tables(self.format).into_iter();
            old.extend(tables.filter(|name| match name.split('.').next() {
                Some(PortionRow::TABLE | WorkRow::TABLE) => !has_editions,
                Some(name) => OTHERS.contains(&name) && !self.others.contains_key(name),
                None => false,
            }));
        }
        let mut files = vec![
            self.pairs.finish()?,
            self.passages.finish()?,
            self.clusters.finish()?,
            self.documents.finish()?,
            self.skipped.finish()?,
            json(&self.path.join(RUN), run)?,
            json(&self.path.join(TIMING), timing)?,
        ];
        if let Some((portions, works)) = self.editions {
            files.extend([portions.finish()?, works.finish()?]);
        }
        for table in self.others.into_values() {
            files.push(table.finish()?);
        }
        if let Some((mut graph, formats)) = self.graph {
            for format in formats {
                files.push(graph.write(&self.path, format)?);
            }
        }
        if let Some(made) = self.made {
            std::mem::forget(made);
        }
        let mut files = files.into_iter().chain(report);
        files.try_for_each(Pending::persist)?;
        for path in old.into_iter().map(|name| self.path.join(name)) {
            if path.is_file() {
                fs::remove_file(&path).map_err(Error::io("remove", &path))?;
            }
        }
        Ok(())
    }
}

/// Tables that are written once there is a row.
const OTHERS: &[&str] = &[SlideRow::TABLE, LineageRow::TABLE, FrameRow::TABLE];

/// The files of the tables.
fn tables(format: Format) -> Vec<String> {
    let tables = [
        PairRow::TABLE,
        PassageRow::TABLE,
        ClusterRow::TABLE,
        DocumentRow::TABLE,
        SkippedRow::TABLE,
        PortionRow::TABLE,
        WorkRow::TABLE,
    ];
    let tables = tables.iter().chain(OTHERS);
    tables
        .map(|table| format!("{table}.{}", format.extension()))
        .collect()
}

impl Sink for Folder {
    fn pair(&mut self, row: &PairRow) -> Result<()> {
        if let Some((graph, _)) = &mut self.graph {
            graph.pair(row)?;
        }
        self.pairs.write(&row.cells())
    }

    fn passage(&mut self, row: &PassageRow<'_>) -> Result<()> {
        if let Some((graph, _)) = &mut self.graph {
            graph.passage(row)?;
        }
        self.passages.write(&row.cells())
    }

    fn portion(&mut self, row: &PortionRow<'_>) -> Result<()> {
        match &mut self.editions {
            Some((portions, _)) => portions.write(&row.cells()),
            None => Ok(()),
        }
    }

    fn slide(&mut self, row: &SlideRow<'_>) -> Result<()> {
        self.other(row)
    }

    fn lineage(&mut self, row: &LineageRow) -> Result<()> {
        self.other(row)
    }

    fn frame(&mut self, row: &FrameRow<'_>) -> Result<()> {
        self.other(row)
    }

    fn work(&mut self, row: &WorkRow) -> Result<()> {
        match &mut self.editions {
            Some((_, works)) => works.write(&row.cells()),
            None => Ok(()),
        }
    }

    fn cluster(&mut self, row: &ClusterRow) -> Result<()> {
        self.clusters.write(&row.cells())
    }

    fn document(&mut self, row: &DocumentRow) -> Result<()> {
        if let Some((graph, _)) = &mut self.graph {
            graph.document(row)?;
        }
        self.documents.write(&row.cells())
    }

    fn skipped(&mut self, row: &SkippedRow) -> Result<()> {
        self.skipped.write(&row.cells())
    }
}

fn json(path: &Path, value: &impl Serialize) -> Result<Pending> {
    let mut bytes =
        serde_json::to_vec_pretty(value).map_err(|error| Error::io("write", path)(error.into()))?;
    bytes.push(b'\n');
    let mut file = Pending::create(path)?;
    file.write(&bytes)?;
    Ok(file)
}

/// Removes the folder, if it is empty, when dropped.
struct MadeFolder {
    path: PathBuf,
}

impl Drop for MadeFolder {
    fn drop(&mut self) {
        // Not empty, or gone: either way there is nothing to clean up.
        let _ = fs::remove_dir(&self.path);
    }
}
