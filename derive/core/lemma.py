"""Lemmas with their keys, definitions, derivations and steps, and quantities that are open: what is known of them instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, NamedTuple

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import put_in
from netlemma.derive.algebra.proof import Proof, weakest
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.notebook_display import Shown, json_of
from netlemma.errors import ProofError

# Keys of lemmas, parsed: a subject and a quantity.


class LemmaKey(NamedTuple):
    """What a lemma or a claim is about: a family or a product, and a quantity such as ``visit_ratio.link``.

    >>> LemmaKey.parse("toroid.visit_ratio.link")
    LemmaKey(subject='toroid', quantity='visit_ratio.link')
    >>> str(LemmaKey("ring(w)^D", "diameter")), LemmaKey.parse("ring(w)^D").of_product
    ('ring(w)^D.diameter', True)
    """

    subject: str
    quantity: str

    @classmethod
    def parse(cls, text: str) -> LemmaKey:
        """The key that a text is; without a dot, all of it is the subject."""
        subject, _, quantity = text.partition(".")
        return cls(subject, quantity)

    @property
    def of_product(self) -> bool:
        """Whether the subject is the text of a product."""
        return is_product(self.subject)

    def __str__(self) -> str:
        return f"{self.subject}.{self.quantity}"


def is_product(text: str) -> bool:
    """Whether a text names a product of factors, and not a family.

    >>> is_product("ring(w)^D"), is_product("toroid")
    (True, False)
    """
    return "(" in text


# Lemmas with their definitions, derivations and steps.


@dataclass(frozen=True)
class Definition:
    """The meaning of a quantity: in words, as an expression, and as a plain loop that computes it at one size.

    ``literal`` does not use the closed form; ``nodes(size)`` is the number of nodes of the network, infinite if it is too long, and
    ``node_count`` the same as an expression, if it is known.
    """

    words: str
    expression: sp.Expr
    literal: Callable[[Size], Fraction] = field(compare=False)
    nodes: Callable[[Size], int] = field(compare=False)
    node_count: sp.Expr | None = None

    def work(self, size: Size) -> int:
        """Approximate number of pairs of nodes that the plain loop visits."""
        return self.nodes(size) ** 2


@dataclass(frozen=True)
class Step(Shown):
    """``before = after, because ...``, with a proof that can be re-run.

    Parameters
    ----------
    before : Expr
        Expression before the step.
    after : Expr
        Expression after the step, equal for all sizes of the domain.
    because : str
        Reason in words.
    proof : Proof
        Proof of the equality.
    """

    before: sp.Expr
    after: sp.Expr
    because: str
    proof: Proof

    def check(self) -> None:
        """Re-run the proof of the step; it raises ProofError if it does not show the equality.

        Raises
        ------
        ProofError
            If the proof does not show the step.
        """
        self.proof.check(self.before, self.after)


@dataclass(frozen=True)
class Derivation(Shown):
    """Steps from the definition to the closed form; each begins with the result of the previous one.

    ``key`` names the lemma that these are the steps of, or its first ones, where another lemma uses them.
    """

    steps: tuple[Step, ...]
    key: str = field(default="", compare=False)

    @property
    def start(self) -> sp.Expr:
        """The first expression: the definition of a quantity."""
        return self.steps[0].before

    @property
    def result(self) -> sp.Expr:
        """The last expression: the closed form."""
        return self.steps[-1].after

    @property
    def strength(self) -> str:
        """Strength of the weakest step."""
        return weakest(step.proof.strength for step in self.steps)

    def check(self) -> None:
        """Re-run every step.

        Raises
        ------
        ProofError
            If a step fails, naming the first one.
        """
        if not self.steps:
            raise ProofError("a derivation without steps proves nothing")
        for number, step in enumerate(self.steps, 1):
            if number > 1 and step.before != self.steps[number - 2].after:
                raise ProofError(f"step {number} does not begin where step {number - 1} ended")
            try:
                step.check()
            except ProofError as error:
                raise ProofError(f"step {number}: {error}") from error


@dataclass(frozen=True)
class Measured:
    """The measured counterpart of a lemma on explicit networks: plain data, read by the checks.

    ``subject`` is a family name or a product text that contains size names. ``network`` lists the parameters that build
    the network; the others, such as a distance i, select a value of ``quantity``. The class of devices is named by
    ``device_class``, or is that of the dimension with the number ``dimension``. With ``divided_by``, the ratio of two
    measurements is compared. ``ends`` are "switches" where distances are not those between the ends of messages.
    """

    subject: str
    quantity: str
    network: tuple[str, ...]
    device_class: str | None = None
    dimension: sp.Expr | None = None
    routings: tuple[str, ...] = ("shortest",)
    divided_by: Measured | None = None
    ends: str = ""


@dataclass(frozen=True, repr=False)
class Lemma(Shown):
    """A proved closed form.

    Parameters
    ----------
    key : str
        Family (or product) and quantity, as in ``toroid.mean_distance``.
    symbol : Symbol
        Symbol of the quantity.
    statement : str
        Meaning of the quantity, in words.
    definition : Definition
        Start of the derivation.
    domain : Domain
        Sizes for which the closed form holds.
    derivation : Derivation
        Steps from the definition to the closed form.
    measured : Measured
        Measured counterpart on explicit networks.
    fast : callable or None, optional
        Evaluates the closed form by tables, if it is a long finite sum.
    tables : callable or None, optional
        Function from a size to how many numbers are computed for these tables, and how many of them are kept.
    rests_on : tuple of str, optional
        Keys of lemmas whose closed forms are taken over without a step that re-checks them.
    sizes : mapping from str to int, optional
        Sizes that are put into the closed form where it is shown, too.

    Examples
    --------
    >>> from netlemma.derive import lemma
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
    tables: Callable[[Size], tuple[int, int]] | None = field(default=None, compare=False)
    rests_on: tuple[str, ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def dependencies(self) -> tuple[str, ...]:
        """Keys of the lemmas that its derivation uses, in the order of the steps.

        >>> from netlemma.derive import lemma
        >>> lemma("toroid.hops_ratio.spanning-bus-hypercube").dependencies
        ('toroid.mean_distance', 'spanning-bus-hypercube.mean_distance')
        """
        return tuple(dict.fromkeys([*(key for step in self.derivation.steps for key in _used(step)), *self.rests_on]))

    @property
    def closed_form(self) -> sp.Expr:
        """A plain SymPy expression in the symbols of the domain."""
        return self.derivation.result

    @property
    def special(self) -> sp.Expr:
        """The closed form with its sizes put in.

        >>> from dataclasses import replace
        >>> from netlemma.derive import lemma
        >>> replace(lemma("mesh.mean_distance"), sizes={"n": 2}).special
        2*k/3
        """
        symbols = {p.name: p.symbol for p in self.domain.parameters}
        if set(self.sizes) == set(symbols):
            return sp.Rational(self.value(self.sizes))
        return put_in(self.closed_form, {symbols[name]: value for name, value in self.sizes.items()})

    @property
    def strength(self) -> str:
        """Strength of the derivation."""
        return self.derivation.strength

    @property
    def proof_kinds(self) -> tuple[str, ...]:
        """The kinds of proof of the steps, without repetition."""
        return tuple(dict.fromkeys(step.proof.kind for step in self.derivation.steps))

    def check(self) -> None:
        """Re-run the whole derivation from the definition.

        Raises
        ------
        ProofError
            If it does not hold.
        """
        self.derivation.check()
        if self.derivation.start != self.definition.expression:
            raise ProofError("the derivation does not begin with the definition")
        for step in self.derivation.steps:
            step.proof.check_domain(self.domain.assumptions(), {p.symbol for p in self.domain.parameters})

    def value(self, size: Size) -> Fraction:
        """The closed form at one size, exactly; it raises DomainError outside the domain."""
        self.domain.require(size)
        return self.fast(size) if self.fast is not None else self.closed_value(size)

    def closed_value(self, size: Size) -> Fraction:
        """The closed form at one size, evaluated term by term; :meth:`value` may be faster."""
        return Fraction(evaluate(self.closed_form, {p.symbol: size[p.name] for p in self.domain.parameters}))

    def at(self, **size: int) -> Fraction:
        """The closed form at the size given by keywords, as :meth:`value`."""
        return self.value(size)

    def as_json(self, steps: bool = False) -> dict[str, Any]:
        """The lemma in the shape of ``netlemma derive --json``.

        Parameters
        ----------
        steps : bool, default False
            Whether the steps of the derivation are included.

        Returns
        -------
        dict from str to object
            Plain data.
        """
        return json_of(self, steps)

    def __repr__(self) -> str:
        return f"<Lemma {self.key}: {self.strength} for {self.domain.describe() or 'one size'}>"


def _used(part: object) -> Iterator[str]:
    """Keys of the lemmas in a proof and in the proofs that it is made of."""
    if isinstance(part, Lemma | Derivation) and part.key:
        yield part.key
    elif isinstance(part, tuple | list):
        for each in part:
            yield from _used(each)
    elif isinstance(part, Proof | Derivation | Step):
        for each in fields(part):
            yield from _used(getattr(part, each.name))


# Quantities without a closed form that is shown for all sizes: what is known of them, and why no more.


@dataclass(frozen=True)
class OpenQuestion:
    """A quantity of a family or of products that has bounds or a conjecture instead of a lemma.

    key: Family or product and quantity, as those of lemmas.
    domain: Sizes for which it is open.
    known: Bounds or conjecture, in words and formulas.
    stuck: Why it is no lemma.
    tried: Measured value of each network that was tried: a product, or a family with its sizes, as text.
    bounds: Least and largest value that the bounds or the conjecture allow, from the factors of such a product or the
    sizes of the family.

    >>> from netlemma.derive.discovery import open_questions
    >>> question = open_questions()["mesh.vertex_forwarding_index"]
    >>> question.tried["line(4)^2"], question.domain
    ('83/3', 'k >= 3, n >= 2')
    """

    key: str
    domain: str
    known: str
    stuck: str
    tried: Mapping[str, str]
    bounds: Callable[..., tuple[Fraction, Fraction]] = field(compare=False)

    @property
    def status(self) -> str:
        """The networks that were tried with some of their values, and why it is no lemma."""
        shown = ", ".join(f"{value} on {network}" for network, value in list(self.tried.items())[:4])
        return f"open; {len(self.tried)} networks tried: {shown} and others; {self.stuck}"


# Bounds of the mean distance for families of which no closed form is known.


Bounds = tuple[Fraction, Fraction]
NEIGHBOURS = "at least 2 - Delta/(N - 1), as all but at most Delta nodes are two hops away or more"


def mean_distance_bounds(sizes: Mapping[str, int], nodes: Lemma, degree: Lemma, most: Lemma) -> Bounds:
    """Least mean distance by the largest degree, and as largest one the diameter, or another one that is not smaller.

    >>> from netlemma.derive.discovery import lemma
    >>> found = (lemma(f"shuffle-exchange.{name}") for name in ("nodes", "max_degree", "diameter"))
    >>> mean_distance_bounds({"n": 3}, *found)
    (Fraction(11, 7), Fraction(5, 1))
    """
    return 2 - degree.value(sizes) / (nodes.value(sizes) - 1), most.value(sizes)
