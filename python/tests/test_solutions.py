"""Solutions: as a column beside ratings and checks, and alone; the wheel against the program."""

import pyarrow as pa
import pytest
import sudoscope


@pytest.fixture(scope="module")
def some(puzzles):
    """Puzzles, one with several solutions, one with none, a text that is no puzzle, and a null."""
    return [*puzzles[:60], "1" + "." * 80, "55" + "." * 79, "no puzzle", None]


@pytest.mark.parametrize("jobs", [1, 3])
def test_solve(program, some, jobs):
    found = sudoscope.solve(some, jobs=jobs)
    printed = program("check", "--solution", "-", text="\n".join(line or "x" for line in some)).splitlines()
    assert found.type == pa.string()
    assert [solution or "" for solution in found.to_pylist()] == [line.split(",")[-1] for line in printed[1:]]
    assert found.null_count == 4


def test_beside_ratings_and_checks(some):
    solutions = sudoscope.solve(some).to_pylist()
    for options in ({}, {"rules": True}, {"records": True}):
        rater = sudoscope.Rater("W,SER", solution=True, **options)
        rated = rater.rate(some, jobs=2)
        assert rated.schema.names[:4] == ["status", "reason", "clues", "solution"] and rated.schema == rater.schema
        assert rated["solution"].to_pylist() == solutions
        without = sudoscope.Rater("W,SER", **options).rate(some)
        assert rated.drop_columns(["solution"]).to_pylist() == without.to_pylist()
    assert sudoscope.check(some, solution=True)["solution"].to_pylist() == solutions
    assert "solution" not in sudoscope.check(some).schema.names
    with pytest.raises(ValueError, match="needs validate=True"):
        sudoscope.Rater(solution=True, validate=False)
