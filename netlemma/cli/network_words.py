"""Networks as words of a command: a family or a product with its sizes, files, or a Python file; :mod:`graphs.sources` reads them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphs.sources import Source
    from netlemma.api.networks import Chosen


def source_of(words: Sequence[str] | None, format: str = "", scope: str = "") -> tuple[Source, list[str]]:
    """The network that words name, not built yet, and the words ``name=value``.

    Parameters
    ----------
    words : of the command line, see :func:`graphs.sources.resolve`.
    format, scope : what ``--format`` and ``--scope`` say, "" for nothing.

    Raises
    ------
    InputError, UnknownFamily, FormatError : one line that says what is wrong.

    >>> source_of(["ring", "K=5", "flits=20"])
    (<FamilySource ring with sizes K>, ['K=5', 'flits=20'])
    """
    from graphs.sources import resolve

    return resolve(words or [], format=format or None, scope=scope or None)


def network_of(words: Sequence[str] | None, format: str = "", scope: str = "") -> Chosen:
    """The network that words name, built at their sizes.

    :raises InputError: as :func:`source_of`, and for sizes that are no numbers or none of the network
    """
    from checks.base.sizes import parse_network
    from netlemma.api.networks import Chosen

    source, rest = source_of(words, format, scope)
    return Chosen(source, source.build(**parse_network(rest)))


@contextmanager
def computing() -> Iterator[Callable[[str], None]]:
    """Shows progress, and sends what a user's Python file prints to standard error: it is no output of the command."""
    from netlemma.console import progress

    with redirect_stdout(sys.stderr), progress() as say:
        yield say
