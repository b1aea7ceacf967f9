"""The command ``list``: how much there is, or the things of one kind."""

from typing import Annotated

import typer

from netlemma.cli import completion
from netlemma.cli.options import Json


def list_(
    kind: Annotated[
        str,
        typer.Argument(
            help="What to list in detail: families, lemmas, claims, models, quantities, routings, formats, queues, patterns or topologies.",
            autocompletion=completion.kind,
        ),
    ] = "",
    containing: Annotated[
        str, typer.Argument(metavar="FILTER", help="Show only entries with this text; of lemmas, in their keys.")
    ] = "",
    status: Annotated[
        bool,
        typer.Option("--status", help="Derive the closed forms and strengths of lemmas, as a filter does too."),
    ] = False,
    only_open: Annotated[
        bool,
        typer.Option(
            "--open",
            help="Show only lemmas without a proof or argument for all sizes, and what has bounds or a conjecture alone.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """List how much there is of each kind, or one kind in detail.

    Examples: netlemma list

    netlemma list lemmas toroid

    netlemma list claims "Table II"

    netlemma list lemmas --open

    netlemma list topologies graph
    """
    from netlemma.api.catalogue import catalog
    from netlemma.console import print_json, print_parts, progress

    with progress() as say:
        found = catalog(kind or None, containing, status=status, open=only_open, progress=say)
    print_json(found.as_json()) if json else print_parts(found)
