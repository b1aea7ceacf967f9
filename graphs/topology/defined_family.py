"""Families of networks that a text defines: their nodes and links by plain enumeration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, count
from math import log10
from typing import Any

import numpy as np

from netlemma.base.names import assignments
from netlemma.definitions import Coordinate, Definition, Range, Rule, Term
from netlemma.errors import SizeError
from netlemma.graphs.base.limits import LIMIT, MAX_HOPS, MAX_NODES, about, refuse_too_large, require, title
from netlemma.graphs.topology.definition_terms import FITS, Rows, most
from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.structure import Label, Network, show

MOST_LETTERS = 1000
MOST_CELLS = 400_000_000  # of all columns of the nodes
BLOCK = 1_000_000  # links that are looked at together
MOST_PRUNED = 20_000  # conditions on single letters
COUNTED = 2000  # nodes up to which the links are counted to tell the size of a network
TRIED, TOO_LARGE = 1000, 3
USUAL, LARGEST_USUAL = 12, 200  # sizes measured by default, and their nodes


# Nodes: all values of the coordinates, one coordinate after the other.


def enumerated(definition: Definition, sizes: Mapping[str, int], most_nodes: int = MAX_NODES) -> Rows:
    """A row for each node, in lexicographic order of the coordinates."""
    rows = Rows(definition, sizes)
    left = [(_all(ranges, condition), condition) for ranges, condition in definition.among]
    coordinates = {each.name for each in definition.coordinates}
    known: set[str] = set()
    for coordinate in definition.coordinates:
        known.add(coordinate.name)
        ready = [term for term, _ in left if {name for name, _ in term.names()} & coordinates <= known]
        left = [each for each in left if each[0] not in ready]
        if coordinate.is_word:
            rows = _words(rows, coordinate, ready, most_nodes)
        else:
            rows = _numbers(rows, coordinate, most_nodes)
            for term in ready:
                rows = rows.select(rows.spread(rows.holds(term)))
    if rows.count > most_nodes:
        raise _too_many(rows)
    return rows


def _too_many(rows: Rows) -> SizeError:
    return SizeError(f"{title(rows.definition.name, rows.sizes)} has too many nodes: {LIMIT}")


def _all(ranges: tuple[Range, ...], condition: Term) -> Term:
    """A condition for all values of ranges, as one condition."""
    for each in reversed(ranges):
        condition = Term("all", (each, condition), condition.place)
    return condition


def _numbers(rows: Rows, coordinate: Coordinate, most_nodes: int) -> Rows:
    low, high = (rows.number(each) for each in (coordinate.low, coordinate.high))
    most_rows = 4 * most_nodes
    alike = not isinstance(low, np.ndarray) and not isinstance(high, np.ndarray)
    if alike and rows.count * max(0, high - low + 1) > most_rows:
        raise _too_many(rows)
    many = np.maximum(rows.spread(high) - rows.spread(low) + 1, 0)
    if int(many.sum(dtype=object)) > most_rows:
        raise _too_many(rows)
    index = np.repeat(np.arange(rows.count), many)
    first = np.repeat(np.cumsum(many) - many, many)
    return rows.select(index).adding(coordinate.name, rows.spread(low)[index] + np.arange(len(index)) - first)


def _words(rows: Rows, coordinate: Coordinate, ready: list[Term], most_nodes: int) -> Rows:
    """All words, letter by letter; a beginning that breaks a condition is not continued."""
    definition = rows.definition
    letters, lengths = (rows.number(each) for each in (coordinate.low, coordinate.high))
    if np.any(wrong := lengths < 0):
        raise rows.error(coordinate.high.start, f"{coordinate.name} is a word of fewer than 0 letters", wrong)
    if np.any(wrong := letters < 1):
        raise rows.error(coordinate.low.start, f"{coordinate.name} has no letter to choose from", wrong)
    if not rows.count:
        length = 0
    elif np.min(lengths) != np.max(lengths):
        raise rows.error(coordinate.high.start, f"the words {coordinate.name} are not all of one length")
    else:
        length = int(np.max(lengths))
    if length > MOST_LETTERS or most(letters) >= 2**31:
        raise _too_many(rows)
    tests: dict[int, list[tuple[Term, dict[str, int]]]] = {}
    unlike: dict[int, list[int]] = {}  # the earlier letters that are not equal to a letter
    for term in ready:
        for part, bound in _parts(rows, term, coordinate.name, length):
            if pair := _unlike(rows, part, bound, coordinate.name, length):
                unlike.setdefault(max(pair), []).append(min(pair) - 1)
            else:
                tests.setdefault(_needed(rows, part, bound, coordinate.name, length), []).append((part, bound))
                for size, sooner in _beginnings(rows, part, bound, coordinate, length):
                    tests.setdefault(size, []).append((sooner, bound))
    rows = rows.adding(coordinate.name, np.zeros((rows.count, 0), np.int32))
    for size in range(length + 1):
        if size:
            many = np.broadcast_to(rows.number(coordinate.low), rows.count).astype(np.int64)
            total = int(many.sum())
            if total > 4 * most_nodes or total * (size + len(definition.coordinates)) > MOST_CELLS:
                raise _too_many(rows)
            index = np.repeat(np.arange(rows.count), many)
            letter = np.arange(total) - np.repeat(np.cumsum(many) - many, many)
            rows = rows.select(index)
            word = np.column_stack([rows.columns[coordinate.name], letter.astype(np.int32)])
            rows = rows.adding(coordinate.name, word)
            if size in unlike:
                rows = rows.select((word[:, unlike[size]] != word[:, -1:]).all(axis=1))
        for part, bound in tests.get(size, ()):
            fixed = Rows(definition, sizes={**rows.sizes, **bound}, columns=rows.columns, count=rows.count)
            rows = rows.select(fixed.spread(fixed.holds(part)))
    return rows


def _parts(
    rows: Rows, term: Term, word: str, length: int, bound: Mapping[str, int] | None = None
) -> Iterator[tuple[Term, dict[str, int]]]:
    """Conditions that together are a condition, each with values of the names of ranges; such as each pair of letters that differ."""
    bound = dict(bound or {})
    if term.op == "and":
        for each in term.args:
            yield from _parts(rows, each, word, length, bound)
        return
    if term.op == "distinct" and term.args[0] == Term("name", (word, False)) and length <= 200:
        for i, j in combinations(range(1, length + 1), 2):
            a, b = (Term("letter", (word, False, Term("number", (each,)))) for each in (i, j))
            yield Term("!=", (a, b), term.place), {}
        return
    if term.op == "all":
        over, body = term.args
        alone = Rows(rows.definition, {**rows.sizes, **bound})
        known = {*alone.sizes}
        if all(name in known for side in (over.low, over.high) for name, _ in side.names()):
            low, high = alone.number(over.low), alone.number(over.high)
            if high - low < MOST_PRUNED / max(1, length):
                for value in range(low, high + 1):
                    yield from _parts(rows, body, word, length, {**bound, over.name: value})
                return
    yield term, bound


def _beginnings(
    rows: Rows, term: Term, bound: Mapping[str, int], coordinate: Coordinate, length: int
) -> Iterator[tuple[int, Term]]:
    """What a condition on a sum of letters, or on how many there are of some, says of the beginnings of a word of each length."""
    sides = term.args if term.op in ("=", "<", "<=") else term.args[::-1] if term.op in (">", ">=") else ()
    if term.op == "=" and len(sides) == 2 and sides[0].op != "sum":
        sides = sides[::-1]
    if not sides or sides[0].op != "sum" or any(name == coordinate.name for name, _ in sides[1].names()):
        return
    over, body = sides[0].args
    alone = Rows(rows.definition, {**rows.sizes, **bound})
    own = Term("name", (over.name, False))
    of_one = all(part.args[2] == own for part in body.parts() if part.op == "letter") and all(
        name in (coordinate.name, over.name) or name in alone.sizes for name, _ in body.names()
    )
    plain = body == Term("letter", (coordinate.name, False, own)) or body.op == "count"
    ends = {name for side in (over.low, over.high, coordinate.low) for name, _ in side.names()}
    if not (of_one and plain and ends <= alone.sizes.keys()) or Term("name", (coordinate.name, False)) in body.parts():
        return
    low, high = alone.number(over.low), alone.number(over.high)
    largest = 1 if body.op == "count" else alone.number(coordinate.low) - 1
    for size in range(max(low, 1), min(high, length + 1)):
        part = Term("sum", (over._replace(high=Term("number", (size,))), body))
        yield size, Term("<=", (part, sides[1]), term.place)
        if term.op == "=":
            rest = Term("number", (largest * (high - size),))
            yield size, Term(">=", (Term("+", (part, rest)), sides[1]), term.place)


def _unlike(rows: Rows, term: Term, bound: Mapping[str, int], word: str, length: int) -> tuple[int, int] | None:
    """Which two letters of a word a condition says are not equal."""
    if term.op != "!=" or any(side.op != "letter" or side.args[:2] != (word, False) for side in term.args):
        return None
    alone = Rows(rows.definition, {**rows.sizes, **bound})
    places = [side.args[2] for side in term.args]
    if not all(name in alone.sizes for place in places for name, _ in place.names()):
        return None
    i, j = (alone.number(place) for place in places)
    return (i, j) if 1 <= i <= length and 1 <= j <= length and i != j else None


def _needed(rows: Rows, term: Term, bound: Mapping[str, int], word: str, length: int) -> int:
    """How many letters of a word a condition looks at."""
    found = 0
    alone = Rows(rows.definition, {**rows.sizes, **bound})
    for part in term.parts():
        if part.op == "name" and part.args == (word, False):
            return length
        if part.op == "letter" and part.args[:2] == (word, False):
            index = part.args[2]
            if not all(name in alone.sizes for name, _ in index.names()):
                return length
            place = alone.number(index)
            if not 1 <= place <= length:
                return length
            found = max(found, place)
    return found


class NodeIndex:
    """Numbers of nodes by their coordinates."""

    def __init__(self, table: np.ndarray) -> None:
        self.low = table.min(axis=0)
        self.span = table.max(axis=0) - self.low + 1
        self.ranks: dict[int, np.ndarray] = {}
        key, bound = np.zeros(len(table), np.int64), 1
        for column in range(table.shape[1]):
            span = int(self.span[column])
            if bound * span >= FITS:
                self.ranks[column], key = np.unique(key, return_inverse=True)
                bound = len(self.ranks[column])
            bound *= span
            key = key * span + (table[:, column] - self.low[column])
        self.order = np.argsort(key, kind="stable")
        self.keys = key[self.order]

    def of(self, columns: list[Any], count: int) -> np.ndarray:
        """The number of each node, -1 where there is none with these coordinates."""
        key, known = np.zeros(count, np.int64), np.ones(count, bool)
        for column, values in enumerate(columns):
            span = int(self.span[column])
            values = values - int(self.low[column])
            known &= (values >= 0) & (values < span)
            if column in self.ranks:
                key, found = _found(self.ranks[column], key)
                known &= found
            key = key * span + np.where(known, values, 0).astype(np.int64)
        place, found = _found(self.keys, key)
        return np.where(known & found, self.order[place], -1)


def _found(table: np.ndarray, key: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The place of each key in a table in order, and whether it is there."""
    place = np.minimum(np.searchsorted(table, key), len(table) - 1)
    return place, table[place] == key


# Links: from each node, for all values of the ranges.


def expanded(rows: Rows, ranges: tuple[Range, ...]) -> Iterator[Rows]:
    """The rows for all values of ranges, in blocks."""
    if not ranges or not rows.count:
        for start in range(0, rows.count, BLOCK):
            yield rows if rows.count <= BLOCK else rows.select(slice(start, start + BLOCK))
        return
    over = ranges[0]
    low, high = rows.spread(rows.number(over.low)), rows.spread(rows.number(over.high))
    many = np.maximum(high - low + 1, 0)
    if most(many) > 4 * MAX_HOPS:
        raise rows.error(
            over.low.start, f"{over.name} runs over more than {4 * MAX_HOPS:,} numbers", many == most(many)
        )
    ends = np.cumsum(many.astype(np.int64))
    start = 0
    while start < rows.count:
        before = int(ends[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + BLOCK, side="right")))
        part = rows.select(slice(start, stop))
        each = many[start:stop].astype(np.int64)
        index = np.repeat(np.arange(part.count), each)
        value = low[start:stop][index] + np.arange(len(index)) - np.repeat(np.cumsum(each) - each, each)
        yield from expanded(part.select(index).adding(over.name, value), ranges[1:])
        start = stop


def columns_of(rows: Rows, definition: Definition, terms: tuple[Term, ...]) -> list[Any]:
    """The numbers and letters of nodes, in order."""
    found: list[Any] = []
    for coordinate, term in zip(definition.coordinates, terms, strict=True):
        if coordinate.is_word:
            found += list(rows.word(term).T)
        else:
            found.append(rows.spread(rows.number(term)))
    return found


def _links(rows: Rows, rule: Rule, index: NodeIndex, own: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Tails and heads of the links of a rule."""
    definition, tails, heads = rows.definition, [], []
    seen = links = 0
    for part in expanded(rows.adding("", own), rule.ranges):
        seen += part.count
        share = (int(part.columns[""][-1]) + 1) / len(own) if part.count else 1
        require("links of a definition", title(definition.name, rows.sizes), seen / share, nodes=len(own))
        if rule.where is not None:
            part = part.select(part.spread(part.holds(rule.where)))
        if not part.count:
            continue
        tail = part.columns.pop("")
        head = index.of(columns_of(part, definition, rule.target), part.count)
        if (head < 0).any():
            first = int(np.flatnonzero(head < 0)[0])
            target = tuple(int(each[first]) for each in columns_of(part, definition, rule.target))
            raise part.error(
                rule.target[0].start, f"a link {rule.class_name} leads to {show(target)}, which is no node,", head < 0
            )
        if (head == tail).any():
            raise part.error(
                rule.target[0].start, f"a link {rule.class_name} leads from a node to itself", head == tail
            )
        tails.append(tail)
        heads.append(head)
        links += len(tail)
        refuse_too_large(definition.name, rows.sizes, log10(len(own)), log10(max(links, links / share / 2, 1)))
    return np.concatenate(tails or [own[:0]]), np.concatenate(heads or [own[:0]])


def _twice(
    definition: Definition,
    sizes: Mapping[str, int],
    table: np.ndarray,
    found: list[tuple[Rule, np.ndarray, np.ndarray]],
) -> None:
    """Refuse a one-way link that is written twice."""
    rules = np.repeat(np.arange(len(found)), [len(tail) for _, tail, _ in found])
    key = np.concatenate([tail * len(table) + head for _, tail, head in found])
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero(key[order[1:]] == key[order[:-1]])
    if len(same):
        first, second = order[same[0]], order[same[0] + 1]
        tail, head = (show(tuple(table[each].tolist())) for each in divmod(int(key[first]), len(table)))
        rule, other = found[rules[second]][0], found[rules[first]][0]
        by = f"first in line {other.place.line}" if other is not rule else "for two values of its range"
        raise definition.error(rule.place, f"the link {tail}->{head} is written twice ({by}) at {assignments(sizes)}")


def _apart(nodes: int, tail: np.ndarray, head: np.ndarray, one_way: bool) -> tuple[int | None, bool]:
    """A node that no path joins to the first one, None if there is none, and whether it is a path back that is missing."""
    joined = _joined(nodes, tail, head)
    if lost := np.flatnonzero(joined != joined[0])[:1].tolist():
        return lost[0], False
    if one_way and (np.bincount(tail, minlength=nodes) != np.bincount(head, minlength=nodes)).any():
        for back, (start, end) in enumerate(((tail, head), (head, tail))):
            if lost := np.flatnonzero(~_reached(nodes, start, end))[:1].tolist():
                return lost[0], bool(back)
    return None, False  # with as many links to each node as from it, there is a path back along each link


def _joined(nodes: int, tail: np.ndarray, head: np.ndarray) -> np.ndarray:
    """For each node the least one that links join to it, whichever way they lead."""
    least = np.arange(nodes)
    while len(tail):
        a, b = least[tail], least[head]
        apart = a != b
        tail, head, a, b = (each[apart] for each in (tail, head, a, b))
        np.minimum.at(least, np.maximum(a, b), np.minimum(a, b))
        while not np.array_equal(least, further := least[least]):
            least = further
    return least


def _reached(nodes: int, tail: np.ndarray, head: np.ndarray) -> np.ndarray:
    """Which nodes paths lead to from the first one."""
    order = np.argsort(tail, kind="stable")
    target = head[order]
    start = np.concatenate([[0], np.cumsum(np.bincount(tail, minlength=nodes))])
    seen = np.zeros(nodes, bool)
    seen[0] = True
    new = np.zeros(1, np.int64)
    while len(new):
        many = start[new + 1] - start[new]
        hops = np.repeat(start[new] - (np.cumsum(many) - many), many) + np.arange(int(many.sum()))
        new = np.unique(target[hops])
        new = new[~seen[new]]
        seen[new] = True
    return seen


@lru_cache(maxsize=64)
def _small(definition: Definition, *sizes: int) -> Network:
    return build_defined(definition, dict(zip(definition.sizes, sizes, strict=True)))


def build_defined(definition: Definition, sizes: dict[str, int]) -> Network:
    """The network of legal sizes."""
    rows = enumerated(definition, sizes)
    if not rows.count:
        raise definition.error(
            definition.coordinates[0].low.start, f"there are no nodes at {assignments(sizes)}".removesuffix(" at ")
        )
    if rows.count == 1 and definition.terminals is None:
        raise SizeError(f"{definition.name} {assignments(sizes)} has a single node: a network has at least two")
    own = [Term("name", (each.name, False)) for each in definition.coordinates]
    table = np.column_stack(columns_of(rows, definition, tuple(own)))
    index, numbers = NodeIndex(table), np.arange(rows.count)
    found = []
    for rule in definition.rules:
        found.append((rule, *_links(rows, rule, index, numbers)))
        hops = sum(len(tail) for _, tail, _ in found)
        refuse_too_large(definition.name, sizes, log10(rows.count), log10(max(hops, 1)))
    if definition.one_way:
        _twice(definition, sizes, table, found)
    tail, head = (np.concatenate([each[side] for each in found]) for side in (1, 2))
    lost, back = _apart(rows.count, tail, head, definition.one_way)
    if lost is not None:
        a, b = (show(tuple(table[each].tolist())) for each in ((lost, 0) if back else (0, lost)))
        none = next((rule for rule, tails, _ in found if not len(tails)), None)
        place = (none or definition.rules[0]).place
        hint = f"; there is no link {none.class_name}: what its line says holds for no node" if none else ""
        raise definition.error(
            place, f"the network falls apart at {assignments(sizes)}: no path leads from {a} to {b}{hint}"
        )
    ends, carriers = _ends(rows, definition)
    made = simple_network(
        rows.count,
        [Links(rule.class_name, tail, head) for rule, tail, head in found],
        _labels(table),
        one_way=definition.one_way,
        terminals=ends,
        carriers=carriers,
    )
    return replace(made, definition=definition)


def _ends(rows: Rows, definition: Definition) -> tuple[int, np.ndarray | None]:
    """How many ends are on a node, and the nodes that have them; None if all have."""
    given = definition.terminals
    if given is None:
        return 0, None
    carriers = None
    if given.where is not None:
        carriers = np.flatnonzero(rows.spread(rows.holds(given.where)))
        rows = rows.select(carriers)
    number = rows.number(given.number)
    if np.any(wrong := number < 1):
        raise rows.error(given.number.start, "a node has at least 1 end, or none by where, not fewer", wrong)
    if np.min(number, initial=most(number)) != np.max(number, initial=0):
        raise rows.error(
            given.number.start, "all nodes with ends have the same number of them", number != np.min(number)
        )
    each = most(number)
    if each * rows.count < 2:
        raise rows.error(given.number.start, f"messages run between at least 2 ends, not {each * rows.count},")
    refuse_too_large(definition.name, rows.sizes, log10(each * rows.count), log10(each * rows.count))
    return each, carriers


def _labels(table: np.ndarray) -> Callable[[int], Label]:
    return lambda node: tuple(table[int(node)].tolist())


# Families.


def _log_sizes(definition: Definition, sizes: dict[str, int]) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of hops; of hops as many as nodes for networks that are not small."""
    box, is_all = _log_box(definition, sizes)
    if is_all and box > log10(COUNTED) and definition.terminals is None:
        return box, box
    try:
        rows = enumerated(definition, sizes)
    except SizeError:
        box = max(box, log10(MAX_NODES) + 1)
        if not definition.among:
            return box, box
        raise SizeError(
            f"{title(definition.name, sizes)} has about {about(box)} nodes before the conditions on them: "
            f"at most {4 * MAX_NODES:,} can be looked at, and {LIMIT}"
        ) from None
    if rows.count <= COUNTED:
        net = _small(definition, *sizes.values())
        return log10(net.node_count), log10(max(net.hop_count, 1))
    ends, carriers = _ends(rows, definition)
    nodes = rows.count + ends * (rows.count if carriers is None else len(carriers))
    return log10(nodes), log10(nodes)


def _log_box(definition: Definition, sizes: Mapping[str, int]) -> tuple[float, bool]:
    """Log10 of the number of all values of the coordinates whose bounds follow from the sizes alone, and whether these are the nodes."""
    rows, found, is_all = Rows(definition, sizes), 0.0, not definition.among
    for each in definition.coordinates:
        if {name for side in (each.low, each.high) for name, _ in side.names()} <= sizes.keys():
            low, high = rows.number(each.low), rows.number(each.high)
            found += min(high, HUGE) * log10(max(low, 1)) if each.is_word else log10(max(high - low + 1, 1))
        else:
            is_all = False
    return found, is_all


def _illegal(definition: Definition, sizes: Mapping[str, int]) -> str:
    """The first condition that sizes break; "" if they are legal."""
    for condition in definition.conditions:
        if not np.all(Rows(definition, sizes).holds(condition)):
            return f"{condition} does not hold"
    return ""


def _steps(definition: Definition, total: int) -> Iterator[dict[str, int]]:
    """Sizes that together are some number above the least ones."""

    def parted(total: int, parts: int) -> Iterator[tuple[int, ...]]:
        if parts <= 1:
            yield (total,) * parts
            return
        for first in range(total, -1, -1):
            for rest in parted(total - first, parts - 1):
                yield (first, *rest)

    for more in parted(total, len(definition.sizes)):
        yield {name: least + each for (name, least), each in zip(definition.least.items(), more, strict=True)}


def _usual(definition: Definition) -> list[dict[str, int]]:
    """The smallest legal sizes, with at most some hundred nodes each."""
    found: list[dict[str, int]] = []
    tried = large = 0  # large: how many times in a row all legal sizes had too many nodes
    for total in count() if definition.sizes else (0,):
        legal = [sizes for sizes in _steps(definition, total) if not _illegal(definition, sizes)]
        fits = [sizes for sizes in legal if _has_nodes(definition, sizes)]
        found += fits
        large = 0 if fits else large + bool(legal)
        tried += len(legal) + 1
        if len(found) >= USUAL or large == TOO_LARGE or tried > TRIED:
            break
    return found[:USUAL]


def _has_nodes(definition: Definition, sizes: dict[str, int]) -> bool:
    """Whether the network of some sizes is no single node, and not large."""
    try:
        nodes = enumerated(definition, sizes, LARGEST_USUAL).count
    except SizeError:
        return False
    return nodes != 1 or definition.terminals is not None


@lru_cache(maxsize=64)
def defined_family(definition: Definition) -> Family[Network]:
    """The family that a text defines; its smallest networks are built, so that errors in it show at once.

    Raises
    ------
    DefinitionError
        If it defines no networks: at one of the smallest sizes a link leaves the nodes, the network falls apart, ...

    >>> from netlemma.definitions import read_definition
    >>> rails = "link rung: (x, y) - (x, 1-y)\\nlink rail: (x, y) - (x+1, y) where x+1 < n"
    >>> family = defined_family(read_definition(f"family ladder\\nsizes n >= 2\\nnode x: 0..n-1, y: 0..1\\n{rails}"))
    >>> family.default_sizes[:2], family.build(n=3).classes
    (({'n': 2}, {'n': 3}), [('rung', 3), ('rail', 4)])
    """
    names = definition.sizes
    if definition.terminals is not None and (
        own := [each for each in definition.rules if each.class_name == "terminal"]
    ):
        raise definition.error(
            own[0].place, "terminal is the class of the links to ends: give these links another name"
        )
    usual = _usual(definition)
    if not usual:
        place = definition.conditions[0].start if definition.conditions else definition.coordinates[0].low.start
        raise definition.error(place, f"no size with at most {LARGEST_USUAL} nodes is found among the smallest ones")

    def make(**sizes: int) -> Network:
        return build_defined(definition, sizes)

    def log_sizes(**sizes: int) -> tuple[float, float]:
        return _log_sizes(definition, sizes)

    for sizes in usual:
        _small(definition, *sizes.values())
    return Family(
        name=definition.name,
        parameters=tuple(Parameter(name, definition.least[name], "a size") for name in names),
        classes=(*definition.classes, *(("terminal",) if definition.terminals else ())),
        summary=f"as {definition.source} defines it",
        make=make,
        log_sizes=log_sizes,
        default_sizes=tuple(usual),
        illegal=lambda **sizes: _illegal(definition, sizes),
    )
