"""The command ``errata``: printed statements of papers, their readings, and what of the papers they cover."""

from typing import Annotated

import typer

from netlemma.cli.options import AcceptAgreement, Json

FORMS = ("text", "latex", "json")


def errata(
    every: Annotated[bool, typer.Option("--all", help="Show also the statements that hold or are open.")] = False,
    paper: Annotated[str, typer.Option("--paper", help="BibTeX key of one paper, such as reed1982.")] = "",
    key: Annotated[
        str, typer.Option("--key", help="Show only statements with this key, such as ring.devices, or ring.")
    ] = "",
    readings: Annotated[bool, typer.Option("--readings", help="Show every reading of each statement.")] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List what each page prints, and the statement that judges it.")
    ] = False,
    form: Annotated[str, typer.Option("--format", help="Print text, latex or json.")] = "text",
    accept: AcceptAgreement = False,
    json: Json = False,
) -> None:
    """List the printed statements of papers that fail, by severity, with counterexample and correction.

    Examples: netlemma errata --all --paper reed1982

    netlemma errata --paper reed1982 --format latex
    """
    from netlemma.api.verdicts import errata as judged
    from netlemma.checks.base.inputs import nearest
    from netlemma.console import print_json, print_parts, progress
    from netlemma.errors import InputError

    if form not in FORMS:
        raise InputError(f"no format {form!r}{nearest(form, FORMS)}; formats: {', '.join(FORMS)}")
    if json and form == "latex":
        raise InputError("--json and --format latex exclude each other")
    if coverage:
        if every or key or readings or form == "latex":
            raise InputError("--coverage lists pages and judges nothing; it takes --paper and --json alone")
        from netlemma.checks.claims.papers import coverage as covered

        pages = covered(paper)
        print_json(pages.as_json()) if json or form == "json" else print_parts(pages)
        return
    with progress() as say:
        found = judged(all=every, paper=paper, key=key, progress=say)
    if form == "latex":
        from netlemma.reporting.pdf.errata_page import errata_latex

        print(errata_latex(found), end="")
    elif json or form == "json":
        print_json(found.as_json())
    else:
        print_parts(found.parts(readings))
    if status := found.exit_status(accept):
        raise typer.Exit(status)
