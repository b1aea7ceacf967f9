"""Statements for proof assistants: network, quantity and value of a lemma, and the argument of its derivation.

Nothing here knows the syntax of a proof assistant. A statement is read from the definition of a lemma, not from its
key; its argument is read from the proofs of the steps.
"""

from dataclasses import dataclass

import sympy as sp

from derive.algebra.expressions import notation as at
from derive.algebra.expressions.normal_form import equal
from derive.algebra.expressions.notation import LinkSum, PairMax, PairSum
from derive.core.domain import Parameter
from derive.core.lemma import Lemma
from derive.networks.distances.lemmas import LINKS, NEAR, NODES
from derive.networks.distances.product_counts import DigitsCounted
from derive.networks.products.index_proofs import radius_of
from derive.networks.products.path_counting import DistancesAdd, Groups, node_count


class NotExported(ValueError):
    """No statement or argument of this kind can be exported yet; the message names it."""


@dataclass(frozen=True)
class Statement:
    """What a proof assistant is to accept.

    Parameters
    ----------
    key : str
        Key of the lemma.
    words : str
        Statement in words.
    sizes : tuple of Parameter
        Sizes with their smallest values.
    network : Groups
        Product of groups of equal factors.
    quantity : str
        Quantity, by the name of its definition: ``mean_distance``, ``wiener_index``, ``diameter``, ``number_of_links``, ...
    value : Expr
        Closed form.
    reasons : tuple of str
        Kind and reason of each step.
    """

    key: str
    words: str
    sizes: tuple[Parameter, ...]
    network: Groups
    quantity: str
    value: sp.Expr
    reasons: tuple[str, ...]


def exportable(quantity: str) -> bool:
    """Whether lemmas of this quantity may have a counterpart in the theory, so that they are worth deriving."""
    return quantity in ("mean_distance", "wiener_index", "diameter", "radius", "nodes", "links", "degree")


def statement_of(lemma: Lemma) -> Statement:
    """The statement of a lemma about distances in a product.

    Raises
    ------
    NotExported
        If its definition or its derivation has no counterpart in the theory.

    Examples
    --------
    >>> from derive.discovery import lemma
    >>> statement_of(lemma("toroid.mean_distance")).quantity
    'mean_distance'
    >>> statement_of(lemma("toroid.bisection"))
    Traceback (most recent call last):
        ...
    derive.formal.statements.NotExported: toroid.bisection: the theory has no definition of this quantity
    """
    definition = lemma.derivation.start
    proofs = [step.proof for step in lemma.derivation.steps]
    groups = next((proof.groups for proof in proofs if isinstance(proof, DistancesAdd | DigitsCounted)), ())
    if lemma.domain.relations or lemma.domain.legal:
        raise NotExported(f"{lemma.key}: its domain is more than smallest sizes")
    quantity = _quantity(definition, groups) if groups else None
    if quantity is None:
        raise NotExported(f"{lemma.key}: the theory has no definition of this quantity")
    return Statement(
        lemma.key,
        lemma.statement,
        lemma.domain.parameters,
        groups,
        quantity,
        lemma.closed_form,
        tuple(f"{step.proof.kind}: {step.because}" for step in lemma.derivation.steps),
    )


def _quantity(definition: sp.Expr, groups: Groups) -> str | None:
    """The quantity that an expression defines on a product; None if it is not one of those known."""
    nodes, total = node_count(groups), PairSum(at.distance)
    one_way = {group.kind.name == "oneway-ring" for group in groups}
    known = {
        PairMax(at.distance): "diameter",
        radius_of(at.distance): "radius",
        LinkSum(sp.S.One, NODES): "number_of_nodes",
    }
    if len(one_way) == 1 and all(group.kind.device == "link" for group in groups):
        known |= {LinkSum(sp.S.One, LINKS): "number_of_channels" if True in one_way else "number_of_links"}
    if all(group.kind.device == "link" for group in groups):
        known |= {LinkSum(sp.S.One, NEAR): "degree"}
    if definition in known:
        return known[definition]
    if not definition.has(total):
        return None
    weights = {
        "mean_distance": 1 / (nodes * (nodes - 1)),
        "wiener_index": sp.S.Half,
        "ordered_wiener_index": sp.S.One,
    }
    return next((name for name, weight in weights.items() if equal(definition.xreplace({total: 1}), weight)), None)
