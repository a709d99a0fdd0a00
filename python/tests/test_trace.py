"""Steps of paths as a table: the wheel against the program."""

import json

import pyarrow as pa
import pytest
import sudoscope


@pytest.mark.parametrize("ladder", ["W", "SER", "H"])
def test_as_the_program_traces(program, puzzles, ladder):
    some = [*puzzles[:20], "no puzzle", *puzzles[20:30]]
    table = sudoscope.trace(some, ladder, state=True, jobs=2)
    text = program("trace", "-l", ladder, "--state", "--puzzle", "--format", "jsonl", "-", text="\n".join(some))
    told = [json.loads(line) for line in text.splitlines()]
    assert table.num_rows == len(told) > 1000
    assert table.schema.field("eliminations").type == pa.list_(pa.int16())
    for ours, theirs in zip(table.to_pylist(), told):
        assert theirs.pop("puzzle") == some[ours["row"]] and int(theirs.pop("line")) == ours.pop("row") + 1
        assert ours == theirs


def test_as_explanations(puzzles):
    """A trace has the steps that an explanation lists, with their numbers."""
    names = ["rule", "size", "rating", "placements", "eliminations", "state"]
    path = sudoscope.explain(puzzles[0], "S+W")
    proved = sum(len(round["steps"]) for round in json.loads(path.json())["rounds"])
    assert len(path) < proved
    listed = [{name: getattr(step, name) for name in names} for step in path.steps]
    rows = sudoscope.trace(puzzles[:1], "S+W", state=True).to_pylist()
    assert [row["step"] for row in rows] == list(range(1, len(rows) + 1))
    assert [{name: row[name] for name in names} for row in rows] == listed
    assert [row["step"] for row in rows] == [step.number for step in path.steps]


def test_files_are_arrow(program, puzzles, tmp_path):
    (tmp_path / "in.txt").write_text("\n".join(puzzles[:30]))
    out = tmp_path / "steps.arrow"
    program("trace", str(tmp_path / "in.txt"), "-o", str(out))
    table = pa.ipc.open_file(out).read_all()
    own = sudoscope.trace(puzzles[:30])
    assert table.drop_columns(["line"]).to_pylist() == pa.Table.from_batches([own]).drop_columns(["row"]).to_pylist()
    assert table.schema.field("step").type == pa.int32()


def test_refusals():
    with pytest.raises(ValueError, match="exactly one"):
        sudoscope.trace([], "W,S")
    assert sudoscope.trace([None, "no puzzle"]).num_rows == 0
