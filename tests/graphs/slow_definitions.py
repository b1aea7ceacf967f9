"""The network of a definition, one node and one term after the other. Slow and obvious."""

from fractions import Fraction
from itertools import product

from netlemma.definitions import Range


class WrongError(Exception):
    """The definition has no network at these sizes."""


def value(term, known):
    """A number, a truth or a word, of whole numbers and fractions."""
    op, args = term.op, term.args
    if op == "number":
        return args[0]
    if op == "name":
        return known[args[0]]
    if op == "letter":
        return known[args[0]][place(whole(value(args[2], known)), known[args[0]])]
    if op == "with":
        word, changed, over = args
        found = list(value(word, known))
        for inner in [known] if over is None else ranged((over,), known):
            for index, new in zip(changed[::2], changed[1::2], strict=True):
                found[place(whole(value(index, inner)), found)] = whole(value(new, inner))
        return tuple(found)
    if op == "distinct":
        word = value(args[0], known)
        return len(set(word)) == len(word)
    if op in ("sum", "min", "max", "all") and isinstance(args[0], Range):
        each = [whole(value(args[1], inner)) for inner in ranged(args[:1], known)]
        if op in ("min", "max") and not each:
            raise WrongError
        return {"sum": sum, "min": min, "max": max, "all": all}[op](each)
    if op in ("and", "or"):
        first = value(args[0], known)
        return value(args[1], known) if first == (op == "and") else first
    given = [value(each, known) for each in args]
    if op in ("min", "max", "abs", "mod", "//", "^"):
        given = [whole(each) for each in given]
    if op in ("/", "//", "mod") and given[1] == 0:
        raise WrongError
    if op == "mod" and given[1] < 0:
        raise WrongError
    if op == "^" and given[1] < 0:
        raise WrongError
    return {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: Fraction(a) / b,
        "//": lambda a, b: a // b,
        "mod": lambda a, b: a % b,
        "^": lambda a, b: a**b,
        "=": lambda a, b: a == b,
        "!=": lambda a, b: a != b,
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
        "min": min,
        "max": max,
        "abs": abs,
        "floor": lambda a: a // 1,
        "not": lambda a: not a,
        "count": int,
    }[op](*given)


def whole(number):
    """A number that is no fraction, or a word."""
    if isinstance(number, Fraction):
        if number.denominator > 1:
            raise WrongError
        return int(number)
    return number


def place(index, word):
    if not 1 <= index <= len(word):
        raise WrongError
    return index - 1


def ranged(ranges, known):
    """The values of all names, for all values of ranges."""
    if not ranges:
        yield known
        return
    for number in range(whole(value(ranges[0].low, known)), whole(value(ranges[0].high, known)) + 1):
        yield from ranged(ranges[1:], {**known, ranges[0].name: number})


def nodes(definition, sizes):
    """Values of the coordinates of each node."""
    found = [dict(sizes)]
    for each in definition.coordinates:
        longer = []
        for known in found:
            low, high = whole(value(each.low, known)), whole(value(each.high, known))
            if each.is_word and (low < 1 or high < 0):
                raise WrongError
            values = product(range(low), repeat=high) if each.is_word else range(low, high + 1)
            longer += [{**known, each.name: one} for one in values]
        found = longer
    return [
        known
        for known in found
        if all(value(c, inner) for over, c in definition.among for inner in ranged(over, known))
    ]


def label(definition, known):
    found = ()
    for each in definition.coordinates:
        found += known[each.name] if each.is_word else (known[each.name],)
    return found


def links(definition, sizes):
    """The class of each link by its ends; those of a two-way link are in order."""
    every = nodes(definition, sizes)
    names = {label(definition, known) for known in every}
    found = {}
    for rule in definition.rules:
        for known in every:
            for inner in ranged(rule.ranges, known):
                if rule.where is not None and not value(rule.where, inner):
                    continue
                end = {
                    c.name: whole(value(term, inner))
                    for c, term in zip(definition.coordinates, rule.target, strict=True)
                }
                tail, head = label(definition, known), label(definition, end)
                if head not in names or head == tail:
                    raise WrongError
                if rule.one_way and (tail, head) in found:
                    raise WrongError
                found.setdefault((tail, head) if rule.one_way else tuple(sorted((tail, head))), rule.class_name)
    return found
