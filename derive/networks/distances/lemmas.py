"""Lemmas on networks by their definition: how many nodes and links, degree, diameter, distances, mean visit ratio."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import sympy as sp

from netlemma.derive.algebra.expressions import notation as at
from netlemma.derive.algebra.expressions.notation import (
    DeviceMax,
    DeviceSum,
    LinkSum,
    PairMax,
    PairSum,
    greatest,
    parameter,
)
from netlemma.derive.algebra.expressions.proof import Proof
from netlemma.derive.core.derivation import Writer
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Definition, Lemma, Measured
from netlemma.derive.networks.distances.argued import Argued, Conjectured
from netlemma.derive.networks.distances.construction import Construction
from netlemma.derive.networks.distances.potential import ByPotential, Potential

NODES, LINKS, NEAR = sp.Symbol("V"), sp.Symbol("E"), sp.Symbol("E_s")
i = parameter("i", 0)
TWO_HOPS = "linked pairs are one hop apart and all others two, which is N (N - 1) less one for each link"
OF_DISTANCES = ("diameter", "mean_distance", "nodes_at_distance", "wiener_index")
LOAD = "max_channel_load.uniform"


class Found(NamedTuple):
    """A closed form, or a function that computes it when it is wanted, and the argument for it in words; ``is_open`` if it is
    no argument for all sizes. The words may argue for another form, from which a ``proof`` leads to the closed one.
    """

    closed_form: sp.Expr | Callable[[], sp.Expr]
    because: str
    is_open: bool = False
    argued: sp.Expr | None = None
    proof: Proof | None = None
    proved_by: str = ""

    @property
    def form(self) -> sp.Expr:
        """The closed form."""
        return self.closed_form if isinstance(self.closed_form, sp.Basic) else self.closed_form()  # type: ignore[operator]


@dataclass(frozen=True)
class _Kind:
    """What a quantity is: its symbol, statement and definition in words, as an expression and as a plain loop."""

    symbol: str
    statement: str
    words: str
    expression: Callable[[Construction], sp.Expr]
    literal: Callable[[Construction, Size], Fraction | int]


def _at_distance(made: Construction, size: Size) -> Fraction:
    if not size["i"]:
        return Fraction(1)
    return Fraction(made.network(size).all_distances().count(size["i"]), len(made.network(size).ends))


KINDS: Mapping[str, _Kind] = {
    "nodes": _Kind(
        "N",
        "The number of nodes between which messages run.",
        "the ends of messages, counted one by one",
        lambda made: LinkSum(sp.S.One, NODES),
        lambda made, size: len(made.network(size).ends),
    ),
    "links": _Kind(
        "M",
        "The number of links, those of terminals included.",
        "the links, counted one by one",
        lambda made: LinkSum(sp.S.One, LINKS),
        lambda made, size: made.links(size),
    ),
    "degree": _Kind(
        "delta",
        "The number of links of every node; of links that leave it, if they are one-way.",
        "the links of a node, of which all have as many",
        lambda made: LinkSum(sp.S.One, NEAR),
        lambda made, size: made.degree(size),
    ),
    "max_degree": _Kind(
        "Delta",
        "The largest number of links of a node.",
        "the largest number of links of a node",
        lambda made: greatest(LinkSum(sp.S.One, NEAR), at.source, "V"),
        lambda made, size: max(made.network(size).degrees),
    ),
    "diameter": _Kind(
        "diam",
        "The largest distance between two nodes.",
        "the largest distance over all pairs of ends of messages",
        lambda made: PairMax(at.distance),
        lambda made, size: max(made.network(size).all_distances()),
    ),
    "mean_distance": _Kind(
        "L",
        "The mean distance between two different nodes, all ordered pairs equally likely.",
        "the sum of the distances over all ordered pairs, divided by the number of ordered pairs of different ends",
        lambda made: PairSum(at.distance) / (made.ends * (made.ends - 1)),
        lambda made, size: made.mean_distance(size),
    ),
    "wiener_index": _Kind(
        "W",
        "The Wiener index: the sum of the distances over all unordered pairs of nodes.",
        "the sum of the distances over all ordered pairs, which is twice that over the unordered ones, halved",
        lambda made: PairSum(at.distance) / 2,
        lambda made, size: Fraction(sum(made.network(size).all_distances()), 2),
    ),
    "nodes_at_distance": _Kind(
        "n_i",
        "The number of nodes at distance i from a node.",
        "the ordered pairs of nodes at distance i, divided by the number of nodes",
        lambda made: PairSum(sp.KroneckerDelta(at.distance, i)) / made.ends,
        _at_distance,
    ),
    LOAD: _Kind(
        "gamma",
        "The crossings of the busiest channel while every node sends one message to any other by any shortest path.",
        "the crossings of each direction of each link by messages between all ordered pairs, one from each node; the largest",
        lambda made: DeviceMax(PairSum(at.crossings)) / (made.ends - 1),
        lambda made, size: made.network(size).largest_load(),
    ),
}


def lemmas(
    made: Construction,
    link: str = "",
    potential: Potential | None = None,
    alike: str = "",
    load: tuple[sp.Expr, str] | None = None,
    **found: Found | tuple[Any, str] | tuple[Any, str, bool],
) -> dict[str, Callable[[], Lemma]]:
    """The lemmas of a family.

    Parameters
    ----------
    made : Construction
        The family.
    link : str, default ''
        The class of all links, if there is one: its mean visit ratio follows from the mean distance and the links.
    potential : Potential, optional
        What certifies the distances for all sizes.
    alike : str, default ''
        Why symmetries of the network lead from every link to every other one, in either direction if links have two: then
        all channels carry the same, and the largest load follows from the mean distance.
    load : tuple of (Expr, str), optional
        The largest load of a channel under uniform traffic, and the argument for it, where links differ.
    **found : Found
        Closed form, and the argument for it, of quantities of :data:`KINDS`.

    Returns
    -------
    dict from str to callable
        Functions that derive the lemmas, by their keys.
    """
    if load is not None:
        found[LOAD] = Found(*load)
    if alike:
        mean, links = Found(*found["mean_distance"]), Found(*found["links"])
        channels = links.form * (1 if made.one_way else 2)
        because = f"{alike}, so that all channels carry the same; every hop crosses one channel; {mean.because}"
        found[LOAD] = Found(sp.powsimp(made.ends * mean.form / channels), because, mean.is_open)
    every: dict[str, Callable[[], Lemma]] = {
        f"{made.name}.{name}": partial(_lemma, made, name, Found(*said), potential) for name, said in found.items()
    }
    if "mean_distance" in found and "wiener_index" not in found and not made.one_way:
        every[f"{made.name}.wiener_index"] = partial(_lemma, made, "wiener_index", _total(made, found), potential)
    if link:
        mean, links = Found(*found["mean_distance"]), Found(*found["links"])
        every[f"{made.name}.visit_ratio.{link}"] = partial(_visit_ratio, made, link, mean, links)
    return every


def graph_lemmas(
    made: Construction,
    links: tuple[sp.Expr, str],
    diameter: tuple[sp.Expr, str],
    wiener: tuple[sp.Expr, str],
    **degree: tuple[sp.Expr, str],
) -> dict[str, Callable[[], Lemma]]:
    """The lemmas of a named graph: also on the number of its nodes, and on the mean distance by the Wiener index.

    Parameters
    ----------
    made : Construction
        The family.
    links, diameter, wiener : tuple of (Expr, str)
        Closed form, and the argument for it.
    **degree : tuple of (Expr, str)
        ``degree`` or ``max_degree`` in the same way.

    Returns
    -------
    dict from str to callable
        Functions that derive the lemmas, by their keys.
    """
    total, because = wiener

    def mean() -> sp.Expr:
        return sp.factor(2 * total / (made.ends * (made.ends - 1)))

    return lemmas(
        made,
        "",
        None,
        "",
        None,
        nodes=(made.ends, "the nodes of the definition"),
        links=links,
        diameter=diameter,
        wiener_index=wiener,
        mean_distance=(mean, f"twice the sum over unordered pairs, by the number of ordered ones; {because}"),
        **degree,
    )


def _total(made: Construction, found: Mapping[str, Found | tuple[Any, str] | tuple[Any, str, bool]]) -> Found:
    """The Wiener index by the mean distance."""
    mean = Found(*found["mean_distance"])

    def total() -> sp.Expr:
        pairs = made.ends * (made.ends - 1) / 2
        if mean.form.has(sp.Sum):
            return sp.Add(*(term * pairs for term in sp.Add.make_args(sp.expand_mul(mean.form, deep=False))))
        return sp.factor(mean.form * pairs)

    return Found(total, f"half of the mean distance times the number of ordered pairs; {mean.because}", mean.is_open)


def two_hops(made: Construction, links: sp.Expr) -> tuple[sp.Expr, str]:
    """The Wiener index of a graph whose nodes are at most two hops apart, with the argument.

    Parameters
    ----------
    made : Construction
        The family.
    links : Expr
        Number of links.

    Returns
    -------
    tuple of (Expr, str)
        Closed form, and the argument.
    """
    return sp.factor(made.ends * (made.ends - 1) - links), TWO_HOPS


def _small(made: Construction, extra: bool) -> tuple[Size, ...]:
    if not extra:
        return made.small
    return tuple({**size, "i": distance} for size in made.small for distance in range(5))


def _lemma(made: Construction, name: str, found: Found, potential: Potential | None) -> Lemma:
    kind, extra = KINDS[name], name == "nodes_at_distance"
    parameters = (*made.domain.parameters, *([Parameter("i", 0, "distance in hops")] if extra else []))
    literal: Callable[[Size], Fraction] = lambda size: Fraction(kind.literal(made, size))  # noqa: E731
    write = Writer(kind.expression(made))
    symbols = tuple(p.symbol for p in parameters)
    sizes = _small(made, extra)
    if potential is not None and name in OF_DISTANCES:
        argued: Argued = ByPotential(found.because, literal, sizes, symbols, made, potential)
    else:
        argued = (Conjectured if found.is_open else Argued)(found.because, literal, sizes, symbols)
    write.step(found.form if found.argued is None else found.argued, found.because, argued)
    if found.proof is not None:
        write.step(found.form, found.proved_by, found.proof)
    return Lemma(
        key=f"{made.name}.{name}",
        symbol=sp.Symbol(at.free_name(kind.symbol, tuple(p.name for p in parameters))),
        statement=f"{kind.statement} With {made.fixed}." if made.fixed else kind.statement,
        definition=Definition(kind.words, write.start, literal, made.count, made.ends),
        domain=Domain(parameters, made.domain.relations, made.domain.legal),
        derivation=write.derivation(),
        measured=Measured(made.name, name, made.domain.names),
    )


def _visit_ratio(made: Construction, link: str, mean: Found, links: Found) -> Lemma:
    def literal(size: Size) -> Fraction:
        return made.mean_distance(size) / made.links(size)

    crossings = DeviceSum(PairSum(at.crossings), sp.Symbol(link))
    write = Writer(crossings / (made.ends * (made.ends - 1) * links.form))
    because = (
        "every hop of a message crosses one link, so all crossings together are the sum of the distances; "
        + mean.because
    )
    symbols = tuple(p.symbol for p in made.domain.parameters)
    write.step(mean.form / links.form, because, Argued(because, literal, made.small, symbols))
    return Lemma(
        key=f"{made.name}.visit_ratio.{link}",
        symbol=sp.Symbol("V"),
        statement="The mean visit ratio of the links, for every routing along shortest paths.",
        definition=Definition(
            "crossings of all links by messages between all ordered pairs of different nodes, divided by the number of pairs and of links",
            write.start,
            literal,
            made.count,
            made.ends,
        ),
        domain=made.domain,
        derivation=write.derivation(),
        measured=Measured(made.name, "visit_ratio", made.domain.names, link),
    )
