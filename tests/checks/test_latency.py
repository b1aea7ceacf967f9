"""Models by name, and the framework on explicit networks, against each other."""

from fractions import Fraction

import numpy as np
import pytest

from netlemma.checks.lemmas.measured_flows import channel_flows
from netlemma.checks.performance.latency_models import channel_graph, latency_model, routed_curve, routed_model
from netlemma.derive.performance.latency.channel_graphs import WormholeLatency, exact_latency
from netlemma.derive.performance.latency.models.mesh import mesh_graph
from netlemma.derive.performance.latency.models.oneway_torus import oneway_torus_graph
from netlemma.errors import GraphError, InputError, ModelError, RoutingError


@pytest.mark.parametrize("k", [2, 3, 4])
def test_classes_of_channels_are_exactly_the_explicit_network(k) -> None:
    load, flits = Fraction(1, 100 * k), 2 * k
    for name, graph in (
        ("mesh", mesh_graph(k)),
        ("oneway-torus", oneway_torus_graph(k, shared=False)),
        ("oneway-torus", oneway_torus_graph(k)),
    ):
        explicit = channel_graph(channel_flows(name, k), graph.shared != 0)
        assert (explicit.hops, explicit.shared) == (graph.hops, graph.shared)
        if k < 4:
            assert exact_latency(explicit, flits, load) == exact_latency(graph, flits, load)
        loads = np.linspace(0, WormholeLatency(graph, flits).saturation().load, 9)[1:-1]
        ours, other = (WormholeLatency(g, flits).latency(loads) for g in (graph, explicit))
        assert np.allclose(ours, other, rtol=1e-10)


@pytest.mark.parametrize("family, vcs", [("line(8)^2", None), ("oneway-ring(8)^2", 2)])
def test_routed_agrees_with_the_model_of_its_network(family, vcs) -> None:
    name = "mesh" if family.startswith("line") else "oneway-torus"
    loads = [Fraction(n, 1000) for n in (1, 2, 3, 4, 12)]
    model = latency_model(name, {"k": 8, "flits": 20}, loads)
    for order in ("rising", "falling"):
        found = routed_model(family, {"flits": 20}, loads, f"dimension-order order={order}", vcs)
        assert found.zero_load == model.zero_load
        assert found.saturation.load == pytest.approx(model.saturation.load, rel=1e-12)
        for ours, other in zip(found.points, model.points, strict=True):
            assert ours.state == other.state
            assert other.latency is None or ours.latency == pytest.approx(other.latency, rel=1e-10)


def test_order_of_dimensions_matters_where_they_differ() -> None:
    rising, falling = (
        routed_curve("line(2) x line(6)", {}, 20, f"dimension-order order={o}")[0] for o in ("rising", "falling")
    )
    assert rising.zero_load() == falling.zero_load()
    assert rising.saturation().load != pytest.approx(falling.saturation().load, rel=1e-3)


def test_saturated_points_have_no_number() -> None:
    end = latency_model("mesh", {"k": 4, "flits": 16}, [Fraction(1, 1000)]).saturation.load
    just_below = Fraction(float(np.nextafter(end, 0)))
    loads = [just_below, Fraction(end), Fraction(end) * 2, Fraction(10**6)]
    for reading in ("corrected", "printed"):
        points = latency_model("mesh", {"k": 4, "flits": 16}, loads, reading, sensitivity=True).points[
            1 if reading == "printed" else 0 :
        ]
        for point in points:
            saturated = Fraction(point.load) >= Fraction(end)
            assert (point.state, point.latency is None, point.sensitivity is None) == (
                "saturated" if saturated else "steady", saturated, saturated,
            )  # fmt: skip


def test_every_reading_says_what_it_decided() -> None:
    for name in ("mesh", "oneway-torus"):
        found = [
            latency_model(name, {"k": 4, "flits": 16}, [Fraction(1, 999)], r).readings for r in ("corrected", "printed")
        ]
        assert all(found) and found[0] != found[1]
    routed = routed_model("oneway-torus", {"k": 4, "n": 2, "flits": 16}, [Fraction(1, 999)], vcs=2).readings
    assert any("flit_xfer" in line for line in routed)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: latency_model("mash", {}, []), InputError, "did you mean 'mesh'"),
        (lambda: latency_model("mesh", {"k": 4, "flits": 16}, [], "fresh"), ModelError, "no reading"),
        (lambda: routed_model("mesh", {"k": 4, "n": 2}, []), InputError, "needs flits"),
        (lambda: routed_curve("mesh", {"k": 4, "n": 2}, 6), ModelError, "longer than the diameter"),
        (lambda: routed_curve("mesh", {"k": 4, "n": 2}, 0), InputError, "at least 1 flit"),
        (lambda: routed_curve("oneway-torus", {"k": 4, "n": 2}, 20), GraphError, "cycle"),
        (lambda: routed_curve("oneway-torus", {"k": 4, "n": 2}, 20, vcs=2, vc_rule="sharde"), InputError, "did you mean 'shared'"),
        (lambda: routed_curve("mesh", {"k": 4, "n": 2}, 20, "west-first"), RoutingError, "deterministic"),
    ],
)  # fmt: skip
def test_what_cannot_be_modelled_is_refused_in_one_line(call, error, words) -> None:
    with pytest.raises(error, match=words) as refused:
        call()
    assert "\n" not in str(refused.value)
