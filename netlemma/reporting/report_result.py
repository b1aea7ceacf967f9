"""Reports written to a folder, with their contents and times."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from netlemma.base.displays import Part, Shown, Words
from netlemma.errors import InputError, LatexError

DOCUMENTATION = "docs/index.html"  # where sphinx-build writes it in the folder of a report


@dataclass(frozen=True)
class WrittenReport(Shown):
    """The contents of a written report.

    Parameters
    ----------
    folder : Path
        Folder of the report.
    families : int
        Number of families.
    lemmas : int
        Number of lemmas.
    papers : int
        Number of papers.
    claims : int
        Number of claims and statements.
    figures : int
        Number of figures.
    files : int
        Number of files.
    size : int
        Size of the files, in bytes.
    seconds : float
        Time, in seconds.
    missing : tuple of dict from str to object
        Name, group and error of each result that could not be computed.
    """

    folder: Path
    families: int
    lemmas: int
    papers: int
    claims: int
    figures: int
    files: int
    size: int
    seconds: float
    missing: tuple[dict[str, Any], ...]

    @property
    def index(self) -> Path:
        """The first page."""
        return self.folder / "index.html"

    def as_json(self) -> dict[str, Any]:
        """The output of ``netlemma report --json``."""
        counts = ("families", "lemmas", "papers", "claims", "figures", "files", "size", "seconds")
        return {
            "folder": str(self.folder),
            **{name: getattr(self, name) for name in counts},
            "missing": list(self.missing),
        }

    def _parts(self) -> list[Part]:
        return [
            Words(
                f"{self.folder}: {self.families} families with {self.lemmas} lemmas, {self.papers} papers with "
                f"{self.claims} claims, {self.figures} figures"
            ),
            Words(f"{self.files} files, {self.size / 1e6:.1f} MB, in {self.seconds:.0f} s; begin with {self.index}"),
            *(Words(f"{each['name']} could not be computed: {each['error']}") for each in self.missing),
        ]


def report(
    output: str | Path,
    *,
    force: bool = False,
    ledger: str | Path | None = None,
    only: str = "",
    pdf: bool = True,
    workers: int | None = None,
    dask: str = "",
    progress: Callable[[str], None] = lambda line: None,
) -> WrittenReport:
    """Write all results of netlemma as a web site that needs no network and no server.

    Parameters
    ----------
    output : str or Path
        Folder to write.
    force : bool, default False
        Whether a folder with other files is accepted.
    ledger : str, Path or None, optional
        File of kept results; by default one in the user's cache folder.
    only : str, default ""
        Families, papers, figures and models, separated by commas, such as ``"ring,reed1982"``; all if empty.
    pdf : bool, default True
        Whether a report of everything has the book, ``netlemma.pdf``, if pdflatex is installed.
    workers : int or None, optional
        Processes that share the results; one for each core if None.
    dask : str, default ""
        Scheduler of a Dask cluster whose workers share them instead.
    progress : callable, default lambda line: None
        Called with each line on the progress.

    Returns
    -------
    WrittenReport
        Contents of the report, with results that could not be computed in ``missing``.

    Raises
    ------
    InputError
        For an unknown name, or a folder that cannot be written.
    WorkerError
        If workers cannot be used, or are lost.
    """
    from netlemma.folder import Folder
    from netlemma.graphs.base.worker_pool import check_workers
    from netlemma.reporting.compute import compute
    from netlemma.reporting.gather import group_results
    from netlemma.reporting.ledger import opened
    from netlemma.reporting.pages import pages
    from netlemma.reporting.pdf.handout import BOOK, typeset
    from netlemma.reporting.work import work

    start = perf_counter()
    check_workers(workers, dask)
    names = [name.strip() for name in only.split(",") if name.strip()]
    if only and not names:
        raise InputError("`only` names nothing: give families, papers or figures, such as `only=ring,reed1982`")
    folder = Folder(Path(output), force)
    with opened(None if ledger is None else Path(ledger)) as kept:
        found = group_results(compute(work(names), kept, progress, workers, dask))
    documents: dict[str, str | bytes] = {}
    if pdf and not names:
        try:
            documents["netlemma.pdf"] = typeset(found, BOOK)
        except LatexError as error:
            progress(f"netlemma.pdf is left out: {error}")
    beside = [name for name in (DOCUMENTATION,) if (Path(output) / name).is_file()]
    files = pages(found, [*documents, *beside]) | documents
    size = folder.put(files)
    return WrittenReport(
        Path(output), len(found.families), len(found.lemmas), len(found.papers), len(found.verdicts), len(found.figures),
        len(files), size, perf_counter() - start, tuple(found.missing),
    )  # fmt: skip
