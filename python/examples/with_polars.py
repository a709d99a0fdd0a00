"""Polars: ratings beside the columns of a data frame, and what they say.

    python with_polars.py PUZZLES.parquet
"""

import sys

import polars as pl
import sudoscope


def main(puzzles):
    frame = pl.read_parquet(puzzles)
    rater = sudoscope.Rater("W,B", column="puzzle")
    rated = pl.from_arrow(rater.rate(frame, keep=True))
    print(rated.group_by("W").agg(pl.len(), pl.col("clues").mean()).sort("W"))

    # Without a copy of the other columns: one string column, and the ratings beside it.
    beside = frame.hstack(pl.from_arrow(rater.rate(frame["puzzle"])))
    assert beside.equals(rated)

    # The table of rules is a data frame as it is.
    rules = pl.DataFrame(sudoscope.rules())
    print(rules.filter(pl.col("name").str.contains("whip")).select("name", "least", "most"))
    return rated


if __name__ == "__main__":
    main(*sys.argv[1:])
