"""Families of netlemma that are defined by a text: ``NAME.net`` in this folder, with the lemmas that follow from it."""

from collections.abc import Callable, Mapping
from functools import partial

import sympy as sp

from netlemma.definitions import read_definition
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.definitions.texts import definition
from netlemma.derive.definitions.theorems import DefinedFamily, derived
from netlemma.errors import PluginError
from netlemma.plugins import registry


def follow(
    text: str, quantities: str, forms: Mapping[str, sp.Expr] | None = None, /, **meanings: str
) -> dict[str, Callable[[], Lemma]]:
    """Lemmas that follow from a text: as :func:`defined`, for families whose sizes are lists of some length."""
    family, written = DefinedFamily(read_definition(text), tuple(meanings.items())), forms or {}
    return {
        f"{family.text.name}.{name}": partial(derived, family, name, "", written.get(name))
        for name in quantities.split()
    }


@registry
def _family(name: str, where: str, fixed: str, meanings: tuple[tuple[str, str], ...]) -> DefinedFamily:
    text = definition(name, where)
    if text is None:
        raise PluginError(
            f"lemmas of {name} follow from its definition, and there is no {name}.net beside their plug-in"
        )
    return DefinedFamily(text, meanings, fixed)


def family(name: str, where: str = "", fixed: str = "", **meanings: str) -> DefinedFamily:
    """The family whose text is ``NAME.net``, with further conditions, the option that it fixes, and the meanings of its sizes."""
    return _family(name, where, fixed, tuple(meanings.items()))


def _lemma(
    name: str, quantity: str, where: str, fixed: str, form: sp.Expr | None, meanings: Mapping[str, str]
) -> Lemma:
    return derived(family(name, where, fixed, **meanings), *quantity.partition(".")[::2], form)


def defined(
    name: str,
    quantities: str,
    forms: Mapping[str, sp.Expr] | None = None,
    /,
    where: str = "",
    fixed: str = "",
    **meanings: str,
) -> dict[str, Callable[[], Lemma]]:
    """Lemmas of a family that follow from its definition.

    Parameters
    ----------
    name : str
        Name of the family, and of the file of its definition.
    quantities : str
        Names of the quantities, with blanks between; ``links.CLASS`` is the number of links of a class.
    forms : mapping from str to Expr, optional
        How numbers of nodes or links are written, by quantity, where it is not as terms are collected.
    where : str, default=""
        Further conditions on the sizes, with commas between, for quantities that have a closed form at these alone.
    fixed : str, default=""
        Option of the family that the lemmas are about, such as "p=0", if it has others.
    **meanings : str
        Meaning of each size in words.

    Returns
    -------
    dict from str to callable
        The functions that derive them, by key.

    Examples
    --------
    >>> defined("wheel", "nodes links", n="nodes")["wheel.links"]().closed_form
    2*(n - 1)
    """
    written = forms or {}
    return {
        f"{name}.{quantity}": partial(_lemma, name, quantity, where, fixed, written.get(quantity), meanings)
        for quantity in quantities.split()
    }


ALL = "nodes links diameter wiener_index mean_distance"
REGULAR, IRREGULAR = f"{ALL} degree", f"{ALL} max_degree"
