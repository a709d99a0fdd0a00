"""What is done with puzzles beside rating them: the wheel against the program."""

import json
import pickle
import re

import pyarrow as pa
import pyarrow.compute as pc
import pytest
import sudoscope


@pytest.fixture(scope="module")
def some(puzzles):
    """Puzzles, an isomorph and a copy of the first, one with several solutions, one with none, and a text that is no puzzle."""
    turned = "".join(puzzles[0][9 * (cell % 9) + cell // 9] for cell in range(81))
    several = "".join("." if k < 40 else c for k, c in enumerate(puzzles[1]))
    return [*puzzles[:60], turned, puzzles[0], several, "55" + "." * 79, "no puzzle", None]


@pytest.mark.parametrize("jobs", [1, 3, 0])
def test_minlex(program, some, jobs):
    batch = sudoscope.minlex(some, jobs=jobs)
    printed = program("minlex", "--format", "plain", "-", text="\n".join(line or "x" for line in some)).splitlines()
    forms = batch["minlex"].to_pylist()
    assert [form or status for form, status in zip(forms, batch["status"].to_pylist())] == printed
    assert batch["reason"].to_pylist()[-1] == "null" and forms[0] == forms[60] == forms[61]


BOARDS = [
    ("4x4", "....1....2.3..4."),
    ("6x6", "..1....462...5..1......4..4..5.2...."),
    ("x", ".....63..9..2.......7....2.....4..7..9.....1.1............1.5...26..4........86.."),
    ("4x4", "...."),
]


@pytest.mark.parametrize("jobs", [1, 2])
def test_boards(program, jobs):
    """Each board by its name, by a column of a table, and as a line names it; the program says the same."""
    names, puzzles = zip(*BOARDS)
    table = pa.table({"id": ["a", "b", "c", "d"], "board": names, "puzzle": puzzles})
    text = "\n".join(["board,puzzle", *map(",".join, BOARDS)])
    rater = sudoscope.Rater("W,B", board="column", column="puzzle")
    asked = {
        ("check",): sudoscope.check(table, board="column", column="puzzle", jobs=jobs),
        ("check", "--mistakes", "--true-candidates", "--backdoors"): sudoscope.check(
            table, board="column", column="puzzle", mistakes=True, true_candidates=True, backdoors=True, jobs=jobs
        ),
        ("minlex",): sudoscope.minlex(table, board="column", column="puzzle", jobs=jobs),
        ("rate", "-l", "W,B"): rater.rate(table, jobs=jobs),
    }
    for arguments, rows in asked.items():
        told = program(*arguments, "--board", "column", "--format", "jsonl", "-", text=text).splitlines()
        for ours, theirs in zip(rows.to_pylist(), map(json.loads, told), strict=True):
            # A reason names a place in the line.
            assert all(ours[name] == number(theirs[name]) for name in ours if name != "reason")
    assert rater.schema.names == ["status", "reason", "board", "clues", "W", "B"]
    rated = rater.rate(table).to_pylist()
    assert pickle.loads(pickle.dumps(rater)).rate(table).to_pylist() == rated
    assert [batch.to_pylist() for batch in rater.stream(table)] == [rated]
    assert repr(rater) == 'Rater("W,B", column="puzzle", board="column")'
    solved = sudoscope.solve(table, board="column", column="puzzle", jobs=jobs).to_pylist()
    assert solved[3] is None and all(solved[:3])
    for (name, puzzle), solution in zip(BOARDS[:3], solved):
        assert sudoscope.solve([puzzle, None], board=name).to_pylist() == [solution, None]
    rows = sudoscope.check(["2x3:c3f2_1a2a5a3_5a6a4a2_6f1c"], board="column").to_pylist()
    assert (rows[0]["board"], rows[0]["solutions"]) == ("6x6", 1)
    assert "minlex: --board column" in sudoscope.check(["2x3:c3f2_1a2a5a3_5a6a4a2_6f1c"])["reason"].to_pylist()[0]


@pytest.mark.parametrize("ladder", ["W", "H", "SER"])
@pytest.mark.parametrize("board, puzzle", BOARDS[:3])
def test_paths_on_boards(program, board, puzzle, ladder):
    """Paths on boards, their proofs, pictures and pages are the program's."""
    path = sudoscope.explain(puzzle, ladder, board=board)
    told = lambda *arguments: program("explain", "--board", board, "-l", ladder, *arguments, puzzle)
    assert path.json() == told("--format", "json").strip()
    assert str(path).strip() == told().strip()
    assert (path.svg(), path.svg(2), path.html()) == tuple(told("--format", *way) for way in (["svg"], ["svg", "--step", "2"], ["html"]))
    assert " steps verified" in program("verify", "-", text=path.json())
    size = int(len(puzzle) ** 0.5)
    step = path.steps[-1]
    assert (len(path), path.ladder, path.status, path.puzzle) == (step.number, ladder, "ok", puzzle)
    assert path.solution == sudoscope.solve([puzzle], board=board).to_pylist()[0]
    assert len(step.state) == size**3 and re.match("(naked|hidden)-single|full-house", step.rule) and len(step.placements) == 1 and step.words


def test_mistakes_about_boards():
    for make, why in [
        (lambda: sudoscope.check([], board="windokuu"), "board 'windokuu': no such board; did you mean 'windoku'?"),
        (lambda: sudoscope.Rater("gW", board="x"), "gW cannot be used with board: g-whip is a rule of the plain board"),
        (lambda: sudoscope.Rater("W", board="x", records=True), "records cannot be used with board"),
        (lambda: sudoscope.Rater("W", board="x").summarise([]), "summarise cannot be used with board"),
        (lambda: sudoscope.explain("....", board="4x4"), "not a puzzle: column 5: 4 cells where the board has 16"),
        (lambda: sudoscope.explain("1" * 16, board="4x4"), "the puzzle has no solution"),
        (lambda: sudoscope.explain("." * 16, board="4x4", notation="nrc"), "notation cannot be used with board"),
        (lambda: sudoscope.generate(1, board="x", symmetry="full"), "symmetry cannot be used with board"),
        (lambda: sudoscope.generate(1, board="4x4", clues=17), "the board 4x4 has 16 cells"),
    ]:
        with pytest.raises(ValueError, match=re.escape(why)):
            make()


def test_generated_on_a_board(program):
    for board, count in [("6x6", 4), ("x", 2)]:
        made = sudoscope.generate(count, seed=3, board=board, jobs=2)
        assert made == program("generate", "--board", board, "--seed", "3", "--count", str(count)).split()
    rated = sudoscope.generate(2, seed=3, board="6x6", ladder="W", rating="1-9")
    assert sorted(sudoscope.Rater("W,H", board="6x6").rate(rated).column("W").to_pylist())[0] >= 1


def number(value):
    """A value of JSON as it is in a typed column: a number above a limit is missing."""
    return None if str(value).startswith(">") else value


@pytest.mark.parametrize("jobs", [1, 4])
def test_check(program, some, jobs):
    rows = sudoscope.check(some, limit=5, jobs=jobs).to_pylist()
    text = "\n".join(line or "x" for line in some)
    told = [json.loads(line) for line in program("check", "--limit", "5", "--format", "jsonl", "-", text=text).splitlines()]
    assert len(rows) == len(told)
    for ours, theirs in zip(rows[:-1], told):
        assert all(ours[name] == number(theirs[name]) for name in ours)


def test_questions(program, some):
    """Lists, true candidates and estimates, as the program prints them."""
    ours = sudoscope.check(some, limit=None, listed=2, true_candidates=True, estimate=50, seed=3, budget=2000).to_pylist()
    options = ["--count", "--list", "2", "--true-candidates", "--estimate", "50", "--seed", "3", "--budget", "2000"]
    text = "\n".join(line or "x" for line in some)
    told = [json.loads(line) for line in program("check", *options, "--format", "jsonl", "-", text=text).splitlines()]
    for row, theirs in zip(ours[:-1], told):
        assert [row[name] for name in ("listed", "true candidates")] == [theirs[name] for name in ("listed", "true candidates")]
        for name in ("estimate", "standard error"):
            assert row[name] == theirs[name] or row[name] == pytest.approx(theirs[name], rel=1e-3)
    assert any(row["listed"] for row in ours)
    row = sudoscope.check(["." * 81], limit=None, estimate=50, budget=100).to_pylist()[0]
    assert row["status"] == "budget" and row["standard error"] > 0 and row["estimate"] > 1e20


def test_solve_and_backdoors(program, some):
    text = "\n".join(line or "x" for line in some)
    plain = program("solve", "--format", "plain", "-", text=text).splitlines()
    assert [solution if solution[0].isdigit() else None for solution in plain] == sudoscope.solve(some).to_pylist()
    rows = sudoscope.check(some[:20], backdoors=True).to_pylist()
    told = [json.loads(line) for line in program("check", "--backdoors", "--format", "jsonl", "-", text="\n".join(some[:20])).splitlines()]
    assert all(ours[name] == number(theirs[name]) for ours, theirs in zip(rows, told) for name in ours)


def test_dedupe(program, some):
    table = pa.table({"puzzle": some, "id": range(len(some))})
    for by in ("isomorph", "exact"):
        found = sudoscope.dedupe(table, by=by, column="puzzle", jobs=2)
        kept = table.filter(found["is_first"])["puzzle"].to_pylist()
        assert kept == program("dedupe", "--by", by, "-", text="\n".join(line or "x" for line in some)).splitlines()
        assert found["first"].to_pylist()[61] == 0 and found["first"].null_count == 3
    with pytest.raises(ValueError, match="isomorph or exact"):
        sudoscope.dedupe(some, by="equal")


def test_dedupe_on_a_board():
    four = "....1....2.3..4."
    turned = "".join(four[4 * (cell % 4) + cell // 4] for cell in range(16))
    firsts = {by: sudoscope.dedupe([four, turned, four, "11" + "." * 14], by=by, board="4x4") for by in ("isomorph", "exact")}
    assert firsts["isomorph"]["first"].to_pylist() == [0, 0, 0, None]
    assert firsts["exact"]["first"].to_pylist() == [0, 1, 0, None]
    with pytest.raises(ValueError, match="263363788800 symmetries"):
        sudoscope.dedupe([], board="latin")
    with pytest.raises(ValueError, match="of one board"):
        sudoscope.dedupe([], board="column")


def test_generate(program):
    assert sudoscope.generate(20, seed=7, jobs=0) == program("generate", "--seed", "7", "--count", "20").split()
    options = ["--clues", "26-28", "--symmetry", "rotational-180", "--ladder", "S", "--rating", "1-2"]
    theirs = program("generate", "--seed", "3", "--count", "4", *options).split()
    assert sudoscope.generate(4, seed=3, clues=(26, 28), symmetry="rotational-180", ladder="S", rating="1-2") == theirs
    theirs = program("generate", "--seed", "0", "--count", "3", "--method", "controlled-bias", "--thin", "1").split()
    assert sudoscope.generate(3, seed=0, method="controlled-bias", thin=1) == theirs
    # Without a ladder: the first that has the rule.
    theirs = program("generate", "--seed", "5", "--count", "2", "--hardest", "x-wing").split()
    assert sudoscope.generate(2, seed=5, hardest="x-wing") == theirs
    for wrong, options in (
        ("no method", {"method": "sideways"}),
        ("no symmetry", {"symmetry": "round"}),
        ("thin is a number", {"thin": 2}),
        ("17 to 81", {"clues": 5}),
        ("none of the ratings by W", {"rating": "hard"}),
        ("has no x-wing", {"ladder": "W", "hardest": "x-wing"}),
        ("no named ladder", {"uses": ["no-such-rule"]}),
        ("at most 1024", {"jobs": 5000}),
    ):
        with pytest.raises(ValueError, match=wrong):
            sudoscope.generate(1, **options)
    # Too few tries: a short list.
    assert sudoscope.generate(5, clues=17, tries=3) == []


def test_select(program, puzzles, tmp_path):
    (tmp_path / "in.txt").write_text("\n".join([*puzzles[:400], "x"]))
    program("scan", "-l", "W,S,H", "-o", tmp_path / "out", tmp_path / "in.txt")
    table = pa.Table.from_batches([sudoscope.Rater("W,S,H", records=True).rate([*puzzles[:400], "x"], keep=True)])
    for options, arguments in (
        ({}, []),
        ({"rating": "3-"}, ["--rating", "3-"]),
        ({"ladder": "S", "hardest": "naked:2"}, ["--ladder", "S", "--hardest", "naked:2"]),
        ({"uses": ["whip:2", "whip:3"]}, ["--uses", "whip:2", "--uses", "whip:3"]),
        ({"ladder": "H", "score": "300-900", "without": ["pointing", "claiming"]},
         ["--ladder", "H", "--score", "300-900", "--without", "pointing", "--without", "claiming"]),
        ({"ladder": "H", "rating": "medium"}, ["--ladder", "H", "--rating", "medium"]),
        ({"clues": (24, 25), "per_rating": 3}, ["--clues", "24-25", "--per-rating", "3"]),
        ({"minimal": True, "count": 7}, ["--minimal", "--count", "7"]),
        ({"sort": "rating"}, ["--sort", "rating"]),
        ({"ladder": "H", "sort": "score", "reverse": True, "per_rating": 2},
         ["--ladder", "H", "--sort", "score", "--reverse", "--per-rating", "2"]),
    ):
        rows = sudoscope.select(table, **options)
        chosen = table.take(rows)["puzzle"].to_pylist()
        assert chosen == program("select", tmp_path / "out", *arguments).split(), options
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=50))
    assert sudoscope.select(reader, rating="3-") == sudoscope.select(table, rating="3-")
    for options, why in (({"sort": "points"}, "none of score, rating"), ({"reverse": True}, "needs sort")):
        with pytest.raises(ValueError, match=why):
            sudoscope.select(table, **options)
    with pytest.raises(ValueError, match="it has W, S"):
        sudoscope.select(table, ladder="B")
    with pytest.raises(ValueError, match="no column 'record'"):
        sudoscope.select(table.drop(["record"]))


def test_rules(program, puzzles):
    """The rules of paths as a scan's table has them."""
    lines = [*puzzles[:200], "no puzzle"]
    batch = sudoscope.Rater("W,H,SER", rules=True).rate(lines)
    assert batch.schema.names[-3:] == ["W rules", "H rules", "SER rules"]
    item = batch.schema.field("SER rules").type.value_type
    assert [field.name for field in item] == ["technique", "rule", "size", "rating", "steps", "eliminations"]
    assert item.field("rating").type == pa.float64()
    assert batch.schema == sudoscope.Rater("W,H,SER", rules=True).schema
    rows = batch.to_pylist()
    assert all(rows[-1][f"{name} rules"] is None for name in ("W", "H", "SER"))
    for row in rows[:-1]:
        assert row["W"] is None or max(rule["rating"] for rule in row["W rules"]) == row["W"]
        assert row["SER"] is None or max(rule["rating"] for rule in row["SER rules"]) == row["SER"]
    again = sudoscope.Rater("W,H,SER", rules=True).rate(lines, jobs=3)
    assert again.equals(batch)
    whips = pc.list_flatten(batch["W rules"]).field("rule")
    assert "whip" in whips.to_pylist()


@pytest.fixture(scope="module")
def listed(program, puzzles, tmp_path_factory):
    """The rules of paths as the program writes them."""
    folder = tmp_path_factory.mktemp("listed")
    (folder / "in.txt").write_text("\n".join(puzzles[:100]))
    program("scan", "-l", "W,H", "--format", "jsonl", "-o", folder / "out", folder / "in.txt")
    text = (folder / "out" / "puzzles.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def test_rules_are_those_of_a_scan(puzzles, listed):
    ours = sudoscope.Rater("W,H", rules=True).rate(puzzles[:100]).to_pylist()
    theirs = [row for row in listed if "W rules" in row]
    assert len(ours) == len(theirs)
    for mine, told in zip(ours, theirs):
        for name in ("W rules", "H rules"):
            assert [list(rule.values()) for rule in mine[name]] == [
                [rule.get(key) for key in ("technique", "rule", "size", "rating", "steps", "eliminations")] for rule in told[name]
            ]


@pytest.mark.parametrize("jobs", [2, 5, 0])
def test_jobs(puzzles, jobs):
    """Any number of threads makes the same batch."""
    lines = [*puzzles[:700], None, "no puzzle"]
    rater = sudoscope.Rater("W,S", records=True)
    assert rater.rate(lines, jobs=jobs).equals(rater.rate(lines))
    assert rater.summarise(lines, jobs=jobs).equals(rater.summarise(lines))
    assert rater.rate([], jobs=jobs).num_rows == 0


def test_streams(puzzles):
    """Batch by batch: the same rows, and no chunk is asked for before the one in front of it was taken."""
    table = pa.table({"puzzle": puzzles[:90], "id": range(90)})
    rater = sudoscope.Rater("W", rules=True)
    whole = pa.Table.from_batches([rater.rate(table, keep=True)])
    asked = []

    def chunks():
        for batch in table.to_batches(max_chunksize=30):
            asked.append(batch.num_rows)
            yield batch

    source = pa.RecordBatchReader.from_batches(table.schema, chunks())
    reader = rater.stream(source, keep=True, jobs=2)
    assert reader.schema == whole.schema and asked == []
    first = reader.read_next_batch()
    assert first.num_rows == 30 and len(asked) <= 2
    assert pa.Table.from_batches([first, *reader]).equals(whole)
    strings = pa.chunked_array([puzzles[:10], puzzles[10:25]])
    assert [batch.num_rows for batch in rater.stream(strings)] == [10, 15]
    with pytest.raises(ValueError, match="no column of strings"):
        rater.stream(pa.table({"id": [1]}))


def test_search(program, puzzles, tmp_path):
    """What the program's search finds: near puzzles, with conditions and exclusions, and by hill climbing."""
    near, known = tmp_path / "near.txt", tmp_path / "known.txt"
    near.write_text("\n".join(puzzles[:4]))

    def told(*options):
        return [json.loads(line) for line in program("search", *options, "-l", "S,LC", "--format", "jsonl").splitlines()]

    def equal(batch, rows):
        ours = batch.to_pylist()
        assert len(ours) == len(rows) > 2
        assert all(our[name] == value or value == "unsolved" for our, row in zip(ours, rows) for name, value in row.items())

    ladder = ["S", "LC"]
    first = sudoscope.search(puzzles[:4], ladder=ladder, rating="0-1", jobs=2)
    equal(first, told("--near", str(near), "--rating", "0-1"))
    known.write_text("\n".join(first["puzzle"].to_pylist()[:9]))
    rest = sudoscope.search(puzzles[:4], ladder=ladder, changes=(2, 1), redundant=True, exclude=first["puzzle"].slice(0, 9))
    equal(rest, told("--near", str(near), "--changes", "-2+1", "--redundant", "--exclude", str(known)))
    equal(sudoscope.search(seed=3, tries=2, ladder=ladder), told("--seed", "3", "--tries", "2"))
    for wrong in ({"changes": 5}, {"pattern": "." * 81}, {"pattern": "."}, {"near": puzzles[:1], "pattern": "1" * 81}):
        with pytest.raises(ValueError):
            sudoscope.search(**wrong)
