"""Lemmas by strength: accepted by Rocq's kernel, or re-run by this program alone."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from netlemma.checks.kernel.compiler import answers
from netlemma.checks.lemmas.lemma_lookup import wanted_keys
from netlemma.derive.core.shown import Part, Shown
from netlemma.derive.discovery import keys, lemma
from netlemma.derive.formal.rocq import theorem
from netlemma.derive.formal.statements import NotExported
from netlemma.derive.typeset.printers.rocq import NotInRocq
from netlemma.graphs.base.tables import Table

KERNEL, OWN, REFUSED = "kernel", "own", "refused"


@dataclass(frozen=True)
class Strength:
    """The strength of one lemma, and what is missing for the kernel."""

    key: str
    strength: str
    missing: str = ""

    def as_json(self) -> dict[str, str]:
        """One row of ``netlemma verify --kernel --json``."""
        return {"key": self.key, "strength": self.strength, "missing": self.missing}


class Strengths(Shown, list[Strength]):
    """The strengths of lemmas."""

    def exit_status(self, accept_agreement: bool = False) -> int:
        """1 if the kernel refused a theorem, 3 if some lemma is not exported, else 0."""
        found = {each.strength for each in self}
        return 1 if REFUSED in found else 3 if OWN in found and not accept_agreement else 0

    def as_json(self) -> list[dict[str, Any]]:
        """The output of ``netlemma verify --kernel --json``."""
        return [each.as_json() for each in self]

    def _parts(self) -> list[Part]:
        rows = [(each.key, each.strength, each.missing) for each in self]
        accepted = sum(each.strength == KERNEL for each in self)
        caption = f"{accepted} of {len(self)} lemmas accepted by Rocq's kernel"
        return [Table(["lemma", "strength", "missing"], rows, caption, most=len(rows))]


def strengths(subjects: Iterable[str] = (), progress: Callable[[str], None] | None = None) -> Strengths:
    """Have Rocq's kernel check all lemmas of subjects that can be exported.

    Parameters
    ----------
    subjects : iterable of str, default ()
        Families, products or keys of lemmas; all families if empty.
    progress : callable, optional
        Called with the key of the next lemma.

    Returns
    -------
    Strengths
        Strength of each lemma.

    Raises
    ------
    InputError
        For an unknown subject, or if Rocq is not installed.
    """
    wanted = [key for subject in subjects for key in wanted_keys(subject)] or keys()
    found: dict[str, Strength] = {}
    texts: dict[str, str] = {}
    for key in dict.fromkeys(map(str, wanted)):
        if progress:
            progress(key)
        try:
            texts[key] = theorem(lemma(key))
            found[key] = Strength(key, KERNEL)
        except (NotExported, NotInRocq) as error:
            found[key] = Strength(key, OWN, str(error).removeprefix(f"{key}: "))
    for key, answer in zip(texts, answers(list(texts.values())), strict=True):
        if not answer.accepted:
            found[key] = Strength(key, REFUSED, answer.message)
    return Strengths(found.values())
