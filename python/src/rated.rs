//! Rows restored from the records of a rated table.

use crate::columns::RECORD;
use crate::errors::{of_arrow, of_run, refused};
use crate::input::ArrowBatches;
use crate::patience::InterruptPoll;
use crate::settings::{Provenance, TAG, VERSION};
use arrow_array::{Array, LargeBinaryArray, StructArray, cast::AsArray};
use arrow_cast::cast;
use arrow_schema::DataType;
use pyo3::prelude::*;
use sudoscope::run::{Layout, Row, RunError};

/// Table of ratings with records.
pub struct Rated {
    /// Settings and version that made it.
    pub made_by: Provenance,
    batches: ArrowBatches,
}

/// Reason why there are no further rows, or no reports of them.
pub enum Broken {
    /// Reports cannot be written.
    Run(RunError),
    /// A row cannot be read.
    Row(PyErr),
}

impl From<RunError> for Broken {
    fn from(error: RunError) -> Broken {
        Broken::Run(error)
    }
}

impl From<Broken> for PyErr {
    fn from(error: Broken) -> PyErr {
        match error {
            Broken::Run(error) => of_run(error),
            Broken::Row(error) => error,
        }
    }
}

impl Rated {
    /// Opens the table; `expected` are the settings that the user says made it, required unless its metadata
    /// state them.
    pub fn of(batches: ArrowBatches, expected: Option<&Provenance>) -> PyResult<Rated> {
        if !batches.have(RECORD) {
            return Err(refused("the table has no column 'record': Rater(…, records=True) makes it"));
        }
        let stated = Provenance::of_metadata(batches.field().metadata())?;
        let made_by = match (stated, expected) {
            (Some(stated), Some(expected)) => match stated.difference(expected) {
                Some(difference) => {
                    return Err(refused(format!("the table is not of this rater; {difference}")));
                }
                None => stated,
            },
            (Some(stated), None) => stated,
            (None, Some(expected)) => expected.clone(),
            (None, None) => {
                return Err(refused(
                    "the table does not name its ladders (some engines drop the metadata of a schema): name \
                     them, rater=Rater(…)",
                ));
            }
        };
        if made_by.version != VERSION {
            return Err(refused(format!(
                "this table is of sudoscope {}, and this is {VERSION}: use one version everywhere",
                made_by.version
            )));
        }
        Ok(Rated { made_by, batches })
    }

    /// Returns the rows, numbered from 1 in table order; one batch is in memory at a time.
    pub fn rows(mut self) -> impl Iterator<Item = Result<Row, Broken>> {
        let (tag, layout) = (self.made_by.tag(), Layout::new(self.made_by.scales(), 0, 0));
        let mut patience = InterruptPoll::new();
        let (mut chunk, mut at) = (LargeBinaryArray::new_null(0), 0);
        let row = move |line: u64, record: Option<&[u8]>| {
            let wrong = |text: &str| refused(format!("row {line}: {text}"));
            let record = record.and_then(|record| record.split_first_chunk::<TAG>());
            let (own, record) = record.ok_or_else(|| wrong("its record is missing"))?;
            if *own != tag {
                return Err(wrong("it was rated by another version, ladder, budget or validate"));
            }
            let row = layout.decode(record).ok_or_else(|| wrong("its record is damaged"))?;
            Ok(Row { line, file: 0, ..row })
        };
        let next = move |line| {
            patience.check()?;
            while at == chunk.len() {
                let Some(batch) = self.batches.next() else { return Ok(None) };
                (chunk, at) = (records_of(&batch?)?, 0);
            }
            at += 1;
            row(line, chunk.is_valid(at - 1).then(|| chunk.value(at - 1))).map(Some)
        };
        (1..).map(next).map_while(|row: PyResult<Option<Row>>| row.map_err(Broken::Row).transpose())
    }
}

/// Returns the records of a batch, from any binary type.
fn records_of(batch: &StructArray) -> PyResult<LargeBinaryArray> {
    let column = batch.column_by_name(RECORD).ok_or_else(|| refused("no column 'record'"))?;
    let column = cast(column, &DataType::LargeBinary).map_err(of_arrow)?;
    Ok(column.as_binary::<i64>().clone())
}
