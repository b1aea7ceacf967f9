"""The command ``check``: verdicts on users' formulas."""

import re
from pathlib import Path
from typing import Annotated

import typer

from netlemma.cli import completion
from netlemma.cli.commands.derive import write_theorems
from netlemma.cli.commands.verify import report_verdicts
from netlemma.cli.network_words import source_of
from netlemma.cli.options import AcceptAgreement, Json, Scope, Time

SIZE = re.compile(r"[A-Za-z_]\w*=[0-9][0-9.,]*")
Tried = Annotated[
    str,
    typer.Option(
        "--sizes",
        help='Sizes at which the formula is tried, such as "w=2..9 D=1..3"; the claim is about all; sizes beside the network fix it.',
    ),
]


def check(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NETWORK",
            help='A family or a product such as "ring(w)^D", files, or my.py:function.',
            autocompletion=completion.checked,
        ),
    ] = None,
    quantity: Annotated[
        str, typer.Argument(help="Quantity such as mean_distance.", autocompletion=completion.checked)
    ] = "",
    formula: Annotated[
        str, typer.Argument(help='Formula such as "D*w/4", or LaTeX; see docs/formulas.md; none with --fit.')
    ] = "",
    where: Annotated[
        str, typer.Option("--where", help='Judge only sizes that meet a condition, such as "w even and D >= 2".')
    ] = "",
    let: Annotated[
        list[str] | None,
        typer.Option("--let", help='Define a name of the formula, as in "N=2^n"; repeat it for several.'),
    ] = None,
    latex: Annotated[
        bool, typer.Option("--latex", help="Read the formula as LaTeX even if it does not look like it.")
    ] = False,
    tolerance: Annotated[
        str, typer.Option("--tolerance", help=r"Largest relative difference for \approx, such as 1% or 0.01.")
    ] = "",
    sizes: Tried = "",
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="Format of a file whose content does not say it; or rocq: a formula that holds is written as a theorem.",
        ),
    ] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the theorem of --format rocq to this folder, for make.")
    ] = None,
    scope: Scope = "",
    fit: Annotated[bool, typer.Option("--fit", help="Propose a formula through the values instead.")] = False,
    pairs: Annotated[
        str,
        typer.Option("--pairs", help="Pairs that count: different, all (those of a node with itself too) or ordered."),
    ] = "",
    per: Annotated[str, typer.Option("--per", help="Normalise per message, node or link.")] = "",
    length: Annotated[str, typer.Option("--length", help="Measure the length of a path in hops or nodes.")] = "",
    of: Annotated[str, typer.Option("--of", help="Take the mean or the maximum.")] = "",
    direction: Annotated[
        str, typer.Option("--direction", help="Count both directions of a link together, or each apart.")
    ] = "",
    links: Annotated[str, typer.Option("--links", help="Count links as bidirectional or one-way.")] = "",
    shift: Annotated[
        str, typer.Option("--shift", help="Shift a size: K=1 if the formula's K is the size plus 1.")
    ] = "",
    sequence: Annotated[
        str, typer.Option("--sequence", help='Judge numbers instead of a formula: "1, 4, 9, 16".')
    ] = "",
    bfile: Annotated[str, typer.Option("--bfile", help="Judge the numbers of a b-file of the OEIS.")] = "",
    start: Annotated[
        str, typer.Option("--from", help="Size of the first number, such as n=1; the smallest if left out.")
    ] = "",
    time: Time = "60",
    accept: AcceptAgreement = False,
    json: Json = False,
) -> None:
    """Judge your own formula: it holds (proved), fails (with a counterexample), agrees where tried, or is unknown.

    Where there is a proved lemma, the formula is compared with it for all sizes; any other quantity of netlemma list
    quantities, on any network, is compared with measurements.

    Examples: netlemma check toroid mean_distance "D*w/4" --where "w even"

    netlemma check hypercube mean_distance '\\frac{n 2^{n-1}}{2^n-1}'

    netlemma check my.py:star mean_distance "2*(n-1)/n" --sizes n=2..9

    netlemma check toroid w=4 links --sequence "4, 32, 192" --from D=1

    netlemma check ring diameter "K/2" --where "K even" --format rocq -o out
    """
    from netlemma.api.verdicts import check as judged
    from netlemma.checks.base.inputs import quoted_text
    from netlemma.checks.judging.quantity_list import QUANTITIES
    from netlemma.errors import InputError

    given = [*(words or []), *filter(None, (quantity, formula))]
    alone = bool(fit or sequence or bfile)
    least = 2 if alone else 3
    while SIZE.fullmatch(given[-1] if given else "") and sum(not SIZE.fullmatch(each) for each in given) >= least:
        given.insert(0, given.pop())  # sizes behind the formula are those of the network, too
    if len(given) < least:
        what = "a network and a quantity" if alone else "a network, a quantity and a formula, or --fit"
        raise InputError(f"check takes {what}: netlemma check toroid mean_distance " + ("--fit" if fit else '"D*w/4"'))
    if alone and given[-2].partition(".")[0] in QUANTITIES:
        option = "--fit" if fit else "--sequence" if sequence else "--bfile"
        raise InputError(f"a formula, {quoted_text(given[-1])}, and {option} are given: check judges one of them")
    theorem = form == "rocq"
    conventions = {
        "pairs": pairs,
        "per": per,
        "length": length,
        "of": of,
        "direction": direction,
        "links": links,
        "shift": shift,
    }
    if theorem and (alone or json or any(conventions.values())):
        raise InputError(
            "--format rocq takes one formula under usual conventions: not with --json, --fit, sequences or "
            + ", ".join(f"--{name}" for name in conventions)
        )
    if output is not None and not theorem:
        raise InputError("-o applies only to --format rocq")
    formula = "" if alone else given.pop()
    quantity = given.pop()
    source, rest = source_of(given, "" if theorem else form, scope)
    verdicts = judged(
        source, quantity, formula, where, sizes, at=" ".join(rest), fit=fit, time=time, sequence=sequence, bfile=bfile, start=start,
        let=let or (), latex=latex, tolerance=tolerance, **conventions,
    )  # fmt: skip
    if theorem and verdicts.verdict != "fails":
        from netlemma.checks.kernel.rocq_theorems import stated_formula

        if len(verdicts) > 1:
            raise InputError("--format rocq takes a formula that states one thing and has one reading")
        return write_theorems([stated_formula(verdicts[0])], output)
    report_verdicts(verdicts, json, accept)
