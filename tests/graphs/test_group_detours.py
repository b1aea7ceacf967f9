"""Routings of a dragonfly that leave their minimal route on the way, or go aside within a group."""

import pytest

from netlemma.errors import RoutingError
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routing.choices import goals
from netlemma.graphs.routings import channel_routing, routing

SIZES = [
    {"p": 1, "a": 2, "h": 1}, {"p": 0, "a": 3, "h": 1}, {"p": 2, "a": 2, "h": 2}, {"p": 0, "a": 1, "h": 3}, {"p": 1, "a": 1, "h": 1},
    {"p": 1, "a": 4, "h": 1, "arrangement": "palmtree"},
]  # fmt: skip


class Places:
    """Switches and groups of a dragonfly by their names, and its minimal ways between switches."""

    def __init__(self, net):
        self.net, self.place = net, [net.labels(node) for node in range(net.node_count)]
        self.number = {place: node for node, place in enumerate(self.place)}
        pairs = zip(net.origin.tolist(), net.target.tolist(), strict=True)
        self.link = {
            (u[0], v[0]): (u, v) for u, v in ((self.place[a][:2], self.place[b][:2]) for a, b in pairs) if u[0] != v[0]
        }
        self.groups = sorted({place[0] for place in self.place})

    def to_group(self, switch, group):
        """The way from a switch into a group, with its last switch."""
        if switch[0] == group:
            return [switch]
        out, into = self.link[switch[0], group]
        return [switch] + [out] * (out != switch) + [into]

    def minimal(self, switch, goal):
        way = self.to_group(switch, goal[0])
        return way + [goal] * (way[-1] != goal)

    def by_group(self, switch, group, goal):
        way = self.to_group(switch, group)
        return way[:-1] + self.minimal(way[-1], goal)

    def ways(self, made, source, destination, label):
        """The switches of all ways that a routing has for a packet."""
        found, todo = set(), [(source, None, [self.place[source][:2]])]
        while todo:
            node, came, way = todo.pop()
            assert len(way) < 12
            if came is not None and node == destination:
                found.add(tuple(way))
                continue
            choices = made.next_channels(node, came, destination, label)
            assert sum(weight for _, weight in choices) == 1
            for channel, _ in choices:
                assert made.start(channel) == node
                head = made.end(channel)
                todo.append((head, channel, way + [self.place[head][:2]] * (self.place[head][:2] != way[-1])))
        return found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_par_takes_the_minimal_way_one_by_a_group_or_turns_behind_the_first_hop(size):
    net = network("dragonfly", **size)
    made, at = channel_routing(net, "par"), Places(net)
    turned = 0
    for source in net.ends:
        for destination in net.ends:
            if source == destination:
                continue
            (here, there) = (at.place[end][:2] for end in (source, destination))
            direct = at.minimal(here, there)
            others = [g for g in at.groups if g not in (here[0], there[0])] if here[0] != there[0] else []
            assert list(made.labels(source, destination)) == (others or [here[0]])
            for label in made.labels(source, destination):
                expected = {tuple(direct)}
                if others:
                    expected.add(tuple(at.by_group(here, label, there)))
                    if direct[1][0] == here[0]:
                        expected.add((here, *at.by_group(direct[1], label, there)))
                        turned += 1
                assert at.ways(made, source, destination, label) == expected
    assert turned or size["a"] == 1


@pytest.mark.in_turn
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_valiant_over_switches_goes_minimally_to_a_switch_and_on(size):
    net = network("dragonfly", **size)
    made, at = channel_routing(net, "valiant-switches"), Places(net)
    switches = sorted({place[:2] for place in at.place})
    for source in net.ends:
        for destination in net.ends:
            if source == destination:
                continue
            here, there = (at.place[end][:2] for end in (source, destination))
            if here[0] != there[0]:
                by = [s for s in switches if s[0] not in (here[0], there[0])]
            else:
                by = [s for s in switches if s[0] == here[0] and s not in (here, there)] if here != there else []
            assert [at.place[label] for label in made.labels(source, destination)] == (by or [here])
            for label in made.labels(source, destination):
                switch = at.place[label]
                way = at.minimal(here, switch)[:-1] + at.minimal(switch, there)
                assert at.ways(made, source, destination, label) == {tuple(way)}


@pytest.mark.parametrize("name", ["par", "valiant-switches"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_labels_are_those_of_the_goals(name, size):
    net = network("dragonfly", **size)
    made = channel_routing(net, name)
    for destination in net.ends:
        given = {(int(source), label) for label, sources in goals(made, destination) for source in sources}
        assert given == {(s, label) for s in net.ends if s != destination for label in made.labels(s, destination)}


@pytest.mark.parametrize("name", ["par", "valiant-switches"])
def test_two_local_hops_in_a_row_take_a_fourth_virtual_channel(name):
    net = network("dragonfly", p=1, a=3, h=1)
    verdicts = [decide(channel_routing(net, "ascending", vcs, of=name, by="classes")).verdict for vcs in (2, 3, 4)]
    assert verdicts == ["deadlock", "deadlock", "deadlock-free"]


@pytest.mark.parametrize("name", ["par", "valiant-switches"])
def test_several_links_between_groups_are_refused(name):
    with pytest.raises(RoutingError, match="several: minimal fits it"):
        channel_routing(network("dragonfly", p=1, a=2, h=2, groups=3), name)


@pytest.mark.parametrize("name", ["ugal-l", "ugal-g"])
def test_choices_by_other_queues_have_the_routes_of_ugal(name):
    net = network("dragonfly", p=1, a=2, h=1)
    with pytest.warns(UserWarning, match=f"routing {name} is read as ugal: its routes"):
        assert routing(net, name).name == "ugal"
    rising, ugal = (channel_routing(net, "ascending", 3, of=each) for each in (name, "ugal"))
    assert rising.description == ugal.description and decide(rising).verdict == "deadlock-free"
