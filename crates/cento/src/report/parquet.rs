//! Tables as Parquet. Objects are columns of JSON text.

use std::io::{self, Write};
use std::sync::Arc;

use arrow::array::{
    ArrayRef, Float64Builder, ListBuilder, RecordBatch, StringBuilder, UInt64Builder,
};
use arrow::datatypes::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use super::table::{Cell, Column, Kind};
use super::writer::RowWriter;

/// Rows, and bytes of text, gathered before a batch is handed to the encoder.
const BATCH_ROWS: usize = 8192;
const BATCH_BYTES: usize = 1 << 20;

/// Writes rows in batches.
pub(super) struct Parquet<W: Write + Send> {
    schema: Arc<Schema>,
    columns: Vec<Builder>,
    rows: usize,
    bytes: usize,
    out: ArrowWriter<W>,
}

enum Builder {
    Text(StringBuilder),
    Count(UInt64Builder),
    Share(Float64Builder),
    Texts(ListBuilder<StringBuilder>),
}

impl<W: Write + Send> Parquet<W> {
    pub(super) fn new(columns: &'static [Column], out: W) -> io::Result<Self> {
        let fields: Vec<Field> = columns
            .iter()
            .map(|column| {
                let kind = match column.kind {
                    Kind::Text | Kind::Object => DataType::Utf8,
                    Kind::Count => DataType::UInt64,
                    Kind::Share => DataType::Float64,
                    Kind::Texts => {
                        DataType::List(Arc::new(Field::new("item", DataType::Utf8, true)))
                    }
                };
                Field::new(column.name, kind, true)
            })
            .collect();
        let schema = Arc::new(Schema::new(fields));
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("cento ", env!("CARGO_PKG_VERSION")).to_owned())
            // Bounds what is held before it is written.
            .set_max_row_group_bytes(Some(32 << 20))
            .build();
        let columns = columns
            .iter()
            .map(|column| match column.kind {
                Kind::Text | Kind::Object => Builder::Text(StringBuilder::new()),
                Kind::Count => Builder::Count(UInt64Builder::new()),
                Kind::Share => Builder::Share(Float64Builder::new()),
                Kind::Texts => Builder::Texts(ListBuilder::new(StringBuilder::new())),
            })
            .collect();
        let out = ArrowWriter::try_new(out, Arc::clone(&schema), Some(properties))?;
        Ok(Self {
            schema,
            columns,
            rows: 0,
            bytes: 0,
            out,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let columns = self
            .columns
            .iter_mut()
            .map(|column| -> ArrayRef {
                match column {
                    Builder::Text(builder) => Arc::new(builder.finish()),
                    Builder::Count(builder) => Arc::new(builder.finish()),
                    Builder::Share(builder) => Arc::new(builder.finish()),
                    Builder::Texts(builder) => Arc::new(builder.finish()),
                }
            })
            .collect();
        let batch =
            RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(io::Error::other)?;
        self.out.write(&batch)?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }
}

impl<W: Write + Send> RowWriter for Parquet<W> {
    fn write(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            match (column, cell) {
                (Builder::Text(builder), Cell::Text(text) | Cell::Object(text)) => {
                    self.bytes += text.len();
                    builder.append_value(text);
                }
                (Builder::Count(builder), Cell::Count(count)) => builder.append_value(*count),
                (Builder::Share(builder), Cell::Share(share)) => builder.append_value(*share),
                (Builder::Texts(builder), Cell::Texts(texts)) => {
                    builder.append_value(texts.iter().map(Some));
                }
                (Builder::Text(builder), _) => builder.append_null(),
                (Builder::Count(builder), _) => builder.append_null(),
                (Builder::Share(builder), _) => builder.append_null(),
                (Builder::Texts(builder), _) => builder.append_null(),
            }
        }
        self.rows += 1;
        if self.rows == BATCH_ROWS || self.bytes >= BATCH_BYTES {
            self.flush()
        } else {
            Ok(())
        }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.flush()?;
        self.out.close()?;
        Ok(())
    }
}
