"""Families and products as sources of networks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphs.base.errors import SizeError
from graphs.families import families
from graphs.sources.source import AnyNetwork, Source
from graphs.topology.grammar import parse_product
from graphs.topology.product import build


@dataclass(repr=False)
class FamilySource(Source):
    """A family; its parameters are the sizes."""

    title: str

    def __post_init__(self) -> None:
        self.subject = self.title
        self.parameters = tuple(each.name for each in families()[self.title].parameters)

    def build(self, **sizes: Any) -> AnyNetwork:
        return families()[self.title].build(**sizes)

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {"family": self.title, "parameters": sizes}


@dataclass(repr=False)
class ProductSource(Source):
    """A product as text. Sizes that are names in the text have lemmas; to be built, all must be numbers."""

    title: str

    def __post_init__(self) -> None:
        self.subject = self.title

    def build(self, **sizes: Any) -> AnyNetwork:
        parts = parse_product(self.title)
        for name in sizes:
            raise SizeError(f"a product has its sizes in its text and takes no parameter {name}")
        return build(parts)

    def description(self, **sizes: Any) -> dict[str, Any]:
        return {"family": self.title, "parameters": sizes}
