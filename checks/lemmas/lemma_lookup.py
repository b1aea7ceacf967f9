"""Lemmas by the names that users write: a family, the text of a product, a quantity, the key of a lemma."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import log10
from shlex import quote
from typing import Any

from netlemma.base.names import nearest
from netlemma.base.synonyms import FAMILY, QUANTITY, SYNONYMS, advice, quantity_meant
from netlemma.derive.core.domain import Size
from netlemma.derive.core.lemma import Lemma, LemmaKey, is_product
from netlemma.derive.discovery import keys, lemma, not_derived, open_questions
from netlemma.derive.networks.product_lemmas import product_builders
from netlemma.derive.networks.products.cartesian_products import Product, parse
from netlemma.errors import InputError, SizeError, legal_names
from netlemma.graphs import Family, Network, device_network
from netlemma.graphs.base.limits import refuse_too_large
from netlemma.graphs.families import family_called

# Parsed subjects of lemmas: a family, or a product whose sizes may be names.


MOST_USUAL = 1000  # a size without a larger number has a number of nodes that is computed at once
MOST_DIGITS = 100_000


@dataclass(frozen=True, eq=False)
class Subject:
    """A family with an explicit construction, or a product.

    text: Text that users write.
    kind: Product with its symbols, or family.
    """

    text: str
    kind: Product | Family

    @property
    def product(self) -> Product | None:
        """The product; None for a family."""
        return self.kind if isinstance(self.kind, Product) else None

    @property
    def has_channels(self) -> bool:
        """Whether its networks have channels, as those of products do."""
        return isinstance(self.kind, Product) or self.kind.has_channels

    @cached_property
    def numbers(self) -> tuple[Any, ...]:
        """The parameters that are numbers, the first ones of each list among them; those with a default have that value."""
        if isinstance(self.kind, Family):
            numbers = (p for p in self.kind.parameters if p.needed)
            return tuple(p._replace(name=name, many=0) for p in numbers for name in p.entries or (p.name,))
        return tuple(self.kind.parameters)

    def is_legal(self, size: Size) -> bool:
        """Whether a family has this size."""
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
        """Check that a size is legal."""
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

        >>> subject("toroid").is_long({"w": 4, "D": 10**9}), subject("toroid").is_long({"w": 10**9, "D": 4})
        (True, False)
        """
        own = {name: size[name] for name in self.minima if name in size}
        return max(own.values(), default=0) > MOST_USUAL and self.log_nodes(own) > MOST_DIGITS

    def require_fits(self, size: Size) -> None:
        """Check that the explicit network of a size can be built, and nothing more."""
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

    >>> subject("toroid").minima, subject("ring(w)^D").minima
    ({'w': 2, 'D': 1}, {'w': 2, 'D': 1})
    """
    if is_product(text):
        return Subject(text, parse(text))
    from netlemma.graphs.sources.network_sources import named_source

    named_source(text)  # says what it is not
    family = family_called(text)
    assert family is not None
    return Subject(family.name if keys(family.name) else text, family)


def lemma_keys(text: str) -> list[LemmaKey]:
    """The keys of all lemmas of a family, or of a product given as text; none if a family has no lemmas.

    >>> str(lemma_keys("circular-ladder")[0]).partition(".")[0]
    'prism'
    """
    if is_product(text):
        return [LemmaKey(text, quantity) for quantity in product_builders(text)]
    family = None if keys(text) else family_called(text)
    return [LemmaKey.parse(key) for key in keys(family.name if family else text)]


def require_lemmas(text: str) -> list[LemmaKey]:
    """The keys of all lemmas of a subject that must have some."""
    found = lemma_keys(text)
    if not found:
        _refuse_length(text)
        for quantity, why in not_derived(text).items():
            raise InputError(f"nothing of {text} is derived, not even {quantity}: {why}", code="not-derived")
        known = sorted({LemmaKey.parse(key).subject for key in keys()})
        near = advice(text, FAMILY) or nearest(text, known, 3)
        raise InputError(f"no family {text!r} has lemmas{near}; {legal_names('families', known, 'list families')}")
    return found


def _refuse_length(text: str) -> None:
    """Refuse lemmas of a family for a length of its lists that has none under this name."""
    from netlemma.derive.lemmas.of_length import MOST_LENGTH, USUAL_LENGTH

    family, dash, length = text.partition("-")
    if dash and family in USUAL_LENGTH and length.isdecimal():
        raise InputError(
            f"no lemmas are called {text[:40]!r}: those of {family} are for lists of 1 to {MOST_LENGTH} numbers, {family}-1 to "
            f"{family}-{MOST_LENGTH}, and {family} itself for {USUAL_LENGTH[family]}"
        )


# Lemmas by the names that users write: a family, the text of a product, a quantity, the key of a lemma.


def subject_keys(subject: str) -> list[LemmaKey]:
    """The keys of all lemmas of a family, or of a product given as text."""
    if not subject.strip():
        raise InputError("the name of a family or product is empty")
    subject = _defined(subject)
    _refuse_file(subject)
    return require_lemmas(subject)


def _defined(subject: str) -> str:
    """The name of the family that a file defines; any other subject as it is."""
    from netlemma.graphs.sources.definition_files import defined

    return defined(subject)


def families() -> list[str]:
    """The families that have lemmas, in alphabetical order."""
    return sorted({key.partition(".")[0] for key in keys()})


def _refuse_file(subject: str) -> None:
    """:raises InputError: for a file where a family is expected, with the command that takes it"""
    from netlemma.graphs.sources import NAME, kind_of

    if subject.lower().endswith(".toml"):
        raise InputError(
            f"{subject!r} looks like a file, and this is the place of a family: did you mean netlemma verify "
            f"`claims={quote(subject)}`?"
        )
    if kind_of(subject) != NAME:
        raise InputError(
            f"the network of {subject!r} has no lemmas: netlemma check {quote(subject)} QUANTITY FORMULA compares a formula "
            "of yours with measurements"
        )


MOST_ELSEWHERE = 6  # families with a quantity, of which an error names all


def reasons(subject: str) -> Mapping[str, str]:
    """The quantities that do not follow from the definition of a family in text, each with the reason."""
    return not_derived(next((key.subject for key in subject_keys(subject)), ""))


def find(subject: str, quantity: str = "") -> list[Lemma]:
    """The lemmas of a subject whose quantity equals, or begins with, a given name.

    >>> [found.key for found in find("toroid", "visit_ratio")]
    ['toroid.visit_ratio.link']
    >>> find("torus", "dimensions_left")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    netlemma.errors.InputError: torus has no quantity 'dimensions_left', which is one of hypercube and oneway-torus; ...
    """
    names = {key.quantity: key for key in subject_keys(subject)}
    quantity = quantity_meant(quantity, list(names)) if quantity else quantity
    if quantity in names:
        return [lemma(str(names[quantity]))]
    chosen = [key for name, key in names.items() if not quantity or name.startswith(quantity + ".")]
    if not chosen:
        if why := reasons(subject).get(quantity):
            raise InputError(f"{quantity} of {subject} is not derived: {why}", code="not-derived")
        elsewhere = [family for family in families() if keys(f"{family}.{quantity}")]
        near = advice(quantity, QUANTITY) or nearest(quantity, names, 3)
        listed = f", which is one of {' and '.join(elsewhere)}" if 0 < len(elsewhere) <= MOST_ELSEWHERE else ""
        hint = near or listed
        if quantity in SYNONYMS[QUANTITY]:
            hint += f"; netlemma check {quote(subject)} {quantity} FORMULA compares one of yours with measurements"
        listing = f'derive "{subject}"' if "(" in subject else f"list lemmas {subject}"  # families have lists
        legal = legal_names("it has", names, listing).replace("it has:", "it has")
        unknown = (LemmaKey.parse(key) for key in open_questions())
        if any(
            key.quantity == quantity and (key.subject == subject or "(" in key.subject + subject) for key in unknown
        ):
            legal = f"netlemma list lemmas .{quantity} `open=True` says of which it is open"
        raise InputError(f"{subject} has no quantity {quantity!r}{hint}; {legal}", code="unknown-quantity")
    return [lemma(str(key)) for key in chosen]


def wanted_keys(subjects: str | Sequence[str]) -> list[str]:
    """The keys of the lemmas of families, products and keys of lemmas; of all families if none is given.

    >>> wanted_keys(["ring.diameter", "line(3)"])[:2]
    ['ring.diameter', 'line(3).nodes']
    """
    subjects = [subjects] if isinstance(subjects, str) else subjects
    return [key for subject in subjects or families() for key in _keys(subject)]


def _keys(text: str) -> list[str]:
    key = LemmaKey.parse(text := _defined(text))
    if key.quantity and lemma_keys(key.subject):
        return [found.key for found in find(*key)]
    return [str(each) for each in subject_keys(text)]
