"""Certificate that a formula is the number of hops around a cycle still needed, for every cycle and marking, by a
potential.

The destination of a message is k links ahead and n - k links behind; places on the arc ahead (A) and on the arc behind
(B) are marked. Of an arc of L links only two numbers matter: the unmarked stretch next to the message and the longest
of the other stretches. A hop forward moves one link from arc A to arc B: the stretch ahead becomes shorter by one, the
one behind longer by one, unless the hop leaves a mark behind. Fourier-Motzkin elimination decides for all n that no hop
lowers the formula by more than one, that some hop lowers it by one away from the destination, and that it is zero only
there. Hops backward are the mirror image.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import sympy as sp

from netlemma.derive.algebra.affine.implications import impossible, shows
from netlemma.derive.algebra.expressions.notation import k, word
from netlemma.derive.algebra.expressions.proof import require

gap_a, gap_b = sp.Function("gA")(k, word), sp.Function("gB")(k, word)
_n, _ahead, _behind, _rest_a, _rest_b = sp.symbols("n ahead behind rest_a rest_b", integer=True)
_a, _b = sp.symbols("gA gB", integer=True)

Stretches = tuple[sp.Expr, ...]


@dataclass(frozen=True)
class Situation:
    """The links ahead and the stretches of both arcs, of which the longest counts; with the conditions that hold."""

    ahead: sp.Expr
    a: Stretches
    b: Stretches
    where: tuple[sp.Basic, ...] = ()


def certify_walk(length: sp.Expr, n: sp.Expr, on_positions: bool) -> None:
    """Check that a formula in n, k and the longest stretches gA and gB is the number of hops still needed.

    Marks lie on positions or on links. A hop to a position leaves its mark to be corrected there; the mark of a link is
    corrected, or set, by a hop over it.

    Parameters
    ----------
    length : Expr
        Formula to certify.
    n : Expr
        Number of positions.
    on_positions : bool
        True for marks on positions, False for marks on links.

    Raises
    ------
    ProofError
        If a condition fails; the message names it.
    """
    length = length.xreplace({gap_a: _a, gap_b: _b}).xreplace({n: _n})
    mirrored = length.xreplace({k: _n - k, _a: _b, _b: _a})
    require(_same_terms(length, mirrored), "the formula changes under reflection")
    for here in (*_on_the_way(on_positions), *_at_the_goal(on_positions)):
        terms = _terms(length, here)
        home = here.ahead == 0 and here.b == (_n,)
        require(all(shows(here.where, t >= (0 if home else 1)) for t in terms), "no hops away from the goal")
        if home:
            require(any(shows(here.where, t <= 0) for t in terms), "hops are needed at the destination")
        for after in _hops(here, on_positions):
            for term in _terms(length, after):
                lowered = [t >= term + 2 for t in terms]
                require(impossible([*here.where, *lowered]), "a hop lowers the number by more than one")
        if not home:
            reached = [t for after in _hops(here, on_positions, leave=False) for t in _terms(length, after)]
            for least in terms:
                no_nearer = [*(least <= t for t in terms), *(t >= least for t in reached)]
                require(impossible([*here.where, *no_nearer]), "no hop lowers the number")


def _terms(length: sp.Expr, here: Situation) -> list[sp.Expr]:
    """The formula as the smallest of affine terms: a value minus the larger of two stretches is the smaller of two."""
    found = []
    for way in length.args if isinstance(length, sp.Min) else (length,):
        at_place = sp.expand(way.xreplace({k: here.ahead}))
        require(all(at_place.coeff(gap).is_nonpositive for gap in (_a, _b)), "a longer stretch makes the walk longer")
        choices = [stretches if at_place.has(gap) else (gap,) for gap, stretches in ((_a, here.a), (_b, here.b))]
        found += [sp.expand(at_place.xreplace({_a: a, _b: b})) for a, b in product(*choices)]
    return found


def _same_terms(one: sp.Expr, other: sp.Expr) -> bool:
    first, second = ({sp.expand(t) for t in (e.args if isinstance(e, sp.Min) else (e,))} for e in (one, other))
    return first == second


def _arc(links: sp.Expr, near: sp.Symbol, rest: sp.Symbol, on_positions: bool) -> Iterator[tuple[Stretches, list]]:
    """The stretches of an arc of at least one link: without marks, or with some."""
    yield (links,), []
    if on_positions:  # stretches of positions within the arc; its ends count as marked
        yield (near, rest), [near >= 1, rest >= 1, near + rest <= links]
    else:
        yield (near, rest), [near >= 0, rest >= 0, near + rest <= links - 1]


def _on_the_way(on_positions: bool) -> Iterator[Situation]:
    for ahead, behind in product(_arc(k, _ahead, _rest_a, on_positions), _arc(_n - k, _behind, _rest_b, on_positions)):
        yield Situation(k, ahead[0], behind[0], (k >= 1, k <= _n - 1, *ahead[1], *behind[1]))


def _at_the_goal(on_positions: bool) -> Iterator[Situation]:
    """The situations without links ahead; arc B is the whole cycle, with stretches next to the message on both sides."""
    yield Situation(sp.S.Zero, (sp.S.Zero,), (_n,), (_n >= 1,))
    one = 0 if on_positions else 1  # marked links belong to no stretch
    alone = [_ahead + _behind >= _n - one, _ahead + _behind <= _n - one]
    least = [_ahead >= 1 - one, _behind >= 1 - one, _n >= 1]
    yield Situation(sp.S.Zero, (sp.S.Zero,), (_ahead, _behind), (*least, *alone))
    more = [_rest_a >= 1 - one, _ahead + _behind + _rest_a <= _n - 2 * one]
    yield Situation(sp.S.Zero, (sp.S.Zero,), (_ahead, _behind, _rest_a), (*least, *more))


def _hops(here: Situation, on_positions: bool, leave: bool = True) -> Iterator[Situation]:
    """The situations one hop forward and one hop backward; with ``leave`` also those in which a mark is left behind.

    A hop backward is a hop forward in the mirror image, under which the formula is invariant.
    """
    mirror = _mirror(here) if here.ahead != 0 else _turned(here)
    for place in (here, mirror):
        yield from _forward(place, on_positions, leave)


def _mirror(here: Situation) -> Situation:
    return Situation(_n - here.ahead, here.b, here.a)


def _turned(here: Situation) -> Situation:
    """The situation at the destination with ahead and behind exchanged."""
    return Situation(here.ahead, here.a, (here.b[1], here.b[0], *here.b[2:]) if len(here.b) > 1 else here.b)


def _forward(here: Situation, on_positions: bool, leave: bool) -> Iterator[Situation]:
    if here.ahead == 0:
        first, *others = here.b
        ahead = (first - 1, *others)  # an unmarked cycle, or the stretch ahead shorter by one
        yield Situation(_n - 1, ahead, (sp.S.One,))
        if leave and not on_positions:
            yield Situation(_n - 1, ahead, (sp.S.Zero,))
        return
    ahead = (here.a[0] - 1, *here.a[1:])
    yield Situation(here.ahead - 1, ahead, (here.b[0] + 1, *here.b[1:]))
    if leave:
        yield Situation(here.ahead - 1, ahead, here.b)
