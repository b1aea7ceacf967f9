"""How pages say things: filters of their templates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from derive.typeset.pages.described import capital


def plural(verdict: str, count: int) -> str:
    """What so many verdicts do.

    >>> plural("fails", 2), plural("holds", 1), plural("unknown", 3)
    ('fail', 'holds', 'unknown')
    """
    return verdict if count == 1 else {"holds": "hold", "fails": "fail"}.get(verdict, verdict)


def counted(count: int, one: str, many: str = "") -> str:
    """So many things.

    >>> counted(1, "lemma"), counted(2, "family", "families")
    ('1 lemma', '2 families')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def byline(book: Mapping[str, str]) -> str:
    """The authors of a paper, and its year if that is known.

    >>> byline({"author": "Min, Geyong and Ferguson, John and Ould-Khaoua, Mohamed", "year": "2001"})
    'Geyong Min, John Ferguson and Mohamed Ould-Khaoua (2001)'
    """
    names = [" ".join(reversed(each.split(", ", 1))) for each in book.get("author", "").split(" and ")]
    authors = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return f"{authors} ({book['year']})" if "year" in book else authors


def heading(section: str) -> str:
    """A section of a paper as a heading.

    >>> heading("text, before Eq. 7"), heading("Table II")
    ('Before Eq. 7', 'Table II')
    """
    return capital(section.removeprefix("text, "))


def visits(source: str) -> str:
    """Where the visit ratios of bounds come from.

    >>> visits("measured"), visits("lemmas")
    ('visit ratios are measured', 'visit ratios come from lemmas')
    """
    return "visit ratios are measured" if source == "measured" else f"visit ratios come from {source}"


def breakable(name: str) -> str:
    """A name in HTML that may be broken after its dots, underscores and hyphens.

    >>> breakable("oneway-torus.visit_ratio")
    'oneway-<wbr>torus.<wbr>visit_<wbr>ratio'
    """
    return re.sub(r"([._-])(?=[A-Za-z])", r"\1<wbr>", escape(name))
