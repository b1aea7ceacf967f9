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
DIAMETERS = {
    (): {"formula": "2"},
    ("k", "n"): {"formula": "n*floor(k/2)"},
    ("w",): {"formula": "floor(w/2)"},
    ("n",): {"formula": "floor(n/2)", "sizes": "n=3..5"},
}
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
    "worst_case optimal": lambda net, **sizes: (nl.worst_case(net, optimal=True, **sizes).gamma <= 1, True),
    "worst_case average": lambda net, **sizes: (nl.worst_case(net, "up-down", average=50, **sizes).count, 23),
    "check": lambda net, **sizes: (nl.check(net, "diameter", **DIAMETERS[tuple(sizes)]).verdict != "fails", True),
    "simulate": lambda net, **sizes: (nl.simulate(net, "up-down", **SHORT, **sizes).state, "stable"),
    "saturation": lambda net, **sizes: (
        nl.saturation(net, "up-down", flits=4, cycles=2000, seed=1, tolerance=0.5, **sizes).limit.load > 0,
        True,
    ),
    "model": lambda net, **sizes: (
        len(nl.model("routed", net, routing="up-down", flits=4, load=[0.01, 0.02], **sizes).points),
        2,
    ),
}


@pytest.mark.in_turn
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_network_in_each_form(square: Callable[[str], Any], form: str, function: str) -> None:
    net, sizes = square(form)
    found, expected = FUNCTIONS[function](net, **sizes)
    assert found == expected


@pytest.mark.parametrize("form", sorted({*FORMS} - {"networkx"}))
def test_a_sweep_of_a_network_in_each_form(square: Callable[[str], Any], form: str) -> None:
    net, sizes = square(form)
    (row,) = nl.sweep(net, "up-down", workers=1, **SHORT, **sizes)
    assert row.state == "stable"


CLAIM = '[[claim]]\nkey = "ring.diameter"\nformula = "floor(K/2)"\nsource = "notes"\nlocator = "1"\n'
PAPER = "% netlemma: ring diameter\n\\[ d = \\lfloor K/2 \\rfloor \\]\n"


def files(folder: Path) -> dict[str, Path]:
    texts = {"claims.toml": CLAIM, "notes.tex": PAPER, "b.txt": "1 0\n2 1\n3 1\n4 2\n", "links.csv": LINKS}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return {Path(name).stem: folder / name for name in texts}


OTHERS: dict[str, Callable[[dict[str, Path]], list[tuple[Any, Any]]]] = {
    "read": lambda at: [(nl.read(each).node_count, 4) for each in (at["links"], str(at["links"]))],
    "fabric": lambda at: [(nl.fabric(each).shape.kind, "ring") for each in (at["links"], str(at["links"]))],
    "lemma": lambda at: [(nl.lemma("ring.diameter").at(K=5), 2)],
    "derive": lambda at: [(len(nl.derive("ring", "diameter")), 1), (len(nl.derive("ring.diameter")), 1)],
    "verify": lambda at: [
        *(
            (nl.verify(each, sizes=sizes).verdict, "holds")
            for each in ("ring.diameter", ["ring.diameter"], ("ring.diameter",))
            for sizes in ("K=3..4", {"K": [3, 4]}, {"K": range(3, 5)})
        ),
        *((nl.verify(claims=each).verdict, "holds") for each in (at["claims"], str(at["claims"]))),
        *((nl.verify("ring.diameter", time=each).verdict, "holds") for each in ("60", 60, 60.0)),
        (nl.verify("ring.diameter", sizes="K=5", values=True).verdict, "agrees"),
    ],
    "check": lambda at: [
        *(
            (nl.check("ring", "diameter", "f(K)", let=each, latex=True).verdict, "holds")
            for each in (["f(x)=floor(x/2)"], ("f(x)=floor(x/2)",))
        ),
        *((nl.check("ring", "diameter", bfile=each).verdict != "fails", True) for each in (at["b"], str(at["b"]))),
        *(
            (nl.check("ring", "diameter", "K/2", where="K even", time=each).verdict, "holds")
            for each in ("60", 60, 60.0)
        ),
    ],
    "errata": lambda at: [(nl.errata(paper="reed1982", key="toroid.hops_ratio").verdict, "fails")],
    "paper": lambda at: [
        (nl.paper(each).verdict, "holds")
        for each in (at["notes"], str(at["notes"]), [at["notes"]], (str(at["notes"]),))
    ],
    "certify": lambda at: [
        (nl.certify(nl.deadlock("ring(3)", vcs=2)).accepted, True),
        (nl.certify(nl.worst_case("mesh", k=2, n=2)).accepted, True),
        (nl.certify(nl.worst_case("mesh", k=2, n=2, optimal=True)).accepted, True),
        (nl.certify(nl.measure("mesh", k=2, n=2, bisection=True)).accepted, True),
        (nl.certify(nl.deadlock("ring(3)", vcs=2).certificate).accepted, True),
    ],
    "explain": lambda at: [("mean" in str(nl.explain("mean_distance")), True)],
    "figure": lambda at: [(nl.figure("reed-2").name, "reed-2")],
    "catalog": lambda at: [(nl.catalog().kind, None), (nl.catalog("queues", "node").rows[0]["name"], "node")],
    "list": lambda at: [(nl.list("queues").rows == nl.catalog("queues").rows, True)],
}
ELSEWHERE = {
    "compare",
    "convert",
    "sweep",
    "define",
    "plugin",
    "report",
    "serve",
}  # the last four in tests of their own


@pytest.mark.parametrize("form", FORMS)
def test_a_network_in_each_form_is_converted(square: Callable[[str], Any], form: str, tmp_path: Path) -> None:
    net, sizes = square(form)
    for output in (tmp_path / "net.g6", str(tmp_path / "net.graphml")):
        nl.convert(net, output=output, **sizes)
    assert nl.network(tmp_path / "net.graphml").node_count == 4


@pytest.mark.in_turn
@pytest.mark.parametrize("name", OTHERS)
def test_other_arguments_in_each_type(tmp_path: Path, name: str) -> None:
    for found, expected in OTHERS[name](files(tmp_path)):
        assert found == expected


def test_every_function_is_called_with_each_type() -> None:
    offered = {name: getattr(nl, name) for name in nl.__all__}  # type: ignore[attr-defined]
    public = {name for name, each in offered.items() if callable(each) and not isinstance(each, type)}
    assert public == {name.partition(" ")[0] for name in FUNCTIONS} | {*OTHERS} | ELSEWHERE


@pytest.mark.in_turn
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


@pytest.mark.parametrize("nodes", [4, "4", [4], (4,), range(4, 5), "4..7"])
def test_the_numbers_of_ends_in_each_type(nodes: Any) -> None:
    assert [row.ends for _, row in nl.compare("mesh n=1", "torus n=1", nodes=nodes).rows] == [4, 4]


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


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: nl.model("mesh", k=8, flits=20, load=0.1, sensitvity=True),
            r"parameter of mesh .* did you mean sensitivity\?",
        ),
        (lambda: nl.model("mesh", k=8, flits=20, laod=0.1), r"did you mean load\?"),
        (lambda: nl.model("mesh", k=8, flitz=20, load=0.1), r"did you mean 'flits'\?"),
        (lambda: nl.model("routed", "mesh", k=4, n=2, flits=20, load=0.1, routng="xy"), r"did you mean routing\?"),
        (lambda: nl.deadlock("mesh", all_sizes=True, traffc="tornado"), r"did you mean traffic\?"),
        (lambda: nl.simulate("mesh", k=4, flits=8, laod=0.1), r"did you mean load\?"),
        (lambda: nl.network("mesh", k=4, n=2).bounds(trafic="tornado"), r"did you mean traffic\?"),
        (lambda: nl.read("links.csv", scoope="all"), r"did you mean scope\?"),
        (lambda: nl.routing("mesh", k=4, n=2, vsc=2), r"did you mean vcs\?"),
    ],
)
def test_a_misspelt_keyword_is_told(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_a_result_says_what_it_does_not_have() -> None:
    assert isinstance(nl.measure("mesh", k=2, n=2, bisection=True), nl.Measurement)
    with pytest.raises(AttributeError, match=r"no throughput in this .* which has .*diameter"):
        _ = nl.measure("mesh", k=2, n=2).throughput
    two = nl.simulate("ring(4)", "up-down", flits=2, load=[0.01, 0.02], cycles=400)
    assert [each.state for each in two] == ["stable", "stable"]
    with pytest.raises(AttributeError, match="say of which one"):
        _ = two.state


@pytest.mark.parametrize("name", ["measure", "worst_case", "draw", "bounds", "deadlock", "simulate", "sweep"])
def test_a_misspelt_option_is_no_size(name: str) -> None:
    more = {"flits": 4, "load": 0.01} if name in ("simulate", "sweep") else {}
    with pytest.raises(ValueError, match=r"traffc is neither .* did you mean traffic\?"):
        getattr(nl, name)("mesh", k=4, n=2, traffc="tornado", **more)
    with pytest.raises(ValueError, match=r"mesh has no parameter '?kk"):  # a misspelt size is one
        getattr(nl, name)("mesh", kk=4, n=2, **more)


@pytest.mark.in_turn
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
    assert net.simulate(net.routing("xy"), **SHORT).state == net.sweep("xy", workers=1, **SHORT)[0].state == "stable"
    assert nl.network("mesh", k=4, n=1).compare("torus n=1", nodes=4).rows[0][1].ends == 4
    assert net.bounds(versus="toroid D=2").as_json() == nl.bounds("mesh", versus="toroid D=2", k=4, n=2).as_json()
    with pytest.raises(AttributeError, match="measures"):
        _ = net.measures
    with pytest.raises(ValueError, match="one size"):
        net.measure(k=5)
