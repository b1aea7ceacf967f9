"""What ``netlemma report`` does."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

import typer

from checks.base.inputs import InputError


def run(output: Path, force: bool, ledger: Path | None, only: str, pdf: bool = True) -> None:
    """Compute what is not kept, and write the site and the PDF; what could not be computed is named, and makes the exit status 1."""
    from netlemma.folder import Folder
    from netlemma.reporting.compute import compute
    from netlemma.reporting.gather import gather
    from netlemma.reporting.ledger import opened
    from netlemma.reporting.pages import pages, require_jinja2
    from netlemma.reporting.pdf.kept import pdf_files
    from netlemma.reporting.work import work

    start = perf_counter()
    require_jinja2()
    names = [name.strip() for name in only.split(",") if name.strip()]
    if only and not names:
        raise InputError("--only names nothing: give families, papers or figures, such as --only ring,reed1982")
    folder = Folder(output, force)
    with opened(ledger) as kept:
        report = gather(compute(work(names), kept, _say))
        files = pages(report) | pdf_files(report, kept, pdf, _say)
    size = folder.put(files)
    for each in report.missing:
        print(f"netlemma: {each['name']} could not be computed: {each['error']}", file=sys.stderr)
    print(
        f"{output}: {len(report.families)} families with {len(report.lemmas)} lemmas, {len(report.papers)} papers with "
        f"{len(report.verdicts)} claims, {len(report.figures)} figures"
    )
    print(
        f"{len(files)} files, {size / 1e6:.1f} MB, in {perf_counter() - start:.0f} s; begin with {output / 'index.html'}"
    )
    if report.missing:
        raise typer.Exit(1)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
