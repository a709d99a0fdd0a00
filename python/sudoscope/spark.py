"""Spark: the puzzles of a data frame, rated by its executors.

Every executor needs this package (docs/scale.md has how it gets there). A task runs on one thread and rates its
partition batch by batch, so the number of partitions decides how many puzzles are rated at once.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Union

import pyarrow as pa

try:
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StringType, StructType
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("sudoscope.spark needs Spark: pip install 'pyspark[sql]'", name=error.name) from error

from ._sudoscope import Rater, merge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import DataFrame

__all__ = ["rate", "summarise"]


def rate(df: DataFrame, column: str, ladder: Union[str, Sequence[str]] = "W", **options: Any) -> DataFrame:
    """A data frame's columns, and the ratings of the puzzles in one of them.

    Args:
        df: any data frame. Its other columns are carried through as they are; drop what is not needed.
        column: the column of puzzles, which are strings.
        ladder: as for `sudoscope.Rater`.
        options: those of `sudoscope.Rater`: budget, validate, policy, solution, records.

    The columns after those of df are those of `Rater.rate`: `status`, `reason`, `clues`, a rating for each ladder, `record`
    if asked for. A bad line, or a null, is a row with the status invalid. Nothing runs before the result is asked for.

    >>> import sudoscope.spark
    >>> df = spark.createDataFrame([(1, "no puzzle")], "id int, puzzle string")
    >>> sudoscope.spark.rate(df, "puzzle", "W,S").columns
    ['id', 'puzzle', 'status', 'reason', 'clues', 'W', 'S']
    """
    rater, at = Rater(ladder, **options), _place(df, column)
    ratings = from_arrow_schema(rater.schema).fields
    _refuse_clashes(df, [field.name for field in ratings])

    def rated(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            beside = rater.rate(batch.column(at))
            schema = pa.schema([*batch.schema, *beside.schema])
            yield pa.RecordBatch.from_arrays([*batch.columns, *beside.columns], schema=schema)

    return _by_place(df).mapInArrow(rated, StructType([*df.schema.fields, *ratings]))


def summarise(df: DataFrame, column: str, ladder: Union[str, Sequence[str]] = "W", **options: Any) -> pa.RecordBatch:
    """Rates the puzzles of a data frame and counts: one row, as `sudoscope.Rater.summarise` has it.

    The arguments are those of `rate`. This runs a job, whose tasks send back counts, not puzzles; the sum does not depend
    on partitions, nor on tasks that were run twice. `sudoscope.report` makes reports of it, `sudoscope.merge` adds it to
    others.

    >>> import sudoscope.spark
    >>> df = spark.createDataFrame([("no puzzle",), (None,)], "puzzle string")
    >>> sudoscope.spark.summarise(df, "puzzle")["statuses"].to_pylist()
    [[{'status': 'invalid', 'puzzles': 2}]]
    """
    rater, at = Rater(ladder, **options), _place(df, column)

    def summed(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        total = rater.summarise([])
        for batch in batches:
            total = merge(pa.Table.from_batches([total, rater.summarise(batch.column(0))]))
        file = io.BytesIO()
        with pa.ipc.new_stream(file, total.schema) as stream:
            stream.write_batch(total)
        yield pa.RecordBatch.from_arrays([pa.array([file.getvalue()])], ["summary"])

    puzzles = _by_place(df).select(f"c{at}")
    parts = puzzles.mapInArrow(summed, "summary binary").collect()
    tables = [pa.ipc.open_stream(part["summary"]).read_all() for part in parts]
    return merge(pa.concat_tables([pa.Table.from_batches([rater.summarise([])]), *tables]))


def _by_place(df: DataFrame) -> DataFrame:
    """The data frame with columns c0, c1, …: Spark does not find a column by a name with a dot, or that two have."""
    return df.toDF(*(f"c{at}" for at in range(len(df.columns))))


def _same(df: DataFrame) -> Any:
    """What is the same for names that Spark takes for the same."""
    return str if df.sparkSession.conf.get("spark.sql.caseSensitive") == "true" else str.lower


def _place(df: DataFrame, column: str) -> int:
    """Where the column of puzzles stands."""
    same = _same(df)
    found = [at for at, name in enumerate(df.columns) if same(name) == same(column)]
    if len(found) != 1:
        how_many = "several columns are" if found else "no column is"
        raise ValueError(f"{how_many} called '{column}' among the columns {', '.join(df.columns)}")
    field = df.schema.fields[found[0]]
    if not isinstance(field.dataType, StringType):
        raise TypeError(f"puzzles are strings, and the column '{column}' is {field.dataType.simpleString()}")
    return found[0]


def _refuse_clashes(df: DataFrame, ratings: list[str]) -> None:
    """Refuses names that Spark could not distinguish in the result."""
    same = _same(df)
    taken = {same(name): f"the data frame has a column '{name}'" for name in df.columns}
    for name in ratings:
        if same(name) in taken:
            raise ValueError(f"{taken[same(name)]}, and the ratings have a column '{name}': rename one of them")
        taken[same(name)] = f"the ratings have a column '{name}'"
