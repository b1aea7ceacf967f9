"""The command ``report``: the web site and the PDF of all results."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from netlemma.cli.options import Dask, Json, Workers


def report(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="family NAME", help="With --pdf: one family, as a PDF of a few pages."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The folder to write; for one family the .pdf, else NAME.pdf.")
    ] = None,
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

    Examples: netlemma report -o out/

    netlemma report --pdf family toroid
    """
    from netlemma.base.displays import Words
    from netlemma.console import print_json, print_parts
    from netlemma.errors import InputError
    from netlemma.reporting.pdf.handout import handout
    from netlemma.reporting.written import report as write

    if words:
        if len(words) != 2 or words[0] != "family" or not pdf or only or force:
            raise InputError(
                "report writes a folder with -o FOLDER, or one family with --pdf family NAME [-o FILE.pdf]"
            )
        file = output or Path(f"{words[1]}.pdf")
        handout(words[1], file, ledger=ledger, workers=workers, dask=dask, progress=_say)
        print_json({"family": words[1], "file": str(file)}) if json else print_parts([Words(f"{words[1]}: {file}")])
        return
    if output is None:
        raise InputError("report needs a folder to write: -o FOLDER, or --pdf family NAME for one family")
    written_report = write(
        output, force=force, ledger=ledger, only=only, pdf=pdf, workers=workers, dask=dask, progress=_say
    )
    print_json(written_report.as_json()) if json else print_parts(written_report)
    if written_report.missing:
        raise typer.Exit(1)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
