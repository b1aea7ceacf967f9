"""Errata: verdicts on what papers print, one for each printed statement, from the verdicts on its readings."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

from netlemma.base.displays import Part, Shown, Table, Words
from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.base.verdicts import Cells, VerdictList, as_verb, shortened, why
from netlemma.checks.claims.claims import entry_of
from netlemma.checks.claims.judgement import verdict_of
from netlemma.checks.claims.papers import IS_READ_AS, SEVERITIES, Paper, chosen_papers
from netlemma.checks.formula.formula import parse_condition
from netlemma.checks.formula.formula_latex import claim_latex
from netlemma.checks.judging.judge import judge
from netlemma.derive.core.claim import Claim, Reading, Standing, Statement, Verdict
from netlemma.errors import InputError

PREFERRED = ("holds", "agrees", "unknown", "fails")
VERDICTS = ("fails", "unknown", "agrees", "holds")  # in the order in which they are listed
LARGE = range(5, 13)  # sizes that no boundary reaches
Progress = Callable[[str], None] | None


@dataclass(frozen=True)
class JudgedStatement(Shown):
    """A printed statement with the verdicts on its readings.

    statement: Statement of a paper.
    verdicts: Verdicts on its readings, in their order.
    """

    statement: Statement
    verdicts: tuple[Verdict, ...]

    @property
    def deciding(self) -> Verdict:
        """The verdict of the reading that decides: the first that holds, or else the first of those that are open or fail.

        Readings of a part of the sizes, with a repair, or against words of the paper do not decide. A statement that has
        no other readings than repairs fails by its slip if one of these holds.
        """
        every = list(zip(self.statement.readings, self.verdicts, strict=True))
        if fair := [verdict for reading, verdict in every if reading.standing.decides]:
            return min(fair, key=lambda verdict: PREFERRED.index(verdict.verdict))
        repair, found = min(every, key=lambda each: PREFERRED.index(each[1].verdict))
        if found.verdict != "holds":
            return found
        printed, _, meant = repair.standing.repair.partition(IS_READ_AS)
        slip = {"size": {}, "claimed": printed, "true": meant}
        return replace(found, verdict="fails", proof=None, counterexample=slip, correction=meant)

    @property
    def decided(self) -> Claim | Reading:
        """The reading that decides."""
        return self.statement.readings[self._number]

    @property
    def _number(self) -> int:
        found = self.deciding
        return next(n for n, v in enumerate(self.verdicts) if (v.key, v.reading) == (found.key, found.reading))

    @property
    def verdict(self) -> str:
        """``holds`` if a fair reading holds, ``fails`` if all of them fail, otherwise ``agrees`` or ``unknown``."""
        return self.deciding.verdict

    @property
    def severity(self) -> str | None:
        """Severity of a statement that fails.

        It is ``typography`` if a reading holds that repairs a slip, ``boundary`` if one holds for all sizes but the smallest,
        and otherwise the recorded one.
        """
        if self.verdict != "fails":
            return None
        for reading, verdict in zip(self.statement.readings, self.verdicts, strict=True):
            if verdict.verdict == "holds" and (found := _tells(reading.standing)):
                return found
        return self.statement.severity or None

    @property
    def why(self) -> str:
        """Reason for the severity."""
        severity = self.severity
        if severity is None or severity == self.statement.severity:
            return self.statement.why if severity else ""
        standing = next(each.standing for each in self.statement.readings if _tells(each.standing) == severity)
        return f"right if {standing.repair}" if standing.repair else f"right where {standing.part}"

    def rows(self, readings: bool = False) -> list[Cells]:
        """Key, place, verdict, severity and words of the statement and, if wanted, of each of its readings."""
        said, found = self.statement, self.deciding
        read = f" (read: {shortened(found.reading)})" if self.verdict == "holds" and len(said.readings) > 1 else ""
        text = f'"{shortened(shown_words(said))}": {why(found)}{read}'
        rows: list[Cells] = [(found.key, f"{said.source} {said.locator}", self.verdict, self.severity or "", text)]
        for reading, verdict in zip(said.readings, self.verdicts, strict=True) if readings else ():
            standing = reading.standing
            limits = [("for", standing.part), ("repair:", standing.repair), ("against:", standing.against)]
            only = "".join(f" [{word} {limit}]" for word, limit in limits if limit)
            text = f"{reading.reading}{only}: {why(verdict)}"
            rows.append((f"  {verdict.key}", "  reading", verdict.verdict, "", text))
        return rows

    def as_json(self) -> dict[str, Any]:
        """The row of ``netlemma errata --json``."""
        said = self.statement
        readings = [
            {**verdict.as_json(), **_standing(reading), "formula": getattr(reading, "formula", None)}
            for reading, verdict in zip(said.readings, self.verdicts, strict=True)
        ]
        return {
            **self.deciding.as_json(),
            "words": words_of(said),
            "printed": claim_latex(said.readings[0]) or None,
            "severity": self.severity,
            "why": self.why or None,
            "deciding": self._number,
            "readings": readings,
        }


class Errata(VerdictList[JudgedStatement]):
    """Judged statements: what fails first, by severity, and each group in the order of its paper."""

    @property
    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """Numbers of statements by paper and by verdict or severity."""
        papers = dict.fromkeys(each.statement.source for each in self)
        return {paper: counted(each for each in self if each.statement.source == paper) for paper in papers}

    @property
    def summary(self) -> str:
        """Numbers of statements by verdict and severity, in words."""
        found = counted(self)
        parts = [
            f"{found[name]} {as_verb(name, found[name])}" for name in ("holds", "agrees", "unknown") if found[name]
        ]
        if found["fails"]:
            kinds = ", ".join(f"{name} {found[name]}" for name in SEVERITIES if found[name])
            parts.append(f"{found['fails']} {as_verb('fails', found['fails'])}{f' ({kinds})' * bool(kinds)}")
        return f"{len(self)} statement{'s' * (len(self) != 1)}: {', '.join(parts)}" if self else "nothing fails"

    def _parts(self) -> list[Part]:
        return self.parts()

    def parts(self, readings: bool = False) -> list[Part]:
        """A row for each statement and, if wanted, one for each of its readings; then the summary."""
        rows = [row for each in self for row in each.rows(readings)]
        table = [Table(("key", "source", "verdict", "severity", "statement"), rows)] if rows else []
        return [*table, Words(self.summary)]


def shown_words(said: Statement) -> str:
    """What is printed, in words or as the formula of its first reading.

    >>> shown_words(Statement((Claim("ring.diameter", "K/2", "notes", "Eq. 1"),)))
    'K/2'
    """
    first = said.readings[0]
    return said.words or (first.formula if isinstance(first, Claim) else said.printed)


def words_of(said: Statement) -> str:
    """What is printed, in words or as an equation in LaTeX.

    >>> words_of(Statement((Claim("ring.diameter", "K/2", "notes", "Eq. 1"),)))
    '\\\\frac{K}{2}'
    """
    return said.words or claim_latex(said.readings[0])


def counted(judged: Iterable[JudgedStatement]) -> dict[str, int]:
    """Numbers of statements by verdict, and of those that fail by severity."""
    every = list(judged)
    found = Counter(each.verdict for each in every)
    kinds = Counter(each.severity for each in every)
    return {name: found[name] for name in VERDICTS} | {name: kinds[name] for name in SEVERITIES}


def errata(paper: str = "", every: bool = False, progress: Progress = None, key: str = "") -> Errata:
    """Printed statements of papers that fail, sorted by severity.

    Parameters are those of :func:`netlemma.errata`.

    >>> [each.verdict for each in errata("khonsari", every=True, key="oneway-torus.diameter")]
    ['holds']
    """
    chosen = chosen_papers(paper)
    known = [reading.key for each in chosen for said in each.statements for reading in said.readings]
    if key and not any(_called(name, key) for name in known):
        raise InputError(
            f"nothing called {quoted_text(key)} is recorded{nearest(key, known, 3)}; netlemma list claims shows what is"
        )
    wanted = [
        said
        for each in chosen
        for said in in_order(each)
        if any(_called(reading.key, key) for reading in said.readings)
    ]
    found = []
    for number, said in enumerate(wanted, 1):
        say = None if progress is None else partial(_tell, progress, f"{number} of {len(wanted)}")
        found.append(judge_statement(said, say))
    kept = (each for each in found if every or each.verdict == "fails")
    return Errata(sorted(kept, key=lambda each: rank(each.verdict, each.severity)))


def _tell(progress: Callable[[str], None], place: str, key: str) -> None:
    progress(f"{place}: {key}")


def in_order(paper: Paper) -> list[Statement]:
    """The statements of a paper in its order."""
    return paper.in_order(paper.statements)


def judge_statement(said: Statement, progress: Progress = None) -> JudgedStatement:
    """Judge all readings of a statement."""
    verdicts = []
    for reading in said.readings:
        if progress:
            progress(reading.key)
        verdicts.append(judge(entry_of(reading)) if isinstance(reading, Claim) else verdict_of(reading))
    return JudgedStatement(said, tuple(verdicts))


def rank(verdict: str, severity: str | None) -> tuple[int, int]:
    """Place of a statement in a list of errata, by verdict and severity."""
    return VERDICTS.index(verdict), SEVERITIES.index(severity) if severity in SEVERITIES else len(SEVERITIES)


def _tells(standing: Standing) -> str:
    """The severity that a reading tells which holds and does not decide."""
    if standing.repair:
        return "typography"
    return "boundary" if standing.part and leaves_out_small_sizes_only(standing.part) else ""


def leaves_out_small_sizes_only(part: str) -> bool:
    """Whether a condition holds at all sizes from 5 to 12.

    >>> leaves_out_small_sizes_only("w >= 4"), leaves_out_small_sizes_only("D = 2"), leaves_out_small_sizes_only("w even")
    (True, False, False)
    """
    condition = parse_condition(part)
    names = sorted(condition.names)
    return all(condition.holds(dict(zip(names, size, strict=True))) for size in product(LARGE, repeat=len(names)))


def _standing(reading: Claim | Reading) -> dict[str, str]:
    standing = reading.standing
    return {name: text for name in ("part", "repair", "against") if (text := getattr(standing, name))}


def _called(name: str, key: str) -> bool:
    return not key or name == key or name.startswith(key + ".")
