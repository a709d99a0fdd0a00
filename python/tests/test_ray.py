"""Jobs on a Ray cluster of two nodes: the rows and reports of the program, whatever dies meanwhile.

Without Ray these tests are skipped, but not under CI=true.
"""

import csv
import io
import json
import os
import subprocess
import sys
import time

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sudoscope
import sudoscope.ray

# Ray's own, to its makers.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
try:
    import ray
    from ray.cluster_utils import Cluster
except ImportError:
    if os.environ.get("CI") == "true" and sys.version_info >= (3, 10):
        raise
    pytest.skip("there is no Ray here: pip install 'ray[data]'", allow_module_level=True)

from sudoscope.ray import run as running
from sudoscope.ray.__main__ import main

BAD = ["no puzzle", "." * 81, "11" + "." * 79, "..34", "\x01,2"]
NODE = {"num_cpus": 1, "object_store_memory": 100 << 20}
# A ladder that takes some milliseconds a puzzle, so that there is time to kill something.
SLOW = "S3W,S3B"
# Seconds after which a driver hangs, even on a busy machine.
LONG = 600


@pytest.fixture(scope="module")
def cluster():
    """Two nodes of one processor each; the tests in this process are its driver."""
    nodes = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    try:
        nodes.add_node(**NODE)
        ray.init(address=nodes.address, log_to_driver=False)
        yield nodes
    finally:
        ray.shutdown()
        nodes.shutdown()


@pytest.fixture
def text(puzzles, tmp_path):
    """1,000 puzzles with bad lines, comments and a header among them."""
    lines = [f"{line},{number}" for number, line in enumerate(puzzles[:1000])]
    for number, bad in enumerate(BAD):
        lines[number * 150 + 40 : number * 150 + 40] = [bad, "# a comment", ""]
    path = tmp_path / "puzzles.csv"
    path.write_text("\n".join(["puzzle,number", *lines]))
    return path


def rows_of(out):
    """The rows of a job in the order of the input, as the program prints them."""
    table = pq.read_table(out / "rated").sort_by("id")
    assert len(set(table["id"].to_pylist())) == table.num_rows
    ladders = [name for name in table.schema.names if name not in ["id", "puzzle", "status", "reason", "clues", "record"]]
    assert all(row["reason"] is None or row["status"] == "invalid" for row in table.to_pylist())
    return [
        [
            f"{row['status']}: {row['reason']}" if row["reason"] else row["status"],
            "" if row["clues"] is None else str(row["clues"]),
            *("" if row[name] is None else str(row[name]) for name in ladders),
        ]
        for row in table.to_pylist()
    ]


def rows_of_program(program, ladders, *paths):
    """The same, by the program."""
    rows = list(csv.reader(io.StringIO(program("rate", "-j", "1", "-l", ladders, *paths))))
    return [[row[2], row[3], *(cell if cell.isdigit() else "" for cell in row[4:])] for row in rows[1:]]


def files_of(directory):
    """What shows whether a file was written again."""
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in directory.iterdir() if path.name[0] != "_"}


def test_text(cluster, program, text, puzzles, tmp_path, capsys):
    more = tmp_path / "more.txt"
    more.write_text("\n".join(puzzles[1000:1050]))
    out = tmp_path / "out"
    command = [str(text), str(more), str(out), "--ladder", "W,B", "--rows-per-block", "100", "--checkpoint", str(tmp_path / "done")]
    # 1: some lines are rejected.
    assert main(command) == 1
    told = capsys.readouterr()
    assert "1055 puzzles: 1050 ok, 3 invalid, 1 no-solution, 1 multiple-solutions" in told.out
    assert len(list((out / "rated").iterdir())) >= 11
    rows = rows_of(out)
    assert rows == rows_of_program(program, "W,B", text, more)
    # The column that by its name is the puzzle's.
    assert "\x01" in pq.read_table(out / "rated")["puzzle"].to_pylist()
    program("scan", "-l", "W,B", "-o", tmp_path / "scan", text, more)
    for name in ["ratings", "rules", "clues", "means", "usage"]:
        assert (out / "reports" / f"{name}.csv").read_text() == (tmp_path / "scan" / f"{name}.csv").read_text(), name

    before = files_of(out / "rated")
    assert main(command) == 1
    assert "is finished: nothing was done" in capsys.readouterr().err
    assert files_of(out / "rated") == before
    assert not any((tmp_path / "done").iterdir())


def test_parquet_with_records(cluster, program, puzzles, tmp_path):
    lines = puzzles[:700] + BAD[:3]
    source, plain, out = tmp_path / "table.parquet", tmp_path / "lines.txt", tmp_path / "out"
    pq.write_table(pa.table({"name": ["x"] * len(lines), "puzzle": lines}), source, row_group_size=150)
    plain.write_text("\n".join(lines))
    assert main([str(source), str(out), "-l", "S", "--column", "puzzle", "--blocks", "8", "--records"]) == 1
    assert len(list((out / "rated").iterdir())) == 8
    assert rows_of(out) == rows_of_program(program, "S", plain)
    assert pq.read_table(out / "rated").sort_by("id")["id"].to_pylist() == list(range(len(lines)))
    # All reports can be made of records.
    program("scan", "-l", "S", "-o", tmp_path / "scan", plain)
    for name in ["puzzles", "ratings", "rules", "sets"]:
        ours, theirs = ((folder / f"{name}.csv").read_text() for folder in [out / "reports", tmp_path / "scan"])
        assert ours == theirs, name


def test_a_dataset(cluster, puzzles):
    table = pa.table({"n": range(300), "puzzle": puzzles[:299] + [None]})
    dataset = ray.data.from_arrow(table).repartition(3)
    rated = sudoscope.ray.rate(dataset, "puzzle", "W,SER").to_pandas().sort_values("n")
    assert list(rated.columns) == ["n", "puzzle", "status", "reason", "clues", "W", "SER"]
    expected = sudoscope.Rater("W,SER").rate(table["puzzle"]).to_pylist()
    assert [int(w) for w in rated["W"][:299]] == [row["W"] for row in expected[:299]]
    assert [float(ser) for ser in rated["SER"][:299]] == [row["SER"] for row in expected[:299]]
    assert rated["status"].iloc[299] == "invalid"


class Driver:
    """A driver in its own process, that is sure to be killed in the end."""

    def __init__(self, cluster, *arguments):
        command = [sys.executable, "-m", "sudoscope.ray", *map(str, arguments), "--address", cluster.address]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def wait_for(self, out, blocks):
        """Until this many blocks are done."""
        end = time.monotonic() + LONG
        while len(list(out.glob("checkpoint/*/[0-9]*"))) < blocks:
            assert self.process.poll() is None, self.process.communicate()[0]
            assert time.monotonic() < end
            time.sleep(0.02)

    def told(self):
        """All it said, when it has ended."""
        told = self.process.communicate(timeout=LONG)[0]
        assert self.process.returncode == 0, told
        return told


@pytest.fixture
def slow(puzzles, tmp_path):
    path = tmp_path / "slow.txt"
    path.write_text("\n".join(puzzles[:2000]))
    return path


def test_the_driver_and_a_node_are_killed(cluster, program, slow, tmp_path):
    """The driver is killed; then, while the same command goes on, a node is."""
    out = tmp_path / "out"
    command = [slow, out, "-l", SLOW, "--blocks", "40"]

    def done():
        names = {path.stem for path in out.glob("checkpoint/*/[0-9]*")}
        return {name: file for name, file in files_of(out / "rated").items() if name.split(".")[0] in names}

    with Driver(cluster, *command) as driver:
        driver.wait_for(out, 4)
        driver.process.kill()
    # Blocks that its tasks may still finish: Ray ends these when it notices.
    time.sleep(3)
    assert not (out / "summary.parquet").exists(), "it was finished before the driver died"
    before = done()
    assert 4 <= len(before) < 30
    rows_before = sum(pq.read_metadata(out / "rated" / name).num_rows for name in before)

    (worker,) = cluster.worker_nodes
    with Driver(cluster, *command) as driver:
        driver.wait_for(out, len(before) + 4)
        while_alive = done()
        cluster.remove_node(worker, allow_graceful=False)
        assert not (out / "summary.parquet").exists(), "it was finished before the node died"
        cluster.add_node(**NODE)
        told = driver.told()
    assert f"40 blocks, {len(before)} of them done before" in told
    # No row is rated again: the rest was rated, and what was there is untouched.
    assert f"rated {40 - len(before)} blocks, {2000 - rows_before} puzzles" in told
    after = files_of(out / "rated")
    assert len(after) == 40 and before.items() <= while_alive.items() <= after.items()
    assert rows_of(out) == rows_of_program(program, SLOW, slow)
    program("scan", "-l", SLOW, "-o", tmp_path / "scan", slow)
    for name in ["ratings", "rules"]:
        assert (out / "reports" / f"{name}.csv").read_text() == (tmp_path / "scan" / f"{name}.csv").read_text(), name


def test_what_does_not_belong_together_is_refused(cluster, text, puzzles, tmp_path, capsys):
    out = tmp_path / "out"
    command = [str(text), str(out), "-l", "LC", "--no-reports"]
    assert main(command) == 1
    assert not (out / "reports").exists()
    before = files_of(out / "rated")

    def refused(command, why):
        assert main(command) == 2
        assert why in capsys.readouterr().err
        assert files_of(out / "rated") == before

    refused([*command, "-l", "W"], "another job's, by its ladders")
    refused([*command, "--budget", "7"], "another job's, by its budget: 12500000 there, 7 here;")
    refused([*command, "--blocks", "7"], "another job's, by its number of blocks")
    refused([*command, "--checkpoint", str(tmp_path)], "another job's, by its checkpoint")
    told = json.loads((out / "job.json").read_text())
    (out / "job.json").write_text(json.dumps({**told, "version": "0.0.1"}))
    refused(command, f"another job's, by its version: 0.0.1 there, {sudoscope.__version__} here;")
    (out / "job.json").write_text(json.dumps(told))
    (out / "job.json").write_text("{")
    refused(command, "job.json")
    (out / "job.json").write_text(json.dumps(told))
    text.write_text(text.read_text() + "\n" + puzzles[7])
    refused(command, "another job's, by its input")
    refused([str(text), str(tmp_path)], "is not empty, and no job of sudoscope.ray")
    refused([str(tmp_path / "missing"), str(tmp_path / "new")], "missing")
    refused([str(text), str(tmp_path / "new"), "-l", "nonsense"], "sudoscope.ladders()")
    assert not (tmp_path / "new").exists()


def test_a_failing_task_says_why(cluster, puzzles, tmp_path, capsys, monkeypatch):
    """Of a file that becomes shorter when the job has begun."""
    path, out = tmp_path / "puzzles.txt", tmp_path / "out"
    path.write_text("\n".join(puzzles[:20]))

    def cut_and_run(*arguments, run=running.run):
        path.write_text("")
        return run(*arguments)

    monkeypatch.setattr(running, "run", cut_and_run)
    assert main([str(path), str(out), "-l", "LC"]) == 2
    told = capsys.readouterr().err
    assert "puzzles.txt: its length is not what it was when the job began (on " in told
    assert "the same command goes on" in told and "Traceback" not in told
    assert not any((out / "rated").iterdir())


def test_sudoscope_does_not_need_ray():
    done = subprocess.run([sys.executable, "-c", "import sudoscope, sudoscope.ray, sys; assert 'ray' not in sys.modules"])
    assert done.returncode == 0
    without = "import sys; sys.modules['ray'] = None; from sudoscope.ray.__main__ import main; sys.exit(main(['a', 'b']))"
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True)
    assert done.returncode == 2 and "pip install 'ray[data]'" in done.stderr
