"""Verdicts on claims: formulas compared with proved lemmas and explicit networks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

import sympy

from checks.base.inputs import InputError, nearest
from checks.base.sizes import grid, parse_sizes
from checks.base.verdicts import Verdicts
from checks.claims.claimfile import ClaimEntry
from checks.claims.measured_claims import check_measured
from checks.formula.condition import parse_condition
from checks.formula.enclosure import order, value_text
from checks.formula.equality.equal import same_for_all_sizes
from checks.formula.formula import parse_formula
from checks.lemmas.lemma_lookup import find
from checks.lemmas.lemma_sizes import FAST_ROUTINGS, LARGEST_RELATION, LARGEST_USUAL, chosen_sizes
from checks.lemmas.measured import measured_value
from derive.algebra.expressions.proof import ENUMERATED
from derive.core.claim import Verdict
from derive.core.domain import Size
from derive.core.lemma import Lemma
from graphs.sources import source

MOST_SIZES = 48
SEARCHED = 4000
Progress = Callable[[str], None] | None


def check(network: Any, quantity: str, formula: str, where: str = "", sizes: str = "") -> Verdict:
    """Judge a user's own formula.

    Parameters
    ----------
    network : object
        Name of a family or a product such as ``ring(w)^D`` with lemmas, or a network in any other form, see
        :func:`graphs.network`, whose formula is compared with measurements.
    quantity : str
        Quantity such as ``mean_distance`` or ``visit_ratio.link``.
    formula : str
        Formula, see :mod:`checks.formula.formula`.
    where : str, default ""
        Condition on the sizes, see :mod:`checks.formula.condition`.
    sizes : str, default ""
        Sizes, see :mod:`checks.base.sizes`.

    Returns
    -------
    Verdict
        Verdict on the formula.

    Raises
    ------
    InputError
        For an unknown family, quantity or name, or a text that cannot be read.

    Examples
    --------
    >>> check("toroid", "mean_distance", "D*w/4", "w even").counterexample["size"]
    {'w': 2, 'D': 1}
    >>> check("toroid", "mean_distance", "D*w^(D + 1)/(4*(w^D - 1))", "w even").verdict
    'holds'
    """
    condition = parse_condition(where) if where.strip() else None
    wanted = parse_sizes(sizes) if sizes.strip() else None
    named = source(network)
    if named.subject is None:
        return check_measured(named, quantity, parse_formula(formula), condition, wanted)
    return judge(ClaimEntry(named.subject, quantity, parse_formula(formula), condition, wanted, "user", "", ""))


def judge(claim: ClaimEntry) -> Verdict:
    """Judge a claim by comparison with the proved lemma, and with a measurement where the network is small.

    The claim is compared at the sizes that it names, or else at the first sizes that its condition admits, smallest
    first. The verdict is ``fails`` with the smallest counterexample found; ``holds`` if the claim equals the proved
    lemma at all sizes of its condition, or if it names finitely many sizes and all agree; ``agrees`` if it is equal at all
    sizes tried; ``unknown`` if a value is irrational and too near to the true one to tell.

    Parameters
    ----------
    claim : ClaimEntry
        Claim of a file (:func:`parse_claims`) or of a paper (:func:`entry_of`).

    Returns
    -------
    Verdict
        Verdict on the claim.

    Raises
    ------
    InputError
        If there is no such family or quantity, a name is no parameter, or no size fulfils the condition.
    ArithmeticError
        If lemma and measurement disagree, so that no verdict is possible.

    Examples
    --------
    >>> found = judge(ClaimEntry("oneway-torus", "diameter", parse_formula("n*k/4")))
    >>> found.verdict, found.counterexample, found.correction
    ('fails', {'size': {'k': 2, 'n': 1}, 'claimed': '1/2', 'true': '1'}, 'n*(k - 1)')
    >>> judge(ClaimEntry("oneway-torus", "diameter", parse_formula("n*k - n"))).verdict
    'holds'
    """
    found = _lemma(claim)
    names = found.domain.names
    claim.formula.require_names(names)
    if claim.where:
        claim.where.require_names(names)
    for name in claim.sizes or ():
        if name not in names:
            raise InputError(f"{found.key} has no parameter {name!r}{nearest(name, names)}; it has {', '.join(names)}")
    tried: list[dict[str, int]] = []
    counterexample = None
    undecided = measured = 0
    largest = LARGEST_USUAL if found.measured.routings[0] in FAST_ROUTINGS else LARGEST_RELATION
    for size in _sizes(found, claim):
        claimed, true = claim.formula.evaluate(size), found.value(size)
        if found.definition.nodes(size) <= largest:
            measured += 1
            seen = measured_value(found, size, found.measured.routings[0])
            if seen != true:
                raise ArithmeticError(f"{found.key} at {size}: the lemma gives {true}, the network {seen}")
        agreement = order(claimed, true)
        undecided += agreement is None
        if agreement not in (0, None):
            counterexample = {"size": dict(size), "claimed": value_text(claimed), "true": str(true)}
            break
        tried.append(dict(size))
    return _verdict(claim, found, tried, counterexample, undecided, measured)


def _lemma(claim: ClaimEntry) -> Lemma:
    every = find(claim.family, claim.quantity)
    shortest = min(found.key.count(".") for found in every)
    lemmas = [found for found in every if found.key.count(".") == shortest]
    if len(lemmas) > 1:
        names = ", ".join(found.key[len(claim.family) + 1 :] for found in lemmas)
        raise InputError(f"{claim.quantity!r} of {claim.family} is one of several: say which of {names}")
    return lemmas[0]


def _sizes(found: Lemma, claim: ClaimEntry) -> Iterable[dict[str, int]]:
    """The sizes to try, smallest first: the user's own, or the first that the condition admits."""

    def admitted(size: Size) -> bool:
        return claim.where is None or claim.where.holds(size)

    if claim.sizes is not None:
        mentioned: Mapping[str, Sequence[int]] = claim.sizes
        sizes = [size for size in chosen_sizes(found, mentioned) if admitted(size)]
    else:
        candidates = found.domain.sizes(SEARCHED, lambda size: found.definition.nodes(size) <= LARGEST_USUAL)
        sizes = list(islice(filter(admitted, candidates), MOST_SIZES))
    if not sizes:
        where = f" where {claim.where}" if claim.where else ""
        raise InputError(f"{found.key}: no size{where} was found in the domain {found.domain.describe()}")
    return sizes


def _verdict(
    claim: ClaimEntry,
    found: Lemma,
    tried: list[dict[str, int]],
    counterexample: dict | None,
    undecided: int,
    measured: int,
) -> Verdict:
    from derive.typeset.expressions import formula_text

    proof, remark, correction = None, "", None
    if counterexample:
        verdict = "fails"
        if found.strength != ENUMERATED:
            correction = formula_text(_where(claim, found))
    else:
        proof = _proof(claim, found)
        verdict = "holds" if proof else "agrees"
        if not proof:
            remark = f"equal at the {len(tried)} sizes tried; not proved for the others"
        if undecided:
            remark = f"not decided at {undecided} sizes: the formula is not rational there"
            verdict, proof = "unknown", None
    evidence = {
        "lemma": found.key,
        "formula": str(claim.formula),
        "where": str(claim.where or ""),
        "measured": measured,
    }
    return Verdict(
        key=claim.key if "." in claim.key else found.key, source=claim.source, locator=claim.locator, reading=claim.reading,
        verdict=verdict, proof=proof, sizes=tuple(tried), counterexample=counterexample, correction=correction, remark=remark,
        evidence=evidence,
    )  # fmt: skip


def _where(claim: ClaimEntry, found: Lemma) -> sympy.Expr:
    """The closed form as it reads where the claim is made: one case of it, if that is proved to be enough."""
    closed = found.closed_form
    if claim.where is not None and isinstance(closed, sympy.Piecewise):
        minima = {p.symbol: p.minimum for p in found.domain.parameters}
        condition = _condition(claim, found)
        for case, _ in closed.args:
            if same_for_all_sizes(case, closed, minima, condition):
                return case
    return closed


def _proof(claim: ClaimEntry, found: Lemma) -> str | None:
    """Why the claim holds at every size it speaks of, if that is so."""
    if claim.sizes is not None and set(claim.sizes) == set(found.domain.names):
        return f"all {len(list(grid(claim.sizes)))} sizes that it speaks of compared with the {found.strength} lemma {found.key}"
    if found.strength == ENUMERATED:
        return None
    minima = {p.symbol: p.minimum for p in found.domain.parameters}
    try:
        formula = claim.formula.to_sympy({p.name: p.symbol for p in found.domain.parameters})
    except InputError:  # it has values at the sizes tried, but no symbolic form
        return None
    if same_for_all_sizes(formula, found.closed_form, minima, _condition(claim, found)):
        return f"equal to the {found.strength} lemma {found.key} for all sizes"
    return None


def _condition(claim: ClaimEntry, found: Lemma) -> sympy.Basic:
    """The sizes that the claim speaks of, as far as they have a symbolic form; whatever is left out only makes proof harder."""
    known = list(found.domain.relations)
    if claim.where:
        with suppress(InputError):
            known.append(claim.where.to_sympy({p.name: p.symbol for p in found.domain.parameters}))
    return sympy.And(*known)


def judge_all(claims: Iterable[ClaimEntry], progress: Progress = None) -> Verdicts:
    """Judge claims in order, each as in :func:`judge`.

    Parameters
    ----------
    claims : iterable of ClaimEntry
        Claims such as those of a file, see :func:`parse_claims`.
    progress : Progress, optional
        Called with the key of each claim or statement before it is judged.

    Returns
    -------
    Verdicts
        Verdicts in order.

    Raises
    ------
    InputError
        If a claim cannot be judged; the message begins with its place in the file.

    Examples
    --------
    >>> claims = [ClaimEntry("ring", "diameter", parse_formula(text)) for text in ("floor(K/2)", "K/2")]
    >>> [verdict.verdict for verdict in judge_all(claims)]
    ['holds', 'fails']
    """
    verdicts = Verdicts()
    for claim in claims:
        if progress:
            progress(claim.key)
        try:
            verdicts.append(judge(claim))
        except InputError as error:
            raise InputError(f"{claim.place}: {error}") from None if claim.place else error
    return verdicts
