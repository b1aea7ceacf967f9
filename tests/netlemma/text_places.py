"""Where the texts of a drawing stand: each inside the canvas, no two over one another."""

from itertools import combinations
from unittest.mock import patch

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

SLACK = (
    1.5  # points that boxes may reach beyond the canvas or into each other: they are larger than the letters in them
)


def misplaced(figure):
    """What is wrong with the texts of a figure, one line each."""
    renderer, drawn, plain = FigureCanvasAgg(figure).get_renderer(), {}, Text.draw

    def draw(text, *given):
        drawn[text] = None
        return plain(text, *given)

    with patch.object(Text, "draw", draw):
        figure.draw(renderer)
    seen = [each for each in drawn if each.get_visible() and each.get_text().strip()]
    boxes = [(" ".join(each.get_text().split()), each.get_window_extent(renderer)) for each in seen]
    slack = SLACK * figure.dpi / 72
    found = [
        f"cut: {text}"
        for text, box in boxes
        if min(box.x0, box.y0, figure.bbox.width - box.x1, figure.bbox.height - box.y1) < -slack
    ]
    for (one, box), (other, over) in combinations(boxes, 2):
        wide = min(box.x1, over.x1) - max(box.x0, over.x0)
        high = min(box.y1, over.y1) - max(box.y0, over.y0)
        if min(wide, high) > slack:
            found.append(f"over one another: {one} | {other}")
    return found
