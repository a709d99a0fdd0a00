"""sudoscope on Ray Data: ratings of a dataset (`rate`), and jobs that outlive what dies (`python -m sudoscope.ray`).

Ray comes by `pip install 'ray[data]'`; `sudoscope` itself does not need it. All nodes need this package.
"""

from typing import TYPE_CHECKING, Any, Sequence, Union

import pyarrow as pa

from .. import Rater

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["rate"]


def rate(dataset: "Dataset", column: str, ladder: Union[str, Sequence[str]] = "W", **options: Any) -> "Dataset":
    """A dataset's columns, and the ratings of the puzzles in one of them.

    Args:
        dataset: any dataset. Its other columns are carried through as they are.
        column: the column of puzzles, which are strings.
        ladder: as for `sudoscope.Rater`.
        options: those of `sudoscope.Rater`: budget, validate, policy, solution, records.

    The columns after those of the dataset are those of `Rater.rate`. A bad line, or a null, is a row with the status
    invalid. Nothing runs before the result is asked for. A task rates one block on one thread: a dataset of few large blocks
    wants `repartition` first.

        import ray, sudoscope.ray
        puzzles = ray.data.read_parquet("s3://bucket/puzzles", override_num_blocks=500)
        sudoscope.ray.rate(puzzles, "puzzle", "W,B").write_parquet("s3://bucket/rated")
    """
    rater = Rater(ladder, column=column, **options)
    return dataset.map_batches(
        _rated, fn_kwargs={"rater": rater}, batch_format="pyarrow", batch_size=None, zero_copy_batch=True, num_cpus=1
    )


def _rated(table: pa.Table, rater: Rater) -> pa.Table:
    return pa.Table.from_batches([rater.rate(table, keep=True)])
