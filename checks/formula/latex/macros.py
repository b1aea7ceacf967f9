r"""Macros of users: ``\newcommand``, ``\def`` and ``\DeclareMathOperator``, expanded token by token."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from netlemma.checks.formula.latex.tokens import group, tex_tokens, written
from netlemma.checks.formula.tokens import FormulaError, Token

MOST_TOKENS = 20_000  # of an expanded formula
_COMMANDS = (r"\newcommand", r"\renewcommand", r"\providecommand", r"\DeclareMathOperator")


@dataclass(frozen=True)
class Macro:
    """A macro: the number of its arguments, the default of the first one if that is optional, and its tokens."""

    arguments: int
    default: tuple[Token, ...] | None
    body: tuple[Token, ...]


Macros = Mapping[str, Macro]


def definitions(text: str) -> dict[str, Macro]:
    r"""The macros that a text defines; what cannot be read as a definition is left out.

    Parameters
    ----------
    text : str
        LaTeX, such as the preamble of a paper.

    Returns
    -------
    dict from str to Macro
        Macros by their commands.

    Examples
    --------
    >>> sorted(definitions(r"\newcommand{\N}{2^n} \def\half#1{\frac{#1}{2}}"))
    ['\\N', '\\half']
    """
    tokens = [token for line in _pieces(text) for token in tex_tokens(line, inf)]
    found: dict[str, Macro] = {}
    index = 0
    while index < len(tokens):
        index += 1
        if tokens[index - 1].text in (*_COMMANDS, r"\def"):
            try:
                index = _definition(tokens, index - 1, text, found)
            except FormulaError:
                continue
    return found


def _pieces(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def expanded(text: str, macros: Macros | None = None) -> list[Token]:
    r"""The tokens of a formula with all macros expanded; each has the column of the macro.

    Parameters
    ----------
    text : str
        Formula; definitions in it are used and dropped.
    macros : Macros or None, optional
        Macros that are defined elsewhere.

    Returns
    -------
    list of Token
        Tokens.

    Raises
    ------
    FormulaError
        If a definition cannot be read, an argument is missing or the expansion has no end.

    Examples
    --------
    >>> from netlemma.checks.formula.latex.tokens import written
    >>> written(expanded(r"\newcommand\half[1]{\frac{#1}{2}}\half n"))
    '\\frac{n}{2}'
    >>> expanded(r"\def\x{\x\x}\x")
    Traceback (most recent call last):
        ...
    netlemma.checks.formula.tokens.FormulaError: column 13: this macro expands to more than 20000 tokens
    """
    known = dict(macros or {})
    waiting = tex_tokens(text)[::-1]
    tokens: list[Token] = []
    work = 0
    while waiting:
        token = waiting.pop()
        if token.text in (*_COMMANDS, r"\def"):
            rest = [token, *waiting[::-1]]
            end = _definition(rest, 0, text, known)
            waiting = rest[end:][::-1]
        elif token.text in known:
            macro = known[token.text]
            body = _applied(macro, waiting, token, text)
            work += len(body) + 1
            if work > MOST_TOKENS or len(waiting) + len(body) > MOST_TOKENS:
                raise FormulaError(f"this macro expands to more than {MOST_TOKENS} tokens", text, token.column)
            waiting += body[::-1]
        else:
            tokens.append(token)
    return tokens


def _definition(tokens: list[Token], index: int, text: str, known: dict[str, Macro]) -> int:
    """Read the definition that begins at ``index`` into ``known``; the index behind it."""
    kind, start = tokens[index].text, tokens[index]
    index = _after(tokens, index + 1, "*")
    name, index = group(tokens, index, text)
    command = written(name).strip()
    count, default = 0, None
    if kind == r"\def":
        while index < len(tokens) and tokens[index].text != "{":
            count += tokens[index].text == "#"
            index += 1
    else:
        options = []
        while (index := _after(tokens, index)) < len(tokens) and tokens[index].text == "[":
            close = next((i for i in range(index, len(tokens)) if tokens[i].text == "]"), len(tokens))
            options.append(tokens[index + 1 : close])
            index = close + 1
        if options:
            digits = written(options[0]).strip()
            count = int(digits) if len(digits) == 1 and digits.isdecimal() else 0
            default = tuple(options[1]) if len(options) > 1 else None
    body, index = group(tokens, index, text)
    if not command.startswith("\\") or len(command) < 2:
        raise FormulaError(f"{kind} defines a command, such as \\N", text, start.column)
    if kind == r"\DeclareMathOperator":
        body = [*tex_tokens(r"\operatorname{"), *body, Token("character", "}", start.column)]
    known[command] = Macro(count, default, tuple(body))
    return index


def _after(tokens: list[Token], index: int, skipped: str = "") -> int:
    while index < len(tokens) and (tokens[index].kind == "space" or tokens[index].text == (skipped or None)):
        index += 1
    return index


def _applied(macro: Macro, waiting: list[Token], at: Token, text: str) -> list[Token]:
    """The body of a macro with the arguments that wait behind it, which are taken away."""
    arguments: list[list[Token]] = []
    if macro.arguments:
        rest = waiting[::-1]
        index = _after(rest, 0)
        if macro.default is not None:
            first = list(macro.default)
            if index < len(rest) and rest[index].text == "[":
                close = next((i for i in range(index, len(rest)) if rest[i].text == "]"), len(rest))
                first, index = rest[index + 1 : close], close + 1
            arguments.append(first)
        while len(arguments) < macro.arguments:
            argument, index = group(rest, index, text)
            arguments.append(argument)
        waiting[:] = rest[index:][::-1]
    tokens: list[Token] = []
    body = iter(macro.body)
    for token in body:
        if token.text == "#":
            number = next(body, token).text
            if number.isdecimal() and 0 < int(number) <= len(arguments):
                tokens += arguments[int(number) - 1]
        else:
            tokens.append(Token(token.kind, token.text, at.column))
    return tokens
