"""Multicube: an r-ary f-cube, each dimension made of one-way rings (Johnson and Goodman 1991, section 3.1).

Rings may have one size r in all dimensions, or a list of sizes, one for each dimension.
"""

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

import numpy as np

from netlemma.errors import SizeError
from netlemma.graphs.topology.family import Parameter, RingFamily
from netlemma.graphs.topology.product import HUGE
from netlemma.graphs.topology.ring_structure import BuiltInRouting, Grow, RingNetwork, acts_on_digits

NAME = "multicube"
CLASSES = ("ring",)


class _Multicube(RingFamily):
    """The family; r may be one size or a list of sizes."""

    def check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        r = given.get("r")
        if not isinstance(r, Sequence) or isinstance(r, str):
            return super().check(given)
        sizes = tuple(super(_Multicube, self).check({**given, "f": max(2, len(r)), "r": size})["r"] for size in r)
        if len(sizes) < 2:
            raise SizeError(f"{self.name} has at least 2 dimensions: r={','.join(map(str, r))} gives {len(r)} sizes")
        if "f" in given and super().check({**given, "r": 2})["f"] != len(sizes):
            raise SizeError(
                f"{self.name} f={given['f']} has {given['f']} dimensions, but r={','.join(map(str, r))} gives "
                f"{len(sizes)} sizes: leave f out, or give one size for each dimension"
            )
        return {"f": len(sizes), "r": sizes}


def make(f: int, r: int | tuple[int, ...]) -> RingNetwork:
    """The explicit network; its size is not checked.

    Link d of each node leads along dimension d.
    """
    sizes = (r,) * f if isinstance(r, int) else r
    node = np.arange(int(np.prod(sizes)), dtype=np.int32).reshape(sizes)
    successor = np.stack([np.roll(node, -1, axis=d).ravel() for d in range(f)], axis=-1)
    return RingNetwork(
        family=NAME,
        parameters={"f": f, "r": r},
        successor=successor,
        class_names=CLASSES,
        link_class=np.zeros(successor.shape, dtype=np.int8),
        processors=np.ones(node.size, dtype=np.int64),
        labels=lambda n: tuple(int(i) for i in np.unravel_index(int(n), sizes)),
        concise=_dimension_order(sizes),
        symmetries=lambda: [np.roll(node, -1, axis=d).ravel() for d in range(f)],
        stage=np.zeros(node.size, dtype=np.int32),
    )


def _dimension_order(sizes: tuple[int, ...]) -> BuiltInRouting:
    """The routing that corrects the last dimension first, then the one before it, and so on."""
    places = [int(np.prod(sizes[d + 1 :])) for d in range(len(sizes))]

    def next_link(source: int, node: int, target: int, last: int | None) -> int:
        return max(d for d, place in enumerate(places) if (node // place - target // place) % sizes[d])

    return BuiltInRouting(
        "dimension after dimension, the highest link number first",
        next_link,
        grower=_grower,
        most_states=int(np.prod(sizes)),
        kept_by=lambda image: acts_on_digits(np.indices(sizes).reshape(len(sizes), -1), image),
    )


def _grower(before: np.ndarray) -> Grow:
    from netlemma.graphs.rings.route_kernels import grow_dimensions

    return lambda target, *tree: grow_dimensions(before, target, *tree)


def log_sizes(f: int, r: int | tuple[int, ...]) -> tuple[float, float]:
    """Log10 of the numbers of nodes and of links."""
    if isinstance(r, int):
        nodes = min(f, HUGE) * log10(min(r, HUGE))
    else:
        nodes = sum(log10(min(size, HUGE)) for size in r)
    return nodes, nodes + log10(min(f, HUGE))


FAMILY = _Multicube(
    name=NAME,
    parameters=(Parameter("f", 2, "dimensions, and links of each node"), Parameter("r", 2, "nodes of each ring")),
    classes=CLASSES,
    summary="r-ary f-cube of one-way rings: r^f nodes",
    make=make,
    log_sizes=log_sizes,
    default_sizes=tuple({"f": f, "r": r} for f, r in ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (2, 5), (4, 3))),
)
