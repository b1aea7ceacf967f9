"""Networks as words of a command: a family or a product with its sizes, files, or a Python file; :mod:`netlemma.graphs.sources` reads them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from netlemma.api.networks import Chosen
    from netlemma.graphs.base.shown import Part
    from netlemma.graphs.sources import Source


def source_of(words: Sequence[str] | None, format: str = "", scope: str = "") -> tuple[Source, list[str]]:
    """The source of the network that words name, not built yet, and the words ``name=value``.

    Parameters
    ----------
    words : sequence of str or None
        Words of the command line, see :func:`netlemma.graphs.sources.resolve`.
    format : str, default ""
        Value of ``--format``; empty if omitted.
    scope : str, default ""
        Value of ``--scope``; empty if omitted.

    Returns
    -------
    tuple of (Source, list of str)
        Source, and the remaining words.

    Raises
    ------
    InputError
        For words that name no network.
    UnknownFamily
        For an unknown family.
    FormatError
        For a malformed file.

    Examples
    --------
    >>> source_of(["ring", "K=5", "flits=20"])
    (<FamilySource ring with sizes K>, ['K=5', 'flits=20'])
    """
    from netlemma.graphs.sources import resolve

    return resolve(words or [], format=format or None, scope=scope or None)


def network_of(words: Sequence[str] | None, format: str = "", scope: str = "") -> Chosen:
    """The network that words name, built at their sizes.

    Parameters
    ----------
    words : sequence of str or None
        Words of the command line.
    format : str, default ""
        Value of ``--format``; empty if omitted.
    scope : str, default ""
        Value of ``--scope``; empty if omitted.

    Returns
    -------
    Chosen
        Network with its source.

    Raises
    ------
    InputError
        As in :func:`source_of`, and for sizes that are not numbers or not those of the network.
    """
    from netlemma.api.networks import Chosen
    from netlemma.checks.base.sizes import parse_network

    source, rest = source_of(words, format, scope)
    sizes = parse_network(rest)
    return Chosen(source, source.build(**sizes), sizes)


def with_scope(found: Any, chosen: Chosen | None, kind: type) -> list[Part]:
    """The display of a result, below its title the ends of messages in a network that was read.

    Parameters
    ----------
    found : Shown
        Result.
    chosen : Chosen or None
        Its network; None if it was not built.
    kind : type
        Results whose display has the ends; others of the same command have none.

    Returns
    -------
    list of Part
        The display.
    """
    from netlemma.api.networks import scope_words
    from netlemma.graphs.base.tables import Words

    shown = list(found._parts())
    scope = scope_words(chosen.net) if chosen else ""
    if scope and isinstance(found, kind):
        shown.insert(1, Words(scope))
    return shown


@contextmanager
def computing() -> Iterator[Callable[[str], None]]:
    """Show progress, and send the output of a user's Python file to standard error, because it is no output of the
    command.
    """
    from netlemma.console import progress

    with redirect_stdout(sys.stderr), progress() as say:
        yield say
