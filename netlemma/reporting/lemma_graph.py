"""Layout of the dependency graph of lemmas: one family below the other, each lemma to the right of those that it
uses.
"""

from collections.abc import Mapping, Sequence
from typing import Any

COLUMNS, WIDTH, GAP, ROW = 3, 330, 45, 30
HEIGHT, HEADING = 24, 34
MARKS = {"proved": "✓", "argued": "≈", "enumerated": "?", "fails": "✗", "agrees": "?", "unknown": "?"}
Lemma = Mapping[str, Any]


def lemma_layers(uses: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """For each lemma, the length of the longest chain of lemmas that it uses.

    >>> lemma_layers({"a": [], "b": ["a"], "c": ["b", "a"]})
    {'a': 0, 'b': 1, 'c': 2}
    """
    found: dict[str, int] = {}

    def layer(key: str) -> int:
        if key not in found:
            found[key] = max((layer(each) + 1 for each in uses[key] if each in uses), default=0)
        return found[key]

    return {key: layer(key) for key in uses}


def lemma_graph(lemmas: Sequence[Lemma]) -> dict[str, Any]:
    """The data of the template ``lemma_graph.svg``: edges, nodes with their strength or failure, and headings."""
    place, height, headings = _placed(lemmas)
    return {
        "width": COLUMNS * WIDTH + (COLUMNS - 1) * GAP,
        "height": height,
        "headings": headings,
        "edges": [_edge(place[used], place[each["key"]]) for each in lemmas for used in each["uses"] if used in place],
        "nodes": [(each, _status(each), *place[each["key"]]) for each in lemmas],
        "node_size": (WIDTH, HEIGHT),
        "marks": MARKS,
    }


def _placed(lemmas: Sequence[Lemma]) -> tuple[dict[str, tuple[int, int]], int, list[tuple[str, int]]]:
    """The corner of each lemma, the height of all, and where the names of families stand."""
    layer = lemma_layers({each["key"]: each["uses"] for each in lemmas})
    joined = {used for each in lemmas for used in each["uses"]} | {each["key"] for each in lemmas if each["uses"]}
    families: dict[str, list[str]] = {}
    for each in lemmas:
        families.setdefault(each["family"], []).append(each["key"])
    place, headings, top = {}, [], 0
    for family, keys in families.items():
        headings.append((family, top + 18))
        top += HEADING
        filled = [0] * COLUMNS
        for key in (key for key in keys if key in joined):
            column = min(layer[key], COLUMNS - 1)
            place[key] = (column * (WIDTH + GAP), top + filled[column] * ROW)
            filled[column] += 1
        top += max(filled) * ROW
        alone = [key for key in keys if key not in joined]
        for number, key in enumerate(alone):
            place[key] = (number % COLUMNS * (WIDTH + GAP), top + number // COLUMNS * ROW)
        top += -(-len(alone) // COLUMNS) * ROW + 10
    return place, top, headings


def _edge(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, ...]:
    """Where a curve begins and ends, with its control points between."""
    x, y, u, v = start[0] + WIDTH, start[1] + HEIGHT // 2, end[0], end[1] + HEIGHT // 2
    bend = max(GAP, abs(u - x) // 2)
    return x, y, x + bend, y, u - bend, v, u, v


def _status(lemma: Lemma) -> str:
    """The strength of a lemma that holds, and otherwise its verdict."""
    verdict = lemma["verdict"]["verdict"]
    return str(lemma["strength"] if verdict == "holds" else verdict)
