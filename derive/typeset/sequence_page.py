"""Sequences of lemmas as text and data: generating function, recurrence, growth, and lines in the style of the OEIS."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

import sympy as sp

from netlemma.derive.core.sequence import LemmaSequence
from netlemma.derive.typeset.expressions import expression_text, formula_text
from netlemma.derive.typeset.lemma_pages import sentence

SHOWN_TERMS = 12
NUMBER = "A000000"  # of an entry that has no number yet
SOURCE = "C-finite sequences are closed under sums and products: Kauers and Paule, The Concrete Tetrahedron, 2011, section 4.2"


def as_forms(found: LemmaSequence, wanted: str) -> str:
    """One of the forms of a sequence as text."""
    n, first, series = found.index.name, found.index.minimum, found.series
    at = "".join(f", {name} = {value}" for name, value in found.fixed.items())
    lines = [f"{found.lemma.key}{at}: a({n}) = {expression_text(found.form)} for {n} >= {first}", ""]
    lines += FORMS[wanted](found)
    compared = max(series.start, first) - first + series.order
    lines += [
        "",
        f"Proof: the closed form is {found.lemma.strength}; by its parts it satisfies a linear recurrence of order {series.order} from "
        f"{n} = {series.start} on, so that equal terms up to {n} = {first + compared - 1} are equal for ever, and they are compared "
        f"({SOURCE}).",
    ]
    return "\n".join(lines)


def _generating(found: LemmaSequence) -> list[str]:
    n, first = found.index.name, found.index.minimum
    return [f"Sum of a({n})*x^{n} over {n} >= {first}: {expression_text(found.series.function)}"]


def _recurrence(found: LemmaSequence) -> list[str]:
    n, series = found.index.name, found.series
    known = islice(series.terms(), series.valid - series.first)
    initial = ", ".join(f"a({i}) = {term}" for i, term in enumerate(known, series.first))
    return [f"a({n}) = {_combination(found, n)} for {n} >= {series.valid}", f"{initial}"]


def _combination(found: LemmaSequence, n: str) -> str:
    """The right side of the recurrence."""
    text = ""
    for i, c in enumerate(found.series.coefficients, 1):
        if c:
            factor = "" if abs(c) == 1 else f"{abs(c)}*" if c.denominator == 1 else f"({abs(c)})*"
            text += (" + " if c > 0 else " - ") + f"{factor}a({n}-{i})"
    return (
        text.removeprefix(" + ").replace(" - ", "-", 1) if text.startswith(" - ") else text.removeprefix(" + ") or "0"
    )


def _asymptotic(found: LemmaSequence) -> list[str]:
    n, symbol, lines = found.index.name, found.index.symbol, []
    for each in found.growth:
        of_class = f" and {n} = {each.residue} modulo {each.modulus}" if each.modulus > 1 else ""
        leading = expression_text(each.written(each.terms[0], symbol))
        error = expression_text(each.written(each.error, symbol))
        rest = f" + e({n}) with |e({n})| <= {error}" if each.error[0] else " exactly"
        lines.append(f"a({n}) = {leading}{rest}, for {n} >= {each.start}{of_class}")
    return lines


FORMS: Mapping[str, Callable[[LemmaSequence], list[str]]] = {
    "generating-function": _generating,
    "recurrence": _recurrence,
    "asymptotic": _asymptotic,
}


def as_oeis(found: LemmaSequence) -> str:
    """The lines of an entry of the OEIS: terms, statement, formula, generating function and recurrence."""
    n, series = sp.Symbol("n", integer=True), found.series
    form = found.form.xreplace({found.index.symbol: n})
    terms = list(islice(series.terms(), max(SHOWN_TERMS, series.valid - series.first)))
    at = "".join(f", {name} = {value}" for name, value in found.fixed.items())
    lines = [
        f"%S {NUMBER} {', '.join(map(str, terms))}",
        f"%N {NUMBER} {sentence(found.lemma.statement)} {found.lemma.key}, {found.index.name} = n{at}.",
        f"%F {NUMBER} a(n) = {formula_text(form)} for n >= {series.first}.",
        f"%F {NUMBER} G.f.: {expression_text(series.function)}.",
        f"%F {NUMBER} a(n) = {_combination(found, 'n')} for n > {series.valid - 1}.",
        f"%O {NUMBER} {series.first},{_place(terms)}",
    ]
    return "\n".join(lines)


def _place(terms: Sequence[Fraction]) -> int:
    """The second number of an offset: the place of the first term that is more than 1 in absolute value."""
    return next((place for place, term in enumerate(terms, 1) if abs(term) > 1), 1)


def as_sequence_data(found: LemmaSequence) -> dict[str, Any]:
    """All forms as plain data; numbers are strings."""
    series, symbol = found.series, found.index.symbol
    known = islice(series.terms(), series.valid - series.first)
    return {
        "key": found.lemma.key,
        "index": found.index.name,
        "first": series.first,
        "fixed": dict(found.fixed),
        "closed_form": expression_text(found.form),
        "strength": found.lemma.strength,
        "generating_function": expression_text(series.function),
        "recurrence": {
            "coefficients": list(map(str, series.coefficients)),
            "from": series.valid,
            "initial": list(map(str, known)),
        },
        "asymptotic": [
            {
                "modulus": each.modulus,
                "residue": each.residue,
                "leading": expression_text(each.written(each.terms[0], symbol)),
                "error": expression_text(each.written(each.error, symbol)),
                "from": each.start,
            }
            for each in found.growth
        ],
    }
