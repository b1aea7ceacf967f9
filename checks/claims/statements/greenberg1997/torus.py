"""Judges of appendix A: rates in n dimensions, time of a flit, last equation."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import sympy

from netlemma.checks.claims.evidence import compare_formula
from netlemma.checks.claims.judgement import Judgement, fails, holds
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples
from netlemma.checks.claims.statements.greenberg1997.figures import sizes_of
from netlemma.checks.claims.statements.greenberg1997.service import recursive
from netlemma.checks.formula.formula import parse_formula
from netlemma.checks.lemmas.measured_flows import channel_flows
from netlemma.derive.algebra.expressions.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.discovery import lemma
from netlemma.derive.performance.latency.framework import WormholeLatency
from netlemma.derive.performance.latency.models.greenberg_printed import PrintedTorus
from netlemma.derive.performance.latency.models.oneway_torus import oneway_torus_graph

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
    """The rate of channels that are alike, counted.

    Parameters
    ----------
    of : str
        Name of the rate.
    size : mapping from str to int
        ``k``, ``n``, and the position ``j`` where the rate depends on it.

    Returns
    -------
    Fraction
        Messages for each message that a node sends.

    Raises
    ------
    ArithmeticError
        If the channels have different rates.
    """
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
    """Judge a rate in n dimensions, counted for small n.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    of : str
        Name of the rate.
    least : int
        Least number of dimensions.
    place : bool, default False
        Whether the rate depends on the position.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
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
    """The steps after the injection channel, compared with equation 2.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    flit_time : bool
        Whether the time of a flit is judged.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
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
