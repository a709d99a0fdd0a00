"""pandas: ratings as columns of a data frame.

    python with_pandas.py PUZZLES.parquet
"""

import sys

import pandas as pd
import sudoscope


def main(puzzles):
    frame = pd.read_parquet(puzzles)
    rater = sudoscope.Rater("W,S")
    # Int16, so that a puzzle without rating is missing and the others stay whole numbers.
    ratings = rater.rate(frame["puzzle"]).to_pandas(types_mapper={rater.schema.field("W").type: pd.Int16Dtype()}.get)
    rated = frame.join(ratings)
    print(rated.groupby("W", dropna=False)["clues"].agg(["size", "mean"]))

    hardest = rated.loc[rated["W"].idxmax()]
    print(f"puzzle {hardest['id']}:")
    print(sudoscope.explain(hardest["puzzle"], "W"))
    return rated


if __name__ == "__main__":
    main(*sys.argv[1:])
