"""The bisection width of products of three dimensions or more that are not alike, with odd sizes."""

from fractions import Fraction

from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.core.lemma import OpenQuestion
from netlemma.derive.networks.products.bisection_widths import least_half
from netlemma.derive.networks.products.path_counting import Groups


def bounds(groups: Groups) -> tuple[Fraction, Fraction]:
    """The channels of the first half, as least and as largest value."""
    least = Fraction(evaluate(least_half(groups), {}))
    return least, least


QUESTION = OpenQuestion(
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
    bounds=bounds,
)  # fmt: skip
