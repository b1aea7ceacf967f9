"""Slim Fly: the graph of McKay, Miller and Siran, of diameter 2 (Hafner 2004; Besta and Hoefler 2014).

For a prime power q = 4w + δ with δ = -1, 0 or 1, switches are (0, x, y) and (1, m, c) with elements x, y, m, c of
GF(q). (0, x, y) and (0, x, y') are linked if y - y' is in X, (1, m, c) and (1, m, c') if c - c' is in X', and (0, x, y) and
(1, m, c) if y = m x + c. With the least primitive element ξ, X has the even powers of ξ from 1 on, and X' the odd ones: up to
ξ^(q-3) and ξ^(q-2) for δ = 1, ξ^(q-2) and ξ^(q-1) for δ = 0; for δ = -1 X has 1, ξ^2, ..., ξ^(2w-2), X' has
ξ, ..., ξ^(2w-1), and both the negatives. The number of an element is its polynomial at p, where q is a power of the prime p.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.finite_fields import Field, no_prime_power
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by, switch_facts
from netlemma.graphs.topology.structure import Network


def generators(field: Field) -> tuple[np.ndarray, np.ndarray]:
    """The sets X and X'.

    Returns: Their elements.

    >>> [part.tolist() for part in generators(Field(5))]
    [[1, 4], [2, 3]]
    """
    q, power = field.q, field.powers
    exponents = np.arange(q if q % 2 == 0 else q - 1 if q % 4 == 1 else (q + 1) // 2)
    both = [power[exponents[i::2] % (q - 1)] for i in (0, 1)]
    if q % 4 == 3:
        both = [np.concatenate([part, field.minus[part]]) for part in both]
    return both[0], both[1]


def _make(q: int, p: int) -> Network:
    """The explicit network; its size is not checked."""
    field = Field(q)
    plus, times, minus, xi = field.plus, field.times, field.minus, field.powers[1 % (q - 1)]
    even, odd = generators(field)
    node = np.arange(2 * q * q).reshape(2, q, q)
    one, other = np.indices((q, q))  # x and y, or m and c

    def symmetries() -> list[np.ndarray]:
        """Translations of y, x and m, multiples of x, multiples of y that keep X, and the exchange of both halves."""
        units = [field.p**i for i in range(field.e)]
        images = [(node[0, one, plus[other, t]], node[1, one, plus[other, t]]) for t in units]
        images += [(node[0, plus[one, t], other], node[1, one, plus[other, minus[times[one, t]]]]) for t in units]
        images += [(node[0, one, plus[other, times[one, t]]], node[1, plus[one, t], other]) for t in units]
        images.append((node[0, times[one, xi], other], node[1, times[one, field.powers[-1]], other]))
        if q % 2:
            keeps = times[xi, xi] if q % 4 == 1 else minus[1]
            images.append((node[0, one, times[other, keeps]], node[1, times[one, keeps], times[other, keeps]]))
        if q % 4 == 1:
            images.append((node[1, one, times[other, xi]], node[0, minus[times[one, xi]], times[other, xi]]))
        return [np.concatenate([first.ravel(), second.ravel()]) for first, second in images]

    x, m, c = np.ogrid[:q, :q, :q]
    return simple_network(
        node.size,
        [
            Links("intra", node[0][..., None], node[0, one[..., None], plus[:, even][other]]),
            Links("intra", node[1][..., None], node[1, one[..., None], plus[:, odd][other]]),
            Links("inter", node[0, x, plus[times[m, x], c]], node[1, m, c]),
        ],
        lambda u: (int(u) // (q * q), int(u) // q % q, int(u) % q),
        symmetries=symmetries,
        terminals=p,
    )


def _facts(q: int, p: int) -> dict[str, int]:
    """2 q^2 switches of degree (3q - delta) / 2 with delta = -1, 0 or 1, and p terminals on each."""
    degree = (3 * q - (q + 1) % 4 + 1) // 2 if q % 2 else 3 * q // 2
    return {**switch_facts(2 * q**2, q**2 * degree, degree, p), "least_degree": 1 if p else degree}


FAMILY = Family(
    name="slim-fly",
    parameters=(
        Parameter("q", 3, "prime power: elements of the field"),
        Parameter("p", 0, "terminals on each switch", default=0),
    ),
    classes=("intra", "inter", "terminal"),
    summary="McKay-Miller-Siran graph of diameter 2 on 2q^2 switches, with p terminals on each",
    make=_make,
    log_sizes=sizes_by(_facts),
    illegal=lambda q, p: no_prime_power(q, 3),
    facts=_facts,
    default_sizes=tuple(
        {"q": q, "p": p} for q, p in ((3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (5, 0), (7, 1), (8, 0), (9, 0))
    ),
)
