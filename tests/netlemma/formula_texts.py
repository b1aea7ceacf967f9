"""Texts of formulas at random, plain and in LaTeX, right and wrong, for the two readers of formulas."""

from collections.abc import Iterator, Sequence
from random import Random

DOT, TIMES, LE = r"\cdot ", r"\times ", r"\le"
OTHERWISE = r"\text{otherwise}"
NAMES = (("n",), ("w", "D"), ("k", "n"), ("p", "a", "h"), ("K",), ("jumps_1", "n"))
MUTANTS = "()[]{}|!+-*/^_,;.=<> 019nwDkxi\\$&%≤·²½⌊₁∑e" + "ΘN"
PIECES = (
    r"\frac", r"\left(", r"\right)", r"\lfloor ", r"\rfloor", r"\binom", r"\cdot ", r"\text{ if } ", " mod ", r"\bmod ", " even",
    r"\sum_{i=1}^{n}", " where ", r"\begin{cases}", r"\end{cases}", "floor(", "log", r"\log ", "sqrt", "^2", "2n", "1/2n", "{}", " and ",
    r"\mathrm{", r"\le ", "= ", "O(", "H_n", "f(", r"\bar d", "$", "piecewise(", ", ", r"\\", r"\,", "1{,}000", "0.5", "is odd", r"\infty",
)  # fmt: skip


class Texts:
    """Texts of one seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def cases(self, count: int) -> Iterator[tuple[str, Sequence[str]]]:
        """Texts with the names of sizes that they are about; half of them are changed at some places."""
        for _ in range(count):
            names = self.chance.choice(NAMES)
            latex = self.chance.random() < 0.5
            text = self._latex(names, 3) if latex else self._plain(names, 3)
            if latex and self.chance.random() < 0.3:
                text = f"{text}{self._condition(names)}"
            if latex and self.chance.random() < 0.2:
                text = self.chance.choice(
                    (rf"\bar d = {text}", rf"\le {text}", f"$${text}$$", f"${text}$", rf"\( {text} \)")
                )
            elif not latex and self.chance.random() < 0.1:
                text = self.chance.choice((f"= {text}", f"d <= {text}", f">={text}", f"O({text})"))
            for _ in range(self.chance.choice((0, 0, 0, 1, 1, 2))):
                text = self._changed(text)
            yield text, names

    def _changed(self, text: str) -> str:
        at = self.chance.randrange(len(text) + 1)
        match self.chance.randrange(5):
            case 0:
                return text[:at] + text[at + 1 :]
            case 1:
                return text[:at] + self.chance.choice(MUTANTS) + text[at:]
            case 2:
                return text[:at] + self.chance.choice(PIECES) + text[at:]
            case 3:
                return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        return text[:at] + text[at : at + 5] + text[at:]

    def _number(self) -> str:
        return self.chance.choice(("1", "2", "2", "3", "4", "10", "0.5", "0", "12", ".25"))

    def _plain(self, names: Sequence[str], depth: int) -> str:
        pick, of = self.chance.choice, lambda: self._plain(names, depth - 1)
        if depth == 0 or self.chance.random() < 0.15:
            return pick((*names, *names, self._number()))
        name = pick(names)
        return pick((
            lambda: f"{of()} {pick('+-')} {of()}", lambda: f"{of()}{pick('*/+-')}{of()}", lambda: f"({of()}){pick('*/^+-')}{of()}",
            lambda: f"{self._number()}{name}", lambda: f"{name}({of()})", lambda: f"({of()})({of()})", lambda: f"{name}{pick(names)}",
            lambda: f"2^{name}{pick(names)}", lambda: f"{name}^{self._number()}", lambda: f"2^({of()})", lambda: f"-{of()}",
            lambda: f"1/2{name}", lambda: f"{of()}/({of()})", lambda: f"({of()})!", lambda: f"|{of()}|", lambda: f"{of()} mod {of()}",
            lambda: f"{pick(('floor', 'ceil', 'abs', 'sqrt', 'log2', 'log', 'ln', 'ceiling', 'lg', 'fibonacci', 'harmonic', 'lucas'))}({of()})",
            lambda: f"{pick(('mod', 'binomial', 'C', 'min', 'max', 'log', 'choose'))}({of()}, {of()})", lambda: f"log_{pick((name, '3'))}({of()})",
            lambda: f"{pick(('sum', 'product'))}({of()}{pick(('', '*i', ' + i^2'))}, i, {pick('01')}, {of()})", lambda: f"log {name}", lambda: f"sqrt {name}",
            lambda: f"piecewise({of()}, {self._test(names, depth - 1)}, {of()})", lambda: f"{name}·{of()}", lambda: f"{name} ** {of()}",
        ))()  # fmt: skip

    def _test(self, names: Sequence[str], depth: int) -> str:
        pick, of = self.chance.choice, lambda: self._plain(names, max(depth, 0))
        return pick((
            lambda: f"{pick(names)} {pick(('even', 'odd', 'is even', 'is odd'))}", lambda: f"{of()} {pick(('<', '<=', '=', '>', '>=', '!=', '≤', '=='))} {of()}",
            lambda: f"not {pick(names)} even", lambda: f"{pick(names)} even {pick(('and', 'or'))} {of()} > 2", lambda: f"1 <= {pick(names)} < {of()}",
        ))()  # fmt: skip

    def _latex(self, names: Sequence[str], depth: int) -> str:
        pick, of = self.chance.choice, lambda: self._latex(names, depth - 1)
        if depth == 0 or self.chance.random() < 0.15:
            return pick((*names, *names, self._number()))
        name = pick(names)
        return pick((
            lambda: rf"\frac{{{of()}}}{{{of()}}}", lambda: rf"\frac {name}2", lambda: rf"\dfrac12 {of()}", lambda: rf"{of()} + {of()}",
            lambda: rf"{of()} {pick(('-', '/', ' ', DOT, TIMES))} {of()}", lambda: rf"\left({of()}\right){pick(('', '^2', '^{-1}', '!'))}",
            lambda: rf"\lfloor {of()} \rfloor", lambda: rf"\left\lceil {of()} \right\rceil", lambda: rf"\binom{{{of()}}}{{{of()}}}",
            lambda: rf"\sum_{{i={pick('01')}}}^{{{of()}}} {pick(('i', 'i^2', name, '2^i'))}", lambda: rf"\prod_{{1 \le i {pick(('<', LE))} {name}}} (i + {of()})",
            lambda: rf"{name}^{{{of()}}}", lambda: rf"2^{name}{pick(names)}", lambda: r"2^10", lambda: rf"{name}^2^{pick(names)}", lambda: rf"\sqrt{{{of()}}}",
            lambda: rf"\sqrt[3]{{{of()}}}", lambda: rf"\log_{{2}} {of()}", lambda: rf"\log {of()}", lambda: rf"\ln({of()})", lambda: rf"\min({of()}, {of()})",
            lambda: rf"\max\{{{of()}, {of()}\}}", lambda: rf"|{of()}|", lambda: rf"{of()} \bmod {of()}", lambda: rf"({of()}) \mod {name}", lambda: rf"{of()} \pmod{{{name}}}",
            lambda: rf"-{of()}", lambda: rf"\lg {name}", lambda: rf"{name}!", lambda: rf"\mathrm{{{name}}}", lambda: rf"1/2{name}", lambda: rf"{{{of()} \over {of()}}}",
            lambda: rf"H_{{{name}}} + F_{name}", lambda: rf"½{name} + {name}²", lambda: rf"\begin{{cases}} {of()} & {self._when(names)} \\ {of()} & {pick((OTHERWISE, self._when(names)))} \end{{cases}}",
            lambda: rf"\begin{{cases}} {of()}, & {name} \text{{ even}} \\[2pt] {of()}, & {name} \text{{ odd}} \end{{cases}}", lambda: rf"{{{of()} \choose {name}}}", lambda: "⌊" + of() + "/2⌋",
        ))()  # fmt: skip

    def _when(self, names: Sequence[str]) -> str:
        name = self.chance.choice(names)
        return self.chance.choice((
            rf"\text{{if ${name}$ is even}}", rf"{name} \ge {self._number()}", rf"{name} \text{{ odd}}", rf"{name} \equiv 1 \pmod{{4}}", rf"4 \mid {name}",
            rf"1 < {name} \le 9", rf"{name} = 2 \text{{ or }} {name} > 5", rf"\text{{for }} {name} \text{{ divisible by }} 3",
        ))  # fmt: skip

    def _condition(self, names: Sequence[str]) -> str:
        return f"{self.chance.choice((', where ', ', ', ' for ', ' if ', ' ('))}{self._when(names)}{self.chance.choice(('', '.', ')'))}"
