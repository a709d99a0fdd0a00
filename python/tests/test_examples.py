"""The examples run as they stand, and say what the rater says."""

import importlib.util
import pathlib
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sudoscope import Rater

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture(scope="module")
def source(puzzles, tmp_path_factory):
    path = tmp_path_factory.mktemp("examples") / "puzzles.parquet"
    lines = puzzles[:2500]
    pq.write_table(pa.table({"id": range(len(lines)), "puzzle": lines}), path)
    return path


def run(name, *arguments):
    """Runs an example as a user does, and once more for what it returns."""
    path = EXAMPLES / f"{name}.py"
    done = subprocess.run([sys.executable, path, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.main(*arguments)


def test_every_example_is_tested():
    assert sorted(path.stem for path in EXAMPLES.glob("*.py")) == [
        f"with_{name}" for name in ["duckdb", "pandas", "polars", "pyarrow"]
    ]


def test_pyarrow(source, puzzles, tmp_path):
    total = run("with_pyarrow", source, tmp_path)
    assert total == Rater("W,S").summarise(puzzles[:2500])
    assert pq.read_table(tmp_path / "rated.parquet")["W"].to_pylist() == Rater("W").rate(puzzles[:2500])["W"].to_pylist()
    assert len((tmp_path / "reports" / "puzzles.csv").read_text().splitlines()) > 2500


def test_polars(source, puzzles):
    rated = run("with_polars", source)
    assert rated.columns == ["id", "puzzle", "status", "reason", "clues", "W", "B"]
    expected = Rater("W,B").rate(puzzles[:2500])
    assert [rated[name].to_list() for name in expected.schema.names] == [column.to_pylist() for column in expected]


def test_duckdb(source, puzzles):
    rated = run("with_duckdb", source)
    assert rated["puzzle"].to_pylist() == puzzles[:2500:2]
    assert rated["S"].to_pylist() == Rater("S").rate(puzzles[:2500:2])["S"].to_pylist()


def test_pandas(source, puzzles):
    rated = run("with_pandas", source)
    expected = Rater("W").rate(puzzles[:2500])["W"].to_pylist()
    assert [None if value != value or value is None else int(value) for value in rated["W"].astype(object).where(rated["W"].notna(), None)] == expected
