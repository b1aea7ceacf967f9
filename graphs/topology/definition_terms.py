"""Terms of a definition evaluated at many nodes at once, in exact whole numbers.

A number is a Python integer where it is the same at all nodes, and an array otherwise: of 64 bits, or of Python's integers
where a value might not fit. A word is an array with a row of letters for each node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from typing import Any

import numpy as np

from netlemma.base.names import assignments
from netlemma.definitions import Definition, Place, Range, Term
from netlemma.errors import DefinitionError

FITS = 2**62
MOST_BITS = 4096
MOST_STEPS = 1_000_000  # of a sum over a range
Number = Any  # int, or an array of integers

_COMPARED: dict[str, Callable[[Any, Any], Any]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_JOINED: dict[str, Callable[[Any, Any], Any]] = {"+": add, "-": sub, "*": mul, "//": floordiv, "mod": mod}


class Rows:
    """Values of names at many places: sizes, coordinates of nodes (those of destinations with a prime), and names of ranges.

    definition: Whose terms are evaluated; it says where errors are.
    sizes: Of the network.
    columns: Other names; each value is the same in all rows, or an array with one number or word a row.
    count: How many rows there are.
    """

    def __init__(
        self, definition: Definition, sizes: Mapping[str, int], columns: Mapping[str, Any] | None = None, count: int = 1
    ) -> None:
        self.definition, self.sizes, self.columns, self.count = definition, sizes, dict(columns or {}), count

    def select(self, chosen: Any) -> Rows:
        """The rows at some places."""
        columns = {name: each[chosen] if isinstance(each, np.ndarray) else each for name, each in self.columns.items()}
        return Rows(self.definition, self.sizes, columns, len(np.arange(self.count)[chosen]))

    def adding(self, name: str, value: Any) -> Rows:
        """The rows with one more name."""
        return Rows(self.definition, self.sizes, {**self.columns, name: value}, self.count)

    def spread(self, value: Number) -> np.ndarray:
        """A number or a truth as an array with one value a row."""
        if isinstance(value, np.ndarray):
            return value
        kind = bool if isinstance(value, bool) else np.int64 if abs(value) < FITS else object
        return np.full(self.count, value, dtype=kind)

    def shown(self, row: int) -> str:
        """The sizes, and the values of the names in a row."""
        values = {}
        for name, each in self.columns.items():
            if not name:  # numbers of nodes
                continue
            value = each[row] if isinstance(each, np.ndarray) else each
            values[name] = f"({','.join(map(str, value))})" if isinstance(value, np.ndarray) else value
        return " and ".join(filter(None, (assignments(self.sizes), assignments(values))))

    def error(self, place: Place, message: str, wrong: Any = True) -> DefinitionError:
        """An error in the first row in which something is wrong."""
        rows: list[int] = np.flatnonzero(self.spread(wrong)).tolist() if self.count else []
        where = self.shown(rows[0]) if rows else assignments(self.sizes)
        return self.definition.error(place, f"{message} at {where}" if where else message)

    # Terms

    def number(self, term: Term) -> Number:
        """The value of a number."""
        match term.op:
            case "number":
                return term.args[0]
            case "name":
                return self._named(*term.args)
            case "letter":
                return self._letter(term)
            case "+" | "-" | "*" | "/" if any(part.op == "/" for part in term.parts()):
                above, below = self._ratio(term)
                if _any(left := self._joined(term, "mod", above, below) != 0):
                    raise self.error(term.start, f"{term} is no whole number", left)
                return self._joined(term, "//", above, below)
            case "+" | "-" | "*" | "//" | "mod":
                first, second = self.number(term.args[0]), self.number(term.args[1])
                return self._joined(term, term.op, first, second)
            case "floor":
                return self._joined(term, "//", *self._ratio(term.args[0]))
            case "^":
                return self._power(term)
            case "abs":
                return abs(self.number(term.args[0]))
            case "count":
                return self.holds(term.args[0]) * 1
            case "sum" | "min" | "max":
                if isinstance(term.args[0], Range):
                    return self._over(term)
                values = [self.number(each) for each in term.args]
                found = values[0]
                for each in values[1:]:
                    found = _extreme(term.op, found, each)
                return found
        raise AssertionError(term.op)

    def holds(self, term: Term) -> Any:
        """Whether a condition is true; what stands behind ``and`` or ``or`` is asked only where that decides."""
        match term.op:
            case "and" | "or":
                first = self.spread(self.holds(term.args[0])).copy()
                open_ = first if term.op == "and" else ~first
                if open_.any():
                    chosen = np.flatnonzero(open_)
                    part = self if len(chosen) == self.count else self.select(chosen)
                    first[chosen] = part.spread(part.holds(term.args[1]))
                return first
            case "not":
                found = self.holds(term.args[0])
                return ~found if isinstance(found, np.ndarray) else not found
            case "distinct":
                word = np.sort(self.word(term.args[0]), axis=1)
                return (word[:, 1:] != word[:, :-1]).all(axis=1)
            case "all":
                return self._over(term)
        first, second = term.args
        if self.is_word(first):
            one, other = self.word(first), self.word(second)
            same = one.shape == other.shape and (one == other).all(axis=1)
            return self.spread(same) == (term.op == "=")
        (a, b), (c, d) = self._ratio(first), self._ratio(second)
        found = _COMPARED[term.op](self._joined(first, "*", a, d), self._joined(second, "*", c, b))
        return found.astype(bool) if isinstance(found, np.ndarray) else found

    def is_word(self, term: Term) -> bool:
        """Whether a term is a word, and no number."""
        return term.op == "with" or (term.op == "name" and np.ndim(self.columns.get(_key(*term.args), 0)) == 2)

    def word(self, term: Term) -> np.ndarray:
        """The letters of a word, a row of them for each row."""
        if term.op == "name":
            return self.columns[_key(*term.args)]  # type: ignore[no-any-return]
        word, changed, over = term.args
        found = self.word(word).astype(np.int64)
        if over is None:
            self._change(found, changed, slice(None))
        else:
            for part, chosen in self._each(over):
                part._change(found, changed, chosen)
        return found

    def _change(self, found: np.ndarray, changed: tuple[Term, ...], chosen: Any) -> None:
        rows = np.arange(len(found))[chosen]
        for index, new in zip(changed[::2], changed[1::2], strict=True):
            letter = self.number(new)
            if most(letter) >= FITS:
                raise self.error(new.start, f"{new} is too large for a letter")
            found[rows, self._place(index, found.shape[1])] = letter

    def _place(self, index: Term, length: int) -> Number:
        """The column of a letter."""
        place = self.number(index)
        if _any(wrong := (place < 1) | (place > length)):
            first = int(self.spread(place)[np.flatnonzero(self.spread(wrong))[0]]) if self.count else place
            raise self.error(index.start, f"there is no letter {first} in a word of {length}", wrong)
        return place.astype(np.int64) - 1 if isinstance(place, np.ndarray) else place - 1

    def _named(self, name: str, primed: bool) -> Any:
        key = _key(name, primed)
        return self.columns[key] if key in self.columns else self.sizes[key]

    def _letter(self, term: Term) -> Number:
        name, primed, index = term.args
        word = self.columns[_key(name, primed)]
        if not self.count:
            return np.zeros(0, np.int64)
        return word[np.arange(self.count), self._place(index, word.shape[1])].astype(np.int64)

    def _joined(self, term: Term, op: str, first: Number, second: Number) -> Number:
        """The value of an operation on two numbers, in 64 bits where that is enough."""
        if op in ("//", "mod"):
            if _any(wrong := second <= 0 if op == "mod" else second == 0):
                raise self.error(term.start, f"{term} divides by {0 if op == '//' else 'a number below 1'}", wrong)
            bound = max(most(first), most(second))
        else:
            bound = most(first) * most(second) if op == "*" else most(first) + most(second)
        self._bounded(term, bound.bit_length())
        return _narrow(_JOINED[op](*(_wide(each, bound) for each in (first, second))))

    def _power(self, term: Term) -> Number:
        base, exponent = (self.number(each) for each in term.args)
        if _any(wrong := exponent < 0):
            raise self.error(term.start, f"the exponent of {term} is negative", wrong)
        bits = most(base).bit_length() * most(exponent) if most(base) > 1 else 1
        self._bounded(term, bits)
        return _narrow(_wide(base, 2**bits) ** _wide(exponent, 2**bits))

    def _bounded(self, term: Term, bits: int) -> None:
        if bits > MOST_BITS:
            raise self.error(term.start, f"{term} is a number of more than {MOST_BITS} bits")

    def _ratio(self, term: Term) -> tuple[Number, Number]:
        """Numerator and denominator of a fraction; the denominator is above 0."""
        if term.op not in ("+", "-", "*", "/") or not any(part.op == "/" for part in term.parts()):
            return self.number(term), 1
        (a, b), (c, d) = map(self._ratio, term.args)
        if term.op == "/":
            if _any(wrong := c == 0):
                raise self.error(term.start, f"{term} divides by 0", wrong)
            sign = 1 - 2 * (c < 0)
            return self._joined(term, "*", self._joined(term, "*", a, d), sign), self._joined(term, "*", b, abs(c))
        below = self._joined(term, "*", b, d)
        if term.op == "*":
            return self._joined(term, "*", a, c), below
        return self._joined(term, term.op, self._joined(term, "*", a, d), self._joined(term, "*", c, b)), below

    def _over(self, term: Term) -> Number:
        """A sum, minimum or maximum over a range, or whether a condition holds in all of it."""
        over, body = term.args
        is_all = term.op == "all"
        found: Any = np.ones(self.count, bool) if is_all else 0
        seen = np.zeros(self.count, bool)
        for part, chosen in self._each(over):
            if term.op == "sum":
                value = part.number(body)
                if isinstance(chosen, slice):
                    found = self._joined(term, "+", found, value)
                else:
                    more = np.zeros(self.count, dtype=object if most(value) >= FITS else np.int64)
                    more[chosen] = value
                    found = self._joined(term, "+", found, more)
                continue
            if is_all:
                found[chosen] &= part.spread(part.holds(body))
                continue
            value = part.spread(part.number(body))
            if not seen.any():
                found = np.zeros(self.count, dtype=value.dtype)
            old = found[chosen]
            best = np.where(seen[chosen], _extreme(term.op, old, value), value)
            found = found.astype(best.dtype) if found.dtype != best.dtype else found
            found[chosen] = best
            seen[chosen] = True
        if term.op in ("min", "max") and not seen.all():
            raise self.error(term.start, f"{term} has an empty range", ~seen)
        return found

    def _each(self, over: Range) -> Iterator[tuple[Rows, Any]]:
        """For each value of the range: the rows where it is in the range, and which they are."""
        low, high = self.number(over.low), self.number(over.high)
        if not self.count:
            return
        first, last = int(np.min(low)), int(np.max(high))
        if last - first > MOST_STEPS:
            raise self.error(over.low.start, f"{over.name} runs over more than {MOST_STEPS:,} numbers")
        same = not isinstance(low, np.ndarray) and not isinstance(high, np.ndarray)
        for value in range(first, last + 1):
            if same:
                yield self.adding(over.name, value), slice(None)
            elif len(chosen := np.flatnonzero(self.spread((low <= value) & (value <= high)))):
                yield self.select(chosen).adding(over.name, value), chosen


def most(value: Number) -> int:
    """The greatest absolute value."""
    if not isinstance(value, np.ndarray):
        return abs(int(value))
    return max(abs(int(value.max())), abs(int(value.min()))) if value.size else 0


def _key(name: str, primed: bool = False) -> str:
    return f"{name}'" if primed else name


def _any(wrong: Any) -> bool:
    return bool(np.any(wrong))


def _wide(value: Number, bound: int) -> Number:
    """A number with which values up to a bound can be computed."""
    return value.astype(object) if isinstance(value, np.ndarray) and bound >= FITS else value


def _narrow(value: Number) -> Number:
    """A number in 64 bits if it fits."""
    return value.astype(np.int64) if isinstance(value, np.ndarray) and most(value) < FITS else value


def _extreme(op: str, first: Number, second: Number) -> Number:
    """The lesser or the greater of two numbers."""
    if not isinstance(first, np.ndarray) and not isinstance(second, np.ndarray):
        return min(first, second) if op == "min" else max(first, second)
    bound = max(most(first), most(second))
    return (np.minimum if op == "min" else np.maximum)(_wide(first, bound), _wide(second, bound))
