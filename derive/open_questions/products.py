"""The vertex forwarding index of meshes, and of a line and a ring, and the bisection width of unlike factors."""

from fractions import Fraction

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.lemma import OpenQuestion
from netlemma.derive.networks.products.bisection_widths import least_half
from netlemma.derive.networks.products.path_counting import Groups
from netlemma.derive.typeset.expressions import expression_text

k, m, n = parameter("k"), parameter("m"), parameter("n")
MESH = (
    n * k ** (n - 1) * (k**2 - 1) / 3 - k**n + 1,
    n * k ** (n - 1) * sp.floor((k**2 - 1) / 2) - k**n + 1,
)
_REST = n * sp.floor(m**2 / 4) - n * m + 1
CYLINDER = (m * (n**2 - 1) / 3 + _REST, m * sp.floor((n**2 - 1) / 2) + _REST)


def of_mesh(groups: Groups) -> tuple[Fraction, Fraction]:
    """Both bounds for one group of lines."""
    (lines,) = groups
    size = {k: int(lines.size), n: int(lines.count)}
    return Fraction(evaluate(MESH[0], size)), Fraction(evaluate(MESH[1], size))


def of_cylinder(groups: Groups) -> tuple[Fraction, Fraction]:
    """Both bounds of a line and a ring; the lower one twice for a ring longer than the line, as conjectured."""
    line, ring = groups
    size = {n: int(line.size), m: int(ring.size)}
    least = Fraction(evaluate(CYLINDER[0], size))
    return least, least if size[m] > size[n] else Fraction(evaluate(CYLINDER[1], size))


def of_halves(groups: Groups) -> tuple[Fraction, Fraction]:
    """The channels of the first half, as least and as largest value."""
    least = Fraction(evaluate(least_half(groups), {}))
    return least, least


QUESTIONS = (
    OpenQuestion(
        key="mesh.vertex_forwarding_index",
        domain="k >= 3, n >= 2",
        known=f"at least {expression_text(MESH[0])}, the mean over all nodes; at most {expression_text(MESH[1])}, a node in the middle "
        "under dimension order",
        stuck="neither bound is met where it was tried; the best routing leads other messages around the middle at each size, and no "
        "formula is known for its values, whose denominators are 1, 3, 13 and 21",
        tried={"line(3)^2": "10", "line(4)^2": "83/3", "line(5)^2": "1276/21", "line(6)^2": "112", "line(3)^3": "634/13"},
        bounds=of_mesh,
    ),
    OpenQuestion(
        key="line(n) x ring(m).vertex_forwarding_index",
        domain="n >= 2, m >= 4",
        known=f"conjecture: {expression_text(CYLINDER[0])} for m > n, the mean over all nodes, which is a lower bound always; at "
        f"most {expression_text(CYLINDER[1])}, a node in the middle of the line under dimension order",
        stuck="no routing is known that passes all nodes alike for every m > n; for m <= n the mean need not be met, and no "
        "formula is known",
        tried={
            "line(5) x ring(4)": "379/11", "line(5) x ring(5)": "514/11", "line(6) x ring(4)": "673/13", "line(6) x ring(5)": "68",
            "line(6) x ring(6)": "449/5", "line(4) x ring(4)": "21", "line(2) x ring(4)": "5",
            "line(2) x ring(7)": "18", "line(3) x ring(4)": "35/3", "line(3) x ring(5)": "52/3", "line(3) x ring(6)": "26",
            "line(3) x ring(7)": "104/3", "line(4) x ring(5)": "30", "line(4) x ring(6)": "43", "line(4) x ring(7)": "56",
            "line(5) x ring(6)": "64", "line(5) x ring(7)": "82", "line(5) x ring(8)": "105", "line(6) x ring(7)": "338/3",
            "line(7) x ring(8)": "185",
        },
        bounds=of_cylinder,
    ),
    OpenQuestion(
        key="line(a) x ring(b) x clique(c).bisection",
        domain="any factors that are not alike, in three dimensions or more; some size odd, where no even one bounds least",
        known="conjecture: no half has fewer channels than the first half of the nodes in lexicographic order, the dimensions in the best "
        "order; such a half is an upper bound always",
        stuck="isoperimetric inequalities are known for factors that are all cut in as many channels, and for two dimensions there is an "
        "argument by rows and columns, which says nothing of corners of three; the spectral bound is not met at odd sizes",
        tried={
            "line(3) x ring(3) x bus(3)": "19", "line(3) x ring(3) x oneway-ring(3)": "28",
            "line(3) x clique(3) x bus(3)": "19", "line(3) x clique(3) x ring(3)": "34", "line(3) x ring(4) x bus(3)": "24",
            "line(5) x ring(3) x bus(2)": "15", "line(5) x ring(2) x bus(3)": "18",
            "line(5) x clique(3) x bus(2)": "15", "line(2) x clique(5) x bus(3)": "20",
            "line(3) x bus(3) x clique(4)": "28", "line(3) x ring(3) x bus(5)": "19", "line(5) x ring(3) x bus(3)": "25",
            "line(3) x ring(5) x bus(3)": "29", "ring(5) x line(3)^2": "44", "clique(4)^2 x line(3)": "64", "ring(3)^2 x line(3)": "34",
            "line(3)^2 x ring(3)": "28", "line(3)^2 x bus(3)": "17", "bus(3)^2 x line(3)": "14", "bus(3)^2 x ring(3)": "16",
            "ring(3)^2 x bus(3)": "25", "clique(3)^2 x line(3)": "34", "clique(3) x line(3)^2": "28",
            "line(2) x ring(3) x bus(3) x clique(2)": "24",
            "bus(3) x line(3) x oneway-ring(2) x ring(2)": "24",
        },
        bounds=of_halves,
    ),
)  # fmt: skip
