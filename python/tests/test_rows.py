"""Typed rows of the program, as data tools take them."""

import json

import duckdb
import pandas
import polars
import pyarrow.parquet as pq
import pytest

MEMBERS = {"technique", "rule", "size", "rating", "steps", "eliminations"}


@pytest.fixture(scope="module")
def table(program, puzzles, tmp_path_factory):
    """Rated puzzles with a column of their own as Parquet, and what rate prints of them."""
    folder = tmp_path_factory.mktemp("rows")
    lines = [f"{line},{k}" for k, line in enumerate(puzzles[:300])]
    (folder / "in.csv").write_text("\n".join(["puzzle,id", *lines, "no puzzle,x"]) + "\n")
    arguments = ["rate", "-l", "W,H", "--keep", "id", str(folder / "in.csv")]
    program(*arguments, "--format", "parquet", "-o", str(folder / "rows.parquet"))
    printed = [json.loads(line) for line in program(*arguments, "--format", "jsonl").splitlines()]
    return folder / "rows.parquet", printed


def holds(rows, printed):
    """Every row is what was printed, and its rules are those that give its rating."""
    assert len(rows) == len(printed) == 301
    for row, told in zip(rows, printed):
        assert row["id"] == told["id"]
        rules = row["W rules"]
        if told["status"] == "invalid":
            assert row["W"] is None and rules is None
            continue
        assert (row["puzzle"], row["W"], row["H"]) == (told["puzzle"], told["W"], told["H"])
        assert all(set(rule) == MEMBERS for rule in rules)
        assert max(rule["rating"] for rule in rules) == row["W"]
        # Locked candidates and singles have no size.
        assert all(rule["size"] == (rule["rating"] if rule["rule"] == "whip" else None) for rule in rules)
        assert row["H rules"][-1]["steps"] > 0


def test_pyarrow(table):
    path, printed = table
    holds(pq.read_table(path).to_pylist(), printed)


def test_polars(table):
    path, printed = table
    holds(polars.read_parquet(path).to_dicts(), printed)
    used = polars.scan_parquet(path).explode("W rules").select(polars.col("W rules").struct.field("rule"))
    assert "whip" in used.collect()["rule"].to_list()


def test_duckdb(table):
    path, printed = table
    holds(duckdb.sql(f"from '{path}'").to_arrow_table().to_pylist(), printed)
    steps = duckdb.sql(f"select sum(r.steps) from (select unnest(\"W rules\") as r from '{path}') where r.rule = 'whip'")
    whips = [rule for row in pq.read_table(path).to_pylist() for rule in row["W rules"] or [] if rule["rule"] == "whip"]
    assert steps.fetchall()[0][0] == sum(rule["steps"] for rule in whips)


def test_pandas(table, tmp_path):
    path, printed = table
    frame = pandas.read_parquet(path)
    assert frame["W"].dropna().astype(int).tolist() == [told["W"] for told in printed if told["W"] is not None]
    assert len(frame["W rules"].iloc[0]) > 0
