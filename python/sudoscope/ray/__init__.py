"""sudoscope on Ray Data: ratings of a dataset (`rate`), and jobs that survive what happens (`python -m sudoscope.ray`).

Ray is not needed by `sudoscope` itself: `pip install 'ray[data]'`.
"""

from typing import TYPE_CHECKING, Literal, Optional, Sequence, Union

import pyarrow as pa

from .. import Rater

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["rate"]


def rate(
    dataset: "Dataset",
    column: Optional[str] = None,
    ladder: Union[str, Sequence[str]] = "W",
    *,
    budget: int = 12500000,
    validate: bool = True,
    policy: Literal["together", "best"] = "together",
    records: bool = False,
) -> "Dataset":
    """The dataset with ratings behind its own columns, lazily as any Ray Data transformation: those of `Rater.rate`.

    `column` is the column of puzzles; it need not be told if it is the only one of strings. The rest is as for `Rater`. A
    task has one thread and rates one block: a dataset of few large blocks wants `repartition` before.

        import ray, sudoscope.ray
        puzzles = ray.data.read_parquet("s3://bucket/puzzles", override_num_blocks=500)
        sudoscope.ray.rate(puzzles, "puzzle", "W,B").write_parquet("s3://bucket/rated")
    """
    rater = Rater(ladder, budget=budget, validate=validate, policy=policy, column=column, records=records)
    return dataset.map_batches(
        _rated, fn_kwargs={"rater": rater}, batch_format="pyarrow", batch_size=None, zero_copy_batch=True, num_cpus=1
    )


def _rated(table: pa.Table, rater: Rater) -> pa.Table:
    return pa.Table.from_batches([rater.rate(table, keep=True)])
