"""Judges of equations 12 to 15 and of appendix A: identities with equation 7 and proved rates, and exact values on
explicit networks.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product

import sympy

from netlemma.checks.claims.evidence import ClaimedValue, agree, evaluated
from netlemma.checks.claims.judgement import Judgement, agrees, fails, holds
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.lemmas.measured_flows import ExplicitChannels, explicit_channels
from netlemma.checks.performance.latency_models import channel_graph
from netlemma.derive.algebra.expressions.normal_form import equal
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Derivation
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.latency.exact import ExactTimes, exact_latency, exact_times
from netlemma.derive.performance.latency.models.mesh import mesh_graph
from netlemma.derive.performance.latency.models.recursions import closed_form_of, recursion
from netlemma.derive.typeset.expressions import formula_text

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

        Parameters
        ----------
        place : Place
            Position where the channel begins.
        direction : str
            Direction of the channel.
        following : mapping from str to str
            Directions of the next channels by name.

        Returns
        -------
        dict from str to Fraction
            Times in cycles by name.
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
    """Service and waiting times at about a quarter of the saturation load, with one flit per channel and cycle.

    Parameters
    ----------
    family : str
        Name of the family.
    k : int
        Nodes per dimension.

    Returns
    -------
    Solved
        Network with its times.
    """
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

    Parameters
    ----------
    family : str
        Name of the family.
    derived : str
        Name of the derivation.
    directions : sequence of tuple of (str, mapping from str to str)
        The channel and its mirror images, each with the next channels by name.
    places : callable
        Function from k to the positions where the channel begins, with the values of j_0 and j_1 there.
    """

    family: str
    derived: str
    directions: Sequence[tuple[str, Mapping[str, str]]]
    places: Callable[[int], Iterator[tuple[Place, dict[str, int]]]]


def mirror(place: Place, direction: str, k: int) -> Place:
    """The position of a channel in another direction that is the image of a west or south channel.

    Parameters
    ----------
    place : Place
        Position of the west or south channel.
    direction : str
        Direction of the image.
    k : int
        Nodes per dimension.

    Returns
    -------
    Place
        Position of the image.
    """
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
    """Judge a printed recursion: an identity with equation 7 for all sizes, and exact values on explicit networks.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    of : str
        Name of the recursion.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
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
