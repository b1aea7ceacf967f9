"""Lemmas of a subject, each with its proofs re-run."""

from typing import Any

from checks.base.inputs import InputError
from checks.lemmas.lemma_lookup import find, wanted_keys
from derive.core.lemma import Lemma
from derive.core.shown import Part, Shown
from derive.discovery import keys, lemma


class Lemmas(Shown, list[Lemma]):
    """A list of lemmas.

    Attributes
    ----------
    steps : bool
        Whether JSON has the steps of their derivations.
    """

    steps = False

    def as_json(self) -> list[dict[str, Any]]:
        """The output of ``netlemma derive --format json``."""
        return [each.as_json(self.steps) for each in self]

    def _parts(self) -> list[Part]:
        return [part for each in self for part in each._parts()]


def derive(subject: str = "", quantity: str = "", *, steps: bool = False, all: bool = False) -> Lemmas:
    """Derive closed forms and re-run every proof.

    Parameters
    ----------
    subject : str, default ""
        Family, product such as ``"ring(w)^D x line(a)"``, or key of a lemma.
    quantity : str, default ""
        Quantity such as ``mean_distance`` or ``visit_ratio.link``; all quantities if empty.
    steps : bool, default False
        Whether JSON has the steps of the derivations, too.
    all : bool, default False
        Whether the lemmas of all families are derived, instead of a subject.

    Returns
    -------
    Lemmas
        The lemmas.

    Raises
    ------
    InputError
        For an unknown family or quantity.
    ProofError
        If a proof does not hold.

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
