"""``netlemma paper``."""

from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer, call, computing

FORMS = ("text", "latex", "github", "json")
STYLE = "netlemma.sty"


def paper(
    files: Any = None,
    *,
    format: str = "text",
    fix: Path | None = None,
    sty: bool = False,
    published: bool = False,
    accept_agreement: bool = False,
    json: bool = False,
    **given: Any,
) -> Answer:
    """Judge the marked equations, table columns and numbers of papers, by file and line; see docs/my-paper.md.

    A mark stands before an equation, a table or a sentence: % netlemma: toroid mean_distance --where "w even"

    Example: netlemma paper article.tex --fix corrections.patch
    """
    from netlemma.base.displays import Words
    from netlemma.base.names import nearest
    from netlemma.console import json_text, with_options
    from netlemma.errors import InputError
    from netlemma.graphs.base.text_files import write_text

    if format not in FORMS:
        raise InputError(f"no format {format!r}{nearest(format, FORMS)}; formats: {', '.join(FORMS)}")
    if sty:
        write_text(Path(STYLE), style())
        print(f"{STYLE} written")
        if not files:
            return Answer(None, [])
    if published:
        if given["claims"] or fix or format not in ("text", "json"):
            raise InputError("--published judges formulas of its own: it takes words, --json and --time alone")
        return _published(
            [str(each) for each in files or ()], given["time"], json or format == "json", accept_agreement
        )
    if not files:
        raise InputError("paper takes LaTeX files: netlemma paper article.tex")
    found = call("paper", files, **given)
    status, patched = found.exit_status(accept_agreement), list[Words]()
    if fix is not None:
        from netlemma.checks.manuscript.judged_paper import patch

        text, count = patch(found)
        write_text(fix, text)  # before anything is printed, so that a wrong folder is all that is told
        patched = [Words(f"{fix}: {count} correction{'s' * (count != 1)}; apply it by: patch -p0 < {fix}", hanging=2)]
    if format == "latex":
        from netlemma.reporting.paper_page import appendix

        return Answer(found, appendix(found).removesuffix("\n"), status)
    if format == "github":
        lines = [*(with_options(annotation(each)) for each in found), found.summary, *(each.words for each in patched)]
        return Answer(found, "\n".join(lines), status)
    return Answer(found, json_text(found) if format == "json" else [*found._parts(), *patched], status)


def _published(words: list[str], time: str, json: bool, accept: bool) -> Answer:
    """The verdicts on the published formulas, and how many of them there are by kind."""
    from collections import Counter

    from netlemma.base.displays import Words
    from netlemma.checks.base.time_budget import seconds_of
    from netlemma.checks.base.verdicts import Verdicts, as_verb, why
    from netlemma.checks.manuscript.published_formulas import judge_published, published_about
    from netlemma.console import json_text

    rows, lines, kinds, every = [], [], Counter[tuple[str, str]](), Verdicts()
    with computing() as say:
        for each, found in judge_published(published_about(words), seconds_of(time) or 0, say):
            kind = each.kind if found.verdict == "fails" else ""
            kinds[found.verdict, f" ({kind})" if kind else ""] += 1
            every += found
            note = f" [{each.disagrees}]" if each.disagrees else ""
            rows += [{"latex": each.latex, "kind": kind, "disagrees": each.disagrees, **v.as_json()} for v in found]
            says = f"{each.family} {each.quantity} = {each.reads}: {why(found[0])}{note}"
            lines.append(Words(f"{each.source}: {found.verdict}: {says}", hanging=2))
    counted = ", ".join(f"{n} {as_verb(verdict, n)}{kind}" for (verdict, kind), n in kinds.items())
    lines.append(Words(f"{kinds.total()} formula{'s' * (kinds.total() != 1)}: {counted}", hanging=2))
    return Answer(rows, json_text(rows) if json else lines, every.exit_status(accept))


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
