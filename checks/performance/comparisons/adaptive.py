"""Models of Duato's adaptive routing compared with the wormhole simulator (Khonsari et al., Min et al. 2001).

The simulation follows the papers: worms of fixed length, ejection that never blocks, V virtual channels that share
their link, of which two are escape channels (one in the hypercube), and a random choice among several free adaptive
channels. Injection channels have V virtual channels, too. A blocked header waits for any channel that it may take, and
a buffer never holds flits of two messages, as the protocol assumes. The crossing of the injection channel takes a cycle
that the papers' M + h does not count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from netlemma.checks.performance.comparisons import Study
from netlemma.checks.performance.model_vs_simulation import LatencyModel, SimulationCase, Tolerance
from netlemma.derive.performance.latency.latency_model import models
from netlemma.errors import InputError, ModelError
from netlemma.graphs.routing.channel_routing import ChannelRouting
from netlemma.graphs.simulate import simulate
from netlemma.graphs.simulate.simulation import channels_of

SEED = 1
INJECTION = 1  # cycles
NODE_CYCLES = 16_000_000
MOST_CYCLES = 400_000
KHONSARI, MIN = "khonsari", "min"
PARAMETERS = {KHONSARI: ("k", "n", "flits", "vcs"), MIN: ("k", "flits", "vcs", "sigma1", "sigma2")}
SOURCES = {KHONSARI: "khonsari", MIN: "min2001"}
MILDER = "printed blocking=hop averaging=mean hops=before selectable=mean"  # each equation as the words around it say
READINGS = {
    KHONSARI: {"corrected": "corrected", "milder": MILDER, "printed": "printed"},
    MIN: {"corrected": "corrected", "printed": "printed"},
}
SIZES: tuple[Mapping[str, Any], ...] = (
    {"k": 8, "n": 3, "flits": 32, "vcs": 3},
    {"k": 8, "n": 3, "flits": 64, "vcs": 3},
    {"k": 8, "n": 3, "flits": 32, "vcs": 5},
    {"k": 8, "n": 3, "flits": 64, "vcs": 5},
    {"k": 10, "n": 3, "flits": 32, "vcs": 3},
    {"k": 10, "n": 3, "flits": 64, "vcs": 3},
    {"k": 2, "n": 3, "flits": 32, "vcs": 3},
    {"k": 2, "n": 3, "flits": 64, "vcs": 3},
    {"k": 16, "flits": 48, "vcs": 3, "sigma1": "1/5", "sigma2": "4/5"},
    {"k": 16, "flits": 48, "vcs": 3, "sigma1": "3/5", "sigma2": "3/5"},
    {"k": 24, "flits": 32, "vcs": 5, "sigma1": "9/100", "sigma2": "9/100"},
    {"k": 24, "flits": 32, "vcs": 5, "sigma1": "1/20", "sigma2": "4/5"},
)
SHOWN_IN = {KHONSARI: "Figure 1", (16, 48): "Figure 1", (24, 32): "Figure 2"}

TOLERANCE = Tolerance(
    Fraction(1, 10),
    Fraction(4, 5),
    'the papers state no number: "a good degree of accuracy", "match those predicted by the analytical model in the steady state '
    'region". A tenth is what these words are taken to mean. It is no bound on what the assumptions cost: at a utilisation rho of 0.3, as '
    "at 80 % of saturation, the degree of multiplexing is (1 + rho)/(1 - rho) = 1.9 with the models' busy channels, and 1 + rho = 1.3 with "
    "independent ones",
)


@dataclass(frozen=True)
class AdjustedSimulation:
    """A simulation with the papers' count of cycles: without the crossing of the injection channel."""

    latency: float | None
    half_width: float | None
    messages: int
    state: str
    network_latency: float | None
    source_wait: float | None
    multiplexing: float | None


@lru_cache(maxsize=16)  # more than a figure has networks and numbers of virtual channels
def routing_of(family: str, sizes: tuple[tuple[str, int], ...], vcs: int) -> ChannelRouting:
    """Duato's protocol on a family at a size; the simulator caches its choices."""

    return channels_of(family, "duato", vcs, dict(sizes))


def model_network(model: str, size: Mapping[str, Any]) -> tuple[str, dict[str, int]]:
    """The network of a model, for the simulator.

    >>> model_network("khonsari", {"k": 2, "n": 3, "flits": 32, "vcs": 3}), model_network("min", {"k": 16})
    (('hypercube', {'n': 3}), ('toroid', {'w': 16, 'D': 2}))
    """
    if model == MIN:
        return "toroid", {"w": size["k"], "D": 2}
    return ("hypercube", {"n": size["n"]}) if size["k"] == 2 else ("oneway-torus", {"k": size["k"], "n": size["n"]})


def sources_of(size: Mapping[str, Any]) -> tuple[str, float]:
    """The sources of the simulator, and messages per node and cycle for a load of 1, which is mu1 of Min's sources.

    >>> sources_of({"k": 16, "sigma1": "1/5", "sigma2": "4/5"})
    ('mmpp sigma1=0.2 sigma2=0.8', 0.8)
    """
    if "sigma1" not in size:
        return "poisson", 1.0
    first, second = Fraction(size["sigma1"]), Fraction(size["sigma2"])
    return f"mmpp sigma1={float(first)} sigma2={float(second)}", float(second / (first + second))


def simulated(model: str, size: Mapping[str, Any], cycles: int, load: float, sources: str = "") -> AdjustedSimulation:
    """One simulation at a load of the model."""

    family, sizes = model_network(model, size)
    routing = routing_of(family, tuple(sizes.items()), size["vcs"])
    usual, mean = sources_of(size)
    simulation = simulate(
        routing, flits=size["flits"], load=load * mean, cycles=cycles, seed=SEED, sources=sources or usual
    )
    latency = None if simulation.latency is None else simulation.latency - INJECTION
    inside = None if simulation.network_latency is None else simulation.network_latency - INJECTION
    return AdjustedSimulation(
        latency, simulation.half_width, simulation.messages, simulation.state, inside, simulation.source_wait, simulation.multiplexing,
    )  # fmt: skip


def cycles_of(model: str, size: Mapping[str, Any]) -> int:
    """The number of simulated cycles, smaller for more nodes.

    >>> cycles_of("khonsari", SIZES[0])
    31250
    """
    nodes = size["k"] ** (2 if model == MIN else size["n"])
    return min(MOST_CYCLES, max(1000, NODE_CYCLES // nodes))


def case(size: Mapping[str, Any], cycles: int | None = None, reading: str = "corrected") -> SimulationCase:
    """The model of a network in one reading, with the other readings beside it, and its simulation.

    >>> case(SIZES[0]).model.zero_load()
    Fraction(3104, 73)
    """

    name = model_of(size)
    values = {key: Fraction(value) if isinstance(value, str) else value for key, value in size.items()}
    curve = models()[name].curve(values, reading)
    others: dict[str, LatencyModel] = {
        title: models()[name].curve(values, words) for title, words in READINGS[name].items() if words != reading
    }
    cycles = cycles or cycles_of(name, size)
    figure = SHOWN_IN.get(name) or SHOWN_IN.get((size["k"], size["flits"]), "model")
    return SimulationCase(
        name, size, curve, partial(simulated, name, size, cycles), TOLERANCE,
        key=f"adaptive.{name}", source=SOURCES[name], locator=figure, others=others,
        reading=f"{reading}; simulated for {cycles} cycles, a tenth of them warm-up, seed {SEED}, Duato's protocol, buffers of 2 flits, "
        "ejection ideal, links shared; less the cycle in which a header crosses the injection channel",
    )  # fmt: skip


def model_of(size: Mapping[str, Any]) -> str:
    """The model with the parameters of a size."""
    for name, parameters in PARAMETERS.items():
        if set(size) == set(parameters):
            return name
    raise InputError(
        "comparisons of adaptive routing take k, n, flits and vcs of model khonsari, such as k=4 n=2 flits=16 vcs=3, or k, flits, vcs, "
        "sigma1 and sigma2 of model min, such as k=8 flits=16 vcs=3 sigma1=0.2 sigma2=0.8"
    )


def _build(sizes: Sequence[Mapping[str, Any]], cycles: int | None, reading: str) -> list[SimulationCase]:

    for size in sizes:
        model_of(size)
    read = []
    errors = []
    for name in PARAMETERS:
        try:
            models()[name].reading(reading)
            read.append(name)
        except ModelError as error:
            errors.append(error)
    chosen = [size for size in sizes if model_of(size) in read]
    if not chosen:
        raise InputError(str(errors[0]))
    return [case(size, cycles, reading) for size in chosen]


STUDY = Study(
    name="adaptive",
    summary="models of Duato's adaptive routing (Khonsari et al., Min et al. 2001) against the wormhole simulator",
    models=PARAMETERS,
    cycles=None,
    because="16 million for all nodes together, at most 400,000",
    first_look=20_000,
    sizes=SIZES,
    build=_build,
)
