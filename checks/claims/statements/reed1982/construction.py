"""Judges of constructions, of numbers of nodes and devices, of path lengths and visit ratios, and of changes of networks."""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product

import sympy
from sympy.core.relational import Relational

from netlemma.base.names import assignments
from netlemma.checks.base.inputs import parse_parameters
from netlemma.checks.claims.judgement import (
    ClaimedValue,
    Judgement,
    agree,
    agrees,
    compare_formula,
    fails,
    holds,
    together,
)
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.claims.statements.reed1982.networks import (
    DUAL,
    FAMILIES,
    RING,
    SPANNING,
    TOROID,
    Sample,
    Theorem,
    follows,
    judge_relation,
    lemmas_of,
    sizes_of,
    symbols,
)
from netlemma.checks.formula.case_analysis import never_below
from netlemma.checks.formula.formula import parse_condition, parse_formula
from netlemma.checks.lemmas.measured_quantities import network_of
from netlemma.checks.performance.bounds import connections
from netlemma.derive import lemma
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.errors import SizeError
from netlemma.graphs import Network, measure

# Judges of numbers of nodes, devices and connections: counted, and for all sizes by a reason.


Counter = Callable[[Size], int | Fraction]


def explicit_devices(family: str, size: Size) -> Network:
    """The explicit network."""
    return network_of(family, tuple(size.items()))


def admitted(reading: Reading, family: str) -> tuple[list[dict[str, int]], sympy.Basic | bool]:
    """The smallest sizes of the statement, and its condition on sizes."""
    if "where" not in reading.says:
        return sizes_of(family), True
    condition = parse_condition(reading.says["where"])
    return [s for s in sizes_of(family, 24) if condition.holds(s)], condition.to_sympy(lemmas_of(family).symbols)


def devices(reading: Reading, family: str) -> Judgement:
    """Judge the numbers of nodes and devices in construction and lemmas."""
    because = f"the number that the definitions of the {lemmas_of(family).strength} lemmas of {family} divide by"
    return quantities(reading, family, because)


def quantities(reading: Reading, family: str, because: str, **of: str) -> Judgement:
    """Judge quantities of a family, counted on explicit networks."""
    sizes, condition = admitted(reading, family)
    domain = lemmas_of(family).distance.domain
    return together(
        *(
            compare_formula(text, true, sizes, domain, closed, because, condition)
            for name, text in reading.says.items()
            if name != "where"
            for true, closed in [_quantity(of.get(name, name), family)]
        )
    )


def _quantity(text: str, family: str) -> tuple[Counter, sympy.Expr]:
    """The counted value at a size, and the correct expression, of a quantity or of two that are combined."""
    operators = {" / ": operator.truediv, " - ": operator.sub}
    sign = next((sign for sign in operators if sign in text), None)
    if sign:
        (one, first), (other, second) = (_quantity(part, family) for part in text.split(sign))
        combine = operators[sign]
        return lambda size: combine(Fraction(one(size)), other(size)), combine(first, second)
    name, _, other_family = text.partition(" ")
    family = other_family or family
    lemmas, special = lemmas_of(family), SPECIAL.get(name)
    if special:
        counted, closed = special
        return lambda size: counted(explicit_devices(family, size)), closed(family)
    if name == "nodes":
        return lambda size: explicit_devices(family, size).node_count, lemmas.nodes()
    (of,) = (each for each in lemmas.classes if each.name == name)
    return lambda size: dict(explicit_devices(family, size).classes)[name], lemmas.devices(of)


def _alike(values: Iterable[int]) -> int:
    """The value that all nodes or devices have; a ValueError if they differ."""
    (value,) = set(values)
    return value


def _neighbours(net: Network) -> Iterator[int]:
    for node, (a, b) in enumerate(pairwise(net.indptr.tolist())):
        yield len(set(net.target[a:b].tolist()) - {node})


R, M = parameter("R", 2), parameter("M", 1)
SPECIAL: Mapping[str, tuple[Callable[[Network], int], Callable[[str], sympy.Expr]]] = {
    "connections": (lambda net: _alike(connections(net)), lambda family: ends_of(family)),
    "ends": (lambda net: _alike(len(device.nodes) for device in net.devices), lambda family: parameter("w", 2)),
    "neighbours": (
        lambda net: _alike(_neighbours(net)),
        lambda family: sympy.Piecewise((R - 1, sympy.Eq(M, 1)), (2 * R - 1, sympy.Eq(M, 2)), (2 * R, True)),
    ),
}


def ends_of(family: str) -> sympy.Expr:
    """The ends of all devices divided by the number of nodes."""
    lemmas, net = lemmas_of(family), explicit_devices(family, sizes_of(family)[0])
    buses = any(c.kind == "bus" for c in net.device_classes)
    each = lemmas.symbols["w"] if buses else sympy.Integer(2)
    return sympy.powsimp(sympy.expand(each * sympy.Add(*(lemmas.devices(c) for c in lemmas.classes)) / lemmas.nodes()))


@by_cases
def drawn(reading: Reading) -> Iterator[ClaimedValue]:
    """Whether every network drawn in a figure is legal and connected."""
    for family, text in reading.says.items():
        size, found = parse_parameters(text.split()), ""
        try:
            measure(explicit_devices(family, size))
        except SizeError as error:
            found = str(error)
        yield ClaimedValue(size, "a network that is drawn", found, family, same=not found)


@by_cases
def of_so_many_nodes(reading: Reading) -> Iterator[ClaimedValue]:
    """Whether every family has a network with exactly the number of nodes."""
    nodes = int(reading.says["nodes"])
    for family in FAMILIES:
        found = lemmas_of(family).distance
        every = found.domain.sizes(400, lambda size, found=found: found.definition.nodes(size) <= nodes)  # type: ignore[misc]
        exact = [size for size in every if found.definition.nodes(size) == nodes]
        yield from (ClaimedValue(size, nodes, nodes) for size in exact)
        if not exact:
            yield ClaimedValue({"nodes": nodes}, "networks of all kinds", "none of this kind", family)


# Judges of constructions: connections of nodes in the paper's words, compared with explicit networks node by node.


Pairs = set[tuple[tuple[int, ...], tuple[int, ...]]]
LARGEST = 100  # nodes of the networks whose pairs of nodes are all looked at
LARGEST_SPLIT = 260  # nodes of the dual bus hypercubes that may fall apart
w, D = parameter("w", 2), parameter("D", 2)
GRIDS = [{"w": a, "D": b} for b in range(2, 9) for a in range(2, 17) if a**b <= LARGEST_SPLIT]


def connected_pairs(family: str, size: Size) -> Pairs:
    """All ordered pairs of different nodes with a device in common, by label."""
    net = explicit_devices(family, size)
    hops = zip(net.origin.tolist(), net.target.tolist(), strict=True)
    return {(net.labels(a), net.labels(b)) for a, b in hops if a != b}


@by_cases
def adjacency(reading: Reading, family: str, words: str) -> Iterator[ClaimedValue]:
    """The connections of nodes in words: exactly those of the explicit networks, at the sizes of the statement."""
    for size in sizes_of(family, 24, LARGEST):
        claimed, true = PAIRS[words](reading, size), connected_pairs(family, size)
        if claimed is not None:
            a, b, said = min(((*pair, pair in claimed) for pair in claimed ^ true), default=((), (), True))
            states = ("not connected", "connected")
            yield ClaimedValue(size, f"{a} and {b} are {states[said]}", states[not said], same=claimed == true)


def both_ways(pairs: Iterable[tuple[tuple[int, ...], tuple[int, ...]]]) -> Pairs:
    """The pairs in either order, without those of a node with itself."""
    return {pair for a, b in pairs for pair in ((a, b), (b, a)) if a != b}


def ring_pairs(reading: Reading, size: Size) -> Pairs:
    """Node k and its neighbour in the words, in both directions."""
    after, before = (parse_formula(reading.says[name], ["k", "K"]) for name in ("after", "before"))
    values = [(k, f.evaluate({"k": k, **size})) for k in range(size["K"]) for f in (after, before)]
    return both_ways({((k,), (int(v),)) for k, v in values})  # type: ignore[arg-type]


def cube_pairs(reading: Reading, size: Size) -> Pairs:
    """Nodes of the rows that the words connect, whose columns differ at most in the named digit."""
    row, digit = (parse_formula(reading.says[name], ["i", "M"]) for name in ("row", "digit"))
    radix, rows = size["R"], size["M"]
    found = set()
    for i, j in product(range(rows), range(radix**rows)):
        at = {"i": i, "M": rows}
        place = radix ** int(digit.evaluate(at))  # type: ignore[arg-type]
        rest = j - j // place % radix * place
        found |= {((i, j), (int(row.evaluate(at)), rest + x * place)) for x in range(radix)}  # type: ignore[arg-type]
    return both_ways(found)


def butterfly_pairs(reading: Reading, size: Size) -> Pairs | None:
    """The indirect binary n-cube: stage i joins box j to boxes j and j with bit i inverted, in the next stage."""
    if size["R"] != int(reading.says["R"]):
        return None
    stages = size["M"]
    after = {
        ((i, j), ((i + 1) % stages, j ^ bit << i)) for i in range(stages) for j in range(2**stages) for bit in (0, 1)
    }
    return both_ways(after)


def cycles_pairs(reading: Reading, size: Size) -> Pairs:
    """The two ring neighbours at its vertex, and the node in the same ring position at the vertex across a dimension."""
    steps = [int(step) for step in reading.says["ring"].split()]
    position = parse_formula(reading.says["cube"], ["p", "D"])
    D, found = size["D"], set()
    for p, v in product(range(D), range(2**D)):
        found |= {((p, v), ((p + step) % D, v)) for step in steps}
        found.add(((p, v), (int(position.evaluate({"p": p, "D": D})), v ^ 1 << p)))  # type: ignore[arg-type]
    return both_ways(found)


PAIRS: Mapping[str, Callable[[Reading, Size], Pairs | None]] = {
    "next nodes": ring_pairs,
    "digits of rows": cube_pairs,
    "bits of boxes": butterfly_pairs,
    "rings at vertices": cycles_pairs,
}


def second_directions(size: Size) -> list[set[int]]:
    """The dimensions that the second buses of each hyperplane span."""
    net = explicit_devices(DUAL, size)
    found: list[set[int]] = [set() for _ in range(size["w"])]
    for device in net.devices:
        if device.class_name == "bus-other":
            digits = list(zip(*(net.labels(node) for node in device.nodes), strict=True))
            (dimension,) = (d for d, values in enumerate(digits) if len(set(values)) > 1)
            found[digits[0][0]].add(dimension)
    return found


@at_samples
def same_direction() -> Iterator[FormulaSample]:
    """The second buses of the nodes with one first coordinate lie in so many dimensions."""
    for size in sizes_of(DUAL):
        yield from (FormulaSample(size, {}, len(dimensions), of=size) for dimensions in second_directions(size))


def _equivalent(printed: str, known: Relational) -> bool:
    """Whether a printed relation on w and D is a known one."""
    relation = parse_condition(printed).to_sympy({x.name: x for x in known.free_symbols})
    return isinstance(relation, Relational) and follows(relation, known) and follows(known, relation)


def can_be_connected(size: Size) -> bool:
    """Whether some choice of directions for the hyperplanes connects all nodes (hyperplanes may be renamed)."""
    w, D = size["w"], size["D"]
    return any(_connected(w, D, chosen) for chosen in combinations_with_replacement(range(1, D), w))


def _connected(w: int, D: int, directions: tuple[int, ...]) -> bool:
    start = (0,) * D
    seen, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        for d in (0, directions[node[0]]):
            for x in range(w):
                other = (*node[:d], x, *node[d + 1 :])
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return len(seen) == w**D


def repeats(size: Size) -> bool:
    """Whether two hyperplanes of the explicit network have the same direction."""
    found = [min(dimensions) for dimensions in second_directions(size)]
    return len(set(found)) < len(found)


TRUTHS: Mapping[str, tuple[Callable[[Size], bool], Iterable[Size]]] = {
    "all nodes can be connected": (can_be_connected, GRIDS),
    "a direction repeats": (repeats, [size for size in GRIDS if size["w"] >= size["D"] - 1]),
}


def decided_by(reading: Reading, yes: str, no: str, known: str, because: str) -> Judgement:
    """Judge a printed condition that is compared with the truth at small sizes, and with the condition that decides it."""
    condition, right = parse_condition(reading.says["condition"]), parse_condition(known).to_sympy({"w": w, "D": D})
    truth, sizes = TRUTHS[yes]
    words = {True: yes, False: no}
    cases = [ClaimedValue(size, words[condition.holds(size)], words[truth(size)]) for size in sizes]
    same = isinstance(right, Relational) and _equivalent(reading.says["condition"], right)
    remark = f"decides it at the {len(cases)} sizes tried; not shown for the others"
    return agree(cases, f"argued: {because}" if same else "", sympy.sstr(right), remark)


# Judges of mean path lengths and visit ratios, apart from the formulas that lemmas are about.


L, V_sum, K = *symbols("L", "V_sum"), parameter("K", 2)
width = parameter("w", 2)


def sum_of_visits(reading: Reading) -> Judgement:
    """The mean path length, compared with the visits to all devices of explicit networks, one device at a time."""
    crossing = "each hop of a message crosses one device, so that both sums count the same crossings"
    samples = []
    for family in FAMILIES:
        for size in sizes_of(family, 6):
            net = explicit_devices(family, size)
            measurement = measure(net)
            visits = sum((measurement.visit_ratio(device) for device in range(net.device_count)), Fraction(0))
            samples.append(Sample(size, {"L": measurement.mean_distance, "V_sum": visits}, family))
    return judge_relation(reading.says["relation"], Theorem(sympy.Eq(L, V_sum, evaluate=False), crossing), samples)


def node_visits(reading: Reading) -> Judgement:
    """V_PE = 1/K: of all pairs of different nodes, all nodes are the destination of equally many."""

    def counted(size: Size) -> Fraction:
        destinations = [b for a in range(size["K"]) for b in range(size["K"]) if a != b]
        (share,) = {Fraction(destinations.count(node), len(destinations)) for node in range(size["K"])}
        return share

    domain, right = lemmas_of(RING).distance.domain, (K - 1) / (K * (K - 1))
    because = "argued: K - 1 of the K*(K - 1) ordered pairs of different nodes lead to each node"
    return compare_formula(reading.says["V_PE"], counted, sizes_of(RING), domain, right, because)


def one_dimension(reading: Reading) -> Judgement:
    """The mean distance in one dimension over all w offsets, 0 included: that of a ring, rescaled."""
    ring = lemma(f"{RING}.mean_distance")
    closed = (ring.closed_form * (K - 1) / K).xreplace({K: width})
    because = f"(w - 1)/w of the {ring.strength} lemma {ring.key}, which leaves the offset 0 out"

    def walked(size: Size) -> Fraction:
        net = explicit_devices(RING, {"K": size["w"]})
        return measure(net).mean_distance * (net.node_count - 1) / net.node_count

    domain = lemmas_of(SPANNING).distance.domain
    sizes = [{"w": n, "D": 1} for n in range(2, 14)]
    parts = []
    for name, printed in reading.says.items():
        condition = parse_condition("w even" if "even" in name else "w odd" if "odd" in name else "w >= 2")
        chosen = [size for size in sizes if condition.holds(size)]
        where = condition.to_sympy({"w": width})
        parts.append(compare_formula(printed, walked, chosen, domain, closed, because, where))
    return together(*parts)


def alike(reading: Reading) -> Judgement:
    """The greatest visit ratio of a link over the mean one, from their lemmas."""
    mean, most = (lemma(f"{TOROID}.{name}.link") for name in ("visit_ratio", "max_visit_ratio"))
    same = sympy.Integer(1) if mean.closed_form == most.closed_form else None
    because = f"the {mean.strength} lemmas {mean.key} and {most.key} have the same closed form"
    ratio = lambda size: most.value(size) / mean.value(size)  # noqa: E731
    return compare_formula(reading.says["greatest_over_mean"], ratio, sizes_of(TOROID), mean.domain, same, because)


def path_length(reading: Reading, family: str, name: str, routing: str = "") -> Judgement:
    """Judge hops on the devices of a class, from the visit ratio's lemma and the number of devices."""
    found, lemmas = lemma(f"{family}.visit_ratio.{name}{routing}"), lemmas_of(family)
    (of,) = (each for each in lemmas.classes if each.name == name)
    hops = lambda size: lemmas.count(of, size) * found.value(size)  # noqa: E731
    closed, because = lemmas.devices(of) * found.closed_form, f"the number of devices times the {found.strength} lemma"
    because = f"{because} {found.key}"
    return compare_formula(reading.says["L"], hops, sizes_of(family), found.domain, closed, because, lemma=found.key)


def one_way(reading: Reading) -> Judgement:
    """Crossings of one-way rings for each crossing of a bus, both from lemmas."""
    links, buses = lemma("oneway-torus.mean_distance"), lemma(f"{SPANNING}.mean_distance")
    pairs = list(zip(links.domain.parameters, buses.domain.parameters, strict=True))
    closed = sympy.factor(
        links.closed_form.xreplace({k.symbol: width.symbol for k, width in pairs}) / buses.closed_form
    )
    because = f"the {links.strength} lemma {links.key} over the {buses.strength} lemma {buses.key}"
    ratio = lambda size: links.value({k.name: size[width.name] for k, width in pairs}) / buses.value(size)  # noqa: E731
    return compare_formula(reading.says["crossings"], ratio, sizes_of(SPANNING), buses.domain, closed, because)


# Judges of changes of networks: quantities that become longer, larger or unequal.


before, after = symbols("before", "after")
MORE = sympy.Gt(after, before)
Change = tuple[Size, Fraction, Fraction]


def ordered(reading: Reading, what: str, changes: str, because: str = "") -> Judgement:
    """Judge a relation between the values ``before`` and ``after`` changes."""
    condition = parse_condition(reading.says.get("where", "1 = 1"))
    relation = parse_condition(reading.says["relation"]).to_sympy({"before": before, "after": after})
    spoken_of = [each for each in CHANGES[changes]() if condition.holds(each[0])]
    for size, old, new in spoken_of:
        if not relation.xreplace({before: sympy.Rational(old), after: sympy.Rational(new)}):
            sign = getattr(relation, "rel_op", "?")
            return fails(size, f"{what} {sign} {old}, that before", f"{what} = {new}", _found(spoken_of))
    sizes = [size for size, _, _ in spoken_of]
    if because and isinstance(relation, Relational) and follows(relation, MORE):
        return holds(f"argued: {because}; compared at {len(sizes)} sizes", sizes)
    return agrees(f"true at the {len(sizes)} sizes compared; not shown for the others", sizes)


def _found(changes: list[Change]) -> str:
    """Which relation was found where."""
    by_sign: dict[str, list[Size]] = {}
    for size, old, new in changes:
        by_sign.setdefault("<" if new < old else "=" if new == old else ">", []).append(size)
    parts = (
        f"after {sign} before at {len(sizes)} sizes, from {assignments(sizes[0])}" for sign, sizes in by_sign.items()
    )
    return "; ".join(parts)


def pruned_visits() -> Iterator[Change]:
    """The visit ratio of a bus before buses are pruned, and the least of the remaining ones, of either class."""
    for size in sizes_of(DUAL, 24):
        for each in measure(explicit_devices(DUAL, size)).classes:
            yield size, lemma(f"{SPANNING}.visit_ratio.bus").value(size), each.min


def distances(old: str, new: str, sizes: Iterable[tuple[Size, Size]]) -> Iterator[Change]:
    """The mean distances of networks before and after a change."""
    earlier, later = (lemma(f"{family}.mean_distance") for family in (old, new))
    for size, changed in sizes:
        yield size, earlier.value(size), later.value(changed)


def narrower() -> Iterator[tuple[Size, Size]]:
    """Width w^e in D dimensions, and width w in e*D dimensions, of the same number of nodes."""
    for size in sizes_of(SPANNING):
        for e in (2, 3):
            yield {"w": size["w"] ** e, "D": size["D"]}, {"w": size["w"], "D": size["D"] * e}


CHANGES: Mapping[str, Callable[[], Iterator[Change]]] = {
    "more dimensions": lambda: distances(
        SPANNING, SPANNING, ((size, {**size, "D": size["D"] + 1}) for size in sizes_of(SPANNING))
    ),
    "more and narrower dimensions": lambda: distances(SPANNING, SPANNING, narrower()),
    "rings for buses": lambda: distances(SPANNING, TOROID, ((size, size) for size in sizes_of(TOROID, 24))),
    "pruned distance": lambda: distances(SPANNING, DUAL, ((size, size) for size in sizes_of(DUAL, 40, 5000))),
    "pruned visits": pruned_visits,
}


def longer_from_four_on(reading: Reading) -> Judgement:
    """The mean distance with rings for buses from w = 4 on, where the ratio of both exceeds 1."""
    ratio = lemma(f"{TOROID}.hops_ratio.{SPANNING}")
    if not never_below(ratio.closed_form - 1, parameter("w", 2), 4):
        raise ArithmeticError(f"{ratio.key} is not shown to exceed 1")
    because = f"the {ratio.strength} lemma {ratio.key} less 1 is positive in w - 4 (w even) and w - 5 (w odd)"
    return ordered(reading, "mean distance with rings", "rings for buses", because)


def unequal(reading: Reading, family: str) -> Judgement:
    """Judge whether the two classes of links have different visit ratios, in general."""
    one, other = (each.mean for each in lemmas_of(family).classes)
    sizes = sizes_of(family, 40, 10**6)
    differ = [size for size in sizes if one.value(size) != other.value(size)]
    size = (differ or sizes)[0]
    values = f"{one.value(size)} and {other.value(size)}"
    if reading.says["visit_ratios"] != ("differ" if differ else "agree"):
        return fails(size, f"visit ratios {reading.says['visit_ratios']}", values)
    if not differ:
        return agrees(f"they agree at the {len(sizes)} sizes compared", sizes)
    return holds(
        f"such as {values} at {assignments(size)}, by the {one.strength} lemmas {one.key} and {other.key}",
        differ,
        equal_at=[dict(size) for size in sizes if size not in differ],
    )
