"""A report written to a folder: what is computed, what was kept from earlier, and what came out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from checks.base.inputs import InputError
from graphs.base.shown import Part, Shown


@dataclass(frozen=True)
class WrittenReport(Shown):
    """What a report has.

    Parameters
    ----------
    folder : where it was written.
    families, lemmas, papers, claims, figures : how many there are.
    files, size, seconds : how many files of how many bytes were written, and how long that took.
    missing : name, group and error of each result that could not be computed.
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
        """The page to begin with."""
        return self.folder / "index.html"

    def as_json(self) -> dict[str, Any]:
        """The shape of ``netlemma report --json``."""
        counts = ("families", "lemmas", "papers", "claims", "figures", "files", "size", "seconds")
        return {
            "folder": str(self.folder),
            **{name: getattr(self, name) for name in counts},
            "missing": list(self.missing),
        }

    def _parts(self) -> list[Part]:
        from graphs.base.tables import Facts

        return [Facts([(name, len(value) if name == "missing" else value) for name, value in self.as_json().items()])]


def report(
    output: str | Path,
    *,
    force: bool = False,
    ledger: str | Path | None = None,
    only: str = "",
    pdf: bool = True,
    progress: Callable[[str], None] = lambda line: None,
) -> WrittenReport:
    """Write everything that netlemma knows as a web site that needs no network and no server, and as a PDF.

    Parameters
    ----------
    output : the folder to write.
    force : write into a folder that has other files, too.
    ledger : the file where results are kept; otherwise one in the user's folder for caches.
    only : families, papers, figures and models with commas, such as ``"ring,reed1982"``: only these.
    pdf : set the LaTeX document with pdflatex, if it is there.
    progress : called with each line that tells what is being done.

    Returns
    -------
    What the report has; what could not be computed is ``missing``.

    Raises
    ------
    InputError : nothing of that name, or a folder that cannot be written.
    """
    from netlemma.folder import Folder
    from netlemma.reporting.compute import compute
    from netlemma.reporting.gather import gather
    from netlemma.reporting.ledger import opened
    from netlemma.reporting.pages import pages
    from netlemma.reporting.pdf.kept import pdf_files
    from netlemma.reporting.work import work

    start = perf_counter()
    names = [name.strip() for name in only.split(",") if name.strip()]
    if only and not names:
        raise InputError("--only names nothing: give families, papers or figures, such as --only ring,reed1982")
    folder = Folder(Path(output), force)
    with opened(None if ledger is None else Path(ledger)) as kept:
        found = gather(compute(work(names), kept, progress))
        files = pages(found) | pdf_files(found, kept, pdf, progress)
    size = folder.put(files)
    return WrittenReport(
        Path(output), len(found.families), len(found.lemmas), len(found.papers), len(found.verdicts), len(found.figures),
        len(files), size, perf_counter() - start, tuple(found.missing),
    )  # fmt: skip
