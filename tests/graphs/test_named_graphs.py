"""Named graphs against the generators of NetworkX, or against their definitions in words; what is too large or illegal."""

from itertools import combinations, product

import networkx as nx
import pytest

from netlemma.errors import SizeError
from netlemma.graphs import families, network

BOARD = {
    "king": lambda dr, dc: max(dr, dc) == 1,
    "queen": lambda dr, dc: dr == dc or 0 in (dr, dc),
    "rook": lambda dr, dc: 0 in (dr, dc),
    "bishop": lambda dr, dc: dr == dc,
    "knight": lambda dr, dc: {dr, dc} == {1, 2},
}


def with_leaves(graph, nodes=None):
    """A leaf at each node."""
    return nx.Graph([*graph.edges, *((u, ("leaf", u)) for u in (graph if nodes is None else nodes))])


def board(piece, n):
    squares = [(r, c) for r, c in product(range(n), repeat=2) if piece != "bishop" or (r + c) % 2 == 0]
    return linked(squares, lambda s, t: BOARD[piece](abs(s[0] - t[0]), abs(s[1] - t[1])))


def linked(nodes, rule):
    graph = nx.empty_graph(nodes)
    graph.add_edges_from((u, v) for u, v in combinations(nodes, 2) if rule(u, v))
    return graph


def apart(u, v):
    return sum(x != y for x, y in zip(u, v, strict=True))


def sparse(n, ring):
    words = ["".join(word) for word in product("01", repeat=n)]
    return linked([w for w in words if "11" not in (w + w[0] if ring else w)], lambda u, v: apart(u, v) == 1)


def hanoi(n):
    """Positions reached from the first one, by moving the top disk of a peg onto an empty peg or a larger disk."""
    graph, waiting = nx.Graph(), [(tuple(reversed(range(n))), (), ())]
    while waiting:
        pegs = waiting.pop()
        for a, b in product(range(3), repeat=2):
            if pegs[a] and a != b and (not pegs[b] or pegs[b][-1] > pegs[a][-1]):
                moved = list(pegs)
                moved[a], moved[b] = pegs[a][:-1], (*pegs[b], pegs[a][-1])
                if tuple(moved) not in graph:
                    waiting.append(tuple(moved))
                graph.add_edge(pegs, tuple(moved))
    return graph


def apollonian(n):
    graph, inner = nx.complete_graph(3), [(0, 1, 2)]
    for _ in range(n):
        following = []
        for corners in inner:
            new = len(graph)
            graph.add_edges_from((new, corner) for corner in corners)
            following += [(*pair, new) for pair in combinations(corners, 2)]
        inner = following
    return graph


def crown(n):
    graph = nx.complete_bipartite_graph(n, n)
    graph.remove_edges_from((i, n + i) for i in range(n))
    return graph


def banana(n, k):
    graph = nx.Graph()
    for star in range(n):
        graph.add_edges_from(((star, "hub"), (star, leaf)) for leaf in range(k - 1))
        graph.add_edge("root", (star, 0))
    return graph


def web(n):
    prism = nx.circular_ladder_graph(n)
    return with_leaves(prism, range(n, 2 * n))


DEFINITIONS = {
    "path": nx.path_graph,
    "cycle": nx.cycle_graph,
    "star": nx.star_graph,
    "wheel": nx.wheel_graph,
    "prism": nx.circular_ladder_graph,
    "antiprism": lambda n: nx.circulant_graph(2 * n, [1, 2]),
    "moebius-ladder": lambda n: nx.circulant_graph(2 * n, [1, n]),
    "crown": crown,
    "sunlet": lambda n: with_leaves(nx.cycle_graph(n)),
    "helm": lambda n: with_leaves(nx.wheel_graph(n + 1), range(1, n + 1)),
    "web": web,
    "comb": lambda n: with_leaves(nx.path_graph(n)),
    "banana-tree": banana,
    "lollipop": nx.lollipop_graph,
    "tadpole": nx.tadpole_graph,
    "pan": lambda n: nx.tadpole_graph(n, 1),
    "complete-binary-tree": lambda h: nx.balanced_tree(2, h),
    "binomial-tree": nx.binomial_tree,
    "fibonacci-cube": lambda n: sparse(n, False),
    "lucas-cube": lambda n: sparse(n, True),
    "hanoi": hanoi,
    "mycielski": nx.mycielski_graph,
    **{piece: lambda n, piece=piece: board(piece, n) for piece in BOARD},
    "apollonian": apollonian,
    "halved-cube": lambda n: linked([w for w in product((0, 1), repeat=n) if sum(w) % 2 == 0], lambda u, v: apart(u, v) == 2),
    "triangular": lambda n: nx.line_graph(nx.complete_graph(n)),
    "tetrahedral": lambda n: linked(list(combinations(range(n), 3)), lambda s, t: len({*s} & {*t}) == 2),
}  # fmt: skip
SHOWN = {*BOARD, "halved-cube"}  # labels are those of the definition


def same(name, size, peer):
    graph = nx.Graph(network(name, **size).graph)
    if name in SHOWN:
        return {*map(frozenset, graph.edges)} == {*map(frozenset, peer.edges)}
    return nx.is_isomorphic(graph, peer)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_networks_are_what_their_definitions_say(name):
    for size in families()[name].default_sizes[:4]:
        assert same(name, size, DEFINITIONS[name](**size)), size


@pytest.mark.parametrize("name", DEFINITIONS)
def test_one_more_link_is_seen(name):
    size = next(s for s in families()[name].default_sizes if nx.density(DEFINITIONS[name](**s)) < 1)
    peer = DEFINITIONS[name](**size)
    peer.add_edge(*next(iter(nx.non_edges(peer))))
    assert not same(name, size, peer)


@pytest.mark.parametrize("name", DEFINITIONS)
@pytest.mark.parametrize("size", [-1, 10**30])
def test_sizes_outside_the_domain_and_huge_ones_are_refused_in_one_line(name, size):
    with pytest.raises(SizeError) as refused:
        network(name, **{each.name: size for each in families()[name].parameters})
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 300
