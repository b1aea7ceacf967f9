"""HyperX of any number of dimensions and trees of any number of levels: one derivation for each length of the list of sizes.

A HyperX is a product of cliques with terminals attached, so that dimensions add up; in a tree the nearest common ancestors
are counted level by level.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import product

import sympy as sp

from netlemma.definitions import read_definition
from netlemma.derive.algebra.notation import parameter
from netlemma.derive.core.domain import Domain, Parameter, Size
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.definitions.clique_loads import CliqueLoads
from netlemma.derive.definitions.families import follow
from netlemma.derive.definitions.theorems import DefinedFamily
from netlemma.derive.networks.brute_force_networks import Construction, Node
from netlemma.derive.networks.class_loads import shortest_class_lemmas
from netlemma.derive.networks.coordinate_fabrics import CoordinateFabric, Joined
from netlemma.derive.networks.distance_lemmas import between_terminals, lemmas
from netlemma.derive.networks.quotient_lemmas import balance

Lemmas = dict[str, Callable[[], Lemma]]
MOST_LENGTH = 8  # plain loops count trees of 2^8 terminals
USUAL_LENGTH = {"hyperx": 3, "xgft": 2, "pgft": 2}  # lengths of lemmas under the family's own name
T = parameter("T", 1)


def _name(family: str, many: int) -> str:
    return family if many == USUAL_LENGTH[family] else f"{family}-{many}"


def _symbols(name: str, minimum: int, many: int) -> list[sp.Symbol]:
    return [parameter(f"{name}_{j}", minimum) for j in range(1, many + 1)]


def _sides(many: int) -> list[sp.Symbol]:
    """Switches in a line: two at least in the first dimension, one in others that a HyperX of fewer dimensions lacks."""
    return [parameter(f"S_{j}", 2 if j == 1 else 1) for j in range(1, many + 1)]


def hyperx(many: int) -> Construction:
    """HyperX of a number of dimensions.

    >>> hyperx(4).count({"S_1": 3, "S_2": 2, "S_3": 2, "S_4": 2, "T": 2})
    48
    """
    names = [f"S_{j}" for j in range(1, many + 1)]

    def ends(size: Size) -> list[Node]:
        return [("t", *each) for each in product(*(range(size[side]) for side in names), range(size["T"]))]

    def near(size: Size, node: Node) -> list[Node]:
        kind, *place = node
        if kind == "t":
            return [("s", *place[:many])]
        lines = [("s", *place[:j], x, *place[j + 1 :]) for j in range(many) for x in range(size[names[j]])]
        return [*(("t", *place, x) for x in range(size["T"])), *lines]

    shapes = [(2,), (3,), (2, 2), (2, 3), (4, 2), (2, 2, 2), (2, 1, 3), (3, 2, 2), (2,) * many, (*(1,) * (many - 1), 3)]
    every = dict.fromkeys((max(2, s[0]), *s[1:], *(1,) * (many - len(s))) for s in shapes if len(s) <= many)
    small = tuple({**dict(zip(names, sides, strict=True)), "T": 1 + i % 2} for i, sides in enumerate(every))
    lines = (Parameter(name, 1 if j else 2, f"switches in a line of dimension {j + 1}") for j, name in enumerate(names))
    domain = Domain((*lines, Parameter("T", 1, "terminals on each switch")))
    name, count = _name("hyperx", many), T * sp.Mul(*_sides(many))
    return Construction(name, domain, count, ends, near, small, between="terminals")


def hyperx_definition(many: int, terminals: int = 1) -> str:
    """The definition of a HyperX of a number of dimensions, with ``terminals`` or more on each switch."""
    numbers = range(1, many + 1)
    node = [f"x_{j}" for j in numbers]
    sizes = [f"S_{j} >= {2 if j == 1 else 1}" for j in numbers]
    links = [
        f"link dimension-{j - 1}: ({', '.join(node)}) - ({', '.join([*node[: j - 1], 'y', *node[j:]])}) for y: x_{j}+1..S_{j}-1"
        for j in numbers
    ]
    between = ["[x_1 != x_1']", *(f"min(1, abs(x_{j} - x_{j}'))" for j in numbers[1:])]
    lines = [
        f"family {_name('hyperx', many)}",
        f"sizes {', '.join(sizes)}, T >= {terminals}",
        f"node {', '.join(f'x_{j}: 0..S_{j}-1' for j in numbers)}",
        *(links if many > 1 else [line.replace("(x_1)", "x_1").replace("(y)", "y") for line in links]),
        "terminals T",
        f"distance {' + '.join(between)}",
    ]
    return "\n".join(lines)


def hyperx_lemmas(made: Construction, many: int) -> Lemmas:
    """The lemmas of HyperX of a number of dimensions."""
    sides = _sides(many)
    switches, others = sp.Mul(*sides), sp.Add(*sides) - many
    ends = T * switches
    across = [T**2 * switches / side / (ends - 1) for side in sides]  # a line of one switch has no links
    across = [each if j == 0 else sp.Min(1, sides[j] - 1) * each for j, each in enumerate(across)]
    mean = (many - sp.Add(*(1 / side for side in sides))) * switches / (switches - 1)
    forms = {
        "links": ends + switches * others / 2,
        "diameter": 1 + sp.Add(*(sp.Min(side - 1, 1) for side in sides[1:])),
        "mean_distance": mean,
    }

    meanings = {p.name: p.meaning for p in made.domain.parameters}
    family = DefinedFamily(read_definition(hyperx_definition(many)))

    def found(quantities: str, terminals: int) -> Lemmas:
        return follow(hyperx_definition(many, terminals), quantities, forms, **meanings)

    distances = "diameter mean_distance wiener_index"
    return {
        **lemmas(made, fabric=CliqueLoads(family), load=sp.Max(1, *across)),
        **found("nodes links max_degree", 1),
        **found(distances, 0),
        **between_terminals(made, switches, T, found(distances, 1)),
    }


def tree(family: str, many: int) -> tuple[Construction, CoordinateFabric]:
    """Extended generalised fat trees of a number of levels of switches, those of ``pgft`` with parallel links.

    >>> tree("xgft", 3)[0].count({"m_1": 2, "m_2": 2, "m_3": 3, "w_1": 1, "w_2": 2, "w_3": 2})
    12
    """
    with_cables = family == "pgft"
    down, up = ([f"{letter}_{j}" for j in range(1, many + 1)] for letter in "mw")
    ups = f"{'parents' if with_cables else 'links up'} of a vertex of level {{}}"
    parallel = [f"p_{j}" for j in range(1, many + 1)] if with_cables else []
    domain = Domain(
        (
            *(Parameter(name, 2, f"vertices of level {j} below one of level {j + 1}") for j, name in enumerate(down)),
            *(Parameter(name, 1, ups.format(j)) for j, name in enumerate(up)),
            *(Parameter(name, 1, f"links to each parent of a vertex of level {j}") for j, name in enumerate(parallel)),
        )
    )
    fabric = CoordinateFabric(
        domain,
        {p.name: p.symbol for p in domain.parameters},
        {level: (*up[:level], *down[level:]) for level in range(many + 1)},
        tuple(
            Joined(level, level + 1, _levels(level), parameter(parallel[level]) if with_cables else sp.S.One)
            for level in range(many)
        ),
        (0,),
    )
    few = (2,) * many
    least, paths = (1,) * many, [(1, 2), (2, 1), (2, 2), (1, 3), (5, 1)]
    wide = [(*(2,) * j, 3, *(2,) * (many - 1 - j)) for j in range(many if many < 5 else 1)]
    wide += [(*few[1:], 4)]  # a spine has more links than any other switch
    shapes = [(few, least), *((few, (each * many)[:many]) for each in paths if many < 5 or each == (1, 2))]
    shapes += [(each, w) for each in wide for w in (least, (least[0], *few[1:]))]
    bundles = [(2,) * many, least, (*least[1:], 3), (2, *least[1:])] if with_cables else [()]
    every = [(*m, *w, *bundles[i % len(bundles)]) for i, (m, w) in enumerate(dict.fromkeys(shapes))]
    small = tuple(dict(zip((*down, *up, *parallel), each, strict=True)) for each in every)
    return fabric.construction(_name(family, many), small, between="terminals"), fabric


def _levels(level: int) -> str:
    """The class of the links between a level and the next."""
    return f"level-{level}" if level else "terminal"


def _level(one: Node, other: Node) -> str:
    return _levels(min(one[0], other[0]))


def _balance(name: str, by_class: Lemmas, level: int) -> Lemma:
    above, below = (by_class[f"{name}.visit_ratio.{_levels(each)}"]() for each in (level, 0))
    key = f"{name}.balance.{_levels(level)}"
    return balance(above, below, key, (_levels(level), "terminal"), "every shortest path equally likely")


def tree_lemmas(family: str, many: int) -> Lemmas:
    """The lemmas of trees of a number of levels."""
    made, fabric = tree(family, many)
    m, w = _symbols("m", 2, many), _symbols("w", 1, many)
    p = [each.cables for each in fabric.joined]
    leaves, inner = sp.Mul(*m), range(1, many)
    below = [sp.Mul(*m[:level]) for level in inner]  # terminals below a switch of each level but the last
    crossings = [
        terminals * (leaves - terminals) / (sp.Mul(*w[1 : level + 1]) * (leaves - 1))
        for level, terminals in zip(inner, below, strict=True)
    ]
    up_links = [sp.Mul(*m[level:]) * sp.Mul(*w[: level + 1]) * p[level] for level in range(many)]
    by_class = shortest_class_lemmas(
        made,
        fabric,
        _level,
        {
            _levels(level): (sp.factor(2 * each / (leaves * w[0] * p[level])), up_links[level])
            for level, each in enumerate([sp.S.One, *crossings])
        },
    )
    balances = {
        f"{made.name}.balance.{_levels(level)}": partial(_balance, made.name, by_class, level) for level in inner
    }
    counts = lemmas(
        made,
        fabric=fabric,
        nodes=leaves,
        links=sp.Add(*up_links),
        max_degree=sp.Max(
            p[0] * w[0], *(p[level - 1] * m[level - 1] + p[level] * w[level] for level in inner), p[-1] * m[-1]
        ),
        diameter=sp.Integer(2 * many),
        mean_distance=2 * many - 2 * sp.Add(*(terminals - 1 for terminals in below)) / (leaves - 1),
        load=sp.Max(1 / p[0], *(each / p[level] for level, each in zip(inner, crossings, strict=True))) / w[0],
    )
    return {**counts, **by_class, **balances}


_MAKERS: Mapping[str, Callable[[int], Lemmas]] = {
    "hyperx": lambda many: hyperx_lemmas(hyperx(many), many),
    "xgft": partial(tree_lemmas, "xgft"),
    "pgft": partial(tree_lemmas, "pgft"),
}


def of_length(family: str, many: int) -> Lemmas:
    """The lemmas of a family whose sizes are lists of another length than usual; none where there are none.

    >>> of_length("xgft", 3)["xgft-3.mean_distance.terminals"]().closed_form
    6 - (2*m_1*m_2 + 2*m_1 - 4)/(m_1*m_2*m_3 - 1)
    """
    if family not in _MAKERS or many == USUAL_LENGTH[family] or many > MOST_LENGTH:
        return {}
    return _MAKERS[family](many)


LEMMAS: Lemmas = {}  # those of the usual lengths are in lists.py
