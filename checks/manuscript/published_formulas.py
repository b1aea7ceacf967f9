r"""Published formulas of networks and of distances in graphs: data with sources, LaTeX and what a person reads."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from netlemma.checks.base.verdicts import Readings, Verdicts
from netlemma.checks.judging.readings import WrittenFormula, check_written
from netlemma.errors import InputError

SECONDS = 60.0


@dataclass(frozen=True)
class PublishedFormula:
    """A formula that a source prints.

    source: Source.
    url: Address of the source.
    family: Family of networks.
    quantity: Quantity.
    latex: Formula in LaTeX, in the letters of the source where these are no sizes of the family.
    reads: Formula as a person reads it, in the grammar of formulas.
    where: Condition on the sizes.
    let: Letters of the source by the sizes of the family.
    reading: Conventions of the source.
    disagrees: Why it fails: a convention that the reading leaves out, or an error of the source.

    >>> first = published_formulas()[0]
    >>> first.source, first.family, first.reads
    ('OEIS A228310', 'hypercube', '4^(n - 2)*n*(3 + n)')
    """

    source: str
    url: str
    family: str
    quantity: str
    latex: str
    reads: str
    where: str = ""
    let: tuple[str, ...] = ()
    reading: str = ""
    disagrees: str = ""

    @property
    def kind(self) -> str:
        """``convention`` or ``error`` if it fails, otherwise empty."""
        return self.disagrees.partition(":")[0]

    def judged(self, seconds: float = SECONDS) -> Readings:
        """The verdicts on the formula."""
        written = WrittenFormula(self.latex, self.where, self.let, latex=True, source=self.source, locator=self.url)
        return check_written(self.family, self.quantity, written, seconds=seconds)


@cache
def published_formulas() -> tuple[PublishedFormula, ...]:
    """The published formulas, in the order of their files' names and of these files."""
    folder = files("netlemma.checks.manuscript") / "published"
    texts = [each for each in sorted(folder.iterdir(), key=lambda each: each.name) if each.name.endswith(".toml")]
    entries: list[dict[str, Any]] = [
        entry for each in texts for entry in tomllib.loads(each.read_text(encoding="utf-8"))["formula"]
    ]
    return tuple(PublishedFormula(**{**entry, "let": tuple(entry.get("let", ()))}) for entry in entries)


def published_about(words: Collection[str]) -> tuple[PublishedFormula, ...]:
    """The published formulas of some sources, or whose source, family or quantity has one of some words.

    >>> {each.family for each in published_about(["A034828"])}
    {'cycle'}
    """
    every = published_formulas()
    sources = {each.source for each in every}

    def has(each: PublishedFormula, word: str) -> bool:
        if word in sources:
            return each.source == word
        return word.lower() in f"{each.source} {each.family} {each.quantity}".lower()

    found = tuple(each for each in every if not words or any(has(each, word) for word in words))
    if not found:
        raise InputError(f"no published formula has {' or '.join(words)} in its source, family or quantity")
    return found


def judge_published(
    formulas: Iterable[PublishedFormula], seconds: float = SECONDS, progress: Callable[[str], None] | None = None
) -> Iterator[tuple[PublishedFormula, Verdicts]]:
    """Each published formula with its verdicts."""
    for each in formulas:
        if progress:
            progress(each.source)
        yield each, each.judged(seconds)
