"""What a notebook shows: pages in frames, and frames of Polars that are lazy."""

import html
import re

import polars
import pytest
import sudoscope
import sudoscope.polars

PUZZLE = "..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"

CELLS = f"""
import sudoscope, tempfile
sudoscope.explain("{PUZZLE}")
---
sudoscope.report(sudoscope.Rater("W,S", records=True).rate(["{PUZZLE}", "no puzzle"]), tempfile.mkdtemp())
---
sudoscope.Rater("W").rate(["{PUZZLE}"]).to_pandas()
"""


def page_of(shown):
    """The page in a frame that runs its scripts and reaches nothing else."""
    found = re.fullmatch(r'<iframe srcdoc="([^"]*)" sandbox="([^"]*)" style="[^"]*" loading="lazy" title="sudoscope"></iframe>', shown)
    assert found and "allow-same-origin" not in found[2]
    return html.unescape(found[1])


def test_an_explanation_is_the_page_of_the_program(program, tmp_path):
    path = sudoscope.explain(PUZZLE)
    program("explain", "--format", "html", "-o", tmp_path / "path.html", PUZZLE)
    page = (tmp_path / "path.html").read_text()
    assert path.html() == page == page_of(path._repr_html_())


def test_a_report_is_its_page(tmp_path):
    report = sudoscope.report(sudoscope.Rater("S", records=True).rate([PUZZLE]), tmp_path)
    assert isinstance(report, str) and report == str(tmp_path / "report.html")
    assert page_of(report._repr_html_()) == (tmp_path / "report.html").read_text()


def test_a_notebook_shows_them():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    cells = [nbformat.v4.new_code_cell(text.strip()) for text in CELLS.split("---\n")]
    done = nbclient.NotebookClient(nbformat.v4.new_notebook(cells=cells), timeout=120).execute()
    shown = [cell["outputs"][-1]["data"]["text/html"] for cell in done["cells"]]
    path, report = page_of(shown[0]), page_of(shown[1])
    assert path.startswith("<!DOCTYPE html>") and PUZZLE[:9] in path
    assert report.startswith("<!DOCTYPE html>") and "report" in report.lower()
    assert "<table" in shown[2]


def test_lazy_frames(puzzles, tmp_path):
    frame = polars.DataFrame({"id": range(500), "puzzle": puzzles[:500]})
    frame.write_parquet(tmp_path / "in.parquet")
    rated = sudoscope.polars.rate(polars.scan_parquet(tmp_path / "in.parquet"), "puzzle", "W,S", jobs=2, rules=True)
    assert rated.collect_schema().names()[:7] == ["id", "puzzle", "status", "reason", "clues", "W", "S"]
    whole = rated.collect()
    expected = sudoscope.Rater("W,S", rules=True).rate(frame["puzzle"])
    assert whole["id"].to_list() == list(range(500))
    for name in expected.schema.names:
        assert whole[name].to_list() == expected[name].to_pylist()
    hard = rated.filter(polars.col("W") > 3).select("id", "W").collect()
    assert hard["W"].to_list() == [rating for rating in whole["W"].to_list() if rating and rating > 3]
    rated.sink_parquet(tmp_path / "out.parquet")
    assert polars.read_parquet(tmp_path / "out.parquet").sort("id").equals(whole)
    # As it stands in the README: without the helper, of any frame.
    rater = sudoscope.Rater("S")
    by_hand = frame.lazy().map_batches(lambda part: polars.from_arrow(rater.rate(part, keep=True)), validate_output_schema=False)
    assert by_hand.collect()["S"].to_list() == whole["S"].to_list()
    with pytest.raises(ValueError, match="no column 'quiz'"):
        sudoscope.polars.rate(frame.lazy(), "quiz")
    with pytest.raises(ValueError, match="has a column 'W'"):
        sudoscope.polars.rate(frame.lazy().with_columns(W=1), "puzzle")
