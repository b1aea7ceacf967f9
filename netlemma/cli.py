"""The command line: ``netlemma list | derive | measure | verify | check | errata | figure``.

Exit status 0: all as it should be; 1: a formula failed or is not known to hold; 2: bad input, said in one line.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.bounds_command import WordsAfterVersus, bounds
from netlemma.deadlock_command import certify, deadlock
from netlemma.draw_command import draw
from netlemma.empty_options import NoEmptyOptions
from netlemma.measure_command import measure
from netlemma.model_command import model
from netlemma.options import Json
from netlemma.simulate_command import simulate
from netlemma.sweep_command import sweep
from netlemma.traffic_command import traffic

app = typer.Typer(
    name="netlemma",
    cls=NoEmptyOptions,
    help="Closed forms of interconnection networks: derived, proved, measured on explicit graphs, typeset.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)

Sizes = Annotated[str, typer.Option("--sizes", help='Sizes to try, such as "w=2..9 D=1..3".')]


def _version(wanted: bool) -> None:
    if wanted:
        from netlemma import __version__

        print(f"netlemma {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


@app.command("list")
def list_all(json: Json = False) -> None:
    """List families, lemmas, claims and models with their status.

    Example: netlemma list
    """
    from netlemma.catalogue import catalogue, print_catalogue

    found = catalogue()
    _print_json(found) if json else print_catalogue(found)


@app.command()
def derive(
    subject: Annotated[str, typer.Argument(help='A family, or a product such as "ring(w)^D x line(a)".')] = "",
    quantity: Annotated[str, typer.Argument(help="Such as mean_distance or visit_ratio.link; all if left out.")] = "",
    steps: Annotated[bool, typer.Option("--steps", help="Show each step with its reason and its proof.")] = False,
    every: Annotated[bool, typer.Option("--all", help="All lemmas of all families, in one document.")] = False,
    form: Annotated[str, typer.Option("--format", help="text, latex, mathml or json.")] = "text",
    fragment: Annotated[
        bool, typer.Option("--fragment", help="LaTeX or MathML without the document around it.")
    ] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write to this file.")] = None,
) -> None:
    """Derive closed forms; every proof is re-run before anything is printed.

    Example: netlemma derive toroid mean_distance --steps --format latex
    """
    from checks.inputs import InputError, nearest
    from derive import typeset
    from netlemma.catalogue import proved_lemmas

    forms = {"text": typeset.as_text, "latex": typeset.as_latex, "mathml": typeset.as_mathml, "json": typeset.as_json}
    if form not in forms:
        raise InputError(f"no format {form!r}{nearest(form, forms)}; formats: {', '.join(forms)}")
    if every == bool(subject):
        raise InputError("name a family or a product, or say --all (and not both)")
    if fragment and form not in ("latex", "mathml"):
        raise InputError("--fragment goes with --format latex or mathml")
    lemmas = proved_lemmas(subject, quantity)
    options: dict[str, Any] = {"document": not fragment} if form in ("latex", "mathml") else {}
    text = forms[form](lemmas, steps=steps, **options)
    if output is None:
        print(text)
    else:
        _write(output, text + "\n")


@app.command()
def verify(
    subjects: Annotated[
        list[str] | None,
        typer.Argument(
            help="Families, products or keys of lemmas; all families if none. Or wormhole, adaptive: models by simulation."
        ),
    ] = None,
    sizes: Sizes = "",
    claims: Annotated[Path | None, typer.Option("--claims", help="Judge the claims of a TOML file instead.")] = None,
    values: Annotated[bool, typer.Option("--values", help="Show the values that are compared, size by size.")] = False,
    cycles: Annotated[int | None, typer.Option("--cycles", help="Of these two: simulated at each load.")] = None,
    reading: Annotated[str, typer.Option("--reading", help="Of these two: the reading of the models.")] = "",
    json: Json = False,
) -> None:
    """Verify lemmas (proof, definition and measurement), a file of claims, or latency models by simulation.

    Example: netlemma verify toroid --sizes "w=2..9 D=1..3"

    netlemma verify wormhole

    netlemma verify adaptive
    """
    from checks.inputs import InputError
    from checks.sizes import parse_sizes
    from netlemma.show import progress
    from netlemma.verify_models import is_comparison, verify_models

    if is_comparison(subjects or []):
        verify_models(subjects or [], sizes, cycles, reading, json, claims is not None or values)
        return
    if cycles is not None or reading:
        raise InputError(
            "--cycles and --reading go with verify wormhole and verify adaptive, which compare models with simulations"
        )
    if claims is not None and (subjects or sizes or values):
        raise InputError("--claims judges what the file says; families, --sizes and --values do not go with it")
    if values:
        from checks.verify import values as compared

        found = compared(subjects or [], parse_sizes(sizes) if sizes else None)
        _print_json(found) if json else _print_values(found)
        return
    with progress() as say:
        if claims is not None:
            from checks.claimfile import read_claims
            from checks.claims import judge_all

            verdicts = judge_all(read_claims(claims), say)
        else:
            from checks.verify import verify as verify_subjects

            verdicts = verify_subjects(subjects or [], parse_sizes(sizes) if sizes else None, say)
    _report(verdicts, json)


@app.command()
def check(
    family: Annotated[str, typer.Argument(help='A family, or a product such as "ring(w)^D".')],
    quantity: Annotated[str, typer.Argument(help="Such as mean_distance.")],
    formula: Annotated[str, typer.Argument(help='Such as "D*w/4"; see docs/formulas.md.')],
    where: Annotated[str, typer.Option("--where", help='A condition such as "w even and D >= 2".')] = "",
    sizes: Sizes = "",
    json: Json = False,
) -> None:
    """Judge your own formula: proved, refuted by the smallest counterexample, or unknown.

    Example: netlemma check toroid mean_distance "D*w/4" --where "w even"
    """
    from checks.claims import check as check_formula

    _report([check_formula(family, quantity, formula, where, sizes)], json)


@app.command()
def errata(
    every: Annotated[bool, typer.Option("--all", help="Show the claims that hold too.")] = False,
    paper: Annotated[str, typer.Option("--paper", help="BibTeX key of one paper, such as reed1982.")] = "",
    key: Annotated[str, typer.Option("--key", help="Only what is called so, such as ring.devices or ring.")] = "",
    form: Annotated[str, typer.Option("--format", help="text, latex or json.")] = "text",
    json: Json = False,
) -> None:
    """List the claims of papers that fail, with counterexample and correction.

    Example: netlemma errata --all --paper reed1982
    """
    from checks.claims import judged
    from checks.inputs import InputError, nearest
    from netlemma.show import progress

    forms = ("text", "latex", "json")
    if form not in forms:
        raise InputError(f"no format {form!r}{nearest(form, forms)}; formats: {', '.join(forms)}")
    if json and form == "latex":
        raise InputError("--json and --format latex exclude each other")
    with progress() as say:
        pairs = judged(paper, every, say, key)
    if form == "latex":
        from netlemma.errata_page import errata_latex

        print(errata_latex(pairs), end="")
        raise typer.Exit(int(any(verdict.verdict != "holds" for _, verdict in pairs)))
    _report([verdict for _, verdict in pairs], json or form == "json")


@app.command()
def figure(
    name: Annotated[str, typer.Argument(help="Such as reed-2; without it, the figures are listed.")] = "",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Draw to this .svg, .png or .pdf.")] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the figures.")] = False,
    gallery: Annotated[
        bool, typer.Option("--gallery", help="Draw all figures to the folder -o, with an index paper by paper.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", "--data", help="Print the exact points as JSON.")] = False,
) -> None:
    """Draw a figure of a paper again from lemmas, or print its exact points.

    Example: netlemma figure reed-2 -o fig.svg
    """
    from netlemma.figures.command import run

    run(name, output, listed, gallery, json)


@app.command()
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
) -> None:
    """Write everything that netlemma knows as a web site that needs no network and no server, and as a PDF.

    Example: netlemma report -o out/
    """
    from netlemma.report.command import run

    run(output, force, ledger, only, pdf)


app.command()(measure)
app.command(cls=WordsAfterVersus)(bounds)
app.command()(deadlock)
app.command()(certify)
app.command()(draw)
app.command()(simulate)
app.command()(sweep)
app.command()(model)
app.command()(traffic)


def _print_values(found: list[dict[str, Any]]) -> None:
    """A table for each lemma: a row for each size, a column for each side."""
    from netlemma.show import print_table

    for each in found:
        sides = list(dict.fromkeys(name for row in each["values"] for name in row if name != "size"))
        rows = [
            (" ".join(f"{n}={v}" for n, v in row["size"].items()), *(row.get(side, "") for side in sides))
            for row in each["values"]
        ]
        print_table(each["key"], ("size", *sides), rows)


def _print_json(data: Any) -> None:
    from netlemma.show import print_json

    print_json(data)


def _report(verdicts: list, json: bool) -> None:
    """Print verdicts; exit status 1 unless all hold."""
    from netlemma.show import VERDICT_COLUMNS, print_table, verdict_rows

    if json:
        _print_json([v.as_json() for v in verdicts])
    elif verdicts:
        print_table("", VERDICT_COLUMNS, verdict_rows(verdicts))
        held = sum(v.verdict == "holds" for v in verdicts)
        print(f"{held} of {len(verdicts)} hold")
    else:
        print("nothing fails")
    if any(v.verdict != "holds" for v in verdicts):
        raise typer.Exit(1)


def _write(path: Path, text: str) -> None:
    from checks.inputs import InputError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None


def main() -> None:
    """Run the command line; bad input becomes one line on standard error and exit status 2."""
    try:
        status = _run()
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads the output, such as head, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)


def _run() -> int:
    """The exit status of the command."""
    usage_error: type[Any] = typer.BadParameter.__mro__[2]  # ClickException, which Typer carries and does not export
    try:
        status = app(standalone_mode=False)
    except usage_error as error:
        _fail(error.format_message())
    except ValueError as error:
        _fail(str(error))
    except ArithmeticError as error:  # a proof or a lemma that does not hold: nothing the user did
        _fail(f"a result of netlemma's own is wrong, please report it: {error}", status=1)
    except typer.Exit as stop:
        status = stop.exit_code
    except (typer.Abort, KeyboardInterrupt):
        print("netlemma: stopped", file=sys.stderr)
        status = 130
    return status if isinstance(status, int) else 0


def _fail(message: str, status: int = 2) -> None:
    from checks.inputs import one_line

    print(f"netlemma: {one_line(message)}", file=sys.stderr)
    sys.exit(status)
