r"""TeX tokens of a formula: control sequences, characters and words of text, each with its column.

A library for LaTeX documents would give a tree before macros are expanded; TeX expands them token by token, so that
``\frac\half n`` needs the tokens. Its lexical rules are the one regular expression below.
"""

import re
from collections.abc import Collection, Iterator

from netlemma.checks.formula.latex.names import (
    ACCEPTED_WORDS,
    DROPPED,
    LAYOUT,
    SAME,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    TEXT,
    UNICODE,
)
from netlemma.checks.formula.tokens import LONGEST_TEXT, FormulaError, Token

LONGEST = 2 * LONGEST_TEXT
_TOKEN = re.compile(rf"\\[A-Za-z]+|\\.|[<>]=|\$\$|%[^\n]*|\s+|[{SUPERSCRIPTS}]+|[{SUBSCRIPTS}]+|.", re.DOTALL)
_SPACE = re.compile(r"\*?\s*\[-?[0-9. ]*(?:pt|em|ex|mm|cm|in|bp|jot|\\\w+)\]")  # behind the end of a row
_UP = str.maketrans(SUPERSCRIPTS, "0123456789+-=()ni")
_DOWN = str.maketrans(SUBSCRIPTS, "0123456789+-=()nijk")
_LATEX = re.compile(rf"[\\${{}}{SUPERSCRIPTS}{SUBSCRIPTS}{''.join(set(UNICODE) - set('−·×≤≥≠'))}]")


def is_latex(text: str) -> bool:
    r"""Whether a text has a character that formulas in LaTeX have and plain ones do not.

    >>> is_latex(r"\frac{n}{2}"), is_latex("$2n$"), is_latex("n²/2"), is_latex("2^n*n")
    (True, True, True, False)
    """
    return bool(_LATEX.search(text))


def tex_tokens(text: str, longest: float = LONGEST) -> list[Token]:
    r"""The tokens of TeX, without comments; characters of Unicode mathematics are written as LaTeX writes them.

    Parameters
    ----------
    text : str
        Formula, or a line of a paper.
    longest : float, default LONGEST
        Most characters of the text.

    Returns
    -------
    list of Token
        Tokens of the kinds ``command``, ``space`` and ``character``.

    Raises
    ------
    FormulaError
        If the text is too long.

    Examples
    --------
    >>> [token.text for token in tex_tokens(r"\frac n2 % half")]
    ['\\frac', ' ', 'n', '2', ' ']
    """
    if len(text) > longest:
        raise FormulaError(f"{len(text)} characters are too many; a formula in LaTeX has at most {longest}", text)
    return [token for match in _TOKEN.finditer(text) for token in _tokens_of(match.group(), match.start())]


def _tokens_of(found: str, column: int) -> Iterator[Token]:
    first = found[0]
    if first == "%":
        return
    if first in SUPERSCRIPTS or first in SUBSCRIPTS:
        raised = first in SUPERSCRIPTS
        found = f"^{{{found.translate(_UP)}}}" if raised else f"_{{{found.translate(_DOWN)}}}"
        yield from (Token("character", each, column) for each in found)
    elif found in UNICODE:
        yield from (Token(token.kind, token.text, column) for token in tex_tokens(UNICODE[found]))
    elif found == "$$":
        yield Token("character", "$", column)
    elif first == "\\" and len(found) > 1:
        yield Token("command", found, column)
    else:
        yield Token("space" if found.isspace() else "character", found, column)


def group(tokens: list[Token], start: int, text: str) -> tuple[list[Token], int]:
    """The argument of a command: a group in braces without them, or one token; and the index of what follows.

    Parameters
    ----------
    tokens : list of Token
        Tokens.
    start : int
        Index at which the argument begins, perhaps after spaces.
    text : str
        Formula, for error messages.

    Returns
    -------
    tuple of list of Token and int
        Tokens of the argument, and the index behind it.

    Raises
    ------
    FormulaError
        If there is no argument, or a brace is not closed.
    """
    while start < len(tokens) and tokens[start].kind == "space":
        start += 1
    if start >= len(tokens) or tokens[start].kind == "end" or tokens[start].text == "}":
        column = tokens[min(start, len(tokens) - 1)].column if tokens else len(text)
        raise FormulaError("something is missing here: expected an argument", text, column)
    if tokens[start].text != "{":
        return [tokens[start]], start + 1
    depth = 0
    for end in range(start, len(tokens)):
        depth += {"{": 1, "}": -1}.get(tokens[end].text, 0)
        if not depth:
            return tokens[start + 1 : end], end + 1
    raise FormulaError("this brace is not closed", text, tokens[start].column)


def place(tokens: list[Token], text: str) -> tuple[int, int]:
    """Where tokens stand in their text, with the braces that close what begins in them.

    Parameters
    ----------
    tokens : list of Token
        Tokens, the last of which is an end.
    text : str
        Formula.

    Returns
    -------
    tuple of int
        Index of the first character, and behind the last one.
    """
    if len(tokens) < 2:
        return (0, 0)
    start, last = tokens[0].column, max(token.column for token in tokens[:-1])
    match = _TOKEN.match(text, last)
    end = match.end() if match else last
    while end < len(text) and text.count("{", start, end) > text.count("}", start, end):
        end += 1
    return start, end


def written(tokens: Collection[Token]) -> str:
    """The text of tokens."""
    return "".join(token.text for token in tokens)


class Modes:
    r"""Tokens as the grammar takes them: text as words, one spelling of each symbol, nothing about spacing.

    Parameters
    ----------
    text : str
        Formula, for error messages.
    names : collection of str
        Names that may have several letters.

    Examples
    --------
    >>> found = Modes(r"n\cdot 2 \text{ if $n$ is even}", ["n"]).math(tex_tokens(r"n\cdot 2 \text{ if $n$ is even}"))
    >>> [token.text for token in found if token.kind == "word"], found[1].text
    (['if', 'is', 'even'], '*')
    """

    def __init__(self, text: str, names: Collection[str]) -> None:
        self.text = text
        self.long = sorted((name for name in names if len(name) > 1), key=len, reverse=True)

    def whole(self, tokens: list[Token]) -> list[Token]:
        """The tokens of a formula, which may stand in a sentence between dollars."""
        inside = any(token.text in ("$", "\\(", "\\[") for token in tokens)
        opened = next((token for token in tokens if token.kind != "space"), None)
        sentence = inside and opened is not None and opened.text in ("$", "\\(", "\\[")
        found = self.words(tokens) if sentence else self.math(tokens)
        return [*found, Token("end", "", len(self.text))]

    def words(self, tokens: list[Token]) -> list[Token]:
        """Text: words, and formulas between dollars."""
        found: list[Token] = []
        part: list[Token] = []
        closing = ""
        for token in tokens:
            opens = {"$": "$", "\\(": "\\)", "\\[": "\\]"}.get(token.text, "")
            if closing and token.text == closing:
                found += self.math(part)
                part, closing = [], ""
            elif not closing and opens:
                found += self._text(part)
                part, closing = [], opens
            else:
                part.append(token)
        return found + (self.math(part) if closing else self._text(part))

    def _text(self, tokens: list[Token]) -> list[Token]:
        """Words outside formulas; other characters stand for themselves."""
        found: list[Token] = []
        for run in _runs([token for token in tokens if token.text not in DROPPED]):
            if run[0].text.isalpha():
                found.append(Token("word", written(run).lower(), run[0].column))
            else:
                found += [token for token in run if token.kind != "space"]
        return found

    def math(self, tokens: list[Token]) -> list[Token]:
        """A formula."""
        found: list[Token] = []
        index = 0
        while index < len(tokens):
            token = tokens[index]
            index += 1
            if token.text in TEXT:
                while index < len(tokens) and tokens[index].text == "*":
                    index += 1
                inner, index = group(tokens, index, self.text)
                upright = TEXT[token.text] == "name" and not any(each.text == "$" for each in inner)
                found += self._upright(inner) if upright else self.words(inner)
            elif token.text in ("\\label", "\\tag", "\\hspace", "\\vspace", "\\phantom") or (
                token.text in ("\\begin", "\\end") and written(group(tokens, index, self.text)[0]).rstrip("*") in LAYOUT
            ):
                _, index = group(tokens, index, self.text)
            elif token.text == "\\\\" and (space := _SPACE.match(self.text, token.column + 2)):
                found.append(token)
                while index < len(tokens) and tokens[index].column < space.end():
                    index += 1
            elif token.text in ("\\left", "\\right", "\\middle"):
                index += index < len(tokens) and tokens[index].text == "."
            elif token.text == r"\forall":
                found.append(Token("word", "for", token.column))
            elif token.kind == "space" or token.text in DROPPED:
                continue
            elif token.text.isascii() and token.text.isalpha():
                run = next(_runs(tokens[index - 1 :]))
                index += len(run) - 1
                found += self._letters(run)
            else:
                found.append(Token(token.kind, SAME.get(token.text, token.text), token.column))
        return found

    def _upright(self, tokens: list[Token]) -> list[Token]:
        r"""The one name in ``\mathrm{...}``."""
        name = written([token for token in tokens if token.text not in DROPPED])
        column = tokens[0].column if tokens else len(self.text)
        return [Token("word", re.sub(r"[\s~-]+", "_", name.strip()), column)]

    def _letters(self, run: list[Token]) -> list[Token]:
        """Letters in a row: a reserved word, or names side by side."""
        whole = written(run)
        if whole in ACCEPTED_WORDS and len(whole) > 1:
            return [Token("word", whole, run[0].column)]
        found = []
        index = 0
        while index < len(run):
            name = next((name for name in self.long if whole.startswith(name, index)), whole[index])
            found.append(Token("word" if len(name) > 1 else "character", name, run[index].column))
            index += len(name)
        return found


def _runs(tokens: list[Token]) -> Iterator[list[Token]]:
    """Tokens in runs: letters in a row, or one other token."""
    run: list[Token] = []
    for token in tokens:
        letter = token.kind == "character" and token.text.isascii() and token.text.isalpha()
        if run and not (letter and run[0].text.isalpha() and run[0].kind == "character"):
            yield run
            run = []
        run.append(token)
    if run:
        yield run
