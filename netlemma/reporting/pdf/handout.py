"""One family as a PDF of a few pages, and twenty of them as a book."""

from collections.abc import Callable
from pathlib import Path

from netlemma.base.names import nearest
from netlemma.checks.base.inputs import quoted_text
from netlemma.derive.core.lemma import LemmaKey
from netlemma.drawing.files import write_whole
from netlemma.errors import InputError, LatexError
from netlemma.graphs import families
from netlemma.graphs.base.worker_pool import check_workers
from netlemma.reporting.compute import compute
from netlemma.reporting.gather import Report, group_results
from netlemma.reporting.ledger import opened
from netlemma.reporting.pdf.book import book_latex, book_pictures, chapters
from netlemma.reporting.pdf.compiling import compiled_pdf
from netlemma.reporting.pdf.document import document, pictures
from netlemma.reporting.work import OF_NO_SUBJECT, Task, work

BOOK = "book"


def printed(
    name: str,
    output: Path,
    *,
    ledger: Path | None = None,
    workers: int | None = None,
    dask: str = "",
    progress: Callable[[str], None] = lambda line: None,
) -> Path:
    """Write the book, or a family's construction, closed forms, measured values, bounds, deadlocks and claims of papers, as a PDF."""
    if name != BOOK and name not in families():
        raise InputError(f"no family {quoted_text(name)}{nearest(name, families())}; netlemma list families names them")
    if output.suffix.lower() != ".pdf":
        raise InputError(
            f"{quoted_text(str(output))} must end in .pdf: {'the book' if name == BOOK else 'a family'} is one file"
        )
    check_workers(workers, dask)
    tasks = chapters() if name == BOOK else [task for task in work() if _is_about(task, name)]
    with opened(ledger) as kept:
        report = group_results(compute(tasks, kept, progress, workers, dask))
    try:
        pdf = typeset(report, name)
    except LatexError as error:
        raise InputError(f"{output} is not written: {error}") from None
    write_whole(output, lambda form: pdf)
    return output


def typeset(report: Report, name: str) -> bytes:
    """The PDF of the book, or of a family."""
    if name == BOOK:
        return compiled_pdf(name, book_latex(report), book_pictures(report))[0]
    return compiled_pdf(name, document(report, "handout"), pictures(report))[0]


def _is_about(task: Task, family: str) -> bool:
    if task.kind == "statement":
        return LemmaKey.parse(task.about["key"]).subject == family
    return task.group == family and task.kind not in OF_NO_SUBJECT
