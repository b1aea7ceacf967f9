"""Fabrics whose nodes are kinds with coordinates: nodes of two kinds that are joined are linked where all coordinates that both
have agree.

Any permutation of the values of a coordinate leaves all links in place. So how far two nodes are apart depends on their kinds
and on the coordinates in which they agree alone, and all links between two kinds carry the same.

Groups may be joined two by two: one node of a group, its gate, leads to another one. Then it counts, too, which nodes are gates.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from typing import Any, ClassVar, NamedTuple

import sympy as sp

from netlemma.derive.algebra.affine_conditions import shows
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceMax, DeviceSum, Extreme, Inert, LinkSum, Maximum, PairMax, PairSum
from netlemma.derive.algebra.proof import Proof, require
from netlemma.derive.core.derivation import DerivationBuilder
from netlemma.derive.core.domain import Domain, Size
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.group_ports import certify_third_groups, joined_by_third_groups
from netlemma.errors import NotDerived

Kind = Hashable
AGREE, DIFFER, GATE, OTHER, ANY = "=", "!=", "gate", "other", "*"
_OPPOSITE = {AGREE: DIFFER, DIFFER: AGREE, GATE: OTHER, OTHER: GATE}
FIRST = "first"  # whether the node of the source's place leads to a group


class Regular(NamedTuple):
    """Links within one kind of nodes, of which each has as many.

    degree: How many.
    near: Function from a size and the coordinates of a node to those of the others that it is linked to.
    clique: The coordinate in which all nodes that agree in the others are linked, if it is that.
    groups: Else the coordinates of groups and of places in them if one link joins every two groups: one node of a group, its
    gate, leads to another group, and each node to as many.
    certify: Check of what the links are said to be, for all sizes.
    """

    degree: sp.Expr
    near: Callable[[Size, tuple[int, ...]], Iterable[tuple[int, ...]]]
    clique: str = ""
    groups: tuple[str, str] = ("", "")
    certify: Callable[[], None] = lambda: None


class Joined(NamedTuple):
    """Two kinds of nodes that are linked, the name of these links, and how many cables a link has; or one kind and its links."""

    one: Kind
    other: Kind
    name: str = "link"
    cables: sp.Expr = sp.S.One
    within: Regular | None = None


class Hop(NamedTuple):
    """A link in one direction."""

    over: Joined
    tail: Kind
    head: Kind


class Alike(NamedTuple):
    """Nodes as far from a source: how their coordinates are related to its own, the distance, and the hops on any shortest way."""

    kind: Kind
    relations: tuple[tuple[str, str], ...]
    distance: int
    hops: frozenset[tuple[Hop, int]] | None


@dataclass(frozen=True)
class LargestOfAll(Proof):
    """The largest of several expressions: each is one of those that are left, or never larger than one of them.

    least: The least value of each size; a quotient of polynomials without negative terms in what sizes exceed it by is not negative.
    """

    least: tuple[tuple[sp.Symbol, int], ...]
    kind: ClassVar[str] = "differences without negative terms"
    about_whole: ClassVar[bool] = True

    def not_negative(self, difference: sp.Expr) -> bool:
        """Whether an expression is shown to be at least 0."""
        above: dict[sp.Expr, sp.Expr] = {s: low + sp.Symbol(f"_{s}", nonnegative=True) for s, low in self.least}
        plain = sp.expand_power_exp(difference)
        low = dict(self.least)
        for power in plain.atoms(sp.Pow):  # of a size to a size, at least 1
            if low.get(power.base, 0) >= 1 and low.get(power.exp, -1) >= 0:
                above[power] = 1 + sp.Symbol(f"_{power}", nonnegative=True)
        parts = [sp.expand(part.xreplace(above)) for part in sp.fraction(sp.cancel(sp.together(plain)))]
        more = [*above.values()]
        free = [s for each in more for s in each.free_symbols]
        if not all(part.is_polynomial(*free) for part in parts):
            return False
        signs = [{c > 0 for c in sp.Poly(part, *free).coeffs() if c != 0} for part in parts]
        return signs[0] == set() or (len(signs[0]) == 1 and signs[0] == signs[1])

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        every = _values(before, Maximum)
        left = _values(after, sp.Max)
        x = sp.Dummy()
        for expr, kind in ((before, Maximum), (after, sp.Max)):
            for part in expr.atoms(kind):
                slope = sp.diff(expr.xreplace({part: x}), x)
                require(not slope.has(x) and self.not_negative(slope), f"{expr} may fall as {part} rises")
        for each in left:
            require(any(equal(each, other) for other in every), f"{each} is none of the values")
        for each in every:
            found = any(self.not_negative(other - each) for other in left)
            require(found, f"{each} may be larger")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for symbol, low in self.least:
            require(shows(assumptions, symbol >= low), f"{symbol} >= {low} is assumed")

    def describe(self) -> list[str]:
        return [
            "the differences are quotients of polynomials without negative terms in what sizes exceed the least ones by"
        ]


def _values(expr: sp.Expr, kind: type[sp.Expr]) -> list[sp.Expr]:
    """An expression with each of the arguments of its largest value in place of it."""
    parts = [*expr.atoms(kind)]
    require(len(parts) < 2, f"{expr} has several largest values")
    return [expr.xreplace({parts[0]: each}) for each in parts[0].args] if parts else [expr]


class Structure:
    """What is known of the nodes of a family, from which its quantities are counted at all sizes.

    domain: The sizes.
    kind: The kind of the proofs.
    """

    domain: Domain
    kind: ClassVar[str]

    def value(self, part: sp.Expr) -> sp.Expr:
        """What stands for an inert expression: a number of nodes or links, a largest degree, a sum over pairs, a largest load."""
        raise NotImplementedError

    def because(self, part: sp.Expr) -> str:
        """Why, in words."""
        raise NotImplementedError

    def lines(self) -> list[str]:
        """The structure in words."""
        raise NotImplementedError

    def certify(self) -> None:
        """Check what no value of a part checks; it raises ProofError."""

    def finish(self, write: DerivationBuilder, form: sp.Expr) -> None:
        """Add the steps from what is counted to its closed form."""
        if write.now != form:
            write.normal(form, "terms are collected")

    def derive(
        self, write: DerivationBuilder, form: sp.Expr, literal: Callable[[Size], Fraction], sizes: tuple[Size, ...]
    ) -> None:
        """Add the steps from a quantity to its closed form."""
        proof = ByStructure(self, form, literal, sizes)
        write.step(proof.replaced(write.now), self.because(counted_part(write.now)), proof)
        self.finish(write, form)


def counted_part(expr: sp.Expr) -> sp.Expr:
    """The inert expression in a quantity that is to be counted."""
    return next(each for each in sp.preorder_traversal(expr) if isinstance(each, Inert))


def of_nodes(part: sp.Expr) -> bool:
    """Whether a sum over links or nodes counts nodes."""
    return bool(part.args[1] == sp.Symbol("V"))


@dataclass(frozen=True)
class ByStructure(Proof):
    """A quantity of a family as its structure gives it; its closed form is compared with plain loops at small sizes, too."""

    structure: Structure
    closed: sp.Expr
    literal: Callable[[Size], Fraction]
    sizes: tuple[Size, ...]
    about_whole: ClassVar[bool] = True

    @property
    def kind(self) -> str:  # type: ignore[override]
        return self.structure.kind

    def replaced(self, before: sp.Expr) -> sp.Expr:
        """The expression with what is counted in place of what is to be counted."""
        part = counted_part(before)
        return before.xreplace({part: self.structure.value(part)})

    def check(self, before: sp.Expr, after: sp.Expr) -> None:
        require(after == self.replaced(before), "not what the nodes give")
        self.structure.certify()
        require(len(self.sizes) > 1, "no sizes are compared")
        for size in self.sizes:
            value = evaluate(self.closed, {symbol: size[symbol.name] for symbol in self.closed.free_symbols})
            counted = self.literal(size)
            require(value == counted, f"{value} instead of {counted} at {dict(size)}")

    def check_domain(self, assumptions: Sequence[sp.Basic], parameters: set[sp.Symbol]) -> None:
        for assumed in self.structure.domain.assumptions():
            require(assumed in assumptions or shows(assumptions, assumed), f"{assumed} is assumed")

    def describe(self) -> list[str]:
        return [*self.structure.lines(), f"compared with plain loops at {len(self.sizes)} small sizes"]


@dataclass(frozen=True, eq=False)
class CoordinateFabric(Structure):
    """Kinds of nodes with coordinates, and which of them are joined.

    ranges: The number of values of each coordinate.
    kinds: The coordinates of the nodes of each kind.
    ends: The kinds of nodes between which messages run.
    direct: Whether messages to another group take the link between both, and not one by way of a third group.
    """

    domain: Domain
    ranges: Mapping[str, sp.Expr]
    kinds: Mapping[Kind, tuple[str, ...]]
    joined: tuple[Joined, ...]
    ends: tuple[Kind, ...]
    one_way: bool = False
    direct: bool = False
    kind: ClassVar[str] = "coordinates that agree"
    _tables: dict[Kind, tuple[Alike, ...]] = field(default_factory=dict, init=False, repr=False)
    _shorter: set[Alike] = field(
        default_factory=set, init=False, repr=False
    )  # of which some are so by way of third groups

    # The network of one size

    def construction(self, name: str, small: tuple[Size, ...], **options: Any) -> Construction:
        """The family as plain loops count it."""

        def values(size: Size, coordinates: Sequence[str]) -> Iterator[tuple[int, ...]]:
            sizes = {p.symbol: size[p.name] for p in self.domain.parameters}
            return product(*(range(int(evaluate(sp.S(self.ranges[c]), sizes))) for c in coordinates))

        def listed(size: Size) -> list[Node]:
            return [(kind, *each) for kind in self.ends for each in values(size, self.kinds[kind])]

        def near(size: Size, node: Node) -> Iterator[Node]:
            kind, *place = node
            own = dict(zip(self.kinds[kind], place, strict=True))
            for hop in self.hops(kind):
                if hop.over.within is not None:
                    yield from ((kind, *each) for each in hop.over.within.near(size, tuple(place)))
                    continue
                there = self.kinds[hop.head]
                new = [c for c in there if c not in own]
                for each in values(size, new):
                    joint = {**own, **dict(zip(new, each, strict=True))}
                    yield (hop.head, *(joint[c] for c in there))

        def cables(size: Size, one: Node, other: Node) -> int:
            sizes = {p.symbol: size[p.name] for p in self.domain.parameters}
            return next(int(evaluate(h.over.cables, sizes)) for h in self.hops(one[0]) if h.head == other[0])

        several = any(each.cables != 1 for each in self.joined)
        count = sp.Add(*(self.number(kind) for kind in self.ends))
        return Construction(
            name, self.domain, count, listed, near, small, self.one_way, cables=cables if several else None, **options
        )

    def hops(self, kind: Kind) -> Iterator[Hop]:
        """The links that lead away from nodes of a kind."""
        for each in self.joined:
            if each.one == kind:
                yield Hop(each, kind, each.other)
            if each.other == kind != each.one and not self.one_way:
                yield Hop(each, kind, each.one)

    # Numbers at all sizes

    def _times(self, coordinates: Sequence[str]) -> sp.Expr:
        return sp.Mul(*(self.ranges[c] for c in coordinates))

    def number(self, kind: Kind) -> sp.Expr:
        """The number of nodes of a kind: each coordinate is chosen freely."""
        return self._times(self.kinds[kind])

    def cables(self, each: Joined) -> sp.Expr:
        """The number of cables between two kinds: a link for each choice of the coordinates of both; half the ends of those of one."""
        if each.within is not None:
            return self.number(each.one) * each.within.degree / 2
        return each.cables * self._times([*dict.fromkeys((*self.kinds[each.one], *self.kinds[each.other]))])

    def degree(self, kind: Kind) -> sp.Expr:
        """The number of links of a node of a kind."""
        own = self.kinds[kind]
        return sp.Add(
            *(
                h.over.within.degree
                if h.over.within is not None
                else h.over.cables * self._times([c for c in self.kinds[h.head] if c not in own])
                for h in self.hops(kind)
            )
        )

    @property
    def _least(self) -> LargestOfAll:
        return LargestOfAll(tuple((p.symbol, p.minimum) for p in self.domain.parameters))

    def _has_two(self, coordinate: str) -> bool:
        """Whether a coordinate has two values at all sizes."""
        return self._least.not_negative(self.ranges[coordinate] - 2)

    @property
    def _groups(self) -> tuple[str, str]:
        """The coordinates of groups with one link between every two, and of places in them; none if there are none."""
        return next((each.within.groups for each in self.joined if each.within and each.within.groups[0]), ("", ""))

    def _ahead(self, source: Kind, hop: Hop, related: dict[str, str], thirds: bool) -> Iterator[dict[str, str]]:
        """How nodes behind a hop are related to the source; with ``thirds`` also those that some third groups may lead to."""
        own, within = self.kinds[source], hop.over.within
        group, place = self._groups
        if within is not None and within.clique:
            here = related.get(within.clique, "")
            for there in (_OPPOSITE[here], DIFFER if here in (AGREE, DIFFER) else OTHER) if here else ("",):
                yield {**related, within.clique: there} if there else related
            return
        if within is not None:
            if not (within.groups[0] and group in own and set(self.kinds[hop.tail]) == {group, place}):
                raise NotDerived(f"ways over links {hop.over.name} within one kind of nodes")
            follows = place in own
            if related[group] == AGREE:
                mine = {FIRST: GATE if related[place] == AGREE else OTHER} if follows else {}
                yield {group: DIFFER, **mine, place: GATE}
                return
            if related[place] == GATE:
                mine = {place: AGREE if related[FIRST] == GATE else DIFFER} if follows else {}
                yield {group: AGREE, **mine}
            for one, last in product((GATE, OTHER), repeat=2) if thirds else ():
                yield {group: DIFFER, **({FIRST: one} if follows else {}), place: last}
            return
        ahead = self.kinds[hop.head]
        if group and (group not in ahead or group not in related):
            raise NotDerived("nodes of no group")
        away = bool(group) and related[group] == DIFFER
        kept = {c: r for c, r in related.items() if c in ahead or (c == FIRST and away)}
        new = [c for c in ahead if c not in related and (c in own or (c == place and away))]
        for each in product(*([GATE, OTHER] if c == place and away else [AGREE, DIFFER] for c in new)):
            yield {**kept, **dict(zip(new, each, strict=True))}

    def _reached(self, source: Kind, single: frozenset[str], thirds: bool) -> dict[tuple, Alike]:
        """The nodes as a source sees them, by distance; coordinates in ``single`` have one value."""
        place = self._groups[1]
        start = (source, tuple(sorted((c, AGREE) for c in self.kinds[source])))
        found: dict[tuple, tuple[int, Counter[Hop] | None]] = {start: (0, Counter())}
        border = [start]
        for kind, relations in border:
            far, crossed = found[kind, relations]
            for hop in self.hops(kind):
                after = None if crossed is None else crossed + Counter([hop])
                for each in self._ahead(source, hop, dict(relations), thirds):
                    if any(r in (DIFFER, OTHER) and (place if c == FIRST else c) in single for c, r in each.items()):
                        continue
                    order = sorted(each.items())
                    there = (hop.head, tuple(order))
                    if there not in found:
                        found[there] = (far + 1, after)
                        border.append(there)
                    elif found[there][0] == far + 1 and found[there][1] != after:
                        found[there] = (far + 1, None)
        return {
            (kind, seen): Alike(kind, seen, far, None if crossed is None else frozenset(crossed.items()))
            for (kind, seen), (far, crossed) in found.items()
        }

    def seen(self, source: Kind) -> tuple[Alike, ...]:
        """The ends of messages as a source sees them, but for itself.

        Raises
        ------
        NotDerived
            If distances are others where a coordinate has a single value or by ways over third groups, or some end is not reached.
        """
        if source not in self._tables:
            own = self.kinds[source]
            every = self._reached(source, frozenset(), thirds=False)
            if self._groups[0] and not self.direct:
                for key, each in self._reached(source, frozenset(), thirds=True).items():
                    if each.kind in self.ends and each.distance != every[key].distance:
                        if not self._no_gates(every[key], each.distance):
                            raise NotDerived("distances by way of third groups")
                        self._shorter.add(every[key])
            doubtful = [c for c in own if not self._has_two(c)]
            if self._groups[0] and not self._has_two(self._groups[1]):
                doubtful = [*dict.fromkeys((*doubtful, self._groups[1]))]
            for number in range(1, len(doubtful) + 1):
                for single in combinations(doubtful, number):
                    for key, each in self._reached(source, frozenset(single), thirds=False).items():
                        if each.kind in self.ends and every[key] != each:
                            raise NotDerived(f"ways where {', '.join(single)} has a single value are others")
            itself = (source, tuple(sorted((c, AGREE) for c in own)))
            ends = [each for key, each in every.items() if each.kind in self.ends and key != itself]
            count = sp.Add(*map(self.number, self.ends))
            if not equal(sp.Add(1, *map(self.size, ends)), count):
                raise NotDerived("ends that are not reached")
            self._tables[source] = tuple(_merged(ends))
        return self._tables[source]

    def _no_gates(self, each: Alike, by_third: int) -> bool:
        """Whether nodes of other groups are three hops apart, none a gate to the other's group, and two by way of some third groups."""
        group, place = self._groups
        related = {group: DIFFER, place: OTHER, FIRST: OTHER}
        return (
            dict(each.relations) == related
            and (each.distance, by_third) == (3, 2)
            and self.kinds[each.kind] == (group, place)
        )

    def shorter(self) -> sp.Expr:
        """The number of ordered pairs of ends that are a hop less apart by way of third groups."""
        found = sum(1 for source in self.ends for each in self.seen(source) if each in self._shorter)
        if not found:
            return sp.S.Zero
        (between,) = (each.within for each in self.joined if each.within and each.within.groups[0])
        return found * joined_by_third_groups(self.ranges[self._groups[1]], between.degree)

    def size(self, each: Alike) -> sp.Expr:
        """The number of nodes that a source sees alike."""
        related = dict(each.relations)
        values = {ANY: 0, AGREE: 1, GATE: 1}
        counts = {
            c: values.get(related.get(c, ANY), self.ranges[c] - 1) or self.ranges[c] for c in self.kinds[each.kind]
        }
        if related.get(FIRST, ANY) != ANY:
            group, place = self._groups
            gates = (self.ranges[group] - 1) / self.ranges[place]
            counts[group] = gates if related[FIRST] == GATE else self.ranges[group] - 1 - gates
        return sp.Mul(*counts.values())

    def total(self, of: Callable[[Alike], int]) -> sp.Expr:
        """The sum of a number over all ordered pairs of ends."""
        return sp.Add(
            *(
                self.number(source) * sp.Add(*(of(each) * self.size(each) for each in self.seen(source)))
                for source in self.ends
            )
        )

    def crossings(self, hop: Hop) -> sp.Expr:
        """How often all messages between two ends cross links between two kinds in one direction."""

        def crossed(each: Alike) -> int:
            if each.hops is None or each in self._shorter:
                raise NotDerived("shortest ways that cross different links")
            return dict(each.hops).get(hop, 0)

        return self.total(crossed)

    def load(self, hop: Hop) -> sp.Expr:
        """How often all messages cross a link between two kinds in one direction, or of one kind; 0 where there are no such links.

        Links of one kind are those of cliques, or of groups: of these each node of a group is the gate to as many others, so that
        links to gates are alike as well.
        """
        within = hop.over.within
        if within is None:
            return sp.factor(self.crossings(hop) / self.cables(hop.over))
        if not (within.clique or within.groups[0]):
            raise NotDerived(f"links {hop.over.name} within one kind that are not alike")
        if within.groups[0]:
            group, place = (self.ranges[c] for c in within.groups)
            require(equal(group - 1, place * within.degree), "nodes of a group are gates to unlike numbers of others")
        each = sp.factor(self.crossings(hop) / (2 * self.cables(hop.over)))
        alone = bool(within.clique) and not self._has_two(within.clique)
        return each * sp.Min(1, self.ranges[within.clique] - 1) if alone else each

    def diameter(self) -> sp.Expr:
        """The largest distance, of a pair of ends that there is at all sizes, or but where one coordinate has a single value."""
        every = [(source, each) for source in self.ends for each in self.seen(source)]
        most = max(each.distance for _, each in every)
        farthest = [(source, each) for source, each in every if each.distance == most]
        alone = min((self._doubtful(each) for _, each in farthest), key=len)
        if not alone and all(each not in self._shorter for _, each in farthest):
            return sp.Integer(most)
        if len(alone) != 1:
            raise NotDerived(f"ends {most} hops apart at all sizes")
        (coordinate,) = alone
        size = self.ranges[coordinate]
        there = [each for _, each in every if coordinate not in self._doubtful(each, (coordinate,))]
        fewer = max((each.distance for each in there), default=0)
        sure = [each for each in there if each.distance == fewer and not self._doubtful(each)]
        many = sp.Add(*(self.number(source) * self.size(each) for source, each in farthest)) - self.shorter()
        two = LargestOfAll(tuple((s, 2 if s == size else low) for s, low in self._least.least))
        if not (sure and size.is_Symbol and two.not_negative(many - 1)):
            raise NotDerived(f"ends {most} hops apart at all sizes")
        return sp.Piecewise((fewer, sp.Eq(size, 1)), (most, True))

    def _doubtful(self, each: Alike, among: Sequence[str] = ()) -> set[str]:
        """The coordinates of which a relation needs two values, and that may have a single one, or are ``among`` some."""
        place = self._groups[1]
        apart = {place if c == FIRST else c for c, related in each.relations if related in (DIFFER, OTHER)}
        return {c for c in apart if c in among or not self._has_two(c)}

    def value(self, part: sp.Expr) -> sp.Expr:
        every = [hop for kind in self.kinds for hop in self.hops(kind)]
        if isinstance(part, LinkSum):
            return sp.Add(*(map(self.number, self.ends) if of_nodes(part) else map(self.cables, self.joined)))
        if isinstance(part, Extreme):
            return Maximum(*dict.fromkeys(map(self.degree, self.kinds)))
        if isinstance(part, PairMax):
            return self.diameter()
        if isinstance(part, PairSum):
            return self.total(lambda each: each.distance) - self.shorter()
        if isinstance(part, DeviceSum):
            return sp.Add(*(self.crossings(hop) for hop in every if hop.over.name == str(part.args[1])))
        if isinstance(part, DeviceMax):
            return Maximum(*dict.fromkeys(map(self.load, every)))
        raise NotDerived(f"{part} of a fabric")

    def because(self, part: sp.Expr) -> str:
        if isinstance(part, LinkSum):
            if of_nodes(part):
                return "each coordinate of a node is chosen freely"
            within = "; of one kind: half of the sum of degrees" if any(each.within for each in self.joined) else ""
            return f"links of two kinds: one for each choice of the coordinates of both{within}"
        if isinstance(part, Extreme):
            return "a node has a link for each choice of the coordinates that its neighbours have and it has not"
        if isinstance(part, PairMax | PairSum):
            return (
                "how far two nodes are apart depends on the coordinates in which they agree; nodes are counted by these"
            )
        if isinstance(part, DeviceSum):
            return (
                "ends are counted by the coordinates in which they agree, on which it depends which links are crossed"
            )
        gates = ", as each node of a group is the gate to as many other groups" if self._groups[0] else ""
        return f"all links between two kinds carry the same{gates}, and all shortest paths between two ends cross as many of them"

    def certify(self) -> None:
        if self._shorter:
            certify_third_groups()
        for each in self.joined:
            if each.within is not None:
                each.within.certify()

    def lines(self) -> list[str]:
        kinds = (f"{kind} ({', '.join(self.kinds[kind])})" for kind in self.kinds)
        joined = ", ".join(f"{each.one} and {each.other}" for each in self.joined if each.within is None)
        within = [
            f"each {each.one} has {each.within.degree} links to others, {each.name}"
            for each in self.joined
            if each.within is not None
        ]
        if self._groups[0]:
            within.append(
                "one link joins every two groups: z3: ports are joined in pairs, and each leads to another group"
            )
            within.append(
                "ways by way of third groups are left out"
                if self.direct
                else "z3: which nodes are joined by way of third groups"
                if self._shorter
                else "ways by way of third groups are not shorter, whichever nodes these lead to"
            )
        return [
            f"kinds of nodes with their coordinates: {', '.join(kinds)}; where all that both have agree, links join {joined}",
            *within,
            "permutations of the values of a coordinate leave all links in place, at all sizes",
        ]

    def finish(self, write: DerivationBuilder, form: sp.Expr) -> None:
        if write.now.has(Maximum):
            write.step(form, "the others are never larger", self._least)
        else:
            super().finish(write, form)


def _merged(ends: Sequence[Alike]) -> list[Alike]:
    """The same nodes with fewer rows: a coordinate is any where its two relations give the same distance and hops."""
    rows = [*ends]
    for number in range(max((len(each.relations) for each in ends), default=0)):
        kept: dict[Alike, str] = {}
        for each in rows:
            if number >= len(each.relations):
                kept[each] = ""
                continue
            coordinate, related = each.relations[number]

            def other(to: str, each: Alike = each, coordinate: str = coordinate) -> Alike:
                return each._replace(relations=tuple((c, to if c == coordinate else r) for c, r in each.relations))

            partner = other(_OPPOSITE.get(related, related))
            if partner != each and partner in kept:
                del kept[partner]
                each = other(ANY)
            kept[each] = ""
        rows = [*kept]
    return rows
