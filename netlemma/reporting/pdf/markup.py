r"""What the chapters are put together from: text, code, formulas, statements with numbers, references.

All text of claims, papers and networks becomes LaTeX here, by :mod:`derive.typeset.prose`.

>>> prose("at most ``w_1`` nodes & 50%")
'at most \\texttt{w\\_\\allowbreak{}1} nodes \\& 50\\%'
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from derive.typeset.pages.described import capital, sentence
from derive.typeset.prose import latex_code, latex_prose
from netlemma.reporting.gather import slug

LONG_WORD = 9  # letters, from which on formulas and keys in text may be broken
_LINES, _NEXT, _END = r"\begin{aligned}[t] & ", r" \\ & \quad {}", r" \end{aligned}"
_AFTER = r"(?<=[^\s-])(?:[-/(*+=,:;^)](?=[^\s\u200b])|[._](?=[A-Za-z]{2}))"


def prose(text: str) -> str:
    """Text; what stands between double back-quotes is code, formulas in it may be broken after operators."""
    parts = text.split("``")
    return "".join(latex_code(part) if i % 2 else latex_prose(_breakable(part)) for i, part in enumerate(parts))


def _breakable(text: str) -> str:
    return re.sub(rf"\S{{{LONG_WORD},}}", lambda word: re.sub(_AFTER, "\\g<0>\u200b", word[0]), text)


def said(text: str) -> str:
    """Text as a sentence of its own."""
    return prose(capital(sentence(text)))


def command(*texts: str) -> str:
    r"""Commands to be typed, side by side where there is room.

    >>> command("netlemma list")
    '\\command{\\texttt{netlemma list}}'
    """
    typed = r"\qquad \texttt{\$} ".join(map(latex_code, texts))
    return rf"\command{{{typed}}}"


def display(code: str) -> str:
    """A formula on lines of its own."""
    return rf"{{\normalfont\[ {code} \]}}"


def rows_of(code: str) -> list[str]:
    r"""The lines of a formula that is broken into lines, so that a page may end between them; a formula on one line is its own.

    >>> rows_of(r"\begin{aligned}[t] & a \\ & \quad {}+\left(\begin{aligned} & b \\ & \quad {}+c \end{aligned}\right) \end{aligned}")
    ['a', '+\\left(\\begin{aligned} & b \\\\ & \\quad {}+c \\end{aligned}\\right)']
    >>> rows_of("a+b")
    ['a+b']
    """
    if not code.startswith(_LINES) or _closing(code) != len(code) - len(_END) + 1:
        return [code]
    found, depth = [""], 0
    for part in re.split(r"(\\begin\{[a-z]+\}|\\end\{[a-z]+\}| \\\\ & \\quad \{\})", code[len(_LINES) : -len(_END)]):
        depth += part.startswith(r"\begin") - part.startswith(r"\end")
        if part == _NEXT and depth == 0:
            found.append("")
        else:
            found[-1] += part
    return found


def _closing(code: str) -> int:
    """Where the environment ends that the code begins with."""
    depth = 0
    for mark in re.finditer(r"\\(begin|end)\{[a-z]+\}", code):
        depth += 1 if mark[1] == "begin" else -1
        if depth == 0:
            return mark.start()
    return len(code)


def value(text: str) -> str:
    r"""A value or formula as code; text as text.

    >>> value("w^2"), value("a cycle of 3")
    ('\\texttt{w\\char94{}\\allowbreak{}2}', 'a cycle of 3')
    """
    return prose(text) if re.search(r"[a-z]{2} |\b[a-z]{2,} [a-z]{2}", text) else latex_code(text)


def verdict(name: str, after: str = "", words: str = "") -> str:
    r"""A verdict, in bold and in its colour; ``words`` for more than one.

    >>> verdict("deadlock-free")
    '\\verdict{good}{deadlock-free}'
    """
    look = {"holds": "good", "deadlock-free": "good", "fails": "bad", "deadlock": "bad"}.get(name, "open")
    return rf"\verdict{{{look}}}{{{latex_prose(words or name)}{after}}}"


def drawing(file: str, caption: str, floating: bool = False) -> str:
    """A picture with a number, here or (``floating``) where a page has room for it; ``caption`` is LaTeX."""
    return rf"\{'floating' if floating else 'drawing'}{{{file}}}{{{caption}}}"


def label(kind: str, name: str) -> str:
    return rf"\label{{{kind}:{slug(name)}}}"


def reference(kind: str, name: str) -> str:
    return rf"\ref{{{kind}:{slug(name)}}}"


def page(kind: str, name: str) -> str:
    return rf"\pageref{{{kind}:{slug(name)}}}"


def heading(level: str, text: str, marked: str = "", short: str = "") -> str:
    r"""A heading, in plain letters where the reader of the PDF lists it; ``short`` is what stands at the head of pages.

    >>> heading("section", "for w >= 2")
    '\\section{\\texorpdfstring{for $w$ $\\ge$ 2}{for w    2}}'
    """
    found = rf"\{level}{{\texorpdfstring{{{prose(text)}}}{{{_plain(text)}}}}}{marked}"
    return rf"{{\let\{level}mark\@gobble {found}}}\{level}mark{{{prose(short)}}}" if short else found


def _plain(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9 .,:()/+_-]", " ", text).replace("_", r"\_")


def bookmark(level: int, text: str, marked: str, number: str = "") -> str:
    r"""A place that only the reader of the PDF lists, below a heading of the level before; ``marked`` is its own name.

    >>> bookmark(2, "Eq. 9", "greenberg1997 Eq. 9")
    '\\pdfbookmark[2]{Eq. 9}{greenberg1997-Eq-9}'
    """
    numbered = rf"{number}\space " if number else ""
    return rf"\pdfbookmark[{level}]{{{numbered}{_plain(text)}}}{{{slug(marked)}}}"


def statement(kind: str, title: str, marked: str, body: Iterable[str]) -> str:
    """A numbered statement, a lemma in italics; ``title`` is LaTeX. It is no optional argument, which LaTeX sets on one line."""
    opening = rf"{{\normalfont ({title}).}}" if kind == "lemma" else rf"\normalfont ({title})."
    return "\n".join([rf"\room{{5}}\begin{{{kind}}}{marked}{opening}", *body, rf"\end{{{kind}}}"])
