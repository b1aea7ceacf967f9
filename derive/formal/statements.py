"""Statements for proof assistants: network, quantity and value of a lemma, and the argument of its derivation.

Nothing here knows the syntax of a proof assistant. A statement is read from the definition of a lemma, not from its
key; its argument is read from the proofs of the steps.
"""

from dataclasses import dataclass, replace

import sympy as sp

from netlemma.derive.algebra import notation as at
from netlemma.derive.algebra.largest_values import LargestOverRange
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceSum, LinkSum, NotRising, PairMax, PairSum, Quantity
from netlemma.derive.algebra.proof import NormalForm
from netlemma.derive.algebra.summation.sums import SumsClosed
from netlemma.derive.core.derivation import ByLemma
from netlemma.derive.core.domain import Parameter
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.derive.networks.distance_lemmas import LINKS, NEAR, NODES
from netlemma.derive.networks.product_counts import DigitsCounted
from netlemma.derive.networks.products.cartesian_products import parse
from netlemma.derive.networks.products.factor_certificates import CyclicShift
from netlemma.derive.networks.products.index_proofs import (
    CongestionMet,
    EccentricitiesAdd,
    PassedAlike,
    SquaresOverFactors,
    congestion,
    passing,
    radius_of,
)
from netlemma.derive.networks.products.path_counting import (
    DistancesAdd,
    Group,
    Groups,
    HopsCounted,
    LargestDistance,
    OverFactors,
    node_count,
)
from netlemma.derive.networks.traffic.factor_loads import (
    BY_NAME,
    UNIFORM,
    EachDerived,
    InEachPart,
    Instances,
    TakenOut,
    n,
)
from netlemma.derive.networks.traffic.hop_lemmas import HOPS, AsUniform, HopsOfDigits
from netlemma.derive.networks.traffic.load_lemmas import LARGEST_LOAD, RoutesUnfolded
from netlemma.derive.networks.traffic.transpose_loads import TRANSPOSE, HalvesExchanged
from netlemma.derive.networks.traffic.worst_case_duality import WORST, ByDuality, OfUnlikeFactors
from netlemma.derive.networks.traffic.worst_case_lemmas import TwoPhases
from netlemma.errors import NotExported

_QUANTITIES = (
    "mean_distance",
    "wiener_index",
    "hyper_wiener_index",
    "diameter",
    "radius",
    "vertex_forwarding_index",
    "edge_forwarding_index",
    "nodes",
    "links",
    "degree",
    "max_degree",
    "distance_polynomial",
)
_LOADS = ("max_channel_load", "capacity", "throughput", "worst_case", "fraction_of_capacity")
# families under another name, in the parameters of their lemmas, and the switches of families, with what exponents are less than
# the size; tests compare the networks
PRODUCTS = {"cycle": "ring(n)", "prism": "ring(n) x line(2)"}
SWITCHES = {"concentrated-mesh": ("line(k) x line(k)", 0), "flattened-butterfly": ("clique(k)^n", 1)}
_FACTORS = {"mesh": "line", "torus": "ring", "toroid": "ring", "oneway-torus": "oneway-ring"}  # of lemmas on ranks
_GENERATED = (
    DistancesAdd,
    HopsCounted,
    DigitsCounted,
    OverFactors,
    LargestDistance,
    EccentricitiesAdd,
    SquaresOverFactors,
    PassedAlike,
    CongestionMet,
    HopsOfDigits,
    AsUniform,
    Instances,
    RoutesUnfolded,
    TwoPhases,
    ByDuality,
    OfUnlikeFactors,
    HalvesExchanged,
    InEachPart,
    TakenOut,
    LargestOverRange,
    EachDerived,
    CyclicShift,
    SumsClosed,
    NormalForm,
    ByLemma,
)


ALL_CROSSINGS = DeviceSum(PairSum(at.crossings))
# proofs that know the routes and the traffic of a load
Routed = RoutesUnfolded | TwoPhases | HalvesExchanged | ByDuality | OfUnlikeFactors


@dataclass(frozen=True)
class FormalStatement:
    """What a proof assistant is to accept.

    key: Key of the lemma.
    words: Statement in words.
    sizes: Sizes with their smallest values.
    network: Product of groups of equal factors.
    quantity: Quantity, by the name of its definition: ``mean_distance``, ``wiener_index``, ``diameter``,
    ``number_of_links``, ...
    value: Closed form.
    reasons: Kind and reason of each step.
    about: Traffic pattern of mean hops and of loads, or the variable of a polynomial.
    ties: Way half around a ring, of loads.
    by_way: Whether messages go by way of a node drawn among all.
    given: Further hypotheses on the sizes.
    claimed: Whether the value is a formula of a user instead of the closed form of the derivation.
    """

    key: str
    words: str
    sizes: tuple[Parameter, ...]
    network: Groups
    quantity: str
    value: sp.Expr
    reasons: tuple[str, ...]
    about: str = ""
    ties: str = ""
    by_way: bool = False
    given: tuple[sp.Basic, ...] = ()
    claimed: bool = False


@dataclass(frozen=True)
class RankStatement:
    """A rank of channels that rises along every step of dimension order, so that packets cannot deadlock.

    key: Key of the lemma.
    words: Statement in words.
    sizes: Nodes of each factor, and number of dimensions.
    factor: Kind of the factors.
    rank: Coordinates of a channel by which it is ranked: d its dimension, v its virtual channel, x its place.
    """

    key: str
    words: str
    sizes: tuple[Parameter, ...]
    factor: str
    rank: tuple[str, ...]


def exportable(quantity: str) -> bool:
    """Whether the theory defines this quantity, so that its lemmas may be exported."""
    return quantity in _QUANTITIES or quantity.startswith(("mean_hops", "visit_ratio", "deadlock_rank", *_LOADS))


def rank_statement_of(lemma: Lemma) -> RankStatement | None:
    """The statement of a lemma on the rank of channels; None of other lemmas.

    >>> from netlemma.derive.discovery import lemma
    >>> rank_statement_of(lemma("torus.deadlock_rank.dateline")).rank
    ('d', 'v', 'x')
    """
    if not isinstance(lemma.derivation.start, NotRising):
        return None
    factor = _FACTORS.get(LemmaKey.parse(lemma.key).subject)
    rank = tuple(str(part).partition("_")[0] for part in lemma.derivation.start.ranks[0])
    if factor is None or (rank[0], rank[-1]) != ("d", "x") or not set(rank) <= set("dvx"):
        raise NotExported(f"{lemma.key}: the theory does not define this routing or rank")
    return RankStatement(lemma.key, lemma.statement, lemma.domain.parameters, factor, rank)


def statement_of(lemma: Lemma) -> FormalStatement:
    """The statement of a lemma about distances, mean hops or loads in a product.

    >>> from netlemma.derive.discovery import lemma
    >>> statement_of(lemma("toroid.mean_distance")).quantity
    'mean_distance'
    >>> statement_of(lemma("toroid.bisection"))
    Traceback (most recent call last):
        ...
    netlemma.errors.NotExported: toroid.bisection: no definition of bisection; no counterpart of messages between halves
    """
    definition = lemma.derivation.start
    proofs = [step.proof for step in lemma.derivation.steps]
    hops = next((proof for proof in proofs if isinstance(proof, HopsOfDigits | AsUniform)), None)
    groups = next(
        (
            proof.groups
            for proof in proofs
            if isinstance(proof, DistancesAdd | DigitsCounted | PassedAlike | CongestionMet)
            or (isinstance(proof, HopsCounted) and len(proof.groups) == 1)
        ),
        (),
    )
    if hops:
        groups = hops.product.groups
    routes = _routes(lemma)
    of_traffic = hops or routes
    if routes:
        groups = _groups(routes)
    family = LemmaKey.parse(lemma.key).subject
    if not groups and family in PRODUCTS:
        groups = parse(PRODUCTS[family]).groups
    elif not groups and family in SWITCHES and lemma.measured and lemma.measured.ends == "switches":
        product, less = SWITCHES[family]
        groups = tuple(replace(group, count=group.count - less * (group.count != 1)) for group in parse(product).groups)
    if lemma.domain.legal or (lemma.domain.relations and not of_traffic):
        raise NotExported(f"{lemma.key}: its domain is more than smallest sizes: {lemma.domain.describe()}")
    last = [p.symbol for p in lemma.domain.parameters[-1:]]
    by_way = isinstance(routes, TwoPhases)
    quantity = _quantity(definition, groups, last, routes) if groups else None
    if quantity is None:
        raise NotExported(f"{lemma.key}: {_lacking(lemma, groups)}")
    if quantity == "distance_polynomial" and (
        len(groups) > 1 or (not groups[0].size.is_Symbol and groups[0].size != 2) or groups[0].kind.name == "ring"
    ):
        raise NotExported(
            f"{lemma.key}: the tactics on polynomials take powers of one factor but rings, of 2 or of symbolic size"
        )
    return FormalStatement(
        lemma.key,
        lemma.statement,
        lemma.domain.parameters,
        groups,
        quantity,
        lemma.closed_form,
        tuple(f"{step.proof.kind}: {step.because}" for step in lemma.derivation.steps),
        last[0].name if quantity == "distance_polynomial" else _traffic(of_traffic, quantity),
        routes.ties if routes else "",
        by_way,
        lemma.domain.relations,
    )


def _groups(routes: Routed) -> Groups:
    """The dimensions of the product of a load."""
    if isinstance(routes, ByDuality):
        return (routes.group,)
    return routes.groups if isinstance(routes, OfUnlikeFactors) else routes.product.groups


def _traffic(found: HopsOfDigits | AsUniform | Routed | None, quantity: str) -> str:
    """The pattern of a lemma; two phases have the largest load that they can have under uniform traffic, too."""
    if isinstance(found, TwoPhases):
        return UNIFORM if quantity == "max_channel_load" else ""
    if isinstance(found, HalvesExchanged):
        return TRANSPOSE
    if quantity == "fraction_of_capacity" or not isinstance(found, HopsOfDigits | AsUniform | RoutesUnfolded):
        return ""
    return found.pattern


def _routes(lemma: Lemma) -> Routed | None:
    """The routes and the traffic of a lemma on a largest load, or on what is derived from one."""
    proofs = [step.proof for step in lemma.derivation.steps]
    loads = [other for proof in proofs if isinstance(proof, ByLemma) for other in proof.lemmas]
    proofs += [step.proof for load in loads for step in load.derivation.steps]
    return next((proof for proof in proofs if isinstance(proof, Routed)), None)


def _lacking(lemma: Lemma, groups: Groups) -> str:
    """Definitions and proofs of a lemma that the theory lacks."""
    quantity, family = LemmaKey.parse(lemma.key).quantity.partition(".")[0], LemmaKey.parse(lemma.key).subject
    if groups or not exportable(quantity):
        lacks = [f"no definition of {quantity}"]
    elif quantity in _LOADS:
        lacks = ["no loads but those of dimension order on products, direct or by way of a node drawn among all"]
    else:
        lacks = [f"no definition of the {family}"]
    steps = [step.proof for step in lemma.derivation.steps if not isinstance(step.proof, _GENERATED)]
    if steps:
        lacks.append(f"no counterpart of {', '.join(dict.fromkeys(proof.kind for proof in steps))}")
    return "; ".join(lacks)


def _quantity(definition: sp.Expr, groups: Groups, variable: list[sp.Symbol], routes: Routed | None) -> str | None:
    """The quantity that an expression defines on a product; None if it is not one of those known."""
    nodes, total, squares = node_count(groups), PairSum(at.distance), PairSum(at.distance + at.distance**2)
    one_way = {group.kind.name == "oneway-ring" for group in groups}
    known = {
        PairMax(at.distance): "diameter",
        radius_of(at.distance): "radius",
        passing(): "vertex_forwarding_index",
        congestion(): "edge_forwarding_index",
        LinkSum(sp.S.One, NODES): "number_of_nodes",
        HOPS / nodes: "mean_hops",
        LARGEST_LOAD: "max_channel_load",
    }
    if len(one_way) == 1 and all(group.kind.device == "link" for group in groups):
        known |= {LinkSum(sp.S.One, LINKS): "number_of_channels" if True in one_way else "number_of_links"}
    if all(group.kind.device == "link" for group in groups):
        known |= {LinkSum(sp.S.One, NEAR): "degree"}
    if isinstance(routes, TwoPhases | ByDuality | OfUnlikeFactors):
        known |= {WORST: "worst_channel_load"}
    if (
        isinstance(routes, TwoPhases)
        and isinstance(definition, Quantity)
        and definition.key.split(".")[1] == "worst_case"
    ):
        return "max_channel_load"
    if definition in known:
        return known[definition]
    if definition.has(ALL_CROSSINGS):
        return "visit_ratio"
    top, bottom = (x.key.split(".")[1] if isinstance(x, Quantity) else x for x in definition.as_numer_denom())
    if bottom == "max_channel_load" and top == 1:
        return "throughput"
    if (top, bottom) == ("max_channel_load", "worst_case"):
        return "fraction_of_capacity"
    weights = {
        "mean_distance": (total, 1 / (nodes * (nodes - 1))),
        "wiener_index": (total, sp.S.Half),
        "ordered_wiener_index": (total, sp.S.One),
        "hyper_wiener_index": (squares, sp.Rational(1, 4)),
        "ordered_hyper_wiener_index": (squares, sp.S.Half),
    }
    if variable:
        weights["distance_polynomial"] = (PairSum(variable[0] ** at.distance), 1 / nodes)
    return next(
        (
            name
            for name, (sums, weight) in weights.items()
            if definition.has(sums) and equal(definition.xreplace({sums: 1}), weight)
        ),
        None,
    )


def destinations(pattern: str, group: Group) -> sp.Expr | None:
    """The destination of a digit a under a pattern: n - 1 - a, or a + k for the digit k larger modulo n; None if uniform."""
    if pattern == UNIFORM:
        return None
    first, *_ = BY_NAME[pattern].image(group.kind, n)
    return first.rhs
