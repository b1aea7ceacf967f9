r"""Printed equations of papers, given as LaTeX, converted to MathML.

Papers use more signs than computable formulas do: bars, angle brackets, matrices, limits, integrals. A small part of
LaTeX (amsmath) is supported, all of it valid for pdflatex and for KaTeX in strict mode; anything else is refused.

>>> from xml.etree import ElementTree
>>> "".join(ElementTree.fromstring(printed_mathml(r"\bar{d} = \sum_{i=1}^{d_{\max}} i p_i")).itertext())
'd¯=∑i=1dmaxipi'
"""

import re

from netlemma.derive.typeset.mathml_printer import GREEK_LETTERS, element, row
from netlemma.derive.typeset.prose import html_words
from netlemma.errors import UnknownLatex

_TOKEN = re.compile(
    r"\\(?:begin|end)\{[a-z]+\}|\\(?:text|mathrm|mathbf|mathit)\{[^{}]*\}|\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\s+|."
)
_LETTERS = {f"\\{name}": letter for name, letter in GREEK_LETTERS.items()}
_LETTERS |= {r"\varphi": "φ", r"\phi": "ϕ", r"\infty": "∞"}
_SIGNS = {r"\le": "≤", r"\ge": "≥", r"\ne": "≠", r"\in": "∈", r"\to": "→", r"\cdot": "·", r"\dots": "…", r"\cdots": "⋯"}
_SIGNS |= {r"\&": "&amp;", "<": "&lt;", ">": "&gt;", "-": "−", "'": "′", r"\approx": "≈", r"\times": "×"}
_SIGNS |= {c: c for c in "+=/,;:.!*"}
_FENCES = {"(": "(", ")": ")", "[": "[", "]": "]", "|": "|", r"\{": "{", r"\}": "}"}
_FENCES |= {r"\langle": "⟨", r"\rangle": "⟩", r"\lfloor": "⌊", r"\rfloor": "⌋", r"\lceil": "⌈", r"\rceil": "⌉"}
_BIG = {r"\sum": "∑", r"\prod": "∏", r"\int": "∫"}
_NAMED = {r"\max", r"\min", r"\log", r"\ln", r"\lim", r"\bmod"}
_SPACES = {r"\,": "0.17em", r"\quad": "1em", r"\qquad": "2em", r"\ ": "0.3em", "~": "0.3em"}
_ACCENTS = {r"\bar": "¯", r"\overline": "¯", r"\tilde": "~", r"\hat": "^"}
_STYLES = {"mathrm": ("mi", "normal"), "mathbf": ("mi", "bold"), "mathit": ("mi", "italic")}
_TABLES = {"cases": ("{", ""), "bmatrix": ("[", "]"), "pmatrix": ("(", ")"), "aligned": ("", "")}


def printed_mathml(latex: str) -> str:
    """The formula as a ``math`` element.

    It raises UnknownLatex for an unsupported command or an unbalanced brace.
    """
    return element(_Reader(latex).whole())


class _Reader:
    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.tokens = [token for token in _TOKEN.findall(latex) if not token.isspace()]
        self.at = 0

    def fail(self, token: str) -> UnknownLatex:
        return UnknownLatex(f"{token or 'the end'} is not understood here: {self.latex}")

    @property
    def now(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.now
        if not token or (expected and token != expected):
            raise self.fail(token)
        self.at += 1
        return token

    def whole(self) -> str:
        shown = self.until("")
        if self.now:
            raise self.fail(self.now)
        return shown

    def until(self, *ends: str) -> str:
        """The content up to one of these tokens, as a row."""
        parts = []
        while self.now not in ends:
            if not self.now:
                raise self.fail("")
            parts.append(self.scripted())
        return row(*parts)

    def group(self) -> str:
        self.take("{")
        shown = self.until("}")
        self.take("}")
        return shown

    def scripted(self) -> str:
        """One sign with its scripts below and above."""
        head = self.now
        shown = self.sign()
        scripts: dict[str, str] = {}
        while self.now in ("_", "^"):
            where = self.take()
            if where in scripts:
                raise self.fail(where)
            scripts[where] = self.group() if self.now == "{" else self.sign()
        tag = ("under", "over") if head in (r"\sum", r"\prod", r"\lim", r"\max", r"\min") else ("sub", "sup")
        names = "".join(name for name, mark in zip(tag, "_^", strict=True) if mark in scripts)
        return f"<m{names}>{shown}{''.join(scripts[m] for m in '_^' if m in scripts)}</m{names}>" if names else shown

    def sign(self) -> str:
        token = self.take()
        if token[0].isdigit():
            return f"<mn>{token}</mn>"
        if token in _LETTERS or (token.isalpha() and token.isascii()):
            return f"<mi>{_LETTERS.get(token, token)}</mi>"
        if token in _SIGNS:
            return f"<mo>{_SIGNS[token]}</mo>"
        if token in _FENCES:
            return f'<mo stretchy="false">{_FENCES[token]}</mo>'
        if token in _SPACES:
            return f'<mspace width="{_SPACES[token]}"/>'
        if token in _BIG:
            return f'<mo largeop="true" movablelimits="false">{_BIG[token]}</mo>'
        if token in _NAMED:
            return f"<mo>{token[1:]}</mo>"
        if token in _ACCENTS:
            return f'<mover accent="true">{self.group()}<mo>{_ACCENTS[token]}</mo></mover>'
        if token == r"\frac":
            return f"<mfrac>{self.group()}{self.group()}</mfrac>"
        if token == r"\binom":
            return f'<mrow><mo>(</mo><mfrac linethickness="0">{self.group()}{self.group()}</mfrac><mo>)</mo></mrow>'
        if token == r"\sqrt":
            return f"<msqrt>{self.group()}</msqrt>"
        if token == r"\left":
            return self.fenced()
        if token.startswith(r"\begin{"):
            return self.table(token[7:-1])
        if token == "{":
            self.at -= 1
            return self.group()
        return self.upright(token)

    def upright(self, token: str) -> str:
        match = re.fullmatch(r"\\(text|mathrm|mathbf|mathit)\{(.*)\}", token)
        if not match:
            raise self.fail(token)
        style, words = match.groups()
        if style == "text":
            return f"<mtext>{html_words(words).replace(' ', chr(160))}</mtext>"
        tag, variant = _STYLES[style]
        words = _LETTERS.get(words, words)
        return f'<{tag} mathvariant="{variant}">{html_words(words)}</{tag}>'

    def fenced(self) -> str:
        opening = self.delimiter()
        inside = self.until(r"\right")
        self.take(r"\right")
        return row(opening, inside, self.delimiter())

    def delimiter(self) -> str:
        token = self.take()
        if token == ".":
            return ""
        if token not in _FENCES:
            raise self.fail(token)
        return f'<mo stretchy="true">{_FENCES[token]}</mo>'

    def table(self, kind: str) -> str:
        if kind not in _TABLES:
            raise self.fail(rf"\begin{{{kind}}}")
        end = rf"\end{{{kind}}}"
        rows: list[list[str]] = [[]]
        while True:
            rows[-1].append(self.until("&", r"\\", end))
            token = self.take()
            if token == end:
                break
            if token == r"\\":
                rows.append([])
        align = "right" if kind == "aligned" else "left"
        cells = ("".join(_cell(x, align if n == 0 else "left", kind) for n, x in enumerate(line)) for line in rows)
        body = f"<mtable>{''.join(f'<mtr>{line}</mtr>' for line in cells)}</mtable>"
        left, right = (f'<mo stretchy="true">{fence}</mo>' if fence else "" for fence in _TABLES[kind])
        return row(left, body, right)


def _cell(content: str, align: str, kind: str) -> str:
    padding = "0.25em 0" if kind == "aligned" else "0.25em 0.5em 0.25em 0"
    style = f"text-align: {align}; padding: {padding}"
    return f'<mtd style="{style}"><mstyle displaystyle="{str(kind != "bmatrix").lower()}">{content}</mstyle></mtd>'
