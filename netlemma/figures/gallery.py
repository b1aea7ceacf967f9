"""All figures in one folder, paper by paper, with an index that says what is printed and what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from netlemma.drawing.files import require_matplotlib
from netlemma.figures import Figure, figures
from netlemma.figures.bare import rendered_bare
from netlemma.figures.papers import RINGS, Drawing, Printed, by_paper
from netlemma.folder import Folder

PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Figures of papers, drawn again</title>
<style>body{{max-width:60em;margin:auto;padding:1em;font-family:sans-serif}}img{{max-width:100%}}
.networks{{display:flex;flex-wrap:wrap;gap:1em}}.networks figure{{margin:0;max-width:28em}}</style></head>
<body>
<h1>Figures of papers, drawn again</h1>
<p>Every figure and table of each paper: drawn again from lemmas, measurements and simulations, its networks drawn, or why neither.</p>
{papers}
</body>
</html>
"""


def write_gallery(
    folder: Path, say: Callable[[str], None], chosen: Mapping[str, Sequence[Printed]] | None = None
) -> tuple[int, int]:
    """Draw what the papers show as SVG files and write ``index.html``: how many figures, and drawings of networks, there are.

    All of it is put in place at the end, instead of an earlier gallery; until then that one stays whole.

    Parameters
    ----------
    say : called with the name of each figure before it is drawn.
    chosen : figures and tables by paper, instead of all.

    :raises InputError: without matplotlib; if the folder has something that is not of an earlier gallery, or cannot be written
    """
    require_matplotlib()
    every = by_paper() if chosen is None else chosen
    known = figures()
    place = Folder(folder, force=None, kind="gallery")
    plots: dict[str, bytes] = {}
    networks: dict[str, str] = {}
    for each in (one for found in every.values() for one in found):
        if each.name in known:
            say(each.name)
            plots[f"{each.name}.svg"] = rendered_bare(known[each.name].plot, "svg")
        for file, drawing in each.files:
            say(file)
            networks[f"{file}.svg"] = network_svg(drawing)
    place.put({**plots, **networks, "index.html": index(every)})
    return len(plots), len(networks)


def network_svg(drawing: Drawing) -> str:
    """The drawing of a network, the same as its command gives."""
    from checks.base.sizes import parse_network
    from graphs.deadlock.rings.ring_deadlock import ring_deadlock
    from graphs.sources import source
    from netlemma.drawing import draw
    from netlemma.drawing.drawn import as_svg

    net = source(drawing.family).build(**parse_network(drawing.sizes.split()))
    verdict = ring_deadlock(net) if drawing.option and drawing.option != RINGS else None  # type: ignore[arg-type]
    return as_svg(draw(net, deadlock=verdict, rings=drawing.option == RINGS), net.title)


def index(every: Mapping[str, Sequence[Printed]]) -> str:
    """The page: a section for each paper, its figures with their parameters."""
    known = figures()
    sections = (
        f"<h2>{escape(source)}</h2>\n" + "\n".join(_entry(each, known.get(each.name)) for each in found)
        for source, found in every.items()
    )
    return PAGE.format(papers="\n".join(sections))


def _entry(each: Printed, figure: Figure | None) -> str:
    heading = (
        f'<h3 id="{each.name}">{escape(each.locator)}: {escape(figure.plot.title if figure else each.shows)}</h3>\n'
    )
    return heading + "\n".join(_again(figure) if figure else _other(each))


def _again(figure: Figure) -> Iterator[str]:
    """A figure that is drawn again."""
    plot = figure.plot
    yield f'<img src="{figure.name}.svg" alt="{escape(figure.summary)}">'
    for title, items in (("From the paper", plot.given), ("Chosen here, since the paper does not say", plot.guessed)):
        if items:
            yield f"<h4>{title}</h4><ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>"
    yield f"<p>{escape(plot.drawn_from)}. <code>netlemma figure {figure.name}</code></p>"


def _other(each: Printed) -> Iterator[str]:
    """A figure of networks, or one that is not drawn, and why."""
    if each.drawings:
        pictures = (
            f'<figure><img src="{file}.svg" alt="{escape(drawing.family)} {escape(drawing.sizes)}">'
            f"<figcaption><code>{escape(drawing.command)}</code></figcaption></figure>"
            for file, drawing in each.files
        )
        yield f'<div class="networks">{"".join(pictures)}</div>'
        yield f"<p>Networks; {escape(each.remark)}.</p>"
    else:
        yield f"<p>Not drawn: {escape(each.remark)}.</p>"
