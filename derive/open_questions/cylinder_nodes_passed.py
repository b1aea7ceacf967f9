"""The vertex forwarding index of a line and a ring."""

from fractions import Fraction

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.lemma import OpenQuestion
from netlemma.derive.networks.products.path_counting import Groups
from netlemma.derive.typeset.expressions import expression_text

n, m = parameter("n"), parameter("m")
REST = n * sp.floor(m**2 / 4) - n * m + 1
LEAST = m * (n**2 - 1) / 3 + REST
MOST = m * sp.floor((n**2 - 1) / 2) + REST


def bounds(groups: Groups) -> tuple[Fraction, Fraction]:
    """Both bounds; the lower one twice for a ring longer than the line, as conjectured."""
    line, ring = groups
    size = {n: int(line.size), m: int(ring.size)}
    least = Fraction(evaluate(LEAST, size))
    return least, least if size[m] > size[n] else Fraction(evaluate(MOST, size))


QUESTION = OpenQuestion(
    key="line(n) x ring(m).vertex_forwarding_index",
    domain="n >= 2, m >= 4",
    known=f"conjecture: {expression_text(LEAST)} for m > n, the mean over all nodes, which is a lower bound always; at "
    f"most {expression_text(MOST)}, a node in the middle of the line under dimension order",
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
    bounds=bounds,
)  # fmt: skip
