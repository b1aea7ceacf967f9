"""Families and products as sources of networks."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from graphs.base.errors import SizeError, UnknownFamily
from graphs.families import families
from graphs.sources.source import AnyNetwork, Source
from graphs.topology.grammar import looks_like_product, parse_product, size_names
from graphs.topology.product import build


def named_source(name: str, what: str = "no family is called") -> Source:
    """The family or the product of this name; files are not considered.

    Parameters
    ----------
    name : str
        Name of a family, or text of a product.
    what : str, default 'no family is called'
        Beginning of the message if it is neither.

    Returns
    -------
    Source
        The source.

    Raises
    ------
    UnknownFamily
        If it is neither; the message suggests the nearest family.
    """
    if name in families():
        return FamilySource(name)
    if looks_like_product(name):
        return ProductSource(name)
    near = get_close_matches(name.lower(), families(), 1)
    hint = f"did you mean {near[0]}?" if near else "a product is written like 'line(4) x ring(5)^2'."
    raise UnknownFamily(f"{what} {name[:40]!r}: {hint} Families: {', '.join(families())}")


@dataclass(repr=False)
class FamilySource(Source):
    """A family; its parameters are the sizes."""

    title: str

    def __post_init__(self) -> None:
        self.subject = self.title
        self.words = (self.title,)
        self.parameters = tuple(each.name for each in families()[self.title].parameters)

    def build(self, **sizes: Any) -> AnyNetwork:
        return families()[self.title].build(**sizes)

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {"family": self.title, "parameters": sizes}


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
