"""Fabrics are recognised with names shuffled, and the cables that were swapped or taken out are named."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from netlemma.graphs.fabrics.identity import identity, wiring_of_network
from netlemma.graphs.fabrics.recognition import all_deviations, recognise
from netlemma.graphs.fabrics.wiring import Cable, Wiring
from netlemma.graphs.sources import network

from .damaged_fabrics import GOOD, KINDS, broken, damaged, judged, shuffled

BUILT = {
    "fat tree k=6": ("fat-tree", {"k": 6}, "fat tree", (18, 18, 9)),
    "fat tree k=8": ("fat-tree", {"k": 8}, "fat tree", (32, 32, 16)),
    "leaf-spine": ("k-ary-n-tree", {"k": 8, "n": 2}, "fat tree", (8, 8)),
    "three levels": ("k-ary-n-tree", {"k": 4, "n": 3}, "fat tree", (16, 16, 16)),
    "torus 6x6": ("torus", {"k": 6, "n": 2}, "torus", ()),
    "torus 4x4x4": ("torus", {"k": 4, "n": 3}, "hypercube", ()),
    "torus 5x7": ("rectangular-torus", {"S": (5, 7)}, "torus", ()),
    "mesh 6x6": ("mesh", {"k": 6, "n": 2}, "mesh", ()),
    "hypercube": ("hypercube", {"n": 5}, "hypercube", ()),
    "hyperx": ("hyperx", {"S": (4, 5), "T": 2}, "hyperx", ()),
    "full mesh": ("complete", {"n": 9}, "full mesh", ()),
    "ring": ("ring", {"K": 9}, "ring", ()),
    "line": ("mesh", {"k": 7, "n": 1}, "line", ()),
    "tapered": ("xgft", {"m": (4, 4, 6), "w": (1, 2, 2)}, "fat tree", (24, 12, 4)),
    "parallel cables": ("pgft", {"m": (4, 4), "w": (1, 2), "p": (1, 2)}, "fat tree", (4, 2)),
    "dragonfly+": ("megafly", {"p": 2, "s": 4, "h": 2}, "dragonfly+", (36, 36)),
    "slim fly": ("slim-fly", {"q": 5}, "irregular", ()),
    "dragonfly": ("dragonfly", {"p": 2, "a": 4, "h": 2}, "dragonfly", ()),
}


def built(name):
    family, sizes, *_ = BUILT[name]
    return wiring_of_network(network(family, **sizes))


def ends(cable):
    return cable.one, cable.other


@pytest.mark.parametrize("name", BUILT)
def test_kind_with_names_shuffled(name):
    *_, kind, levels = BUILT[name]
    found = recognise(shuffled(built(name), random.Random(1))[0])
    assert (found.kind, found.levels) == (kind, levels)
    assert not found.difference.size and not found.notes


@pytest.mark.parametrize("kind", KINDS)
def test_damages_of_random_fabrics_are_named(kind):
    case = damaged(kind, 7)
    assert judged(case, identity("fabric", case.wiring).as_json()) in GOOD
    assert judged(case, identity("fabric", case.wiring, case.whole).as_json()) in GOOD


@pytest.mark.long
def test_many_damaged_fabrics():
    said = Counter()
    for seed in range(440):
        case = damaged(list(KINDS)[seed % len(KINDS)], 1000 + seed)
        said[judged(case, identity("fabric", case.wiring).as_json()) in GOOD] += 1
    assert said[True] >= 425, said


def test_the_judge_is_not_content_with_other_cables():
    case = next(each for each in (damaged("torus", seed) for seed in range(9)) if "missing" in each.damages)
    data = identity("fabric", case.wiring).as_json()
    wrong = [each for each in data["deviations"] if each["kind"] != "missing"]
    assert judged(case, data) in GOOD and judged(case, {**data, "deviations": wrong}) not in GOOD
    assert judged(case, {**data, "kind": "mesh"}) not in GOOD


def exchanged(one, other, leaf):
    """Cables from leaf to leaf and from spine to spine instead of two from leaf to spine."""
    (a, p), (s, q) = sorted(((one.one, one.port), (one.other, one.far_port)), key=lambda end: end[0] not in leaf)
    (b, r), (t, u) = sorted(
        ((other.one, other.port), (other.other, other.far_port)), key=lambda end: end[0] not in leaf
    )
    return Cable(a, p, b, r), Cable(s, q, t, u)


def test_deviations_in_words():
    """Two leaves and their spines with two cables exchanged: four ends, two cables, one deviation."""
    wiring = built("leaf-spine")
    leaf = [s for s in wiring.switches if wiring.hosts[s]]
    one, other = next(
        (a, b)
        for a in wiring.inside
        for b in wiring.inside
        if leaf[0] in ends(a) and leaf[1] in ends(b) and len({*ends(a), *ends(b)}) == 4
    )
    cables = [c for c in wiring.cables if c not in (one, other)]
    cables += [*exchanged(one, other, leaf)]
    changed = Wiring(wiring.names, wiring.switch, tuple(cables))
    (found,) = all_deviations(changed, recognise(changed))
    assert found.kind == "swapped" and len(found.cables) == 2
    assert set(found.cables) == {changed.cable_name(each) for each in cables[-2:]}


def test_wrong_rate_is_named():
    wiring = built("leaf-spine")
    cables = [c._replace(rate="4xEDR") for c in wiring.cables]
    slow = next(i for i, c in enumerate(cables) if wiring.switch[c.one] and wiring.switch[c.other])
    cables[slow] = cables[slow]._replace(rate="4xFDR")
    changed = Wiring(wiring.names, wiring.switch, tuple(cables))
    (found,) = all_deviations(changed, recognise(changed))
    assert found.kind == "rate" and found.cables == (changed.cable_name(cables[slow]),)
    assert not all_deviations(wiring, recognise(wiring))


def test_a_missing_core_and_a_missing_spine():
    wiring = built("fat tree k=8")
    core = next(
        s
        for s in wiring.switches
        if len(wiring.beside[s]) == 8 and not wiring.hosts[s] and not any(wiring.hosts[x] for x in wiring.beside[s])
    )
    left = [c for c in wiring.cables if core not in (c.one, c.other)]
    found = recognise(Wiring(wiring.names, tuple(s and i != core for i, s in enumerate(wiring.switch)), tuple(left)))
    assert found.levels == (32, 32, 15) and not found.difference.size
    assert [each.kind for each in found.notes] == ["switches"]


def test_tapered_tree_and_irregular_network():
    names = [*(f"l{i}" for i in range(4)), "s0", "s1", *(f"h{i}" for i in range(24))]
    cables = [Cable(i, 10 + j, 4 + j, i + 1) for i in range(4) for j in range(2)]
    cables += [Cable(6 + h, 1, h % 4, h // 4 + 1) for h in range(24)]
    found = recognise(Wiring(tuple(names), tuple(n[0] != "h" for n in names), tuple(cables)))
    assert (found.kind, found.sizes["taper"], found.levels) == ("fat tree", "3:1", (4, 2))
    draw = random.Random(5)
    some = {tuple(sorted(draw.sample(range(30), 2))) for _ in range(70)}
    net = Wiring(tuple(map(str, range(30))), (True,) * 30, tuple(Cable(a, 1, b, 1) for a, b in sorted(some)))
    assert recognise(net).kind == "irregular"


def test_a_dragonfly_without_one_cable_and_with_a_swapped_one():
    wiring = built("dragonfly")
    for cable in wiring.inside[::17]:
        left = Wiring(wiring.names, wiring.switch, tuple(c for c in wiring.cables if c != cable))
        (found,) = all_deviations(left, recognise(left))
        assert found.kind == "missing" and {*found.between[0]} == {wiring.names[end] for end in ends(cable)}


@pytest.mark.parametrize("sizes, seeds", [({"p": 2, "a": 4, "h": 2}, (1, 6, 23)), ({"p": 1, "a": 6, "h": 3}, (0, 9))])
def test_groups_of_damaged_dragonflies_without_sizes(sizes, seeds):
    """A group with a missing cable, and groups that overlap, are made up from the switches that are left."""
    whole = wiring_of_network(network("dragonfly", **sizes))
    expected = recognise(whole)
    for seed in seeds:
        wiring, _ = shuffled(whole, random.Random(seed))
        cables, _ = broken(wiring, random.Random(seed + 1), kinds=("swapped", "missing"))
        found = recognise(replace(wiring, cables=cables))
        assert (found.kind, found.sizes) == (expected.kind, expected.sizes)


def test_small_groups_of_a_dragonfly_are_told_from_triangles_of_others():
    whole = wiring_of_network(network("dragonfly", p=2, a=3, h=2))
    for seed in range(6):
        wiring, _ = shuffled(whole, random.Random(seed))
        inside = [c for c in wiring.inside if len(set(wiring.beside[c.one]) & set(wiring.beside[c.other])) == 1]
        cut = random.Random(seed).choice(inside)
        found = recognise(Wiring(wiring.names, wiring.switch, tuple(c for c in wiring.cables if c != cut)))
        assert found.kind == "dragonfly" and found.sizes == recognise(whole).sizes
