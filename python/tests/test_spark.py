"""Spark: the rows and counts of the program from a data frame, however it is cut; on a cluster with SPARK_CLUSTER=1.

The cluster is one of several processes on this machine, one of which is killed in mid-job.
"""

import csv
import doctest
import io
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time

import pyarrow.dataset
import pytest
import sudoscope
from sudoscope import Rater
from test_tables import COUNTED, TABLES, without_input

HAS_JAVA = shutil.which("java") or (pathlib.Path(os.environ.get("JAVA_HOME", "/nowhere")) / "bin" / "java").exists()
if not HAS_JAVA:
    pytest.skip("Spark runs on Java, and there is none here", allow_module_level=True)
try:
    import pyspark.sql
except ModuleNotFoundError:
    # It is for Python 3.11 and newer.
    if os.environ.get("CI") == "true" and sys.version_info >= (3, 11):
        raise
    pytest.skip("Spark is not here: pip install 'pyspark[sql]'", allow_module_level=True)

import sudoscope.spark

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
CLUSTER = "local-cluster[2,1,1024]"
MASTERS = ["local[2]", *([CLUSTER] if os.environ.get("SPARK_CLUSTER") else [])]
BAD = ["no puzzle", "." * 81, "11" + "." * 79, "..", ""]


@pytest.fixture(scope="module", params=MASTERS)
def spark(request, tmp_path_factory):
    """A session, as small as it gets; tasks get batches of 100 rows."""
    folder = tmp_path_factory.mktemp("spark")
    options = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "512m",
        "spark.executor.memory": "512m",
        "spark.local.dir": folder / "local",
        "spark.sql.execution.arrow.maxRecordsPerBatch": 100,
        # Snappy, the default, does not load where there is a second C library (musl).
        "spark.sql.parquet.compression.codec": "gzip",
        "spark.sql.shuffle.partitions": 2,
        "spark.sql.warehouse.dir": folder / "warehouse",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    builder = pyspark.sql.SparkSession.builder.master(request.param)
    for key, value in options.items():
        builder = builder.config(key, str(value))
    with pytest.MonkeyPatch.context() as patch:
        # The Python of the tasks.
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    gateway, work = session.sparkContext._gateway, f"work/{session.sparkContext.applicationId}"
    session.stop()
    # What a cluster's workers leave.
    shutil.rmtree(pathlib.Path(pyspark.__path__[0]) / work, ignore_errors=True)
    # The next session is for another cluster, so it gets a Java of its own.
    gateway.shutdown()
    gateway.proc.stdin.close()
    gateway.proc.wait(60)
    pyspark.SparkContext._gateway = pyspark.SparkContext._jvm = None


@pytest.fixture(scope="module")
def lines(puzzles):
    return puzzles[:900] + BAD


@pytest.fixture(scope="module")
def frame(spark, lines):
    """The lines with their numbers, in seven partitions."""
    rows = list(enumerate(lines, 1))
    return spark.createDataFrame(rows, "line long, puzzle string").repartition(7)


def test_rows_are_those_of_the_program(frame, program, lines):
    told = list(csv.DictReader(io.StringIO(program("rate", "-l", "W,S", "-", text="\n".join(lines) + "\n"))))
    rated = sudoscope.spark.rate(frame, "puzzle", "W,S")
    assert rated.columns == ["line", "puzzle", "status", "reason", "clues", "W", "S"]
    ours = sorted(rated.collect())
    # An empty line is no puzzle to Spark, and none at all to the program.
    assert (ours[-1].puzzle, ours[-1].status) == ("", "invalid")
    assert len(ours) - 1 == len(told)
    for row, theirs in zip(ours, told):
        assert row.line == int(theirs["line"])
        assert row.puzzle == lines[row.line - 1]
        assert theirs["status"] == (f"{row.status}: {row.reason}" if row.reason else row.status)
        for ladder in ["W", "S"]:
            assert row[ladder] == (int(theirs[ladder]) if theirs[ladder].isdigit() else None)


def test_own_columns_are_kept(spark):
    """Of any type, and with names that Spark itself does not find."""
    frame = spark.sql(
        f"SELECT from_json('{{\"a\":[1,null]}}', 'a array<int>').a, '{'.' * 81}', timestamp'2026-01-02 03:04:05', "
        "named_struct('x', 0.5D, 'y', X'00ff'), 1.25BD"
    ).toDF("a.b", "puzzle text", "at", "c", "C")
    rated = sudoscope.spark.rate(frame.union(frame), "puzzle text", ["W", "mine=brt,lc"], records=True)
    assert rated.columns == [*frame.columns, *Rater(["W", "mine=brt,lc"], records=True).schema.names]
    before, after = frame.collect()[0], rated.collect()
    assert len(after) == 2
    for row in after:
        assert row[:5] == before[:]
        assert row.status == "multiple-solutions"
    assert [field.dataType for field in rated.schema.fields][:5] == [field.dataType for field in frame.schema.fields]


def test_nulls_and_nothing(spark):
    frame = spark.createDataFrame([(1, None), (2, "x")], "id int, puzzle string")
    rows = sudoscope.spark.rate(frame, "PUZZLE").sort("id").collect()
    assert [(row.status, row.reason is None, row.W) for row in rows] == [("invalid", False, None)] * 2
    assert rows[0].reason == "null"
    assert sudoscope.spark.rate(frame.limit(0), "puzzle").collect() == []
    assert sudoscope.spark.summarise(frame.limit(0), "puzzle", "W") == Rater("W").summarise([])


def test_nothing_runs_before_it_is_asked_for(spark):
    frame = spark.range(3).selectExpr("CAST(raise_error('it ran') AS string) AS puzzle")
    rated = sudoscope.spark.rate(frame, "puzzle")
    with pytest.raises(Exception, match="it ran"):
        rated.collect()


def test_what_cannot_be_told_apart_is_refused(spark):
    def rate(columns, column="p", ladder="W", **options):
        row = ", ".join(f"'' AS `{name}`" for name in columns)
        return sudoscope.spark.rate(spark.sql(f"SELECT {row}"), column, ladder, **options)

    with pytest.raises(ValueError, match="has a column 'status', and the ratings have a column 'status'"):
        rate(["p", "status"])
    with pytest.raises(ValueError, match="has a column 'w', and the ratings have a column 'W'"):
        rate(["p", "w"])
    with pytest.raises(ValueError, match="have a column 'S', and the ratings have a column 's'"):
        rate(["p"], ladder=["S", "s=brt,lc"])
    with pytest.raises(ValueError, match="has a column 'record'"):
        rate(["p", "record"], records=True)
    assert rate(["p", "record"]).columns[1] == "record"
    with pytest.raises(ValueError, match="no column is called 'q' among the columns p, r"):
        rate(["p", "r"], "q")
    with pytest.raises(ValueError, match="several columns are called 'p'"):
        rate(["p", "P"])
    with pytest.raises(TypeError, match="the column 'id' is bigint"):
        sudoscope.spark.rate(spark.range(3), "id")
    with pytest.raises(ValueError, match="no ladder 'x'"):
        rate(["p"], ladder="x")
    with pytest.raises(TypeError, match="threads"):
        rate(["p"], threads=2)
    spark.conf.set("spark.sql.caseSensitive", "true")
    try:
        assert rate(["p", "P", "w"], "P").columns[-1] == "W"
    finally:
        spark.conf.unset("spark.sql.caseSensitive")


def test_options_reach_the_executors(spark, puzzles):
    frame = spark.createDataFrame([(puzzles[0],)], "puzzle string")
    row = sudoscope.spark.rate(frame, "puzzle", budget=1, records=True).collect()[0]
    assert bytes(row.record) == Rater("W", budget=1, records=True).rate([puzzles[0]])["record"][0].as_py()
    summary = sudoscope.spark.summarise(frame, "puzzle", "BRT", budget=1, validate=False)
    assert summary == Rater("BRT", budget=1, validate=False).summarise([puzzles[0]])


def test_reports_are_those_of_the_program(frame, program, lines, tmp_path):
    lines = [line for line in lines if line]
    (tmp_path / "lines.txt").write_text("\n".join(lines) + "\n")
    program("scan", "-l", "W,SER", "-o", str(tmp_path / "scan"), str(tmp_path / "lines.txt"))
    frame = frame.where("puzzle != ''")

    summary = sudoscope.spark.summarise(frame, "puzzle", "W,SER")
    assert summary == Rater("W,SER").summarise(lines)
    sudoscope.report(summary, tmp_path / "counted")
    for table in COUNTED:
        assert without_input(tmp_path / "counted" / f"{table}.csv") == without_input(tmp_path / "scan" / f"{table}.csv")

    rated = sudoscope.spark.rate(frame, "puzzle", "W,SER", records=True)
    rated.sort("line").write.parquet(str(tmp_path / "rated"))
    reader = pyarrow.dataset.dataset(tmp_path / "rated").scanner(columns=["record"]).to_reader()
    sudoscope.report(reader, tmp_path / "reports", rater=Rater("W,SER"))
    for table in TABLES:
        assert without_input(tmp_path / "reports" / f"{table}.csv") == without_input(tmp_path / "scan" / f"{table}.csv")


def test_large_strings(spark, frame, lines):
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
    try:
        assert sudoscope.spark.summarise(frame, "puzzle", "S") == Rater("S").summarise(lines)
        assert sudoscope.spark.rate(frame, "puzzle", "S", records=True).count() == len(lines)
    finally:
        spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")


def test_an_executor_is_killed(spark, puzzles):
    """Its tasks run again elsewhere: nothing is missing, nothing is there twice."""
    if spark.sparkContext.master != CLUSTER:
        pytest.skip("a cluster is wanted: SPARK_CLUSTER=1")
    frame = spark.createDataFrame(list(enumerate(puzzles)), "id long, puzzle string").repartition(40)
    tracker, processes = spark.sparkContext.statusTracker(), spark._jvm.java.lang.ProcessHandle.current()
    for job in [lambda: sudoscope.spark.rate(frame, "puzzle", "W,B").collect(), lambda: sudoscope.spark.summarise(frame, "puzzle", "W,B")]:
        found = []
        thread = threading.Thread(target=lambda: found.append(job()))
        thread.start()
        stages = lambda: [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        while not any(stage and stage.numTasks == 40 and stage.numCompletedTasks >= 5 for stage in stages()):
            assert thread.is_alive(), "it was done before an executor could be killed"
            time.sleep(0.02)
        executors = [each for each in processes.children().toArray() if "ExecutorBackend" in str(each.info().commandLine())]
        assert len(executors) == 2
        executors[0].destroyForcibly()
        failed = 0
        while thread.is_alive():
            failed = max([failed, *(stage.numFailedTasks for stage in stages() if stage)])
            time.sleep(0.02)
        assert failed > 0
        if isinstance(found[0], list):
            expected = Rater("W,B").rate(puzzles).to_pylist()
            rows = sorted(found[0])
            assert [row.id for row in rows] == list(range(len(puzzles)))
            assert [{name: row[name] for name in expected[0]} for row in rows] == expected
        else:
            assert found[0] == Rater("W,B").summarise(puzzles)


def test_documentation(spark, tmp_path, puzzles):
    """The examples of the functions, and of the README."""
    for thing in [sudoscope.spark.rate, sudoscope.spark.summarise]:
        examples = doctest.DocTestFinder().find(thing, thing.__name__, globs={"spark": spark})
        assert examples and examples[0].examples
        for example in examples:
            said = []
            assert doctest.DocTestRunner().run(example, out=said.append).failed == 0, "".join(said)
    readme = (pathlib.Path(__file__).resolve().parents[1] / "README.md").read_text()
    section = readme.split("\n## Spark\n")[1].split("\n## ")[0]
    (tmp_path / "puzzles.txt").write_text("\n".join(puzzles[:50]))
    names, made = {"spark": spark}, [["ratings"], ["ratings", "puzzles"]]
    for code, tables in itertools.zip_longest(re.findall(r"```python\n(.*?)```", section, re.DOTALL), made):
        # Java is in another directory.
        exec(re.sub(r'"(puzzles\.txt|rated|reports)"', rf'"{tmp_path}/\1"', code), names)
        assert pyarrow.dataset.dataset(tmp_path / "rated").count_rows() == 50
        assert all((tmp_path / "reports" / f"{table}.csv").exists() for table in tables)


def test_the_package_does_not_want_spark():
    code = "import sys, sudoscope; assert 'pyspark' not in sys.modules\nsys.modules['pyspark'] = None\nimport sudoscope.spark"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.endswith("sudoscope.spark needs Spark: pip install 'pyspark[sql]'\n")
