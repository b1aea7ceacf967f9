"""The network, the routing relation and the choices of packets that a certificate is about, rebuilt from their names."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from netlemma.checks.base.inputs import parse_network, quoted_text
from netlemma.errors import CertificateError, InputError
from netlemma.graphs.base.limits import require, title
from netlemma.graphs.base.text_files import Columns
from netlemma.graphs.routing.channel_routing import DETERMINISTIC, ChannelRouting
from netlemma.graphs.routing.routing_file import file_routing
from netlemma.graphs.routings import TABLES, channel_routing
from netlemma.graphs.routings import routing as routing_of
from netlemma.graphs.sources import device_network, from_description, resolve, source
from netlemma.graphs.sources.in_service import changed
from netlemma.graphs.sources.network_sources import Source
from netlemma.graphs.sources.python import PythonSource
from netlemma.graphs.traffic.active_pairs import described

FEW = 16  # sources whose labels are compared: if most of them differ, each source is taken to have its own


def certified_source(certificate: Mapping[str, Any], network: Any = None) -> tuple[Source, dict[str, Any]]:
    """The source of the network that a certificate names, and its sizes."""
    about = certificate["network"].get("fabric", certificate["network"])
    if network is not None:
        return _given(about, network)
    if "python" in about or "graph" in about:
        name, example = quoted_text(about.get("python", about.get("graph"))), ", as in certify out.json my.py:star"
        what = "function of a Python file, which is run" if "python" in about else "NetworkX graph"
        raise InputError(
            f"the network of the certificate is {name}, a {what}: give it again{example * ('python' in about)}"
        )
    try:
        return from_description(about)
    except KeyError as error:
        raise CertificateError(
            f"network.files has {quoted_text(str(error.args[0]))}, which is no known kind of file"
        ) from None


def _given(about: Mapping[str, Any], network: Any) -> tuple[Source, dict[str, Any]]:
    """A network given again, if it is the described one: of the same name and sizes, and of a Python file's contents."""
    scope = about.get("scope")
    words = isinstance(network, (list, tuple)) and all(isinstance(word, str) for word in network)
    columns = Columns.of(about)
    if words:
        found, rest = resolve(network, scope=scope, columns=columns)
    else:
        found, rest = (
            source(network, scope=scope, capacity=columns.capacity or None, latency=columns.latency or None),
            [],
        )
    if not (found.without or found.capacity or found.latency):
        found = changed(found, about.get("without"), about.get("capacity"), about.get("latency"))
    sizes = parse_network(rest) or {
        name: v for name, v in about.get("parameters", {}).items() if name in found.parameters
    }
    again = found.description(**sizes)
    again = again.get("fabric", again)
    if "python" in again and "python" in about:
        again = {**again, "python": about["python"]}  # the path may be another one
    if "files" in again and "files" in about:
        again = {**again, "files": about["files"]}
    if again != about:
        right, other = _title(about), _title(again)
        differ = "its contents differ" if right == other else f"not about {other}"
        raise InputError(f"the certificate is about the network {right}: {differ}")
    return found, sizes


def _title(about: Mapping[str, Any]) -> str:
    name = next((about[key] for key in ("family", "python", "graph") if key in about), None)
    return title(quoted_text(name if isinstance(name, str) else "of files"), about.get("parameters", {}))


def certified_routing(
    certificate: Mapping[str, Any], file: str | None = None, network: Any = None
) -> tuple[ChannelRouting, str]:
    """The routing on channels that a certificate names, and the subject of the certificate in words.

    A certificate names no file to be run: it contains the fingerprint of the file that it is about.
    """
    source, sizes = certified_source(certificate, network)
    if "routing" not in certificate and source.routes is None:
        raise CertificateError("the certificate has no 'routing', and the network brings no routes of its own")
    net, by = device_network(source, **sizes), certificate.get("routing", {"name": TABLES})
    options = by.get("options", {})
    if "sha256" in options:
        routing = _of_file(net, by, options, file)
    else:
        no_file(file, "a routing with a name, or the routes of the network")
        if {"net", "name", "vcs"} & options.keys():
            raise CertificateError("routing.options has net, name or vcs, which are no options")
        routing = (
            routing_of(net, TABLES, source=source)
            if by["name"] == TABLES
            else channel_routing(net, by["name"], by["vcs"], **options)
        )
    for name in by.keys() & {"name", "vcs", "description"}:
        _same(f"routing.{name}", by[name], getattr(routing, name))
    _same("routing.options", dict(options), dict(routing.options))
    if "traffic" in certificate:
        routing = described(routing, certificate["traffic"])
    scope = f", messages between {len(routing.ends)} ends of {net.node_count} nodes" if routing.terminals else ""
    lanes = f" with {routing.vcs} virtual channels" if routing.vcs > 1 else ""
    switching = f", {certificate['switching']} switching" if "switching" in certificate else ""
    words = f"{network_words(source, net)}{scope}, routing {routing_words(routing, file)}{lanes}{switching}"
    if "traffic" in certificate:
        about = certificate["traffic"]
        words += f", traffic {quoted_text(about['name'])}" + (
            f" of {len(about['pairs'])} pairs" if "pairs" in about else ""
        )
    return routing, words


def routing_words(routing: ChannelRouting, file: str | None = None) -> str:
    """A routing in words: its name with all its options, or the file that it is from.

    >>> routing_words(channel_routing(device_network("mesh", k=3, n=2), "west-first", allow="north-west"))
    'west-first allow=north-west'
    """
    if "sha256" in routing.options:
        return f"of the file {quoted_text(str(file))} with SHA-256 {routing.options['sha256']}"
    return " ".join([routing.name, *(f"{name}={value}" for name, value in routing.options.items())])


def _of_file(net: Any, by: Mapping[str, Any], options: Mapping[str, Any], file: str | None) -> ChannelRouting:
    name = quoted_text(by["name"])
    if file is None:
        raise InputError(f"the certificate is about the routing of a file {name}: name the file with `routing_file`")
    routing = file_routing(net, file, by["vcs"])
    if routing.options != options:
        raise InputError(
            f"{quoted_text(file)} is not the file {name} that the certificate is about: its contents differ"
        )
    return routing


def network_words(source: Source, net: Any) -> str:
    """A network in words: family and sizes, or the files that it was read from; what is left out, capacities and latencies."""
    whole, capacity = getattr(source, "whole", source), getattr(net, "capacity", None)
    words = str(net.title)
    if whole.subject is None and whole.words:
        scope = [f"scope {whole.scope}"] if whole.scope else []
        contents = [f"with SHA-256 {whole.digest}"] if isinstance(whole, PythonSource) else []
        sizes = [title("", net.parameters).strip()] if whole.parameters else []
        left_out = [f"without {', '.join(map(quoted_text, source.without))}"] if source.without else []
        words = " ".join([*map(quoted_text, whole.words), *sizes, *scope, *contents, *left_out])
    if capacity is not None:
        own = (
            f"capacities {quoted_text(source.columns.capacity)}"
            if source.columns.capacity
            else "capacities of its links"
        )
        words += f", {_of_classes('capacity', source.capacity) or own}"
    if source.latency or source.columns.latency:
        words += f", {_of_classes('latency', source.latency) or f'latencies {quoted_text(source.columns.latency)}'}"
    return words


def _of_classes(what: str, classes: Mapping[str, Fraction]) -> str:
    return " ".join([what, *(f"{name}={each}" for name, each in classes.items())]) if classes else ""


def _same(field: str, given: Any, right: Any) -> None:
    if given != right:
        raise CertificateError(f"{field} is {quoted_text(str(given))}, which should be {quoted_text(str(right), 200)}")


def labels(routing: ChannelRouting, source: int, goal: int) -> list[Any]:
    """The labels that the routing gives packets from a source to a destination."""
    return list(dict.fromkeys(routing.labels(source, goal))) if source != goal else []


def require_following(routing: ChannelRouting, kind: str = "relations", once: bool = False) -> None:
    """Refuse to follow the packets of all pairs again if that takes too long by an estimate."""
    ends = list(routing.ends)
    alike = set() if once else {label for source in ends[:FEW] for label in labels(routing, source, ends[-1])}
    several = len(ends) if len(alike) > FEW // 2 else max(len(alike), 1)
    require(kind, routing.title, float(len(ends)) * routing.channel_count * several, nodes=routing.network.node_count)


def choices(routing: ChannelRouting, node: int, came_by: int | None, goal: int, label: Any) -> list[int]:
    """The channels that the relation allows a packet to take next."""
    found = list(dict.fromkeys(int(c) for c, weight in routing.next_channels(node, came_by, goal, label) if weight))
    if not found or (came_by is not None and not routing.network.forwarding[node]):
        raise CertificateError(f"a packet to {routing.node_name(goal)} is stranded at {routing.node_name(node)}")
    if any(not 0 <= c < routing.channel_count or routing.start(c) != node for c in found):
        raise CertificateError(f"at {routing.node_name(node)} the routing gives a channel of another node")
    if routing.kind == DETERMINISTIC and len(found) > 1:
        raise CertificateError(f"at {routing.node_name(node)} the routing has several choices, but is deterministic")
    return found


def first_channels(routing: ChannelRouting) -> dict[tuple[int, Any], set[int]]:
    """The channels with which packets begin, by their destination and label."""
    found: dict[tuple[int, Any], set[int]] = {}
    for node in routing.ends:
        for goal in routing.ends:
            for label in labels(routing, node, goal):
                found.setdefault((goal, label), set()).update(choices(routing, node, None, goal, label))
    return found


def ways(routing: ChannelRouting, goal: int, label: Any, first: set[int]) -> list[tuple[int, list[int]]]:
    """The channels that packets to one destination use, with the channels that they may take next."""
    after: dict[int, list[int]] = {}
    order, done, todo = list[tuple[int, list[int]]](), set[int](), [(c, False) for c in first]
    while todo:
        channel, back = todo.pop()
        if back:
            done.add(channel)
            order.append((channel, after[channel]))
            if not done.issuperset(after[channel]):
                raise CertificateError(
                    f"packets to node {goal} can go in circles through {routing.channel_name(channel)}"
                )
        elif channel not in after:
            arrived = routing.delivers(channel, goal, label)
            after[channel] = [] if arrived else choices(routing, routing.end(channel), channel, goal, label)
            todo += [(channel, True), *((c, False) for c in after[channel])]
    return order


def no_file(file: str | None, what: str) -> None:
    """Check that no routing file is given with a certificate that is about something else."""
    if file is not None:
        raise InputError(f"the certificate is about {what}: `routing_file` cannot be combined with it")
