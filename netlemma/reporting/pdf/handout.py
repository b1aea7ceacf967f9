"""One family as a PDF of a few pages."""

from collections.abc import Callable
from pathlib import Path

from netlemma.checks.base.inputs import InputError, nearest, quoted_text
from netlemma.derive.core.lemma_key import LemmaKey
from netlemma.drawing.files import write_whole
from netlemma.graphs import families
from netlemma.reporting.compute import compute
from netlemma.reporting.gather import group_results
from netlemma.reporting.ledger import opened
from netlemma.reporting.pdf.compiling import LatexError, compiled_pdf
from netlemma.reporting.pdf.document import document, pictures
from netlemma.reporting.work import OF_NO_SUBJECT, ReportTasks, Task, work


def handout(
    family: str,
    output: Path,
    *,
    ledger: Path | None = None,
    workers: int | None = None,
    dask: str = "",
    progress: Callable[[str], None] = lambda line: None,
) -> Path:
    """Write a family's construction, closed forms, measured values, bounds, deadlocks and claims of papers as a PDF.

    Parameters
    ----------
    family : str
        Name of the family.
    output : Path
        File to write, .pdf.
    ledger : Path or None, optional
        File of kept results; by default one in the user's cache folder.
    workers : int or None, optional
        Processes that share the results; one for each core if None.
    dask : str, default ""
        Scheduler of a Dask cluster whose workers share them instead.
    progress : callable, default lambda line: None
        Called with each line on the progress.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    InputError
        For an unknown family, a file that cannot be written, or without pdflatex.
    """
    if family not in families():
        raise InputError(
            f"no family {quoted_text(family)}{nearest(family, families())}; netlemma list families names them"
        )
    if output.suffix.lower() != ".pdf":
        raise InputError(f"{quoted_text(str(output))} must end in .pdf: a family is written to one file")
    every = work()
    mine = tuple(task for task in every.tasks if _is_about(task, family))
    with opened(ledger) as kept:
        report = group_results(compute(ReportTasks(mine, every.named, every.registered), kept, progress, workers, dask))
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
