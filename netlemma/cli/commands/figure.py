"""What ``netlemma figure`` does."""

from __future__ import annotations

from pathlib import Path

from checks.base.inputs import InputError
from netlemma.console import print_json, print_table, progress
from netlemma.figures import Figure, figure, figures
from netlemma.figures.papers import PRINTED, instead


def run(name: str, output: Path | None, listed: bool, gallery: bool, json: bool, bare: bool = False) -> None:
    """List the figures, write one or all of them, or print the points of one: as a table, or as JSON."""
    if bare and (output is None or not name):
        raise InputError("--bare draws one figure to a file: netlemma figure reed-2 --bare -o fig.svg")
    if gallery:
        if name or listed or json or output is None:
            raise InputError("--gallery draws all figures to a folder: netlemma figure --gallery -o folder")
        from netlemma.figures.gallery import write_gallery

        with progress() as say:
            count, networks = write_gallery(output, say)
        print(f"{count} figures and {networks} drawings of networks: {output / 'index.html'}")
        return
    if listed or not name:
        if name or output:
            raise InputError("name a figure to draw it" if not name else "--list goes with no figure and no file")
        found = figures().values()
        if json:
            print_json([{"figure": each.name, "summary": each.summary} for each in found])
        else:
            print_table("", ("figure", "what it shows"), [(each.name, each.summary) for each in found])
            others = [each for each in PRINTED if each.name not in figures()]
            print_table("Other figures and tables of the papers", ("figure", "what it shows", "instead"),
                        [(each.name, each.shows, instead(each)) for each in others])  # fmt: skip
        return
    chosen = figure(name)
    if output is not None:
        chosen.save(output, bare)
    if json:
        print_json(chosen.as_json())
    elif output is None:
        _print_points(chosen)


def _print_points(chosen: Figure) -> None:
    plot = chosen.plot
    rows = []
    for curve in plot.curves:
        for point in curve.points:
            size = " ".join(f"{key}={value}" for key, value in {**curve.about, **point.about}.get("size", {}).items())
            rows.append((curve.label.partition("\n")[0], size, point.x, _short(str(point.y)), f"{float(point.y):.6g}"))
    print_table(f"{plot.title} ({plot.source}, {plot.locator})", ("curve", "size", plot.x, plot.y, "decimal"), rows)
    print(plot.caption)


def _short(rational: str, longest: int = 40) -> str:
    """Rationals of many digits are left to --json."""
    return rational if len(rational) <= longest else f"(a rational of {len(rational)} characters)"
