"""Displays of lemmas, derivations, claims and verdicts in notebooks, registered for their classes."""

from functools import partial
from typing import Any

from netlemma.derive.core.claim import Claim, Reading, Verdict
from netlemma.derive.core.lemma import Derivation, Lemma, Step
from netlemma.derive.core.shown import Part, json_of, latex_of, parts_of
from netlemma.derive.typeset.names import Names
from netlemma.derive.typeset.pages.described import capital, formulas, measured, sentence, strength, written_step
from netlemma.derive.typeset.pages.latex_page import formula_latex
from netlemma.derive.typeset.pages.lemma_json import as_data
from netlemma.derive.typeset.pages.parts import Equation, Facts, Folded, Paragraph, Steps, Title
from netlemma.derive.typeset.sympy_to_tree import written

Rows = list[tuple[str, object]]


@parts_of.register
def lemma_parts(lemma: Lemma) -> list[Part]:
    """Key, statement, domain and closed form; folded, the definition and every step with its proof."""
    shown = formulas(lemma, steps=True)
    steps = shown.changes
    count = f"derivation in {len(steps)} step{'s' if len(steps) != 1 else ''}" if steps else "nothing left to derive"
    definition: list[Part] = [
        Paragraph(capital(sentence(lemma.definition.words))),
        Steps(shown.symbol, shown.definition, steps),
    ]
    return [
        Title(lemma.key, lemma.strength),
        Paragraph(f"{capital(sentence(lemma.statement))} For {lemma.domain.words()}:"),
        Equation(shown.symbol, shown.closed_form),
        Folded(f"Definition, and {count}", definition),
        Paragraph(f"{capital(strength(lemma))}. Measured: {measured(lemma.measured)}."),
    ]


@json_of.register
def lemma_data(lemma: Lemma, steps: bool = False) -> dict[str, Any]:
    """Formulas as text, LaTeX and MathML, with their statement and domain.

    Parameters
    ----------
    lemma : Lemma
        Lemma to write.
    steps : bool, default False
        Whether the steps of the derivation are included.

    Returns
    -------
    dict from str to object
        Plain data.
    """
    return as_data(lemma, steps)


@latex_of.register
def lemma_latex(lemma: Lemma) -> str:
    """The closed form alone, as displayed mathematics; the LaTeX of the parts states its meaning."""
    return f"$\\displaystyle {formula_latex(lemma)}$"


@parts_of.register
def derivation_parts(derivation: Derivation) -> list[Part]:
    """The first formula and every visible step."""
    names = Names([derivation.start, *(step.after for step in derivation.steps)])
    write = partial(written, names=names)
    steps = [written_step(step, names, write) for step in derivation.steps]
    return [
        Title("derivation", f"{len(derivation.steps)} steps"),
        Steps(None, write(derivation.start), [step for step in steps if step.before != step.after]),
    ]


@parts_of.register
def step_parts(step: Step) -> list[Part]:
    """The expressions before and after a step, the reason and the proof."""
    names = Names([step.before, step.after])
    shown = written_step(step, names, partial(written, names=names))
    proof = [Paragraph(line) for line in dict.fromkeys(shown.proof)]
    return [
        Equation(shown.before, shown.after),
        Paragraph(f"because {sentence(shown.because)} [{shown.kind}, {shown.strength}]"),
        *([Folded("Proof", proof)] if proof else []),
    ]


@parts_of.register
def claim_parts(claim: Claim) -> list[Part]:
    """The claim, its source, its sizes and its reading."""
    about: Rows = [("claim", claim.formula), ("where", claim.where), ("sizes", claim.sizes)]
    about += [("source", f"{claim.source} {claim.locator}".strip()), ("reading", claim.reading)]
    return [Title(claim.key), Facts(about)]


@parts_of.register
def statement_parts(statement: Reading) -> list[Part]:
    """The words of a statement, their source, and the values that they contain."""
    about: Rows = [("says", statement.words), ("source", f"{statement.source} {statement.locator}".strip())]
    return [Title(statement.key), Facts([*about, ("reading", statement.reading), *statement.says.items()])]


@parts_of.register
def verdict_parts(verdict: Verdict) -> list[Part]:
    """The verdict with its evidence: source, reason, counterexample and correction."""
    rows: Rows = [
        ("says", verdict.evidence.get("words") or verdict.evidence.get("formula")),
        ("where", verdict.evidence.get("where")),
        ("source", f"{verdict.source} {verdict.locator}".strip()),
        ("reading", verdict.reading),
        *outcome(verdict),
        ("sizes compared", len(verdict.sizes)),
    ]
    return [Title(verdict.key, verdict.verdict), Facts(rows)]


def outcome(found: Any) -> Rows:
    """Proof, counterexample, correction and remark of a verdict or judgement."""
    rows: Rows = [("why", found.proof), ("counterexample", None), ("right", found.correction)]
    if found.counterexample:
        size = " ".join(f"{name}={value}" for name, value in found.counterexample["size"].items())
        values = ", ".join(f"{name} {value}" for name, value in found.counterexample.items() if name != "size")
        rows[1] = ("counterexample", f"at {size}: {values}" if size else values)
    return [*rows, ("remark", found.remark)]


def judgement_parts(found: Any) -> list[Part]:
    """A verdict without its subject."""
    return [Title("judgement", found.verdict), Facts([*outcome(found), ("sizes compared", len(found.sizes))])]
