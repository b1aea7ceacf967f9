"""The vertex forwarding index of meshes."""

from fractions import Fraction

import sympy as sp

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.lemma import OpenQuestion
from netlemma.derive.networks.products.path_counting import Groups
from netlemma.derive.typeset.expressions import expression_text

k, n = parameter("k"), parameter("n")
LEAST = n * k ** (n - 1) * (k**2 - 1) / 3 - k**n + 1
MOST = n * k ** (n - 1) * sp.floor((k**2 - 1) / 2) - k**n + 1


def bounds(groups: Groups) -> tuple[Fraction, Fraction]:
    """Both bounds for one group of lines."""
    (lines,) = groups
    size = {k: int(lines.size), n: int(lines.count)}
    return Fraction(evaluate(LEAST, size)), Fraction(evaluate(MOST, size))


QUESTION = OpenQuestion(
    key="mesh.vertex_forwarding_index",
    domain="k >= 3, n >= 2",
    known=f"at least {expression_text(LEAST)}, the mean over all nodes; at most {expression_text(MOST)}, a node in the middle under "
    "dimension order",
    stuck="neither bound is met where it was tried; the best routing leads other messages around the middle at each size, and no formula "
    "is known for its values, whose denominators are 1, 3, 13 and 21",
    tried={"line(3)^2": "10", "line(4)^2": "83/3", "line(5)^2": "1276/21", "line(6)^2": "112", "line(3)^3": "634/13"},
    bounds=bounds,
)
