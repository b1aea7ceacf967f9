"""Lossless Ethernet: circles of buffers that pause one another, against plain graphs; certificates; files."""

import copy
import json
from collections import Counter
from itertools import combinations, pairwise

import networkx as nx
import pytest

import netlemma as nl
from netlemma.checks.certificates.certification import check_certificate
from netlemma.errors import CertificateError, FormatError, InputError

FREE, DEADLOCK = "deadlock-free", "deadlock"
ONE = "h1 > l1 > s1 > l2 > s2 > l3 > h3\n"
BACK = "h1 l1 s2 l3 s1 l2 h2  # the other way around\n"
SAME = "h3 l3 s2 l1 s1 l2 h2\n"
TWICE = "h1 l1 s1 l2 s2 l3 s1 l2 h2\n"


LEVELS = nx.Graph([(f"h{i}", f"l{i}") for i in (1, 2, 3)] + [(f"l{i}", f"s{j}") for i in (1, 2, 3) for j in (1, 2)])
# three aggregation switches that share two cores, leaf t3 on two of them
SHARED = nx.Graph(
    [
        ("h1", "t1"),
        ("h2", "t2"),
        ("h3", "t3"),
        ("h4", "t4"),
        ("t1", "a1"),
        ("t2", "a2"),
        ("t3", "a1"),
        ("t3", "a2"),
        ("t4", "a3"),
    ]
    + [(a, c) for a in ("a1", "a2", "a3") for c in ("c1", "c2")]
)


def written(tmp_path, text):
    file = tmp_path / "paths.txt"
    file.write_text(text)
    return file


def verdict(tmp_path, text, graph=LEVELS, **options):
    links = tmp_path / "links.csv"
    links.write_text("from,to\n" + "".join(f"{u},{v}\n" for u, v in graph.edges))
    found = nl.deadlock(str(links), scope="h*", flow="pfc", paths=written(tmp_path, text), **options)
    assert found.certificate is not None and nl.certify(found).accepted
    return found


def plain(paths, all_of=None):
    """Whether links that follow one another in paths, or in shortest paths of a graph between hosts, form a circle."""
    links = nx.DiGraph()
    every = [path.partition("#")[0].replace(">", " ").split() for path in paths.splitlines()]
    if all_of is not None:
        hosts = [u for u in all_of if u.startswith("h")]
        every += [p for u in hosts for v in hosts if u != v for p in nx.all_shortest_paths(all_of, u, v)]
    for path in every:
        links.add_edges_from(pairwise(list(pairwise(path))))
    return not nx.is_directed_acyclic_graph(links)


@pytest.mark.parametrize("text", [ONE, SAME, ONE + SAME, ONE + BACK, TWICE])
@pytest.mark.parametrize("routing", [None, "ecmp"])
def test_bounces_in_two_levels(text, routing, tmp_path):
    closed = plain(text, LEVELS if routing else None)
    assert verdict(tmp_path, text, **({"routing": routing} if routing else {})).verdict == (
        DEADLOCK if closed else FREE
    )


def test_one_bounce_closes_no_circle_and_two_opposite_ones_do(tmp_path):
    found = {text: verdict(tmp_path, text, routing="ecmp").verdict for text in (ONE, ONE + BACK, TWICE)}
    assert found == {ONE: FREE, ONE + BACK: DEADLOCK, TWICE: DEADLOCK}


@pytest.mark.in_turn
def test_up_and_down_is_free_at_several_sizes():
    for family, sizes in (("fat-tree", {"k": 4}), ("k-ary-n-tree", {"k": 2, "n": 3}), ("fat-tree", {"k": 6})):
        found = nl.deadlock(family, flow="pfc", **sizes)
        assert found.verdict == FREE and nl.certify(found).accepted


def test_one_priority_more_frees(tmp_path):
    found = verdict(tmp_path, ONE + BACK, routing="ecmp", fewest_priorities=True)
    assert found.verdict == FREE and found.fewest_priorities["suffices"] == 2
    twice = verdict(tmp_path, TWICE, routing="ecmp", fewest_priorities=True)
    assert twice.fewest_priorities["suffices"] == 3  # the tag rises twice on one path


def test_one_bounce_is_enough_where_cores_are_shared(tmp_path):
    bounce = "h4 t4 a3 c1 a1 t3 a2 t2 h2\n"
    assert verdict(tmp_path, bounce, SHARED, routing="ecmp").verdict == DEADLOCK
    assert plain(bounce, SHARED)


def test_changed_certificates_are_refused(tmp_path):
    free = json.loads(json.dumps(nl.deadlock("fat-tree", k=4, flow="pfc").certificate))
    changed = copy.deepcopy(free)
    used = [i for i, number in enumerate(changed["numbers"]) if number]
    changed["numbers"][used[0]] = 0
    with pytest.raises(CertificateError):
        check_certificate(changed)
    with pytest.raises(CertificateError, match="at least 2"):
        check_certificate({**free, "paths": [[]]})
    file = written(tmp_path, "(3,0,0) (2,0,0) (1,0,0) (0,0,0) (1,0,1) (2,0,1)\n")
    with pytest.raises(FormatError, match=r"no link|no node"):
        nl.deadlock("fat-tree", k=4, flow="pfc", paths=file)


BAD = {
    "": "empty",
    "h1 > l9\n": "'l9' is no node",
    "h1 > s1\n": "no link from h1 to s1",
    "h1\n": "two nodes",
    "# none\n": "no paths",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_files_are_refused_in_one_line(text, tmp_path):
    with pytest.raises(FormatError, match=BAD[text]) as caught:
        verdict(tmp_path, text)
    assert "\n" not in str(caught.value)


def test_options_that_do_not_fit_are_refused(tmp_path):
    for options, words in (
        ({"flow": "credits"}, "pfc"),
        ({"paths": "x.txt"}, "flow"),
        ({"flow": "pfc", "vcs": 2}, "cannot be combined"),
        ({"flow": "pfc", "priorities": 9}, "1 to 8"),
        ({"flow": "pfc", "routing": "up-down-adaptive"}, "not adaptive"),
    ):
        with pytest.raises(InputError, match=words):
            nl.deadlock("fat-tree", k=4, **options)


def shortest(graph, u, v):
    """All shortest paths through switches."""
    hosts = [w for w in graph if w.startswith("h") and w not in (u, v)]
    return [tuple(p) for p in nx.all_shortest_paths(graph.subgraph(set(graph) - set(hosts)), u, v)]


def tagged(paths, priorities, far):
    """Whether buffers of links and priorities form a circle, each path rising where it goes up again."""
    found = nx.DiGraph()
    for path in paths:
        links, tag, held, before = list(pairwise(path)), 0, 0, None
        for link in links:
            if priorities > 1 and before and far[before[1]] <= far[before[0]] and far[link[1]] > far[link[0]]:
                tag += 1
            if tag == priorities:
                break
            if before:
                found.add_edge((before, held), (link, tag))
            before, held = link, tag
    return not nx.is_directed_acyclic_graph(found)


def plain_after(graph, lost, given, local, priorities):
    """The verdict after links fail, from all paths of all packets one by one."""
    left = graph.copy()
    left.remove_edges_from(lost)
    hosts = [u for u in graph if u.startswith("h")]
    if not all(nx.has_path(left, hosts[0], v) for v in hosts):
        return "disconnected"
    pairs = [(u, v) for u in hosts for v in hosts if u != v]
    before = list(given) if given else []
    after = [] if given else [p for pair in pairs for p in shortest(left, *pair)]
    before += [p for pair in pairs for p in shortest(graph, *pair)] if local and not given else []
    for path in before:
        first = next((i for i, (u, v) in enumerate(pairwise(path)) if not left.has_edge(u, v)), None)
        if first is None:
            after.append(path)
        else:
            start = first if local else 0
            after += [(*path[:start], *rest) for rest in shortest(left, path[start], path[-1])]
    far = {u: min(nx.shortest_path_length(left, u, h) for h in hosts) for u in left}
    return DEADLOCK if tagged(after, priorities, far) else FREE


CASES = [
    (together, reroute, priorities, given)
    for together in (1, 2)
    for reroute in ("again", "local")
    for priorities in (1, 2)
    for given in (False, True)
]


@pytest.mark.parametrize(("together", "reroute", "priorities", "given"), CASES)
@pytest.mark.parametrize("graph", [LEVELS, SHARED], ids=["levels", "shared"])
def test_failures_as_counted_path_by_path(graph, together, reroute, priorities, given, tmp_path):
    paths = (
        ["h1 l1 s1 l2 s2 l3 h3", "h3 l3 s2 l2 h2"]
        if graph is LEVELS
        else ["h1 t1 a1 c1 a2 t2 h2", "h2 t2 a2 t3 a1 t1 h1"]
    )
    options = {"paths": written(tmp_path, "\n".join(paths))} if given else {}
    links = tmp_path / "links.csv"
    links.write_text("from,to\n" + "".join(f"{u},{v}\n" for u, v in graph.edges))
    found = nl.deadlock(
        str(links), scope="h*", flow="pfc", failures=together, reroute=reroute, priorities=priorities, **options
    ).failures.counts
    every = [
        plain_after(graph, lost, [tuple(p.split()) for p in paths] if given else None, reroute == "local", priorities)
        for lost in combinations(graph.edges, together)
    ]
    assert found == Counter(every)


def test_two_failures_bounce_into_a_circle_before_all_switches_know(tmp_path):
    options = {"graph": LEVELS, "routing": "ecmp", "failures": 2}
    found = {
        (reroute, priorities): verdict(tmp_path, ONE, reroute=reroute, priorities=priorities, **options).failures.safe
        for reroute, priorities in (("again", 1), ("local", 1), ("local", 3))
    }
    assert found == {("again", 1): True, ("local", 1): False, ("local", 3): True}


def test_reroutes_need_failures():
    with pytest.raises(InputError, match="reroute"):
        nl.deadlock("fat-tree", k=4, flow="pfc", reroute="local")
    with pytest.raises(InputError, match="again"):
        nl.deadlock("fat-tree", k=4, flow="pfc", failures=1, reroute="sideways")


def test_tables_of_files_need_a_routing_after_failures():
    files = [f"tests/data/infiniband/fat-tree-ftree/opensm{name}" for name in ("-subnet.lst", ".fdbs")]
    with pytest.raises(InputError, match="whole network"):
        nl.deadlock(files, flow="pfc", failures=1)
    assert nl.deadlock(files, "ecmp", flow="pfc", failures=1).failures.safe


def test_paths_found_again_after_failures_have_one_certificate(tmp_path):
    found = nl.deadlock("k-ary-n-tree", k=2, n=2, flow="pfc", failures=1, priorities=2).failures
    certificate = json.loads(json.dumps(found.certificate))
    assert "deadlock-free after 4; 4 disconnect ends" in check_certificate(certificate)
    certificate["whole"]["priorities"] = 3
    with pytest.raises(CertificateError):
        check_certificate(certificate)
    for options in ({"reroute": "local", "routing": "ecmp"}, {}):
        assert verdict(tmp_path, ONE, failures=1, **options).failures.certificate is None
