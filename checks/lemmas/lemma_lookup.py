"""Lemmas by the names that users write: a family, the text of a product, a quantity, the key of a lemma."""

from collections.abc import Sequence
from shlex import quote

from netlemma.checks.base.inputs import InputError, nearest
from netlemma.checks.lemmas.subject import lemma_keys, require_lemmas
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.core.lemma_key import LemmaKey
from netlemma.derive.discovery import keys, lemma, open_questions
from netlemma.graphs.base.errors import legal_names


def subject_keys(subject: str) -> list[LemmaKey]:
    """The keys of all lemmas of a family, or of a product given as text.

    Raises
    ------
    InputError
        For an unknown family, naming the nearest, and for a file, whose network has no lemmas.
    """
    if not subject.strip():
        raise InputError("the name of a family or product is empty")
    _refuse_file(subject)
    return require_lemmas(subject)


def families() -> list[str]:
    """The families that have lemmas, in alphabetical order."""
    return sorted({key.partition(".")[0] for key in keys()})


def _refuse_file(subject: str) -> None:
    """:raises InputError: for a file where a family is expected, with the command that takes it"""
    from netlemma.graphs.sources import NAME, kind_of

    if subject.lower().endswith(".toml"):
        raise InputError(
            f"{subject!r} looks like a file, and this is the place of a family: did you mean netlemma verify --claims "
            f"{quote(subject)}?"
        )
    if kind_of(subject) != NAME:
        raise InputError(
            f"the network of {subject!r} has no lemmas: netlemma check {quote(subject)} QUANTITY FORMULA compares a formula "
            "of yours with measurements"
        )


def find(subject: str, quantity: str = "") -> list[Lemma]:
    """The lemmas of a subject whose quantity equals, or begins with, a given name.

    Parameters
    ----------
    subject : str
        Family, or product as text.
    quantity : str, default ""
        Quantity, or its first parts; all quantities if empty.

    Returns
    -------
    list of Lemma
        Lemmas in their order of definition.

    Raises
    ------
    InputError
        For an unknown family or quantity.

    Examples
    --------
    >>> [found.key for found in find("toroid", "visit_ratio")]
    ['toroid.visit_ratio.link']
    >>> find("torus", "dimensions_left")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    netlemma.graphs.base.errors.InputError: torus has no quantity 'dimensions_left', which is one of hypercube and oneway-torus; netlemma list ...
    """
    names = {key.quantity: key for key in subject_keys(subject)}
    if quantity in names:
        return [lemma(str(names[quantity]))]
    chosen = [key for name, key in names.items() if not quantity or name.startswith(quantity + ".")]
    if not chosen:
        elsewhere = [family for family in families() if keys(f"{family}.{quantity}")]
        hint = f", which is one of {' and '.join(elsewhere)}" if elsewhere else nearest(quantity, names, 3)
        listing = f'derive "{subject}"' if "(" in subject else f"list lemmas {subject}"  # families have lists
        legal = legal_names("it has", names, listing).replace("it has:", "it has")
        unknown = (LemmaKey.parse(key) for key in open_questions())
        if any(
            key.quantity == quantity and (key.subject == subject or "(" in key.subject + subject) for key in unknown
        ):
            legal = f"netlemma list lemmas .{quantity} --open says of which it is open"
        raise InputError(f"{subject} has no quantity {quantity!r}{hint}; {legal}")
    return [lemma(str(key)) for key in chosen]


def wanted_keys(subjects: str | Sequence[str]) -> list[str]:
    """The keys of the lemmas of families, products and keys of lemmas; of all families if none is given.

    Raises
    ------
    InputError
        For an unknown name, as in :func:`find`.

    Examples
    --------
    >>> wanted_keys(["ring.diameter", "line(3)"])[:2]
    ['ring.diameter', 'line(3).nodes']
    """
    subjects = [subjects] if isinstance(subjects, str) else subjects
    return [key for subject in subjects or families() for key in _keys(subject)]


def _keys(text: str) -> list[str]:
    key = LemmaKey.parse(text)
    if key.quantity and lemma_keys(key.subject):
        return [found.key for found in find(*key)]
    return [str(each) for each in subject_keys(text)]
