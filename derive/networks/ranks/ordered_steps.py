"""Steps of dimension order on lines, rings and one-way rings, with dateline channels on rings.

A channel belongs to a dimension d. Its place x is the digit to which it leads or, where digits fall (u = -1), that
digit counted from the other end. So x grows by 1 along every route, except at the jump of a ring from its last place to
place 0. The virtual channel v is 1 from the jump on, and 0 before it: a packet that makes its hop to place x after i
others has jumped if x <= i.
"""

import sympy as sp

from netlemma.derive.networks.ranks.steps import StepFormula, coordinates

made = sp.Symbol("i", integer=True)
_ZERO = sp.Integer(0)
_PLACE = "a channel of dimension d leads to digit x"
_BOTH = "a channel of dimension d leads to digit x, rising (u = 1), or to digit {last} - x, falling (u = -1)"
_PACKET = "; a packet has made i hops in dimension d_1 before c_1"
_LANE = "; v = 1 from the jump between digits {last} and 0 on, v = 0 before it"


def line_steps(k: sp.Symbol, n: sp.Symbol) -> StepFormula:
    """Dimension order on n lines of k nodes: a step on along the line, or to a later dimension, in any direction.

    Parameters
    ----------
    k : Symbol
        Nodes of each factor.
    n : Symbol
        Number of dimensions.

    Returns
    -------
    StepFormula
        Step formula.
    """
    held, wanted = coordinates("d u x")
    (d, u, x), (later, up, y) = held, wanted
    along = sp.And(sp.Eq(d, later), sp.Eq(u, up), sp.Eq(y, x + 1))
    ranges = ((d, _ZERO, n - 1), (later, _ZERO, n - 1), (x, sp.Integer(1), k - 1), (y, sp.Integer(1), k - 1))
    return StepFormula(_BOTH.format(last="k - 1"), (k, n), held, wanted, ranges, sp.Or(along, d < later))


def oneway_ring_steps(k: sp.Symbol, n: sp.Symbol, dateline: bool) -> StepFormula:
    """Dimension order on n one-way rings of k nodes; a route has up to k - 1 hops in a dimension.

    Parameters
    ----------
    k : Symbol
        Nodes of each factor.
    n : Symbol
        Number of dimensions.
    dateline : bool
        True for two dateline channels, False for one channel.

    Returns
    -------
    StepFormula
        Step formula.
    """
    held, wanted = coordinates("d v x" if dateline else "d x")
    one, two = _by_letter("d v x" if dateline else "d x", held, wanted)
    formula = _around(one, two, made + 2 <= k - 1, made + 1 <= k - 1, k, dateline)
    words = _PLACE + (_LANE.format(last="k - 1") if dateline else "") + _PACKET
    return StepFormula(words, (k, n), held, wanted, _ranges(one, two, k, n), formula)


def ring_steps(k: sp.Symbol, n: sp.Symbol, dateline: bool) -> StepFormula:
    """Dimension order on n rings of k nodes by shortest paths: up to k/2 hops if the digit rises, fewer if it falls.

    Parameters
    ----------
    k : Symbol
        Nodes of each factor.
    n : Symbol
        Number of dimensions.
    dateline : bool
        True for two dateline channels, False for one channel.

    Returns
    -------
    StepFormula
        Step formula.
    """
    letters = "d u v x" if dateline else "d u x"
    held, wanted = coordinates(letters)
    one, two = _by_letter(letters, held, wanted)

    def hops(x: dict[str, sp.Symbol], count: sp.Expr) -> sp.Basic:
        return sp.Or(sp.And(sp.Eq(x["u"], 1), 2 * count <= k), sp.And(sp.Eq(x["u"], -1), 2 * count < k))

    same = sp.And(sp.Eq(one["u"], two["u"]), hops(one, made + 2))
    formula = _around(one, two, same, sp.And(hops(one, made + 1), hops(two, sp.Integer(1))), k, dateline)
    words = _BOTH.format(last=k - 1) + (_LANE.format(last=k - 1) if dateline else "") + _PACKET
    return StepFormula(words, (k, n), held, wanted, _ranges(one, two, k, n), formula)


def _by_letter(letters: str, *symbols: tuple[sp.Symbol, ...]) -> list[dict[str, sp.Symbol]]:
    return [dict(zip(letters.split(), x, strict=True)) for x in symbols]


def _ranges(one: dict, two: dict, k: sp.Symbol, n: sp.Symbol) -> tuple[tuple[sp.Symbol, sp.Expr, sp.Expr], ...]:
    return (
        (one["d"], _ZERO, n - 1),
        (two["d"], _ZERO, n - 1),
        (one["x"], _ZERO, k - 1),
        (two["x"], _ZERO, k - 1),
        (made, _ZERO, k - 1),
    )


def _around(one: dict, two: dict, on: sp.Basic, to: sp.Basic, k: sp.Symbol, dateline: bool) -> sp.Basic:
    """Along a ring if ``on``, or to a later dimension if ``to`` holds for the numbers of hops."""
    next_place = sp.Or(sp.Eq(two["x"], one["x"] + 1), sp.And(sp.Eq(one["x"], k - 1), sp.Eq(two["x"], 0)))
    lanes = (_lane(one, made), _lane(two, made + 1), _lane(two, _ZERO)) if dateline else (sp.true,) * 3
    along = sp.And(sp.Eq(one["d"], two["d"]), next_place, on, lanes[1])
    turn = sp.And(one["d"] < two["d"], to, lanes[2])
    return sp.And(lanes[0], sp.Or(along, turn))


def _lane(x: dict[str, sp.Symbol], before: sp.Expr) -> sp.Basic:
    """The virtual channel of a packet after a number of hops."""
    return sp.Or(sp.And(sp.Eq(x["v"], 0), x["x"] > before), sp.And(sp.Eq(x["v"], 1), x["x"] <= before))
