"""The command ``paper``: verdicts on the marked formulas, tables and numbers of papers in LaTeX."""

from pathlib import Path
from typing import Annotated, Any

import typer

from netlemma.cli import completion
from netlemma.cli.options import AcceptAgreement, Json, Time

FORMS = ("text", "latex", "github", "json")
STYLE = "netlemma.sty"


def paper(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE.tex", help="Papers in LaTeX.", autocompletion=completion.files)
    ] = None,
    claims: Annotated[
        Path | None, typer.Option("--claims", help="TOML file that says which quantities labels are about.")
    ] = None,
    form: Annotated[
        str, typer.Option("--format", help="Print text, latex (an appendix), github (annotations) or json.")
    ] = "text",
    fix: Annotated[Path | None, typer.Option("--fix", help="Write a patch with the corrections to this file.")] = None,
    sty: Annotated[
        bool, typer.Option("--sty", help="Write netlemma.sty, which defines \\netlemma, into this folder.")
    ] = False,
    published: Annotated[
        bool,
        typer.Option("--published", help="Judge the published formulas that come with netlemma; words select some."),
    ] = False,
    time: Time = "60",
    accept: AcceptAgreement = False,
    json: Json = False,
) -> None:
    """Judge the marked equations, table columns and numbers of papers, by file and line; see docs/my-paper.md.

    A mark stands before an equation, a table or a sentence: % netlemma: toroid mean_distance --where "w even"

    Example: netlemma paper article.tex --fix corrections.patch
    """
    from netlemma.api.manuscripts import paper as judged
    from netlemma.base.text_layout import fitted
    from netlemma.checks.base.inputs import nearest
    from netlemma.console import print_json, print_parts, progress, with_options
    from netlemma.errors import InputError
    from netlemma.graphs.base.text_files import write_text

    if form not in FORMS:
        raise InputError(f"no format {form!r}{nearest(form, FORMS)}; formats: {', '.join(FORMS)}")
    if sty:
        write_text(Path(STYLE), style())
        print(f"{STYLE} written")
        if not files:
            return
    if published:
        if claims or fix or form not in ("text", "json"):
            raise InputError("--published judges formulas of its own: it takes words, --json and --time alone")
        if status := _published([str(each) for each in files or ()], time, json or form == "json", accept):
            raise typer.Exit(status)
        return
    if not files:
        raise InputError("paper takes LaTeX files: netlemma paper article.tex")
    with progress() as say:
        found = judged(files, claims=claims, time=time, progress=say)
    if fix is not None:
        from netlemma.checks.manuscript.judged_paper import patch

        text, count = patch(found)
        write_text(fix, text)  # before anything is printed, so that a wrong folder is all that is told
    if form == "latex":
        from netlemma.reporting.paper_page import appendix

        print(appendix(found), end="")
    elif json or form == "json":
        print_json(found.as_json())
    elif form == "github":
        print("\n".join([*(with_options(annotation(each)) for each in found), found.summary]))
    else:
        print_parts(found)
    if fix is not None and form in ("text", "github") and not json:
        print(fitted(f"{fix}: {count} correction{'s' * (count != 1)}; apply it by: patch -p0 < {fix}"))
    if status := found.exit_status(accept):
        raise typer.Exit(status)


def _published(words: list[str], time: str, json: bool, accept: bool) -> int:
    """Print the verdicts on the published formulas, and how many of them there are by kind; the exit status."""
    from collections import Counter

    from netlemma.base.text_layout import fitted
    from netlemma.checks.base.time_budget import seconds_of
    from netlemma.checks.base.verdicts import Verdicts, as_verb, why
    from netlemma.checks.manuscript.published_formulas import judge_published, published_about
    from netlemma.console import print_json, progress, with_options

    rows, kinds, every = [], Counter[tuple[str, str]](), Verdicts()
    with progress() as say:
        for each, found in judge_published(published_about(words), seconds_of(time) or 0, say):
            kind = each.kind if found.verdict == "fails" else ""
            kinds[found.verdict, f" ({kind})" if kind else ""] += 1
            every += found
            note = f" [{each.disagrees}]" if each.disagrees else ""
            rows += [{"latex": each.latex, "kind": kind, "disagrees": each.disagrees, **v.as_json()} for v in found]
            if not json:
                says = f"{each.family} {each.quantity} = {each.reads}: {with_options(why(found[0]))}{note}"
                print(fitted(f"{each.source}: {found.verdict}: {says}"))
    counted = ", ".join(f"{n} {as_verb(verdict, n)}{kind}" for (verdict, kind), n in kinds.items())
    print_json(rows) if json else print(fitted(f"{kinds.total()} formula{'s' * (kinds.total() != 1)}: {counted}"))
    return every.exit_status(accept)


def style() -> str:
    r"""The text of ``netlemma.sty``, which defines ``\netlemma``.

    Returns
    -------
    str
        LaTeX package.
    """
    from importlib.resources import files

    return (files("netlemma.reporting") / "assets" / STYLE).read_text(encoding="utf-8")


def annotation(finding: Any) -> str:
    """A finding as a workflow command of GitHub, which marks the line in a pull request.

    Parameters
    ----------
    finding : Finding
        Finding.

    Returns
    -------
    str
        Line; ``error`` if it fails, ``warning`` if it is not proved, ``notice`` if it holds.
    """
    level = {"fails": "error", "holds": "notice"}.get(finding.verdict, "warning")
    words = finding.message
    for character, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        words = words.replace(character, code)
    name = finding.paper.name
    for character, code in (("%", "%25"), (":", "%3A"), (",", "%2C")):
        name = name.replace(character, code)
    return f"::{level} file={name},line={finding.line}::{words}"
