"""Judges of constructions: connections of nodes in the paper's words, compared with explicit networks node by node."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations_with_replacement, product

import sympy
from sympy.core.relational import Relational

from netlemma.checks.claims.evidence import ClaimedValue, agree
from netlemma.checks.claims.judgement import Judgement
from netlemma.checks.claims.statements.formulas import FormulaSample, at_samples, by_cases
from netlemma.checks.claims.statements.reed1982.counts import explicit_devices
from netlemma.checks.claims.statements.reed1982.networks import DUAL, sizes_of
from netlemma.checks.claims.theorems import follows
from netlemma.checks.formula.condition import parse_condition
from netlemma.checks.formula.formula import parse_formula
from netlemma.derive.algebra.expressions.notation import parameter
from netlemma.derive.core.claim import Reading
from netlemma.derive.core.domain import Size

Pairs = set[tuple[tuple[int, ...], tuple[int, ...]]]
LARGEST = 100  # nodes of the networks whose pairs of nodes are all looked at
LARGEST_SPLIT = 260  # nodes of the dual bus hypercubes that may fall apart
w, D = parameter("w", 2), parameter("D", 2)
GRIDS = [{"w": a, "D": b} for b in range(2, 9) for a in range(2, 17) if a**b <= LARGEST_SPLIT]


def connected_pairs(family: str, size: Size) -> Pairs:
    """All ordered pairs of different nodes with a device in common, by label.

    Parameters
    ----------
    family : str
        Name of the family.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    Pairs
        Pairs of labels.
    """
    net = explicit_devices(family, size)
    hops = zip(net.origin.tolist(), net.target.tolist(), strict=True)
    return {(net.labels(a), net.labels(b)) for a, b in hops if a != b}


@by_cases
def adjacency(reading: Reading, family: str, words: str) -> Iterator[ClaimedValue]:
    """The connections of nodes in words: exactly those of the explicit networks, at the sizes of the statement."""
    for size in sizes_of(family, 24, LARGEST):
        claimed, true = PAIRS[words](reading, size), connected_pairs(family, size)
        if claimed is not None:
            a, b, said = min(((*pair, pair in claimed) for pair in claimed ^ true), default=((), (), True))
            states = ("not connected", "connected")
            yield ClaimedValue(size, f"{a} and {b} are {states[said]}", states[not said], same=claimed == true)


def both_ways(pairs: Iterable[tuple[tuple[int, ...], tuple[int, ...]]]) -> Pairs:
    """The pairs in either order, without those of a node with itself."""
    return {pair for a, b in pairs for pair in ((a, b), (b, a)) if a != b}


def ring_pairs(reading: Reading, size: Size) -> Pairs:
    """Node k and its neighbour in the words, in both directions.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    Pairs
        Pairs of labels.
    """
    after, before = (parse_formula(reading.says[name], ["k", "K"]) for name in ("after", "before"))
    values = [(k, f.evaluate({"k": k, **size})) for k in range(size["K"]) for f in (after, before)]
    return both_ways({((k,), (int(v),)) for k, v in values})  # type: ignore[arg-type]


def cube_pairs(reading: Reading, size: Size) -> Pairs:
    """Nodes of the rows that the words connect, whose columns differ at most in the named digit.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    Pairs
        Pairs of labels.
    """
    row, digit = (parse_formula(reading.says[name], ["i", "M"]) for name in ("row", "digit"))
    radix, rows = size["R"], size["M"]
    found = set()
    for i, j in product(range(rows), range(radix**rows)):
        at = {"i": i, "M": rows}
        place = radix ** int(digit.evaluate(at))  # type: ignore[arg-type]
        rest = j - j // place % radix * place
        found |= {((i, j), (int(row.evaluate(at)), rest + x * place)) for x in range(radix)}  # type: ignore[arg-type]
    return both_ways(found)


def butterfly_pairs(reading: Reading, size: Size) -> Pairs | None:
    """The indirect binary n-cube: stage i joins box j to boxes j and j with bit i inverted, in the next stage.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    Pairs or None
        Pairs of labels; None if the words do not cover the size.
    """
    if size["R"] != int(reading.says["R"]):
        return None
    stages = size["M"]
    after = {
        ((i, j), ((i + 1) % stages, j ^ bit << i)) for i in range(stages) for j in range(2**stages) for bit in (0, 1)
    }
    return both_ways(after)


def cycles_pairs(reading: Reading, size: Size) -> Pairs:
    """The two ring neighbours at its vertex, and the node in the same ring position at the vertex across a dimension.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    size : mapping from str to int
        Size of the network, by parameter name.

    Returns
    -------
    Pairs
        Pairs of labels.
    """
    steps = [int(step) for step in reading.says["ring"].split()]
    position = parse_formula(reading.says["cube"], ["p", "D"])
    D, found = size["D"], set()
    for p, v in product(range(D), range(2**D)):
        found |= {((p, v), ((p + step) % D, v)) for step in steps}
        found.add(((p, v), (int(position.evaluate({"p": p, "D": D})), v ^ 1 << p)))  # type: ignore[arg-type]
    return both_ways(found)


PAIRS: Mapping[str, Callable[[Reading, Size], Pairs | None]] = {
    "next nodes": ring_pairs,
    "digits of rows": cube_pairs,
    "bits of boxes": butterfly_pairs,
    "rings at vertices": cycles_pairs,
}


def second_directions(size: Size) -> list[set[int]]:
    """The dimensions that the second buses of each hyperplane span."""
    net = explicit_devices(DUAL, size)
    found: list[set[int]] = [set() for _ in range(size["w"])]
    for device in net.devices:
        if device.class_name == "bus-other":
            digits = list(zip(*(net.labels(node) for node in device.nodes), strict=True))
            (dimension,) = (d for d, values in enumerate(digits) if len(set(values)) > 1)
            found[digits[0][0]].add(dimension)
    return found


@at_samples
def same_direction() -> Iterator[FormulaSample]:
    """The second buses of the nodes with one first coordinate lie in so many dimensions."""
    for size in sizes_of(DUAL):
        yield from (FormulaSample(size, {}, len(dimensions), of=size) for dimensions in second_directions(size))


def _equivalent(printed: str, known: Relational) -> bool:
    """Whether a printed relation on w and D is a known one."""
    relation = parse_condition(printed).to_sympy({x.name: x for x in known.free_symbols})
    return isinstance(relation, Relational) and follows(relation, known) and follows(known, relation)


def can_be_connected(size: Size) -> bool:
    """Whether some choice of directions for the hyperplanes connects all nodes (hyperplanes may be renamed)."""
    w, D = size["w"], size["D"]
    return any(_connected(w, D, chosen) for chosen in combinations_with_replacement(range(1, D), w))


def _connected(w: int, D: int, directions: tuple[int, ...]) -> bool:
    start = (0,) * D
    seen, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        for d in (0, directions[node[0]]):
            for x in range(w):
                other = (*node[:d], x, *node[d + 1 :])
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return len(seen) == w**D


def repeats(size: Size) -> bool:
    """Whether two hyperplanes of the explicit network have the same direction."""
    found = [min(dimensions) for dimensions in second_directions(size)]
    return len(set(found)) < len(found)


TRUTHS: Mapping[str, tuple[Callable[[Size], bool], Iterable[Size]]] = {
    "all nodes can be connected": (can_be_connected, GRIDS),
    "a direction repeats": (repeats, [size for size in GRIDS if size["w"] >= size["D"] - 1]),
}


def decided_by(reading: Reading, yes: str, no: str, known: str, because: str) -> Judgement:
    """Judge a printed condition that is compared with the truth at small sizes, and with the condition that decides it.

    Parameters
    ----------
    reading : Reading
        Reading to judge.
    yes : str
        Name of the truth.
    no : str
        Words for its opposite.
    known : str
        Condition that decides it.
    because : str
        Reason why it does.

    Returns
    -------
    Judgement
        Verdict with its evidence.
    """
    condition, right = parse_condition(reading.says["condition"]), parse_condition(known).to_sympy({"w": w, "D": D})
    truth, sizes = TRUTHS[yes]
    words = {True: yes, False: no}
    cases = [ClaimedValue(size, words[condition.holds(size)], words[truth(size)]) for size in sizes]
    same = isinstance(right, Relational) and _equivalent(reading.says["condition"], right)
    remark = f"decides it at the {len(cases)} sizes tried; not shown for the others"
    return agree(cases, f"argued: {because}" if same else "", sympy.sstr(right), remark)
