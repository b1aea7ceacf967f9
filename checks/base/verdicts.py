"""Lists of verdicts, displayed as a table in a notebook and in a terminal."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any, Protocol, TypeVar

from netlemma.base.displays import Part, Shown, Table, Words
from netlemma.base.names import assignments
from netlemma.derive.core.claim import Verdict
from netlemma.derive.core.lemma import LemmaKey

Cells = tuple[object, ...]
LONGEST_CORRECTION = 160
LONGEST_WORDS = 90  # of a statement; all of them are in the JSON


def as_verb(verdict: str, count: int) -> str:
    """A verdict as a verb in the singular or the plural.

    >>> as_verb("agrees", 1), as_verb("agrees", 2), as_verb("unknown", 2)
    ('agrees', 'agree', 'unknown')
    """
    return verdict if count == 1 else verdict.removesuffix("s")


class Judged(Protocol):
    """What has a verdict: a verdict itself, a statement, a place of a paper, a theorem, or values side by side."""

    @property
    def verdict(self) -> str:
        """``holds``, ``fails``, ``agrees`` or ``unknown``."""

    def as_json(self) -> Any:
        """Its row of JSON."""


Row = TypeVar("Row", bound=Judged)


class VerdictList(Shown, list[Row]):
    """Rows with a ``verdict`` each, and the verdict of all together, which decides the exit status of a command.

    ``print`` shows them as the command does, ``as_json()`` is its ``--json``.
    """

    @property
    def verdict(self) -> str:
        """That of all together: the first of ``fails``, ``unknown``, ``agrees`` that one of them has; else ``holds``."""
        found = {v.verdict for v in self}
        return next((each for each in ("fails", "unknown", "agrees") if each in found), "holds")

    def exit_status(self, accept_agreement: bool = False) -> int:
        """The exit status of a command: 0 if all hold, 1 if one fails, otherwise 3.

        Parameters
        ----------
        accept_agreement : bool, default False
            Whether ``agrees`` counts as ``holds``.

        Returns
        -------
        int
            Exit status.

        Examples
        --------
        >>> Verdicts().exit_status()
        0
        """
        return {"holds": 0, "fails": 1, "agrees": 0 if accept_agreement else 3, "unknown": 3}[self.verdict]

    def as_json(self) -> list[dict[str, Any]]:
        """The rows as data for JSON."""
        return [each.as_json() for each in self]


class Verdicts(VerdictList[Verdict]):
    """A list of verdicts.

    >>> from netlemma.checks import verify
    >>> found = verify("ring.diameter")
    >>> found.summary, "<th scope" in found._repr_html_()
    ('1 of 1 hold', True)
    """

    @property
    def summary(self) -> str:
        """The number of verdicts that hold, in words, and of those that agree or are unknown."""
        if not self:
            return "nothing fails"
        count = Counter(v.verdict for v in self)
        others = [f"{count[each]} {as_verb(each, count[each])}" for each in ("agrees", "unknown") if count[each]]
        return ", ".join([f"{count['holds']} of {len(self)} hold", *others])

    def _parts(self) -> list[Part]:
        words = [self.summary, *(sentence for verdict in self for sentence in sentences(verdict))]
        return [*verdict_table(self), *map(Words, words)]


class Readings(Verdicts):
    """Verdicts on one formula for each way to read it; it holds if all that it says in one of them holds."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[Verdicts] = []

    def add(self, verdicts: Iterable[Verdict]) -> None:
        """Add the verdicts of another reading."""
        self.groups.append(Verdicts(verdicts))
        self.extend(self.groups[-1])

    @property
    def verdict(self) -> str:
        """That of the best reading: ``holds`` before ``agrees``, ``unknown`` and ``fails``."""
        found = {group.verdict for group in self.groups}
        return next((each for each in ("holds", "agrees", "unknown") if each in found), "fails")

    @property
    def summary(self) -> str:
        """The number of verdicts that hold, or of readings with one."""
        if len(self.groups) < 2:
            return super().summary
        holding = sum(group.verdict == "holds" for group in self.groups)
        return f"holds in {holding} of {len(self.groups)} readings"


@dataclass(frozen=True)
class LemmaValues:
    """The closed form of a lemma and the other sides at each size, as text."""

    key: str
    values: Sequence[Mapping[str, Any]]

    @property
    def sides(self) -> list[str]:
        """Names of what is compared."""
        return list(dict.fromkeys(name for row in self.values for name in row if name != "size"))

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The size, and the value of each side."""
        return [(assignments(row["size"]), *(row.get(side, "") for side in self.sides)) for row in self.values]

    @property
    def verdict(self) -> str:
        """``agrees`` if the sides of each size are equal, otherwise ``fails``."""
        equal = all(len({row[side] for side in self.sides if side in row}) == 1 for row in self.values)
        return "agrees" if equal else "fails"

    def as_json(self) -> dict[str, Any]:
        """The row of ``netlemma verify --values --json``."""
        return {"key": self.key, "values": self.values}


class ComparedValues(VerdictList[LemmaValues]):
    """The values of each lemma, size by size."""

    def _parts(self) -> list[Part]:
        return [Table(("size", *each.sides), each.rows, each.key) for each in self]


def verdict_table(verdicts: Iterable[Verdict]) -> list[Part]:
    """A row for each verdict: key, source, verdict, number of sizes, and reason; no table without verdicts."""
    rows = [_row(verdict) for verdict in verdicts]
    return [Table(("key", "source", "verdict", "sizes", "why"), rows)] if rows else []


def _row(v: Verdict) -> Cells:
    words: Any = v.evidence.get("words")
    text = f'"{shortened(words)}": {why(v)}' if words else why(v)
    source = v.source if v.source == "netlemma" else f"{v.source} {v.locator}".strip()
    compared = len(v.sizes) if v.sizes and v.verdict != "fails" else ""  # before a counterexample none needs to agree
    return v.key, source, v.verdict, compared, text


def why(verdict: Verdict) -> str:
    """The proof and the remark of a verdict, or its counterexample and correction."""
    read = [f"if {verdict.reading}"] if verdict.source == "user" and verdict.reading else []
    assumed: Any = verdict.evidence.get("names") or {}
    read += [_counted(name, count, verdict) for name, count in assumed.items()]
    if not verdict.counterexample:
        return "; ".join(filter(None, (*read, verdict.proof, verdict.remark)))
    size = assignments(verdict.counterexample["size"])
    size += f" ({verdict.evidence['outside']})" if verdict.evidence.get("outside") else ""
    size = f"at {size}: " if size else ""
    return "".join(f"{each}; " for each in read) + size + _values(verdict.counterexample) + _correction(verdict)


def _counted(name: str, count: str, verdict: Verdict) -> str:
    """That a letter was read as the number of nodes; where this fails, how it is the one size of the network instead."""
    sizes = set(re.findall(r"[A-Za-z_]\w*", count))
    other = name == "n" and verdict.verdict == "fails" and len(sizes) == 1 and {count} != sizes
    return f"{name} is the number of nodes, {count}" + (
        f" (or {(size := sizes.pop())}, by `let=n={size}`)" if other else ""
    )


def shortened(words: str) -> str:
    """The beginning of words of a paper."""
    return shorten(words, LONGEST_WORDS, placeholder=" ...")


def sentences(verdict: Verdict) -> list[str]:
    """What a verdict on a formula says besides its row: a counterexample outside the given sizes, and other domains."""
    found = []
    example: Any = verdict.counterexample
    evidence: Any = verdict.evidence
    if example and evidence.get("outside"):
        found.append(f"fails at {_size(example['size'])} ({evidence['outside']}): {_values(example)}")
    if other := evidence.get("other"):
        found.append(other["text"])
    if beyond := evidence.get("beyond"):
        words = f"beyond {beyond['where']}: {beyond['verdict']}"
        if other := beyond["counterexample"]:
            words += f" at {_size(other['size'])}: {_values(other)}"
        elif beyond["verdict"] == "holds":
            words += " too, for all sizes: the condition is not needed"
        elif beyond["verdict"] == "agrees":
            words += " where tried, no proof"
        found.append(words + (f", {beyond['remark']}" if beyond.get("remark") else ""))
    return found


def _size(size: Mapping[str, Any]) -> str:
    return assignments(size) or "its one size"


def _values(example: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in example.items() if name != "size")


def _correction(verdict: Verdict) -> str:
    """The right formula, or where to read it if it is long."""
    if not verdict.correction:
        return ""
    lemma: Any = verdict.evidence.get("lemma")
    if len(verdict.correction) <= LONGEST_CORRECTION or lemma is None:
        return f"; right: {verdict.correction}"
    family, quantity = LemmaKey.parse(lemma)
    return f'; right: see netlemma derive "{family}" {quantity}'
