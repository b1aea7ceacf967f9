"""Networks that are made of smaller ones of their kind, counted by induction; words with a switch for each line, or with buses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import sympy as sp

from netlemma.derive.algebra.normal_form import equal
from netlemma.derive.algebra.notation import DeviceMax, Extreme, LinkSum, PairMax, PairSum
from netlemma.derive.algebra.proof import require
from netlemma.derive.algebra.smt import always
from netlemma.derive.core.domain import Domain
from netlemma.derive.networks.coordinate_fabrics import Structure, of_nodes
from netlemma.derive.networks.state_potentials import AffineHop, Potential
from netlemma.errors import NotDerived

Counts = Mapping[str, sp.Expr]


@dataclass(frozen=True, eq=False)
class Nested(Structure):
    """A network of one size that is made of smaller ones.

    size: The size that grows by one.
    first: Numbers of the smallest network, at the least size.
    after: The numbers of a network by those of the one before and its size.
    forms: Closed forms, which are proved by induction.
    made: How one is made of smaller ones, in words.
    known: What is known of functions in the forms: that of one size more by that of this one.
    certifies: Check of how the smaller ones are joined, for all sizes.
    largest: The largest number of links of a node by the forms, if they say it.
    """

    domain: Domain
    size: sp.Symbol
    first: Counts
    after: Callable[[Counts, sp.Expr], Counts]
    forms: Counts
    made: str
    known: Callable[[sp.Expr], sp.Expr] = lambda expr: expr
    certifies: Callable[[], None] = lambda: None
    largest: Callable[[Counts], sp.Expr] | None = None
    kind: ClassVar[str] = "induction over the size"

    def value(self, part: sp.Expr) -> sp.Expr:
        if isinstance(part, LinkSum) and not part.has(sp.Symbol("E_s")):
            return self.forms["nodes" if of_nodes(part) else "links"]
        if isinstance(part, Extreme) and self.largest is not None:
            return self.largest(self.forms)
        raise NotDerived(f"{part} of nested networks")

    def because(self, part: sp.Expr) -> str:
        return self.made

    def certify(self) -> None:
        self.certifies()
        least = next(p.minimum for p in self.domain.parameters if p.symbol == self.size)
        after = self.after(self.forms, self.size)
        for name, form in self.forms.items():
            at_first = self.known(form.xreplace({self.size: sp.Integer(least)}))
            require(equal(at_first, self.first[name]), f"not {self.first[name]} {name} at first")
            more = self.known(form.xreplace({self.size: self.size + 1}))
            require(equal(more, after[name]), f"{form} {name} do not become {after[name]}")

    def lines(self) -> list[str]:
        after = self.after({name: sp.Symbol(name[0].upper()) for name in self.forms}, self.size)
        first = " and ".join(f"{self.first[name]} {name}" for name in self.forms)
        turned = ", ".join(f"{name[0].upper()} {name} turn into {after[name]}" for name in self.forms)
        return [f"{first} at first; {turned}", "the closed forms do so at every size"]


@dataclass(frozen=True, eq=False)
class Lines(Structure):
    """Words of some letters, and a switch on each line: for each place and the letters of the other places."""

    domain: Domain
    letters: sp.Expr
    length: sp.Expr
    kind: ClassVar[str] = "letters that differ"

    def value(self, part: sp.Expr) -> sp.Expr:
        q, many = self.letters, self.length
        words, links = q**many, many * q**many
        total = 2 * many * (q - 1) / q * words**2
        if isinstance(part, LinkSum):
            return words if of_nodes(part) else links
        if isinstance(part, Extreme):
            return sp.Max(q, many)
        self._certify_distance()
        if isinstance(part, PairMax):
            return 2 * many
        if isinstance(part, PairSum):
            return total
        if isinstance(part, DeviceMax):
            return total / (2 * links)
        raise NotDerived(f"{part} of lines")

    def _certify_distance(self) -> None:
        """Check the distance for all sizes: a word that differs from the destination in x letters is 2 x hops away, and a switch
        whose line does so in x other places 2 x + 1 hops.
        """
        x, on = sp.symbols("x' s'", integer=True, nonnegative=True)  # letters that differ, and 1 for a switch
        word, switch = on <= 0, on >= 1
        moves = (
            AffineHop((word, x <= self.length - 1), (x, sp.S.One)),  # over a place where the letters agree
            AffineHop((word, x >= 1), (x - 1, sp.S.One)),  # and where they differ
            AffineHop((switch,), (x, sp.S.Zero)),
            AffineHop((switch,), (x + 1, sp.S.Zero)),
        )
        Potential(
            state=(x, on),
            domain=(*self.domain.assumptions(), x >= 0, x <= self.length - on, on >= 0, on <= 1),
            distance=(((), 2 * x + on),),
            home=(x, on),
            moves=moves,
            descents=(((word,), (moves[1],)), ((), (moves[2],))),
        ).certify()

    def because(self, part: sp.Expr) -> str:
        if isinstance(part, LinkSum):
            return "letters are chosen freely" + ("" if of_nodes(part) else "; a word has a link for each place")
        if isinstance(part, Extreme):
            return "a switch has a link to a word for each letter, a word one to a switch for each place"
        if isinstance(part, PairMax | PairSum):
            return "each letter that differs takes two hops, and in each place all but a share of 1/q of pairs of q letters differ"
        return "letters of a place are permuted, and places exchanged, which leads from any link to any other; ways are as short backwards"

    def lines(self) -> list[str]:
        return [
            "with x letters that differ, or on the line of a switch in the other places, 2 x and 2 x + 1 hops: no hop lowers this by more "
            "than one, and one lowers it by one, decided at all sizes"
        ]


@dataclass(frozen=True, eq=False)
class BusesAtPlaces(Structure):
    """Words with a bus for each of some places: all words that differ from a word there alone are on it.

    letters, length: Number of letters, and of places, which begin with 0.
    read: The places of those letters of a word, by their symbols, that say at which places it has buses.
    places: These places.
    """

    domain: Domain
    letters: sp.Expr
    length: sp.Expr
    read: Mapping[sp.Symbol, sp.Expr]
    places: tuple[sp.Expr, ...]
    kind: ClassVar[str] = "buses at places"

    def value(self, part: sp.Expr) -> sp.Expr:
        words, each = self.letters**self.length, sp.Integer(len(self.places))
        if not isinstance(part, LinkSum):
            raise NotDerived(f"{part} of buses")
        if of_nodes(part):
            return words
        return each if part.has(sp.Symbol("E_s")) else each * words / self.letters

    def certify(self) -> None:
        known = [*self.domain.assumptions()]
        for x in self.read:
            known += [x >= 0, x <= self.letters - 1]
        require(always(known, self.letters >= 2), "a bus may have a single word")
        for place in self.places:
            inside = sp.And(place >= 0, place <= self.length - 1)
            require(always(known, inside), f"{place} is no place")
            own = (sp.Ne(place, at) for x, at in self.read.items() if place.has(x))
            require(always(known, sp.And(*own)), f"words on a bus at {place} have buses at other places")
        for one, other in combinations(self.places, 2):
            require(always(known, sp.Ne(one, other)), f"{one} and {other} may be the same place")

    def because(self, part: sp.Expr) -> str:
        if of_nodes(part):
            return "the letters are chosen one by one"
        if part.has(sp.Symbol("E_s")):
            return "a bus for each of the places"
        return "each word is on as many buses as there are places, and each bus has a word for each letter"

    def lines(self) -> list[str]:
        shown = " and ".join(str(place).replace("'", "") for place in self.places)
        read = ", ".join(f"{x} the letter at place {at}".replace("'", "") for x, at in self.read.items())
        return [
            f"buses at places {shown}, with {read}",
            "z3: these are different places, and the letters that say which are not at them, at all sizes",
        ]
