"""``netlemma draw``: options, and what is printed. The drawing is done by :mod:`netlemma.drawing`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli.lazy_options import with_options_of
from netlemma.cli.network_words import computing, network_of
from netlemma.cli.options import Form, Json, Network, Scope


@with_options_of("draw", "output", "route", "labels", "matrix")
def draw(
    output: Annotated[Path, typer.Option("-o", "--output", help="Draw to this .svg, .png or .pdf.")],
    words: Network = None,
    form: Form = "",
    scope: Scope = "",
    route: Annotated[
        tuple[str, str] | None,
        typer.Option("--route", metavar="SOURCE DESTINATION", help='Draw the ways of one pair, such as "0,0" "2,3".'),
    ] = None,
    labels: Annotated[
        bool | None,
        typer.Option("--labels/--no-labels", help="Draw the names of the nodes; by default if they can be read."),
    ] = None,
    matrix: Annotated[
        bool | None,
        typer.Option(
            "--matrix/--no-matrix",
            help="Draw a matrix of links, --loads, or the rates of a --traffic; by default where lines would cover too much.",
        ),
    ] = None,
    json: Json = False,
    **given: Any,
) -> None:
    """Draw a network as the papers do: by load, with a route, or with its deadlock.

    Examples: netlemma draw mesh k=4 n=2 --loads -o mesh.svg

    netlemma draw oneway-torus k=4 n=2 --deadlock -o cycle.svg

    netlemma draw links.csv --loads -o loads.svg

    netlemma draw toroid w=4 D=2 --routing dimension-order --traffic tornado -o tornado.svg
    """
    from netlemma.api.drawings import draw as drawn
    from netlemma.console import print_json, print_parts
    from netlemma.drawing.files import checked_format

    checked_format(output)
    chosen = network_of(words, form, scope)
    with computing() as say:
        drawing = drawn(chosen, output=output, route=route, labels=labels, matrix=matrix, **given, progress=say)
    print_json(drawing.as_json()) if json else print_parts(drawing)
