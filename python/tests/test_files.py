"""Files that data tools write are read by the program, and what it writes by them."""

import json

import duckdb
import pandas
import polars
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest
import sudoscope


@pytest.fixture(scope="module")
def frame(puzzles):
    """Puzzles between columns of many types, a null and a bad one among them."""
    rows = [*puzzles[:300], None, "no puzzle"]
    return pa.table(
        {
            "id": pa.array(range(len(rows)), pa.int64()),
            "puzzle": rows,
            "kind": pa.array(["a" if k % 3 else None for k in range(len(rows))]).dictionary_encode(),
            "score": pa.array([k / 4 for k in range(len(rows))], pa.float32()),
            "made": pa.array([1_700_000_000 + k for k in range(len(rows))], pa.timestamp("s")),
            "tags": [["x", str(k)] for k in range(len(rows))],
            "even": [k % 2 == 0 for k in range(len(rows))],
        }
    )


def arrow_stream(table, path):
    with pa.ipc.new_stream(path, table.schema) as out:
        out.write_table(table, max_chunksize=70)


WRITERS = {
    "snappy": lambda table, path: pq.write_table(table, path, row_group_size=100),
    "zstd": lambda table, path: pq.write_table(table, path, compression="zstd"),
    "zstd-2": lambda table, path: pq.write_table(table, path, compression="zstd", data_page_version="2.0", data_page_size=300),
    "gzip": lambda table, path: pq.write_table(table, path, compression="gzip", use_dictionary=False),
    "lz4": lambda table, path: pq.write_table(table, path, compression="lz4"),
    "plain": lambda table, path: pq.write_table(table, path, compression="none", data_page_version="2.0"),
    "polars": lambda table, path: polars.from_arrow(table).write_parquet(path),
    "polars-ipc": lambda table, path: polars.from_arrow(table).write_ipc(path),
    "pandas": lambda table, path: table.to_pandas().to_parquet(path),
    "duckdb": lambda table, path: duckdb.from_arrow(table).write_parquet(str(path)),
    "feather": lambda table, path: feather.write_feather(table, path),
    "feather-plain": lambda table, path: feather.write_feather(table, path, compression="uncompressed", chunksize=77),
    "stream": arrow_stream,
    "json": lambda table, path: table.to_pandas().to_json(path, orient="records", lines=True),
    "ndjson": lambda table, path: polars.from_arrow(table).write_ndjson(path),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_the_program_reads(program, frame, tmp_path, writer):
    path = tmp_path / "whatever"
    WRITERS[writer](frame, path)
    printed = program("rate", "-l", "BRT", "--keep", "id,kind,score,even", "--format", "jsonl", path)
    rows = [json.loads(line) for line in printed.splitlines()]
    assert [row["line"] for row in rows] == list(range(1, len(frame) + 1))
    rated = sudoscope.Rater("BRT").rate(frame["puzzle"]).to_pylist()
    for row, told, source in zip(rows, rated, frame.to_pylist()):
        assert row["status"] == told["status"]
        assert row["status"] == "invalid" or row["puzzle"] == source["puzzle"]
        assert (int(row["id"]), row["kind"], float(row["score"])) == (source["id"], source["kind"] or "", source["score"])
        assert row["even"] == str(source["even"]).lower()
    # The same by the wheel, and with every column.
    lines = sudoscope.read(path).read_all()
    assert lines["line"].to_pylist() == [row["line"] for row in rows]
    assert sudoscope.Rater("BRT").rate(lines["puzzle"])["status"].to_pylist() == [told["status"] for told in rated]
    first = json.loads(program("dedupe", "--by", "exact", path).splitlines()[0])
    assert first["puzzle"] == frame["puzzle"][0].as_py() and set(first) >= {"id", "kind", "made", "tags"}


def test_what_is_not_read_is_told(frame, tmp_path):
    feather.write_feather(frame, tmp_path / "zstd", compression="zstd")
    with pytest.raises(OSError, match="zstd"):
        sudoscope.read(tmp_path / "zstd").read_all()
    pq.write_table(frame, tmp_path / "rows")
    with pytest.raises(OSError, match="cannot be cut into shards by bytes"):
        sudoscope.read(tmp_path / "rows", "1/2")


def test_what_came_in_goes_out(program, frame, tmp_path):
    """A round trip: rows of one tool, rated by the program into Parquet, read by the others beside what they had."""
    pq.write_table(frame, tmp_path / "in.parquet")
    arguments = ["rate", "-l", "W", "--keep", "id,kind", "--format", "parquet", "-o", tmp_path / "out.parquet"]
    program(*arguments, tmp_path / "in.parquet")
    ours = polars.read_parquet(tmp_path / "out.parquet")
    joined = duckdb.sql(
        f"""select a.puzzle, b.puzzle, b."W", b.status from '{tmp_path}/in.parquet' a
            join '{tmp_path}/out.parquet' b on a.id = b.id::int order by a.id"""
    ).fetchall()
    assert len(joined) == len(frame) == len(ours)
    rated = sudoscope.Rater("W").rate(frame["puzzle"])["W"].to_pylist()
    for (mine, theirs, rating, status), expected in zip(joined, rated):
        assert rating == expected
        assert status.startswith("invalid") or mine == theirs
    used = pandas.read_parquet(tmp_path / "out.parquet")["W rules"].iloc[0]
    assert {"technique", "rule", "size", "rating", "steps", "eliminations"} == set(used[0])


def test_tables_are_read_without_options(program, puzzles, tmp_path):
    """By the usual readers of CSV, each column of numbers as numbers."""
    (tmp_path / "in.txt").write_text("\n".join(puzzles[:300]))
    program("scan", "-l", "W,S", "-o", tmp_path / "out", tmp_path / "in.txt")
    tables = sorted((tmp_path / "out").glob("*.csv"))
    assert len(tables) > 10 and json.loads((tmp_path / "out" / "about.json").read_text())["tables"].keys() == {
        table.stem for table in tables
    }
    for table in tables:
        rows = table.read_text().count("\n") - 1
        by_pandas, by_polars = pandas.read_csv(table), polars.read_csv(table, infer_schema_length=None)
        by_duckdb = duckdb.read_csv(str(table)) if rows else None
        assert len(by_pandas) == len(by_polars) == rows, table
        assert list(by_pandas.columns) == by_polars.columns, table
        assert by_duckdb is None or (by_duckdb.columns, len(by_duckdb)) == (by_polars.columns, rows), table
        for column in {"puzzles", "%"} & set(by_polars.columns) if rows else ():
            assert by_polars[column].dtype.is_numeric() and by_pandas[column].dtype.kind in "if", (table, column)
