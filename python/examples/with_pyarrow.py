"""pyarrow: rate a Parquet file too large for memory, batch by batch, into another one, and make all reports of that.

    python with_pyarrow.py PUZZLES.parquet DIRECTORY
"""

import pathlib
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import sudoscope


def main(puzzles, directory):
    rater = sudoscope.Rater("W,S", column="puzzle", records=True)
    directory = pathlib.Path(directory)
    source = pq.ParquetFile(puzzles)
    rated, summaries = directory / "rated.parquet", []
    with pq.ParquetWriter(rated, rater.schema) as out:
        for batch in source.iter_batches(batch_size=1000):
            out.write_batch(rater.rate(batch))
    page = sudoscope.report(pq.read_table(rated), directory / "reports")

    # Or counts only: one row a batch, however many puzzles there are.
    for batch in source.iter_batches(batch_size=1000):
        summaries.append(rater.summarise(batch))
    total = sudoscope.merge(pa.Table.from_batches(summaries))
    print(f"{total['puzzles'][0]} puzzles, {page}")
    return total


if __name__ == "__main__":
    main(*sys.argv[1:])
