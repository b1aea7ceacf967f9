"""Judges of equations 10 to 13: sets of busy channels by enumeration, and dimensions that are left."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import prod

import sympy

from netlemma.checks.claims.judgement import ClaimedValue, Judgement, agrees, fails, holds, unknown
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases, read
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.performance.latency.adaptive_blocking import phi, selectable
from netlemma.derive.performance.latency.model_derivations import V, factors
from netlemma.graphs import device_network
from netlemma.graphs.routings import channel_routing

SYMMETRY = {  # C(V, V - j) = C(V, j)
    sympy.binomial(V, V - 1, evaluate=False): V,
    sympy.binomial(V, V - 2, evaluate=False): V * (V - 1) / 2,
}
COUNTED = range(3, 9)
Event = Callable[[set[int], int], bool]  # of the busy channels among 0..V-1, of which the last two are escape channels


def share(vcs: int, busy: int, event: Event) -> Fraction:
    """The share of the sets of busy virtual channels for which an event is true, by enumeration."""
    sets = [set(chosen) for chosen in combinations(range(vcs), busy)]
    return Fraction(sum(event(chosen, vcs) for chosen in sets), len(sets))


def adaptive(chosen: set[int], vcs: int) -> bool:
    """Whether all adaptive channels are busy."""
    return chosen >= set(range(vcs - 2))


def with_own(chosen: set[int], vcs: int) -> bool:
    """Whether all adaptive channels and the one escape channel of the message are busy."""
    return adaptive(chosen, vcs) and vcs - 1 in chosen


def with_any(chosen: set[int], vcs: int) -> bool:
    """Whether all adaptive channels and at least one of both escape channels are busy."""
    return adaptive(chosen, vcs) and bool(chosen & {vcs - 2, vcs - 1})


# each event, the number of channels among which the free ones must be, and the most free channels
EVENTS: Mapping[str, tuple[Event, int, int]] = {
    "adaptive": (adaptive, 2, 2),
    "own escape": (with_own, 1, 1),
    "any escape": (with_any, 2, 1),
    "all": (lambda chosen, vcs: len(chosen) == vcs, 0, 0),
}


def escape_choices(k: int, n: int) -> set[int]:
    """Numbers of escape channels that a packet may take next, over all nodes and destinations, under Duato's protocol."""
    routing = channel_routing(device_network("oneway-torus", k=k, n=n), "duato", 3)
    nodes = routing.network.node_count
    return {
        sum(channel % routing.vcs < 2 for channel, _ in routing.next_channels(node, None, target, None))
        for node in range(nodes)
        for target in range(nodes)
        if node != target
    }


def busy(reading: Reading, event: str, because: str, right: str = "") -> Judgement:
    """Judge the factors of P_V, P_V-1 and P_V-2 in the probability of an event."""
    formulas = [parse_formula(reading.says[name], ("V",)) for name in ("all", "one", "two")]
    happens, among, most = EVENTS[event]
    derived = [*factors(among)[: most + 1], sympy.S.Zero, sympy.S.Zero][: len(formulas)]
    tried: list[Size] = []
    for vcs in COUNTED:
        for free, formula in enumerate(formulas):
            true, claimed = share(vcs, vcs - free, happens), formula.evaluate({"V": vcs})
            if claimed != true:
                correction = right or f"factor {sympy.sstr(derived[free])} of P_v"
                return fails({"V": vcs, "v": vcs - free}, claimed, true, correction, tried)
        tried.append({"V": vcs})
    for formula, closed in zip(formulas, derived, strict=True):
        if not equal(formula.to_sympy({"V": V}).xreplace(SYMMETRY), closed):
            return agrees("agrees at the sizes tried", tried)
    return holds(f"{because}; identical for all V, and all sets written down", tried)


def own_escape(reading: Reading) -> Judgement:
    """The set without the other escape channel is the only one of V - 1 in which the message is blocked."""
    choices = escape_choices(3, 2) | escape_choices(4, 2)
    if choices != {1}:
        raise ArithmeticError(f"a packet may take one escape channel of the next channel, and not {choices}")
    because = "argued: with one free channel a message is blocked only where that is the other escape channel"
    judgement = busy(reading, "own escape", because, "P_V + P_{V-1}/V")
    if judgement.verdict != "fails":
        return judgement
    least = COUNTED[len(judgement.sizes)]
    factors = {
        "both escape channels busy, too": str(share(least, least - 1, EVENTS["all"][0])),
        "at least one escape channel busy, too": str(share(least, least - 1, with_any)),
    }
    return replace(
        judgement, evidence={"escape_channels_a_packet_may_take": sorted(choices), "factor_of_P_V-1_if": factors}
    )


def hypercube(reading: Reading) -> Judgement:
    """The correct equations for the hypercube; those of [4] are not printed."""
    if (factors(1), factors(0)) != ((1, 1 / V), (1,)):
        raise ArithmeticError(f"counting gives {factors(1)} and {factors(0)}")
    right = "P_a = P_V + P_V-1/V, P_a&d = P_V"
    return unknown(f"[4] is not printed, and its equations would decide it; by counting sets of free channels, {right}")


@by_cases
def per_hop(reading: Reading, of_one_hop: bool = False) -> Iterator[ClaimedValue]:
    """The blocking time of all hops or of one, if every hop blocks with probability p."""
    p, w, i = sympy.symbols("p w i", positive=True)
    (text,) = reading.says.values()
    formula = parse_formula(text).to_sympy({"p": p, "w": w, "i": i})
    for hops in range(1, 6):
        claimed = sympy.expand(formula.subs(i, hops).doit())
        yield ClaimedValue({"i": hops}, claimed, p * w * (1 if of_one_hop else hops))


@at_samples
def independent() -> Iterator[FormulaSample]:
    """All sets of busy channels of all dimensions left, each channel busy with its own probabilities and independently."""
    vcs, chances = 3, [Fraction(n, 20) for n in (9, 6, 3, 2)]  # of 0, 1, 2, 3 busy channels
    every = [set(s) for v in range(vcs + 1) for s in combinations(range(vcs), v)]
    weight = [chances[len(s)] / sum(len(t) == len(s) for t in every) for s in every]
    one, both = (sum(w for s, w in zip(every, weight, strict=True) if event(s, vcs)) for event in (adaptive, with_own))
    for left in range(1, 4):
        true = Fraction(0)
        for chosen in product(range(len(every)), repeat=left):
            if with_own(every[chosen[0]], vcs) and all(adaptive(every[c], vcs) for c in chosen[1:]):
                true += prod((weight[c] for c in chosen), start=Fraction(1))
        yield FormulaSample({"phi": left, "V": vcs}, {"both": both, "one": one, "phi": left}, true)


@by_cases
def of_the_mean(reading: Reading) -> Iterator[ClaimedValue]:
    """A power at the mean exponent is less than the mean of the powers wherever the exponent varies."""
    formula, one = read(reading.says["chance"]), Fraction(1, 8)
    for k, n in ((2, 2), (3, 1), (3, 2)):
        means = phi(k, n, "walk")
        for i, rows in selectable(k, n, "walk").items():
            for h, row in rows.items():
                true = sum((p * one ** (m - 1) for m, p in enumerate(row) if p), Fraction(0))
                at = {"both": Fraction(1), "one": one, "phi": means[i][h]}
                claimed = formula.xreplace({x: sympy.Rational(at[x.name]) for x in formula.free_symbols})
                claim, found = (f"{value} P_a&d with P_a = {one}" for value in (claimed, true))
                yield ClaimedValue({"k": k, "n": n, "i": i, "h": h}, claim, found)
