"""Completions of words in a shell: families, sizes, quantities, routings, files. Each function imports only what it
needs.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from typer import Context

from netlemma.base.synonyms import FAMILY, PATTERN, QUANTITY, ROUTING, beginning


def files(incomplete: str) -> list[str]:
    """Files and folders whose path begins so; hidden ones only if their dot is written.

    >>> files("pyproject.t") in (["pyproject.toml"], [])
    True
    """
    folder, _, name = incomplete.rpartition("/")
    place = Path(folder or ("/" if incomplete.startswith("/") else "."))
    try:
        found = sorted(os.scandir(place.expanduser()), key=lambda each: each.name)
    except OSError:
        return []
    there = [each for each in found if each.name.startswith(name) and (name or not each.name.startswith("."))]
    before = incomplete[: len(incomplete) - len(name)]
    return [f"{before}{each.name}{'/' if each.is_dir() else ''}" for each in there]


def families(incomplete: str) -> list[str]:
    """Families of networks."""
    from netlemma.graphs import families as known

    return _beginning(known(), incomplete, FAMILY)


def network(ctx: Context, incomplete: str) -> list[str]:
    """A family or a file; after a family its sizes, as ``w=``; after a file other files.

    Parameters
    ----------
    ctx : Context
        Context of the command.
    incomplete : str
        Beginning of the word to complete.

    Returns
    -------
    list of str
        Completions.
    """
    words = _words(ctx)
    if not words:
        return families(incomplete) + files(incomplete)
    return sizes(words, incomplete) or ([] if "=" in incomplete or _sizes_of(words[0]) else files(incomplete))


def sizes(words: list[str], incomplete: str) -> list[str]:
    """The remaining sizes of a family."""
    given = {word.partition("=")[0] for word in words[1:]}
    return _beginning((f"{name}=" for name in _sizes_of(words[0]) if name not in given), incomplete)


def subject(incomplete: str) -> list[str]:
    """Families that have lemmas, and keys of lemmas once there is a dot."""
    if "." not in incomplete:
        return families(incomplete)
    from netlemma.derive.discovery import keys

    return _beginning(keys(incomplete.partition(".")[0]), incomplete)


def quantity(ctx: Context, incomplete: str) -> list[str]:
    """Quantities of the family or product before it."""
    return _quantities(str(ctx.params.get("subject") or ""), incomplete)


def checked(ctx: Context, incomplete: str) -> list[str]:
    """A network, and after a family or product its quantities."""
    before = ctx.params.get("words") or []
    if not before:
        return families(incomplete) + files(incomplete)
    return _quantities(before[0], incomplete, measured=True) if len(before) == 1 else []


def _quantities(family: str, incomplete: str, measured: bool = False) -> list[str]:
    from netlemma.checks.judging.quantity_list import QUANTITIES
    from netlemma.checks.lemmas.lemma_lookup import lemma_keys

    lemmas = [key.quantity for key in lemma_keys(family)]
    known = dict.fromkeys([*lemmas, *(QUANTITIES if measured else ())])
    return _beginning(known, incomplete, QUANTITY if known else "")


def routing(incomplete: str) -> list[str]:
    """Routings by name; ``tables`` are the routes that files bring."""
    from netlemma.graphs.routings import channel_routings, ring_routings

    return _beginning(sorted({*channel_routings(), *ring_routings(), "tables"}), incomplete, ROUTING)


def kind(incomplete: str) -> list[str]:
    """Kinds of entries of ``netlemma list``."""
    from netlemma.api.catalogue import KINDS

    return _beginning(KINDS, incomplete)


def _words(ctx: Context) -> list[str]:
    """The words of a network that stand before."""
    given: Any = ctx.params
    first, rest = given.get("subject") or given.get("words") or [], given.get("parameters") or []
    return [*([first] if isinstance(first, str) else first), *rest]


def _sizes_of(family: str) -> list[str]:
    from netlemma.graphs.families import family_called

    found = family_called(family)
    return [size.name for size in found.parameters] if found else []


def _beginning(names: Iterable[str], incomplete: str, kind: str = "") -> list[str]:
    """The names that begin so; other names of a kind only where no name does."""
    return [name for name in names if name.startswith(incomplete)] or (beginning(kind, incomplete) if kind else [])


def traffic(incomplete: str) -> list[str]:
    """Traffic patterns by name."""
    from netlemma.graphs.traffic.named import MIX
    from netlemma.graphs.traffic.patterns import patterns

    return _beginning([*patterns(), MIX], incomplete, PATTERN)


def one_of(words: Iterable[str]) -> Callable[[str], list[str]]:
    """Those of some words that begin so."""
    return lambda incomplete: _beginning(words, incomplete)
