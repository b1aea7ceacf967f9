"""Dragonflies, whose groups are fully meshed, and dragonfly+, whose groups are leaves and spines; global cables join the groups."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from itertools import combinations

from netlemma.graphs.fabrics.shapes import Deviation, Labelling, Shape, clusters, mode, nearest
from netlemma.graphs.fabrics.trees import leaves_of
from netlemma.graphs.fabrics.wiring import Cable, Wiring

FEWEST_GROUPS, FEWEST_SWITCHES = 3, 3


def dragonflies(wiring: Wiring) -> Iterator[Shape]:
    """The dragonflies that a fabric may be."""
    meshed = _meshed(wiring)
    apart = [each for each in meshed if not any(each & other for other in meshed if other is not each)]
    tried = [_completed(wiring, meshed), _completed(wiring, apart)]  # of equal ones the first is taken
    for groups in [meshed, *tried] if len(apart) == len(meshed) else [*tried, meshed]:
        if len(groups) < FEWEST_GROUPS:
            continue
        group = {s: _nearest_with(wiring, s, groups) for s in wiring.switches}
        local = mode(wiring.beside[a][b] for a, b in wiring.between if group[a] == group[b])
        labels: dict[int, Hashable] = dict(group)
        found = Labelling(wiring, labels, lambda label, local=local: {label: local})  # type: ignore[misc]
        per = {"groups": len(groups), "switches_per_group": mode(Counter(group.values()).values())}
        yield _with_globals(wiring, "dragonfly", per, found, group, frozenset(group))
    leaves = leaves_of(wiring)
    spines = frozenset(wiring.switches) - leaves
    pods = clusters({s: frozenset(wiring.beside[s].keys() & leaves) for s in spines})
    if len(pods) >= FEWEST_GROUPS and all(wiring.beside[s].keys() & leaves for s in spines):
        group = nearest(wiring.beside, spines, pods)
        above = [frozenset(s for s in spines if group[s] == g) for g in range(len(pods))]
        group |= nearest(wiring.beside, leaves, above)
        local = mode(len(wiring.between[a, b]) for a, b in wiring.between if (a in leaves) != (b in leaves))
        labels = {s: (s in leaves, group[s]) for s in group}
        found = Labelling(wiring, labels, lambda label: {(not label[0], label[1]): local})  # type: ignore[index]
        counts = Counter(labels.values())
        per = {
            "groups": len(pods),
            "leaves_per_group": mode(counts[True, g] for g in range(len(pods))),
            "spines_per_group": mode(counts[False, g] for g in range(len(pods))),
        }
        level = {s: int(s not in leaves) for s in group}
        yield _with_globals(wiring, "dragonfly+", per, found, group, spines, (len(leaves), len(spines)), level)


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
    """The shape with its global cables, of which every two groups have as many."""
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
    notes = []
    for pair, cables in far.items():
        names = tuple(map(wiring.cable_name, cables))
        where = "groups of " + " and ".join(wiring.names[min(s for s in group if group[s] == g)] for g in pair)
        if len(cables) < min(legal):
            lacking = [[wiring.names[s] for s in ends if group[s] == g and at[s] < each_has] for g in pair]
            between: tuple[tuple[str, str], ...] = (
                ((lacking[0][0], lacking[1][0]),) if all(len(each) == 1 for each in lacking) else ()
            )
            text = f"{between[0][0]}-{between[0][1]}" if between else f"between the {where}"
            notes.append(Deviation("missing", f"missing: a global cable {text}", (), between))
        elif len(cables) > max(legal):
            between = tuple((wiring.names[c.one], wiring.names[c.other]) for c in cables)
            notes.append(
                Deviation(
                    "doubled", f"doubled: one of {', '.join(names)} is too many between the {where}", names, between
                )
            )
    difference = found.difference()
    inner = [pair for pair in difference.extra if group[pair[0]] == group[pair[1]] or not ends.issuperset(pair)]
    sizes = {**per, "global_cables_between": usual, "global_cables_per_switch": each_has}
    if wiring.hosts:
        sizes["hosts_per_switch"] = mode(wiring.hosts.values())
    return Shape(
        kind,
        sizes,
        levels,
        type(difference)(tuple(inner), difference.missing),
        notes=tuple(notes),
        level_of=level_of or {},
    )
