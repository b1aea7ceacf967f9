"""Judges of equations 12 to 15 and of appendix A: service times and rates, compared with equation 7, proved rates and
exact values on explicit networks.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import product

import numpy as np
import sympy

from netlemma.checks.claims.judgement import (
    ClaimedValue,
    Judgement,
    agree,
    agrees,
    compare_formula,
    evaluated,
    fails,
    holds,
)
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples
from netlemma.checks.claims.statements.greenberg1997.networks import sizes_of
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.lemmas.measured_flows import ExplicitChannels, channel_flows, explicit_channels
from netlemma.checks.performance.latency_models import channel_graph
from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Derivation
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.latency.channel_graphs import ExactTimes, WormholeLatency, exact_latency, exact_times
from netlemma.derive.performance.latency.greenberg_printed import PrintedTorus
from netlemma.derive.performance.latency.model_derivations import closed_form_of, recursion
from netlemma.derive.performance.latency.models.mesh import mesh_graph
from netlemma.derive.performance.latency.models.oneway_torus import oneway_torus_graph
from netlemma.derive.typeset.expressions import formula_text

# Judges of equations 12 to 15 and of appendix A: identities with equation 7 and proved rates, and exact values on
# explicit networks.


EXACT = range(2, 5)  # k up to which times are computed in exact numbers, whose digits double from channel to channel
Place = tuple[int, int]


@dataclass(frozen=True)
class Solved:
    """An explicit network with the exact service and waiting times of its channels at some load, in cycles."""

    network: ExplicitChannels
    flits: int
    load: Fraction
    times: ExactTimes

    def values(self, place: Place, direction: str, following: Mapping[str, str]) -> dict[str, Fraction]:
        """The service times x and waiting times W of the channels that may follow a channel.

        0 for those that do not exist.
        """
        ahead = self.network.ahead(place, direction)
        found = {"s": Fraction(self.flits), "k": Fraction(self.network.k)}
        for name, way in following.items():
            i = self.network.channel(ahead, way)
            found[f"x_{name}"] = Fraction(0) if i is None else self.times.service[i]
            found[f"W_{name}"] = Fraction(0) if i is None else self.times.waiting[i]
        return found


@lru_cache(16)
def solved(family: str, k: int) -> Solved:
    """Service and waiting times at about a quarter of the saturation load, with one flit per channel and cycle."""
    network, flits = explicit_channels(family, k), 2 * k
    load = Fraction(1, 8 * k * flits)
    return Solved(network, flits, load, exact_times(channel_graph(network.flows), flits, load))


@cache
def checked(name: str) -> Derivation:
    """A recursion whose proof has been re-run."""
    derivation = recursion(name)
    derivation.check()
    return derivation


@dataclass(frozen=True)
class PrintedRecursion:
    """A printed recursion: its network, the derivation to compare it with, and its channels.

    family: Name of the family.
    derived: Name of the derivation.
    directions: The channel and its mirror images, each with the next channels by name.
    places: Function from k to the positions where the channel begins, with the values of j_0 and j_1 there.
    """

    family: str
    derived: str
    directions: Sequence[tuple[str, Mapping[str, str]]]
    places: Callable[[int], Iterator[tuple[Place, dict[str, int]]]]


def mirror(place: Place, direction: str, k: int) -> Place:
    """The position of a channel in another direction that is the image of a west or south channel."""
    x, y = place
    return (k - 1 - x if direction == "E" else x, k - 1 - y if direction == "N" else y)


def _compared(
    reading: Reading, printed: PrintedRecursion, extra: Callable[[Solved, Place, dict], dict] | None = None
) -> Judgement | list[Size]:
    """The first difference between a printed recursion and exact times, or the sizes without difference."""
    formula = parse_formula(reading.says["service"])
    tried: list[Size] = []
    for k in EXACT:
        there = solved(printed.family, k)
        for (place, names), (direction, following) in product(printed.places(k), printed.directions):
            at = mirror(place, direction, k) if printed.family == "mesh" else place
            channel = there.network.channel(at, direction)
            values = there.values(at, direction, following) | names
            if extra is not None:
                values |= extra(there, at, values)
            assert channel is not None
            claimed, true = evaluated(formula, values), there.times.service[channel]
            if claimed != true:
                size = {"k": k, **names, "flits": there.flits}
                shown = (f"{float(value):.12g}" for value in (claimed, true))
                derived = formula_text(recursion(printed.derived).result)
                return fails(size, next(shown), next(shown), derived, tried, printed.family, load=str(there.load))
        tried.append({"k": k})
    return tried


def recursive(reading: Reading, of: str) -> Judgement:
    """Judge a printed recursion: an identity with equation 7 for all sizes, and exact values on explicit networks."""
    found = _compared(reading, RECURSIONS[of])
    if isinstance(found, Judgement):
        return found
    derivation = checked(of)
    symbols = {symbol.name: symbol for symbol in derivation.result.free_symbols}
    if equal(parse_formula(reading.says["service"]).to_sympy(symbols), derivation.result):
        because = "identical to equation 7 with the proved rates and probabilities, for all k and places"
        return holds(f"{because}; in exact numbers on explicit networks, edges included", found)
    return agrees("agrees on explicit networks; no identity", found)


def _mesh_x(k: int) -> Iterator[tuple[Place, dict[str, int]]]:
    return (((p, row), {"p": p}) for p in range(1, k) for row in range(k))


def _mesh_y(k: int) -> Iterator[tuple[Place, dict[str, int]]]:
    return (((p, q), {"p": p, "q": q}) for p in range(k) for q in range(1, k))


def _nodes(k: int) -> Iterator[tuple[Place, dict[str, int]]]:
    return (((p, q), {"p": p, "q": q}) for p in range(k) for q in range(k))


def _ring(first: int) -> Callable[[int], Iterator[tuple[Place, dict[str, int]]]]:
    return lambda k: (((c, j), {"c": c, "j": j}) for c in range(k) for j in range(first, k))


RECURSIONS = {
    "mesh.x": PrintedRecursion("mesh", "mesh.x", [("W", {"on": "W"}), ("E", {"on": "E"})], _mesh_x),
    "mesh.y": PrintedRecursion(
        "mesh",
        "mesh.y",
        [("S", {"on": "S", "west": "W", "east": "E"}), ("N", {"on": "N", "west": "W", "east": "E"})],
        _mesh_y,
    ),
    "mesh.injection": PrintedRecursion(
        "mesh", "mesh.injection", [("in", {"west": "W", "east": "E", "south": "S", "north": "N"})], _nodes
    ),
    "oneway-torus.x": PrintedRecursion(
        "oneway-torus",
        "oneway-torus.x",
        [("x", {"on": "x"})],
        lambda k: (((j, row), {"j": j}) for j in range(1, k) for row in range(k)),
    ),
    "oneway-torus.y": PrintedRecursion("oneway-torus", "oneway-torus.y", [("y", {"on": "y", "turn": "x"})], _ring(1)),
    "oneway-torus.y.behind": PrintedRecursion(
        "oneway-torus",
        "oneway-torus.y.behind",
        [("y", {"turn": "x"})],
        lambda k: (((c, 0), {"c": c}) for c in range(k)),
    ),
    "oneway-torus.injection": PrintedRecursion(
        "oneway-torus", "oneway-torus.injection", [("in", {"x": "x", "y": "y"})], _ring(0)
    ),
}


@at_samples
def mesh_latency() -> Iterator[FormulaSample]:
    """The channels that a message crosses, from the exact mean over all nodes and the latency without them."""
    for name in ("mesh.x", "mesh.y", "mesh.injection"):
        checked(name)
    for k in EXACT:
        there = solved("mesh", k)
        classes, true = (
            exact_latency(graph, there.flits, there.load)
            for graph in (mesh_graph(k), channel_graph(there.network.flows))
        )
        yield FormulaSample(
            {"k": k, "flits": there.flits}, {"k": k}, true - classes + mesh_graph(k).hops + 2, "mesh", {"k": k}
        )


@at_samples
def base() -> Iterator[FormulaSample]:
    """Channels that all messages leave the ring by, in exact numbers."""
    for k in EXACT:
        there = solved("oneway-torus", k)
        for j, row in product(range(k), repeat=2):
            i = there.network.channel((j, row), "x'" if j else "x")
            if i is not None:
                yield FormulaSample(
                    {"k": k, "j": j}, {"s": there.flits}, there.times.service[i], "oneway-torus", {"k": k}
                )


def exits(reading: Reading) -> Judgement:
    """Channels before the crossing, with the time on channels that lead to a turn; its own factor is right here.

    Its printed factor is judged elsewhere.
    """
    turn, derivation = lemma("oneway-torus.blocking.turn.before"), checked("oneway-torus.y")
    symbols = {symbol.name: symbol for symbol in derivation.result.free_symbols}
    k, s = symbols["k"], symbols["s"]
    leaving = s / k + (k - 1) / k * (symbols["x_turn"] + closed_form_of(turn) * symbols["W_turn"])
    x_exit = sympy.Symbol("x_exit")
    printed = parse_formula(reading.says["service"]).to_sympy({**symbols, "x_exit": x_exit})

    def behind(there: Solved, place: Place, values: dict) -> dict[str, Fraction]:
        wait = turn.value({name: int(values[name]) for name in ("k", "j", "c")}) * values["W_turn"]
        return {"x_exit": values["s"] / values["k"] + (values["k"] - 1) / values["k"] * (values["x_turn"] + wait)}

    found = _compared(reading, RECURSIONS["oneway-torus.y"], behind)
    if isinstance(found, Judgement):
        return found
    if not equal(printed.xreplace({x_exit: leaving}), derivation.result):
        return agrees("agrees on explicit networks; no identity", found)
    because = "identical to equation 7 with the proved rates and probabilities"
    return holds(f"{because}; in exact numbers on explicit networks", found)


def turn_on_average(reading: Reading) -> Judgement:
    """The probability of blocking at a turn, averaged over both virtual channels."""
    parts = [lemma(f"oneway-torus.blocking.turn.{which}") for which in ("before", "behind")]
    for part in parts:
        part.check()
    symbols = {p.name: p.symbol for p in parts[0].domain.parameters}
    mean, formula = sum(part.closed_form for part in parts) / 2, parse_formula(reading.says["blocking"], symbols)
    cases = (
        ClaimedValue(size, formula.evaluate(size), sum((part.value(size) for part in parts), Fraction(0)) / 2)
        for size in parts[0].domain.sizes(20)
    )
    proof = "identical to the mean of two proved lemmas, oneway-torus.blocking.turn.before and .behind"
    same = equal(formula.to_sympy(symbols), mean)
    return agree(cases, proof if same else "", formula_text(mean), "agrees at the sizes tried")


# Judges of appendix A: rates in n dimensions, time of a flit, last equation.


K, N, J = parameter("k"), parameter("n"), parameter("j", 0)
PLANES = [{"k": k, "n": n} for n in (1, 2, 3) for k in (2, 3, 4)]


class Ring:
    """Counted messages on the rings of a torus; the position of a node is k-1 minus its digit."""

    def __init__(self, k: int, n: int) -> None:
        self.k, self.n, self.found = k, n, channel_flows("oneway-torus", k, n)
        self.links = {i: link for i in range(len(self.found.names)) if (link := self._link(i)) is not None}

    def _link(self, i: int) -> tuple[int, int, bool] | None:
        """Dimension, starting position and virtual channel of a channel; None for injection and ejection."""
        channel, routing = self.found.channels[i], self.found.routing
        if channel is None:
            return None
        start, end = (routing.network.labels(node) for node in (routing.start(channel), routing.end(channel)))
        (dimension,) = (d for d in range(self.n) if start[d] != end[d])
        return dimension, self.k - 1 - start[dimension], bool(channel % 2)

    def entering(self, source: Callable[[int | None, int], bool]) -> set[Fraction]:
        """Rates of messages that enter the ring of a dimension at each node, from the channels for whose dimension
        ``source`` holds.
        """
        rates: dict[tuple[int, int], Fraction] = {}
        for i, row in enumerate(self.found.branches):
            before = self.links[i][0] if i in self.links else None
            for j, share in row.items():
                if j in self.links:
                    dimension = self.links[j][0]
                    key = self.found.routing.start(self.found.channels[j] or 0), dimension
                    entered = self.found.rates[i] * share if source(before, dimension) else Fraction(0)
                    rates[key] = rates.get(key, Fraction(0)) + entered
        return {rate for (_, d), rate in rates.items() if self.n == 1 or source(d + 1 if d + 1 < self.n else None, d)}

    def before(self, j: int) -> set[Fraction]:
        """Rates of the channels from position j before the crossing, or of the crossing."""
        return {self.found.rates[i] for i, (_, at, behind) in self.links.items() if at == j and behind == (j == 0)}


RATES: Mapping[str, Callable[[Ring, Size], set[Fraction]]] = {
    "net": lambda ring, size: set(ring.found.link_rates.values()),
    "new": lambda ring, size: ring.entering(lambda before, d: before is None or before != d),
    "switch": lambda ring, size: ring.entering(lambda before, d: before == d + 1),
    "before": lambda ring, size: ring.before(size["j"]),
}


def counted_rate(of: str, size: Size) -> Fraction:
    """The rate of channels that are alike, counted."""
    rates = RATES[of](Ring(size["k"], size["n"]), size)
    if len(rates) != 1:
        raise ArithmeticError(f"channels that should be alike have rates {sorted(rates)}")
    return rates.pop()


def _scaled(key: str) -> sympy.Expr:
    """The rate of a two-dimensional torus, with n - 2 more digits of which one end is free, over other numbers of destinations."""
    found = lemma(key)
    found.check()
    return sympy.powsimp(sympy.factor(found.closed_form * (K**2 - 1)) * K ** (N - 2)) / (K**N - 1)


def dimensions(reading: Reading, of: str, least: int, place: bool = False) -> Judgement:
    """Judge a rate in n dimensions, counted for small n."""
    key = f"oneway-torus.rate.{of}"
    parameters = [Parameter("k", 2), Parameter("n", least), *([Parameter("j", 0)] if place else [])]
    domain = Domain(tuple(parameters), (J <= K - 1,) if place else ())
    planes = [size for size in PLANES if size["n"] >= least]
    sizes = [{**size, "j": j} for size in planes for j in range(size["k"])] if place else planes
    because = (
        f"the proved lemma {key} of two dimensions, argued: in the other digits either source or destination is free"
    )
    return compare_formula(
        reading.says["rate"], partial(counted_rate, of), sizes, domain, _scaled(key), because, lemma=key
    )


def on_other(size: int) -> list[Fraction]:
    """For each virtual channel of each used link, the rate of the other one."""
    ring = Ring(size, 2)
    links: dict[int, dict[int, Fraction]] = {}
    for i in ring.links:
        hop, vc = divmod(ring.found.channels[i] or 0, 2)
        links.setdefault(hop, {})[vc] = ring.found.rates[i]
    return [rates.get(1 - vc, Fraction(0)) for rates in links.values() for vc in (0, 1)]


def other_on_average(reading: Reading) -> Judgement:
    """The mean rate on the other virtual channel, over both of each link."""

    def mean(size: Size) -> Fraction:
        others = on_other(size["k"])
        return sum(others, Fraction(0)) / len(others)

    net = lemma("oneway-torus.rate.net")
    net.check()
    sizes = [{"k": k} for k in range(2, 7)]
    because = "argued: both rates of a link add up to lambda_net, which is a proved lemma"
    return compare_formula(
        reading.says["other"], mean, sizes, Domain((Parameter("k", 2),)), net.closed_form / 2, because
    )


@at_samples
def other_of_each() -> Iterator[FormulaSample]:
    """The rate on the other virtual channel, for each."""
    for k in range(2, 7):
        yield from (FormulaSample({"k": k}, {"k": k}, rate, "oneway-torus", {"k": k}) for rate in sorted(on_other(k)))


def last_equation(reading: Reading, flit_time: bool) -> Judgement:
    """The steps after the injection channel, compared with equation 2."""
    formula = parse_formula(reading.says["further"])
    symbols = {name: sympy.Symbol(name, positive=True) for name in formula.names}
    printed, distance = formula.to_sympy(symbols), symbols["D"]
    each = symbols["flit_xfer"] if flit_time else sympy.Integer(1)
    true = distance * each + 1
    if sympy.expand(printed - true) == 0:
        return holds("an identity: D + 2 channels less 1, each crossed in 1 cycle")
    size = {"k": 2, "flits": 3}
    curve = WormholeLatency(oneway_torus_graph(2), 3)
    load = Fraction(1, 100)
    flit = Fraction(1) + curve.graph.shared * load * 3
    point = {distance: sympy.Rational(curve.graph.hops), each: sympy.Rational(flit)}
    # the difference, in cycles
    size_of = {
        f"k={s['k']} flits={s['flits']}": round(_flit_time_at_saturation(s) - 1, 4)
        for s in sizes_of(reading.says["figures"])
    }
    right = "D flit_xfer + 1, which is flit_xfer - 1 cycles more"
    return fails(
        size, printed.subs(point), true.subs(point), right, (), "oneway-torus", load=str(load), at_saturation=size_of
    )


def _flit_time_at_saturation(size: Size) -> float:
    curve = WormholeLatency(oneway_torus_graph(size["k"]), size["flits"])
    return float(curve.flit_time(np.array([curve.saturation().load]))[0])


def turning(reading: Reading) -> Judgement:
    """The printed service time of channels that lead to a turn, with its effect on the whole model."""
    changes = {}
    for size in sizes_of(reading.says["figures"]):
        exact, printed = (
            WormholeLatency(oneway_torus_graph(size["k"]), size["flits"]),
            PrintedTorus(size["k"], size["flits"]),
        )
        end = exact.saturation().load
        loads = np.array([0.5, 0.8]) * end
        more = float(exact.graph.hops) * exact.flit_time(loads) + 1
        same = (float(exact.graph.hops) - 1) * exact.flit_time(loads) + 2
        ratio = (printed.latency(loads) - same + more) / exact.latency(loads) - 1
        changes[f"k={size['k']} flits={size['flits']}"] = {
            "saturation": round(printed.saturation().load / end - 1, 5),
            "latency at 50%": round(float(ratio[0]), 6),
            "latency at 80%": round(float(ratio[1]), 6),
        }
    judgement = recursive(reading, "oneway-torus.y.behind")
    return replace(judgement, evidence={**judgement.evidence, "changes by the printed factor": changes})
