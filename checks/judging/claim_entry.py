"""What a claim says: its formula, its relation to a quantity, and the sizes that it is about."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from heapq import merge
from itertools import islice
from random import Random

import sympy

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import grid, positive_number
from netlemma.checks.formula.arithmetic import Enclosure, order
from netlemma.checks.formula.equality import at_least_for_all_sizes, same_for_all_sizes
from netlemma.checks.formula.formula import Condition, Formula
from netlemma.checks.formula.grammar import Comparison, Junction, Name, Node, Number, unparse
from netlemma.checks.judging.reference_values import ReferenceValues
from netlemma.checks.lemmas.lemma_sizes import LARGEST_TERM_BY_TERM, first_sizes
from netlemma.derive.core.domain import Domain, Size
from netlemma.errors import InputError

# Relations of a quantity to a formula: equal to it, bounded by it, near it.


AGREEING = {"=": {0}, "<=": {0, 1}, "<": {1}, ">=": {0, -1}, ">": {-1}, "!=": {1, -1}}
WORDS = {"<=": "at most", "<": "less than", ">=": "at least", ">": "greater than"}


@dataclass(frozen=True)
class ClaimedRelation:
    """A relation of the true value to the claimed one.

    sign: ``=``, ``<=``, ``<``, ``>=``, ``>``, or ``≈`` with a tolerance.
    tolerance: Largest difference of values that are about equal, relative to the true value.
    unit: Value of a unit of the last digit, where the claimed value is rounded to it.

    >>> ClaimedRelation("<=").holds(Fraction(2), Fraction(3)), ClaimedRelation("≈", Fraction(1, 10)).holds(Fraction(10), Fraction(12))
    (True, False)
    """

    sign: str = "="
    tolerance: Fraction | None = None
    unit: Fraction | None = None

    def __post_init__(self) -> None:
        if self.sign == "≈" and self.tolerance is None and self.unit is None:
            raise InputError("≈ needs the largest relative difference that is allowed: give it, such as `tolerance=1%`")

    def holds(self, true: Fraction, claimed: Fraction | Enclosure) -> bool | None:
        """Whether the true value is in this relation to the claimed one; None if an enclosure leaves it open."""
        if self.sign == "≈":
            low, high = self._around(true)
            sides = order(claimed, low), order(claimed, high)
            if None in sides:
                return None
            return sides[0] != -1 and sides[1] != 1
        found = order(claimed, true)
        return None if found is None else found in AGREEING[self.sign]

    def _around(self, true: Fraction) -> tuple[Fraction, Fraction]:
        by = abs(true) * (self.tolerance or 0) + Fraction(self.unit or 0) / 2
        return true - by, true + by

    def proved(
        self, claimed: sympy.Expr, true: sympy.Expr, minima: dict[sympy.Symbol, int], condition: sympy.Basic
    ) -> bool:
        """Whether the relation is proved for all sizes."""
        if self.sign == "=":
            return bool(same_for_all_sizes(claimed, true, minima, condition))
        if self.sign == "≈":
            by = sympy.Rational(*(self.tolerance or Fraction(0)).as_integer_ratio())
            half = sympy.Rational(*((self.unit or Fraction(0)) / 2).as_integer_ratio())
            sides = [(claimed, (1 - by) * true - half), ((1 + by) * true + half, claimed), (true, sympy.Integer(0))]
            return all(at_least_for_all_sizes(a, b, minima, condition) for a, b in sides)
        greater, less = (claimed, true) if self.sign[0] == "<" else (true, claimed)
        return bool(at_least_for_all_sizes(greater, less, minima, condition, strict=len(self.sign) == 1))

    @property
    def words(self) -> str:
        """The relation in words."""
        if self.unit is not None:
            return "rounded to"
        if self.sign == "≈":
            return f"within {float(self.tolerance or 0) * 100:g}% of"
        return WORDS.get(self.sign, "equal to")


EQUAL = ClaimedRelation()


def tolerance_of(text: str) -> Fraction | None:
    """A relative difference as users write it.

    >>> tolerance_of("1%"), tolerance_of("0.005")
    (Fraction(1, 100), Fraction(1, 200))
    """
    if not text:
        return None
    number = positive_number(text.removesuffix("%"), "`tolerance`", "a tolerance")
    return number / 100 if text.endswith("%") else number


# One claim with its texts parsed.


@dataclass(frozen=True)
class ClaimEntry:
    """One claim with its texts parsed.

    family: Name of a family, or product such as ``ring(w)^D``.
    quantity: Quantity of the formula, such as ``mean_distance``.
    formula: Formula, as in `parse_formula`.
    where: Condition on the sizes, as in `parse_condition`.
    sizes: Sizes beside the network, the only ones to which the claim applies, as in `parse_sizes`.
    source: BibTeX key of the source.
    locator: Place in the source.
    reading: Conventions of the source.
    place: File, and number of the claim in it, for messages.
    relation: Relation of the true value to that of the formula.
    """

    family: str
    quantity: str
    formula: Formula
    where: Condition | None = None
    sizes: dict[str, Sequence[int]] | None = field(default=None, hash=False)
    source: str = ""
    locator: str = ""
    reading: str = ""
    place: str = ""
    relation: ClaimedRelation = EQUAL

    @property
    def key(self) -> str:
        """Key of the lemma about the same quantity."""
        return f"{self.family}.{self.quantity}"


# The sizes that a claim is about: the domain of its quantity, its condition, and the sizes that it names.


TRIED = 48
SEARCHED = 4000
FURTHER = 200
SPREAD = 4  # powers of two that parameters exceed their minima by
MOST_NEAR = 16  # values near the numbers of a formula that two parameters have together
MOST_STATED = 16  # values of a size that are stated in a proof
MOST_WHOLE = 2000  # sizes of a finite domain that is enumerated whole


@dataclass(frozen=True)
class ClaimedDomain:
    """The sizes that a claim is about.

    truth: Quantity of the claim.
    where: Condition of the claim.
    only: The only values of some sizes.
    """

    truth: ReferenceValues
    where: Condition | None = None
    only: Mapping[str, Sequence[int]] | None = None

    def __post_init__(self) -> None:
        names = self.truth.names
        if self.where:
            self.where.require_names(names)
        require_sizes(self.truth, self.only)

    def contains(self, size: Size) -> bool:
        """Whether the claim is about a size of the quantity's domain."""
        return self.names_size(size) and (self.where is None or self.where.holds(size))

    def names_size(self, size: Size) -> bool:
        """Whether a size has the values that are given beside the network."""
        return all(size[name] in values for name, values in (self.only or {}).items())

    @cached_property
    def fixed(self) -> dict[str, Sequence[int]]:
        """The sizes that have a few values only, beside the network or by a condition such as ``n = 2``."""
        bounds = self.where.bounds() if self.where else {}
        single = {name: (low,) for name, (low, high) in bounds.items() if low is not None and low == high}
        return {**single, **(self.only or {})}

    @cached_property
    def stated(self) -> Condition | None:
        """The condition of the claim, and that its sizes have the values given beside the network."""
        return restricted(self.where, self.only or {})

    @property
    def text(self) -> str:
        """The domain in one line, as in ``w >= 2, D >= 1, w even``."""
        parts = [self.truth.domain.describe()] if not self.truth.open_domain else [", ".join(self.truth.names)]
        parts += [f"{name} in {', '.join(map(str, values))}" for name, values in (self.only or {}).items()]
        return ", ".join(filter(None, [*parts, str(self.where or "")]))

    @property
    def condition(self) -> sympy.Basic:
        """The domain in symbols, as far as it has a symbolic form; what is left out only makes proof harder."""
        known = list(self.truth.domain.relations)
        few = {name: values for name, values in (self.only or {}).items() if len(values) <= MOST_STATED}
        for condition in (self.where, restricted(None, few)):
            if condition:
                with suppress(InputError):
                    known.append(condition.to_sympy(self.truth.symbols))
        return sympy.And(*known)

    def whole(self) -> list[dict[str, int]] | None:
        """All sizes of a finite domain, the smallest first; None if it is infinite, too large or not seen to be finite."""
        bounds = self.where.bounds() if self.where else {}
        values: dict[str, Sequence[int]] = {}
        for p in self.truth.domain.parameters:
            low, high = bounds.get(p.name, (None, None))
            if self.only and p.name in self.only:
                values[p.name] = self.only[p.name]
            elif self.only and self.truth.open_domain and p.name in self.truth.source.defaults:
                values[p.name] = (self.truth.source.defaults[p.name],)
            elif high is None or (low is None and self.truth.open_domain):
                return None
            else:
                values[p.name] = range(max(p.minimum, low or p.minimum), high + 1)
        if math.prod(map(len, values.values())) > MOST_WHOLE:
            return None
        return [size for size in grid(values) if self.truth.domain.contains(size) and self.contains(size)]

    def first(self, most: int = TRIED) -> list[dict[str, int]]:
        """The smallest sizes of the domain whose networks are small; those of an open domain are not known."""
        if self.truth.open_domain:
            return []
        return list(islice(filter(self.contains, self._legal()), most))

    def beyond(self, most: int = TRIED) -> list[dict[str, int]]:
        """The smallest legal sizes of the network that the condition of the claim excludes."""
        if self.truth.open_domain or not self.where:
            return []
        whole = ClaimedDomain(self.truth, None, self.only)
        return list(islice((size for size in whole._legal() if not self.contains(size)), most))

    def further(self, most: int = FURTHER, numbers: Sequence[int] = ()) -> list[dict[str, int]]:
        """Sizes that are compared with the closed form alone, without a network: the smallest ones, however large their
        networks are, some that are spread, and the first in each case of the closed form.
        """
        truth = self.truth
        if truth.closed is None:
            return []
        bound = LARGEST_TERM_BY_TERM if truth.lemma and truth.lemma.fast else math.inf

        def counted(size: Size, most: float = bound) -> bool:
            nodes = truth.nodes(size)
            return nodes <= most and nodes < math.inf

        edges = list(first_sizes(truth.closed, truth.domain).values())
        smallest = islice(filter(self.contains, self._sizes(counted)), most)
        near = sorted({number + by for number in numbers for by in (-1, 0, 1)})
        small = {p.name: self.fixed.get(p.name, [p.minimum, p.minimum + 1]) for p in truth.domain.parameters}
        beside = [grid({**small, name: near}) for name in small if name not in self.fixed] if numbers else []
        if near and len(small) == 2 and not self.fixed:
            beside.append(grid(dict.fromkeys(small, near if len(near) < MOST_NEAR else list(numbers))))
        inside = lambda size: truth.domain.contains(size) and self.contains(size)  # noqa: E731
        edges = [size for size in edges if inside(size) and counted(size)]
        edges += [size for sizes in beside for size in sizes if inside(size) and counted(size, min(bound, 1e300))]
        return by_size([*smallest, *islice(self._spread(bound), most), *edges])

    def _spread(self, bound: float) -> Iterator[dict[str, int]]:
        """Legal sizes at random, always the same ones: some parameters near their minima, others larger."""
        truth, chance = self.truth, Random(1)
        for _ in range(SEARCHED):
            size = {
                p.name: chance.choice(self.fixed[p.name])
                if p.name in self.fixed
                else p.minimum + chance.randrange(2 ** chance.randint(0, SPREAD))
                for p in truth.domain.parameters
            }
            if truth.nodes(size) <= bound and truth.domain.contains(size) and self.contains(size):
                yield size

    def _legal(self) -> Iterator[dict[str, int]]:
        return self._sizes(lambda size: self.truth.nodes(size) <= self.truth.largest)

    def _sizes(self, bound: Callable[[Size], bool]) -> Iterator[dict[str, int]]:
        """The first legal sizes with the fixed values, in order of their sum."""
        domain, fixed = self.truth.domain, self.fixed
        if not fixed:
            return domain.sizes(SEARCHED, bound)
        free = tuple(p for p in domain.parameters if p.name not in fixed)

        def beside(chosen: Size) -> Iterator[dict[str, int]]:
            whole: Callable[[Size], dict[str, int]] = lambda size: {n: {**chosen, **size}[n] for n in domain.names}  # noqa: E731
            legal = Domain(free, legal=lambda size: domain.contains(whole(size)))
            return map(whole, legal.sizes(SEARCHED, lambda size: bound(whole(size))))

        return merge(*map(beside, islice(grid(fixed), MOST_STATED)), key=lambda size: sum(size.values()))


def restricted(where: Condition | None, only: Mapping[str, Sequence[int]]) -> Condition | None:
    """A condition, and that some sizes have given values.

    >>> from netlemma.checks.formula.formula import parse_condition
    >>> print(restricted(parse_condition("k even"), {"n": (2,), "p": range(1, 4)}))
    n = 2 and p >= 1 and p <= 3 and k even
    """
    parts: list[Node] = []
    for name, values in only.items():
        last = values[-1]
        if len(values) > 1 and list(values) == list(range(values[0], last + 1)):
            parts += [_compared(name, ">=", values[0]), _compared(name, "<=", last)]
        else:
            each = tuple(_compared(name, "=", value) for value in values)
            parts.append(each[0] if len(each) == 1 else Junction("or", each))
    if where:
        joined = isinstance(where.root, Junction) and where.root.word == "and"
        parts += where.root.parts() if joined else [where.root]
    if not parts or not only:
        return where
    root = parts[0] if len(parts) == 1 else Junction("and", tuple(parts))
    return Condition(root, unparse(root))


def _compared(name: str, sign: str, value: int) -> Node:
    return Comparison(Name(name), sign, Number(Fraction(value)))


def require_sizes(truth: ReferenceValues, sizes: Mapping[str, Sequence[int]] | None) -> None:
    """Check that sizes are named as those of a quantity."""
    names = truth.names
    for name in sizes or ():
        if name not in names:
            what = f"it has {', '.join(names)}" if names else "it is a network of one size"
            raise InputError(f"{truth.source.title} has no size {name!r}{nearest(name, names)}; {what}")


def given_sizes(domain: ClaimedDomain, wanted: Mapping[str, Sequence[int]] | None) -> list[dict[str, int]]:
    """The sizes at which a user wants a claim to be tried; sizes that are not mentioned take a few small values."""
    truth = domain.truth
    require_sizes(truth, wanted)
    if not wanted and not truth.open_domain:
        return []
    if twice := [name for name in wanted or () if name in (domain.only or {})]:
        raise InputError(f"{twice[0]} is given beside the network, and in `sizes`: give it once")
    values = {**(domain.only or {}), **(wanted or {})}
    defaults = truth.source.defaults
    for p in truth.domain.parameters:
        if p.name in values:
            continue
        if p.name in defaults:
            values[p.name] = [defaults[p.name]]
        elif truth.open_domain and p.name in truth.source.parameters:
            needed = domain.whole()
            if needed:
                return needed
            raise InputError(f"{truth.source.title} needs values of {p.name}: give them, such as `sizes={p.name}=2..9`")
        else:
            values[p.name] = range(p.minimum, p.minimum + USUAL_VALUES)
    legal = [
        size for size in grid({p.name: values[p.name] for p in truth.domain.parameters}) if truth.domain.contains(size)
    ]
    if not legal and wanted:
        raise InputError(f"{truth.key}: none of the sizes is in the domain {truth.domain.describe()}")
    return list(filter(domain.contains, legal))


USUAL_VALUES = 4


def by_size(sizes: Iterable[Size]) -> list[dict[str, int]]:
    """Sizes without repetition, in order of their sum."""
    different = {tuple(size.items()): dict(size) for size in sizes}
    return sorted(different.values(), key=lambda size: (sum(size.values()), tuple(size.values())))
