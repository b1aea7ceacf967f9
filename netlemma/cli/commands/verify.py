"""The commands ``verify`` and ``check``: verdicts on lemmas and on users' formulas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from netlemma.cli import completion
from netlemma.cli.network_words import source_of
from netlemma.cli.options import AcceptAgreement, Form, Json, Scope

if TYPE_CHECKING:
    from checks.base.verdicts import ComparedValues, Verdicts

Sizes = Annotated[str, typer.Option("--sizes", help='Sizes to try, such as "w=2..9 D=1..3".')]


def verify(
    subjects: Annotated[
        list[str] | None,
        typer.Argument(
            help="Families, products or keys of lemmas; all families if none. Or wormhole, adaptive: models by simulation.",
            autocompletion=completion.subject,
        ),
    ] = None,
    sizes: Sizes = "",
    claims: Annotated[
        Path | None,
        typer.Option("--claims", help="Judge the claims of a TOML file instead.", autocompletion=completion.files),
    ] = None,
    values: Annotated[bool, typer.Option("--values", help="Show the values that are compared, size by size.")] = False,
    cycles: Annotated[int | None, typer.Option("--cycles", help="Of these two: simulated at each load.")] = None,
    reading: Annotated[str, typer.Option("--reading", help="Of these two: the reading of the models.")] = "",
    accept: AcceptAgreement = False,
    json: Json = False,
) -> None:
    """Verify lemmas (proof, definition and measurement), a file of claims, or latency models by simulation.

    Example: netlemma verify toroid --sizes "w=2..9 D=1..3"

    netlemma verify wormhole

    netlemma verify adaptive
    """
    from checks.base.verdicts import ComparedValues
    from netlemma.api.verdicts import verify as verified
    from netlemma.cli.commands.verify_models import is_comparison, print_compared
    from netlemma.console import print_json, progress

    with progress() as say:
        found = verified(
            subjects or [], sizes=sizes, claims=claims, values=values, cycles=cycles, reading=reading, progress=say
        )
    if isinstance(found, ComparedValues):
        print_json(found.as_json()) if json else _print_values(found)
    else:
        _report(found, json, accept, print_compared if is_comparison(subjects or []) else _print)


def check(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="NETWORK",
            help='A family or a product such as "ring(w)^D", files, or my.py:function.',
            autocompletion=completion.checked,
        ),
    ],
    quantity: Annotated[str, typer.Argument(help="Such as mean_distance.", autocompletion=completion.checked)],
    formula: Annotated[str, typer.Argument(help='Such as "D*w/4"; see docs/formulas.md.')],
    where: Annotated[str, typer.Option("--where", help='A condition such as "w even and D >= 2".')] = "",
    sizes: Sizes = "",
    form: Form = "",
    scope: Scope = "",
    accept: AcceptAgreement = False,
    json: Json = False,
) -> None:
    """Judge your own formula: it holds (proved), fails (with a counterexample), agrees where tried, or is unknown.

    Families and products have lemmas; a formula about another network is compared with measurements.

    Examples: netlemma check toroid mean_distance "D*w/4" --where "w even"

    netlemma check my.py:star mean_distance "2*(n-1)/n" --sizes n=2..9
    """
    from netlemma.api.verdicts import check as judged

    source, rest = source_of(words, form, scope)
    _report(judged(source, quantity, formula, where, " ".join([sizes, *rest])), json, accept)


def _print_values(found: ComparedValues) -> None:
    """A table for each lemma: a row for each size, a column for each side."""
    from checks.base.verdicts import sides, value_rows
    from netlemma.console import print_table

    for each in found:
        print_table(each["key"], ("size", *sides(each)), value_rows(each))


def _print(found: Verdicts) -> None:
    from netlemma.console import VERDICT_COLUMNS, print_table, verdict_rows

    if found:
        print_table("", VERDICT_COLUMNS, verdict_rows(found))
    print(found.summary if found else "nothing fails")


def _report(found: Verdicts, json: bool, accept: bool, show: Callable[[Verdicts], None] = _print) -> None:
    """Print verdicts; exit status 1 if one fails, 3 if one agrees (unless accepted) or is unknown."""
    from netlemma.console import print_json

    print_json(found.as_json()) if json else show(found)
    if status := found.exit_status(accept):
        raise typer.Exit(status)
