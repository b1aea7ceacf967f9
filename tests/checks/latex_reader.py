r"""A slow reader of the LaTeX (and, through it, the MathML) in which formulas are set as they were written: back to the syntax tree.

It shares nothing with what writes them. A fraction at the beginning of a product says that its ``/`` belong to the product itself;
elsewhere a fraction had parentheses.
"""

import re
from fractions import Fraction
from xml.etree import ElementTree

from netlemma.checks.formula import grammar

GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega"
LETTERS = dict(zip("αβγδεζηθικλμνξπρστυφχψω", GREEK.split(), strict=True))
WORD = re.compile(
    r"\\text\{[^}]*\}|\\(?:begin|end)\{\w+\}|\\mathit\{[^}]*\}|\\mathrm\{[^}]*\}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\S"
)
STANDS_BEHIND = {
    ")",
    "}",
    "]",
    r"\rvert",
    r"\rfloor",
    r"\rceil",
    r"\}",
    "&",
    ",",
    r"\\",
    r"\bmod",
    "+",
    "-",
    "/",
    "=",
    "<",
    ">",
}
STANDS_BEHIND |= {r"\le", r"\ge", r"\ne", r"\text{ even}", r"\text{ odd}", r"\text{ and }", r"\text{ or }"}
COMPARISONS = {"=": "=", "<": "<", ">": ">", r"\le": "<=", r"\ge": ">=", r"\ne": "!="}
ADD, MULTIPLY = "+-", "*/"


class Unreadable(ValueError):
    pass


def read(latex):
    reader = Reader(latex)
    node = reader.either(reader.condition, reader.sum)
    if reader.now is not None:
        raise Unreadable(f"{reader.now} in {latex}")
    return node


def of_mathml(element):
    """The LaTeX that a MathML element shows."""
    tag, parts = element.tag.rpartition("}")[2], list(element)
    inside = [of_mathml(part) for part in parts]
    words = (element.text or "").replace("\u00a0", " ")
    if tag == "mi":
        if len(words) == 1 or words in ("min", "max", "log"):
            return (
                LETTERS.get(words, words) if len(words) == 1 and words.isascii() else "\\" + LETTERS.get(words, words)
            )
        return rf"\mathit{{{words}}}"
    if tag == "mo":
        signs = {
            "−": "-",
            "\u2061": "",
            "\u2062": " ",
            "·": r"\cdot",
            "≤": r"\le",
            "≥": r"\ge",
            "≠": r"\ne",
            "∑": r"\sum",
        }
        signs |= {
            "⌊": r"\lfloor ",
            "⌋": r"\rfloor ",
            "⌈": r"\lceil ",
            "⌉": r"\rceil ",
            "mod": r"\bmod ",
            "{": r"\{",
            "}": r"\}",
        }
        signs["|"] = r"\lvert" if element.get("form") == "prefix" else r"\rvert"
        return " " + signs.get(words, words) + " "
    if tag == "mtext":
        return rf"\text{{{words}}}"
    if tag == "mfrac":
        return (r"\binom" if "linethickness" in element.attrib else r"\frac") + "".join(f"{{{x}}}" for x in inside)
    if tag == "msup":
        return f"{inside[0]}^{{{inside[1]}}}"
    if tag == "msub":
        return f"{inside[0]}_{{{inside[1]}}}"
    if tag == "msqrt":
        return rf"\sqrt{{{''.join(inside)}}}"
    if tag == "munderover":
        return rf"{inside[0]}_{{{inside[1]}}}^{{{inside[2]}}}"
    if tag == "mtable":
        return r"\begin{cases}" + r"\\".join(inside) + r"\end{cases}"
    if tag == "mtr":
        return "&".join(inside)
    if tag == "mn":
        return f" {words} "
    if tag == "mspace":
        return " "
    if tag not in ("mrow", "math", "mtd", "mstyle"):
        raise Unreadable(tag)
    whole = "".join(inside)
    whole = re.sub(r"\\\{\s*(\\begin\{cases\})", r"\1", whole)
    return re.sub(r"\(\s*(\\binom(?:\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}){2})\s*\)$", r"\1", whole)


def read_mathml(text):
    return read(of_mathml(ElementTree.fromstring(text)))


class Reader:
    def __init__(self, latex):
        plain = re.sub(r"\\\\\[.*?\]", r"\\\\", latex)
        plain = plain.replace(r"\left|", r"\lvert ").replace(r"\right|", r"\rvert ")
        plain = re.sub(r"\\left(?![a-z])|\\right(?![a-z])|\\displaystyle|\\cdot|\\,", " ", plain)
        self.words = [word for word in WORD.findall(plain) if word.strip()]
        self.at = 0

    @property
    def now(self):
        return self.words[self.at] if self.at < len(self.words) else None

    def take(self, *expected):
        word = self.now
        if word is None or (expected and word not in expected):
            raise Unreadable(f"{word}, not {expected}: {self.words}")
        self.at += 1
        return word

    def either(self, *ways):
        start = self.at
        for way in ways[:-1]:
            try:
                return way()
            except Unreadable:
                self.at = start
        return ways[-1]()

    def braces(self, what):
        self.take("{")
        found = what()
        self.take("}")
        return found

    def sum(self):
        """Terms; a minus sign in front belongs to the first factor of what it stands before."""
        negative = self.now == "-" and bool(self.take())
        operands, operators = [self.product(negative)], []
        while self.now in ("+", "-"):
            operators.append(self.take())
            operands.append(self.product(False))
        return operands[0] if not operators else grammar.Chain(tuple(operands), tuple(operators))

    def product(self, negative):
        pieces = [self.factor()]
        while (self.now is not None and self.now not in STANDS_BEHIND) or self.now == "/":
            if self.now == "/":  # in an exponent
                self.take()
                runs = [x for piece in pieces for x in (piece[1][0] if piece[0] == "fraction" else [piece[1]])]
                operators = [o for piece in pieces for o in (piece[1][1] if piece[0] == "fraction" else [])]
                operators += ["*"] * (len(runs) - 1 - len(operators))
                pieces = [("fraction", ([*runs, self.factor()[1]], [*operators, "/"]))]
            else:
                pieces.append(self.factor())
        flat = pieces[0][0] == "fraction"
        operands, operators = [], []
        for kind, piece in pieces:
            if operands:
                operators.append("*")
            if kind == "fraction" and flat:
                operands += piece[0]
                operators += piece[1]
            else:
                operands.append(grammar.Chain(*map(tuple, piece)) if kind == "fraction" else piece)
        if negative:
            operands[0] = grammar.Negative(operands[0])
        return operands[0] if not operators else grammar.Chain(tuple(operands), tuple(operators))

    def factor(self):
        kind, node = self.base()
        while self.now in ("^", "!"):
            if self.take() == "!":
                node = grammar.Call("factorial", (node,))
            else:
                node = grammar.Power(node, self.braces(self.sum))
        return kind, node

    def base(self):
        word = self.take()
        if word == r"\frac":
            return "fraction", self.fraction()
        if word == r"\binom":
            return "plain", grammar.Call("binomial", (self.braces(self.sum), self.braces(self.sum)))
        if word == r"\sqrt":
            half = grammar.Chain((grammar.Number(Fraction(1)), grammar.Number(Fraction(2))), ("/",))
            return "plain", grammar.Power(self.braces(self.sum), half)
        if word == r"\begin{cases}":
            return "plain", self.cases()
        if word == r"\sum":
            return "plain", self.big()
        if word == "(":
            node = self.argument()
            self.take(")")
            return "group", node
        for opening, closing, name in (
            (r"\lfloor", r"\rfloor", "floor"),
            (r"\lceil", r"\rceil", "ceil"),
            (r"\lvert", r"\rvert", "abs"),
        ):
            if word == opening:
                node = self.argument()
                self.take(closing)
                return "plain", grammar.Call(name, (node,))
        if word in (r"\min", r"\max"):
            self.take(r"\{")
            arguments = [self.argument()]
            while self.take(",", r"\}") == ",":
                arguments.append(self.argument())
            return "plain", grammar.Call(word[1:], tuple(arguments))
        if word == r"\log":
            base = (self.take(), self.braces(self.sum))[1:] if self.now == "_" else ()
            self.take("(")
            node = self.argument()
            self.take(")")
            return "plain", grammar.Call("log", (node, *base))
        if word[0].isdigit():
            return "plain", grammar.Number(Fraction(word))
        return "plain", grammar.Name(self.name(word))

    def name(self, word):
        if word.startswith(r"\mathit{"):
            head = word[8:-1].replace(r"\_", "_")
        elif word[1:] in GREEK.split():
            head = word[1:]
        elif len(word) == 1 and word.isalpha():
            head = word
        else:
            raise Unreadable(word)
        if self.now != "_":
            return head
        self.take("_")
        self.take("{")
        below = self.take()
        self.take("}")
        if below.isdigit():
            return head + below
        return f"{head}_{re.sub(r'^.(mathrm|mathit).|.$', '', below) if len(below) > 1 else below}"

    def argument(self):
        left = self.sum()
        if self.now != r"\bmod":
            return left
        self.take()
        return grammar.Call("mod", (left, self.product(False)))

    def fraction(self):
        """(operands, operators): those above the bar, and what is below it. What stands above in parentheses is one operand."""
        start = self.at + 1
        above = self.braces(self.sum)
        alone = self.words[start] == "(" and self._closing(start) == self.at - 2
        below = self.braces(self.sum)
        if isinstance(above, grammar.Chain) and above.operators[0] in MULTIPLY and not alone:
            return [*above.operands, below], [*above.operators, "/"]
        return [above, below], ["/"]

    def _closing(self, start):
        """Where the parenthesis that opens at ``start`` closes."""
        depth = 0
        for at in range(start, len(self.words)):
            depth += (self.words[at] == "(") - (self.words[at] == ")")
            if depth == 0:
                return at
        return None

    def big(self):
        self.take("_")
        self.take("{")
        index = self.name(self.take())
        self.take("=")
        lower = self.sum()
        self.take("}")
        self.take("^")
        upper = self.braces(self.sum)
        return grammar.Sum(self.product(False), index, lower, upper)

    def cases(self):
        pieces = []
        while True:
            value = self.sum()
            self.take("&")
            if self.now == r"\text{otherwise}":
                self.take()
                self.take(r"\end{cases}")
                return grammar.Piecewise(tuple(pieces), value)
            pieces.append((value, self.condition()))
            self.take(r"\\")

    def condition(self):
        parts = [self.test()]
        words = set()
        while self.now in (r"\text{ and }", r"\text{ or }"):
            words.add(self.take()[7:-2])
            parts.append(self.test())
        if not words:
            return parts[0]
        (word,) = words
        return grammar.Junction(word, tuple(parts))

    def test(self):
        if self.now == r"\text{not }":
            self.take()
            return grammar.Not(self.grouped())
        return self.either(self.grouped, self.relation)

    def grouped(self):
        self.take("(")
        node = self.condition()
        self.take(")")
        return node

    def relation(self):
        left = self.sum()
        if self.now in (r"\text{ even}", r"\text{ odd}"):
            return grammar.Parity(left, self.take()[7:-1])
        return grammar.Comparison(left, COMPARISONS[self.take(*COMPARISONS)], self.sum())
