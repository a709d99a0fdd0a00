"""Files are read as the program reads them, and blocks of files are all their rows, each once."""

import csv
import gzip
import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sudoscope
from sudoscope.ray.source import source_of

GRID = "\n".join("..34.....,5...912.7,...2.....,1.5.7..86,...9...7.,......34.,.2.......,......9.9,...61.75.".split(","))


def lines_of(program, path):
    """What the program takes for puzzles: numbers and statuses."""
    rows = csv.DictReader(io.StringIO(program("rate", "-j", "1", "-l", "LC", path)))
    return [(int(row["line"]), row["status"]) for row in rows]


def test_read_as_the_program(program, puzzles, tmp_path):
    table = "\ufeffpuzzle,from\r\n# a comment\r\n\r\n" + "".join(f"{line},x\r\n" for line in puzzles[:30])
    texts = {
        "table.csv": (table + "no puzzle\r\n,,\r\npuzzle,again\n" + puzzles[30]).encode(),
        "grids.txt": f"# two\n{GRID}\n\nGrid 2\n{GRID}\n..3\n".encode(),
        "packed": gzip.compress("\n".join(puzzles[:50]).encode()),
        "bytes.txt": puzzles[0].encode() + b" caf\xe9\n" + puzzles[1].encode() + b"\n",
        "empty": b"",
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.write_bytes(text)
        rows = sudoscope.read(path, rows=7).read_all()
        rated = sudoscope.Rater("LC").rate(rows["puzzle"]).to_pylist()
        ours = [(line, f"{row['status']}: {row['reason']}" if row["reason"] else row["status"]) for line, row in zip(rows["line"].to_pylist(), rated)]
        assert ours == lines_of(program, path), name
    (tmp_path / "wide").write_bytes(("\ufeff" + puzzles[0] + "\n").encode("utf-16-le"))
    assert sudoscope.read(tmp_path / "wide").read_all()["puzzle"].to_pylist() == puzzles[:1]
    (tmp_path / "bad").write_bytes(b"..\n.\xff\n" + puzzles[0].encode())
    assert sudoscope.read(tmp_path / "bad").read_all()["puzzle"].to_pylist() == ["..", ".\ufffd", puzzles[0]]
    assert sudoscope.read(tmp_path / "grids.txt").read_all()["puzzle"][0].as_py() == GRID


def test_read_refuses(tmp_path):
    grids = tmp_path / "grids"
    grids.write_text(GRID)
    damaged = tmp_path / "damaged.gz"
    damaged.write_bytes(gzip.compress(b"." * 81 * 1000)[:60])
    with pytest.raises(OSError, match="missing"):
        sudoscope.read(tmp_path / "missing")
    with pytest.raises(OSError, match="several lines cannot be cut"):
        sudoscope.read(grids, "2/2").read_all()
    with pytest.raises(OSError, match="packed, UTF-16, JSON or XML cannot be cut"):
        sudoscope.read(damaged, "1/2")
    with pytest.raises(OSError, match="damaged.gz"):
        sudoscope.read(damaged).read_all()
    with pytest.raises(ValueError, match="no shard '3/2'"):
        sudoscope.read(grids, "3/2")
    with pytest.raises(OSError, match="directory"):
        sudoscope.read(tmp_path)


def rows_of(source):
    """All rows, by id."""
    tables = [table for block in range(len(source)) for table in source.read(block)]
    return pa.concat_tables(tables).to_pydict()


@pytest.mark.parametrize("rows", [1, 7, 10, 33, 1000])
def test_blocks_of_text(puzzles, tmp_path, rows):
    plain, packed, grids = tmp_path / "a.csv", tmp_path / "b.gz", tmp_path / "c.txt"
    plain.write_text("# list\npuzzle,from\n" + "".join(f"{line},x\n\n" for line in puzzles[:90]))
    packed.write_bytes(gzip.compress("\n".join(puzzles[90:95]).encode()))
    grids.write_text(f"{GRID}\n{GRID}\n")
    source = source_of([plain, packed, grids], None, None, rows)
    assert [file.blocks for file in source.files][1:] == [1, 1]
    found = rows_of(source)
    assert found["puzzle"] == puzzles[:95] + [GRID, GRID]
    assert found["id"] == sorted(set(found["id"]))
    last = len(source) - 1
    assert found["id"][-2:] == [last << 32 | 1, last << 32 | 10]


@pytest.mark.parametrize("rows", [1, 7, 10, 33, 1000])
def test_blocks_of_parquet(puzzles, tmp_path, rows):
    first, second, empty = (tmp_path / name for name in ["0.parquet", "1.parquet", "2.parquet"])
    table = pa.table({"n": range(80), "puzzle": puzzles[:79] + [None], "other": ["x"] * 80})
    pq.write_table(table, first, row_group_size=9)
    texts = pa.table({"puzzle": pa.array(puzzles[80:100]).dictionary_encode(), "other": ["y"] * 20})
    pq.write_table(texts, second)
    pq.write_table(texts.slice(0, 0), empty)
    (tmp_path / "_SUCCESS").write_text("")
    source = source_of([tmp_path], "puzzle", None, rows)
    assert rows_of(source) == {"id": list(range(100)), "puzzle": puzzles[:79] + [None] + puzzles[80:100]}
    assert len(source) >= 100 // rows


def test_a_number_of_blocks(puzzles, tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(puzzles[:1000]))
    assert len(source_of([path], None, 12, 20000)) == 12
    assert len(source_of([path], None, None, 100)) == 10


def test_what_is_no_source(puzzles, tmp_path):
    text, table = tmp_path / "a.txt", tmp_path / "b.parquet"
    text.write_text(puzzles[0])
    pq.write_table(pa.table({"a": ["x"], "b": ["y"], "n": [1]}), table)
    with pytest.raises(ValueError, match="a.txt is no Parquet file"):
        source_of([table, text], "a", None, 10)
    with pytest.raises(ValueError, match=r"several columns of strings \(a, b\)"):
        source_of([table], None, None, 10)
    for name in ["c", "n"]:
        with pytest.raises(ValueError, match=f"no column '{name}' of strings among the columns a, b, n"):
            source_of([table], name, None, 10)
    with pytest.raises(ValueError, match="in text the puzzle is found"):
        source_of([text], "a", None, 10)
    with pytest.raises(ValueError, match="no input file"):
        source_of([], None, None, 10)
    with pytest.raises(FileNotFoundError):
        source_of([tmp_path / "missing"], None, None, 10)
    source = source_of([text], None, None, 10)
    text.write_text(puzzles[0] + "\n")
    with pytest.raises(OSError, match="its length is not what it was"):
        source.read(0)
