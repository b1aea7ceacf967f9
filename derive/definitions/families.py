"""Families of netlemma that are defined by a text: ``NAME.net`` in this folder, with the lemmas that follow from it."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files

from netlemma.base.definitions import Definition, read_definition
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.definitions.theorems import DefinedFamily, derived


@cache
def definition(name: str) -> Definition | None:
    """The definition of a family; None if it has none.

    >>> definition("wheel").sizes, definition("slim-fly")
    (('n',), None)
    """
    file = files(__package__) / f"{name}.net"
    return read_definition(file.read_text(encoding="utf-8"), f"{name}.net") if file.is_file() else None


@cache
def _family(name: str, meanings: tuple[tuple[str, str], ...]) -> DefinedFamily:
    text = definition(name)
    assert text is not None
    return DefinedFamily(text, meanings)


def _lemma(name: str, quantity: str, meanings: Mapping[str, str]) -> Lemma:
    return derived(_family(name, tuple(meanings.items())), *quantity.partition(".")[::2])


def defined(name: str, quantities: str, **meanings: str) -> dict[str, Callable[[], Lemma]]:
    """Lemmas of a family that follow from its definition.

    Parameters
    ----------
    name : str
        Name of the family, and of the file of its definition.
    quantities : str
        Names of the quantities, with blanks between; ``links.CLASS`` is the number of links of a class.
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
    return {f"{name}.{quantity}": partial(_lemma, name, quantity, meanings) for quantity in quantities.split()}


ALL = "nodes links diameter wiener_index mean_distance"
REGULAR, IRREGULAR = f"{ALL} degree", f"{ALL} max_degree"
