"""Lemmas on visit ratios in a product: the average over each class, the link at a position, the device with the
largest load, the quantum.
"""

from collections.abc import Callable, Sequence
from functools import partial

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.largest_values import SquareCompleted
from netlemma.derive.algebra.notation import DeviceSum, PairSum, PositionMax, pair_sum
from netlemma.derive.core.derivation import (
    COLLECTED,
    ByLemma,
    DerivationBuilder,
    Derived,
    by_cases,
    close_sums,
    factored,
    quantity_of,
)
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma, Measured
from netlemma.derive.networks.products import brute_force_products
from netlemma.derive.networks.products.cartesian_products import DeviceClass, Product
from netlemma.derive.networks.products.factor_certificates import CyclicShift, Reindexing
from netlemma.derive.networks.products.factors import first_end, offset_device, position, second_end
from netlemma.derive.networks.products.path_counting import Group, HopsCounted, OverFactors, shift
from netlemma.derive.networks.products.product_distance import pairs

# Lemmas on single devices of a product: the link at a position, the device with the largest load, and the quantum.


_e, _q = sp.symbols("e' q'", integer=True, nonnegative=True)


def measured(product: Product, chosen: DeviceClass, quantity: str, *routings: str) -> Measured:
    """The measured counterpart of a quantity of a class on explicit networks."""
    first = None if chosen.measured else product.first_dimension(chosen.group)
    return Measured(product.subject, quantity, product.names, chosen.measured, first, routings)


def one_device(product: Product, chosen: Group, crossings: Sequence[sp.Expr]) -> DerivationBuilder:
    """The visit ratio of one device, up to sums over single factors.

    The device lies on the copy of its factor with digits z in the other dimensions. It is crossed if the packet's other
    digits are z when one of ``crossings`` (each counted in the chosen dimension's digits) happens. Under
    dimension-order routing these digits are the destination's in earlier dimensions and still the source's in later
    ones. For vertex-transitive factors, equal split over all shortest paths is covered too: a digit has then moved on
    from the source's by some r that depends on the offset and on chance alone.
    """
    others = [term for number in range(len(product.groups)) for term in _at_copy(product, number, chosen)]
    every = [[chosen.product(crossing, sp.Integer(1)), *others] for crossing in crossings]
    write = DerivationBuilder(sp.Add(*(PairSum(sp.Mul(*terms)) for terms in every)) / pairs(product))
    write.step(
        sp.Add(*(sp.Mul(*(pair_sum(t.body, t.size) ** t.count for t in terms)) for terms in every)) / pairs(product),
        "the dimensions are independent: the sum over all pairs of digit vectors is the product of the sums over each dimension",
        OverFactors(product.groups),
    )
    return write


def _at_copy(product: Product, number: int, chosen: Group) -> list[sp.Expr]:
    """Indicators that a packet's digits in the dimensions of a group (except the one being crossed) are those of the copy."""
    group = product.groups[number]
    count = group.count - 1 if group is chosen else group.count

    def indicator(digit: sp.Expr) -> sp.Expr:
        return sp.Piecewise((1, sp.Eq(digit, _copy(number))), (0, True))

    if product.alike:
        found = [(sp.Mod(at.a + _moved(number), group.size), count)]
    elif group is chosen:
        found = [(at.b, _q), (at.a, count - _q)]
    else:
        found = [(at.b if number < product.groups.index(chosen) else at.a, count)]
    return [group.product(indicator(digit), m) for digit, m in found if count != 0]


def _moved(group: int) -> sp.Symbol:
    """The offset of a digit from the source's."""
    return sp.Symbol(f"r_{group}'", integer=True, nonnegative=True)


def _copy(group: int) -> sp.Symbol:
    """The digit, in the dimensions of a group, of the device's copy of the factor."""
    return sp.Symbol(f"z_{group}'", integer=True, nonnegative=True)


def _copies(product: Product) -> list[sp.Basic]:
    """The ranges of the digits of a copy, and of the offsets of digits."""
    digits = [(name(number), group.size) for number, group in enumerate(product.groups) for name in (_copy, _moved)]
    return [bound for digit, n in digits for bound in (digit >= 0, digit <= n - 1)]


def visit_ratio_at(product: Product, chosen: DeviceClass) -> Lemma:
    """The lemma on the p-th link of a line: its visit ratio under dimension-order routing."""
    group = product.groups[chosen.group]
    p = product.free_name("p")
    link = Parameter(p, 1, f"the link between nodes {p} - 1 and {p}")
    write, _ = _position(product, group, link.symbol)
    domain = Domain((*product.parameters, link), (link.symbol <= group.size - 1,))
    return product.lemma(
        f"visit_ratio.{chosen.name}.position", f"V_{p}",
        f"The visit ratio of {link.meaning} of a dimension ({chosen.name}) under dimension-order routing.",
        "messages between all ordered pairs of different nodes whose path crosses the link, divided by the number of pairs",
        write, lambda size: _literal_device(product, chosen, size, size[p]), domain=domain,
        measured=measured(product, chosen, "visit_ratio.position", "dimension-order"),
    )  # fmt: skip


def _position(product: Product, group: Group, p: sp.Symbol) -> tuple[DerivationBuilder, sp.Expr]:
    crossings = [crossing.xreplace({position: p}) for crossing in group.kind.crossings(group.size)]
    write = one_device(product, group, crossings)
    table = close_sums(write, [p >= 1, p <= group.size - 1, *_copies(product)])
    own = sp.Add(*(table[pair_sum(crossing, group.size)] for crossing in crossings))
    result = factored(own) / (group.size * (product.nodes - 1))
    write.normal(result, COLLECTED)
    return write, result


def _literal_device(product: Product, chosen: DeviceClass, size: Size, position: int) -> brute_force_products.Fraction:
    dimensions = product.dimensions(size)
    j = product.dimensions_of(chosen.group, size)[-1]
    return brute_force_products.device_visits(dimensions, j, position, tuple(0 for _ in dimensions))


def max_visit_ratio(product: Product, chosen: DeviceClass) -> Lemma:
    """The lemma on the largest visit ratio of a class under dimension-order routing, and its position."""
    group = product.groups[chosen.group]
    write, where = _uniform(product, group) if group.kind.alike else _central(product, chosen, group)

    routings = ("shortest", "dimension-order") if product.alike else ("dimension-order",)

    def largest(size: Size) -> brute_force_products.Fraction:
        nodes = product.dimensions(size)[product.dimensions_of(chosen.group, size)[-1]][1]
        positions = {"line": range(1, nodes), "clique": range(1, nodes), "bus": range(1)}.get(
            group.kind.name, range(nodes)
        )
        return max(_literal_device(product, chosen, size, p) for p in positions)

    return product.lemma(
        f"max_visit_ratio.{chosen.name}", "V_max",
        f"The largest visit ratio of a device in the class {chosen.name} under {' and '.join(routings)} routing, "
        f"attained {where}.",
        "expected crossings by one message of a device that no device of the class exceeds", write, largest,
        measured=measured(product, chosen, "max_visit_ratio", *routings),
    )  # fmt: skip


def quantum(product: Product) -> Lemma:
    """The lemma on the smallest ratio of computation to communication time at which the processors are the bottleneck."""
    largest = max_visit_ratio(product, product.classes[0])
    write = DerivationBuilder(product.nodes * quantity_of(largest))
    write.step(product.nodes * largest.closed_form, "derived before", ByLemma((largest,)))
    write.normal(by_cases(factored, product.nodes * largest.closed_form), COLLECTED)
    return product.lemma(
        "quantum", "Q",
        "The minimum computation quantum: the smallest ratio of the processors' to the links' service time "
        "at which communication does not limit the rate of messages.",
        "the number of nodes times the largest visit ratio of a link or bus", write,
        lambda size: product.node_count_at(size) * largest.definition.literal(size),
    )  # fmt: skip


def _uniform(product: Product, group: Group) -> tuple[DerivationBuilder, str]:
    """All devices of a vertex-transitive factor: the crossings do not depend on the device."""
    n, kind = group.size, group.kind
    crossings = kind.crossings(n)
    to = {at.k: sp.Mod(at.b - at.a, n), offset_device: sp.Mod(_e - at.a, n)}
    bodies = [kind.distance(n)] if kind.name == "bus" else [crossing.xreplace(to) for crossing in crossings]
    write = one_device(product, group, bodies)
    table: dict[sp.Expr, sp.Expr] = {}
    if kind.name != "clique":
        first = (at.a, at.a) if kind.name == "bus" else (offset_device, _e - at.a)
        reindexings = [
            _reindexed(body, crossing, (first, (at.k, at.b - at.a)), n)
            for body, crossing in zip(bodies, crossings, strict=True)
        ]
        table = {r.old: r.new for r in reindexings}
        write.step(
            write.now.xreplace(table),
            f"the {kind.name} looks the same from every node: only the offset k' from source to destination and the place o' of "
            "the device, counted from the source, matter; so all devices are alike",
            CyclicShift(tuple(reindexings)),
        )
    closed = close_sums(write, [*_copies(product), _e >= 0, _e <= n - 1, *_ends(n)])
    own = sp.Add(*(table.get(old, old).xreplace(closed) for old in (pair_sum(body, n) for body in bodies)))
    write.normal(by_cases(factored, own / (n * (product.nodes - 1))), COLLECTED)
    return write, "at every device of the class, which are all alike"


def _reindexed(body: sp.Expr, crossing: sp.Expr, changes: tuple, n: sp.Expr) -> Reindexing:
    """The sum over digits as a sum over the offset and, where it matters, the device's place."""
    indices = [index for index, _ in changes if crossing.has(index)]
    new = n ** (2 - len(indices)) * sp.Sum(crossing, *((index, 0, n - 1) for index in indices))
    return Reindexing(pair_sum(body, n), new, crossing, changes, n)


def _ends(n: sp.Expr) -> list[sp.Basic]:
    """The conditions that the ends of a clique's link are two of its nodes."""
    return [first_end >= 0, second_end >= first_end + 1, second_end <= n - 1]


def _central(product: Product, chosen: DeviceClass, group: Group) -> tuple[DerivationBuilder, str]:
    """The links in the middle of a line."""
    p = at.parameter(product.free_name("p"))
    inner, value = _position(product, group, p)
    write = DerivationBuilder(PositionMax(inner.start, p, group.size - 1))
    write.step(
        PositionMax(value, p, group.size - 1),
        "the visit ratio of the link at position p, the same on every copy of the line",
        Derived(inner.derivation(f"{product.subject}.visit_ratio.{chosen.name}.position")),
    )
    coefficient = sp.cancel(value / (p * (group.size - p)))
    coefficient = sp.factor(coefficient)
    even, odd = (sp.factor(coefficient * (group.size**2 - rest) / 4) for rest in (0, 1))
    result = (
        even
        if group.size.is_even
        else odd
        if group.size.is_odd
        else sp.Piecewise((even, sp.Eq(sp.Mod(group.size, 2), 0)), (odd, True))
    )
    write.step(result, f"{p}({group.size} - {p}) is largest in the middle", SquareCompleted(p, group.size, coefficient))
    return write, f"at the middle link of each line ({p} = {group.size}/2, or the two beside it if {group.size} is odd)"


# Lemmas on visit ratios in a product: the average over each class, and single devices.


def builders(product: Product) -> dict[str, Callable[[], Lemma]]:
    """The visit lemmas of a product by quantity."""
    found: dict[str, Callable[[], Lemma]] = {}
    for chosen in product.classes:
        found[f"visit_ratio.{chosen.name}"] = partial(visit_ratio, product, chosen)
        if not product.groups[chosen.group].kind.alike:
            found[f"visit_ratio.{chosen.name}.position"] = partial(visit_ratio_at, product, chosen)
        found[f"max_visit_ratio.{chosen.name}"] = partial(max_visit_ratio, product, chosen)
    if product.alike and len(product.classes) == 1:
        found["quantum"] = partial(quantum, product)
    return found


def visit_ratio(product: Product, chosen: DeviceClass) -> Lemma:
    """The lemma on the expected crossings of a device by one message, averaged over a class."""
    group = product.groups[chosen.group]
    devices = group.count * group.kind.devices(group.size) * product.nodes / group.size
    write = DerivationBuilder(DeviceSum(PairSum(at.crossings)) / (pairs(product) * devices))
    write.step(
        PairSum(group.distance) / (pairs(product) * devices),
        f"a message makes in the dimensions of {group.label} as many hops as their distance, and each hop crosses one device",
        HopsCounted(product.groups, group),
    )
    write.step(
        product.nodes**2
        * group.count
        / group.size**2
        * pair_sum(group.kind.distance(group.size), group.size)
        / (pairs(product) * devices),
        "the dimensions are independent: each pair of digits of one dimension occurs once for every choice of the others",
        OverFactors(product.groups),
    )
    sums = shift(write, [(group, group.kind.distance(group.size))])
    table = close_sums(write)
    own = sums[group.label].xreplace(table) / (group.kind.devices(group.size) * group.size)
    write.tidy(by_cases(factored, own), 1 / (product.nodes - 1))
    name = group.kind.device
    return product.lemma(
        f"visit_ratio.{chosen.name}", "V",
        f"The visit ratio of a {name} ({chosen.name}): expected crossings by one message, on average over the class, "
        "for every routing along shortest paths.",
        f"crossings of all {name} devices of the class by messages between all ordered pairs of different nodes, "
        "divided by the number of pairs and the number of devices",
        write,
        lambda size: brute_force_products.visit_ratio(product.dimensions(size), product.dimensions_of(chosen.group, size)),
        measured=measured(product, chosen, "visit_ratio", "shortest", "dimension-order"),
    )  # fmt: skip
