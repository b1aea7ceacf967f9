"""PolarFly: the polarity graph of Erdos and Renyi, of diameter 2 (Erdos, Renyi and Sos 1966; Brown 1966; Lakhotia et al. 2022).

Switches are the points of the projective plane over GF(q), (1, y, z), (0, 1, z) and (0, 0, 1); u and v are linked if
u_1 v_1 + u_2 v_2 + u_3 v_3 = 0. The q + 1 points that would be linked to themselves have one link less. The number of an
element is its polynomial at p, where q is a power of the prime p.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.finite_fields import Field, no_prime_power
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by, switch_facts
from netlemma.graphs.topology.structure import Label, Network


def points(q: int) -> np.ndarray:
    """All points of the projective plane, the first coordinate that is not 0 being 1.

    >>> points(2).tolist()
    [[1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1], [0, 1, 0], [0, 1, 1], [0, 0, 1]]
    """
    y, z = (each.ravel() for each in np.indices((q, q)))
    one, none, short = np.ones_like(y), np.zeros_like(y), np.arange(q)
    parts = [[one, y, z], [none[:q], one[:q], short], [none[:1], none[:1], one[:1]]]
    return np.concatenate([np.stack(part, axis=-1) for part in parts])


def numbers(field: Field, vectors: np.ndarray) -> np.ndarray:
    """Numbers of the points on which vectors lie that are not 0.

    vectors (ndarray of int, shape (..., 3)): Vectors.

    Returns: Their numbers among :func:`points`.
    """
    q = field.q
    inverse = np.argmax(field.times == 1, axis=1)
    leading = np.argmax(vectors != 0, axis=-1)
    scale = inverse[np.take_along_axis(vectors, leading[..., None], axis=-1)]
    _, y, z = np.moveaxis(field.times[scale, vectors], -1, 0)
    return np.choose(leading, [y * q + z, q * q + z, q * q + q])


def _perpendicular(field: Field, point: np.ndarray) -> np.ndarray:
    """Numbers of the q + 1 points that are perpendicular to each point, shape (N, q + 1)."""
    one, y, z = point.T
    none, unit, first = np.zeros_like(one), np.ones_like(one), one == 1
    # with (1, y, z) go (-y, 1, 0) and (-z, 0, 1); with (0, 1, z) go (1, 0, 0) and (0, -z, 1); with (0, 0, 1) the axes
    a = np.where(first, [field.minus[y], unit, none], [unit, none, none])
    b = np.where(
        first, [field.minus[z], none, unit], np.where(y == 1, [none, field.minus[z], unit], [none, unit, none])
    )
    multiples = field.times[np.arange(field.q)[:, None, None], b]
    both = np.concatenate([field.plus[a, multiples], b[None]])  # shape (q + 1, 3, N)
    return numbers(field, np.moveaxis(both, 1, -1)).T


def _make(q: int, p: int) -> Network:
    """The explicit network; its size is not checked."""
    field = Field(q)
    point = points(q)
    plus, times = field.plus, field.times

    def symmetries() -> list[np.ndarray]:
        """Exchanges of coordinates, and rotations (x, y) -> (a x + b y, a y - b x) with a^2 + b^2 = 1."""
        x, y, z = point.T
        images = [point[:, [1, 2, 0]], point[:, [1, 0, 2]]]
        square = times[np.arange(q), np.arange(q)]
        rotations = np.argwhere(plus[square[:, None], square] == 1)
        for a, b in rotations[rotations.all(axis=1)][:2]:
            turned = plus[times[a, x], times[b, y]], plus[times[a, y], times[field.minus[b], x]], z
            images.append(np.stack(turned, axis=-1))
        return [numbers(field, image) for image in images]

    def label(node: int) -> Label:
        return tuple(point[int(node)].tolist())

    return simple_network(
        len(point),
        [Links("link", np.arange(len(point))[:, None], _perpendicular(field, point))],
        label,
        symmetries=symmetries,
        terminals=p,
    )


def _facts(q: int, p: int) -> dict[str, int]:
    """q^2 + q + 1 points with q + 1 links each, but q + 1 of them have one less, and p terminals on each."""
    switches = q**2 + q + 1
    return {**switch_facts(switches, q * (q + 1) ** 2 // 2, q + 1, p), "least_degree": 1 if p else q}


FAMILY = Family(
    name="polarfly",
    parameters=(
        Parameter("q", 2, "prime power: elements of the field"),
        Parameter("p", 0, "terminals on each switch", default=0),
    ),
    classes=("link", "terminal"),
    summary="polarity graph of diameter 2 on the q^2 + q + 1 points of a projective plane, with p terminals on each",
    make=_make,
    log_sizes=sizes_by(_facts),
    illegal=lambda q, p: no_prime_power(q, 2),
    facts=_facts,
    default_sizes=tuple(
        {"q": q, "p": p} for q, p in ((2, 0), (2, 1), (3, 0), (3, 2), (4, 0), (5, 1), (7, 0), (8, 0), (9, 1))
    ),
)
