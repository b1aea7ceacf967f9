"""Recognition: the kind of network that a fabric is, and the cables that deviate from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from math import inf
from typing import Any

from netlemma.graphs.fabrics.dragonflies import dragonflies
from netlemma.graphs.fabrics.grids import CLIQUE, LINE, RING, grids
from netlemma.graphs.fabrics.shapes import Deviation, Shape, deviations, wrong_rates
from netlemma.graphs.fabrics.trees import fat_trees
from netlemma.graphs.fabrics.wiring import Cable, Wiring

SHARE = 0.25  # of the cables between switches that may deviate from a shape that nobody asked for
FEW, HALF = 12, 0.5  # deviations of a small fabric, if they are not more than this share of its cables
IRREGULAR = "irregular"
_FACTORS = {"ring": RING, "torus": RING, "line": LINE, "mesh": LINE, "hyperx": CLIQUE, "hypercube": CLIQUE}


def recognise(wiring: Wiring, like: Shape | None = None) -> Shape:
    """The shape with the fewest deviations; of the kind and sizes of another one, if it is given."""
    if not wiring.inside and like is None:
        count = len(wiring.switches)
        kind = "star" if count == 1 else IRREGULAR if count else "hosts without switches"
        return Shape(kind, {"switches": count, "hosts": len(wiring.names) - count})
    found = list[Shape]()
    for each in _shapes(wiring, like, lambda: min((cost(each) + each.freedom for each in found), default=inf)):
        if like is None or each.kind == like.kind:
            found.append(each if like is None else _compared(wiring, each, like))
            if not cost(found[-1]) + each.freedom:
                break
    best = min(found, default=None, key=lambda each: cost(each) + each.freedom)
    if best is None and like is not None:
        other = recognise(wiring)
        words = f"switches: this is {described(other)}, not {described(like)}"
        return replace(other, notes=(*other.notes, Deviation("switches", words)))
    most = max(SHARE * len(wiring.inside), min(FEW, HALF * len(wiring.inside)))
    if best is None or (like is None and cost(best) > most):
        return Shape(IRREGULAR, {})
    known = [(best.kind, best.sizes)]
    rivals = []
    for each in found if like is None and cost(best) else ():
        if cost(each) + each.freedom == cost(best) + best.freedom and (each.kind, each.sizes) not in known:
            known.append((each.kind, each.sizes))
            rivals.append(each)
    return replace(best, rivals=tuple(rivals))


def described(shape: Shape) -> str:
    """Kind and sizes in words."""
    sizes = [
        f"{name.replace('_', ' ')} {'x'.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in shape.sizes.items()
    ]
    return f"{shape.kind}: {', '.join(sizes)}" if sizes else shape.kind


def cost(shape: Shape) -> int:
    """Number of cables that somebody has to plug in, pull out, or both, and of other deviations."""
    kinds = Counter(each.kind for each in shape.notes)
    missing, extra = (kinds.pop(name, 0) for name in ("missing", "doubled"))
    return max(len(shape.difference.missing) + missing, len(shape.difference.extra) + extra) + kinds.total()


def _shapes(wiring: Wiring, like: Shape | None, least: Callable[[], float]) -> Iterator[Shape]:
    wanted = None
    if like is not None and like.kind in _FACTORS:
        sides: Any = like.sizes.get("sides") or (
            [2] * int(like.sizes["n"]) if "n" in like.sizes else [like.sizes["switches"]]
        )
        wanted = _FACTORS[like.kind], tuple(sides)
    if (tree := _tree(wiring)) is not None:
        yield tree
    if wanted is None:
        yield from fat_trees(wiring)
    indirect = 4 * len(wiring.hosts) < 3 * len(wiring.switches)
    if wanted is None and indirect:
        yield from dragonflies(wiring)
    yield from grids(wiring, wanted, least)
    if wanted is None and not indirect:
        yield from dragonflies(wiring)


def _tree(wiring: Wiring) -> Shape | None:
    """A tree or star of switches, if there is one path between any two of them and they are no line."""
    count = len(wiring.switches)
    degrees = [len(each) for each in wiring.beside.values()]
    if len(wiring.inside) != count - 1 or max(degrees) <= 2:
        return None
    depth = {switch: 0 for switch in wiring.switches if len(wiring.beside[switch]) == 1}
    border = list(depth)
    for switch in border:
        for other in wiring.beside[switch]:
            if other not in depth:
                depth[other] = depth[switch] + 1
                border.append(other)
    seen, reached = {wiring.switches[0]}, [wiring.switches[0]]
    for switch in reached:
        reached += [other for other in wiring.beside[switch] if other not in seen]
        seen.update(wiring.beside[switch])
    if len(seen) < count:
        return None
    levels = tuple(list(depth.values()).count(each) for each in range(max(depth.values()) + 1))
    return Shape("star" if max(degrees) == count - 1 else "tree", {"switches": count}, levels, level_of=depth)


def _compared(wiring: Wiring, shape: Shape, like: Shape) -> Shape:
    """A shape with notes on sizes that are not those of another one."""
    notes = list(shape.notes)
    for name in dict.fromkeys([*like.sizes, *shape.sizes]):
        mine, wanted = shape.sizes.get(name), like.sizes.get(name)
        if mine != wanted and wanted is not None and name not in ("k", "taper", "hosts_per_leaf", "hosts_per_switch"):
            notes.append(Deviation("switches", f"switches: {name.replace('_', ' ')} {mine or 0} instead of {wanted}"))
    each: Any = like.sizes.get("hosts_per_leaf") or like.sizes.get("hosts_per_switch")
    ends = [s for s in wiring.switches if not shape.level_of or shape.level_of[s] == 0]
    for switch in ends if each else ():
        if (count := wiring.hosts[switch]) != each:
            notes.append(Deviation("hosts", f"hosts: {wiring.names[switch]} has {count} instead of {each}"))
    return replace(shape, notes=tuple(notes))


def all_deviations(wiring: Wiring, shape: Shape) -> list[Deviation]:
    """What deviates, in words: cables, rates, and numbers of switches and hosts."""
    level: Mapping[int, int] = shape.level_of

    def group(cable: Cable) -> Hashable:
        kinds = [level.get(end, 0) if wiring.switch[end] else -1 for end in (cable.one, cable.other)]
        return tuple(sorted(kinds))

    return [*deviations(wiring, shape.difference), *wrong_rates(wiring, group), *shape.notes]
