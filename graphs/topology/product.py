"""Cartesian products of factors, built row by row of hops without a loop over nodes; their symmetries, and the parser
of texts such as ``line(4) x ring(5)^2``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby, pairwise
from math import log10, prod
from types import MappingProxyType

import numpy as np

from netlemma.base.names import spelled_like
from netlemma.errors import ProductError, SizeError
from netlemma.graphs.base.limits import refuse_too_large
from netlemma.graphs.topology.factors import FACTOR_KINDS, Factor
from netlemma.graphs.topology.structure import DeviceClass, Label, Network

# Permutations of the nodes of a product that its factors suggest as symmetries; netlemma.graphs.topology.symmetry checks them.


def product_symmetries(factors: Sequence[Factor]) -> list[np.ndarray]:
    """Few generators: for each group of equal factors the symmetry of one copy, and exchanges of the copies.

    A cyclic shift of the copies reaches every copy; where one copy's symmetry does not already move every digit to
    every other (a line), an exchange of two copies is added, so that all orders of the coordinates become alike.

    >>> [p.tolist() for p in product_symmetries([Factor("ring", 2), Factor("line", 2)])]
    [[2, 3, 0, 1], [1, 0, 3, 2]]
    """
    shape = [f.size for f in factors]
    nodes = np.arange(prod(shape), dtype=np.int32).reshape(shape)
    found: list[np.ndarray] = []
    for factor in dict.fromkeys(factors):
        places = [d for d, f in enumerate(factors) if f == factor]
        found.append(np.take(nodes, factor.about.symmetry(factor.size), axis=places[0]).ravel())
        shifts = [places[1:] + places[:1]] if len(places) > 1 else []
        if len(places) > 2 and not factor.transitive:
            shifts.append([places[1], places[0], *places[2:]])
        for shift in shifts:
            axes = list(range(len(factors)))
            for d, e in zip(places, shift, strict=True):
                axes[d] = e
            found.append(np.ascontiguousarray(nodes.transpose(axes)).ravel())
    return found


# Cartesian products of factors, built row by row of hops without a loop over nodes.


Part = tuple[str, int, int]  # factor name, size, exponent
HUGE = 10**18  # larger numbers are as good as this one when a size is refused


def log_product_sizes(parts: Sequence[Part]) -> tuple[float, float]:
    """log10 of the number of nodes and of hops of a product, without building it (exponents may be huge)."""
    parts = [(f, min(k, HUGE), min(e, HUGE)) for f, k, e in parts]
    nodes = sum(e * log10(k) for _, k, e in parts)
    return nodes, nodes + log10(sum(e * FACTOR_KINDS[f].hop_count(k) / k for f, k, e in parts))


def text_of(parts: Sequence[Part]) -> str:
    """The canonical text of a product, e.g. ``line(4) x ring(5)^2``."""
    return " x ".join(f"{f}({k})" + (f"^{e}" if e > 1 else "") for f, k, e in parts)


def build(
    parts: Sequence[Part],
    *,
    family: str = "",
    parameters: dict[str, int] | None = None,
    class_names: Callable[[int], str] = "dimension-{}".format,
) -> Network:
    """The Cartesian product of the factors: in one hop a message moves along one device of one dimension.

    >>> net = build([("line", 4, 1), ("ring", 5, 1)])
    >>> net.family, net.node_count, net.classes, net.labels(7)
    ('line(4) x ring(5)', 20, [('dimension-0', 15), ('dimension-1', 20)], (1, 2))
    """
    for name, size, exponent in parts:
        if size < 2 or exponent < 1:
            raise SizeError(
                f"{name}({size})^{exponent} is no factor: the size must be at least 2, the exponent at least 1"
            )
    if not family:
        parts = [(*key, sum(e for *_, e in group)) for key, group in groupby(parts, key=lambda part: part[:2])]
    refuse_too_large(family or text_of(parts), parameters or {}, *log_product_sizes(parts))
    factors = tuple(Factor(name, size) for name, size, exponent in parts for _ in range(exponent))
    shape = tuple(f.size for f in factors)
    indptr, target, device, counts = _hops(factors, shape)
    names: dict[str, int] = {}
    classes: list[DeviceClass] = []
    class_of = []
    for d, factor in enumerate(factors):
        if class_names(d) not in names:
            names[class_names(d)] = len(names)
            classes.append(DeviceClass(class_names(d), factor.about.kind))
        class_of.append(names[class_names(d)])

    def labels(node: int) -> Label:
        return tuple(int(c) for c in np.unravel_index(node, shape))

    return Network(
        family=family or text_of(parts),
        parameters=dict(parameters or {}),
        indptr=indptr,
        target=target,
        device=device,
        device_classes=tuple(classes),
        device_class=np.repeat(np.array(class_of, dtype=np.int16), counts),
        labels=labels,
        symmetries=lambda: product_symmetries(factors),
        factors=factors,
    )


def _hops(factors: Sequence[Factor], shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[int]]:
    """indptr, target and device of the product and the number of devices of each dimension.

    Seen from dimension d the nodes are an array (before, digit, after); the devices of dimension d are numbered
    (before, after, device of the factor), behind those of lower dimensions.
    """
    count = prod(shape)
    nodes = np.arange(count, dtype=np.int32)
    inside = [f.hops() for f in factors]
    degrees = [np.bincount(h.tail, minlength=f.size) for h, f in zip(inside, factors, strict=True)]
    regular = all((g == g[0]).all() for g in degrees)
    indptr = np.zeros(count + 1, dtype=np.int64)
    if regular:
        indptr[1:] = np.arange(1, count + 1) * sum(int(g[0]) for g in degrees)
    else:
        total = np.zeros(shape, dtype=np.int64)
        for d, g in enumerate(degrees):
            total += g.reshape((-1,) + (1,) * (len(shape) - d - 1))
        np.cumsum(total.ravel(), out=indptr[1:])
    place = indptr[:-1].astype(np.int32)  # where the next hop of each node goes
    target = np.empty(indptr[-1], dtype=np.int32)
    device = np.empty(indptr[-1], dtype=np.int32)
    counts: list[int] = []
    for d, (factor, hops, degree) in enumerate(zip(factors, inside, degrees, strict=True)):
        view = (prod(shape[:d]), factor.size, prod(shape[d + 1 :]))
        number, free = nodes.reshape(view), place.reshape(view)
        rank = (np.arange(len(hops.tail)) - (np.cumsum(degree) - degree)[hops.tail]).astype(np.int32)
        each = factor.about.device_count(factor.size)
        row = np.arange(view[0] * view[2], dtype=np.int32).reshape(view[0], 1, view[2]) * np.int32(each) + np.int32(
            sum(counts)
        )
        where = free[:, hops.tail, :] + rank[:, None]
        target[where] = number[:, hops.head, :]
        device[where] = row + hops.device.astype(np.int32)[:, None]
        free += degree.astype(np.int32)[:, None]
        counts.append(view[0] * view[2] * each)
    return indptr, target, device, counts


# Parser of the text of a product with numbers, such as ``line(4) x ring(5)^2``.


TOKEN = re.compile(r"\s*(?:([A-Za-z][A-Za-z0-9_-]*)|([0-9]+)|(.))", re.S)
MAX_LENGTH, MAX_DIGITS = 1000, 18


def looks_like_product(text: str) -> bool:
    """Whether the text is meant as a product rather than as the name of a family."""
    return any(c in text for c in "(^)")


def size_names(text: str) -> tuple[str, ...]:
    """Names that stand for sizes or exponents in a product text, in the order of their first use.

    >>> size_names("ring(w)^D x line(4) x bus(w)")
    ('w', 'D')
    """
    words = [match.group(0).strip() for match in TOKEN.finditer(text.rstrip())]
    named = (word for before, word in pairwise(words) if before in "(^" and word[0].isalpha() and word.isascii())
    return tuple(dict.fromkeys(named))


def parse_product(text: str, sizes: Mapping[str, int] = MappingProxyType({})) -> list[Part]:
    """(factor, size, exponent) of every factor of a product text.

    >>> parse_product("line(4) x ring(5)^2"), parse_product("line(p)", {"p": 3})
    ([('line', 4, 1), ('ring', 5, 2)], [('line', 3, 1)])
    """
    if len(text) > MAX_LENGTH:
        raise ProductError(f"the product has {len(text)} characters: at most {MAX_LENGTH} are read")
    tokens = [
        (m.group(1) or m.group(2) or m.group(3), m.start(m.lastindex or 0)) for m in TOKEN.finditer(text.rstrip())
    ]
    tokens.append(("end of text", len(text.rstrip())))
    at = 0

    def fail(expected: str) -> ProductError:
        word, where = tokens[at]
        found = word if word == "end of text" else repr(word)
        return ProductError(f"at character {where + 1} of {text!r}: expected {expected}, found {found}")

    def take(expected: str) -> None:
        nonlocal at
        if tokens[at][0] != expected:
            raise fail(repr(expected))
        at += 1

    def number(what: str, minimum: int) -> int:
        nonlocal at
        word, where = tokens[at]
        given = f"{what} {word}"
        if word in sizes:
            word, given = str(sizes[word]), f"{given}={sizes[word]}"
        elif word.isascii() and word[0].isalpha() and at < len(tokens) - 1:
            raise SizeError(f"{text}: {what} {word} is a name, give its value: {word}={minimum}")
        elif not word.isdecimal() or not word.isascii():
            raise fail(f"{what} (a number)")
        if len(word) > MAX_DIGITS:
            raise SizeError(
                f"at character {where + 1} of the product: {what} has {len(word)} digits, at most {MAX_DIGITS} are read"
            )
        if int(word) < minimum:
            raise SizeError(
                f"at character {where + 1} of {text!r}: {given} is too small, it must be at least {minimum}"
            )
        at += 1
        return int(word)

    parts: list[Part] = []
    while True:
        name = tokens[at][0]
        if name not in FACTOR_KINDS:
            near = spelled_like(name, FACTOR_KINDS)
            raise fail("a factor (" + ", ".join(FACTOR_KINDS) + ")" + (f", perhaps {near[0]}" if near else ""))
        at += 1
        take("(")
        size = number("the size", 2)
        take(")")
        exponent = 1
        if tokens[at][0] == "^":
            at += 1
            exponent = number("the exponent", 1)
        parts.append((name, size, exponent))
        if at == len(tokens) - 1:
            return parts
        if tokens[at][0] not in ("x", "×"):
            raise fail("'x' or the end")
        at += 1
