"""What the tests share: puzzles, and the program that the wheel is held against, if it was built."""

import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def puzzles():
    """Random minimal puzzles, one a line."""
    return (ROOT / "datasets" / "random-10k.txt").read_text().split()


@pytest.fixture(scope="session")
def program():
    """Runs the program `sudoscope`: SUDOSCOPE names it, or it is on the path, or was built here."""
    built = ROOT / "target" / "release" / "sudoscope"
    found = os.environ.get("SUDOSCOPE") or shutil.which("sudoscope") or (built if built.exists() else None)
    if found is None:
        pytest.skip("there is no program to compare with: SUDOSCOPE=… names it")

    def run(*arguments, text=""):
        done = subprocess.run([found, *arguments], input=text, capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    return run
