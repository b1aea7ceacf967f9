"""Words of the field explained: the glossary, families, routings and traffic patterns."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from netlemma.base.displays import Facts, Part, Shown, Words
from netlemma.base.names import nearest
from netlemma.base.synonyms import (
    FAMILY,
    PATTERN,
    QUANTITY,
    ROUTING,
    advice,
    also_called,
    ending,
    in_sizes,
    named,
    squeezed,
)
from netlemma.checks.base.inputs import quoted_text
from netlemma.errors import InputError


@dataclass(frozen=True)
class Explanation(Shown):
    """A word with its meaning.

    name: Name, as commands take it if it is a quantity.
    kind: ``term``, ``family``, ``routing`` or ``traffic pattern``.
    meaning: Definition in a sentence.
    symbol: Symbol in formulas.
    also: Other names.
    """

    name: str
    kind: str
    meaning: str
    symbol: str = ""
    also: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names in small letters, with blanks instead of underscores."""
        return tuple(each.casefold().replace("_", " ") for each in (self.name, *self.also, self.symbol) if each)

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma explain --json``."""
        return {
            "name": self.name,
            "kind": self.kind,
            "symbol": self.symbol,
            "meaning": self.meaning,
            "also": list(self.also),
        }

    def _parts(self) -> list[Part]:
        return [
            Words(f"{self.name}: {_sentence(self.meaning)}"),
            Facts([("symbol", self.symbol), ("also", ", ".join(self.also)), ("kind", self.kind)]),
        ]


@cache
def glossary() -> tuple[Explanation, ...]:
    """The terms of the glossary, in its order.

    >>> next(each.symbol for each in glossary() if each.name == "mean_distance")
    'L'
    """
    data = tomllib.loads(Path(__file__).with_name("glossary.toml").read_text(encoding="utf-8"))
    return tuple(
        Explanation(
            each["name"],
            "term",
            each["meaning"],
            each.get("symbol", ""),
            _apart((*each.get("also", ()), *also_called(QUANTITY, each["name"]))),
        )
        for each in data["term"]
    )


def explanations() -> Iterator[Explanation]:
    """The glossary, and every family, routing and traffic pattern."""
    from netlemma.graphs import families
    from netlemma.graphs.routings import NCA, OF_OPENSM, OF_QUEUES, SHORTEST, channel_routings, ring_routings
    from netlemma.graphs.traffic.patterns import patterns

    yield from glossary()
    for name, family in families().items():
        others = (*((family.other_name,) if family.other_name else ()), *also_called(FAMILY, name))
        yield Explanation(name, "family", family.summary, also=others)
    for name, routing in {**ring_routings(), **channel_routings()}.items():
        yield Explanation(name, "routing", _first_line(routing), also=also_called(ROUTING, name))
    yield Explanation(
        NCA,
        "routing",
        f"Up to a nearest common ancestor and down: the routing {SHORTEST} on trees",
        also=also_called(ROUTING, NCA),
    )
    for name, (ours, how) in OF_OPENSM.items():
        meaning = f"Engine of OpenSM, read as the routing {ours}: {how}"
        yield Explanation(name, "routing", meaning, also=also_called(ROUTING, name))
    for name, (ours, how) in OF_QUEUES.items():
        yield Explanation(name, "routing", f"Read as the routing {ours}: {how}", also=also_called(ROUTING, name))
    for name, pattern in patterns().items():
        yield Explanation(name, "traffic pattern", _first_line(pattern), also=also_called(PATTERN, name))


def _sentence(words: str) -> str:
    """Words with a capital letter at the start, but for a symbol there, and a full stop at the end."""
    is_symbol = words[1:2] == " " and words[0] not in "aA"
    return f"{words if is_symbol else words[:1].upper() + words[1:]}".rstrip(".") + "."


def _apart(names: Iterable[str]) -> tuple[str, ...]:
    """Names without those that differ only in hyphens, blanks or underscores."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(squeezed(name), name)
    return tuple(found.values())


def _first_line(described: object) -> str:
    return (described.__doc__ or "").strip().partition("\n")[0]


def explain(word: str) -> Explanation:
    """Explain a term, a symbol, a family, a routing or a traffic pattern.

    Parameters
    ----------
    word : str
        Name, other name or symbol, such as ``"average distance"`` or ``"λ"``.

    Returns
    -------
    Explanation
        Definition.

    Raises
    ------
    InputError
        For an unknown word, with the nearest one, or none.

    Examples
    --------
    >>> explain("hop count").name
    'mean_distance'
    """
    if not word.strip():
        raise InputError("no word is given; write for instance netlemma explain average distance")
    from netlemma.graphs.sources.definition_files import defined

    word = defined(word)
    every = list(explanations())
    exact = [each for each in every if word in (each.name, each.symbol)]
    sized = in_sizes(word)
    called = squeezed(sized[0] if sized else word)
    found = exact or [each for each in every if called in map(squeezed, each.names)]
    if not found:
        names = [name for each in every for name in each.names]
        from netlemma.checks.judging.quantity_list import QUANTITIES
        from netlemma.graphs.families import family_called

        before, quantity = ending(QUANTITY, word.split()) if " " in word else ([], "")
        if named(QUANTITY, quantity, QUANTITIES) and (in_sizes(network := " ".join(before)) or family_called(network)):
            raise InputError(
                f"explain takes one of {quoted_text(network)} and {quoted_text(quantity)}: netlemma derive {word} has the formula"
            )
        near = advice(word) or nearest(called, names)
        raise InputError(f"no explanation of {quoted_text(word)}{near}; netlemma list names what there is")
    return found[0]
