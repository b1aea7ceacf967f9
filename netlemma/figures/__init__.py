"""Figures of papers, redrawn from proved closed forms, or from measured networks where no closed form exists.

Every module of this folder that has ``FIGURES`` adds its figures; nothing else lists them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.errors import InputError
from netlemma.figures.captions import Figure
from netlemma.figures.plan import Panel, Panels, PlannedCurve, PlannedPoint, Plot
from netlemma.plugins import by_name, offering, registry

__all__ = ["Figure", "Panel", "Panels", "PlannedCurve", "PlannedPoint", "Plot", "figure", "figures"]


@registry
def figures() -> Mapping[str, Figure]:
    """Every figure by its name.

    >>> [name for name in figures() if name.startswith("reed")][:2]
    ['reed-2', 'reed-3']
    """
    found = ((each.name, each, module) for module in offering(__name__, "FIGURES") for each in module.FIGURES)
    return MappingProxyType(dict(sorted(by_name("figure", found).items())))


def figure(name: str) -> Figure:
    """The figure with a name.

    Raises
    ------
    InputError
        For an unknown name, with the nearest one, or with a replacement for a figure that is not redrawn.

    Examples
    --------
    >>> figure("reed-6").summary
    'bottleneck bound over the message population, 64 nodes'
    """
    known = figures()
    if name not in known:
        from netlemma.figures.papers import instead, published_figure

        other = published_figure(name)
        if other is not None:
            raise InputError(f"{name} ({other.source}, {other.locator}: {other.shows}) is no plot: {instead(other)}")
        raise InputError(f"no figure {quoted_text(name)}{nearest(name, known)}; figures: {', '.join(known)}")
    return known[name]
