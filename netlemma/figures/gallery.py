"""All figures in one folder, paper by paper, with an index of the printed and the chosen parameters."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from jinja2 import StrictUndefined, Template

from netlemma.figures import figures
from netlemma.figures.drawing import rendered_bare
from netlemma.figures.papers import RINGS, NetworkDrawing, PublishedFigure, by_paper
from netlemma.folder import Folder


def write_gallery(
    folder: Path, say: Callable[[str], None], chosen: Mapping[str, Sequence[PublishedFigure]] | None = None
) -> tuple[int, int]:
    """Draw the figures of the papers as SVG files, and write ``index.html``.

    All files are put in place at the end, and replace an earlier gallery, which stays whole until then.
    """
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


def network_svg(drawing: NetworkDrawing) -> str:
    """The drawing of a network, as its command draws it."""
    from netlemma.checks.base.inputs import parse_network
    from netlemma.drawing.drawn import draw
    from netlemma.drawing.files import as_svg
    from netlemma.graphs.deadlock.ring_queues import ring_deadlock
    from netlemma.graphs.sources import source

    net = source(drawing.family).build(**parse_network(drawing.sizes.split()))
    verdict = ring_deadlock(net) if drawing.option and drawing.option != RINGS else None  # type: ignore[arg-type]
    return as_svg(draw(net, deadlock=verdict, rings=drawing.option == RINGS), net.title)


def index(every: Mapping[str, Sequence[PublishedFigure]]) -> str:
    """The page: a section for each paper, its figures with their parameters."""
    template = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
    page = Template(template, autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    return page.render(papers=every, figures=figures())
