"""The command ``list``: how much there is, or the things of one kind."""

from __future__ import annotations

from typing import Annotated

import typer

from netlemma.cli import completion
from netlemma.cli.options import Json


def list_(
    kind: Annotated[
        str,
        typer.Argument(
            help="families, lemmas, claims, models, quantities, routings, formats, queues or patterns: in detail.",
            autocompletion=completion.kind,
        ),
    ] = "",
    containing: Annotated[
        str, typer.Argument(metavar="[FILTER]", help="Only what has this text in it; of lemmas, in their keys.")
    ] = "",
    status: Annotated[
        bool,
        typer.Option("--status", help="Of lemmas: derive closed forms and strengths; a filter implies it."),
    ] = False,
    json: Json = False,
) -> None:
    """List how much there is of each kind, or one kind in detail.

    Examples: netlemma list

    netlemma list lemmas toroid

    netlemma list claims "Table II"
    """
    from netlemma.api.catalogue import Overview, listing
    from netlemma.console import print_json, print_table

    found = listing(kind or None, containing, status=status)
    if json:
        print_json(found.as_json())
    elif isinstance(found, Overview):
        rows = [(row["name"], " ".join(row["sizes"]), row["lemmas"], row["summary"]) for row in found.families]
        print_table("", ("family", "sizes", "lemmas", "what it is"), rows)
        print_table("", ("netlemma list", "number", ""), found.counts())
        print('Any product is a family too: netlemma derive "line(a) x ring(b)^2" mean_distance')
    else:
        print_table("", found.columns(), found.cells())
        if kind == "lemmas" and not (status or containing):
            print(
                "netlemma list lemmas FILTER derives closed forms and strengths of those whose key contains FILTER; --status of all"
            )
