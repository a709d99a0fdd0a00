"""Ratings are those of the program, whatever the strings come in, and a bad line is a row."""

import csv
import io
import json
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy
import pandas
import pyarrow as pa
import pytest
import sudoscope
from sudoscope import Rater

EASY = "1....6..9..........8.1..56..3.6..8.1........7.....8246.4.9...2.56.841.....7..3..."
HARD = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"
FORMS = {
    "zeros": HARD.replace(".", "0"),
    "text behind": HARD + " ED=7.1/1.2/1.2 #3",
    "a line end": HARD + "\r\n",
    "csv": "17," + HARD + ",51349",
    "hodoku": ":0000:x:" + HARD + ":::",
    "grid": "\n".join(HARD[k : k + 9] for k in range(0, 81, 9)),
    "sukaku": "".join("123456789" if c == "." else "." * (int(c) - 1) + c + "." * (9 - int(c)) for c in HARD),
}


def test_as_the_program_rates(program, puzzles):
    lines = puzzles[:2000] + ["x" * 81, "..", EASY[:-1] + "9", "." * 81]
    told = list(csv.DictReader(io.StringIO(program("rate", "-j", "1", "-l", "W,B,S", "-", text="\n".join(lines)))))
    rated = Rater("W,B,S").rate(pa.array(lines)).to_pylist()
    assert len(told) == len(rated) == len(lines)
    for theirs, ours in zip(told, rated):
        reason = f"{ours['status']}: {ours['reason']}" if ours["reason"] else ours["status"]
        assert theirs["status"] == reason
        assert theirs["clues"] == ("" if ours["clues"] is None else str(ours["clues"]))
        for ladder in ["W", "B", "S"]:
            assert ours[ladder] == (int(theirs[ladder]) if theirs[ladder].isdigit() else None)


def test_ser_as_the_program_rates(program, puzzles):
    lines = puzzles[:300]
    told = list(csv.DictReader(io.StringIO(program("rate", "-j", "1", "-l", "SE,W", "-", text="\n".join(lines)))))
    rated = Rater("SE,W").rate(pa.array(lines))
    assert [str(rated.schema.field(name).type) for name in ["SE", "SE EP", "SE ED", "W"]] == ["double"] * 3 + ["int16"]
    for theirs, ours in zip(told, rated.to_pylist(), strict=True):
        assert [theirs[name] for name in ["SE", "SE EP", "SE ED", "W"]] == [
            f"{ours['SE']:.1f}", f"{ours['SE EP']:.1f}", f"{ours['SE ED']:.1f}", str(ours["W"])
        ]
    alone = Rater("SER").rate(lines)
    assert alone["SER"] == rated["SE"] and max(alone["SER"].to_pylist()) > 6.0
    assert Rater("SER").rate([lines[0], "." * 81])["status"].to_pylist() == ["ok", "multiple-solutions"]


def test_minutes_as_the_program_rates(program, puzzles):
    lines = puzzles[:100]
    names = ["minutes", "minutes low", "minutes high", "minutes basis"]
    told = list(csv.DictReader(io.StringIO(program("rate", "-l", "minutes", "-", text="\n".join(lines)))))
    rated = Rater("minutes").rate(lines).to_pylist()
    for theirs, ours in zip(told, rated, strict=True):
        assert [theirs[name] for name in names] == [f"{ours[name]:.1f}" for name in names[:3]] + [ours["minutes basis"]]
    assert {row["minutes basis"] for row in rated} == {"timed", "extrapolated"}


def test_nothing_is_a_table_too():
    for empty in [[], pa.array([], pa.string()), pa.chunked_array([], pa.string()), pa.table({"p": pa.array([], pa.string())})]:
        batch = Rater("W,S").rate(empty)
        assert batch.num_rows == 0 and batch.schema == Rater("W,S").schema


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_puzzles(form):
    row = Rater("W").rate([FORMS[form]]).to_pylist()[0]
    assert (row["status"], row["W"]) == ("ok", 5)
    assert row["clues"] == (0 if form == "sukaku" else 24)


def test_a_bad_line_is_a_row():
    lines = ["", "no puzzle", None, "." * 80, "." * 81, "11" + "." * 79, "5" * 700, "\0" * 81, "é" * 81, "x" * 1_000_000]
    rows = Rater("W").rate(lines).to_pylist()
    assert [row["status"] for row in rows] == (
        ["invalid"] * 4 + ["multiple-solutions", "no-solution"] + ["invalid"] * 4
    )
    assert all(row["W"] is None for row in rows)
    assert [row["reason"] is None for row in rows] == [row["status"] != "invalid" for row in rows]
    assert rows[2]["reason"] == "null"


def test_types_that_every_engine_has():
    schema = Rater("W,easy=brt,lc".split(",", 1), records=True).schema
    assert schema.names == ["status", "reason", "clues", "W", "easy", "record"]
    assert [str(kind) for kind in schema.types] == ["string", "string", "int16", "int16", "int16", "binary"]
    assert schema.metadata[b"sudoscope.version"].decode() == sudoscope.__version__
    assert Rater("W").rate([EASY]).schema == Rater("W").schema


def test_budget_validate_policy():
    assert Rater("W", budget=1).rate([HARD])["status"].to_pylist() == ["budget"]
    assert Rater("W", validate=False).rate(["." * 81])["status"].to_pylist() == ["unsolved"]
    assert Rater("W", policy="best").schema.names[-2:] == ["W", "W-free"]
    assert Rater(["W", "mine=brt,lc"]).ladders == {"W": "brt,whip:1-36", "mine": "brt,lc"}


def test_keep():
    table = pa.table({"id": [7, 8, 9], "puzzle": pa.chunked_array([[EASY], [HARD, None]])})
    kept = Rater("S").rate(table, keep=True)
    assert kept.schema.names == ["id", "puzzle", "status", "reason", "clues", "S"]
    assert kept["id"].to_pylist() == [7, 8, 9] and kept["puzzle"].to_pylist() == [EASY, HARD, None]
    assert kept.select(["status", "reason", "clues", "S"]) == Rater("S").rate(table)
    assert Rater("S").rate(pa.array([EASY]), keep=True).schema.names[0] == "puzzle"
    with pytest.raises(ValueError, match="has a column 'clues'"):
        Rater("S").rate(pa.table({"p": [EASY], "clues": [3]}), keep=True)


def test_which_column():
    table = pa.table({"a": [EASY], "b": [HARD], "n": [1]})
    assert Rater("W", column="b").rate(table)["W"].to_pylist() == [5]
    with pytest.raises(ValueError, match=r"several columns of strings \(a, b\)"):
        Rater("W").rate(table)
    with pytest.raises(ValueError, match="no column 'c' among the columns a, b, n"):
        Rater("W", column="c").rate(table)
    with pytest.raises(ValueError, match="no column of strings"):
        Rater("W").rate(table.select(["n"]))
    with pytest.raises(TypeError, match="puzzles are strings"):
        Rater("W", column="n").rate(table)
    with pytest.raises(TypeError, match="puzzles are strings"):
        Rater("W").rate(pa.array([1, 2]))
    with pytest.raises(TypeError, match="one string is not a column"):
        Rater("W").rate(EASY)


def test_only_the_column_of_puzzles_is_converted():
    frame = pandas.DataFrame({"id": [10**40, 7], "puzzle": [EASY, HARD], "more": [object(), {1: 2}]})
    expected = Rater("W").rate([EASY, HARD])
    for rater in [Rater("W"), Rater("W", column="puzzle")]:
        assert rater.rate(frame) == expected
        assert list(rater.stream(frame)) == [expected]
        assert rater.summarise(frame)["puzzles"].to_pylist() == [2]
    assert sudoscope.check(frame, column="puzzle")["status"].to_pylist() == ["ok", "ok"]
    with pytest.raises(ValueError, match="no column 'x' among the columns id, puzzle, more"):
        Rater("W", column="x").rate(frame)
    frame["answer"] = frame["puzzle"]
    with pytest.raises(ValueError, match=r"several columns of strings \(puzzle, answer\)"):
        Rater("W").rate(frame)


def test_numbers_are_refused_with_what_to_do():
    number = int(EASY.replace(".", "0"))
    wrong = [[number], [1, 2], pa.array([1, 2]), pandas.Series([number, number]), pandas.Series([1.5]), numpy.array([1, 2])]
    for numbers in wrong:
        with pytest.raises(TypeError, match="dtype=str"):
            Rater("W").rate(numbers)
    read = [pandas.read_csv(io.StringIO(f"n,id\n{number},1\n"), dtype=kind) for kind in (None, str)]
    for column in [None, "n"]:
        with pytest.raises(TypeError, match="dtype=str"):
            Rater("W", column=column).rate(read[0])
    assert Rater("W", column="n").rate(read[1]) == Rater("W").rate([EASY])


def test_arrays_of_digits(puzzles):
    lines = [line[:81] for line in puzzles[:200]]
    digits = numpy.array([[int(cell) for cell in line.replace(".", "0")] for line in lines])
    expected = Rater("W").rate(lines)
    for kind in ["int64", "uint8", "int8"]:
        assert Rater("W").rate(digits.astype(kind)) == expected
    assert Rater("W").rate(digits.reshape(-1, 9, 9)) == expected
    assert Rater("W").rate(numpy.asfortranarray(digits)[::2], jobs=2) == Rater("W").rate(lines[::2])
    assert sudoscope.minlex(digits) == sudoscope.minlex(lines)
    kept = Rater("W").rate(digits, keep=True)
    assert [text.replace("0", ".") for text in kept["puzzle"].to_pylist()] == lines
    assert Rater("W").rate(digits[:0]).num_rows == 0
    # A value that is no digit is a bad line.
    digits[3, 5], digits[4, 0] = 10, -1
    rated = Rater("W").rate(digits)
    assert [k for k, status in enumerate(rated["status"].to_pylist()) if status == "invalid"] == [3, 4]
    assert rated["reason"][3].as_py().startswith("column 6: ")
    for wrong in [digits[:, :80], digits[0].reshape(9, 9), digits.astype(float), digits.reshape(1, -1, 81)]:
        with pytest.raises(TypeError, match=r"shape \(n, 81\) or \(n, 9, 9\)"):
            Rater("W").rate(wrong)


def test_what_is_imported():
    code = f"""import sys, sudoscope
assert sudoscope.Rater("W").rate([{HARD!r}, None])["W"].to_pylist() == [5, None]
assert not {{"pandas", "polars", "ray", "pyspark"}} & set(sys.modules), sorted(sys.modules)
sudoscope.polars.rate
assert "polars" in sys.modules
try:
    sudoscope.nothing
except AttributeError as error:
    assert "no attribute 'nothing'" in str(error)
else:
    raise AssertionError"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    "arguments, error",
    [
        ({"ladder": "w"}, r"there is no ladder 'w'; did you mean 'W'\? sudoscope.ladders\(\) lists them"),
        ({"ladder": "x=brt,whips:1-3"}, r"there is no rule 'whips'; did you mean 'whip'\?"),
        ({"ladder": "x=brt,whip:0"}, "comes in sizes 1 to 36"),
        ({"ladder": "W,W"}, "two ladders are called 'W'"),
        ({"ladder": []}, "needs a ladder"),
        ({"ladder": "clues=brt,lc"}, "cannot be called 'clues'"),
        ({"ladder": "reason=brt,lc"}, "cannot be called 'reason'"),
        ({"policy": "worst"}, "no policy 'worst'"),
        ({"ladder": "U=brt,unique", "validate": False}, "assumes that a puzzle has only one solution"),
    ],
)
def test_what_is_no_rater(arguments, error):
    with pytest.raises(ValueError, match=error):
        Rater(**arguments)


def test_pickles():
    rater = Rater(["W", "mine=brt,lc"], budget=1000, validate=False, policy="best", column="p", records=True)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(rater, protocol))
        assert repr(again) == repr(rater) and again.schema == rater.schema
    restore, state = rater.__reduce__()
    with pytest.raises(ValueError, match="pickled by sudoscope 0.0.1"):
        restore("0.0.1", *state[1:])


def test_several_threads_at_once(puzzles):
    rater, expected = Rater("W"), Rater("W").rate(puzzles[:1000])
    found = [None] * 8

    def work(k):
        found[k] = rater.rate(puzzles[:1000])

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all(batch == expected for batch in found)


def test_other_threads_run_meanwhile(puzzles):
    done, ticks = threading.Event(), 0
    thread = threading.Thread(target=lambda: (Rater("W").rate(puzzles * 2), done.set()))
    thread.start()
    while not done.wait(0.001):
        ticks += 1
    assert ticks > 20


def test_ctrl_c(puzzles):
    lines = pa.array(puzzles * 50)
    # Not so by default where the tests were started in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            Rater("W").rate(lines)
        assert time.monotonic() - start < 3
    finally:
        signal.signal(signal.SIGINT, before)


def test_explain():
    path = sudoscope.explain(HARD, "W")
    assert (path.rating, path.status, path.ladder, path.puzzle, path.hardest) == (5, "ok", "W", HARD, "whip[5]")
    last = path.steps[-1]
    assert (last.number, last.rule, last.size, last.rating, last.placements) == (96, "naked-single", None, 0, [877])
    assert (last.eliminations, str(last), last.text) == ([], last.text, "naked-single ==> r7c7=8") and len(last.state) == 729
    assert len(path) == len(path.steps) and path.svg(3).startswith("<svg")
    assert Rater("BRT").rate([path.solution])["BRT"].to_pylist() == [0]
    assert sudoscope.explain(HARD, "S").rating is None and sudoscope.explain(HARD, "S").status == "unsolved"
    for puzzle, error in [("x", "not a puzzle: column 1"), ("." * 81, "more than one"), ("11" + "." * 79, "no solution")]:
        with pytest.raises(ValueError, match=error):
            sudoscope.explain(puzzle)
    with pytest.raises(ValueError, match="exactly one"):
        sudoscope.explain(HARD, "W,B")
    with pytest.raises(ValueError, match="no such step"):
        path.svg(0)


def test_explain_as_the_program(program):
    assert str(sudoscope.explain(HARD, "B")) == program("explain", "-l", "B", HARD)
    assert sudoscope.explain(HARD, "B").json() + "\n" == program("explain", "-l", "B", "--format", "json", HARD)
    assert sudoscope.explain(HARD).svg() == program("explain", "--format", "svg", HARD)
    assert "W solved 5" in program("verify", "-", text=sudoscope.explain(HARD, "W").json())


def test_players_words(program):
    path = sudoscope.explain(HARD)
    assert path.ladder == "H" and str(path) == program("explain", "-l", "H", HARD)
    single, chain = path.steps[1], next(step for step in path.steps if step.rule == "aic")
    assert (single.text, single.words) == ("Hidden Single: r5c8=1 (box 6)", ["In box 6 only r5c8 can be 1."])
    assert chain.words[0] == "If r3c4 is not 1, column 4 has 1 in r6c4." and chain.words[-1] == "So r3c4 is not 3."
    nrc = sudoscope.explain(HARD, "H", notation="nrc")
    assert [step.words for step in nrc.steps] == [step.words for step in path.steps]
    assert nrc.steps[1].text == "Hidden Single: b6n1 ==> r5c8=1"


def test_all_steps_in_groups(program):
    groups = json.loads(sudoscope.all_steps(HARD, limit=1).json())["groups"]
    assert groups and all(len(group["steps"]) == 1 for group in groups)
    assert str(sudoscope.all_steps(HARD, limit=1)) == program("explain", "--all", "--limit", "1", HARD)
    assert str(sudoscope.all_steps(HARD, every=True)) == program("explain", "--all", "--every", HARD)


def test_hints(program):
    step = sudoscope.next_step(HARD)
    assert str(step) == program("explain", "--next", HARD)
    assert len(step) == 1 and step.svg().startswith("<svg") and step.status == "unsolved"
    steps = sudoscope.all_steps(HARD, rules="naked:2-4")
    assert str(steps) == program("explain", "--all", "--rule", "naked:2-4", HARD)
    assert len(steps) == len(steps.steps) > 1 and steps.html().startswith("<!DOCTYPE html>")
    assert f"{len(steps)} steps verified" in program("verify", "-", text=steps.json())
    eureka = sudoscope.explain(HARD, "H", notation="eureka")
    assert str(eureka) == program("explain", "-l", "H", "--notation", "eureka", HARD)
    for wrong, error in [({"rules": "gem"}, "no rule 'gem'"), ({"notation": "x"}, "nrc or eureka")]:
        with pytest.raises(ValueError, match=error):
            sudoscope.all_steps(HARD, **wrong)


def test_check_step(program):
    step = "Full House => r1c1=1"
    answer = sudoscope.check_step(HARD, step)
    assert str(answer) + "\n" == program("explain", "--check", step, HARD)
    found = sudoscope.next_step(HARD).steps[0]
    (placed,) = found.placements
    digit, row, column = str(placed)
    answer = sudoscope.check_step(HARD, f"single r{row}c{column} => r{row}c{column}={digit}")
    assert answer and answer.answer == "valid" and answer.claimed == [f"r{row}c{column}={digit}"]
    assert json.loads(answer.json())["claimed"] == answer.claimed and answer.link is None
    unread = sudoscope.check_step(HARD, "(5)r1c1=hello")
    assert not unread and (unread.answer, unread.column) == ("not understood", 9) and "hello" in unread.why
    wrong = sudoscope.check_step(HARD, "(1=2)r1c1-(2=3)r1c2 => r1c3<>1")
    assert not wrong and wrong.link == 1 and wrong.part_text == "(1=2)r1c1" and wrong.column == 1
    with pytest.raises(ValueError, match="not a puzzle"):
        sudoscope.check_step("", step)


def test_catalogue():
    ladders, rules = sudoscope.ladders(), sudoscope.rules()
    assert all(Rater(ladder["name"]).ladders == {ladder["name"]: ladder["definition"]} for ladder in ladders)
    assert pa.Table.from_pylist(ladders).num_rows == len(ladders) > 30
    assert pa.Table.from_pylist(rules).num_rows == len(rules) > 60
    assert {"whip", "braid", "subset"} <= {rule["name"] for rule in rules}


def test_techniques_left_out_of_a_state_are_named():
    clues = "3178...2.6..9.4..3............15......5...8...8.2.3.5...9...6...4....27...6...3.1"
    state = f":0000:x:{clues}:225 276 747 941 948::"
    reasons = sudoscope.Rater("HoDoKu").rate([state, EASY])["reason"].to_pylist()
    assert reasons == ["Uniqueness techniques are left out: the givens have 13 solutions.", None]
