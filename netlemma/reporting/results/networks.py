"""Results about networks: measurements, bounds, deadlocks, drawings, and networks side by side."""

from base64 import b64encode
from collections.abc import Mapping
from json import dumps, loads
from shlex import quote
from typing import Any

from netlemma.drawing.cycle import draw_cycle
from netlemma.drawing.drawn import pdf, svg
from netlemma.drawing.files import as_svg
from netlemma.errors import RoutingError
from netlemma.graphs.base.limits import title

# Measurements of explicit networks.


def in_words(size: Mapping[str, Any]) -> str:
    """A size in the form of the command line.

    >>> in_words({"w": 4, "D": 3})
    'w=4 D=3'
    """
    return title("", size).strip()


def measured_result(family: str, size: dict[str, int]) -> dict[str, Any]:
    """The output of ``netlemma measure``.

    >>> measured_result("ring", {"K": 5})["shown"]["mean_distance"]
    '3/2'
    >>> found = measured_result("fat-tree", {"k": 2})  # 2 ends of messages, 5 switches
    >>> found["ends"], found["shown"]["nodes"]
    (2, 7)
    """
    from netlemma.graphs import families, measure
    from netlemma.graphs.topology.structure import Network

    net = families()[family].build(**size)
    ends = len(net.ends) if isinstance(net, Network) else net.processor_count
    shown = as_from_json(measure(net).as_json())
    return {"size": size, "ends": ends, "command": f"netlemma measure {net.title}", "shown": shown}


def as_from_json(data: Any) -> Any:
    """Data as it comes back from JSON, so that kept and new results are equal."""
    return loads(dumps(data))


# Explicit networks of a family: bounds on their throughput, and deadlock verdicts of routings.


ROUTINGS = (
    ("dimension-order", None),
    ("dimension-order", 2),
    ("minimal", None),
    ("dla", None),
    ("shortest", None),
    ("up-down", None),
)
WORDS = {
    "shortest": "shortest-path routing",
    "up-down": "up*/down* routing",
    "dla": "minimal routing on two lanes (Kim and Dally)",
}
OWN = ("minimal", "dla")  # of some families only, and called otherwise on others
SHOWN_PACKETS = 12  # of a cycle


def bounds_result(family: str, size: dict[str, int]) -> dict[str, Any]:
    """The output of ``netlemma bounds``, at service times of one."""
    from netlemma.checks.performance.bounds import read_service_times
    from netlemma.checks.performance.bounds_report import bounds_report

    report = bounds_report(family, size, read_service_times("1", "1", []))
    return {
        "size": size,
        "command": f"netlemma bounds {family} {in_words(size)}".rstrip(),
        "shown": as_from_json(report.as_json()),
    }


def ring_deadlock_result(family: str, size: dict[str, int]) -> dict[str, Any]:
    """The output of ``netlemma deadlock`` for a network of rings, under its own routing."""
    from netlemma.graphs import ring_network
    from netlemma.graphs.deadlock.ring_queues import ring_deadlock

    net = ring_network(family, **size)
    found = ring_deadlock(net).as_json()
    verdict = _verdict("its own routing", f"netlemma deadlock {net.title}", found)
    return {"size": size, "verdicts": [{**verdict, "svg": ""}]}


def deadlock_result(family: str, size: dict[str, int]) -> dict[str, Any]:
    """The output of ``netlemma deadlock`` under common routings that the network has.

    >>> found = deadlock_result("oneway-torus", {"k": 3, "n": 1})["verdicts"]
    >>> [(each["routing"], each["shown"]["verdict"]) for each in found][:2]
    [('dimension-order routing', 'deadlock'), ('dimension-order routing, 2 virtual channels', 'deadlock-free')]
    """
    from netlemma.graphs import device_network
    from netlemma.graphs.deadlock.decide import decide
    from netlemma.graphs.routings import routing as routing_of

    net = device_network(family, **size)
    verdicts: list[dict[str, Any]] = []
    refused: list[str] = []
    for name, vcs in ROUTINGS:
        if vcs and not (verdicts and verdicts[-1]["shown"]["verdict"] == "deadlock"):
            continue
        if name == "shortest" and verdicts:
            continue
        try:
            routing = routing_of(net, name, vcs=vcs)
            if name in OWN and routing.name != name:
                continue
            verdict = decide(routing)
        except RoutingError as error:
            if name in OWN:
                continue
            refused.append(f"no {WORDS.get(name, f'{name} routing')}: {error}")
            continue
        channels = f" --vcs {vcs}" if vcs else ""
        words = WORDS.get(name, f"{name} routing") + (f", {vcs} virtual channels" if vcs else "")
        command = f"netlemma deadlock {net.title} --routing {name}{channels}"
        picture = ""
        if verdict.cycle and not verdicts:  # of the standard routing, which stands first
            about = f"{net.title}, {words}: deadlock"
            picture = as_svg(draw_cycle(about, verdict.cycle, net), about, inline=True)
        verdicts.append({**_verdict(words, command, verdict.as_json()), "svg": picture})
    return {"size": size, "verdicts": verdicts, "refused": refused}


def _verdict(routing: str, command: str, found: dict[str, Any]) -> dict[str, Any]:
    certificate = found.pop("certificate")
    packets = len(found["cycle"])
    found["cycle"] = found["cycle"][:SHOWN_PACKETS]
    return {
        "routing": routing,
        "command": command,
        "shown": as_from_json(found),
        "packets": packets,
        "certificate": as_from_json(certificate),
    }


# Networks side by side: a row of the table of families, and some networks at equal numbers of ends with their figure.


PRINTED_AS = {"nodes": "ends", "largest_load": "load", "fewest_vcs": "vcs"}
NETWORKS = ("mesh n=2", "torus n=3", "hypercube", "k-ary-n-tree n=3", "fat-tree", "dragonfly p=h a=2h", "megafly p=h s=h",
            "hyperx S=s,s T=s", "flattened-butterfly n=4", "slim-fly p=3q/4", "polarfly p=q/2",
            "jellyfish degree=10 terminals=5")  # fmt: skip


def row_result(family: str, size: dict[str, Any]) -> dict[str, Any]:
    """The row of a family in the table of ``netlemma list topologies``, with the values of ``netlemma compare``.

    >>> row_result("hypercube", {"n": 4})["entries"]["diameter"]
    {'lemma': 'hypercube.diameter', 'strength': 'proved', 'value': '4', 'printed_as': 'diameter'}
    """
    from netlemma.checks.side_by_side import family_row

    entries = {
        name: {
            "lemma": each.lemma,
            "strength": each.strength,
            "value": None if each.value is None else str(each.value),
            "printed_as": PRINTED_AS.get(name, name),
        }
        for name, each in family_row(family, size).entries.items()
    }
    network = f"{family} {in_words(size)}".strip()
    return {"entries": entries, "size": size, "command": f"netlemma compare {quote(network)} --json"}


def comparison_result(nodes: str) -> dict[str, Any]:
    """The output of ``netlemma compare`` for :data:`NETWORKS`, with its figure."""
    from netlemma.checks.side_by_side import side_by_side
    from netlemma.figures.comparison import NARROW, PAGE, rendered

    listed = nodes.replace(",", "").replace(" and ", ",")
    comparison = side_by_side(NETWORKS, listed)
    return {
        "nodes": nodes,
        "rows": comparison.as_json(),
        "csv": comparison.as_csv(),
        "command": f"netlemma compare {' '.join(map(quote, NETWORKS))} --nodes {listed}",
        "svg": rendered(comparison, "svg").decode("utf-8"),
        "narrow": rendered(comparison, "svg", NARROW).decode("utf-8"),
        "pdf": b64encode(rendered(comparison, "pdf", PAGE)).decode("ascii"),
    }


# The drawing of a network, for the page of its family and for the document.


def drawing_result(family: str, size: dict[str, Any]) -> dict[str, Any]:
    """The network of a family as SVG and as PDF.

    >>> sorted(drawing_result("ring", {"K": 3}))
    ['pdf', 'size', 'svg']
    """
    return {"size": size, "svg": svg(family, size), "pdf": b64encode(pdf(family, size)).decode("ascii")}
