"""Lemmas of a subject, each with its proofs re-run."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from netlemma.api.listed_sizes import with_entries, with_own_sizes
from netlemma.base.remarks import remark
from netlemma.base.text_layout import width
from netlemma.checks.base.inputs import parse_parameters
from netlemma.checks.judging.reference_values import ENDS, TERMINALS
from netlemma.checks.lemmas.lemma_lookup import find, reasons, wanted_keys
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.derive.core.notebook_display import Part, Shown
from netlemma.derive.core.sequence import LemmaSequence, lemma_sequence, require_put_in
from netlemma.derive.discovery import keys, lemma
from netlemma.derive.typeset.lemma_pages import COLUMNS, as_text
from netlemma.errors import InputError, NoIndex, NotCFinite, UnknownLemma

Progress = Callable[[str], None] | None


class Lemmas(Shown, list[Lemma]):
    """A list of lemmas.

    steps: Whether JSON has the steps of their derivations.
    """

    steps = False

    def as_json(self) -> list[dict[str, Any]]:
        """The output of ``netlemma derive --format json``."""
        return [each.as_json(self.steps) for each in self]

    def _parts(self) -> list[Part]:
        return [part for each in self for part in each._parts()]

    def __str__(self) -> str:
        return as_text(self, self.steps, width(COLUMNS))


def derive(
    subject: str = "",
    quantity: str = "",
    *,
    at: str = "",
    ends: str = "",
    steps: bool = False,
    all: bool = False,
    progress: Progress = None,
) -> Lemmas:
    """Derive closed forms for all sizes, and run every proof again.

    A lemma gives a quantity, such as the mean distance of a toroid, as a formula in the sizes of the family. Its derivation
    begins with the definition, and each step says why it is equal to the one before.

    Parameters
    ----------
    subject : str, default ""
        Family, which may have sizes in its name such as ``"2d mesh"``, product such as ``"ring(w)^D x line(a)"``, or key of a
        lemma.
    quantity : str, default ""
        Quantity such as ``mean_distance`` or ``visit_ratio.link``; all quantities if empty.
    at : str, default ""
        Sizes that are put into the closed forms, too, such as ``"n=2"``.
    ends : str, default ""
        Which distances are meant in a family whose switches have terminals: between ``switches`` (the default) or
        ``terminals``; both if no quantity is given.
    steps : bool, default False
        Whether JSON has the steps of the derivations, too.
    all : bool, default False
        Whether the lemmas of all families are derived, instead of a subject.
    progress : Progress, optional
        Called before each lemma with its number, that of all lemmas, and its key.

    Returns
    -------
    Lemmas
        The lemmas.

    Raises
    ------
    InputError
        For an unknown subject or quantity; the message suggests the nearest name.
    ProductError
        For a product that cannot be read; the message points at the character.
    ProofError
        If a proof does not hold.

    See Also
    --------
    lemma : One lemma by its key.
    verify : Compares closed forms with measured networks as well.
    catalog : ``catalog("lemmas")`` has the keys of all.

    Notes
    -----
    A product needs no lemma of its own: distances add up over its factors, so its closed forms are derived from those of
    lines, rings, one-way rings, cliques and buses. Each step is checked by symbolic algebra: sums by telescoping or by the
    normal form of both sides, cases by residues and thresholds. A lemma takes milliseconds to about a second. Its ``strength``
    says if it is proved for all sizes, argued, or only enumerated.

    Examples
    --------
    >>> derive("ring", "diameter")[0].closed_form
    floor(K/2)
    >>> derive("mesh", "mean_distance", at="n=2")[0].special
    2*k/3
    """
    say = progress or (lambda text: None)
    subject, at = with_entries(*with_own_sizes(subject, at))
    wanted: list[Any] = [*_named(subject, quantity, all, ends)]
    sizes = parse_parameters(at.split())
    lemmas = Lemmas()
    lemmas.steps = steps
    for number, key in enumerate(wanted):
        say(f"{number} of {len(wanted)}: {key if isinstance(key, str) else key.key}")
        found = lemma(key) if isinstance(key, str) else key
        mine = sizes if quantity else {name: value for name, value in sizes.items() if name in found.domain.names}
        try:
            require_put_in(found, mine)
        except NoIndex as error:
            raise InputError(str(error)) from None
        lemmas.append(replace(found, sizes=mine) if mine else found)
        lemmas[-1].check()
    missing: dict[str, list[str]] = {}
    for name, why in (reasons(subject) if subject and not quantity else {}).items():
        missing.setdefault(why, []).append(name)
    for why, names in missing.items():
        remark(f"{', '.join(names)} of {subject} not derived: {why}")
    if unused := set(sizes) - {name for each in lemmas for name in each.domain.names}:
        raise InputError(f"{subject} has no size {sorted(unused)[0]!r}")
    return lemmas


NUMERATORS = ("distance_sum", "wiener_index")  # of means, whose closed forms are quotients


def sequence(subject: str, quantity: str, at: str = "") -> LemmaSequence:
    """A closed form as a sequence in one of its sizes, with its generating function, recurrence and growth.

    >>> sequence("hypercube", "wiener_index").series.function
    x/(1 - 4*x)**2
    """
    subject, at = with_entries(*with_own_sizes(subject, at))
    lemmas = find(subject, quantity)
    if len(lemmas) > 1:
        raise InputError(f"{quantity} of {subject} is one of several: say which of {', '.join(e.key for e in lemmas)}")
    fixed = parse_parameters(at.split())
    lemmas[0].check()
    try:
        known = lemma_sequence(lemmas[0], fixed)
        known.series  # noqa: B018  computed here, so that its refusal is told here
    except NoIndex as error:
        raise InputError(str(error)) from None
    except NotCFinite as error:
        instead = [name for name in NUMERATORS if name != quantity and _is_sequence(lemmas[0].key, name, fixed)]
        also = f"; {' and '.join(instead)} of {subject} is one" if instead else ""
        words = str(error).replace("**", "^")
        raise InputError(f"{lemmas[0].key} is no sequence with a linear recurrence: {words}{also}") from None
    return known


def _is_sequence(key: str, quantity: str, fixed: dict[str, int]) -> bool:
    other = str(LemmaKey.parse(key)._replace(quantity=quantity))
    try:
        lemma_sequence(lemma(other), fixed).series  # noqa: B018
    except (NotCFinite, UnknownLemma):
        return False
    return True


def _named(subject: str, quantity: str, all: bool, ends: str = "") -> list[str] | list[Lemma]:
    """The lemmas that a user names, unchecked, or their keys."""
    if ends and ends not in ENDS:
        raise InputError(f"`ends` is {ends!r}; it is {' or '.join(ENDS)}")
    if ends == TERMINALS:
        if all or not subject:
            raise InputError("`ends=terminals` takes a family: name one")
        apart = [key for key in wanted_keys(subject) if key.endswith(f".{TERMINALS}")]
        wanted = [key for key in apart if not quantity or key.removeprefix(f"{subject}.") == f"{quantity}.{TERMINALS}"]
        if not wanted:
            raise InputError(f"{subject} has no {quantity or 'lemma'} between terminals alone: leave out `ends`")
        return wanted
    if all == bool(subject):
        raise InputError("name a family or a product, or say `all=True` (and not both)")
    return list(find(subject, quantity)) if quantity else list(keys() if all else wanted_keys(subject))


def exported(subject: str = "", quantity: str = "", *, all: bool = False) -> Lemmas:
    """Derive closed forms, as :func:`derive`, and keep those that can be exported to Rocq."""
    from netlemma.derive.formal.rocq_theorems import theorem
    from netlemma.errors import NotExported, NotInRocq

    lemmas, reasons = Lemmas(), []
    if (own := with_own_sizes(subject, ""))[1]:
        raise InputError(f"theorems are about all sizes: name {own[0]} instead of {subject!r}")
    for named in _named(subject, quantity, all):
        each = lemma(named) if isinstance(named, str) else named
        try:
            theorem(each)
            each.check()
        except (NotExported, NotInRocq) as error:
            reasons.append(str(error))
        else:
            lemmas.append(each)
    if not lemmas:
        raise InputError(f"not exported to Rocq: {reasons[0]}")
    return lemmas
