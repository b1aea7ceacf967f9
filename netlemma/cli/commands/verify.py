"""The commands ``verify``, ``check`` and ``errata``: verdicts on lemmas, on users' formulas and on what papers print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli.network_words import source_of
from netlemma.cli.options import Form, Json, Scope

Sizes = Annotated[str, typer.Option("--sizes", help='Sizes to try, such as "w=2..9 D=1..3".')]


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
    from checks.base.inputs import InputError
    from checks.base.sizes import parse_sizes
    from netlemma.cli.commands.verify_models import is_comparison, verify_models
    from netlemma.console import print_json, progress

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
        from checks.lemmas.verify import values_by_side as compared

        found = compared(subjects or [], parse_sizes(sizes) if sizes else None)
        print_json(found) if json else _print_values(found)
        return
    with progress() as say:
        if claims is not None:
            from checks.claims.claimfile import read_claims
            from checks.claims.claims import judge_all

            verdicts = judge_all(read_claims(claims), say)
        else:
            from checks.lemmas.verify import verify as verify_subjects

            verdicts = verify_subjects(subjects or [], parse_sizes(sizes) if sizes else None, say)
    _report(verdicts, json)


def check(
    words: Annotated[
        list[str],
        typer.Argument(metavar="NETWORK", help='A family or a product such as "ring(w)^D", files, or my.py:function.'),
    ],
    quantity: Annotated[str, typer.Argument(help="Such as mean_distance.")],
    formula: Annotated[str, typer.Argument(help='Such as "D*w/4"; see docs/formulas.md.')],
    where: Annotated[str, typer.Option("--where", help='A condition such as "w even and D >= 2".')] = "",
    sizes: Sizes = "",
    form: Form = "",
    scope: Scope = "",
    json: Json = False,
) -> None:
    """Judge your own formula: proved, refuted by the smallest counterexample, or unknown.

    Families and products have lemmas; a formula about another network is compared with measurements.

    Examples: netlemma check toroid mean_distance "D*w/4" --where "w even"

    netlemma check my.py:star mean_distance "2*(n-1)/n" --sizes n=2..9
    """
    from checks.claims.claims import check as check_formula

    source, rest = source_of(words, form, scope)
    _report([check_formula(source, quantity, formula, where, " ".join([sizes, *rest]))], json)


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
    from checks.base.inputs import InputError, nearest
    from checks.claims.claims import judged
    from netlemma.console import progress

    forms = ("text", "latex", "json")
    if form not in forms:
        raise InputError(f"no format {form!r}{nearest(form, forms)}; formats: {', '.join(forms)}")
    if json and form == "latex":
        raise InputError("--json and --format latex exclude each other")
    with progress() as say:
        pairs = judged(paper, every, say, key)
    if form == "latex":
        from netlemma.reporting.errata_page import errata_latex

        print(errata_latex(pairs), end="")
        raise typer.Exit(int(any(verdict.verdict != "holds" for _, verdict in pairs)))
    _report([verdict for _, verdict in pairs], json or form == "json")


def _print_values(found: list[dict[str, Any]]) -> None:
    """A table for each lemma: a row for each size, a column for each side."""
    from netlemma.console import print_table

    for each in found:
        sides = list(dict.fromkeys(name for row in each["values"] for name in row if name != "size"))
        rows = [
            (" ".join(f"{n}={v}" for n, v in row["size"].items()), *(row.get(side, "") for side in sides))
            for row in each["values"]
        ]
        print_table(each["key"], ("size", *sides), rows)


def _report(verdicts: list, json: bool) -> None:
    """Print verdicts; exit status 1 unless all hold."""
    from netlemma.console import VERDICT_COLUMNS, print_json, print_table, verdict_rows

    if json:
        print_json([v.as_json() for v in verdicts])
    elif verdicts:
        print_table("", VERDICT_COLUMNS, verdict_rows(verdicts))
        held = sum(v.verdict == "holds" for v in verdicts)
        print(f"{held} of {len(verdicts)} hold")
    else:
        print("nothing fails")
    if any(v.verdict != "holds" for v in verdicts):
        raise typer.Exit(1)
