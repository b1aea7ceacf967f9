"""TeX tokens of a formula: what characters and commands stand for, each token with its column, and users' macros expanded."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import inf

from netlemma.checks.formula.grammar import LONGEST_TEXT, Token
from netlemma.errors import FormulaError

# Spellings: what Unicode characters stand for, which commands mean the same, which mean nothing in a formula.


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ"
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙᵢⱼₖ"
UNICODE = {
    "½": r"\frac{1}{2}", "⅓": r"\frac{1}{3}", "⅔": r"\frac{2}{3}", "¼": r"\frac{1}{4}", "¾": r"\frac{3}{4}",
    "⅙": r"\frac{1}{6}", "⅛": r"\frac{1}{8}", "⌊": r"\lfloor ", "⌋": r"\rfloor ", "⌈": r"\lceil ", "⌉": r"\rceil ",
    "·": r"\cdot ", "⋅": r"\cdot ", "×": r"\times ", "∗": "*", "÷": "/", "⁄": "/", "∕": "/", "−": "-", "–": "-",
    "≤": r"\le ", "⩽": r"\le ", "≥": r"\ge ", "⩾": r"\ge ", "≠": r"\ne ", "≈": r"\approx ", "∼": r"\sim ",
    "≡": r"\equiv ", "√": r"\sqrt ", "∑": r"\sum ", "∏": r"\prod ", "Σ": r"\sum ", "Π": r"\prod ", "∣": r"\mid ",
    "Θ": r"\Theta ", "Ω": r"\Omega ", "∈": r"\in ", "∞": r"\infty ", "ℓ": r"\ell ", "…": r"\dots ",
}  # fmt: skip

DROPPED = _words(
    r"\, \; \: \! \> \quad \qquad ~ \displaystyle \textstyle \scriptstyle \limits \nolimits \mathstrut \strut \big \Big "
    r"\bigg \Bigg \bigl \bigr \Bigl \Bigr \biggl \biggr \Biggl \Biggr \nonumber \notag \thinspace \enspace \relax \/ "
    r"\mathopen \mathclose \mathord \mathbin \mathrel \allowbreak \noindent \protect \boldmath \ensuremath \centering"
) | {"\\ ", "\\\n"}  # fmt: skip

# commands with one argument that is text or an upright name
TEXT = {
    **dict.fromkeys((r"\text", r"\textrm", r"\mbox", r"\hbox", r"\intertext", r"\textnormal"), "text"),
    **dict.fromkeys((r"\mathrm", r"\mathit", r"\mathsf", r"\mathtt", r"\textit", r"\emph", r"\operatorname"), "name"),
    **dict.fromkeys((r"\operatornamewithlimits", r"\rm", r"\textsf", r"\texttt", r"\textbf"), "name"),
}

SAME = {
    r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\cfrac": r"\frac", r"\nicefrac": r"\frac", r"\sfrac": r"\frac",
    r"\dbinom": r"\binom", r"\tbinom": r"\binom", r"\cdot": "*", r"\times": "*", r"\ast": "*", r"\div": "/",
    r"\le": "<=", r"\leq": "<=", r"\leqslant": "<=", r"\ge": ">=", r"\geq": ">=", r"\geqslant": ">=", r"\ne": "!=",
    r"\neq": "!=", r"\lt": "<", r"\gt": ">", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\lbrace": r"\{",
    r"\rbrace": r"\}", r"\lbrack": "[", r"\rbrack": "]", r"\cr": r"\\", r"\newline": r"\\", r"\thicksim": r"\sim",
    r"\simeq": r"\sim", r"\asymp": r"\Theta", r"\land": r"\wedge", r"\lor": r"\vee", r"\sb": "_", r"\sp": "^",
    r"\ldots": r"\dots", r"\cdots": r"\dots", r"\epsilon": r"\varepsilon", r"\colon": ":", r"\dcases": r"\cases",
    r"\approxeq": r"\approx", r"\thickapprox": r"\approx", r"\lg": r"\lg", r"\mod": r"\bmod", r"\coloneqq": "=",
}  # fmt: skip

# words that a formula may have without \text
ACCEPTED_WORDS = _words(
    "where with for if when even odd and or is otherwise else mod as let min max floor ceil log ln lg gcd all every any"
)
OTHERWISE = frozenset({"otherwise", "else"})
CLAUSE = frozenset({"as", "where", "with", "for", "if", "when", "let", "provided", "assuming", "given", "here"})
SKIPPED = CLAUSE | _words(
    "that is are a an the be all every any each number integer integers denotes then in case cases holds"
)
GREEK = _words(
    "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi varphi chi psi "
    "omega ell Gamma Delta Lambda Phi Psi Xi Upsilon pi"
)
FUNCTION_LETTERS = frozenset("fgh")
DECORATIONS = _words(r"\bar \overline \hat \widehat \tilde \widetilde \mathcal \mathbf \mathbb")


def plain_name(text: str) -> str:
    r"""A name without its LaTeX: ``\lambda_{net}`` is lambda_net, ``\bar{d}`` is bard.

    >>> plain_name(r"\lambda_{net}"), plain_name(r"\bar{d}")
    ('lambda_net', 'bard')
    """
    return re.sub(r"[^A-Za-z0-9_]", "", text)


LAYOUT = _words("split aligned gathered multlined equation align gather multline displaymath math eqnarray flalign")


# TeX tokens of a formula: control sequences, characters and words of text, each with its column.
#
# A library for LaTeX documents would give a tree before macros are expanded; TeX expands them token by token, so that
# ``\frac\half n`` needs the tokens. Its lexical rules are the one regular expression below.


LONGEST = 2 * LONGEST_TEXT
_TOKEN = re.compile(rf"\\[A-Za-z]+|\\.|[<>]=|\$\$|%[^\n]*|\s+|[{SUPERSCRIPTS}]+|[{SUBSCRIPTS}]+|.", re.DOTALL)
_SPACE = re.compile(r"\*?\s*\[-?[0-9. ]*(?:pt|em|ex|mm|cm|in|bp|jot|\\\w+)\]")  # behind the end of a row
RAISED = str.maketrans(SUPERSCRIPTS, "0123456789+-=()ni")
LOWERED = str.maketrans(SUBSCRIPTS, "0123456789+-=()nijk")
_LATEX = re.compile(rf"[\\${{}}{SUPERSCRIPTS}{SUBSCRIPTS}{''.join(set(UNICODE) - set('−·×≤≥≠'))}]")
_GROWING = re.compile(r"^\s*[ΘΩ](?=\s*\()")  # classes of growth, in plain text too


def is_latex(text: str) -> bool:
    r"""Whether a text has a character that formulas in LaTeX have and plain ones do not.

    >>> is_latex(r"\frac{n}{2}"), is_latex("$2n$"), is_latex("n²/2"), is_latex("2^n*n")
    (True, True, True, False)
    >>> is_latex("Θ(n)"), is_latex("n·Θ")
    (False, True)
    """
    return bool(_LATEX.search(_GROWING.sub("", text)))


def tex_tokens(text: str, longest: float = LONGEST) -> list[Token]:
    r"""The tokens of TeX, without comments; characters of Unicode mathematics are written as LaTeX writes them.

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
        found = f"^{{{found.translate(RAISED)}}}" if raised else f"_{{{found.translate(LOWERED)}}}"
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
    """The argument of a command: a group in braces without them, or one token; and the index of what follows."""
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
    """Where tokens stand in their text, with the braces that close what begins in them."""
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

    text: Formula, for error messages.
    names: Names that may have several letters.

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


# Macros of users: ``\newcommand``, ``\def`` and ``\DeclareMathOperator``, expanded token by token.


MOST_TOKENS = 20_000  # of an expanded formula
DEFINING = (r"\newcommand", r"\renewcommand", r"\providecommand", r"\DeclareMathOperator", r"\def")


@dataclass(frozen=True)
class Macro:
    """A macro: the number of its arguments, the default of the first one if that is optional, and its tokens."""

    arguments: int
    default: tuple[Token, ...] | None
    body: tuple[Token, ...]


Macros = Mapping[str, Macro]


def definitions(text: str) -> dict[str, Macro]:
    r"""The macros that a text defines; what cannot be read as a definition is left out.

    >>> sorted(definitions(r"\newcommand{\N}{2^n} \def\half#1{\frac{#1}{2}}"))
    ['\\N', '\\half']
    """
    tokens = [token for line in _pieces(text) for token in tex_tokens(line, inf)]
    found: dict[str, Macro] = {}
    index = 0
    while index < len(tokens):
        index += 1
        if tokens[index - 1].text in DEFINING:
            try:
                index = _definition(tokens, index - 1, text, found)
            except FormulaError:
                continue
    return found


def _pieces(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def expanded(text: str, macros: Macros | None = None) -> list[Token]:
    r"""The tokens of a formula with all macros expanded; each has the column of the macro.

    >>> from netlemma.checks.formula.latex.tex_tokens import written
    >>> written(expanded(r"\newcommand\half[1]{\frac{#1}{2}}\half n"))
    '\\frac{n}{2}'
    >>> expanded(r"\def\x{\x\x}\x")
    Traceback (most recent call last):
        ...
    netlemma.errors.FormulaError: column 13: this macro expands to more than 20000 tokens
    """
    known = dict(macros or {})
    waiting = tex_tokens(text)[::-1]
    tokens: list[Token] = []
    work = 0
    while waiting:
        token = waiting.pop()
        if token.text in DEFINING:
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
