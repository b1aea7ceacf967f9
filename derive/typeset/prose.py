r"""Prose in LaTeX and HTML: escaping, and signs that LaTeX writes as formulas.

>>> latex_words("w^D >= 2 & a_b")
'w\\textasciicircum{}D $\\ge$ 2 \\& a\\_b'
"""

import re
from unicodedata import normalize
from xml.sax.saxutils import escape

GREEK = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu"),
    *("nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"),
    *("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"),
)
_GREEK_SIGNS = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ"
_LETTER = rf"(?:[A-Za-zΑ-Ωα-ω]|{'|'.join(GREEK)})"
_POWER = rf"{_LETTER}\^(?:[A-Za-z0-9_]+|\([\w +/-]+\))"
_SYMBOL = (  # also behind a digit, as in 2n or 2q^2, if it is no unit and no dimension
    rf"((?<![\w'’.])(?:{_POWER}|(?:\d+|(?<=\)))\^(?:[A-Za-z0-9_]+|\([\w +/-]+\))|{_LETTER}_\([\w+-]+\)|(?!e-cube)[b-zℓB-HJ-Z]'?)(?![\w'’])"
    rf"|(?<=[\s(=+-]\d)(?:{_POWER}|[hknpqrw])(?![\w'’]))"
)
_INDEX = (  # as in P_block_h,i or P_V-1 or P_{V-1} or P_a&b
    rf"(?:[A-Za-z]+_)?(?:(?:[A-Za-z]|{'|'.join(GREEK)})[+-]\d(?!\w)|[A-Za-z0-9]+(?:[,&][A-Za-z]?[A-Za-z0-9](?!\w))?)|\{{[^{{}}]*\}}|<[\w,]+>"
)
_INDEXED_SYMBOL = (
    rf"{_SYMBOL[:-1]}|(?<![\w'’.-])(?<![a-z]/){_LETTER}'?_(?:{_INDEX})(?:\^\([\w +/-]+\))?(?![\w'’(])"
    r"|\b(?:log|sum|max|min)_(?:\{[^{}]*\}|[a-z0-9]+\b)|(?<![\w'’.])(?:[A-Z]{2}_[A-Za-z0-9]|[a-z]{3,}_[0-9]|[A-Z]{1,2}[a-z]{2,}_(?:[a-z0-9]|\([\w+-]+\)))(?!\w)"
    r"|(?<=[a-z]{2})\^\([\w +/-]+\)|(?<=\))\^\(\d*\w\^\w+\)"
    rf"|(?<![\w'’.-]){_LETTER}_[a-z0-9](?=\()"
    r"|(?<![\w'’.-])(?:phi|lambda|rho|sigma|theta)(?![\w'’-]))"
)
_KEY = re.compile(
    rf"((?<![\w.^-])(?!(?:{'|'.join(GREEK)}|sum|max|min|log)_)(?:[a-z][a-z0-9-]*\.)?[a-z]{{3,}}(?:_[a-z]{{2,}})+(?:\.[a-z-]+)*(?![\w(^])|(?<!\w)_[a-z]{{3,}}\b|\b[A-Z](?:_\d+){{2,}}\b)"
)  # as in ring.mean_distance, and names of programs: _size, C_7_12
_COMMAND = re.compile(rf"\\({'|'.join(GREEK)}|ell)\b")
_TIMES = r"(?<=[\w)⌉⌋])\*(?=[\w(⌈⌊])"  # not in up*/down*
_ROUNDED = re.compile(r"\b(ceil(?:ing)?|floor)\(((?:[^()]|\([^()]*\))*)\)")
_SIGN_OF = {"sum": "Σ", **dict(zip(GREEK, _GREEK_SIGNS, strict=True))}
_MINUS = r"(?:(?<=\b[A-Za-z0-9] )|(?<=\) ))-(?= (?:[A-Za-z0-9]\b|\d|\())"  # between symbols, numbers or parentheses
_OPENING = r'(?<![^\s(\[])"(?=\S)'
_PLAIN = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
_PLAIN |= {c: "\\" + c for c in "#$%&_"}
_PLAIN |= {
    "–": "--",
    "—": "---",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "…": r"\dots{}",
    '"': "''",
    "\n": " ",
    "\u00a0": "~",
    "\u200b": r"\allowbreak{}",
    "\u2060": "{}",
}
_MATH = {"<": "<", ">": ">", "|": "|", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "×": r"\times", "·": r"\cdot", "−": "-"}
_MATH |= {
    "Σ": r"\Sigma",
    "Π": r"\Pi",
    "∈": r"\in",
    "∞": r"\infty",
    "±": r"\pm",
    "π": r"\pi",
    "→": r"\to",
    "≡": r"\equiv",
}
_MATH |= {
    "±": r"\pm",
    "²": "^2",
    "³": "^3",
    "½": r"\tfrac12",
    "⌊": r"\lfloor",
    "⌋": r"\rfloor",
    "⌈": r"\lceil",
    "⌉": r"\rceil",
}
_MATH |= {sign: rf"\{name}" for sign, name in zip(_GREEK_SIGNS, GREEK, strict=True)}
_LACKING = "ÐÞðþ÷"  # Latin letters and signs that the usual fonts of TeX lack
_AFTER = r"(?<=[^\s-])[-._(/*+=,:;^)>](?=[^\s\u200b])"  # code may be broken after these
_RUN = r"\d{9}(?=\d{4})|[A-Za-z]{18}(?=[A-Za-z]{4})"
_TYPEWRITER = {c: rf"\char{ord(c)}{{}}" for c in "\"'`\\{}^~|"} | {"<": "<", ">": ">", "-": "-"}
_ACCENTS = dict(zip("\u0301\u0302\u0303\u0304\u0306\u0307\u030b\u030c", "'^~=u.Hv", strict=True))  # combining
_TWO = {">=": "≥", "<=": "≤", "!=": "≠", "->": "→"}


def latex_words(words: str) -> str:
    r"""Text for LaTeX; a character that LaTeX may lack is given by its code.

    >>> latex_words("Randić, 漢")
    "Randi\\'{c}, [U+6F22]"
    """
    for pair, sign in _TWO.items():
        words = words.replace(pair, sign)
    words = re.sub(_OPENING, "“", words)
    return "".join(map(_character, re.sub(r"-(?=-)", "-\u2060", words)))


def latex_prose(words: str) -> str:
    r"""Text in which single letters are the symbols of formulas.

    >>> latex_prose("the coefficient of z^i in a factor's series, k = (b - a) mod n")
    "the coefficient of $z^{i}$ in a factor's series, $k$ = ($b$ $-$ a) mod $n$"
    >>> latex_prose("2^n of (f-1)^2, 2^(h+1)")
    '$2^{n}$ of ($f$-1)${}^{2}$, $2^{h+1}$'
    >>> latex_prose("the bits x_(n-1) and xi^(q-3)")
    'the bits $x_{n-1}$ and $\\xi^{q-3}$'
    """
    parts = re.split(_SYMBOL, re.sub(_MINUS, "−", with_signs(words)))
    for i in range(1, len(parts), 2):
        base, sign, aside = parts[i].partition("^" if "^" in parts[i] else "_")
        letter = rf"\{base}" if base in GREEK else latex_words(base).strip("$")
        parts[i] = f"${letter or '{}'}{sign}{{{aside.strip('()')}}}$" if sign else f"${letter}$"
    return "".join(latex_words(part) if i % 2 == 0 else part for i, part in enumerate(parts))


def with_signs(words: str) -> str:
    """Text with dots for products and brackets for roundings, and without the marks of bound symbols.

    >>> with_signs("ceiling(k/2)*(k - 1) of floor(k/(2 e)), up*/down*")
    '⌈k/2⌉·(k - 1) of ⌊k/(2 e)⌋, up*/down*'
    >>> with_signs("Dw^D links of 2*_p - 1, switch m // h")
    'D·w^D links of 2·p - 1, switch ⌊m/h⌋'
    >>> with_signs("MR^M of D2^D nodes")
    'M·R^M of D·2^D nodes'
    """
    words = re.sub(r"\b(\w+) // (\w+)\b", r"floor(\1/\2)", words)
    words = re.sub(r"(?<![\w'’.])(?!(?:xi|mu|nu|pi)\^)([A-Za-z])(?=[A-Za-z]\^|2\^)", r"\1·", words)
    words = re.sub(r"(?<=[\s(*])_(?=[a-z]\b)", "", words)
    rounded = _ROUNDED.sub(lambda mark: f"⌊{mark[2]}⌋" if mark[1] == "floor" else f"⌈{mark[2]}⌉", words)
    return re.sub(_TIMES, "·", rounded)


def html_prose(words: str) -> str:
    r"""Text for HTML in which single letters are the symbols of formulas.

    >>> html_prose("the coefficient of z^i for n >= 1")
    'the coefficient of <i>z</i><sup><i>i</i></sup> for <i>n</i> ≥ 1'
    >>> html_prose("2^n of (f-1)^2, gamma_max of c_1")
    '2<sup><i>n</i></sup> of (<i>f</i>-1)<sup>2</sup>, <i>γ</i><sub>max</sub> of <i>c</i><sub>1</sub>'
    >>> html_prose("2^(h+1)-1 nodes, K*(K - 1) pairs, up*/down*")
    '2<sup><i>h</i>+1</sup>-1 nodes, <i>K</i>·(<i>K</i> - 1) pairs, up*/down*'
    >>> html_prose("on 2q^2 of 4w + 1, 2D or (2k-1)")
    'on 2<i>q</i><sup>2</sup> of 4<i>w</i> + 1, 2D or (2<i>k</i>-1)'
    >>> html_prose("γ_wc of x_(n-1), ξ^(q-3), y' of X's")
    "<i>γ</i><sub>wc</sub> of <i>x</i><sub><i>n</i>-1</sub>, <i>ξ</i><sup><i>q</i>-3</sup>, <i>y</i>′ of X's"
    >>> html_prose("minimum quantum S_PE/S_CL, files in data/x_y")
    'minimum quantum <i>S</i><sub>PE</sub>/<i>S</i><sub>CL</sub>, files in data/x_y'
    >>> html_prose("P_{V-1}/V, P_block_h,i, log_{f-1}(N)")
    '<i>P</i><sub><i>V</i>-1</sub>/<i>V</i>, <i>P</i><sub>block <i>h</i>,<i>i</i></sub>, log<sub><i>f</i>-1</sub>(<i>N</i>)'
    >>> html_prose("the lemma ring.mean_queue, 2*nodes^(1/2) of log_3(8), AQ_n")
    'the lemma <code>ring.mean_queue</code>, 2·nodes<sup>1/2</sup> of log<sub>3</sub>(8), AQ<sub><i>n</i></sub>'
    >>> html_prose(r"\delta=0, jumps_1")
    'δ=0, jumps<sub>1</sub>'
    >>> html_prose("P_a^(phi - 1) of x_<0> in e-cube routing at lambda/V")
    '<i>P</i><sub><i>a</i></sub><sup><i>φ</i> - 1</sup> of <i>x</i><sub>&lt;0&gt;</sub> in e-cube routing at <i>λ</i>/<i>V</i>'
    >>> html_prose("(n + 1)^(2^k) of I'_i, _size, C_7_12")
    '(<i>n</i> + 1)<sup>2<sup><i>k</i></sup></sup> of <i>I</i>′<sub><i>i</i></sub>, <code>_size</code>, <code>C_7_12</code>'
    >>> html_prose("DCell_0, BCube_(k-1), x_j0,j1")
    'DCell<sub>0</sub>, BCube<sub><i>k</i>-1</sub>, <i>x</i><sub>j0,j1</sub>'
    """
    pieces = _KEY.split(_COMMAND.sub(lambda name: _SIGN_OF.get(name[1], "ℓ"), words))
    return "".join(f"<code>{html_words(piece)}</code>" if i % 2 else _html(piece) for i, piece in enumerate(pieces))


def _html(words: str) -> str:
    parts = re.split(_INDEXED_SYMBOL, with_signs(words))
    for i in range(1, len(parts), 2):
        base, sign, aside = parts[i].partition("^") if "^" in parts[i] else parts[i].partition("_")
        place, inside = "sup" if sign == "^" else "sub", re.split(r"([^\W_]+)", aside.strip("(){}").replace("_", " "))
        shown = _html(base) if sign == "^" and "_" in base else _slanted(base)
        written = _html(aside.strip("()")) if "^" in aside else "".join(map(_slanted, inside))
        parts[i] = shown + (f"<{place}>{written}</{place}>" if aside else "")
    return "".join(html_words(part) if i % 2 == 0 else part for i, part in enumerate(parts))


def _slanted(part: str) -> str:
    part = _SIGN_OF.get(part, part)
    if part.endswith("'"):
        return f"{_slanted(part[:-1])}′"
    return f"<i>{part}</i>" if len(part) == 1 and part.isalpha() and part != "Σ" else html_words(part)


def _character(c: str) -> str:
    if c in _PLAIN:
        return _PLAIN[c]
    if c in _MATH:
        return f"${_MATH[c]}$"
    if " " <= c <= "~" or ("À" <= c <= "ÿ" and c not in _LACKING):
        return c
    base, accent = normalize("NFD", c)[:1], normalize("NFD", c)[1:]
    known = accent in _ACCENTS and base.isascii()
    return rf"\{_ACCENTS[accent]}{{{base}}}" if known else f"[U+{ord(c):04X}]"


def latex_code(words: str) -> str:
    r"""A key, a product or a command in typewriter letters, character by character.

    It may be broken after signs such as dots, underscores and parentheses, and inside long words and numbers.

    >>> latex_code("a_b 'c'")
    '\\texttt{a\\_\\allowbreak{}b \\char39{}c\\char39{}}'
    """
    breakable = re.sub(_RUN, "\\g<0>\u200b", re.sub(_AFTER, "\\g<0>\u200b", words))
    return rf"\texttt{{{''.join(_TYPEWRITER.get(c) or _character(c) for c in breakable)}}}"


def html_words(words: str) -> str:
    """Text for HTML and MathML."""
    for pair, sign in _TWO.items():
        words = words.replace(pair, sign)
    return escape(words.replace("\n", " "))
