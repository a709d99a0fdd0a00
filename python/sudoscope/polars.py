"""Polars: the puzzles of a lazy frame, rated when it is collected.

Frames that are there already need nothing of this: `Rater.rate` takes them as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

import pyarrow as pa

try:
    import polars as pl
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("sudoscope.polars needs Polars: pip install polars", name=error.name) from error

from ._sudoscope import Rater

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["rate"]


def rate(
    frame: pl.LazyFrame, column: str, ladder: Union[str, Sequence[str]] = "W", *, jobs: int = 1, **options: Any
) -> pl.LazyFrame:
    """A lazy frame's columns, and the ratings of the puzzles in one of them.

    Args:
        frame: any lazy frame, as of `scan_parquet`. Its other columns are carried through.
        column: the column of puzzles, which are strings.
        ladder: as for `sudoscope.Rater`.
        jobs: threads for each batch; 0 is one for each processor.
        options: those of `sudoscope.Rater`: budget, validate, policy, solution, rules, records.

    The columns after those of the frame are those of `Rater.rate`. Nothing is rated before the frame is collected; in the
    streaming engine (`sink_parquet`) one batch after another is.

    >>> import polars, sudoscope.polars
    >>> frame = polars.LazyFrame({"id": [1], "puzzle": ["no puzzle"]})
    >>> sudoscope.polars.rate(frame, "puzzle", "W,S").collect().columns
    ['id', 'puzzle', 'status', 'reason', 'clues', 'W', 'S']
    """
    rater = Rater(ladder, **options)
    schema = frame.collect_schema()
    if column not in schema:
        raise ValueError(f"there is no column '{column}' among the columns {', '.join(schema)}")
    added = _frame(rater.schema.empty_table()).schema
    taken = [name for name in added if name in schema]
    if taken:
        raise ValueError(f"the frame has a column '{taken[0]}', as the ratings have: rename it")

    def rated(batch: pl.DataFrame) -> pl.DataFrame:
        parts = [rater.rate(part.get_column(column), jobs=jobs) for part in batch.iter_slices(1 << 20)]
        return batch.hstack(_frame(pa.Table.from_batches(parts, rater.schema)))

    return frame.map_batches(rated, schema={**schema, **added}, streamable=True)


def _frame(table: pa.Table) -> pl.DataFrame:
    found = pl.from_arrow(table)
    assert isinstance(found, pl.DataFrame)
    return found
