"""Every function of ``nl`` takes its network, sizes and other arguments in each type that its reference names."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import netlemma as nl
from netlemma.graphs.sources import source

LINKS = "from,to\n0,1\n1,2\n2,3\n3,0\n"
PYTHON = 'import networkx as nx\n\n\ndef square(n):\n    """A ring."""\n    return nx.cycle_graph(n)\n'


@pytest.fixture
def square(tmp_path: Path) -> Callable[[str], tuple[Any, dict[str, int]]]:
    """A ring of four nodes in each form, with its sizes."""
    links, python = tmp_path / "links.csv", tmp_path / "my.py"
    links.write_text(LINKS)
    python.write_text(PYTHON)
    forms: dict[str, tuple[Any, dict[str, int]]] = {
        "family": ("torus", {"k": 4, "n": 1}),
        "product": ("ring(4)", {}),
        "product with sizes": ("ring(w)", {"w": 4}),
        "networkx": (nx.cycle_graph(4), {}),
        "network": (nl.network("torus", k=4, n=1), {}),
        "network of files": (nl.network(links), {}),
        "source": (source("torus"), {"k": 4, "n": 1}),
        "file": (str(links), {}),
        "path": (links, {}),
        "files": ([links], {}),
        "python": (f"{python}:square", {"n": 4}),
    }
    return forms.__getitem__


FORMS = ("family", "product", "product with sizes", "networkx", "network", "network of files", "source", "file", "path",
         "files", "python")  # fmt: skip
SHORT = {"flits": 2, "load": 0.01, "cycles": 400}
FUNCTIONS: dict[str, Callable[..., tuple[Any, Any]]] = {
    "network": lambda net, **sizes: (nl.network(net, **sizes).node_count, 4),
    "measure": lambda net, **sizes: (nl.measure(net, **sizes).mean_distance, Fraction(4, 3)),
    "measure traffic": lambda net, **sizes: (nl.measure(net, traffic="uniform", **sizes).diameter, 2),
    "measure bisection": lambda net, **sizes: (nl.measure(net, bisection=True, **sizes).channels, 4),
    "worst_case": lambda net, **sizes: (nl.worst_case(net, "up-down", **sizes).gamma >= 1, True),
    "routing": lambda net, **sizes: (nl.routing(net, "up-down", **sizes).kind, "deterministic"),
    "deadlock": lambda net, **sizes: (nl.deadlock(net, "up-down", **sizes).verdict, "deadlock-free"),
    "draw": lambda net, **sizes: (nl.draw(net, **sizes).as_json() != {}, True),
    "bounds": lambda net, **sizes: (nl.bounds(net, population=3, **sizes).X0_bound is not None, True),
    "simulate": lambda net, **sizes: (nl.simulate(net, "up-down", **SHORT, **sizes).state, "stable"),
    "model": lambda net, **sizes: (
        len(nl.model("routed", net, routing="up-down", flits=4, load=[0.01, 0.02], **sizes).points),
        2,
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_network_in_each_form(square: Callable[[str], Any], form: str, function: str) -> None:
    net, sizes = square(form)
    found, expected = FUNCTIONS[function](net, **sizes)
    assert found == expected


@pytest.mark.parametrize("form", FORMS)
def test_networks_are_compared_in_each_form(square: Callable[[str], Any], form: str) -> None:
    net, sizes = square(form)
    if sizes and not isinstance(net, str):
        with pytest.raises(ValueError, match="needs k"):
            nl.compare(net, nodes=4)
        return
    net = " ".join([net, *(f"{name}={value}" for name, value in sizes.items())]) if sizes else net
    ((_, row),) = nl.compare(net, nodes=4).rows
    assert (row.ends, row.links, row.diameter) == (4, 4, 2)


@pytest.mark.parametrize("nodes", [16, "16", [16], (16,), range(16, 17), "16..63"])
def test_the_numbers_of_ends_in_each_type(nodes: Any) -> None:
    assert [row.ends for _, row in nl.compare("mesh n=2", "torus n=2", nodes=nodes).rows] == [16, 16]


@pytest.mark.parametrize("load", [0.01, "0.01", Fraction(1, 100), [0.01], (Fraction(1, 100),)])
def test_loads_in_each_type(load: Any) -> None:
    assert [point.load for point in nl.model("mesh", k=8, flits=20, load=load).points] == [0.01]
    found = nl.simulate("ring(4)", "up-down", flits=4, load=load, cycles=400)
    assert found.options.load == 0.01


@pytest.mark.parametrize("seeds", [1, "1", [1], (1,)])
def test_seeds_in_each_type(seeds: Any) -> None:
    found = nl.sweep("mesh", k=2, flits=2, load=0.01, seeds=seeds, cycles=400, workers=1)
    assert [row.point.seed for row in found] == [1]


@pytest.mark.parametrize("number", [1, "1", Fraction(1), 1.0])
def test_numbers_of_rings_in_each_type(number: Any) -> None:
    plain = nl.measure("clock").as_json()
    assert nl.measure("clock", size_ratio=number).as_json() != plain
    assert (
        nl.bounds("toroid", w=4, D=2, node_time=number, class_time={"link": number}).X0_bound
        == nl.bounds("toroid", w=4, D=2).X0_bound
    )


@pytest.mark.parametrize("name", ["measure", "worst_case", "draw", "bounds", "deadlock", "simulate", "sweep"])
def test_a_misspelt_option_is_no_size(name: str) -> None:
    more = {"flits": 4, "load": 0.01} if name in ("simulate", "sweep") else {}
    with pytest.raises(ValueError, match=r"traffc is neither .* did you mean traffic\?"):
        getattr(nl, name)("mesh", k=4, n=2, traffc="tornado", **more)
    with pytest.raises(ValueError, match=r"mesh has no parameter '?kk"):  # a misspelt size is one
        getattr(nl, name)("mesh", kk=4, n=2, **more)


def test_functions_are_methods_of_a_network() -> None:
    net = nl.network("mesh", k=4, n=2)
    assert type(net.graph) is nx.Graph and nl.network(net) is net
    assert net.measure(traffic="tornado").as_json() == nl.measure("mesh", traffic="tornado", k=4, n=2).as_json()
    assert net.worst_case().as_json() == nl.worst_case("mesh", k=4, n=2).as_json()
    assert net.deadlock(vcs=2).as_json() == nl.deadlock("mesh", vcs=2, k=4, n=2).as_json()
    assert net.measure(net.routing("west-first")).mean_distance == Fraction(8, 3)
    assert net.check("diameter", "6").verdict == "holds"
    rings = nl.network("deadfly", f=2, r=2)
    assert rings.deadlock().as_json() == nl.deadlock("deadfly", f=2, r=2).as_json()
    with pytest.raises(AttributeError, match="measures"):
        _ = net.measures
    with pytest.raises(ValueError, match="one size"):
        net.measure(k=5)
