"""One family as a PDF of a few pages."""

from collections.abc import Callable
from pathlib import Path

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.derive.core.lemma import LemmaKey
from netlemma.drawing.files import write_whole
from netlemma.errors import InputError, LatexError
from netlemma.graphs import families
from netlemma.reporting.compute import compute
from netlemma.reporting.gather import group_results
from netlemma.reporting.ledger import opened
from netlemma.reporting.pdf.compiling import compiled_pdf
from netlemma.reporting.pdf.document import document, pictures
from netlemma.reporting.work import OF_NO_SUBJECT, Task, work


def handout(
    family: str,
    output: Path,
    *,
    ledger: Path | None = None,
    workers: int | None = None,
    dask: str = "",
    progress: Callable[[str], None] = lambda line: None,
) -> Path:
    """Write a family's construction, closed forms, measured values, bounds, deadlocks and claims of papers as a PDF."""
    if family not in families():
        raise InputError(
            f"no family {quoted_text(family)}{nearest(family, families())}; netlemma list families names them"
        )
    if output.suffix.lower() != ".pdf":
        raise InputError(f"{quoted_text(str(output))} must end in .pdf: a family is written to one file")
    mine = [task for task in work() if _is_about(task, family)]
    with opened(ledger) as kept:
        report = group_results(compute(mine, kept, progress, workers, dask))
    try:
        pdf, _ = compiled_pdf(family, document(report, "handout"), pictures(report))
    except LatexError as error:
        raise InputError(f"{output} is not written: {error}") from None
    write_whole(output, lambda form: pdf)
    return output


def _is_about(task: Task, family: str) -> bool:
    if task.kind == "statement":
        return LemmaKey.parse(task.about["key"]).subject == family
    return task.group == family and task.kind not in OF_NO_SUBJECT
