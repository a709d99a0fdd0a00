"""Pages in notebooks."""

from __future__ import annotations

import html
import pathlib

__all__ = ["Report", "frame"]


def frame(page: str, height: int) -> str:
    """A page in a frame of its own, whose scripts and styles touch nothing around it."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-popups allow-downloads" '
        f'style="width:100%;height:{height}px;border:0" loading="lazy" title="sudoscope"></iframe>'
    )


class Report(str):
    """The path of a `report.html`; a notebook shows the page.

    >>> import sudoscope, tempfile
    >>> rated = sudoscope.Rater("S", records=True).rate(
    ...     ["..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75"])
    >>> sudoscope.report(rated, tempfile.mkdtemp())._repr_html_().startswith("<iframe srcdoc=")
    True
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return frame(pathlib.Path(self).read_text(encoding="utf-8"), 900)
