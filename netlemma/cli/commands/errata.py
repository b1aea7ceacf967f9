"""The command ``errata``: printed statements of papers, their readings, and what of the papers they cover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from netlemma.cli.options import AcceptAgreement, Json

if TYPE_CHECKING:
    from checks.claims.errata import Errata, JudgedStatement
    from netlemma.console import TableRow

FORMS = ("text", "latex", "json")


def errata(
    every: Annotated[bool, typer.Option("--all", help="Show the statements that hold or are open, too.")] = False,
    paper: Annotated[str, typer.Option("--paper", help="BibTeX key of one paper, such as reed1982.")] = "",
    key: Annotated[str, typer.Option("--key", help="Only what is called so, such as ring.devices or ring.")] = "",
    readings: Annotated[bool, typer.Option("--readings", help="Show every reading of each statement.")] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List what each page prints, and the statement that judges it.")
    ] = False,
    form: Annotated[str, typer.Option("--format", help="text, latex or json.")] = "text",
    accept: AcceptAgreement = False,
    json: Json = False,
) -> None:
    """List the printed statements of papers that fail, by severity, with counterexample and correction.

    Examples: netlemma errata --all --paper reed1982

    netlemma errata --paper reed1982 --format latex
    """
    from checks.base.inputs import InputError, nearest
    from netlemma.api.verdicts import errata as judged
    from netlemma.console import print_json, progress

    if form not in FORMS:
        raise InputError(f"no format {form!r}{nearest(form, FORMS)}; formats: {', '.join(FORMS)}")
    if json and form == "latex":
        raise InputError("--json and --format latex exclude each other")
    if coverage:
        if every or key or readings or form == "latex":
            raise InputError("--coverage lists pages and judges nothing; it goes with --paper and --json alone")
        _print_coverage(paper, json or form == "json")
        return
    with progress() as say:
        found = judged(all=every, paper=paper, key=key, progress=say)
    if form == "latex":
        from netlemma.reporting.errata_page import errata_latex

        print(errata_latex(found), end="")
    elif json or form == "json":
        print_json(found.as_json())
    else:
        _print(found, readings)
    if status := found.exit_status(accept):
        raise typer.Exit(status)


def _print(found: Errata, readings: bool) -> None:
    from netlemma.console import print_table

    if found:
        rows = [row for each in found for row in _rows(each, readings)]
        print_table("", ("key", "source", "verdict", "severity", "statement"), rows)
    print(found.summary)


def _rows(judged: JudgedStatement, readings: bool) -> list[TableRow]:
    """A row for the statement and, if they are wanted, one for each reading."""
    from checks.claims.errata import shown_words
    from netlemma.console import shortened, why

    said, found = judged.statement, judged.deciding
    read = f" (read: {shortened(found.reading)})" if judged.verdict == "holds" and len(said.readings) > 1 else ""
    text = f'"{shortened(shown_words(said))}": {why(found)}{read}'
    rows: list[TableRow] = [(found.key, f"{said.source} {said.locator}", judged.verdict, judged.severity or "", text)]
    for reading, verdict in zip(said.readings, judged.verdicts, strict=True) if readings else ():
        standing = reading.standing
        limits = [("for", standing.part), ("repair:", standing.repair), ("against:", standing.against)]
        only = "".join(f" [{word} {text}]" for word, text in limits if text)
        rows.append((f"  {verdict.key}", "  reading", verdict.verdict, "", f"{reading.reading}{only}: {why(verdict)}"))
    return rows


def _print_coverage(paper: str, json: bool) -> None:
    from checks.claims.coverage import coverage
    from netlemma.console import print_json, print_table

    found = coverage(paper)
    if json:
        print_json(found.as_json())
        return
    for key, pages in found.by_paper().items():
        rows = [(each.page, each.item, each.key or f"no statement: {each.reason}") for each in pages]
        print_table(key, ("page", "item", "statement"), rows)
    print(found.summary)
