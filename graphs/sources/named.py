"""Families and products as sources of networks."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from netlemma.graphs.base.errors import InputError, SizeError, UnknownFamily
from netlemma.graphs.families import families, family_called
from netlemma.graphs.sources.source import AnyNetwork, Source, within_scope
from netlemma.graphs.topology.family import Family
from netlemma.graphs.topology.grammar import looks_like_product, parse_product, size_names
from netlemma.graphs.topology.product import build


def named_source(name: str, what: str = "no family is called", scope: str | None = None) -> Source:
    """The family or the product of this name; files are not considered.

    Parameters
    ----------
    name : str
        Name of a family, or text of a product.
    what : str, default 'no family is called'
        Beginning of the message if it is neither.
    scope : str, optional
        Nodes between which messages run in a family with terminals.

    Returns
    -------
    Source
        The source.

    Raises
    ------
    UnknownFamily
        If it is neither; the message suggests the nearest family.
    InputError
        If a product is given a scope.
    """
    if family := family_called(name):
        return FamilySource(family.name, scope)
    if looks_like_product(name):
        if scope:
            raise InputError(
                f"scope applies to networks with terminals: every node of {name[:40]} is an end of messages"
            )
        return ProductSource(name)
    near = get_close_matches(name.lower(), families(), 1)
    hint = f"did you mean {near[0]}?" if near else "a product is written like 'line(4) x ring(5)^2'."
    raise UnknownFamily(f"{what} {name[:40]!r}: {hint} The command list families names all {len(families())}")


@dataclass(repr=False)
class FamilySource(Source):
    """A family; its parameters are the sizes."""

    title: str
    scope: str | None = None

    def __post_init__(self) -> None:
        self.subject = self.title if self.scope in (None, "adapters") else None
        self.words = (self.title,)
        self.parameters = tuple(each.name for each in self._family.parameters)
        self.lists = tuple(each.name for each in self._family.parameters if each.many)

    @property
    def _family(self) -> Family:
        family = family_called(self.title)
        assert family is not None  # its name comes from there
        return family

    def build(self, **sizes: Any) -> AnyNetwork:
        return within_scope(self._family.build(**sizes), self.scope)

    def description(self, **sizes: Any) -> dict[str, Any]:
        values = self._family.check(sizes)
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {"family": self.title, "parameters": plain, **({"scope": self.scope} if self.scope else {})}


@dataclass(repr=False)
class ListedSource(Source):
    """A family at given values of its sizes that are lists; the other sizes remain.

    >>> found = ListedSource(FamilySource("circulant"), {"jumps": (1, 2)})
    >>> found.title, found.parameters, found.build(n=7).node_count
    ('circulant jumps=1,2', ('n',), 7)
    """

    family: Source
    values: Mapping[str, tuple[int, ...]]

    def __post_init__(self) -> None:
        given = [f"{name}={','.join(map(str, value))}" for name, value in self.values.items()]
        self.title = " ".join([self.family.title, *given])
        self.words = (*self.family.words, *given)
        self.scope = self.family.scope
        self.parameters = tuple(name for name in self.family.parameters if name not in self.values)

    def build(self, **sizes: Any) -> AnyNetwork:
        return self.family.build(**self.values, **sizes)

    def description(self, **sizes: Any) -> dict[str, Any]:
        return self.family.description(**self.values, **sizes)


@dataclass(repr=False)
class ProductSource(Source):
    """A product as text; names in the text are sizes."""

    title: str

    def __post_init__(self) -> None:
        self.subject = self.title
        self.words = (self.title,)
        self.parameters = size_names(self.title)

    def build(self, **sizes: Any) -> AnyNetwork:
        for name, value in sizes.items():
            if not self.parameters:
                raise SizeError(f"a product has its sizes in its text and takes no parameter {name}")
            if name not in self.parameters:
                raise SizeError(f"{self.title} has no size called {name}: it has {', '.join(self.parameters)}")
            if not isinstance(value, int):
                raise SizeError(f"{name}={value}: a size of {self.title} is a whole number")
        return build(parse_product(self.title, sizes))

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {"family": self.title, "parameters": sizes}
