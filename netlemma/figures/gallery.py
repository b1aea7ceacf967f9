"""All figures in one folder, paper by paper, with an index that says what is printed and what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from pathlib import Path

from checks.inputs import InputError, shown
from netlemma.figures import Figure, figures
from netlemma.figures.drawing import rendered, require_matplotlib

PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Figures of papers, drawn again</title>
<style>body{{max-width:60em;margin:auto;padding:1em;font-family:sans-serif}}img{{max-width:100%}}</style></head>
<body>
<h1>Figures of papers, drawn again</h1>
{papers}
</body>
</html>
"""


def write_gallery(folder: Path, say: Callable[[str], None], chosen: Mapping[str, Figure] | None = None) -> int:
    """Draw the figures, all if none are chosen, as SVG files and write ``index.html``; how many there are comes back.

    :raises InputError: without matplotlib; the folder has files already or cannot be written
    """
    require_matplotlib()
    every = figures() if chosen is None else chosen
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise InputError(f"{shown(str(folder))} has files already: name a new or an empty folder")
        for name, figure in every.items():
            say(name)
            (folder / f"{name}.svg").write_bytes(rendered(figure.plot, "svg"))
        (folder / "index.html").write_text(index(every.values()), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{shown(str(folder))} cannot be written: {error.strerror}") from None
    return len(every)


def index(every: Iterable[Figure]) -> str:
    """The page: a section for each paper, its figures with their parameters."""
    papers: dict[str, list[Figure]] = {}
    for figure in every:
        papers.setdefault(figure.plot.source, []).append(figure)
    sections = (
        f"<h2>{escape(paper)}</h2>\n" + "\n".join(map(_entry, found)) for paper, found in sorted(papers.items())
    )
    return PAGE.format(papers="\n".join(sections))


def _entry(figure: Figure) -> str:
    plot = figure.plot
    lists = (("From the paper", plot.given), ("Chosen here, since the paper does not say", plot.guessed))
    said = "".join(
        f"<h4>{title}</h4><ul>{''.join(f'<li>{escape(each)}</li>' for each in items)}</ul>\n"
        for title, items in lists
        if items
    )
    return (
        f'<h3 id="{figure.name}">{escape(plot.locator)}: {escape(plot.title)}</h3>\n'
        f'<img src="{figure.name}.svg" alt="{escape(figure.summary)}">\n'
        f"{said}<p>{escape(plot.drawn_from)}. <code>netlemma figure {figure.name}</code></p>"
    )
