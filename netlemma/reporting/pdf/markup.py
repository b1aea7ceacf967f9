r"""Text, code, formulas and values as LaTeX: filters of the document's templates.

All text of claims, papers and networks becomes LaTeX here, by :mod:`netlemma.derive.typeset.prose`.

>>> prose("at most ``w_1`` nodes & 50%")
'at most \\texttt{w\\_\\allowbreak{}1} nodes \\& 50\\%'
"""

import re
from functools import cache

from netlemma.checks.formula.formula_latex import formula_latex
from netlemma.derive.typeset.lemma_pages import capital, sentence
from netlemma.derive.typeset.prose import GREEK, latex_code, latex_prose, with_signs
from netlemma.errors import FormulaError

LONG_WORD = r"(?:(?![\^_]\()\S){9,}"  # formulas and keys in text that may be broken: nine letters without x^(n-1)
_GROUP = r"\((?:[^()]|\([^()]*\))*\)"
_LETTER = rf"(?:{'|'.join(GREEK)}|[A-Za-z])"
_TERM = rf"(?:(?:ceiling|floor|min|max|binomial)?{_GROUP}|{_LETTER}(?:_[A-Za-z0-9]+|\d+)?(?![A-Za-z])|\d+(?:{_LETTER}(?!\w)|{_GROUP})?)"
_PRODUCT = rf"{_TERM}(?:[*/^]{_TERM})"
_FORMULA = (
    rf"((?<![\w.*/^'$-])(?!n/a|I/O)(?:(?:ceiling|floor){_GROUP}|{_PRODUCT}+|{_LETTER}_[A-Za-z0-9]+|\d+[hknpqrtKMNR](?!\w))"
    rf"(?: [-+] (?![aAI]\b){_PRODUCT}*(?![\w*/^'(]))*(?![\w*/^']|-[A-Za-z]))"
)
_COEFFICIENT = re.compile(r"(?<=\d)(?<![A-Za-z_]\d)(?=[A-Za-z(])")
_LINES, _NEXT, _END = r"\begin{aligned}[t] & ", r" \\ & \quad {}", r" \end{aligned}"
_AFTER = r"(?<=[^\s-])(?:[-/(*+=,:;^)](?=[^\s\u200b])|[._](?=[A-Za-z]{2}))"


@cache  # a lemma stands in the chapter of its family, in lists and in the index
def prose(text: str) -> str:
    r"""Text as LaTeX; text between double back-quotes is code, and products, fractions and symbols with an index are formulas.

    >>> prose("V_b*S_b of K*(K - 1) pairs, and/or w/2"), prose("o1turn, n/a")
    ('$V_{b} S_{b}$ of $K (K-1)$ pairs, and/or $\\frac{w}{2}$', 'o1turn, $n$/a')
    >>> prose("lambda_net of (N^2 - 1)/(2N) 3D"), prose("2K - 1")
    ('$\\lambda_{\\mathrm{net}}$ of $\\frac{N^{2}-1}{2 N}$ 3D', '$2 K-1$')
    >>> prose("ξ^(2w-2) of x_(n-1)")
    '$\\xi^{2w-2}$ of $x_{n-1}$'
    """
    parts = text.split("``")
    return "".join(latex_code(part) if i % 2 else _with_formulas(part) for i, part in enumerate(parts))


def _with_formulas(text: str) -> str:
    parts = re.split(_FORMULA, text)
    return "".join(_formula(part) if i % 2 else latex_prose(_breakable(part)) for i, part in enumerate(parts))


def _formula(text: str) -> str:
    try:
        return f"${formula_latex(_COEFFICIENT.sub('*', text))}$"
    except FormulaError:
        return latex_prose(_breakable(text))


def _breakable(text: str) -> str:
    return re.sub(LONG_WORD, lambda word: re.sub(_AFTER, "\\g<0>\u200b", word[0]), with_signs(text))


def as_sentence(text: str) -> str:
    """Text as a sentence of its own."""
    return prose(capital(sentence(text)))


def rows_of(code: str) -> list[str]:
    r"""The lines of a formula that is broken into lines, so that a page may end between them.

    One line for other formulas.

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
    r"""A number as code; formulas and text with their symbols.

    >>> value("28/15"), value("2*p*w"), value("a cycle of 3")
    ('\\texttt{28/\\allowbreak{}15}', '$2 p w$', 'a cycle of 3')
    """
    return prose(text) if re.search("[A-Za-z]", text) else latex_code(text)


def plain(text: str) -> str:
    """Text in the characters that the outline of any PDF reader has.

    >>> plain("for w >= 2")
    'for w    2'
    """
    return re.sub(r"[^A-Za-z0-9 .,:()/+_-]", " ", text).replace("_", r"\_")
