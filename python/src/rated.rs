//! Rows again, from the records of a rated table.

use crate::columns::RECORD;
use crate::errors::{of_arrow, of_run, refused};
use crate::rater::Patience;
use crate::settings::{Settings, TAG, VERSION};
use arrow_array::cast::AsArray;
use arrow_array::{Array, LargeBinaryArray, StructArray};
use arrow_cast::cast;
use arrow_schema::{DataType, Field};
use pyo3::prelude::*;
use sudoscope::pipeline::RunError;
use sudoscope::record::{Layout, Row};

/// A table of ratings with records.
pub struct Rated {
    /// What made it.
    pub settings: Settings,
    records: Vec<LargeBinaryArray>,
}

/// Why there are no further rows, or no reports of them.
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
    /// The table; `expected` are the settings that the user says it was made by, without which its metadata have to tell.
    pub fn of(
        field: &Field,
        tables: &[StructArray],
        expected: Option<&Settings>,
    ) -> PyResult<Rated> {
        let told = Settings::of_metadata(field.metadata())?;
        let settings = match (told, expected) {
            (Some(told), Some(expected)) => match told.difference(expected) {
                Some(difference) => {
                    return Err(refused(format!("the table is not of this rater; {difference}")));
                }
                None => told,
            },
            (Some(told), None) => told,
            (None, Some(expected)) => expected.clone(),
            (None, None) => {
                return Err(refused(
                    "the table does not tell its ladders (some engines drop the metadata of a schema): name them, \
                     rater=Rater(…)",
                ));
            }
        };
        if settings.version != VERSION {
            return Err(refused(format!(
                "this table is of sudoscope {}, and this is {VERSION}: use one version everywhere",
                settings.version
            )));
        }
        let column = |table: &StructArray| {
            let column = table.column_by_name(RECORD).ok_or_else(|| {
                refused("the table has no column 'record': Rater(…, records=True) makes it")
            })?;
            let column = cast(column, &DataType::LargeBinary).map_err(of_arrow)?;
            Ok(column.as_binary::<i64>().clone())
        };
        let records = tables.iter().map(column).collect::<PyResult<_>>()?;
        Ok(Rated { settings, records })
    }

    /// Number of rows.
    pub fn len(&self) -> u64 {
        self.records.iter().map(|chunk| chunk.len() as u64).sum()
    }

    /// The rows, numbered from 1 as they stand in the table.
    pub fn rows(&self) -> impl Iterator<Item = Result<Row, Broken>> {
        let (tag, layout) = (self.settings.tag(), Layout::new(&self.settings.ladders, 0));
        let mut patience = Patience::new();
        let records = self.records.iter().flat_map(|chunk| chunk.iter());
        (1..).zip(records).map(move |(line, record)| {
            patience.check().map_err(Broken::Row)?;
            let wrong = |text: &str| Broken::Row(refused(format!("row {line}: {text}")));
            let record = record.and_then(|record| record.split_first_chunk::<TAG>());
            let (own, record) = record.ok_or_else(|| wrong("its record is missing"))?;
            if *own != tag {
                return Err(wrong("it was rated by another version, ladder, budget or validate"));
            }
            let row = layout.decode(record).filter(|_| record.len() == layout.width());
            let row = row.ok_or_else(|| wrong("its record is damaged"))?;
            Ok(Row { line, file: 0, ..row })
        })
    }
}
