"""Conventions of counting, each as a change of the reference values, and those tried when a formula fails under ours."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations

import sympy

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.checks.judging.quantity_list import COUNT, LENGTH, LOAD, MEAN, NODE_LOAD
from netlemma.checks.judging.reference_values import (
    ENDS,
    OF_DISTANCES,
    SWITCHES,
    TERMINALS,
    ReferenceValues,
    has_terminals,
    reference_values_of,
)
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.errors import InputError
from netlemma.graphs.sources import source

# Conventions of counting, each as a change of the true values.


OPTIONS: Mapping[str, tuple[str, ...]] = {
    "pairs": ("different", "all", "ordered"),
    "per": ("message", "node", "link"),
    "length": ("hops", "nodes"),
    "of": ("mean", "maximum"),
    "direction": ("both", "each"),
    "links": ("bidirectional", "one-way"),
    "ends": ENDS,
}
COUNTERPARTS = {
    "toroid": ("oneway-torus", {"k": "w", "n": "D"}),
    "torus": ("oneway-torus", {"k": "k", "n": "n"}),
    "oneway-torus": ("torus", {"k": "k", "n": "n"}),
    "ring": ("oneway-ring(K)", {"K": "K"}),
}
MAXIMA = {"mean_distance": "diameter", "mean_degree": "max_degree", "mean_queue": "hot_queue"}
VISITS = "visit_ratio."
DIRECTED = ("bisection",)  # counts each direction of a link
EVERY_PAIR = ("", "uniform", "minimal")  # channel loads while all nodes send to all others alike
OF_PAIRS = ("wiener_index", "hyper_wiener_index", "harary_index", "gutman_index", "degree_distance")


@dataclass(frozen=True)
class Convention:
    """A convention of counting, as a change of the true values.

    words: Condition in words, as in "pairs of a node with itself are counted".
    flag: Parameters of ``check`` that select it.
    apply: Function from the true values to those under the convention; None where it does not apply.
    moved: What the sizes of the formula have more than those of the network.
    """

    words: str
    flag: str
    apply: Callable[[ReferenceValues], ReferenceValues | None]
    moved: Mapping[str, int] = field(default_factory=dict)

    @property
    def option(self) -> str:
        """The first parameter of its flag."""
        return self.flag[1:].partition("=")[0]


def _scaled(
    truth: ReferenceValues,
    by: Callable[[Size], Fraction],
    symbolic: sympy.Expr | None,
    kind: str | None = None,
    **changed: bool,
) -> ReferenceValues:
    """True values times a factor; without the factor in symbols there is no closed form."""
    closed = None if truth.closed is None or symbolic is None else truth.closed * symbolic
    return replace(
        truth,
        value=lambda size: truth.value(size) * by(size),
        closed=closed,
        kind=kind or truth.kind,
        **changed,  # type: ignore[arg-type]
    )


def _nodes(truth: ReferenceValues, size: Size) -> Fraction:
    return Fraction(truth.node_count(size))


def _power_of_pairs(truth: ReferenceValues) -> int:
    """With which power of the share of messages that move a quantity under uniform traffic grows; 0 for others."""
    first, _, rest = truth.quantity.partition(".")
    if first == "max_channel_load" and rest.partition(".")[0] not in EVERY_PAIR:
        return 0  # of a permutation, or of any traffic by way of other nodes
    if first == "capacity":
        return -1
    return int(truth.kind in (MEAN, LOAD, NODE_LOAD) or first == "fraction_of_capacity")


def _with_self(truth: ReferenceValues, kept: bool) -> ReferenceValues | None:
    """True values with or without pairs of a node with itself; None if they are so, or are of no pairs."""
    power, n = _power_of_pairs(truth) * (1 if kept else -1), truth.count
    if not power or truth.counts_self == kept:
        return None
    by = None if n is None else ((n - 1) / n) ** power
    return _scaled(truth, lambda size: (1 - 1 / _nodes(truth, size)) ** power, by, counts_self=kept)


def is_one_way(truth: ReferenceValues) -> bool:
    """Whether the links of a network have one direction."""
    return "oneway" in str(truth.source.subject)


def _per_node(truth: ReferenceValues) -> ReferenceValues | None:
    n = truth.count
    if truth.kind in (MEAN, LOAD):
        return _scaled(truth, lambda size: _nodes(truth, size), n, NODE_LOAD)
    if truth.kind == COUNT and truth.quantity != "nodes":
        return _scaled(truth, lambda size: 1 / _nodes(truth, size), None if n is None else 1 / n)
    return None


def _per_message(truth: ReferenceValues) -> ReferenceValues | None:
    if truth.kind != NODE_LOAD:
        return None
    return _scaled(truth, lambda size: 1 / _nodes(truth, size), None if truth.count is None else 1 / truth.count, LOAD)


def _per_link(truth: ReferenceValues) -> ReferenceValues | None:
    if truth.kind != MEAN:
        return None
    return _scaled(truth, lambda size: Fraction(1, truth.devices(size)), None, LOAD)


def _in_nodes(truth: ReferenceValues) -> ReferenceValues | None:
    if truth.kind not in (MEAN, LENGTH):
        return None
    closed = None if truth.closed is None else truth.closed + 1
    return replace(truth, value=lambda size: truth.value(size) + 1, closed=closed)


def _between(truth: ReferenceValues, ends: str) -> ReferenceValues | None:
    """Distances between other nodes, where there are terminals besides switches."""
    quantity = truth.quantity.removesuffix(f".{TERMINALS}")
    family = truth.source.subject
    if quantity not in OF_DISTANCES or truth.ends == ends or not family or not has_terminals(family):
        return None
    try:
        return reference_values_of(truth.source, quantity, truth.budget, ends)
    except InputError:  # there is no such lemma, and nothing to measure
        return None


def _each_direction(truth: ReferenceValues) -> ReferenceValues | None:
    if truth.quantity.startswith(VISITS) or truth.quantity == "visit_ratio":
        return _scaled(truth, lambda size: Fraction(1, 2), sympy.Rational(1, 2))
    if truth.quantity == "edge_forwarding_index":
        return _scaled(truth, lambda size: Fraction(1, 2), sympy.Rational(1, 2))
    if truth.quantity == "largest_load" and not is_one_way(truth):
        family = truth.source.subject
        found = _other(truth, family, "max_channel_load.uniform") or _other(truth, family, "max_channel_load")
        return found and (_with_self(found, truth.counts_self) or found)
    if truth.quantity.partition(".")[0] in ("links", "degree"):
        return _scaled(truth, lambda size: Fraction(2), sympy.Integer(2))
    return None


def _both_directions(truth: ReferenceValues) -> ReferenceValues | None:
    return _scaled(truth, lambda size: Fraction(1, 2), sympy.Rational(1, 2)) if truth.quantity in DIRECTED else None


def _ordered_pairs(truth: ReferenceValues) -> ReferenceValues | None:
    return _scaled(truth, lambda size: Fraction(2), sympy.Integer(2)) if truth.quantity in OF_PAIRS else None


def _maximum(truth: ReferenceValues) -> ReferenceValues | None:
    other = MAXIMA.get(truth.quantity) or ("max_" + truth.quantity if truth.quantity.startswith("visit_ratio") else "")
    return _other(truth, truth.source.subject, other) if other else None


def _mean(truth: ReferenceValues) -> ReferenceValues | None:
    back = {worst: mean for mean, worst in MAXIMA.items()}
    first = truth.quantity.removeprefix("max_")
    other = back.get(truth.quantity) or (first if first != truth.quantity and first.startswith("visit_ratio") else "")
    return _other(truth, truth.source.subject, other) if other else None


def _other(truth: ReferenceValues, family: str | None, quantity: str) -> ReferenceValues | None:
    """The truth of another quantity of the same network."""
    try:
        return reference_values_of(truth.source if family in (None, truth.source.subject) else source(family), quantity)
    except InputError:  # it has no such quantity
        return None


def _counterpart(truth: ReferenceValues) -> ReferenceValues | None:
    """The same quantity of the network whose links have one direction, or both if ours have one."""
    family = truth.source.subject or ""
    named, names = COUNTERPARTS.get(family, ("", {}))
    if not named and "ring(" in family:
        named = family.replace("oneway-ring(", "\0").replace("ring(", "oneway-ring(").replace("\0", "ring(")
        names = {name: name for name in truth.names}
    found = _other(truth, named, truth.quantity) if named else None
    if found is None:
        return None
    back = dict(names)
    if {back.get(name, name) for name in found.names} != set(truth.names):
        return None
    ours = {back.get(name, name): name for name in found.names}
    minimum = {p.name: p.minimum for p in found.domain.parameters}
    parameters = tuple(
        Parameter(p.name, max(p.minimum, minimum[ours[p.name]]), p.meaning) for p in truth.domain.parameters
    )
    domain = Domain(parameters, truth.domain.relations)
    symbols = {found.symbols[ours[p.name]]: p.symbol for p in parameters}

    def renamed(size: Size) -> dict[str, int]:
        return {name: size[back.get(name, name)] for name in found.names}

    return replace(
        found,
        domain=domain,
        value=lambda size: found.value(renamed(size)),
        nodes=lambda size: found.nodes(renamed(size)),
        node_count=lambda size: found.node_count(renamed(size)),
        devices=lambda size: found.devices(renamed(size)),
        closed=None if found.closed is None else found.closed.xreplace(symbols),
        count=None if found.count is None else found.count.xreplace(symbols),
    )


def shifted(truth: ReferenceValues, name: str, by: int) -> ReferenceValues:
    """True values of a formula in which a name stands for the size plus ``by``.

    >>> found = shifted(reference_values_of(source("ring"), "diameter"), "K", 1)
    >>> found.value({"K": 6}), found.domain.describe()
    (Fraction(2, 1), 'K >= 3')
    """
    old = {p.name: p for p in truth.domain.parameters}
    new = {p.name: replace(p, minimum=p.minimum + by if p.name == name else p.minimum) for p in old.values()}
    symbols = {old[p].symbol: new[p].symbol - (by if p == name else 0) for p in old}
    domain = Domain(tuple(new.values()), tuple(r.subs(symbols, simultaneous=True) for r in truth.domain.relations))

    def moved(size: Size) -> dict[str, int]:
        return {each: value - (by if each == name else 0) for each, value in size.items()}

    def put(expr: sympy.Expr | None) -> sympy.Expr | None:
        return None if expr is None else expr.subs(symbols, simultaneous=True)

    return replace(
        truth,
        domain=domain,
        value=lambda size: truth.value(moved(size)),
        nodes=lambda size: truth.nodes(moved(size)),
        node_count=lambda size: truth.node_count(moved(size)),
        devices=lambda size: truth.devices(moved(size)),
        closed=put(truth.closed),
        count=put(truth.count),
    )


def shift(name: str, by: int) -> Convention:
    """The convention that a name stands for the size plus ``by``."""
    words = f"{name} stands for one {'more' if by == 1 else 'less'} than the size {name}"
    return Convention(words, f"`shift={name}={by}`", lambda truth: shifted(truth, name, by), {name: by})


CONVENTIONS: Mapping[tuple[str, str], Convention] = {
    ("pairs", "all"): Convention("pairs of a node with itself are counted", "`pairs=all`", partial(_with_self, kept=True)),
    ("pairs", "different"): Convention("only pairs of different nodes are counted", "`pairs=different`", partial(_with_self, kept=False)),
    ("per", "node"): Convention("it is meant per node: every node sends one message, or a share of each node", "`per=node`", _per_node),
    ("per", "message"): Convention("it is meant per message", "`per=message`", _per_message),
    ("per", "link"): Convention("it is meant per link: divided by the number of links and buses", "`per=link`", _per_link),
    ("length", "nodes"): Convention("the length of a path is its number of nodes", "`length=nodes`", _in_nodes),
    ("ends", "terminals"): Convention("distances are between terminals", "`ends=terminals`", partial(_between, ends=TERMINALS)),
    ("ends", "switches"): Convention("distances are between switches", "`ends=switches`", partial(_between, ends=SWITCHES)),
    ("of", "maximum"): Convention("the maximum is meant instead of the mean", "`of=maximum`", _maximum),
    ("of", "mean"): Convention("the mean is meant instead of the maximum", "`of=mean`", _mean),
    ("direction", "each"): Convention("each direction of a link is counted apart", "`direction=each`", _each_direction),
    ("direction", "both"): Convention("a link counts once, whatever its directions", "`direction=both`", _both_directions),
    ("pairs", "ordered"): Convention("each pair counts in both orders", "`pairs=ordered`", _ordered_pairs),
    ("links", "one-way"): Convention("links have one direction", "`links=one-way`", _counterpart),
    ("links", "bidirectional"): Convention("links have both directions", "`links=bidirectional`", _counterpart),
}  # fmt: skip


# Other conventions under which a formula may have been meant, tried when it fails under ours.


ORDER = (
    "of",
    "links",
    "ends",
    "pairs",
    "direction",
    "per",
    "length",
    "shift",
)  # those that take other true values come first


def usual(truth: ReferenceValues) -> Iterator[Convention]:
    """The conventions that may apply to a quantity, the commonest first."""
    for (option, value), convention in CONVENTIONS.items():
        if option != "links" or (value == "one-way") != is_one_way(truth):
            yield convention
    for name in truth.source.parameters or truth.names:
        if name in truth.names:
            yield from (shift(name, by) for by in (1, -1))


def usual_together(truth: ReferenceValues) -> Iterator[Convention]:
    """Two different conventions at once, for those that may apply to a quantity, and the three of channel loads.

    W. J. Dally and B. Towles, Principles and Practices of Interconnection Networks, 2004, section 3.3.1: the load of a
    channel, in one direction, while each node sends one message, to all nodes with itself.

    >>> from netlemma.checks.judging.reference_values import reference_values_of
    >>> from netlemma.graphs.sources import source
    >>> [each.flag for each in usual_together(reference_values_of(source("hypercube"), "mean_distance"))][:3]
    ['`pairs=all` `per=node`', '`pairs=all` `per=link`', '`pairs=all` `length=nodes`']
    """
    applying = [each for each in usual(truth) if each.apply(truth) is not None]
    for both in combinations(applying, 2):
        if both[0].option != both[1].option:
            yield _both(*sorted(both, key=lambda each: ORDER.index(each.option)))
    load = [CONVENTIONS[each] for each in (("pairs", "all"), ("direction", "each"), ("per", "node"))]
    if all(each in applying for each in load):
        yield reduce(_both, load)


def _both(first: Convention, second: Convention) -> Convention:
    def apply(truth: ReferenceValues) -> ReferenceValues | None:
        found = first.apply(truth)
        return None if found is None else second.apply(found)

    words, flag = f"{first.words} and {second.words}", f"{first.flag} {second.flag}"
    return Convention(words, flag, apply, {**first.moved, **second.moved})


def under(truth: ReferenceValues, chosen: Mapping[str, str]) -> ReferenceValues:
    """The true values under the conventions that a user selects.

    >>> from netlemma.checks.judging.reference_values import reference_values_of
    >>> from netlemma.graphs.sources import source
    >>> under(reference_values_of(source("hypercube"), "mean_distance"), {"pairs": "all"}).value({"n": 4})
    Fraction(2, 1)
    """
    for option, value in sorted(chosen.items(), key=lambda each: ORDER.index(each[0])):
        if not value:
            continue
        if option == "shift":
            truth = _shifts(truth, value)
            continue
        if value not in OPTIONS[option]:
            legal = " or ".join(OPTIONS[option])
            raise InputError(f"`{option}` is {quoted_text(value)}{nearest(value, OPTIONS[option])}; it is {legal}")
        if _is_ours(truth, option, value):
            continue
        convention = CONVENTIONS.get((option, value))
        found = convention.apply(truth) if convention else None
        if found is None:
            raise InputError(f"`{option}={value}` does not apply to {truth.quantity} of {truth.source.title}")
        truth = replace(found, cited=f"{truth.cited}, if {convention.words}") if convention else found
    return truth


def _is_ours(truth: ReferenceValues, option: str, value: str) -> bool:
    """Whether a convention is the one of a quantity anyway."""
    worst = truth.quantity.startswith("max_") or truth.quantity in MAXIMA.values()
    return {
        "pairs": value != "ordered" and truth.counts_self == (value == "all"),
        "per": value == ("node" if truth.kind == NODE_LOAD else "message") and truth.kind != COUNT,
        "length": value == "hops",
        "of": worst == (value == "maximum"),
        "direction": (value == "each") == (truth.quantity in DIRECTED),
        "links": is_one_way(truth) == (value == "one-way"),
        "ends": value == (truth.ends if has_terminals(str(truth.source.subject)) else SWITCHES),
    }[option]


def _shifts(truth: ReferenceValues, text: str) -> ReferenceValues:
    name, equals, number = text.partition("=")
    if not equals or number not in ("1", "-1", "+1") or name not in truth.names:
        raise InputError(
            f"`shift` is {quoted_text(text)}; it is a size of {truth.source.title} and 1 or -1, such as {truth.names[0]}=1"
            if truth.names
            else f"{truth.source.title} is a network of one size: `shift` does not apply"
        )
    chosen = shift(name, int(number))
    return replace(shifted(truth, name, int(number)), cited=f"{truth.cited}, if {chosen.words}")
