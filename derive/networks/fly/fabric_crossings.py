"""Packets over a link of a butterfly fabric, as sums that count each pair of words, stage and hop exactly once."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import sympy as sp

from netlemma.derive.algebra.affine.implications import Relations, covers, impossible, shows
from netlemma.derive.algebra.expressions.proof import ProofError, require
from netlemma.derive.networks.fly.digit_conditions import DigitPlaces, agreeing, word_pairs
from netlemma.derive.networks.fly.fabric_legs import FabricLeg
from netlemma.derive.networks.fly.fabric_links import PacketPairs
from netlemma.derive.networks.fly.topology import aligned, k


@dataclass(frozen=True)
class LinkPackets:
    """Packets that make hop ``hop`` over the link, summed over indices.

    ``places`` are an option of the link at this hop. The pairs of words that differ at the place ``differ`` or later
    are counted (all pairs, if there is no such place), ``times`` times; indices without a sum are ``fixed``.
    """

    limits: tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]
    hop: sp.Expr
    places: tuple[DigitPlaces, ...]
    differ: sp.Expr | None = None
    times: sp.Expr = sp.S.One
    fixed: Relations = ()

    @property
    def known(self) -> list[sp.Basic]:
        ranges = [relation for index, lower, upper in self.limits for relation in (index >= lower, index <= upper)]
        return [*ranges, *self.fixed]

    @property
    def region(self) -> list[sp.Basic]:
        """The region of the counted packets, in terms of the indices, k and K."""
        return [*self.known, sp.Eq(k, self.hop), *([] if self.differ is None else [aligned >= self.differ + 1])]

    def count(self, radix: sp.Expr, domain: Sequence[sp.Basic]) -> sp.Expr:
        """The packets as an expression.

        Parameters
        ----------
        radix : Expr
            Number of values of a digit.
        domain : sequence of Basic
            Conditions on the sizes.

        Returns
        -------
        Expr
            Number of packets, possibly a sum.
        """
        known = [*domain, *self.known]
        pairs = word_pairs(self.places, radix, known)
        if self.differ is not None:
            pairs -= word_pairs(agreeing(self.places, self.differ, known), radix, known)
        whole = self.times * pairs
        return sp.Sum(whole, *self.limits) if self.limits else whole


@dataclass(frozen=True)
class Crossings:
    """The packets that make hops over one link, as sums, with the data to check them against the routing rule.

    ``indices`` are the ranges of K and of the stages; ``hops`` are the sums, ``options`` those of the link; the hops
    are made by ``legs``. ``ends`` are the indices for the stages of source and target, each in 0..``stages`` - 1; an
    end without a sum has equal counts for all its values. Each pair of ends has ``alike`` packets.
    """

    radix: sp.Expr
    domain: Relations
    indices: Relations
    options: tuple[PacketPairs, ...]
    legs: tuple[FabricLeg, ...]
    hops: tuple[LinkPackets, ...]
    ends: tuple[sp.Symbol, ...] = ()
    stages: sp.Expr = sp.S.One
    alike: sp.Expr = sp.S.One

    def total(self) -> sp.Expr:
        """The number of packets over the link."""
        return sp.Add(*(hops.count(self.radix, self.domain) for hops in self.hops))

    def certify(self) -> None:
        """Check that each pair of words, stage and hop that crosses the link is in exactly one sum, and that nothing else is.

        Raises
        ------
        ProofError
            If a condition fails; the message names it.
        """
        regions = [self._region(hops) for hops in self.hops]
        for hops, region in zip(self.hops, regions, strict=True):
            inside = [*self.domain, *self.indices, *region]
            require(
                covers(inside, [leg.made for leg in self.legs]), f"a packet counted in {hops} does not make the hop"
            )
            named = set().union(*(x.free_symbols for x in (*self.domain, *hops.known)))
            for relation in self.indices:
                within = not relation.free_symbols <= named or shows([*self.domain, *hops.known], relation)
                require(within, f"{relation} fails in the summation range")
            bound = set().union(*(x.free_symbols for x in hops.known))
            anywhere = [end for end in self.ends if end not in bound]
            require(
                hops.times == self.alike * self.stages ** len(anywhere),
                f"the number of equivalent packets is not {hops.times}",
            )
        for one, other in combinations(regions, 2):
            require(impossible([*self.domain, *self.indices, *one, *other]), "a packet is counted twice")
        for option in self.options:
            for leg in self.legs:
                here = [*self.domain, *self.indices, *option.when, *leg.made]
                here += option.implied(self.radix, self.domain)
                require(covers(here, regions), "a packet that makes the hop is not counted")

    def _region(self, hops: LinkPackets) -> list[sp.Basic]:
        """The region of these hops, with the conditions on K that follow from their digits."""
        option = self._option(hops)
        return [*hops.region, *(x.xreplace({k: hops.hop}) for x in option.implied(self.radix, self.domain))]

    def _option(self, hops: LinkPackets) -> PacketPairs:
        for option in self.options:
            places = tuple(
                DigitPlaces(sp.S(x.first).xreplace({k: hops.hop}), sp.S(x.stop).xreplace({k: hops.hop}), x.condition)
                for x in option.places
            )
            when = [x.xreplace({k: hops.hop}) for x in option.when]
            if places == hops.places and all(shows([*self.domain, *hops.known], x) for x in when):
                return option
        raise ProofError(f"no option of the link fits hop {hops.hop} over the places {hops.places}")
