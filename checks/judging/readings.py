"""Users' formulas as they are written, plain or in LaTeX, each reading of them judged."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from netlemma.checks.base.inputs import parse_sizes
from netlemma.checks.base.time_budget import TimeBudget
from netlemma.checks.base.verdicts import Readings
from netlemma.checks.formula.ambiguity import ReadingChoices, every_reading
from netlemma.checks.formula.formula import Condition, Formula, accept
from netlemma.checks.formula.grammar import Junction, Negative, Node, Number, Predicate, parse, unparse
from netlemma.checks.formula.latex.clauses import Binding, Bindings, read_bindings
from netlemma.checks.formula.latex.reading import LatexReading, StatedFormula, distinct, read_condition, read_latex
from netlemma.checks.formula.latex.tex_tokens import Macros, is_latex
from netlemma.checks.formula.short_notation import parse_short
from netlemma.checks.judging.check import judged
from netlemma.checks.judging.claim_entry import ClaimedRelation, ClaimEntry
from netlemma.checks.judging.conventions import under
from netlemma.checks.judging.growth import GROWTH, GrowthClaim
from netlemma.checks.judging.judge import answer
from netlemma.checks.judging.reference_values import ReferenceValues, reference_values_of
from netlemma.derive.core.claim import Verdict
from netlemma.errors import FormulaError, InputError
from netlemma.graphs.sources import source

# Users' formulas as they are written, plain or in LaTeX, each reading of them judged.


_RELATION = re.compile(r"\s*[A-Za-z_]*\s*(<=|>=|=|<|>|≤|≥|≈|∼)")
_SIGN = re.compile(r"\s*(?P<name>[A-Za-z]\w*\s*)?(?P<sign><=|>=|==|=|<|>|≤|≥|≈|∼|~)")
_SIGNS = {"==": "=", "≤": "<=", "≥": ">=", "∼": "~"}
_GROWTH = re.compile(r"\s*(O|o|Theta|Θ|Omega|Ω|omega)\s*\(.*\)\s*")
_CLASSES = {"Θ": "Theta", "Ω": "Omega"}
_DECIMAL = re.compile(r"[0-9]*\.([0-9]+)")


@dataclass(frozen=True)
class WrittenFormula:
    """A formula as it is written, with what is said about it.

    formula: Formula, plain or in LaTeX.
    where: Condition, plain or in LaTeX, or a binding such as ``N = 2^n``.
    let: Bindings of names such as ``N=2^n``.
    latex: Whether it is LaTeX even if it does not look so.
    macros: Macros of the paper.
    source: Source, for the verdict.
    locator: Place in the source.
    tolerance: Largest relative difference where values are about equal.
    """

    formula: str
    where: str = ""
    let: Sequence[str] = ()
    latex: bool = False
    macros: Macros = field(default_factory=dict)
    source: str = "user"
    locator: str = ""
    tolerance: Fraction | None = None

    @property
    def is_latex(self) -> bool:
        """Whether it is read as LaTeX alone: it looks so."""
        return self.latex or is_latex(self.formula)


def check_written(
    network: Any,
    quantity: str,
    written: WrittenFormula,
    sizes: str = "",
    seconds: float | None = None,
    at: str = "",
    **conventions: str,
) -> Readings:
    r"""Judge a formula in every way that it can be read, as a claim about the network of the sizes `at`.

    >>> check_written("hypercube", "mean_distance", WrittenFormula(r"\frac{n 2^{n-1}}{2^n-1}")).verdict
    'holds'
    >>> [(each.reading, each.verdict) for each in check_written("hypercube", "diameter", WrittenFormula("$2n/2n$"))]
    [('1/2n is 1/(2n)', 'fails'), ('1/2n is (1/2)n', 'fails')]
    """
    wanted = parse_sizes(sizes) if sizes.strip() else None
    beside = parse_sizes(at) if at.strip() else None
    named, budget = source(network), TimeBudget(seconds)
    truth = under(reference_values_of(named, quantity, budget), conventions)
    read, assumed = _with_node_count(written, truth, read_bindings(written.let, truth.names))
    readings = Readings()
    fixed = {name for name, values in (beside or {}).items() if len(values) == 1}
    for reading in [grown for each in read for grown in _by_growth(each, [n for n in truth.names if n not in fixed])]:
        group = []
        for stated in reading.stated:
            claim = ClaimEntry(
                named.subject or named.title, quantity, stated.formula, reading.where, beside, written.source,
                written.locator, reading.words,
            )  # fmt: skip
            verdict = _verdict(claim, stated, reading, written, truth, wanted, budget)
            if written.is_latex:
                verdict = replace(verdict, evidence={**verdict.evidence, "latex": written.formula, "span": stated.span})
            if assumed:
                verdict = replace(verdict, evidence={**verdict.evidence, "names": assumed})
            group.append(verdict)
        readings.add(group or [_unread(f"{named.subject or named.title}.{quantity}", reading, written)])
    return readings


def _verdict(
    claim: ClaimEntry,
    stated: StatedFormula,
    reading: LatexReading,
    written: WrittenFormula,
    truth: ReferenceValues,
    wanted: Mapping[str, Sequence[int]] | None,
    budget: TimeBudget,
) -> Verdict:
    tolerance, relation = written.tolerance, stated.relation
    if relation != "≈" and any(each.relation == "≈" for each in reading.stated):
        tolerance = None  # it is about the value that is about equal
    if tolerance is not None and relation not in ("=", "≈"):
        raise InputError(
            f"`tolerance` applies to values that are equal or about equal, and this formula says {relation}"
        )
    if relation in GROWTH:
        return GrowthClaim(stated, reading.grows).judged(claim, truth)
    unit = _last_digit(stated.formula)
    if relation == "≈" and tolerance is None and unit is None and len(reading.stated) > 1:
        near = (
            f"{stated.formula} is about equal: judged only with the largest relative difference, such as `tolerance=1%`"
        )
        return replace(_unread(claim.key, reading, written), remark=near)
    if tolerance is not None:
        return judged(replace(claim, relation=ClaimedRelation("≈", tolerance)), truth, wanted, budget)
    if unit and relation in ("=", "≈"):
        rounded = judged(replace(claim, relation=ClaimedRelation("≈", unit=unit)), truth, wanted, budget)
        exact = answer(claim, truth, wanted, budget) if rounded.verdict != "fails" else None
        if exact is None or exact.verdict == "fails":
            return rounded if exact else judged(claim, truth, wanted, budget)
        return exact
    return judged(replace(claim, relation=ClaimedRelation(relation)), truth, wanted, budget)


def _last_digit(formula: Formula) -> Fraction | None:
    """The value of a unit of the last digit of a formula that is a decimal number; None if it is another one."""
    root = formula.root.operand if isinstance(formula.root, Negative) else formula.root
    digits = _DECIMAL.match(formula.text, root.column) if isinstance(root, Number) else None
    return Fraction(1, 10 ** len(digits[1])) if digits else None


COUNT_LETTERS = ("N", "n", "p")  # for the number of nodes, in texts on networks and on parallel computing
_UNKNOWN = re.compile(r"unknown name '(\w+)'")


def _with_node_count(
    written: WrittenFormula, truth: ReferenceValues, bindings: Bindings
) -> tuple[list[LatexReading], dict[str, str]]:
    """The readings of a formula; N, n and p, where it cannot be read without them, are the number of nodes."""
    try:
        return _readings(written, truth, bindings), {}
    except FormulaError as error:
        count = _node_count(truth)
        free = [name for name in COUNT_LETTERS if name not in truth.names and name not in bindings.bound]
        for names in [[each] for each in free] + ([free] if len(free) > 1 else []):
            counted = Bindings({**bindings.bound, **{name: Binding((), count) for name in names}}) if count else None
            with suppress(FormulaError):
                if counted and count:
                    return _readings(written, truth, counted), dict.fromkeys(names, unparse(count))
        raise _with_binding(error, truth.names) from None


def _with_binding(error: FormulaError, names: Sequence[str]) -> FormulaError:
    """An error for an unknown name that also says how the name is bound."""
    unknown = _UNKNOWN.search(str(error))
    if not unknown or not names or "`let" in str(error):
        return error
    used = re.findall(r"[A-Za-z_]+", error.text)
    size = next((name for name in names if name not in used), names[0])
    said = copy(error)
    said.args = (f"{error}; if it is one of them, say so by `let={unknown[1]}={size}`",)
    return said


def _node_count(truth: ReferenceValues) -> Node | None:
    """The number of nodes in the sizes; None if it is not known as a formula."""
    from netlemma.derive.typeset.expressions import formula_text

    if truth.count is not None:
        with suppress(FormulaError):
            return parse(formula_text(truth.count))
    elif not truth.names:
        return Number(Fraction(truth.node_count({})))
    return None


def _by_growth(reading: LatexReading, free: Sequence[str]) -> list[LatexReading]:
    """A reading for each size that may grow, where a claim of growth does not say which one and is not of all at once."""
    relations = {each.relation for each in reading.stated}
    if reading.choices.taken.get("log") and relations and relations <= {*GROWTH} - {"~"}:
        return []  # constant factors do not matter
    if relations and relations <= {*GROWTH} - {"~"}:
        words = "; ".join(words for kind, words in reading.choices.met.items() if kind != "log")
        return [replace(reading, words=words if reading.words else "")]
    if len(free) < 2 or reading.grows or "~" not in relations:
        return [reading]
    return [
        replace(reading, grows=name, words="; ".join(filter(None, (reading.words, f"{name} grows")))) for name in free
    ]


def _readings(written: WrittenFormula, truth: ReferenceValues, bindings: Bindings) -> list[LatexReading]:
    names = truth.names
    stated = read_condition(written.where, names, bindings) if written.where.strip() else None
    if written.is_latex:
        found = read_latex(written.formula, names, bindings, written.macros)
    else:
        try:
            found = distinct(
                every_reading(lambda choices: _plain(written.formula, names, bindings, choices)), written.formula
            )
        except FormulaError:
            if not _RELATION.match(written.formula) and not _GROWTH.match(written.formula):
                raise
            found = read_latex(written.formula, names, bindings, written.macros)
    return [replace(each, where=_both(each.where, stated)) for each in found]


def _plain(text: str, names: Sequence[str], bindings: Bindings, choices: ReadingChoices) -> LatexReading:
    """A plain formula, perhaps behind a relation or in a class of growth."""
    sign = _SIGN.match(text)
    relation, start, stop = "=", 0, len(text)
    if sign:
        if sign["name"] and sign["name"].strip() in names:
            raise FormulaError("the relation is to stand first, as in <= n/2", text, 0)
        relation, start = _SIGNS.get(sign["sign"], sign["sign"]), sign.end()
    growth = _GROWTH.fullmatch(text, start)
    if growth and relation in ("=", "<=") and growth[1] not in {*names, *bindings.bound}:
        relation, start, stop = _CLASSES.get(growth[1], growth[1]), text.index("(", start) + 1, text.rindex(")")
    shown = " " * start + text[start:stop]
    try:
        root = parse_short(shown, {*names, *bindings.names}, bindings.functions, choices)
        if isinstance(root, Predicate):
            raise FormulaError("a condition stands where a formula is expected", text, root.column)
        formula = Formula(bindings.applied(root, text), text)
        accept(formula, names)
    except FormulaError as error:
        return LatexReading((), None, choices.words, error, choices)
    return LatexReading((StatedFormula(formula, relation),), None, choices.words, None, choices)


def _both(one: Condition | None, other: Condition | None) -> Condition | None:
    if one is None or other is None:
        return one or other
    parts = [each for c in (one, other) for each in (c.root.parts() if _is_and(c.root) else (c.root,))]
    return Condition(Junction("and", tuple(parts)), f"{one.text}, {other.text}")


def _is_and(root: Node) -> bool:
    return isinstance(root, Junction) and root.word == "and"


def _unread(key: str, reading: LatexReading, written: WrittenFormula) -> Verdict:
    return Verdict(
        key=key, source=written.source, locator=written.locator, reading=reading.words, verdict="unknown", proof=None, sizes=(),
        remark=str(reading.error),
    )  # fmt: skip
