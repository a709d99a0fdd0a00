"""A job: rows of OUT and counts, block by block; what is done is not done again.

    OUT/job.json                what decides the rows, and whether the job is finished
    OUT/rated/0000000.parquet   the rows of block 0, and so on
    DIR/ID/0000000.arrow        its counts, written when its rows are there: the block is done
    OUT/summary.parquet         all counts, when all blocks are done
    OUT/reports/

A file of rows has the name of its block, comes into its place whole, and is the same whoever writes it. So nothing can go
wrong when a block is rated twice, as happens when a node that was thought dead was not, or when tasks of a dead driver
finish beside those of the next one.
"""

import itertools
import json
import os
import pathlib
import shutil
import uuid
from typing import Any, Dict, Iterable, Iterator, List, Optional

import pyarrow as pa
import pyarrow.parquet as pq

from .. import Rater, merge, report
from .source import Source

# Summaries that are added up at a time.
MANY = 100


class Job:
    """What the driver knows; its tasks get a copy."""

    def __init__(self, out: str, source: Source, rater: Rater, keep_records: bool, checkpoint: Optional[str]):
        self.out = pathlib.Path(os.path.abspath(out))
        self.source = source
        self.rater = rater
        self.keep_records = keep_records
        self._checkpoint = checkpoint and os.path.abspath(checkpoint)
        self.id = uuid.uuid4().hex
        self.is_finished = False

    @property
    def checkpoint(self) -> pathlib.Path:
        """Where the counts of blocks are."""
        return pathlib.Path(self._checkpoint or self.out / "checkpoint") / self.id

    def _settings(self) -> Dict[str, Any]:
        """All that decides what is in OUT, in an order in which a difference is best reported."""
        made_by = {key.decode().split(".")[1]: text.decode() for key, text in self.rater.schema.metadata.items()}
        return {
            **{key: made_by[key] for key in ["version", "ladders", "budget", "validate"]},
            "solution": "solution" in self.rater.schema.names,
            "records": self.keep_records,
            "column": self.source.column,
            "input": self.source.described(),
            "number of blocks": [file.blocks for file in self.source.files],
            "checkpoint": self._checkpoint,
        }

    def open(self) -> None:
        """Begins the job, or goes on with it; ValueError if OUT is another's."""
        if not (self.out / "job.json").exists():
            if self.out.exists() and any(path.name[0] != "_" for path in self.out.iterdir()):
                raise ValueError(f"{self.out} is not empty, and no job of sudoscope.ray: name another directory")
            self.out.mkdir(parents=True, exist_ok=True)
            self._save()
        theirs = self._load()
        for name, mine in self._settings().items():
            if theirs.get(name) != mine:
                both = "" if name == "input" else f": {theirs.get(name)} there, {mine} here"
                raise ValueError(f"{self.out} is another job's, by its {name}{both}; name another directory, or delete this one")
        self.id, self.is_finished = theirs["id"], theirs["finished"]
        if self.is_finished:
            self._tidy()
            return
        for directory in [self.out / "rated", self.checkpoint]:
            directory.mkdir(parents=True, exist_ok=True)

    def _load(self) -> Dict[str, Any]:
        try:
            settings = json.loads((self.out / "job.json").read_text())
            return {"id": str(settings["id"]), "finished": bool(settings["finished"]), **settings}
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{self.out / 'job.json'} is damaged: delete {self.out}, or name another directory") from error

    def _save(self) -> None:
        files = [file.path for file in self.source.files]
        settings = {**self._settings(), "files": files, "id": self.id, "finished": self.is_finished}
        with _new(self.out / "job.json") as path:
            path.write_text(json.dumps(settings, indent=1) + "\n")

    def to_do(self) -> List[int]:
        """The blocks that are not done."""
        rated = {path.stem for path in (self.out / "rated").glob("[0-9]*.parquet")}
        done = {path.stem for path in self.checkpoint.glob("[0-9]*.arrow")} & rated
        return [block for block in range(len(self.source)) if _name(block) not in done]

    def rate(self, block: int) -> int:
        """Rates a block, unless that is done: Ray may ask again for what it lost. How many rows it has."""
        rows, counts = self.out / "rated" / f"{_name(block)}.parquet", self.checkpoint / f"{_name(block)}.arrow"
        if rows.exists() and counts.exists():
            return int(_summary(counts)["puzzles"][0].as_py())
        nothing = self.rater.summarise([])
        with _new(rows) as path:
            with pq.ParquetWriter(path, self._schema(), compression="zstd") as writer:
                total = _total(itertools.chain([nothing], self._write(block, writer)))
        with _new(counts) as path:
            with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, total.schema) as out:
                out.write_batch(total)
        return int(total["puzzles"][0].as_py())

    def _write(self, block: int, writer: pq.ParquetWriter) -> Iterator[pa.RecordBatch]:
        """Writes the rows of a block, and returns their counts."""
        schema = self._schema()
        for table in self.source.read(block):
            rated = self.rater.rate(table["puzzle"])
            writer.write_table(pa.table(table.columns + [rated[name] for name in schema.names[2:]], schema))
            yield merge(rated)

    def _schema(self) -> pa.Schema:
        """Of the rows."""
        schema = self.rater.schema
        if not self.keep_records:
            schema = schema.remove(schema.get_field_index("record"))
        own = [pa.field("id", pa.int64(), False), pa.field("puzzle", pa.string())]
        # In a fixed order, for the same bytes.
        return pa.schema(own + list(schema), dict(sorted(schema.metadata.items())))

    def finish(self, with_reports: bool) -> None:
        """Adds up, makes the reports, and calls the job finished."""
        total = _total(_summary(self.checkpoint / f"{_name(block)}.arrow") for block in range(len(self.source)))
        with _new(self.out / "summary.parquet") as path:
            pq.write_table(pa.Table.from_batches([total]), path)
        if with_reports:
            report(self._records() if self.keep_records else total, self.out / "reports")
        self.is_finished = True
        self._save()
        self._tidy()

    def _tidy(self) -> None:
        """Drops what a finished job does not need."""
        shutil.rmtree(self.checkpoint, ignore_errors=True)
        if self._checkpoint is None:
            shutil.rmtree(self.checkpoint.parent, ignore_errors=True)
        # What tasks left behind that were killed.
        for rest in (self.out / "rated").glob("_*"):
            rest.unlink(missing_ok=True)

    def _records(self) -> pa.RecordBatchReader:
        schema = pa.schema([self._schema().field("record")], self._schema().metadata)
        paths = (self.out / "rated" / f"{_name(block)}.parquet" for block in range(len(self.source)))
        batches = (batch for path in paths for batch in pq.read_table(path, columns=["record"]).to_batches())
        return pa.RecordBatchReader.from_batches(schema, batches)

    def total(self) -> Dict[str, int]:
        """Of a finished job: puzzles by status."""
        (statuses,) = pq.read_table(self.out / "summary.parquet", columns=["statuses"])["statuses"].to_pylist()
        return {each["status"]: each["puzzles"] for each in statuses}


def _name(block: int) -> str:
    return f"{block:07}"


def _summary(path: pathlib.Path) -> pa.RecordBatch:
    with pa.OSFile(str(path), "rb") as file:
        return pa.ipc.open_file(file).get_batch(0)


def _total(summaries: Iterable[pa.RecordBatch]) -> pa.RecordBatch:
    """Adds up some at a time: there may be more than memory holds."""
    some: List[pa.RecordBatch] = []
    for summary in summaries:
        some.append(summary)
        if len(some) == MANY:
            some = [merge(pa.Table.from_batches(some))]
    return merge(pa.Table.from_batches(some))


class _new:
    """A file that is there when it is whole: a path to write to, which is renamed."""

    def __init__(self, path: pathlib.Path):
        self.path = path
        # Readers of directories pass over such names.
        self.partial = path.with_name(f"_{path.name}-{uuid.uuid4().hex}")

    def __enter__(self) -> pathlib.Path:
        return self.partial

    def __exit__(self, error: Any, *_: Any) -> None:
        if error is None:
            os.replace(self.partial, self.path)
        else:
            self.partial.unlink(missing_ok=True)
