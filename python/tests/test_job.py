"""What is on disk says what is done: whatever is missing is made again, to the same bytes. (On a cluster: test_ray.py.)"""

import pathlib

import pyarrow.parquet as pq
import pytest
from sudoscope import Rater, merge
from sudoscope.ray.job import Job
from sudoscope.ray.source import source_of


@pytest.fixture
def job(puzzles, tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join([*puzzles[:60], "no puzzle"]))

    def begin():
        begun = Job(tmp_path / "out", source_of([path], None, 4, 1), Rater("W", records=True), False, None)
        begun.open()
        return begun

    return begin


def test_a_block_is_the_same_bytes_whoever_rates_it(job):
    first = job()
    assert first.rate(2) > 0
    # As a task of another driver that goes on.
    second = job()
    (file,), (counts,) = (list(folder.iterdir()) for folder in [first.out / "rated", first.checkpoint])
    assert second.id == first.id
    before = file.read_bytes(), counts.read_bytes()
    # What is done is not done again, but for counts that were not there yet.
    at, rows = file.stat().st_ino, first.rate(2)
    assert second.rate(2) == rows and file.stat().st_ino == at
    counts.unlink()
    assert second.rate(2) == rows and file.stat().st_ino != at
    assert (file.read_bytes(), counts.read_bytes()) == before
    assert list(file.parent.iterdir()) == [file]


def test_what_is_missing_is_done(job, puzzles):
    begun = job()
    assert begun.to_do() == [0, 1, 2, 3]
    begun.rate(1)
    begun.rate(3)
    assert job().to_do() == [0, 2]
    # Counts without rows, rows without counts, and what a killed task leaves.
    (begun.out / "rated" / "0000001.parquet").unlink()
    (begun.checkpoint / "0000003.arrow").unlink()
    (begun.out / "rated" / "_0000000.parquet-x").write_text("half a")
    assert job().to_do() == [0, 1, 2, 3]
    for block in range(4):
        begun.rate(block)
    begun.finish(True)
    again = job()
    assert again.is_finished and not again.checkpoint.exists()
    assert sorted(path.name for path in begun.out.iterdir()) == ["job.json", "rated", "reports", "summary.parquet"]
    assert len(list((begun.out / "rated").iterdir())) == 4
    assert again.total() == {"ok": 60, "invalid": 1}
    summary = pq.read_table(begun.out / "summary.parquet")
    assert merge(summary) == Rater("W").summarise([*puzzles[:60], "no puzzle"])


def test_a_task_that_fails_leaves_nothing(job):
    begun = job()
    begun.source.read = lambda _: iter([None])
    with pytest.raises(TypeError):
        begun.rate(0)
    assert not any((begun.out / "rated").iterdir()) and not any(begun.checkpoint.iterdir())


def test_two_jobs_may_share_a_checkpoint(puzzles, tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text(puzzles[0])
    for ladder in ["W", "S"]:
        begun = Job(tmp_path / ladder, source_of([path], None, None, 9), Rater(ladder, records=True), False, tmp_path / "done")
        begun.open()
        assert begun.to_do() == [0]
        begun.rate(0)
    assert len(list(pathlib.Path(tmp_path / "done").iterdir())) == 2
