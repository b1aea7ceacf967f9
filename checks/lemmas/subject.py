"""Parsed subjects of lemmas: a family, or a product whose sizes may be names."""

from dataclasses import dataclass
from functools import cache, cached_property
from math import log10
from typing import Any

from netlemma.checks.base.inputs import InputError, nearest
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma_key import LemmaKey, is_product
from netlemma.derive.discovery import keys
from netlemma.derive.networks.product_lemmas import product_builders
from netlemma.derive.networks.products.products import Product, parse
from netlemma.graphs import Family, Network, SizeError, device_network
from netlemma.graphs.base.errors import legal_names
from netlemma.graphs.base.limits import refuse_too_large
from netlemma.graphs.families import family_called

MOST_USUAL = 1000  # a size without a larger number has a number of nodes that is computed at once
MOST_DIGITS = 100_000


@dataclass(frozen=True, eq=False)
class Subject:
    """A family with an explicit construction, or a product.

    Parameters
    ----------
    text : str
        Text that users write.
    kind : Product or Family
        Product with its symbols, or family.
    """

    text: str
    kind: Product | Family

    @property
    def product(self) -> Product | None:
        """The product; None for a family."""
        return self.kind if isinstance(self.kind, Product) else None

    @cached_property
    def numbers(self) -> tuple[Any, ...]:
        """The parameters that are numbers, the first ones of each list among them; those with a default have that value."""
        if isinstance(self.kind, Family):
            numbers = (p for p in self.kind.parameters if p.default is None)
            return tuple(p._replace(name=name, many=0) for p in numbers for name in p.entries or (p.name,))
        return tuple(self.kind.parameters)

    def is_legal(self, size: Size) -> bool:
        """Whether a family has this size.

        Parameters
        ----------
        size : mapping from str to int
            Value of each parameter that is a number.

        Returns
        -------
        bool
            Whether it is legal.
        """
        try:
            self.require(size)
        except SizeError:
            return False
        return True

    @cached_property
    def minima(self) -> dict[str, int]:
        """The least value of each parameter that is a number."""
        return {p.name: p.minimum for p in self.numbers}

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The options of a family with their defaults, at which its lemmas hold."""
        options = self.kind.parameters if isinstance(self.kind, Family) else ()
        return {p.name: p.default for p in options if p.default is not None}

    def require(self, size: Size) -> None:
        """Check that a size is legal.

        Raises
        ------
        SizeError
            For an illegal size of a family.
        DomainError
            For an illegal size of a product.
        """
        if isinstance(self.kind, Product):
            self.kind.domain.require(size)
        else:
            self.kind.check(size)

    def log_nodes(self, size: Size) -> float:
        """log10 of the number of nodes; infinite or meaningless for an illegal size."""
        if isinstance(self.kind, Family):
            return self.kind.log_sizes(**{**self.defaults, **self.kind.joined(size)})[0]
        values = {p.symbol: size[p.name] for p in self.kind.parameters}
        groups = [(int(g.size.xreplace(values)), int(g.count.xreplace(values))) for g in self.kind.groups]
        return sum(count * log10(nodes) for nodes, count in groups)

    def is_long(self, size: Size) -> bool:
        """Whether a size has so many nodes that their number is not written down.

        Parameters
        ----------
        size : mapping from str to int
            Value of each parameter of the network, and perhaps of others.

        Returns
        -------
        bool
            Whether it is so.

        Examples
        --------
        >>> subject("toroid").is_long({"w": 4, "D": 10**9}), subject("toroid").is_long({"w": 10**9, "D": 4})
        (True, False)
        """
        own = {name: size[name] for name in self.minima if name in size}
        return max(own.values(), default=0) > MOST_USUAL and self.log_nodes(own) > MOST_DIGITS

    def require_fits(self, size: Size) -> None:
        """Check that the explicit network of a size can be built, and nothing more.

        Raises
        ------
        SizeError
            If it is too large.
        """
        if isinstance(self.kind, Family):
            self.kind.require_fits(self.kind.check(size))
        else:
            refuse_too_large(self.text, size, self.log_nodes(size), self.log_nodes(size))

    def network(self, size: Size) -> Network:
        """The explicit network of a size.

        Raises
        ------
        NetworkError
            For a network of rings.
        """
        if isinstance(self.kind, Family):
            return device_network(self.text, **size)
        return device_network(" x ".join(f"{kind}({n})" for kind, n in self.kind.dimensions(size)))


@cache
def subject(text: str) -> Subject:
    """The subject that a text names.

    Raises
    ------
    UnknownFamily
        For an unknown family, naming the nearest.
    ProductError
        For a product that cannot be read.

    Examples
    --------
    >>> subject("toroid").minima, subject("ring(w)^D").minima
    ({'w': 2, 'D': 1}, {'w': 2, 'D': 1})
    """
    if is_product(text):
        return Subject(text, parse(text))
    from netlemma.graphs.sources.named import named_source

    named_source(text)  # says what it is not
    family = family_called(text)
    assert family is not None
    return Subject(text, family)


def lemma_keys(text: str) -> list[LemmaKey]:
    """The keys of all lemmas of a family, or of a product given as text; none if a family has no lemmas.

    Examples
    --------
    >>> str(lemma_keys("circular-ladder")[0]).partition(".")[0]
    'prism'
    """
    if is_product(text):
        return [LemmaKey(text, quantity) for quantity in product_builders(text)]
    family = None if keys(text) else family_called(text)
    return [LemmaKey.parse(key) for key in keys(family.name if family else text)]


def require_lemmas(text: str) -> list[LemmaKey]:
    """The keys of all lemmas of a subject that must have some.

    Raises
    ------
    InputError
        If there are none; the message names the nearest family that has some.
    """
    found = lemma_keys(text)
    if not found:
        _refuse_length(text)
        known = sorted({LemmaKey.parse(key).subject for key in keys()})
        raise InputError(
            f"no family {text!r} has lemmas{nearest(text, known, 3)}; {legal_names('families', known, 'list families')}"
        )
    return found


def _refuse_length(text: str) -> None:
    """Refuse lemmas of a family for a length of its lists that has none under this name."""
    from netlemma.derive.lemmas.of_length import MOST_LENGTH, USUAL

    family, dash, length = text.partition("-")
    if dash and family in USUAL and length.isdecimal():
        raise InputError(
            f"no lemmas are called {text[:40]!r}: those of {family} are for lists of 1 to {MOST_LENGTH} numbers, {family}-1 to "
            f"{family}-{MOST_LENGTH}, and {family} itself for {USUAL[family]}"
        )
