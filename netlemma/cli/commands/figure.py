"""The command ``figure``: figures of papers drawn again, or their exact points."""

from pathlib import Path
from typing import Annotated

import typer

COLUMNS = ("figure", "what it shows")


def figure(
    name: Annotated[str, typer.Argument(help="Figure such as reed-2; without one, the figures are listed.")] = "",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Draw to this .svg, .png or .pdf.")] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the figures.")] = False,
    gallery: Annotated[
        bool, typer.Option("--gallery", help="Draw all figures to the folder -o, with an index paper by paper.")
    ] = False,
    bare: Annotated[
        bool, typer.Option("--bare", help="Draw without title and caption, for a text that has its own.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", "--data", help="Print the exact points as JSON.")] = False,
) -> None:
    """Draw a figure of a paper again from lemmas, or print its exact points.

    Example: netlemma figure reed-2 -o fig.svg
    """
    from netlemma.base.displays import Table
    from netlemma.console import print_json, print_parts, progress
    from netlemma.errors import InputError
    from netlemma.figures import figure as named
    from netlemma.figures import figures
    from netlemma.figures.papers import PRINTED, instead
    from netlemma.figures.plan import point_parts

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
            raise InputError("name a figure to draw it" if not name else "--list takes no figure and no file")
        found = figures().values()
        if json:
            print_json([{"figure": each.name, "summary": each.summary} for each in found])
        else:
            others = [(each.name, each.shows, instead(each)) for each in PRINTED if each.name not in figures()]
            title = "Other figures and tables of the papers"
            again = Table(COLUMNS, [(each.name, each.summary) for each in found])
            print_parts([again, Table((*COLUMNS, "instead"), others, title)])
        return
    chosen = named(name)
    with progress() as say:
        say(f"points of {name}")
        if output is not None:
            chosen.save(output, bare)
    if json:
        print_json(chosen.as_json())
    elif output is None:
        print_parts(point_parts(chosen.plot))
