"""The command ``report``: the web site and the PDF of all results."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from netlemma.cli.options import Dask, Json, Workers


def report(
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write.")],
    force: Annotated[bool, typer.Option("--force", help="Write into a folder that has other files, too.")] = False,
    ledger: Annotated[
        Path | None,
        typer.Option("--ledger", metavar="FILE", help="Where results are kept; else in your folder for caches."),
    ] = None,
    only: Annotated[
        str, typer.Option("--only", help="Families, papers, figures, models: only these, such as ring.")
    ] = "",
    pdf: Annotated[
        bool, typer.Option("--pdf/--no-pdf", help="Set the LaTeX document with pdflatex, if it is there.")
    ] = True,
    workers: Workers = None,
    dask: Dask = "",
    json: Json = False,
) -> None:
    """Write everything that netlemma knows as a web site that needs no network and no server, and as a PDF.

    Example: netlemma report -o out/
    """
    from netlemma.console import print_json, print_parts
    from netlemma.reporting.written import report as write

    found = write(output, force=force, ledger=ledger, only=only, pdf=pdf, workers=workers, dask=dask, progress=_say)
    print_json(found.as_json()) if json else print_parts(found)
    if found.missing:
        raise typer.Exit(1)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
