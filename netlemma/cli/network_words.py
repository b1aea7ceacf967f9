"""Networks as words of a command: a family or a product with its sizes, files, or a Python file;
:mod:`netlemma.graphs.sources` reads them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from netlemma.api.networks import Network, RingNetwork
    from netlemma.graphs.sources.network_sources import Source


def source_of(words: Sequence[str] | None, format: str = "", scope: str = "") -> tuple[Source, list[str]]:
    """The source of the network that words name, not built yet, and the words ``name=value``.

    >>> source_of(["ring", "K=5", "flits=20"])
    (<FamilySource ring with sizes K>, ['K=5', 'flits=20'])
    """
    from netlemma.graphs.sources import resolve

    return resolve(words or [], format=format or None, scope=scope or None)


def network_of(words: Sequence[str] | None, format: str = "", scope: str = "") -> Network | RingNetwork:
    """The network that words name, built at their sizes."""
    from netlemma.api.networks import opened
    from netlemma.checks.base.inputs import parse_network

    source, rest = source_of(words, format, scope)
    return opened(source, parse_network(rest))


@contextmanager
def computing() -> Iterator[Callable[[str], None]]:
    """Show progress, and send the output of a user's Python file to standard error, because it is no output of the
    command.
    """
    from netlemma.console import progress

    with redirect_stdout(sys.stderr), progress() as say:
        yield say
