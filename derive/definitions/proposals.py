"""Formulas of the distance that a definition does not claim: tried on small networks, then proved or dropped; and wrong ones refuted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import sympy as sp

from netlemma.definitions import Definition
from netlemma.derive.algebra.evaluate import compiled, place_of
from netlemma.derive.algebra.notation import PRIME
from netlemma.derive.core.domain import Size
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.factors import Factor
from netlemma.derive.definitions.potentials import certify
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.errors import NoAnswer, ProofError

MOST_TRIED = 200  # formulas of a factor


class Pair(NamedTuple):
    """A pair of nodes whose distance is another one than a formula says."""

    size: Size
    source: Node
    destination: Node
    claimed: int
    true: int


def refuted(definition: Definition, made: Construction, sizes: Sequence[Size]) -> Pair | None:
    """The first pair of nodes, at the smallest size, at which the claimed distance is wrong."""
    assert definition.distance is not None
    for size in sizes:
        every = list(plain_loops.nodes(definition, size))
        for one in every:
            source = plain_loops.node_of(definition, one)
            far = distances_from(made, size, source)
            for other in every:
                names = {**one, **{(name, True): value for (name, prime), value in other.items() if not prime}}
                claimed = plain_loops.value(definition.distance, names)
                destination = plain_loops.node_of(definition, other)
                if claimed != far.get(destination):
                    return Pair(size, source, destination, claimed, far.get(destination, -1))
    return None


def distances_from(made: Construction, size: Size, source: Node) -> dict[Node, int]:
    """The distances from a node to all that it reaches."""
    found, border = {source: 0}, [source]
    for u in border:
        for v in made.near(size, u):
            if v not in found:
                found[v] = found[u] + 1
                border.append(v)
    return found


def proposed(
    definition: Definition, factor: Factor, made: Construction, sizes: Sequence[Size], assumptions: Sequence[sp.Basic]
) -> Factor | None:
    """The factor with a formula of its distance that is proved; None if none of those tried is."""
    known = list(_known(definition, factor, made, sizes))
    for formula in _formulas(factor):
        program = compiled(formula)
        if all(program({place_of(symbol): value for symbol, value in at.items()}) == far for at, far in known):
            claimed = replace(factor, distance=formula)
            try:
                certify(claimed, tuple(assumptions))
            except (ProofError, NoAnswer):
                continue
            return claimed
    return None


def _known(
    definition: Definition, factor: Factor, made: Construction, sizes: Sequence[Size]
) -> Iterator[tuple[Mapping[sp.Symbol, int], int]]:
    """Values of the symbols of a factor for pairs of nodes that are alike in all other coordinates, with the distance."""
    own = {x.name.removesuffix(PRIME): x for x in factor.symbols}
    there = factor.elsewhere
    names = [each.name for each in definition.coordinates]
    for size in sizes:
        symbols = {p.symbol: size[p.name] for p in made.domain.parameters}
        every = [plain_loops.node_of(definition, node) for node in plain_loops.nodes(definition, size)]
        rest = {tuple(_rest(node, names, own)) for node in every[:1]}
        alike = [node for node in every if tuple(_rest(node, names, own)) in rest]
        for source in alike:
            far = distances_from(made, size, source)
            for destination in alike:
                at = dict(symbols)
                for name, one, other in zip(names, source, destination, strict=True):
                    if name in own:
                        at[own[name]] = one[0] if isinstance(one, tuple) else one
                        at[there[own[name]]] = other[0] if isinstance(other, tuple) else other
                yield at, far.get(destination, -1)


def _rest(node: Node, names: Sequence[str], own: Mapping[str, sp.Symbol]) -> Iterator[object]:
    """The coordinates of a node outside of a factor, and the letters of its word but the first one."""
    for name, value in zip(names, node, strict=True):
        if name not in own:
            yield value
        elif isinstance(value, tuple):
            yield value[1:]


def _formulas(factor: Factor) -> Iterator[sp.Expr]:
    """Distances of the coordinates, their sums and maxima, the shortest first."""
    there = factor.elsewhere
    each = []
    for x, low, high in factor.ranges:
        y, length = there[x], high - low + 1
        forms = [sp.Abs(x - y), sp.Piecewise((1, sp.Ne(x, y)), (0, True))]
        if not length.free_symbols & set(factor.symbols):
            forms += [
                sp.Min(sp.Mod(x - y, length), sp.Mod(y - x, length)),
                sp.Mod(y - x, length),
                sp.Mod(x - y, length),
            ]
        each.append(forms)
    if len(each) == 1:
        yield from each[0]
        return
    for number, choice in enumerate(product(*each)):
        if number == MOST_TRIED:
            return
        yield sp.Add(*choice)
        yield sp.Max(*choice)
