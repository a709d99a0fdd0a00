"""What is made elsewhere comes together: summaries add up in any order, and reports of a table are those of a scan."""

import filecmp
import itertools
import pathlib
import random
import re
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sudoscope
from sudoscope import Rater, merge, report

COUNTED = ["ratings", "clues", "means", "techniques", "rules", "usage"]
TABLES = [*COUNTED, "puzzles", "sets", "hardest", "examples", "map", "correlation", "cross", "disagreements", "rejects"]


@pytest.fixture(scope="module")
def lines(puzzles):
    return puzzles[:400] + ["no puzzle", "." * 81, "11" + "." * 79]


@pytest.fixture(scope="module")
def scanned(program, lines, tmp_path_factory):
    """The reports of the program."""
    folder = tmp_path_factory.mktemp("scan")
    (folder / "lines.txt").write_text("\n".join(lines) + "\n")
    program("scan", "-l", "W,S", "--format", "csv,json", "-o", str(folder / "out"), str(folder / "lines.txt"))
    return folder / "out"


def without_input(path):
    """A report without what names the input: a line, in JSON an item of a list; and the name itself."""
    return re.sub(r'# input: .*\n|"input: .*?",|[^",\n]*lines\.txt', "", pathlib.Path(path).read_text())


def test_reports_of_a_table(scanned, lines, tmp_path):
    rater = Rater("W,S", records=True)
    parts = [rater.rate(lines[:150]), rater.rate(lines[150:150]), rater.rate(lines[150:])]
    pq.write_table(pa.Table.from_batches(parts), tmp_path / "rated.parquet")
    page = report(pq.read_table(tmp_path / "rated.parquet"), tmp_path / "out", formats=["csv", "json", "parquet"])
    assert pathlib.Path(page).read_text().startswith("<!")
    for table, kind in itertools.product(TABLES, ["csv", "json"]):
        ours, theirs = tmp_path / "out" / f"{table}.{kind}", scanned / f"{table}.{kind}"
        assert without_input(ours) == without_input(theirs), table
    assert pq.read_table(tmp_path / "out" / "puzzles.parquet")["W"].to_pylist()[:150] == parts[0]["W"].to_pylist()


def test_reports_of_a_summary(scanned, lines, tmp_path):
    rater = Rater("W,S")
    parts = [rater.summarise(lines[k : k + 100]) for k in range(0, len(lines), 100)]
    pq.write_table(pa.Table.from_batches(parts), tmp_path / "summaries.parquet")
    report(pq.read_table(tmp_path / "summaries.parquet"), tmp_path / "out")
    for table in COUNTED:
        assert without_input(tmp_path / "out" / f"{table}.csv") == without_input(scanned / f"{table}.csv"), table
    assert not (tmp_path / "out" / "puzzles.csv").exists()


def test_weights(lines, tmp_path):
    rated = Rater("S", records=True).rate(lines)
    report(rated, tmp_path / "equal")
    report(rated, tmp_path / "biased", weights="controlled-bias", brt_as=0.9)
    assert not filecmp.cmp(tmp_path / "equal" / "means.csv", tmp_path / "biased" / "means.csv", False)
    summary = Rater("S").summarise(lines)
    report(summary, tmp_path / "summary", weights="controlled-bias", brt_as=0.9)
    for table in COUNTED:
        assert filecmp.cmp(tmp_path / "summary" / f"{table}.csv", tmp_path / "biased" / f"{table}.csv", False)


def test_summaries_add_up_in_any_order(lines):
    rater, chance = Rater("W,S"), random.Random(0)
    whole = rater.summarise(lines)
    for _ in range(30):
        cuts = sorted(chance.choices(range(len(lines) + 1), k=chance.randrange(1, 6)))
        parts = [rater.summarise(lines[a:b]) for a, b in zip([0, *cuts], [*cuts, len(lines)])]
        chance.shuffle(parts)
        # Merged as a tree of any shape.
        while len(parts) > 1:
            some = [parts.pop(chance.randrange(len(parts))) for _ in range(chance.randrange(2, len(parts) + 1))]
            parts.append(merge(pa.Table.from_batches(some)))
        assert parts[0] == whole
    assert merge(whole) == whole
    assert merge(pa.Table.from_batches([whole, rater.summarise([])])) == whole


def test_summary_is_what_the_rows_say(lines):
    rater = Rater("W,S")
    rows, summary = rater.rate(lines).to_pylist(), rater.summarise(lines).to_pylist()[0]
    assert summary["puzzles"] == len(lines)
    assert {s["status"]: s["puzzles"] for s in summary["statuses"]} == {
        status: sum(row["status"] == status for row in rows) for status in {row["status"] for row in rows}
    }
    for ladder in ["W", "S"]:
        for count in summary["ratings"]:
            if count["scale"] == ladder and count["rating"] is not None:
                same = [row for row in rows if row[ladder] == count["rating"] and row["clues"] == count["clues"]]
                assert count["puzzles"] == len(same)
        solved = [c["puzzles"] for c in summary["ratings"] if c["scale"] == ladder and c["status"] == "ok"]
        assert sum(solved) == sum(row[ladder] is not None for row in rows)
        hardest = [c["puzzles"] for c in summary["hardest"] if c["scale"] == ladder]
        assert sum(hardest) == sum(solved)


def test_a_rated_table_is_counted(lines):
    rater = Rater("W,S", records=True)
    rated = pa.Table.from_batches([rater.rate(lines[:100]), rater.rate(lines[100:])])
    assert merge(rated) == rater.summarise(lines)
    untold = rated.replace_schema_metadata(None)
    assert merge(untold, rater=rater) == rater.summarise(lines)
    with pytest.raises(ValueError, match=r"rater=Rater\(…\)"):
        merge(untold)
    with pytest.raises(ValueError, match="not of this rater; budget"):
        merge(rated, rater=Rater("W,S", budget=7))
    with pytest.raises(ValueError, match="not of this rater; budget"):
        merge(rater.summarise(lines[:3]), rater=Rater("W,S", budget=7))


def test_what_does_not_belong_together_is_refused(lines, tmp_path):
    few = lines[:3]
    a, b = Rater("W").summarise(few), Rater("S").summarise(few)
    with pytest.raises(ValueError, match="do not belong together; ladders: .*whip.* and .*subset"):
        merge(pa.Table.from_batches([a, b]))
    with pytest.raises(ValueError, match="do not belong together; budget: 12500000 and 7"):
        merge(pa.Table.from_batches([a, Rater("W", budget=7).summarise(few)]))
    old = a.set_column(0, a.schema.field(0), pa.array(["0.0.1"]))
    with pytest.raises(ValueError, match="of sudoscope 0.0.1"):
        merge(old)
    with pytest.raises(ValueError, match="no column 'version'"):
        merge(pa.table({"x": [1]}))
    with pytest.raises(ValueError, match="no summary"):
        merge(a.slice(0, 0))

    rated = Rater("W", records=True).rate(few)
    other = Rater("W", budget=7, records=True).rate(few)
    # Engines keep the metadata of the first table only: every record says it.
    mixed = pa.Table.from_batches([rated, other.replace_schema_metadata(rated.schema.metadata)])
    with pytest.raises(ValueError, match="row 4: it was rated by another version, ladder, budget or validate"):
        report(mixed, tmp_path)
    with pytest.raises(ValueError, match="not of this rater; budget"):
        report(rated, tmp_path, rater=Rater("W", budget=7))
    with pytest.raises(ValueError, match=r"rater=Rater\(…\)"):
        report(rated.replace_schema_metadata(None), tmp_path)
    report(rated.replace_schema_metadata(None), tmp_path, rater=Rater("W"))
    with pytest.raises(ValueError, match="records=True"):
        report(Rater("W").rate(few), tmp_path)
    for options, error in [({"formats": "ods"}, "no format 'ods'"), ({"weights": "x"}, "no weights"), ({"brt_as": float("nan")}, "a number")]:
        with pytest.raises(ValueError, match=error):
            report(rated, tmp_path, **options)
    assert not list(tmp_path.glob("*.partial"))


def test_damage_is_refused(lines, tmp_path):
    rated = Rater("W", records=True).rate(lines[:3])
    at = rated.schema.names.index("record")
    records = rated["record"].to_pylist()
    for bad in [None, b"", records[1][:-1], records[1] + b"x", records[1][:8] + b"\xff" * (len(records[1]) - 8)]:
        damaged = rated.set_column(at, "record", pa.array([records[0], bad, records[2]], pa.binary()))
        with pytest.raises(ValueError, match="row 2: "):
            report(damaged, tmp_path)
    summary = Rater("W").summarise(lines[:3]).to_pylist()[0]
    schema = Rater("W").summarise([]).schema
    for name, change in [("clues", {"clues": 82}), ("rules", {"rule": "x"}), ("ratings", {"puzzles": -1}), ("users", {"scale": None})]:
        row = dict(summary, **{name: [dict(summary[name][0], **change)]})
        with pytest.raises(ValueError, match="no summary"):
            merge(pa.RecordBatch.from_pylist([row], schema))


def test_where_it_cannot_be_written(lines, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        report(Rater("W", records=True).rate(lines[:3]), tmp_path / "file")


def test_a_stream_is_read_batch_by_batch(lines, tmp_path):
    rated = Rater("W,S", records=True).rate(lines)
    parts = [rated.slice(at, 50) for at in range(0, len(lines), 50)]
    reader = pa.RecordBatchReader.from_batches(rated.schema, iter(parts))
    for kind, table in [("stream", reader), ("table", rated)]:
        report(table, tmp_path / kind)
    for table in [*TABLES, "report"]:
        name = f"{table}.{'html' if table == 'report' else 'csv'}"
        assert filecmp.cmp(tmp_path / "stream" / name, tmp_path / "table" / name, False), name
    summaries = [Rater("W,S").summarise(lines[at : at + 50]) for at in range(0, len(lines), 50)]
    assert merge(pa.RecordBatchReader.from_batches(summaries[0].schema, iter(summaries))) == Rater("W,S").summarise(lines)


def test_a_stream_that_breaks(lines, tmp_path):
    rated = Rater("W", records=True).rate(lines[:3])
    at = rated.schema.names.index("record")
    damaged = rated.set_column(at, rated.schema.field(at), pa.array([None, *rated["record"].to_pylist()[1:]], pa.binary()))

    def broken(more):
        yield rated
        yield from more
        raise OSError("the disk is gone")

    for more, error in [([], "the disk is gone"), ([rated, damaged], "row 7: its record is missing")]:
        stream = pa.RecordBatchReader.from_batches(rated.schema, broken(more))
        with pytest.raises(ValueError, match=error):
            report(stream, tmp_path)
    assert not list(tmp_path.iterdir())


def test_memory_does_not_grow_with_rows(tmp_path):
    """A stream of 130 MB of records; Linux counts in KiB."""
    code = """
import pathlib, resource, sys, pyarrow as pa, sudoscope
puzzle = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
few = sudoscope.Rater("W", records=True).rate([puzzle] * 500)
# Copied for each batch: views of one would need no memory.
batches = lambda number: pa.RecordBatchReader.from_batches(few.schema, (few.take(pa.array(list(range(500)) * 20)) for _ in range(number)))
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
sudoscope.report(batches(2), sys.argv[1])
before = peak()
sudoscope.report(batches(180), sys.argv[1])
print(peak() - before, sum(batch.nbytes for batch in batches(180)) >> 20)
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    grown, rows = map(int, done.stdout.split())
    assert rows > 120 and grown < 30, done.stdout


def test_arrow_files_have_the_values_of_parquet(program, lines, tmp_path):
    (tmp_path / "lines.txt").write_text("\n".join(lines) + "\n")
    program("scan", "-l", "W,SER,H", "--solution", "--format", "parquet,arrow", "-o", str(tmp_path), str(tmp_path / "lines.txt"))
    for name in TABLES:
        arrow, parquet = pa.ipc.open_file(tmp_path / f"{name}.arrow").read_all(), pq.read_table(tmp_path / f"{name}.parquet")
        assert arrow.to_pylist() == parquet.to_pylist(), name
        assert arrow.schema.metadata[b"sudoscope"] == parquet.schema.metadata[b"sudoscope"], name
