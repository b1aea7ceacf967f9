"""Templates of the site and of the PDF: their environment and shared phrases."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from netlemma import __version__
from netlemma.checks.base.verdicts import as_verb
from netlemma.derive.typeset.lemma_pages import capital
from netlemma.derive.typeset.mathml_printer import NAMESPACE
from netlemma.derive.typeset.prose import html_prose
from netlemma.reporting.gather import cited, second_hand, slug
from netlemma.reporting.results.networks import in_words
from netlemma.reporting.sources import versions
from netlemma.reporting.uses import called, headed, lemma_title, within

BOUNDS = {
    "X0_bound": "most messages in a unit of time",
    "R0": "least time of a message",
    "N_star": "messages at which the bounds meet",
    "quantum": "minimum quantum S_PE/S_CL",
    "least_S_PE": "least service time of processors at which links do not limit",
}
LONG_CORRECTION = 160  # letters, from which on the lemma is named instead
BREAKS = frozenset("=+−-")  # operators before which a formula may continue in the next line
LONGEST_WHOLE = 90  # letters of a condition in HTML that is not broken over lines
OPENING, CLOSING = frozenset("([{⌊⌈"), frozenset(")]}⌋⌉")
PLACES = ("booktitle", "journal", "institution", "address", "publisher")


def environment(folder: str, **options: Any) -> Environment:
    """An environment for the templates of a folder beside this module, with shared filters and values."""
    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent / folder),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        **options,
    )
    shared = (
        as_verb,
        called,
        capital,
        cited,
        count_of,
        headed,
        largest_load,
        lemma_title,
        second_hand,
        share,
        slug,
        visits,
        within,
        worded,
    )
    found.filters |= {"size": in_words, **{each.__name__: each for each in shared}}
    found.globals |= {
        "BOUNDS": BOUNDS,
        "LONG_CORRECTION": LONG_CORRECTION,
        "version": __version__,
        "versions": versions(),
    }
    return found


def count_of(count: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count_of(1, "lemma"), count_of(2, "family", "families")
    ('1 lemma', '2 families')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def byline(book: Mapping[str, str]) -> str:
    """The authors of a paper, and its year if known.

    >>> byline({"author": "Min, Geyong and Ferguson, John and Ould-Khaoua, Mohamed", "year": "2001"})
    'Geyong Min, John Ferguson and Mohamed Ould-Khaoua (2001)'
    """
    names = [" ".join(reversed(each.split(", ", 1))) for each in book.get("author", "").split(" and ")]
    authors = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return f"{authors} ({book['year']})" if "year" in book else authors


def published(book: Mapping[str, str]) -> str:
    """Place and year of a publication.

    >>> published({"journal": "J", "type": "Report", "number": "5", "pages": "1–9", "year": "2001"})
    'J, Report 5, pages 1–9, 2001'
    """
    numbered = " ".join(book[name] for name in ("type", "number") if name in book)
    pages = f"pages {book['pages']}" if "pages" in book else ""
    parts = [*(book.get(name) for name in PLACES), numbered, pages, book.get("year")]
    return ", ".join(part for part in parts if part)


def heading(section: str) -> str:
    """A section of a paper as a heading.

    >>> heading("text, before Eq. 7"), heading("Table II")
    ('Before Eq. 7', 'Table II')
    """
    return capital(section.removeprefix("text, "))


def visits(source: str) -> str:
    """The origin of the visit ratios of bounds, in words.

    >>> visits("measured"), visits("lemmas")
    ('visit ratios are measured', 'visit ratios come from lemmas')
    """
    return "visit ratios are measured" if source == "measured" else f"visit ratios come from {source}"


def decimal(value: str) -> str:
    """A rational number to four digits.

    >>> decimal("20475/8191"), decimal("12")
    ('2.5', '12')
    """
    return f"{float(Fraction(value)):.4g}" if "/" in value else value


def share(load: str, most: Fraction) -> int:
    """A load in hundredths of the largest one.

    >>> share("1/2", Fraction(2))
    25
    """
    return round(100 * Fraction(load) / most) if most else 0


def largest_load(routings: Iterable[Mapping[str, Any]]) -> Fraction:
    """The largest load of a channel under any pattern and routing.

    >>> largest_load([{"xy": {"max": "3/2"}}, {"xy": {"max": "1"}}])
    Fraction(3, 2)
    """
    return max((Fraction(each["max"]) for pattern in routings for each in pattern.values()), default=Fraction(0))


def oneline(conditions: str) -> str:
    """Conditions in HTML, none of which is broken over lines.

    >>> oneline("k >= 2, n >= 1")
    '<span class="whole"><i>k</i> ≥ 2</span>, <span class="whole"><i>n</i> ≥ 1</span>'
    """
    parts = (html_prose(each) for each in conditions.split(", "))
    return ", ".join(f'<span class="whole">{each}</span>' if len(each) < LONGEST_WHOLE else each for each in parts)


def worded(quantity: str) -> str:
    """A quantity in words.

    >>> worded("max_channel_load.bit-complement.plus")
    'max channel load, bit-complement, plus'
    """
    return quantity.replace("_", " ").replace(".", ", ")


def breakable(name: str) -> str:
    """A name in HTML that may be broken after its dots, underscores and hyphens.

    >>> breakable("oneway-torus.visit_ratio")
    'oneway-<wbr>torus.<wbr>visit_<wbr>ratio'
    """
    return re.sub(r"([._-])(?=[A-Za-z])", r"\1<wbr>", escape(name))


_FILE = re.compile(r"(\S*\w\.(?:com|org|net|edu|rs|ai|cn|html?|cpp|java|py|txt|md|c|h)\b[^\s,;)]*)")


def located(words: str) -> str:
    """A place in a paper in HTML, files and addresses as code.

    >>> located("Eq. 4, D_x; src/dragonfly.cpp, ugal_new")
    'Eq. 4, <i>D</i><sub><i>x</i></sub>; <code>src/dragonfly.<wbr>cpp</code>, <code>ugal_new</code>'
    """
    parts = _FILE.split(words)
    return "".join(f"<code>{breakable(part)}</code>" if i % 2 else html_prose(part) for i, part in enumerate(parts))


@cache  # a formula stands on the page of its family and on that of its lemma
def flowing(mathml: str) -> str:
    """A formula in pieces that a browser can set in several lines: it continues with a sign, but for what a symbol is equal to.

    >>> flowing("<math><mi>a</mi><mo>=</mo><mi>b</mi><mo>+</mo><mi>c</mi></math>").count("<math")
    2
    """
    root = ElementTree.fromstring(mathml)
    parts: list[list[ElementTree.Element]] = [[]]
    depth = 0  # of brackets, within which no line ends
    for child in _flat(root):
        sign = (child.text or "").strip() if child.tag.endswith("mo") else ""
        last = parts[-1][-1:]
        if (
            sign in BREAKS
            and not depth
            and last
            and not (sign == "=" and len(parts) == 1 and len(parts[0]) == 1)
            and (not last[0].tag.endswith("mo") or last[0].get("form") == "postfix")
        ):
            parts.append([])
            child.set("form", "infix")  # with space on both sides, though nothing stands before it in its part
        depth += (sign in OPENING) - (sign in CLOSING)
        parts[-1].append(child)
    if len(parts) == 1:
        return mathml
    ElementTree.register_namespace("", NAMESPACE)
    shown = []
    for part in parts:
        piece = ElementTree.Element(root.tag, root.attrib)
        ElementTree.SubElement(piece, f"{root.tag.removesuffix('math')}mrow").extend(part)
        shown.append(ElementTree.tostring(piece, encoding="unicode"))
    return "".join(shown)


def _flat(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The parts of a formula; what stands in tall brackets is one part, for both have the same height only then."""
    for child in element:
        tall = child.tag.endswith("mrow") and len(child) > 1 and child[0].get("stretchy") == "true"
        if child.tag.endswith("mrow") and not child.attrib and not tall:
            yield from _flat(child)
        else:
            yield child
