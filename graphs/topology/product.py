"""Cartesian products of factors, built row by row of hops without a loop over nodes."""

from collections.abc import Callable, Sequence
from itertools import groupby
from math import log10, prod

import numpy as np

from netlemma.graphs.base.errors import SizeError
from netlemma.graphs.base.limits import refuse_too_large
from netlemma.graphs.topology.automorphisms import product_symmetries
from netlemma.graphs.topology.devices import DeviceClass, Label
from netlemma.graphs.topology.factors import FACTOR_KINDS, Factor
from netlemma.graphs.topology.structure import Network

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

    Parameters
    ----------
    parts : Sequence of Part
        (factor, size, exponent) of each factor, dimension 0 first.
    family : str, default ''
        Name of the family; if empty, the text of the product.
    parameters : dict of str to int, optional
        Sizes of the family.
    class_names : Callable, default 'dimension-{}'.format
        Function from a dimension to the class of its devices.

    Returns
    -------
    Network
        The network.

    Raises
    ------
    SizeError
        If the network would be too large to build, or a size is below 2.

    Examples
    --------
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
