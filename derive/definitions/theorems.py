"""What follows from the definition of a family: numbers of nodes and links, degrees, and what the distance leads to."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import ClassVar, NamedTuple

import sympy as sp

from netlemma.base.names import assignments
from netlemma.definitions import Definition as Text
from netlemma.definitions import Rule
from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import LinkSum, RangeMax
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.algebra.smt import always
from netlemma.derive.algebra.summation.sums import ClosedSum, close
from netlemma.derive.core.derivation import DerivationBuilder, by_cases, close_sums, factored
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.factors import Factor, divides, domain_of, factors_of, symbolic, within
from netlemma.derive.definitions.largest_parts import largest_by_parts
from netlemma.derive.definitions.link_counts import CountedRule, counted_rules
from netlemma.derive.definitions.potentials import certify
from netlemma.derive.definitions.proposals import proposed, refuted
from netlemma.derive.definitions.route_lemmas import route_lemma
from netlemma.derive.definitions.word_links import (
    CountedWordRule,
    WordFactor,
    counted_word_rules,
    extreme_at_words,
    whole,
)
from netlemma.derive.networks.brute_force_networks import Construction
from netlemma.derive.networks.distance_lemmas import KINDS
from netlemma.derive.networks.ranks.rank_proofs import QUANTITY
from netlemma.errors import NoAnswer, NotDerived, ProofError

MOST_NODES = 130  # of a network whose nodes and links are counted one by one
COMPARED = 6  # sizes at which a result is compared with plain loops
TERMINAL = "terminal"  # the class of the links to ends of messages on nodes


class Pairs(NamedTuple):
    """Pairs of nodes of a factor: as many times ``alike`` as there are values in the ranges, each with an expression."""

    alike: sp.Expr
    body: sp.Expr
    ranges: tuple[sp.Tuple, ...]


@dataclass(frozen=True)
class DefinedFamily:
    """A family that a text defines, in symbols.

    fixed: Option of the family that its lemmas are about, such as "p=0", if it has others.
    """

    text: Text
    meanings: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    fixed: str = ""

    @cached_property
    def domain(self) -> Domain:
        domain = domain_of(self.text)
        said = dict(self.meanings)
        return replace(domain, parameters=tuple(replace(p, meaning=said.get(p.name, "")) for p in domain.parameters))

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        try:
            return factors_of(self.text, self.domain)
        except NotDerived:
            if not any(each.is_word for each in self.text.coordinates):
                raise
            return (whole(self.text, self.domain),)

    @cached_property
    def with_distances(self) -> tuple[Factor, ...]:
        """The factors with formulas of their distances: as claimed, or as found and proved.

        Raises
        ------
        NotDerived
            If there is no claim, and no formula that was tried is the distance.
        """
        if any(isinstance(factor, WordFactor) for factor in self.factors):
            raise NotDerived("distances of nodes with words that are linked as a whole")
        if self.text.distance is not None:
            return self.factors
        assumptions = self.domain.assumptions()
        found = [proposed(self.text, each, self.made, self.small, assumptions) for each in self.factors]
        for factor, each in zip(self.factors, found, strict=True):
            if each is None:
                names = ", ".join(x.name.removesuffix(at.PRIME) for x in factor.symbols)
                raise NotDerived(f"no distance is claimed, and no sum or maximum of distances of {names} is it")
        return tuple(each for each in found if each is not None)

    def require_distance(self) -> None:
        """Check the claimed distance at small sizes.

        Raises
        ------
        DefinitionError
            If it is wrong, with the smallest size and pair of nodes.
        """
        claim = self.text.distance
        pair = refuted(self.text, self.made, self.small) if claim is not None else None
        if pair is not None and claim is not None:
            size, source, destination, claimed, true = pair
            said = f"{claimed}, not {true}" if true >= 0 else f"{claimed}, and no links lead there"
            where = f"at {assignments(size)} from {_shown(source)} to {_shown(destination)}"
            raise self.text.error(claim.place, f"the distance is wrong {where}: the formula gives {said}")

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of links."""
        return (*self.text.classes, *((TERMINAL,) if self.text.terminals is not None else ()))

    @cached_property
    def small(self) -> tuple[Size, ...]:
        """The smallest sizes."""
        few = self.domain.sizes(COMPARED, lambda size: plain_loops.work(self.text, size) <= MOST_NODES)
        return tuple(few)

    @cached_property
    def of_factor(self) -> tuple[sp.Expr, ...]:
        """The number of nodes of each factor."""
        return tuple(self.close(factor.nodes()) for factor in self.factors)

    @cached_property
    def node_count(self) -> sp.Expr:
        """The number of nodes."""
        return sp.Mul(*(n**f.count for n, f in zip(self.of_factor, self.factors, strict=True)))

    @cached_property
    def rules(self) -> tuple[tuple[CountedRule, ...], ...]:
        """The rules of each factor with what their choices count for."""
        return tuple(
            counted_word_rules(factor, self.domain)
            if isinstance(factor, WordFactor)
            else counted_rules(factor, tuple(self.domain.assumptions()))
            for factor in self.factors
        )

    @cached_property
    def made(self) -> Construction:
        """The family as plain loops count it."""
        return plain_loops.construction(self.text, self.domain, self.node_count, self.small)

    def close(self, expr: sp.Expr) -> sp.Expr:
        """The closed form of sums."""
        return close(expr, self.domain.assumptions()).expression if expr.has(sp.Sum) else expr

    def beside(self, number: int) -> sp.Expr:
        """The number of copies of a factor in the network."""
        own, factor = self.of_factor[number], self.factors[number]
        return factor.count * sp.powsimp(self.node_count / own)

    @cached_property
    def terminals(self) -> tuple[int, sp.Expr]:
        """The number of ends of messages on a node, by the coordinates of one factor, and the number of that factor."""
        on = self.text.terminals
        if on is None:
            return 0, sp.S.Zero
        names = self.names
        number = sp.S(symbolic(on.number, names))
        if on.where is None:
            return 0, number
        if on.where.names() - names.keys():
            raise NotDerived("terminals by letters of words that are linked as a whole")
        used = {names[name] for name in on.where.names() if name in names}
        which = [i for i, factor in enumerate(self.factors) if used & set(factor.symbols) and factor.count == 1]
        if len(which) != 1 or not used <= {
            *self.factors[which[0]].symbols,
            *(p.symbol for p in self.domain.parameters),
        }:
            raise NotDerived("terminals by coordinates of several factors")
        return which[0], sp.Piecewise((number, symbolic(on.where, names)), (0, True))

    @property
    def _by_coordinates(self) -> bool:
        """Whether nodes have different numbers of ends of messages."""
        number, each = self.terminals
        return not each.free_symbols.isdisjoint(self.factors[number].symbols)

    @property
    def _on_each(self) -> sp.Expr:
        """The number of ends of messages on each node, if it is the same."""
        return sp.S.Zero if self._by_coordinates else self.terminals[1]

    @cached_property
    def names(self) -> dict[tuple[str, bool], sp.Expr]:
        """The symbols of sizes and coordinates."""
        found: dict[tuple[str, bool], sp.Expr] = {(p.name, False): p.symbol for p in self.domain.parameters}
        for factor in self.factors:
            found |= {(x.name.removesuffix(at.PRIME), False): x for x in factor.symbols}
        return found

    # What follows, as sums over the coordinates of the factors

    def ends(self) -> sp.Expr:
        """The number of ends of messages."""
        number, each = self.terminals
        if self.text.terminals is None:
            return sp.Mul(*(factor.nodes() ** factor.count for factor in self.factors))
        if each.free_symbols.isdisjoint(self.factors[number].symbols):
            return each * self.node_count
        return self.beside(number) * self.factors[number].total(each)

    def links(self, of: str = "") -> sp.Expr:
        ends = self.ends() if self.text.terminals is not None and of in ("", TERMINAL) else sp.S.Zero
        return sp.Add(
            ends,
            *(
                self.beside(number) * counted.sum(factor)
                for number, factor in enumerate(self.factors)
                for counted in self.rules[number]
                if of in ("", counted.rule.class_name)
            ),
        )

    def at_some(self, number: int) -> dict[Rule, CountedWordRule]:
        """The rules of a factor with words that apply at some words alone."""
        if not isinstance(self.factors[number], WordFactor):
            return {}
        every = zip(self.text.rules, self.rules[number], strict=True)
        return {rule: each for rule, each in every if isinstance(each, CountedWordRule) and each.words is not None}

    def at_node(self, number: int, sign: int = 0) -> sp.Expr:
        """The number of links of a node of a factor, that leave it if they are one-way.

        sign: 1 for the most and -1 for the least at a word, where words have different numbers.
        """
        some, factor = self.at_some(number) if sign else {}, self.factors[number]
        if some and isinstance(factor, WordFactor):
            every = [each for each in self.rules[number] if each not in some.values()]
            extreme = extreme_at_words(factor, self.domain, some, sign)
            return sp.Add(extreme, *(end for each in every for end in (each.at_node(), each.into(factor))))
        ends = [(replace(each, part=sp.S.One) if each.both else each).at_node() for each in self.rules[number]]
        if self._by_coordinates and self.terminals[0] == number:
            ends.append(self.terminals[1])
        if not self.text.one_way:
            ends += [each.into(self.factors[number]) for each in self.rules[number] if not each.both]
        return sp.Add(*ends)

    @cached_property
    def at_node_closed(self) -> tuple[ClosedSum | None, ...]:
        """The same for each factor, with its closed form; None where it is by remainders, or other at some words."""
        found: list[ClosedSum | None] = []
        for number, factor in enumerate(self.factors):
            known = [c for c in (*within(factor.ranges), factor.among) if c is not sp.true]
            if self.at_some(number):
                found.append(None)
                continue
            links = self.at_node(number)
            plain = not links.has(sp.Sum) and any(rule.periodic for rule in factor.rules)
            found.append(None if plain else close(links, [*self.domain.assumptions(), *known]))
        return tuple(found)

    @cached_property
    def at_any_node(self) -> tuple[sp.Expr | None, ...]:
        """The number of links of every node of each factor; None where nodes have different numbers."""
        found: list[sp.Expr | None] = []
        for number, factor in enumerate(self.factors):
            closed = self.at_node_closed[number]
            if closed is None:
                found.append(None)
                continue
            first = closed.expression
            for x, low, _ in reversed(factor.ranges):
                first = first.xreplace({x: low})
            if closed.expression.free_symbols.isdisjoint(factor.symbols):
                found.append(first)
                continue
            sizes = self.small[0]
            number_there = evaluate(first, {p.symbol: sizes[p.name] for p in self.domain.parameters})
            likely = (sp.Rational(number_there), first)
            found.append(next((value for value in likely if _always(closed, value)), None))
        return tuple(found)

    def degree(self) -> sp.Expr:
        """The number of links of any node."""
        return sp.Add(
            self._on_each, *(factor.count * self.at_node(number) for number, factor in enumerate(self.factors))
        )

    def extreme_degree(self, sign: int) -> sp.Expr:
        """The largest number of links of a node, or the least one."""
        parts = []
        for number, factor in enumerate(self.factors):
            body = sign * self.at_node(number, sign)
            if factor.among is not sp.true:  # coordinates of no node are not the largest
                body = sp.Piecewise((body, factor.among), (min(0, sign) * self.of_factor[number], True))
            ranges = [sp.Tuple(*each) for each in reversed(factor.ranges)]
            parts.append(factor.count * (RangeMax(body, *ranges) if ranges else body))
        return self._on_each + sign * sp.Add(*parts)

    @cached_property
    def pairs(self) -> tuple[Pairs, ...]:
        """The pairs of nodes of each factor, without those coordinates of the first node by which translations move links to links."""
        found = []
        for factor in self.with_distances:
            fixed = {x: low for x, low, _ in factor.ranges if _moves(factor, x, self.domain.assumptions())}
            assert factor.distance is not None
            body = _of_nodes(factor, factor.distance).xreplace(fixed)
            ranges = tuple(each for each in _pair_ranges(factor) if each[0] not in fixed)
            alike = sp.Mul(*(high - low + 1 for x, low, high in factor.ranges if x in fixed))
            found.append(Pairs(alike, body, ranges))
        return tuple(found)

    def mean_with_itself(self) -> sp.Expr:
        """The mean of the distances over all ordered pairs of nodes, a node and itself included."""
        parts = []
        for factor, nodes, pairs in zip(self.factors, self.of_factor, self.pairs, strict=True):
            body, condition = pairs.body, sp.true
            if factor.among is not sp.true:
                (body, condition), _ = pairs.body.args
            terms = [sp.Piecewise((each, condition), (0, True)) for each in sp.Add.make_args(body)]
            total = sp.Add(*(sp.Sum(each, *pairs.ranges) for each in terms))
            parts.append(factor.count * pairs.alike * total / nodes**2)
        return sp.Add(*parts)

    def largest_distance(self) -> sp.Expr:
        """The largest distance of two nodes."""
        largest = (RangeMax(pairs.body, *pairs.ranges) for pairs in self.pairs)
        return sp.Add(*(factor.count * most for factor, most in zip(self.factors, largest, strict=True)))

    def certify_distance(self) -> None:
        """Check the claimed distance for all sizes; it raises ProofError."""
        for factor in self.with_distances:
            certify(factor, tuple(self.domain.assumptions()))


def _moves(factor: Factor, x: sp.Symbol, assumptions: Sequence[sp.Basic]) -> bool:
    """Whether all distances stay the same if a coordinate of both nodes goes on by one, around its range."""
    others = [part for y, low, high in factor.ranges for part in (low, high)]
    if factor.among is not sp.true or any(sp.S(part).free_symbols & {*factor.symbols} for part in others):
        return False
    low, high = next((low, high) for y, low, high in factor.ranges if y == x)
    there, far = factor.elsewhere, factor.distance
    assert far is not None
    turned = far.xreplace({y: low + sp.Mod(y - low + 1, high - low + 1) for y in (x, there[x])})
    try:
        return always([*assumptions, factor.inside(), factor.inside(there)], sp.Eq(turned, far))
    except ProofError:
        return False


def _of_nodes(factor: Factor, body: sp.Expr) -> sp.Expr:
    """An expression for two nodes, 0 where the coordinates are those of no node."""
    if factor.among is sp.true:
        return body
    both = sp.And(factor.among, factor.among.xreplace(factor.elsewhere))
    return sp.Piecewise((body, both), (0, True))


def _pair_ranges(factor: Factor) -> list[sp.Tuple]:
    there = factor.elsewhere
    every = [(*each,) for each in factor.ranges]
    every += [tuple(sp.S(part).xreplace(there) for part in each) for each in factor.ranges]
    return [sp.Tuple(*each) for each in reversed(every)]


# Proofs


@dataclass(frozen=True)
class ByDefinition(Proof):
    """A quantity of a defined family as sums over its coordinates, and the closed form compared with plain loops at small sizes."""

    text: Text
    quantity: str
    class_name: str
    closed: sp.Expr
    literal: Callable[[Size], Fraction]
    sizes: tuple[Size, ...]
    kind: ClassVar[str] = "from the definition"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        family = DefinedFamily(self.text)
        if self.quantity in OF_DISTANCE:
            family.certify_distance()
        require(after == QUANTITIES[self.quantity].sums(family, self.class_name), "not what the definition says")
        symbols = {p.name: p.symbol for p in family.domain.parameters}
        require(bool(self.sizes), "no sizes are compared")
        for size in self.sizes:
            counted = self.literal(size)
            found = evaluate(self.closed, {symbols[name]: number for name, number in size.items()})
            require(found == counted, f"{found} instead of {counted} at {dict(size)}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in domain_of(self.text).assumptions():
            require(shows(assumptions, assumed), f"{assumed} is assumed")

    def describe(self) -> list[str]:
        lines = {
            "links": "z3: no link is given twice, or how often is decided, for all sizes",
            "mean_distance": "z3: the formula is 0 at the destination alone, no link lowers it by more than one, and one lowers it by one",
        }
        found = lines.get(
            "mean_distance" if self.quantity in OF_DISTANCE else "links" if self.quantity != "nodes" else "", ""
        )
        return [*filter(None, [found]), f"compared with plain loops at the {len(self.sizes)} smallest sizes"]


def _always(closed: ClosedSum, value: sp.Expr) -> bool:
    """Whether a closed form has one value for all nodes."""
    try:
        return always(closed.assumptions, sp.Eq(_pinned(closed.expression), value))
    except ProofError:
        return False


def _pinned(expr: sp.Expr) -> sp.Expr:
    """A value by cases, each with what its conditions leave one value replaced by it.

    >>> x, n = sp.symbols("x n", integer=True)
    >>> _pinned(sp.Piecewise((x * n, (x >= n - 1) & (n >= x + 1)), (4, True)))
    Piecewise((n*(n - 1), (n >= x + 1) & (x >= n - 1)), (4, True))
    """
    if not isinstance(expr, sp.Piecewise):
        return expr
    cases = []
    for value, when in expr.args:
        known = {sp.expand(c.gts - c.lts) for c in sp.And.make_args(when) if isinstance(c, sp.Ge | sp.Le)}
        for zero in sorted((each for each in known if -each in known), key=str):
            for x in sorted(zero.free_symbols, key=str, reverse=True):
                if zero.coeff(x) in (1, -1):
                    value = value.xreplace({x: sp.expand(x - zero / zero.coeff(x))})
                    break
        cases.append((sp.factor(value), when))
    return sp.Piecewise(*cases)


@dataclass(frozen=True)
class AtAnyNode(Proof):
    """Numbers of links at a node of each factor replaced by their closed forms, which hold for all coordinates of a node."""

    closed: tuple[tuple[ClosedSum, sp.Expr], ...]
    kind: ClassVar[str] = "telescoping"
    about_whole: ClassVar[bool] = True

    def applied(self, expr: sp.Expr) -> sp.Expr:
        """The expression with the sums of each factor replaced, those inside largest values as well."""
        for each, value in self.closed:
            inside = {
                part: part.xreplace({inner: sign * value})
                for part in expr.atoms(RangeMax)
                for inner in (part.args[0], *(v for p in part.args[0].atoms(sp.Piecewise) for v, _ in p.args))
                for sign in (1, -1)
                if inner == sign * each.sum
            }
            expr = expr.xreplace(inside) if inside else expr.subs(each.sum, value)
        return expr

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        for each, value in self.closed:
            each.check()
            require(value == each.expression or _always(each, value), f"{each.expression} is not always {value}")
        require(self.applied(before) == after, "not the closed forms")

    def describe(self) -> list[str]:
        return [line for each, _ in self.closed for line in each.proof.describe()]


def in_blocks(expr: sp.Expr, assumptions: Sequence[sp.Basic]) -> sp.Expr:
    """Sums over a range whose length a size divides, of what depends on remainders by it alone, as sums over the remainders.

    >>> x, n, e = sp.symbols("x n e", integer=True, positive=True)
    >>> in_blocks(sp.Sum(sp.Mod(x, e) ** 2, (x, 0, n - 1)), [sp.Eq(sp.Mod(n, e), 0)])
    n*Sum(x**2, (x, 0, e - 1))/e
    """
    table = {}
    for total in expr.atoms(sp.Sum):
        body, *limits = total.args
        for number, by in (each.lhs.args for each in assumptions if divides(each)):
            x, low, high = limits[0]
            alike = body.xreplace({sp.Mod(x, by): sp.Dummy()})
            if len(limits) == 1 and low == 0 and high + 1 == number and body.has(sp.Mod(x, by)) and not alike.has(x):
                table[total] = number / by * sp.Sum(body.xreplace({sp.Mod(x, by): x}), (x, 0, by - 1))
    return expr.xreplace(table)


@dataclass(frozen=True)
class InBlocks(Proof):
    """A size divides the length of a range: each remainder by it occurs equally often."""

    assumptions: tuple[sp.Basic, ...]
    kind: ClassVar[str] = "division with remainder"
    about_whole: ClassVar[bool] = True

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(in_blocks(before, self.assumptions) == after, "not the sums over remainders")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        require(all(shows(assumptions, each) for each in self.assumptions), "other divisors are assumed")

    def describe(self) -> list[str]:
        said = (f"{each.lhs.args[1]} divides {each.lhs.args[0]}" for each in self.assumptions)
        return [f"{', '.join(said)}: a number from 0 on is a multiple of it and a remainder, in one way"]


@dataclass(frozen=True)
class SameAtAllSizes(Proof):
    """Two ways to write a value by cases that is linear in the sizes, decided by z3."""

    assumptions: tuple[sp.Basic, ...]
    kind: ClassVar[str] = "equal at all sizes"

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        one, two = (sp.piecewise_fold(sp.expand(each)) for each in (before, after))
        require(always(self.assumptions, sp.Eq(one, two)), f"{before} is not always {after}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in self.assumptions:
            require(assumed in assumptions or shows(assumptions, assumed), f"{assumed} is assumed")

    def describe(self) -> list[str]:
        return ["z3: the two are equal at all sizes"]


# Quantities


@dataclass(frozen=True)
class _Quantity:
    """How a quantity follows, in words and as sums over coordinates."""

    because: str
    sums: Callable[[DefinedFamily, str], sp.Expr]


def _mean(family: DefinedFamily, _: str) -> sp.Expr:
    return family.node_count / (family.node_count - 1) * family.mean_with_itself()


OF_DISTANCE = ("diameter", "mean_distance", "wiener_index")
_ENDS = "for each choice of the rules there are links that begin at a node, and those that end there"
_DISTANCE = "the formula is the distance; distances of the coordinates that no rule links add up"
QUANTITIES: Mapping[str, _Quantity] = {
    "nodes": _Quantity("the coordinates are chosen one by one", lambda family, _: family.ends()),
    "links": _Quantity("each rule gives a link for each of its choices, which is counted once", DefinedFamily.links),
    "degree": _Quantity(_ENDS, lambda family, _: family.degree()),
    "max_degree": _Quantity(_ENDS, lambda family, _: family.extreme_degree(1)),
    "min_degree": _Quantity(_ENDS, lambda family, _: family.extreme_degree(-1)),
    "diameter": _Quantity(_DISTANCE, lambda family, _: family.largest_distance()),
    "mean_distance": _Quantity(_DISTANCE, _mean),
    "wiener_index": _Quantity(_DISTANCE, lambda family, _: family.node_count**2 / 2 * family.mean_with_itself()),
}


def _shown(node: tuple) -> str:
    """A node as a definition writes it: letters of a word one after the other."""
    parts = ["".join(map(str, x)) if isinstance(x, tuple) and max(x, default=0) < 10 else str(x) for x in node]
    return f"({', '.join(parts)})" if len(parts) > 1 else parts[0]


def _domain_of_pairs(family: DefinedFamily) -> Domain:
    """The sizes with two nodes at least."""
    domain = family.domain
    corner = {p.symbol: p.minimum for p in domain.parameters}
    if evaluate(family.node_count, corner) > 1:
        return domain
    used = [p for p in domain.parameters if p.symbol in family.node_count.free_symbols]
    if len(used) == 1:
        return replace(
            domain, parameters=tuple(replace(p, minimum=p.minimum + 1) if p in used else p for p in domain.parameters)
        )
    more = sp.Add(*(p.symbol for p in used)) >= sum(p.minimum for p in used) + 1
    return replace(domain, relations=(*domain.relations, more))


def derived(family: DefinedFamily, quantity: str, class_name: str = "", form: sp.Expr | None = None) -> Lemma:
    """The lemma on a quantity, or on the links of a class; ``form`` is another way to write what is found.

    Raises
    ------
    NoAnswer, ProofError
        If it does not follow by the means that there are.
    """
    if quantity in OF_DISTANCE:
        return _of_distance(family, quantity, form)
    if quantity.endswith("degree"):
        return _degree(family, quantity, form)
    return _counted(family, quantity, class_name, form)


class Theorems(NamedTuple):
    """The lemmas that follow from a definition, and what does not, with the reasons."""

    lemmas: Mapping[str, Callable[[], Lemma]]
    reasons: Mapping[str, str]


def _is_regular(family: DefinedFamily) -> bool:
    """Whether all nodes are shown to have as many links."""
    try:
        return None not in family.at_any_node
    except (NoAnswer, ProofError):
        return False


@lru_cache(16)
def theorems(text: Text) -> Theorems:
    """What follows from a definition, by key.

    Raises
    ------
    DefinitionError
        If the distance that it claims is wrong.

    Examples
    --------
    >>> from netlemma.definitions import read_definition
    >>> nodes = "family ladder\\nsizes n\\nnode x: 0..n-1, y: 0..1"
    >>> ladder = f"{nodes}\\nlink rail: (x, y) - (x+1, y) where x < n-1\\nlink rung: (x, 0) - (x, 1)"
    >>> found = theorems(read_definition(ladder))
    >>> found.lemmas["ladder.links"]().closed_form, found.lemmas["ladder.diameter"]().closed_form
    (3*n - 2, n)
    """
    family = DefinedFamily(text)
    found: dict[str, Callable[[], Lemma]] = {}
    reasons: dict[str, str] = {}

    def add(quantity: str, build: Callable[[], Lemma], named: bool = True) -> None:
        """Add a lemma; one that may not be derived is derived now."""
        key = f"{text.name}.{quantity}"
        try:
            found[key] = build if named else lru_cache(1)(build)
            if not named:
                found[key]()
        except (NoAnswer, ProofError) as error:
            del found[key]
            reasons[key] = str(error)

    try:
        nodes = family.node_count
    except NoAnswer as error:
        return Theorems({}, dict.fromkeys((f"{text.name}.{each}" for each in QUANTITIES), str(error)))
    assert nodes is not None
    add("nodes", partial(derived, family, "nodes"))
    add("links", partial(derived, family, "links"), named=False)
    for name in family.classes if len(family.classes) > 1 and f"{text.name}.links" in found else ():
        add(f"links.{name}", partial(derived, family, "links", name))
    if f"{text.name}.links" in found:
        degrees = ("degree",) if _is_regular(family) else ("max_degree", "min_degree")
        if text.terminals is not None:
            degrees = ("max_degree",)  # an end of messages has one link
        for quantity in degrees:
            add(quantity, partial(derived, family, quantity), named=False)
    for name in text.routings:
        add(f"{QUANTITY}.{name}", partial(route_lemma, text, name, family.domain, nodes), named=False)
    family.require_distance()
    try:
        family.certify_distance()
    except (NoAnswer, ProofError) as error:
        return Theorems(
            found, {**reasons, **dict.fromkeys((f"{text.name}.{each}" for each in OF_DISTANCE), str(error))}
        )
    for quantity in OF_DISTANCE:
        if not (quantity == "wiener_index" and text.one_way):
            add(quantity, partial(derived, family, quantity), named=False)
    return Theorems(found, reasons)


def _definition(family: DefinedFamily, quantity: str, class_name: str = "") -> tuple[Definition, str, str]:
    kind, made = KINDS[quantity], family.made

    def literal(size: Size) -> Fraction:
        if class_name == TERMINAL:
            return Fraction(sum(plain_loops.terminals(family.text, size).values()))
        if class_name:
            return Fraction(_links_of(family.text, class_name, size))
        if family.text.terminals is not None and quantity not in OF_DISTANCE:
            return Fraction(_with_terminals(family, quantity, size))
        return Fraction(kind.literal(made, size))

    expression = kind.expression(made)
    if class_name:
        expression = LinkSum(sp.S.One, sp.Symbol(f"E_{class_name}"))
    words, statement = kind.words, kind.statement
    if made.between and quantity in OF_DISTANCE:
        statement = f"{statement} Between {made.between}."
    if class_name:
        words, statement = (
            f"the links of class {class_name}, counted one by one",
            f"The number of links of class {class_name}.",
        )
    return Definition(words, expression, literal, made.count, made.ends), statement, kind.symbol


def _with_terminals(family: DefinedFamily, quantity: str, size: Size) -> int:
    """A number of a network whose nodes carry ends of messages."""
    on = plain_loops.terminals(family.text, size)
    if quantity == "nodes":
        return sum(on.values())
    if quantity == "links":
        return family.made.links(size) + sum(on.values())
    degrees = {len(near) + on[node] for node, near in family.made.network(size).neighbours.items()}
    return min(degrees) if quantity == "min_degree" else max(degrees)


def _links_of(text: Text, class_name: str, size: Size) -> int:
    """The number of links that a class gives, and no earlier class."""
    found: dict[object, str] = {}
    for rule in text.rules:
        for names in plain_loops.nodes(text, size):
            here = plain_loops.node_of(text, names)
            for there in plain_loops.targets(text, rule, names):
                found.setdefault((here, there) if rule.one_way else frozenset((here, there)), rule.class_name)
    return sum(name == class_name for name in found.values())


def _lemma(
    family: DefinedFamily,
    quantity: str,
    class_name: str,
    derive: Callable[[DerivationBuilder], None],
    domain: Domain | None = None,
) -> Lemma:
    definition, statement, symbol = _definition(family, quantity, class_name)
    write = DerivationBuilder(definition.expression)
    sums = QUANTITIES[quantity].sums(family, class_name)
    closing = DerivationBuilder(sums)
    derive(closing)
    domain = domain or family.domain
    sizes = tuple(size for size in family.small if domain.contains(size))
    proof = ByDefinition(family.text, quantity, class_name, closing.now, definition.literal, sizes)
    write.step(sums, QUANTITIES[quantity].because, proof)
    derive(write)
    names = domain.names
    if left := write.now.free_symbols - {p.symbol for p in domain.parameters}:
        raise NotDerived(f"{', '.join(sorted(map(str, left)))} of the sums is left".replace(at.PRIME, ""))
    return Lemma(
        key=".".join(filter(None, (family.text.name, quantity, class_name))),
        symbol=sp.Symbol(at.free_name(symbol, names)),
        statement=f"{statement} With {family.fixed}." if family.fixed else statement,
        definition=definition,
        domain=domain,
        derivation=write.derivation(),
        measured=Measured(
            family.text.name,
            quantity,
            names,
            class_name or None,
            ends=family.made.between if quantity in OF_DISTANCE else "",
        ),
    )


def _counted(family: DefinedFamily, quantity: str, class_name: str, form: sp.Expr | None) -> Lemma:
    def derive(write: DerivationBuilder) -> None:
        divisors = tuple(each for each in family.domain.assumptions() if divides(each))
        because = "what depends on remainders alone is summed over these"
        write.step(in_blocks(write.now, divisors), because, InBlocks(divisors))
        close_sums(write, family.domain.assumptions(), 0)
        collected = by_cases(factored, write.now)
        if any(isinstance(factor, WordFactor) for factor in family.factors):
            collected = sp.powsimp(collected)
        cases = write.now.has(sp.Piecewise)
        write.normal(collected if form is None or cases else form, "terms are collected")
        if cases:
            _write_as(write, form, family)

    return _lemma(family, quantity, class_name, derive)


def _degree(family: DefinedFamily, quantity: str, form: sp.Expr | None = None) -> Lemma:
    def derive(write: DerivationBuilder) -> None:
        values = zip(family.at_node_closed, family.at_any_node, strict=True)
        found = ((each, each.expression if same is None else same) for each, same in values if each is not None)
        closed = AtAnyNode(tuple(found))
        write.step(closed.applied(write.now), "the sums are closed for any node", closed)
        if any(each is None for each in family.at_node_closed) and write.now.has(sp.Sum):
            close_sums(write, family.domain.assumptions(), 0)
        if quantity != "degree":
            after, proof = largest_by_parts(write.now, family.domain, form)
            write.step(after, "coordinates of different factors are chosen freely", proof)
        if write.now.has(sp.Piecewise):
            turned = {
                -x: sp.Piecewise(*((-value, when) for value, when in x.args)) for x in write.now.atoms(sp.Piecewise)
            }
            write.normal(write.now.xreplace(turned), "signs are taken inside")
        else:
            write.normal(factored(write.now), "terms are collected")
        _write_as(write, form, family)

    return _lemma(family, quantity, "", derive)


def _write_as(write: DerivationBuilder, form: sp.Expr | None, family: DefinedFamily) -> None:
    """A step to another way to write what is found by cases."""
    if form is not None and write.now != form:
        write.step(form, "the cases are those of the sizes", SameAtAllSizes(tuple(family.domain.assumptions())))


def _of_distance(family: DefinedFamily, quantity: str, form: sp.Expr | None = None) -> Lemma:

    def derive(write: DerivationBuilder) -> None:
        if quantity == "diameter":
            after, proof = largest_by_parts(write.now, family.domain, form)
            write.step(after, "the largest values of parts that share no coordinates are attained together", proof)
            if form is not None:
                write.normal(form, "terms are collected")
            return
        close_sums(write, family.domain.assumptions(), 0)
        write.normal(by_cases(factored, write.now) if form is None else form, "terms are collected")

    return _lemma(family, quantity, "", derive, _domain_of_pairs(family))
