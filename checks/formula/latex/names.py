r"""Spellings: what Unicode characters stand for, which commands mean the same, which mean nothing in a formula."""

import re


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
