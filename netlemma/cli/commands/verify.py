"""The command ``verify``: verdicts on lemmas, on files of claims and on models of latency."""

from typing import Annotated, Any

import typer

from netlemma.cli import completion
from netlemma.cli.lazy_options import with_options_of
from netlemma.cli.options import AcceptAgreement, Json


@with_options_of("verify")
def verify(
    subjects: Annotated[
        list[str] | None,
        typer.Argument(
            help="Families, products or keys of lemmas; all families if none is named. Or wormhole or adaptive: models by simulation.",
            autocompletion=completion.subject,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Verify all families, as if none is named.")] = False,
    accept: AcceptAgreement = False,
    json: Json = False,
    **given: Any,
) -> None:
    """Verify lemmas (proof, definition and measurement), a file of claims, or latency models by simulation.

    Examples: netlemma verify toroid --sizes "w=2..9 D=1..3"

    netlemma verify wormhole

    netlemma verify adaptive
    """
    from netlemma.api.verdicts import verify as verified
    from netlemma.console import progress
    from netlemma.errors import InputError

    if every and subjects:
        raise InputError(f"--all verifies all families: leave out {' '.join(subjects)}, or --all")
    with progress() as say:
        found = verified(subjects or [], **given, progress=say)
    report_verdicts(found, json, accept or given["values"])


def report_verdicts(found: Any, json: bool, accept: bool) -> None:
    """Print verdicts and stop with their exit status.

    Parameters
    ----------
    found : Verdicts
        Verdicts.
    json : bool
        Whether JSON is printed.
    accept : bool
        Whether ``agrees`` is accepted.

    Raises
    ------
    typer.Exit
        With status 1 if one fails, 3 if one agrees (unless that is accepted) or is unknown.
    """
    from netlemma.console import print_json, print_parts

    print_json(found.as_json()) if json else print_parts(found)
    if status := found.exit_status(accept):
        raise typer.Exit(status)
