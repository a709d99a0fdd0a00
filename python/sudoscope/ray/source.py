"""The input of a job, cut into numbered blocks: a block is the same rows whenever and wherever it is read."""

import bisect
import hashlib
import itertools
import os
import pathlib
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, List, Optional

import pyarrow as pa
import pyarrow.parquet as pq

from .._sudoscope import _can_be_cut, read

# Rows that are in memory at a time.
ROWS = 20_000

# Bytes at either end of a file by which it is known again.
ENDS = 1 << 16

# Bytes of a text from which the number of its lines is guessed.
SAMPLE = 1 << 20


@dataclass(frozen=True)
class File:
    """A file: text, or Parquet if it has a number of rows."""

    path: str
    bytes: int
    digest: str
    blocks: int
    rows: Optional[int]


class Source:
    """Files, all text or all Parquet, and the column of puzzles of the latter."""

    def __init__(self, files: List[File], column: Optional[str]):
        self.files = files
        self.column = column
        # The first block of each file, and the number of its first row.
        self._blocks = [0, *itertools.accumulate(file.blocks for file in files)]
        self._rows = [0, *itertools.accumulate(file.rows or 0 for file in files)]

    def __len__(self) -> int:
        """How many blocks."""
        return self._blocks[-1]

    def described(self) -> Any:
        """What distinguishes it from another, wherever it is."""
        return [[file.bytes, file.digest] for file in self.files]

    def read(self, block: int) -> Iterator[pa.Table]:
        """The rows of a block: `id` and `puzzle`."""
        at = bisect.bisect_right(self._blocks, block) - 1
        file, part = self.files[at], block - self._blocks[at]
        if os.path.getsize(file.path) != file.bytes:
            raise OSError(f"{file.path}: its length is not what it was when the job began")
        if file.rows is not None:
            return self._rows_of(file, file.rows, part, self._rows[at])
        return _lines_of(file, part, block)

    def _rows_of(self, file: File, rows: int, part: int, before: int) -> Iterator[pa.Table]:
        begin, end = (rows * edge // file.blocks for edge in (part, part + 1))
        with pq.ParquetFile(file.path) as table:
            # Of the row groups before the block nothing is read.
            sizes = [table.metadata.row_group(group).num_rows for group in range(table.num_row_groups)]
            starts = [0, *itertools.accumulate(sizes)]
            first = bisect.bisect_right(starts, begin) - 1
            at = starts[first]
            for batch in table.iter_batches(ROWS, list(range(first, len(sizes))), [self.column]):
                here = range(max(begin, at), min(end, at + batch.num_rows))
                if here:
                    ids = pa.array(range(before + here.start, before + here.stop), pa.int64())
                    yield pa.table([ids, _strings(batch[0].slice(here.start - at, len(here)))], ["id", "puzzle"])
                at += batch.num_rows
                if at >= end:
                    return


def _lines_of(file: File, part: int, block: int) -> Iterator[pa.Table]:
    shard = f"{part + 1}/{file.blocks}" if file.blocks > 1 else None
    for batch in read(file.path, shard, rows=ROWS):
        ids = [block << 32 | line for line in batch["line"].to_pylist()]
        yield pa.table([pa.array(ids, pa.int64()), batch["puzzle"]], ["id", "puzzle"])


def _strings(array: pa.Array) -> pa.Array:
    return array if array.type == pa.string() else array.cast(pa.string())


def source_of(paths: Iterable[str], column: Optional[str], blocks: Optional[int], rows_per_block: int) -> Source:
    """The source of these files, and of the files in these directories, in blocks of about this many rows."""
    names = [file for path in paths for file in _files(pathlib.Path(os.path.abspath(path)))]
    is_parquet = [_begins(name, b"PAR1") for name in names]
    if not names:
        raise ValueError("there is no input file")
    if any(is_parquet) and not all(is_parquet):
        raise ValueError(f"{names[is_parquet.index(False)]} is no Parquet file, as others are: rate them by two jobs")
    if is_parquet[0]:
        column = _column(pq.read_schema(names[0]), column, names[0])
        for name in names[1:]:
            _column(pq.read_schema(name), column, name)
    elif column is not None:
        raise ValueError("a column is named for Parquet files: in text the puzzle is found where it stands")
    rows = [pq.read_metadata(name).num_rows if is_parquet[0] else _guessed_rows(name) for name in names]
    if blocks is not None:
        rows_per_block = max(1, -(-sum(rows) // blocks))
    files = []
    for name, count in zip(names, rows):
        parts = max(1, -(-count // rows_per_block))
        if not is_parquet[0] and not _can_be_cut(name):
            parts = 1
        files.append(File(str(name), name.stat().st_size, _digest(name), parts, count if is_parquet[0] else None))
    return Source(files, column)


def _files(path: pathlib.Path) -> List[pathlib.Path]:
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.is_file() and file.name[0] not in "._")


def _begins(path: pathlib.Path, magic: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(magic)) == magic


def _column(schema: pa.Schema, column: Optional[str], name: pathlib.Path) -> str:
    """The column of puzzles: as named, or the only one of strings."""
    kinds = [field.type.value_type if pa.types.is_dictionary(field.type) else field.type for field in schema]
    is_text = [pa.types.is_string(kind) or pa.types.is_large_string(kind) for kind in kinds]
    texts: List[str] = list(itertools.compress(schema.names, is_text))
    if column is not None:
        if column not in texts:
            raise ValueError(f"{name}: there is no column '{column}' of strings among the columns {', '.join(schema.names)}")
        return column
    if len(texts) != 1:
        several = f"several columns of strings ({', '.join(texts)})" if texts else "no column of strings"
        raise ValueError(f"{name}: {several}: --column names that of the puzzles")
    return texts[0]


def _guessed_rows(path: pathlib.Path) -> int:
    """About how many lines a text has."""
    with path.open("rb") as file:
        text = file.read(SAMPLE)
    lines = max(1, text.count(b"\n"))
    return path.stat().st_size * lines // max(1, len(text))


def _digest(path: pathlib.Path) -> str:
    """Of the ends of a file: all of a very large one would take long."""
    with path.open("rb") as file:
        head = file.read(ENDS)
        file.seek(max(0, path.stat().st_size - ENDS))
        return hashlib.sha256(head + file.read(ENDS)).hexdigest()[:16]
