"""Dragonflies, whose groups are fully meshed, and dragonfly+, whose groups are leaves and spines; global cables join the groups."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from itertools import combinations
from math import lgamma, log

from netlemma.graphs.fabrics.shapes import MOST_TRIED, Deviation, Difference, Labelling, Shape, clusters, mode, nearest
from netlemma.graphs.fabrics.trees import leaves_of
from netlemma.graphs.fabrics.wiring import Cable, Wiring

FEWEST_GROUPS, FEWEST_SWITCHES = 3, 3


def dragonflies(wiring: Wiring) -> Iterator[Shape]:
    """The dragonflies that a fabric may be."""
    meshed = _meshed(wiring)
    for groups in (
        _completed(wiring, _packed(meshed)),
        _completed(wiring, meshed),
        meshed,
    ):  # of equal ones the first is taken
        group = {s: _nearest_with(wiring, s, groups) for s in wiring.switches} if groups else {}
        if len(set(group.values())) < FEWEST_GROUPS:
            continue
        group = _regrouped(wiring, group, dict.fromkeys(group, 0))
        local = mode(wiring.beside[a][b] for a, b in wiring.between if group[a] == group[b])
        labels: dict[int, Hashable] = dict(group)
        found = Labelling(wiring, labels, lambda label, local=local: {label: local})  # type: ignore[misc]
        per = {"groups": len(set(group.values())), "switches_per_group": mode(Counter(group.values()).values())}
        yield _with_globals(wiring, "dragonfly", per, found, group, frozenset(group))
    leaves = leaves_of(wiring)
    spines = frozenset(wiring.switches) - leaves
    pods = clusters({s: frozenset(wiring.beside[s].keys() & leaves) for s in spines})
    if len(pods) >= FEWEST_GROUPS and 4 * sum(bool(wiring.beside[s].keys() & leaves) for s in spines) > 3 * len(spines):
        group = nearest(wiring.beside, spines, pods)
        above = [frozenset(s for s in spines if group[s] == g) for g in range(len(pods))]
        level = {s: int(s not in leaves) for s in wiring.switches}
        group = _regrouped(wiring, group | nearest(wiring.beside, leaves, above), level)
        local = mode(len(wiring.between[a, b]) for a, b in wiring.between if (a in leaves) != (b in leaves))
        labels = {s: (s in leaves, group[s]) for s in group}
        found = Labelling(wiring, labels, lambda label: {(not label[0], label[1]): local})  # type: ignore[index]
        counts = Counter(labels.values())
        per = {
            "groups": len(pods),
            "leaves_per_group": mode(counts[True, g] for g in range(len(pods))),
            "spines_per_group": mode(counts[False, g] for g in range(len(pods))),
        }
        yield _with_globals(wiring, "dragonfly+", per, found, group, spines, (len(leaves), len(spines)), level)


def _regrouped(wiring: Wiring, start: Mapping[int, int], level: Mapping[int, int]) -> dict[int, int]:
    """Groups after moves and exchanges of switches of one level, while the numbers of cables in groups, and between two of
    them, come nearer to the usual ones.
    """
    group = dict(start)

    def pair(g: int, h: int) -> tuple[int, int]:
        return (g, h) if g < h else (h, g)

    between = [pair(g, h) for g, h in combinations(sorted(set(group.values())), 2)]
    inside = [(g, g) for g in sorted(set(group.values()))]
    count = Counter(pair(group[c.one], group[c.other]) for c in wiring.inside)
    usual: dict[bool, set[int]] = {}
    for same, keys in ((False, between), (True, inside)):
        often = Counter(count[key] for key in keys)
        usual[same] = {n for n, times in often.items() if 4 * times > len(keys)} | {mode(often.elements())}

    def off(key: tuple[int, int]) -> int:
        return min(abs(count[key] - n) for n in usual[key[0] == key[1]])

    def move(switch: int, g: int) -> None:
        for other, cables in wiring.beside[switch].items():
            count[pair(group[switch], group[other])] -= cables
            count[pair(g, group[other])] += cables
        group[switch] = g

    def gain(moves: Mapping[int, int]) -> int:
        """By how much moves come nearer, which are made; they are taken back if by nothing."""
        old = {s: group[s] for s in moves}
        mine = {*moves.values(), *old.values()}
        near = {group[o] for s in moves for o in wiring.beside[s]} | mine
        touched = {pair(g, h) for g in mine for h in near}
        before = sum(map(off, touched))
        for s, g in moves.items():
            move(s, g)
        better = before - sum(map(off, touched))
        if better <= 0:
            for s, g in old.items():
                move(s, g)
        return better

    def steps() -> Iterator[Mapping[int, int]]:
        near = {g for key in (*between, *inside) if off(key) for g in key}
        some = [s for s in sorted(group) if group[s] in near]
        size = Counter((level[s], g) for s, g in group.items())
        for s in some:
            yield from ({s: g} for g in near if size[level[s], group[s]] > size[level[s], g] + 1)
        for s, t in combinations(some, 2):
            if level[s] == level[t] and group[s] != group[t]:
                yield {s: group[t], t: group[s]}

    tried = 0
    better = True
    while better and tried < MOST_TRIED:
        better = False
        for moves in steps():
            tried += 1
            if (better := gain(moves) > 0) or tried >= MOST_TRIED:
                break
    return group


def _meshed(wiring: Wiring) -> list[frozenset[int]]:
    """Groups of switches most of which are joined to each other: most pairs of them have all others in common."""
    near = {s: frozenset(wiring.beside[s]) for s in wiring.switches}
    shared = {n: (near[a] & near[b]) | {a, b} for n, (a, b) in enumerate(wiring.between)}
    usual = mode(len(each) for each in shared.values() if len(each) >= FEWEST_SWITCHES)
    found = clusters(
        {n: each for n, each in shared.items() if 4 * len(each) > 3 * usual and len(each) >= FEWEST_SWITCHES}
    )
    left = set(wiring.switches).difference(*found)
    for each in sorted(shared.values(), key=lambda s: (-len(s & left), sorted(s))):
        if len(each & left) >= FEWEST_SWITCHES and 4 * len(each & left) > 2 * usual:
            found.append(frozenset(each & left))
            left -= each
    return found


def _packed(groups: list[frozenset[int]]) -> list[frozenset[int]]:
    """Groups that do not overlap: again and again the one with the most switches that are in no other."""
    found: list[frozenset[int]] = []
    left = groups
    while left:
        count = Counter(switch for each in left for switch in each)
        best = min(left, key=lambda some: (-sum(count[s] == 1 for s in some), -len(some), min(some)))
        found.append(best)
        left = [each for each in left if not each & best]
    return found


def _completed(wiring: Wiring, groups: list[frozenset[int]]) -> list[frozenset[int]]:
    """The groups of the usual size, and as large ones of the other switches, each grown from two neighbours with the most
    neighbours in common; none if the switches are not so many groups.
    """
    size = mode(map(len, groups)) if groups else 0
    found: list[frozenset[int]] = []
    left = set(wiring.switches)
    for each in groups:
        if len(each) == size and each <= left:
            found.append(each)
            left -= each
    if size < FEWEST_SWITCHES or len(left) % size:
        return []
    while left:
        near = {s: wiring.beside[s].keys() & left for s in left}
        pairs = [(a, b) for a, b in wiring.between if a in left and b in left]
        first = max(pairs, key=lambda p: (len(near[p[0]] & near[p[1]]), -p[0], -p[1]), default=None)
        grown = set(first or ())
        while first and len(grown) < size:
            inside = {s: len(near[s] & grown) for s in left - grown}
            grown.add(max(inside, key=lambda s: (inside[s], -len(near[s]), -s)))
        if len(grown) < size:
            return []
        found.append(frozenset(grown))
        left -= grown
    return found


def _nearest_with(wiring: Wiring, switch: int, groups: list[frozenset[int]]) -> int:
    """The group with the most cables from a switch; of equal ones its own."""
    there = wiring.beside[switch]
    return max(range(len(groups)), key=lambda g: (sum(there.get(o, 0) for o in groups[g]), switch in groups[g], -g))


def _with_globals(
    wiring: Wiring,
    kind: str,
    per: Mapping[str, int],
    found: Labelling,
    group: Mapping[int, int],
    ends: frozenset[int],
    levels: tuple[int, ...] = (),
    level_of: Mapping[int, int] | None = None,
) -> Shape:
    """The shape with its global cables, of which every two groups have as many; those at switches that have too few, or too
    many, of them are known.
    """
    far: dict[tuple[int, int], list[Cable]] = {pair: [] for pair in combinations(sorted(set(group.values())), 2)}
    for cable in wiring.inside:
        a, b = sorted((group[cable.one], group[cable.other]))
        if a != b and cable.one in ends and cable.other in ends:
            far[a, b].append(cable)
    usual = mode(map(len, far.values()))
    at = Counter(s for cables in far.values() for cable in cables for s in (cable.one, cable.other))
    each_has = mode(at[s] for s in ends)
    legal = {usual}
    if len({at[s] for s in ends}) == 1 and len(numbers := {len(each) for each in far.values()}) == 2:
        legal = numbers  # cables that cannot be shared evenly among the pairs of groups
    difference = found.difference()
    extra = [pair for pair in difference.extra if group[pair[0]] == group[pair[1]] or not ends.issuperset(pair)]
    missing = list(difference.missing)
    notes = [
        Deviation("switches", f"switches: the group of {wiring.names[min(some)]} has {len(some)} instead of {size}")
        for size, some in _unequal(found)
    ]
    for pair, cables in far.items():
        where = "groups of " + " and ".join(wiring.names[min(s for s in group if group[s] == g)] for g in pair)
        lacking = [[s for s in ends if group[s] == g and at[s] < each_has] for g in pair]
        for _ in range(min(legal) - len(cables)):
            if all(len(each) == 1 for each in lacking):
                missing.append((min(lacking[0] + lacking[1]), max(lacking[0] + lacking[1])))
            else:
                notes.append(Deviation("missing", f"missing: a global cable between the {where}"))
        if (excess := len(cables) - max(legal)) <= 0:
            continue
        many = [c for c in cables if at[c.one] > each_has and at[c.other] > each_has]
        many = cables if len(many) < excess else many
        ends_of = [(min(c.one, c.other), max(c.one, c.other)) for c in many]
        if len(many) == excess or len(set(ends_of)) == 1:
            extra += ends_of[:excess]
        else:
            names = tuple(map(wiring.cable_name, many))
            between = tuple((wiring.names[one], wiring.names[other]) for one, other in ends_of)
            words = f"doubled: one of {', '.join(names)} is too many between the {where}"
            notes += [Deviation("doubled", words, names, between)] * excess
    sizes = {**per, "global_cables_between": usual, "global_cables_per_switch": each_has}
    if wiring.hosts:
        sizes["hosts_per_switch"] = mode(wiring.hosts.values())
    choices = len(wiring.switches) * (len(wiring.switches) - 1) / 2
    of_group: Counter[int] = Counter()
    for s in ends:
        of_group[group[s]] += at[s]
    orders = sum(lgamma(n + 1) for n in of_group.values()) - sum(
        lgamma(at[s] + 1) for s in ends
    )  # of groups at the ports
    return Shape(
        kind,
        sizes,
        levels,
        Difference(tuple(extra), tuple(missing)),
        notes=tuple(notes),
        level_of=level_of or {},
        freedom=orders / log(choices),
    )


def _unequal(found: Labelling) -> list[tuple[int, set[int]]]:
    """The labels that more or fewer switches have than the others of their level: how many should, and which do."""
    levels: dict[Hashable, list[set[int]]] = {}
    for label, members in found.members.items():
        levels.setdefault(label[0] if isinstance(label, tuple) else 0, []).append(members)
    usual = [(mode(map(len, some)), some) for some in levels.values()]
    return [(size, each) for size, some in usual for each in some if each and len(each) != size]
