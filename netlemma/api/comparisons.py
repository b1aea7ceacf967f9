"""Networks side by side."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from netlemma.checks.side_by_side import NetworkComparison, side_by_side


def compare(
    *networks: Any,
    nodes: str | int | Iterable[int] = "64..4096",
    output: str | Path | None = None,
    progress: Callable[[str], None] | None = None,
) -> NetworkComparison:
    """Measure networks side by side, at sizes with about as many ends of messages.

    Parameters
    ----------
    *networks : object
        Each a network in any form, see :func:`netlemma.measure`; in text a family with sizes, of which some may be left
        out or in proportion to another one, as in "torus n=3", "dragonfly p=h a=2h", "hyperx S=s,s T=s" or
        "slim-fly p=3q/4"; or any other network with all its sizes.
    nodes : str, int or iterable of int, default "64..4096"
        Numbers of ends of messages at which families are measured: one, a list such as "1000,10000", or a range, in
        which each is four times the one before.
    output : str, Path or None, optional
        File of a figure, .svg, .png or .pdf: distances and loads over links for each end.
    progress : callable, optional
        Called with each network before it is measured.

    Returns
    -------
    NetworkComparison
        A row for each network.

    Raises
    ------
    InputError
        For a network or numbers that cannot be read.

    Examples
    --------
    >>> [(row.network, row.diameter) for _, row in compare("hypercube", "torus n=2", nodes=16).rows]
    [('hypercube n=4', 4), ('torus k=4 n=2', 4)]
    """
    from netlemma.drawing.files import checked_format

    if output is not None:
        checked_format(Path(output))
    comparison = side_by_side(networks, nodes, progress)
    if output is not None:
        from netlemma.figures.comparison import save

        save(comparison, Path(output))
    return comparison
