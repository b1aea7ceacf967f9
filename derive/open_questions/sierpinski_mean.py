"""The mean distance of Sierpinski graphs."""

from derive.core.open_question import OpenQuestion
from derive.networks.distances.mean_bounds import BY_A_CORNER, BY_THE_LINK, CORNERS, of_corners
from derive.typeset.expressions import expression_text

QUESTION = OpenQuestion(
    key="sierpinski.mean_distance",
    domain="d >= 3, L >= 2",
    known=CORNERS.format(expression_text(BY_A_CORNER), expression_text(BY_THE_LINK)),
    stuck="a way may lead through a third part, and whether that is shorter depends on the distances to three corners at "
    "once; for d = 3, the graph of the Tower of Hanoi, the literature has sums of powers of irrational numbers",
    tried={
        "sierpinski d=3 L=2": "2", "sierpinski d=3 L=3": "473/117", "sierpinski d=3 L=5": "14783/891",
        "sierpinski d=4 L=3": "131/28", "sierpinski d=5 L=3": "3951/775",
    },
    bounds=of_corners,
)  # fmt: skip
