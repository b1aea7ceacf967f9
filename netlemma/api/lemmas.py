"""Lemmas of a subject, each with its proofs run again."""

from __future__ import annotations

from typing import Any

from checks.base.inputs import InputError
from checks.lemmas.lemma_lookup import find, wanted_keys
from derive.core.lemma import Lemma
from derive.core.shown import Part, Shown
from derive.discovery import keys, lemma


class Lemmas(Shown, list[Lemma]):
    """Lemmas in order, to be used like any list.

    Attributes
    ----------
    steps : whether JSON has the steps of their derivations.
    """

    steps = False

    def as_json(self) -> list[dict[str, Any]]:
        """The shape of ``netlemma derive --format json``."""
        return [each.as_json(self.steps) for each in self]

    def _parts(self) -> list[Part]:
        return [part for each in self for part in each._parts()]


def derive(subject: str = "", quantity: str = "", *, steps: bool = False, all: bool = False) -> Lemmas:
    """Derive closed forms and run every proof again.

    Parameters
    ----------
    subject : a family, a product such as ``"ring(w)^D x line(a)"``, or the key of a lemma.
    quantity : such as ``mean_distance`` or ``visit_ratio.link``; all quantities if it is left out.
    steps : have the steps of the derivations in JSON, too.
    all : the lemmas of all families, instead of a subject.

    Returns
    -------
    The lemmas.

    Raises
    ------
    InputError : an unknown family or quantity. ProofError : a proof does not hold.

    Examples
    --------
    >>> derive("ring", "diameter")[0].closed_form
    floor(K/2)
    """
    if all == bool(subject):
        raise InputError("name a family or a product, or say --all (and not both)")
    if quantity:
        found = Lemmas(find(subject, quantity))
    else:
        found = Lemmas(lemma(key) for key in (keys() if all else wanted_keys(subject)))
    found.steps = steps
    for each in found:
        each.check()
    return found
