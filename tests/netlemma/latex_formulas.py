r"""Every formula that netlemma prints as LaTeX, so that other readers of LaTeX than pdflatex can be tried on all of them."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from netlemma.checks.claims.papers import papers
from netlemma.checks.formula.formula_latex import claim_latex, condition_latex, formula_latex
from netlemma.checks.lemmas.lemma_lookup import find
from netlemma.checks.performance.bursty_traffic import equations
from netlemma.checks.performance.recursive_equations import recursive_equations
from netlemma.derive.core.claim import Claim, Reading
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.derive.discovery import keys, lemma
from netlemma.derive.performance.latency.model_derivations import recursions
from netlemma.derive.typeset.lemma_pages import as_data, as_latex

PRODUCTS = ("line(a) x ring(b)^2 x clique(c)", "oneway-ring(w)^D", "clique(3)^2 x bus(4)")
_INSIDE = r"(?:\\.|[^{}\\])*"
for _ in range(6):  # braces within braces
    _INSIDE = rf"(?:\\.|[^{{}}\\]|\{{{_INSIDE}\}})*"
_PROSE = rf"\\intertext\{{(?P<prose>{_INSIDE})\}}"
_FORMULA = re.compile(
    r"(?<!\\)\\\[(?P<display>.*?)(?<!\\)\\\]"
    r"|(?P<aligned>\\begin\{align\*\}.*?\\end\{align\*\})"
    r"|(?<!\\)\$(?P<inline>.*?)(?<!\\)\$",
    re.S,
)


class Formula(NamedTuple):
    """A formula: what it is of, its LaTeX without dollar signs, and whether it is displayed or stands in a line of text."""

    name: str
    latex: str
    displayed: bool = True


def latex_formulas(part: int = 0, parts: int = 1) -> Iterator[Formula]:
    """All formulas of all lemmas, equations and formulas of papers, models and traffic, each LaTeX once.

    Of several parts, which processes of tests share, one has every so many-th family; the first has papers and models. Any
    product has lemmas; those of :data:`PRODUCTS` stand for all. The proofs of models and traffic are re-run, as their commands
    do; those of lemmas are not.
    """
    subjects = [*dict.fromkeys(LemmaKey.parse(key).subject for key in keys()), *PRODUCTS]
    others = () if part else (_of_papers(), _of_models())
    seen = set()
    for formula in chain(formulas_of_lemmas(subjects[part::parts]), *others):
        if formula[1:] not in seen:
            seen.add(formula[1:])
            yield formula


def formulas_of_lemmas(subjects: Iterable[str]) -> Iterator[Formula]:
    """Definition, closed form and each step of all lemmas of families or products: as data, on the site and on pages.

    >>> next(formulas_of_lemmas(["ring"])).name
    'ring.nodes, definition'
    """
    return chain.from_iterable(_of_lemma(found) for subject in subjects for found in find(subject))


def formulas_of_keys(wanted: Iterable[str]) -> Iterator[Formula]:
    """The same of the lemmas with these keys.

    >>> next(formulas_of_keys(["ring.diameter"])).name
    'ring.diameter, definition'
    """
    return chain.from_iterable(_of_lemma(lemma(key)) for key in wanted)


def formulas_of(name: str, document: str) -> Iterator[Formula]:
    r"""The formulas of a LaTeX text. Two things of pages are left out: text between the lines of a formula, whose own formulas
    follow, and the wish ``[t]`` that the first of several lines be level with what stands before them.

    >>> list(formulas_of("A", r"for $w \ge 2$ and \$3: \[ 1 \\[1ex] 2 \]"))
    [Formula(name='A', latex='w \\ge 2', displayed=False), Formula(name='A', latex='1 \\\\[1ex] 2', displayed=True)]
    >>> [each.latex for each in formulas_of("A", r"\begin{align*} a \intertext{as $b^{2^{k}}$:} &= c \end{align*}")]
    ['\\begin{align*} a \\\\ &= c \\end{align*}', 'b^{2^{k}}']
    """
    for found in _FORMULA.finditer(document.replace(r"\begin{aligned}[t]", r"\begin{aligned}")):
        if found["aligned"]:
            yield Formula(name, re.sub(_PROSE, r"\\\\", found["aligned"]))
            for between in re.finditer(_PROSE, found["aligned"]):
                yield from formulas_of(name, between["prose"])
        else:
            yield Formula(name, (found["display"] or found["inline"]).strip(), found["display"] is not None)


def _of_lemma(found: Lemma) -> Iterator[Formula]:
    data = as_data(found, steps=True)
    for part in ("definition", "closed_form"):
        yield Formula(f"{found.key}, {part}", data[part]["latex"])
    for number, step in enumerate(data["steps"], 1):
        for side in ("before", "after"):
            yield Formula(f"{found.key}, step {number}, {side}", step[side]["latex"])
    for shown in (found, found.derivation, *found.derivation.steps):
        yield from formulas_of(f"{found.key}, in a notebook", shown._repr_latex_())
    yield from formulas_of(f"{found.key}, on a page", as_latex(found, steps=True, document=False))


def _of_papers() -> Iterator[Formula]:
    """What papers print, equations in their own letters, and formulas as they are read."""
    for paper in papers().values():
        every: list[Claim | Reading] = [*paper.claims, *paper.readings]
        for stated in every:
            if latex := claim_latex(stated):
                yield Formula(f"{stated.key}, {paper.key} {stated.locator}", latex)
            yield from formulas_of(f"{stated.key}, {paper.key} {stated.locator}, in a notebook", stated._repr_latex_())
        for claim in paper.claims:
            yield Formula(f"{claim.key}, {paper.key} {claim.locator}, as read", formula_latex(claim.formula))
            if claim.where:
                yield Formula(f"{claim.key}, {paper.key} {claim.locator}, where", condition_latex(claim.where), False)


def _of_models() -> Iterator[Formula]:
    for model in dict.fromkeys(each.partition(".")[0] for each in recursions()):
        yield from formulas_of(f"model {model}", "\n".join(recursive_equations(model, "latex")))
    yield from formulas_of("traffic", "\n".join(equations("latex")))
