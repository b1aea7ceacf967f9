"""A redrawn figure of a paper: the picture as SVG, and its description."""

from typing import Any


def figure_result(name: str) -> dict[str, Any]:
    """The drawing, with the parameters given in the paper and the chosen ones."""
    from netlemma.figures import figure
    from netlemma.figures.drawing import rendered_bare

    found = figure(name)
    plot = found.plot
    return {
        "name": name,
        "summary": found.summary,
        "title": plot.title,
        "source": plot.source,
        "locator": plot.locator,
        "given": list(plot.given),
        "guessed": list(plot.guessed),
        "drawn_from": plot.drawn_from,
        "axes": [plot.x, plot.y],
        "curves": [{"label": " ".join(curve.label.split()), "points": len(curve.points)} for curve in plot.curves],
        "command": f"netlemma figure {name}",
        "svg": rendered_bare(plot, "svg").decode("utf-8"),
        "narrow": rendered_bare(plot, "svg", narrow=True).decode("utf-8"),
    }
