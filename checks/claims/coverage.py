"""Coverage of papers: what each page prints, and the statement that judges it or the reason why it is none.

The files in ``derive/claims/pages`` are named by papers::

    [page.3.statement]
    "Eq. (1)" = "bound.X0"          # key of a reading of the statement

    [page.3.no-statement]
    "Figure I" = "drawings"         # reason
"""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

from netlemma.checks.base.inputs import nearest, quoted_text
from netlemma.checks.claims.claim_texts import ClaimFileError, claim_text
from netlemma.checks.claims.papers import Paper, chosen_papers
from netlemma.graphs.base.shown import Part, Shown
from netlemma.graphs.base.tables import Table, Words

STATEMENT, REASON = "statement", "no-statement"


@dataclass(frozen=True)
class CoveredItem:
    """Something that a page prints.

    Parameters
    ----------
    paper : str
        BibTeX key of the paper.
    page : str
        Number of the page.
    item : str
        Equation, table entry, figure or sentence.
    key : str, default ""
        Key of a reading of the statement that judges it.
    reason : str, default ""
        Reason why it is no statement.
    """

    paper: str
    page: str
    item: str
    key: str = ""
    reason: str = ""


class Coverage(Shown, list[CoveredItem]):
    """Items of papers, page by page."""

    def by_paper(self) -> Mapping[str, list[CoveredItem]]:
        """The items of each paper."""
        return {paper: list(items) for paper, items in groupby(self, key=lambda each: each.paper)}

    @property
    def summary(self) -> str:
        """Numbers of items, in words."""
        judged = sum(bool(each.key) for each in self)
        return f"{len(self)} items: {judged} judged, {len(self) - judged} no statements"

    def as_json(self) -> list[dict[str, Any]]:
        """The shape of ``netlemma errata --coverage --json``."""
        return [asdict(each) for each in self]

    def _parts(self) -> list[Part]:
        tables: list[Part] = []
        for paper, items in self.by_paper().items():
            rows = [(each.page, each.item, each.key or f"no statement: {each.reason}") for each in items]
            tables.append(Table(("page", "item", "statement"), rows, paper))
        return [*tables, Words(self.summary)]


def coverage(paper: str = "") -> Coverage:
    """What the pages of a paper print.

    Parameters
    ----------
    paper : str, default ""
        BibTeX key of a paper; all papers if empty.

    Returns
    -------
    Coverage
        Items in the order of the pages.

    Raises
    ------
    InputError
        For an unknown paper, or a file that names an unknown statement.

    Examples
    --------
    >>> {each.key for each in coverage("reed1982") if "Eq. (4)" in each.item}
    {'bound.population'}
    """
    return Coverage(item for each in chosen_papers(paper) for item in _covered(each))


def _covered(paper: Paper) -> list[CoveredItem]:
    path = Path(str(files("netlemma.derive") / "claims")) / "pages" / f"{paper.key}.toml"
    return parse_coverage(claim_text(path), paper, str(path)) if path.exists() else []


def parse_coverage(text: str, paper: Paper, name: str = "pages") -> list[CoveredItem]:
    """The items of a file of pages.

    Parameters
    ----------
    text : str
        Contents of the file.
    paper : Paper
        Paper that it is about.
    name : str, default "pages"
        Name of the file, for error messages.

    Returns
    -------
    list of CoveredItem
        Items in order.

    Raises
    ------
    ClaimFileError
        If the text is not TOML, has an unknown entry, or names an unknown statement.
    """
    try:
        pages = tomllib.loads(text).get("page", {})
    except tomllib.TOMLDecodeError as error:
        raise ClaimFileError(f"{name}: not TOML: {error}") from None
    known = {reading.key for said in paper.statements for reading in said.readings}
    found = []
    for page, kinds in pages.items():
        for kind, items in kinds.items():
            if kind not in (STATEMENT, REASON):
                raise ClaimFileError(f"{name}: page {page}: unknown entry {quoted_text(kind)}; {STATEMENT} or {REASON}")
            for item, value in items.items():
                if kind == STATEMENT and value not in known:
                    raise ClaimFileError(
                        f"{name}: page {page}: {item}: no statement {quoted_text(value)}{nearest(value, sorted(known))}"
                    )
                key, reason = (value, "") if kind == STATEMENT else ("", value)
                found.append(CoveredItem(paper.key, page, item, key, reason))
    return found
