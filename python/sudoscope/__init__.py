"""Ratings of sudoku puzzles, millions at a time: Arrow in, Arrow out.

>>> import sudoscope
>>> sudoscope.Rater("W").rate(["..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"])["W"]
<pyarrow.lib.Int16Array object at ...>
[
  5
]
"""

from typing import TYPE_CHECKING

from . import _interpreter  # before pyarrow is imported
from ._sudoscope import (
    Explanation,
    Rater,
    Step,
    StepAnswer,
    __version__,
    all_steps,
    check,
    check_step,
    dedupe,
    explain,
    generate,
    ladders,
    merge,
    minlex,
    next_step,
    read,
    report,
    rules,
    search,
    select,
    solve,
    trace,
)

__all__ = [
    "Explanation",
    "Rater",
    "Step",
    "StepAnswer",
    "__version__",
    "all_steps",
    "check",
    "check_step",
    "dedupe",
    "explain",
    "generate",
    "ladders",
    "merge",
    "minlex",
    "next_step",
    "read",
    "report",
    "rules",
    "search",
    "select",
    "solve",
    "trace",
]

if not TYPE_CHECKING:

    def __getattr__(name):
        """The parts that need other packages, imported when they are first named: `sudoscope.polars`."""
        if name in ("polars", "ray", "spark"):
            from importlib import import_module

            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
