"""Formulas about networks without lemmas, such as users' files and Python functions, compared with measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checks.base.inputs import InputError, nearest
from checks.base.sizes import grid
from checks.formula.condition import Condition
from checks.formula.enclosure import order, value_text
from checks.formula.formula import Formula
from checks.lemmas.measured import named_quantity
from derive.core.claim import Verdict
from graphs import Source, device_network, measure


def check_measured(
    source: Source,
    quantity: str,
    formula: Formula,
    where: Condition | None = None,
    sizes: Mapping[str, Sequence[int]] | None = None,
) -> Verdict:
    """Compare a formula with measurements of shortest paths.

    Parameters
    ----------
    source : Source
        Network, which is built and measured at each size.
    quantity : str
        Quantity such as ``mean_distance`` or ``visit_ratio.link``, see :func:`checks.lemmas.measured.named_quantity`.
    formula : Formula
        Formula in the sizes of the source.
    where : Condition or None, optional
        Condition on the sizes of the source.
    sizes : mapping from str to sequence of int or None, optional
        Values of each size; other sizes have their defaults. None for a network of one size.

    Returns
    -------
    Verdict
        ``fails`` with the smallest counterexample; ``holds`` if the network has no sizes and its measured value equals
        that of the formula; ``agrees`` if it is equal at all sizes given; ``unknown`` if a value is irrational and too
        near to the true one to tell.

    Raises
    ------
    InputError
        For unknown names or quantities, a size without values, or no size that fulfils the condition.
    """

    names = source.parameters
    for text in (formula, where):
        if text is not None:
            text.require_names(names)
    for name in sizes or ():
        if name not in names:
            what = f"it has {', '.join(names)}" if names else "it is a network of one size"
            raise InputError(f"{source.title} has no size {name!r}{nearest(name, names)}; {what}")
    missing = [name for name in names if name not in (sizes or {}) and name not in source.defaults]
    if missing:
        raise InputError(f"{source.title} needs values of {missing[0]}: give them, such as --sizes {missing[0]}=2..9")
    tried: list[dict[str, int]] = []
    counterexample = None
    undecided = 0
    for given in grid(sizes) if sizes else [{}]:
        values = {**source.defaults, **given}
        size = {name: values[name] for name in names if name in values}
        if where is not None and not where.holds(size):
            continue
        claimed = formula.evaluate(size)
        true = named_quantity(measure(device_network(source, **given)), quantity)
        agreement = order(claimed, true)
        undecided += agreement is None
        if agreement not in (0, None):
            counterexample = {"size": size, "claimed": value_text(claimed), "true": str(true)}
            break
        tried.append(size)
    if not tried and not counterexample:
        raise InputError(f"{source.title}: none of the sizes fulfils {where}")
    proof, remark = None, f"equal at the {len(tried)} sizes tried; not proved for the others"
    if undecided:
        remark = f"not decided at {undecided} sizes: the formula is not rational there"
    elif not names:
        proof = "equal to the exact measurement of the one network that it is about"
    return Verdict(
        key=f"{source.title}.{quantity}",
        source="user",
        locator="",
        reading="",
        verdict="fails" if counterexample else "holds" if proof else "unknown" if undecided else "agrees",
        proof=None if counterexample else proof,
        sizes=tuple(tried),
        counterexample=counterexample,
        remark="" if counterexample or proof else remark,
        evidence={"formula": str(formula), "where": str(where or ""), "measured": len(tried) + bool(counterexample)},
    )
