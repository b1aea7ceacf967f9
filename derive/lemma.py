"""The vocabulary: lemma, domain, definition, derivation, step, claim, verdict; and how lemmas are found."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import count

import sympy as sp

from derive.evaluate import evaluate, holds
from derive.notation import parameter
from derive.proof import Proof, ProofError, weakest
from derive.shown import Part, Shown

Size = Mapping[str, int]
MOST_SCANNED = 6000  # candidates looked at for sizes
MOST_EMPTY = 40  # totals without a legal size after which no more are sought


class DomainError(ValueError):
    """A size outside the domain of a lemma; the message says the domain."""


class UnknownLemma(ValueError):
    """No lemma has this key; the message names the nearest."""


@dataclass(frozen=True)
class Parameter:
    """A size parameter: its name, its smallest legal value, what it counts."""

    name: str
    minimum: int
    meaning: str = ""

    @property
    def symbol(self) -> sp.Symbol:
        return parameter(self.name, self.minimum)


@dataclass(frozen=True)
class Domain:
    """The sizes for which a statement is made.

    >>> domain = Domain((Parameter("k", 2), Parameter("p", 1)), (parameter("p") <= parameter("k") - 1,))
    >>> domain.describe(), domain.contains({"k": 4, "p": 3}), domain.contains({"k": 4, "p": 4})
    ('k >= 2, p >= 1, p <= k - 1', True, False)
    >>> list(domain.sizes(3))
    [{'k': 2, 'p': 1}, {'k': 3, 'p': 1}, {'k': 4, 'p': 1}]
    """

    parameters: tuple[Parameter, ...]
    relations: tuple[sp.Basic, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters by name, in their order."""
        return tuple(p.name for p in self.parameters)

    def assumptions(self) -> list[sp.Basic]:
        """The domain as affine relations, for closing sums."""
        return [p.symbol >= p.minimum for p in self.parameters] + list(self.relations)

    def describe(self) -> str:
        """The domain in one line, as in ``k >= 2, n >= 1``."""
        return ", ".join([f"{p.name} >= {p.minimum}" for p in self.parameters] + [str(r) for r in self.relations])

    def contains(self, size: Size) -> bool:
        """Whether a size has just these parameters, with legal values."""
        if set(size) != set(self.names) or any(size[p.name] < p.minimum for p in self.parameters):
            return False
        values: dict[sp.Symbol, int | Fraction] = {p.symbol: size[p.name] for p in self.parameters}
        return all(holds(r, values) for r in self.relations)

    def require(self, size: Size) -> None:
        """:raises DomainError: unless the size is legal"""
        if not self.contains(size):
            given = " ".join(f"{n}={v}" for n, v in size.items())
            raise DomainError(f"{given} is outside the domain {self.describe()}")

    def sizes(self, most: int, bound: Callable[[Size], bool] = lambda size: True) -> Iterator[dict[str, int]]:
        """The first legal sizes, smallest total first; ``bound`` may leave out sizes that are too large.

        The search ends after :data:`MOST_SCANNED` candidates, and where totals without a legal size follow each other.
        """
        found = empty = scanned = 0
        for excess in count():
            empty += 1
            for extra in _compositions(excess, len(self.parameters)):
                size = {p.name: p.minimum + x for p, x in zip(self.parameters, extra, strict=True)}
                scanned += 1
                if bound(size) and self.contains(size):
                    yield size
                    found, empty = found + 1, 0
                    if found == most:
                        return
            if empty > MOST_EMPTY or scanned > MOST_SCANNED:
                return


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        if total == 0:
            yield ()
    elif parts == 1:
        yield (total,)
    else:
        for first in range(total, -1, -1):
            for rest in _compositions(total - first, parts - 1):
                yield (first, *rest)


@dataclass(frozen=True)
class Definition:
    """What a quantity means: in words, as an expression, and as a plain loop that computes it at one size.

    ``literal`` knows nothing of the closed form; ``nodes(size)`` is the number of nodes of the network it is about.
    """

    words: str
    expression: sp.Expr
    literal: Callable[[Size], Fraction] = field(compare=False)
    nodes: Callable[[Size], int] = field(compare=False)

    def work(self, size: Size) -> int:
        """About how many pairs of nodes the plain loop visits."""
        return self.nodes(size) ** 2


@dataclass(frozen=True)
class Step(Shown):
    """``before = after, because ...``, with a proof that can be re-run.

    Parameters
    ----------
    before, after : plain SymPy expressions, of which the proof shows that they are equal for all sizes of the domain.
    because : the reason in words.
    proof : what is run again.
    """

    before: sp.Expr
    after: sp.Expr
    because: str
    proof: Proof

    def check(self) -> None:
        """:raises ProofError: if the proof does not show the step"""
        self.proof.check(self.before, self.after)

    def _parts(self) -> list[Part]:
        from derive.typeset.displays import step_parts

        return step_parts(self)


@dataclass(frozen=True)
class Derivation(Shown):
    """Steps from the definition to the closed form, each beginning where the one before it ended."""

    steps: tuple[Step, ...]

    @property
    def start(self) -> sp.Expr:
        """What the derivation begins with: the definition of a quantity, as an expression."""
        return self.steps[0].before

    @property
    def result(self) -> sp.Expr:
        """What it ends in: the closed form."""
        return self.steps[-1].after

    def check(self) -> None:
        """Re-run every step. :raises ProofError: naming the first step that fails"""
        if not self.steps:
            raise ProofError("a derivation without steps proves nothing")
        for number, step in enumerate(self.steps, 1):
            if number > 1 and step.before != self.steps[number - 2].after:
                raise ProofError(f"step {number} does not begin where step {number - 1} ended")
            try:
                step.check()
            except ProofError as error:
                raise ProofError(f"step {number}: {error}") from error

    def _parts(self) -> list[Part]:
        from derive.typeset.displays import derivation_parts

        return derivation_parts(self)


@dataclass(frozen=True)
class Measured:
    """What a lemma is compared with on explicit networks: plain data, read by the checks.

    ``subject`` is a family name or a product text with size names in it; ``network`` lists the parameters that build the
    network (the rest, such as a distance i, select a value of ``quantity``). The class of devices is named, or is that of
    the dimension whose number ``dimension`` gives. A ratio is what is measured, ``divided_by`` what is measured elsewhere.
    """

    subject: str
    quantity: str
    network: tuple[str, ...]
    device_class: str | None = None
    dimension: sp.Expr | None = None
    routings: tuple[str, ...] = ("shortest",)
    divided_by: Measured | None = None


@dataclass(frozen=True, repr=False)
class Lemma(Shown):
    """A proved closed form.

    Parameters
    ----------
    key : family (or product) and quantity, as in ``toroid.mean_distance``.
    symbol, statement : how the quantity is written, and what it is, in words.
    definition, domain : what the derivation begins with, and for which sizes it is made.
    derivation : the steps from there to the closed form.
    measured : what it is compared with on explicit networks.
    fast : evaluates the closed form by tables, where it is a long finite sum.

    >>> found = lemma("toroid.mean_distance")
    >>> found.at(w=4, D=3)
    Fraction(64, 21)
    >>> found.strength
    'proved'
    """

    key: str
    symbol: sp.Symbol
    statement: str
    definition: Definition
    domain: Domain
    derivation: Derivation
    measured: Measured
    fast: Callable[[Size], Fraction] | None = field(default=None, compare=False)

    @property
    def closed_form(self) -> sp.Expr:
        """A plain SymPy expression in the symbols of the domain."""
        return self.derivation.result

    @property
    def strength(self) -> str:
        """As strong as the weakest step."""
        return weakest(step.proof.strength for step in self.derivation.steps)

    @property
    def proof_kinds(self) -> tuple[str, ...]:
        """The kinds of proof of the steps, each once."""
        return tuple(dict.fromkeys(step.proof.kind for step in self.derivation.steps))

    def check(self) -> None:
        """Re-run the whole derivation from the definition. :raises ProofError: if it does not hold"""
        self.derivation.check()
        if self.derivation.start != self.definition.expression:
            raise ProofError("the derivation does not begin with the definition")
        for step in self.derivation.steps:
            step.proof.check_domain(self.domain.assumptions(), {p.symbol for p in self.domain.parameters})

    def value(self, size: Size) -> Fraction:
        """The closed form at one size, exactly. :raises DomainError: outside the domain"""
        self.domain.require(size)
        return self.fast(size) if self.fast is not None else self.closed_value(size)

    def closed_value(self, size: Size) -> Fraction:
        """The closed form at one size as it is written, term by term; :meth:`value` may be quicker."""
        return Fraction(evaluate(self.closed_form, {p.symbol: size[p.name] for p in self.domain.parameters}))

    def at(self, **size: int) -> Fraction:
        """:meth:`value` with the size as keywords."""
        return self.value(size)

    def __repr__(self) -> str:
        return f"<Lemma {self.key}: {self.strength} for {self.domain.describe() or 'one size'}>"

    def _parts(self) -> list[Part]:
        from derive.typeset.displays import lemma_parts

        return lemma_parts(self)

    def _repr_latex_(self) -> str:
        from derive.typeset import formula_latex

        return f"$\\displaystyle {formula_latex(self)}$"  # the formula alone; the bundle's LaTeX says what it is about


@dataclass(frozen=True)
class Claim(Shown):
    """A formula that somebody states, to be judged: as text, with its source and how it was read.

    Parameters
    ----------
    key : the lemma that it is about.
    formula, where : text in the grammar of formulas, and the condition on sizes under which it is meant.
    source, locator : who states it, and where in the source.
    reading : the conventions under which the formula was read, in words.
    sizes : sizes at which alone it is meant, as ``w=2..9 D=1..3``.
    printed : the whole equation in LaTeX, in the letters of the source, where it has more than the formula.

    >>> Claim("ring.diameter", "floor(K/2)", "notes", "Eq. 1").where
    ''
    """

    key: str
    formula: str
    source: str
    locator: str
    reading: str = ""
    where: str = ""
    sizes: str = ""
    printed: str = ""

    def _parts(self) -> list[Part]:
        from derive.typeset.displays import claim_parts

        return claim_parts(self)


@dataclass(frozen=True)
class Statement(Shown):
    """What somebody states in words, to be judged by a judge of its own (:mod:`checks.statements`).

    ``words`` are those of the source, ``reading`` says how they were understood, and ``says`` has the values and formulas
    that they contain, each as text by a name: what a judge compares with what it computes. ``printed`` is the equation in
    LaTeX, in the letters of the source.
    """

    key: str
    words: str
    source: str
    locator: str
    reading: str = ""
    says: Mapping[str, str] = field(default_factory=dict)
    printed: str = ""

    def _parts(self) -> list[Part]:
        from derive.typeset.displays import statement_parts

        return statement_parts(self)


@dataclass(frozen=True)
class Verdict(Shown):
    """``holds``, ``fails`` or ``unknown``, with the evidence. Unknown is never a pass.

    Parameters
    ----------
    key, source, locator, reading : what was judged, who states it, where, and how it was read.
    verdict : ``holds``, ``fails`` or ``unknown``.
    proof : why it holds for all sizes, or None.
    sizes : the sizes at which the sides were compared.
    counterexample : of what fails, ``size`` with the values ``claimed`` and ``true`` there, as text; the smallest size found.
    correction : the right formula, in the grammar of formulas.
    remark : what else is to be said, or nothing.
    evidence : what was compared, and how often.
    """

    key: str
    source: str
    locator: str
    reading: str
    verdict: str
    proof: str | None
    sizes: tuple[dict[str, int], ...]
    counterexample: dict | None = None
    correction: str | None = None
    remark: str = ""
    evidence: Mapping[str, object] = field(default_factory=dict)

    def as_json(self) -> dict:
        """The verdict in the shape of ``netlemma verify --json``."""
        names = (
            "key",
            "source",
            "locator",
            "reading",
            "verdict",
            "proof",
            "sizes",
            "counterexample",
            "correction",
            "remark",
        )
        return {n: list(v) if isinstance(v := getattr(self, n), tuple) else v for n in names} | {
            "evidence": dict(self.evidence)
        }

    def _parts(self) -> list[Part]:
        from derive.typeset.displays import verdict_parts

        return verdict_parts(self)


Builder = Callable[[], Lemma]


@cache
def builders() -> dict[str, Builder]:
    """Every lemma's key and the function that derives it: ``LEMMAS`` of each module in derive/lemmas."""
    package = importlib.import_module("derive.lemmas")
    found: dict[str, Builder] = {}
    for module in sorted(m.name for m in pkgutil.iter_modules(package.__path__)):
        for key, build in importlib.import_module(f"derive.lemmas.{module}").LEMMAS.items():
            if key in found:
                raise ValueError(f"two lemmas have the key {key}")
            found[key] = build
    return found


def keys(prefix: str = "") -> list[str]:
    """The keys that are ``prefix`` or begin with it and a dot."""
    return [key for key in builders() if not prefix or key == prefix or key.startswith(prefix + ".")]


@cache
def lemma(key: str) -> Lemma:
    """The lemma with this key, derived on first use.

    ``key`` is ``family.quantity``; a product stands for the family.

    :raises UnknownLemma: with the nearest key

    >>> lemma("ring(w)^D x line(4).diameter").closed_form
    D*floor(w/2) + 3
    """
    if "(" in key:
        from derive.products import product_lemma

        subject, _, quantity = key.partition(".")
        return product_lemma(subject, quantity)
    known = builders()
    if key not in known:
        near = difflib.get_close_matches(key, known, 1)
        raise UnknownLemma(f"no lemma {key!r}" + (f" (did you mean {near[0]!r}?)" if near else ""))
    return known[key]()
