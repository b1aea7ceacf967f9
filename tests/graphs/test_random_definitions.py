"""Random definitions have the networks that the slow and obvious way finds, or are refused where it finds none."""

from random import Random

import networkx as nx
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from netlemma.definitions import read_definition
from netlemma.errors import DefinitionError, SizeError
from netlemma.graphs.topology.defined_family import build_defined
from tests.graphs import slow_definitions as slow

SIZES = {"n": 3, "m": 2}


class Drawn:
    """Texts of definitions, drawn at random: a coordinate x from 0 to n, perhaps y or a word v, and rules that mostly stay
    within the nodes.
    """

    def __init__(self, seed):
        self.random = Random(seed)
        self.second = self.one(["", "y: 0..x", "y: 1..m", "v: words(n, m)"])
        self.words = "words" in self.second
        self.names = ["x", "n", "m", *(["y"] if self.second.startswith("y") else [])]

    def one(self, every):
        return self.random.choice(every)

    def number(self, depth=2, more=()):
        """A term that is a number."""
        few = self.random.randint(0, 4)
        if not depth or not self.random.randrange(3):
            leaves = [*self.names, *more, few]
            if self.words:
                leaves += [
                    f"v[{self.random.randint(1, 2)}]",
                    f"sum(q: 1..m, v[q]*{few})",
                    f"v[{self.one(['x', 'n'])} mod m + 1]",
                ]
            return str(self.one(leaves))
        a, b = self.number(depth - 1, more), self.number(depth - 1, more)
        return self.one(
            [
                f"({a} {self.one('+-*')} {b})",
                f"({a} - {b})",
                f"(({a}) mod {few + 1})",
                f"(({a}) // {few + 1})",
                f"{self.one(['min', 'max'])}({a}, {b})",
                f"abs({a})",
                f"floor(({a})/{few + 1} + ({b})/2)",
                f"({a})/{self.random.randint(1, 2)}",
                f"[{self.condition(depth - 1, more)}]",
                f"{self.one(['max', 'min', 'sum'])}(p{depth}: {self.random.randint(0, 2)}..max({few}, x), mod(p{depth}*{a}, 3))",
                f"min(x, {few})^2",
            ]
        )

    def condition(self, depth=1, more=()):
        a, b = self.number(depth, more), self.number(depth, more)
        plain = f"{a} {self.one(['=', '!=', '<', '<=', '>', '>='])} {b}"
        if not depth or self.random.randrange(2):
            return plain
        other = self.condition(depth - 1, more)
        return self.one(
            [
                f"({plain} and {other})",
                f"({plain} or {other})",
                f"not ({other})",
                f"all(r: 0..{self.random.randint(-1, 2)}, {a} != r)",
                f"0 <= {a} < {self.random.randint(1, 4)}",
                f"({a}) even",
            ]
        )

    def sums(self):
        """A condition on a sum of letters."""
        low, few = self.random.randint(0, 2), self.random.randint(0, 3)
        body = self.one(["v[q]", f"[v[q] = {few}]", f"[v[q] < {few} or q = 1]", "v[q]*2", "-v[q]", "[v[1] = v[q]]"])
        sides = [f"sum(q: {max(low, 1)}..{self.one(['m', 'm', '1'])}, {body})", str(few)]
        self.random.shuffle(sides)
        return f" where {sides[0]} {self.one(['=', '=', '<=', '<', '>', '>=', '!='])} {sides[1]}"

    def text(self):
        among = self.one(["", "", f" where {self.condition()}"])
        if self.words:
            among = self.one(
                [among, " where distinct(v)", " where v[j] != v[j+1] for j: 1..m-1", " where v[1] <= v[2]", self.sums()]
            )
        arrow, lines = self.one(["-", "->"]), []
        for _ in range(self.random.randint(1, 3)):
            over = self.one(["", " for c: 0..2", " for c: 1..m", " for c: x..n"])
            more = ["c"] if over else []
            number = self.number(2, more)
            end = [f"({self.one(['x + 1', 'x - 1', number])}) mod (n+1)"]
            if self.second.startswith("y"):
                end.append(
                    self.one(["y", "y", f"({self.number(1, more)}) mod m + 1", "0", f"min({self.number(1, more)}, 1)"])
                )
            if self.words:
                letter = self.number(1, more)
                changes = [
                    f"[1] = ({letter}) mod n",
                    "[1] = v[2], [2] = v[1]",
                    f"[j] = (v[j]+{letter}) mod n (for j: 1..m)",
                ]
                end.append(self.one(["v", "v", f"v with {self.one(changes)}"]))
            where = self.one(["", f" where {self.condition(1, more)}"])
            if self.random.randrange(4):  # no link to the node itself
                where = f"{where} and {end[0]} != x" if where else f" where {end[0]} != x"
            start = ", ".join(["x", *(["y"] if self.second.startswith("y") else []), *(["v"] if self.words else [])])
            ends = f"({start}) {arrow} ({', '.join(end)})" if len(end) > 1 else f"x {arrow} {end[0]}"
            lines.append(f"link {self.one('ab')}: {ends}{over}{where}")
        node = f"node x: 0..n{', ' if self.second else ''}{self.second}{among}"
        return "\n".join(["family random", "sizes n, m", node, *lines])


@pytest.mark.in_turn
@given(seed=st.integers(0, 2**32))
@settings(max_examples=300)
def test_random_definitions_have_the_networks_that_the_slow_way_finds(seed):
    text = Drawn(seed).text()
    if (definition := read_or_none(text)) is None:
        return
    try:
        found = slow.links(definition, SIZES)
        nodes = [slow.label(definition, known) for known in slow.nodes(definition, SIZES)]
    except slow.WrongError:
        event("wrong")
        with pytest.raises((DefinitionError, SizeError)):
            build_defined(definition, SIZES)
        return
    graph = nx.DiGraph() if definition.one_way else nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(found)
    if len(nodes) < 2:
        event("no two nodes")
        with pytest.raises((DefinitionError, SizeError)):
            build_defined(definition, SIZES)
        return
    if not (nx.is_strongly_connected if definition.one_way else nx.is_connected)(graph):
        event("falls apart")
        with pytest.raises(DefinitionError, match="falls apart at n=3 m=2"):
            build_defined(definition, SIZES)
        return
    event("network")
    net = build_defined(definition, SIZES)
    assert [net.labels(node) for node in range(net.node_count)] == nodes
    ends = [tuple(net.labels(node) for node in device.nodes) for device in net.devices]
    pairs = [pair if definition.one_way else tuple(sorted(pair)) for pair in ends]
    assert {pair: each.class_name for pair, each in zip(pairs, net.devices, strict=True)} == found


@pytest.mark.in_turn
@given(seed=st.integers(0, 2**32))
@settings(max_examples=300)
def test_a_term_as_text_is_the_same_term(seed):
    text = Drawn(seed).text()
    definition = read_or_none(text)
    for rule in definition.rules if definition else ():
        over = ", ".join(f"{each.name}: {each.low}..{each.high}" for each in rule.ranges)
        where = f" where {rule.where}" if rule.where else ""
        head, _, tail = text.splitlines()[3].partition(": ")
        start = tail.partition(" -")[0]
        target = ", ".join(map(str, rule.target))
        target = f"({target})" if len(rule.target) > 1 else target
        line = f"{head}: {start} {'->' if rule.one_way else '-'} {target}{' for ' if over else ''}{over}{where}"
        again = read_definition("\n".join([*text.splitlines()[:3], line])).rules[0]
        assert (again.target, again.ranges, again.where) == (rule.target, rule.ranges, rule.where)


def read_or_none(text):
    try:
        return read_definition(text)
    except DefinitionError as error:
        assert "written twice" in str(error), text
        return None
