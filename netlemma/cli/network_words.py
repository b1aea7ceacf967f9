"""Networks as words of a command: a family or a product with its sizes, files, or a Python file; :mod:`graphs.sources` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphs.sources import Source


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


def network_of(words: Sequence[str] | None, format: str = "", scope: str = "") -> tuple[Source, Any]:
    """The network that words name, and the same built at their sizes.

    :raises InputError: as :func:`source_of`, and for sizes that are no numbers or none of the network
    """
    from checks.base.sizes import parse_network

    source, rest = source_of(words, format, scope)
    return source, source.build(**parse_network(rest))


def scope_words(net: Any) -> str:
    """Between which nodes of a network that was read messages run, and through which; "" if all are alike.

    >>> from graphs import network
    >>> scope_words(network("ring", K=5))
    ''
    """
    forwards = getattr(net, "forwards", None)
    if forwards is None and getattr(net, "terminals", None) is None:
        return ""
    switches = int(net.forwarding.sum())
    if net.terminals is None:
        return f"scope all: messages between all {net.node_count} nodes, switches too, through the {switches} switches"
    return f"scope adapters: messages between the {len(net.ends)} adapters, through the {switches} switches"
