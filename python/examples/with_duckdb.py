"""DuckDB: what a query gives is rated, and the ratings are queried.

    python with_duckdb.py PUZZLES.parquet
"""

import sys

import duckdb
import pyarrow as pa
import sudoscope


def main(puzzles):
    database = duckdb.connect()
    rater = sudoscope.Rater("W,S", column="puzzle")

    # A query may give more rows than there is memory for: it is rated batch by batch, and stored as it comes. One cursor
    # reads, the other writes.
    query = database.cursor().sql(f"SELECT id, puzzle FROM '{puzzles}' WHERE id % 2 = 0").to_arrow_reader(1000)
    schema = pa.schema([*query.schema, *rater.schema])
    stream = pa.RecordBatchReader.from_batches(schema, (rater.rate(batch, keep=True) for batch in query))
    database.sql("CREATE TABLE rated AS FROM stream")
    database.sql("SELECT W, count(*) AS puzzles, count(S) AS by_subsets FROM rated GROUP BY W ORDER BY W").show()

    # Summaries are tables too: lists of counts, which unnest.
    summary = rater.summarise(database.sql("SELECT puzzle FROM rated"))
    rules = pa.Table.from_batches([summary])
    database.sql("SELECT r.rule, r.steps FROM (SELECT unnest(rules) AS r FROM rules) WHERE r.scale = 'W'").show()
    return database.sql("FROM rated ORDER BY id").to_arrow_table()


if __name__ == "__main__":
    main(*sys.argv[1:])
