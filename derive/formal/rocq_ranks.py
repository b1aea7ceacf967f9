"""Theorems in Rocq that ranks of channels rise, in products and fabrics, so that no configuration of packets is
deadlocked, at all sizes.
"""

import re
from dataclasses import dataclass

import sympy as sp

from netlemma.derive.algebra.notation import NotRising, parameter
from netlemma.derive.core.domain import Parameter
from netlemma.derive.core.lemma import Lemma
from netlemma.derive.formal.statements import RankStatement
from netlemma.derive.typeset import rocq_printer
from netlemma.errors import NotExported

# What all exported theorems begin with: their name, and the statement in words as a comment.


def theorem_name(key: str) -> str:
    """The name of the theorem of a lemma, which is also that of its file.

    >>> theorem_name("ring(4)^2 x line(n).mean_distance")
    'ring_4_2_x_line_n_mean_distance'
    """
    name = re.sub(r"\W+", "_", key, flags=re.ASCII).strip("_")
    return name if name[:1].isalpha() else f"lemma_{name}"


def comment(text: str) -> str:
    """A comment, in which no comment or text begins or ends.

    >>> comment('a "b" (* c *)')
    "(* a 'b' ( * c * ) *)"
    """
    return "(* " + text.replace("(*", "( *").replace("*)", "* )").replace('"', "'") + " *)"


def head(key: str, words: str) -> str:
    """The comment that stands before a theorem.

    >>> head("ring.diameter", "It is half the size.")
    '(** ring.diameter: It is half the size. *)'
    """
    return comment(f"{key}: {words}").replace("(* ", "(** ", 1)


# Statements for proof assistants on ranks of channels in fabrics: the routing, and the rank in coordinates of a channel.
#
# Nothing here knows the syntax of a proof assistant. The network comes from the name of the lemma; the rank and the ranges
# of coordinates come from its definition.


Run = tuple[sp.Expr, sp.Expr]  # a size, and how many times it stands in a list of sizes


@dataclass(frozen=True)
class FabricRouting:
    """A routing of the theory with its arguments.

    kind: ``up-then-down``, ``order``, ``aside``, ``groups``, ``livefly``, or ``hops`` for all networks.
    lists: Children and parents by level, or the sizes of the words of switches.
    numbers: Terminals of a switch, then links of a switch to other groups; of ``hops`` the virtual channels; of the
    livefly letters and stages.
    """

    kind: str
    lists: tuple[tuple[Run, ...], ...]
    numbers: tuple[sp.Expr, ...] = ()


@dataclass(frozen=True)
class FabricStatement:
    """A rank of channels that rises along every step of a routing of a fabric, so that packets cannot deadlock.

    key: Key of the lemma.
    words: Statement in words.
    sizes: Sizes with their smallest values.
    routing: The routing.
    rank: Parts of the rank, in the coordinates of the channel held.
    bounds: The numbers of values of all parts but the first.
    """

    key: str
    words: str
    sizes: tuple[Parameter, ...]
    routing: FabricRouting
    rank: tuple[sp.Expr, ...]
    bounds: tuple[sp.Expr, ...]


def _runs(*sizes: sp.Expr) -> tuple[Run, ...]:
    return tuple((size, sp.S.One) for size in sizes)


def _routings() -> dict[str, FabricRouting]:
    a, h, k, n, p, q, d, terminals = map(parameter, ("a", "h", "k", "n", "p", "q", "d", "T"))
    half, line = sp.floor(k / 2), ((k, n - 1),)
    grid = _runs(*(parameter(f"S_{i}") for i in (1, 2, 3)))
    listed = (_runs(*(parameter(f"{letter}_{i}") for i in (1, 2))) for letter in "mw")
    two_hops = FabricRouting("hops", (), (sp.Integer(2),))
    return {
        "fat-tree.shortest": FabricRouting("up-then-down", (_runs(half, half, k), _runs(sp.S.One, half, half))),
        "k-ary-n-tree.shortest": FabricRouting("up-then-down", (((k, n),), (*_runs(sp.S.One), *line))),
        "xgft.shortest": FabricRouting("up-then-down", tuple(listed)),
        "hyperx.hyperx-order": FabricRouting("order", (grid,), (terminals,)),
        "hyperx.dimwar": FabricRouting("aside", (grid,), (terminals,)),
        "flattened-butterfly.hyperx-order": FabricRouting("order", (line,), (k,)),
        "flattened-butterfly.dimwar": FabricRouting("aside", (line,), (k,)),
        "hamming.dimension-order": FabricRouting("order", (((q, d),),), (sp.S.Zero,)),
        "dragonfly.minimal": FabricRouting("groups", (_runs(a * h + 1, a),), (p, h)),
        "livefly.deadlock_rank": FabricRouting("livefly", (), (parameter("f") - 1, parameter("r"))),
        "slim-fly.by-hops": two_hops,
        "polarfly.by-hops": two_hops,
    }


ROUTINGS = _routings()


def fabric_statement_of(lemma: Lemma) -> FabricStatement | None:
    """The statement of a lemma on the rank of channels of a fabric; None of other lemmas.

    A part of the rank behind another one is a coordinate, whose range bounds it.

    >>> from netlemma.derive.discovery import lemma
    >>> found = fabric_statement_of(lemma("k-ary-n-tree.deadlock_rank.shortest"))
    >>> found.rank, found.routing.lists[0]
    ((Piecewise((l_1, Eq(u_1, 0)), (-l_1 + 2*n - 1, True)),), ((k, n),))
    """
    start = lemma.derivation.start
    routing = ROUTINGS.get(lemma.key.replace(".deadlock_rank.", "."))
    if routing is None or not isinstance(start, NotRising):
        return None
    (rank, _), most = start.ranks, {x: high for (_, high), symbols in start.ranges.items() for x in symbols}
    if not most.keys() >= {*rank[1:]}:
        raise NotExported(f"{lemma.key}: only coordinates follow the first part of a rank")
    sizes = () if routing.kind == "hops" else lemma.domain.parameters
    return FabricStatement(lemma.key, lemma.statement, sizes, routing, rank, tuple(most[x] + 1 for x in rank[1:]))


# Theorems in Rocq that ranks of channels rise, so that no configuration of packets is deadlocked, at all sizes.


_RANK = """{words}

From Coq Require Import Arith NArith.
From Netlemma Require Import Definitions Routes Deadlock DimensionOrder.

Theorem {name} : forall {k} {n} : nat, {least_k} <= {k} -> {least_n} <= {n} ->
  rises (dimension_order {hops} {k} {n}) (fun c => N.of_nat ({rank})) /\\
  deadlock_free (dimension_order {hops} {k} {n}).
Proof.
  intros. apply dally_seitz_all. rises_by_dimension ({kind}_hops_are {k}) {bound}.
Qed.

Print Assumptions {name}.
"""
_FABRIC = """{words}

From Coq Require Import List Arith NArith.
From Netlemma Require Import Definitions Routes Deadlock Fabrics FabricRanks.
Import ListNotations.

Theorem {name} : forall {given} ->
  rises ({routing}) (fun c => N.of_nat ({rank})) /\\
  deadlock_free ({routing}).
Proof.
  intros. apply dally_seitz_all. eapply rises_on_steps; [now apply {steps} | rank_rises].
Qed.

Print Assumptions {name}.
"""
_COORDINATES = {
    "up-then-down": {"u": "downward c", "l": "lower_level c"},
    "order": {"m": "stage c", "d": "axis c"},
    "aside": {"m": "stage c", "d": "axis c", "v": "vc c"},
    "groups": {"v": "vc c", "c": "part c"},
    "hops": {"v": "vc c"},
    "livefly": {"m": "kind (f - 1) c", "s": "stage_of c"},
}
_ANY = "(g : graph) (d : node g -> node g -> nat), distances g d ->\n  (forall x y, In x (nodes g) -> In y (nodes g) -> d x y <= {most})"


def rank_theorem(statement: RankStatement) -> str:
    """The theorem about dimension order on lines or rings."""
    (k, least_k), (n, least_n) = ((rocq_printer.name(p.name), p.minimum) for p in statement.sizes)
    kind = statement.factor.replace("-", "_")
    values = {"v": ("2", "virtual c"), "x": (k, f"place {k} c")}
    chosen = [values[letter] for letter in statement.rank[1:]]
    bound = " * ".join(many for many, _ in chosen)
    return _RANK.format(
        words=head(statement.key, statement.words),
        name=theorem_name(statement.key),
        hops=f"{kind}_hops" if kind == "line" else f"({kind}_hops {k})",
        bound=f"({bound})" if " " in bound else bound,
        rank=_lexicographic(["dimension c", *(value for _, value in chosen)], [many for many, _ in chosen]),
        **{"k": k, "n": n, "least_k": least_k, "least_n": least_n, "kind": kind},
    )


def fabric_theorem(statement: FabricStatement) -> str:
    """The theorem about a fabric."""
    routing = statement.routing
    given = _given(statement)
    relation, steps = _relation(routing)
    known = _COORDINATES[routing.kind]
    parts = [_number(part, known) for part in statement.rank]
    return _FABRIC.format(
        words=head(statement.key, statement.words),
        name=theorem_name(statement.key),
        given=given,
        routing=relation,
        rank=_lexicographic(parts, [_number(bound, {}, True) for bound in statement.bounds]),
        steps=steps,
    )


def onward_and_ends(routing: FabricRouting) -> tuple[str, str, set[str]]:
    """How packets of a fabric go on and between which ends, as terms, with the names of the sizes in them.

    >>> from netlemma.derive.formal.rocq_ranks import ROUTINGS
    >>> onward_and_ends(ROUTINGS["fat-tree.shortest"])
    ('(up_then_down [1; k / 2; k / 2])', '(leaf [k / 2; k / 2; k])', {'k'})
    """
    onward, ends, _ = _terms(routing)
    exprs = [*routing.numbers, *(part for each in routing.lists for run in each for part in run)]
    return onward, ends, {x.name for expr in exprs for x in expr.free_symbols}


def _given(statement: FabricStatement) -> str:
    if statement.routing.kind == "hops":
        return _ANY.format(most=statement.routing.numbers[0])
    names = [rocq_printer.name(p.name) for p in statement.sizes]
    return f"{' '.join(names)} : nat, " + " -> ".join(
        f"{p.minimum} <= {name}" for p, name in zip(statement.sizes, names, strict=True)
    )


def _relation(routing: FabricRouting) -> tuple[str, str]:
    """The routing as a term, and the theorem that gives its steps."""
    numbers = " ".join(_number(each, {}, True) for each in routing.numbers)
    if routing.kind == "livefly":
        return f"livefly {numbers}", "fly_steps"
    onward, ends, steps = _terms(routing)
    return f"counting_hops g d {numbers}" if routing.kind == "hops" else f"hop_by_hop {ends} {onward}", steps


def _terms(routing: FabricRouting) -> tuple[str, str, str]:
    """How packets go on, between which ends, and the theorem that gives their steps."""
    lists = [_list(each) for each in routing.lists]
    numbers = [_number(each, {}, True) for each in routing.numbers]
    match routing.kind:
        case "up-then-down":
            return f"(up_then_down {lists[1]})", f"(leaf {lists[0]})", "tree_steps"
        case "order":
            return "grid_order", f"(station {lists[0]} {numbers[0]})", "order_steps"
        case "aside":
            return f"(grid_aside {lists[0]})", f"(station {lists[0]} {numbers[0]})", "aside_steps"
        case "groups":
            return f"(group_by_group {numbers[1]})", f"(station {lists[0]} {numbers[0]})", "group_steps"
    return f"(nearer g d {numbers[0]})", "(fun x => In x (nodes g))", "counting_steps"


def _list(runs: tuple[Run, ...]) -> str:
    """A list of sizes as an argument: ``[a; b]``, ``(repeat k n)``."""
    parts: list[list[str]] = []
    for size, count in runs:
        if count != 1:
            parts.append([f"repeat {_number(size, {}, True)} {_number(count, {}, True)}"])
        elif parts and not parts[-1][0].startswith("repeat"):
            parts[-1].append(_number(size, {}))
        else:
            parts.append([_number(size, {})])
    text = " ++ ".join(each[0] if each[0].startswith("repeat") else f"[{'; '.join(each)}]" for each in parts)
    return text if text.startswith("[") and len(parts) == 1 else f"({text})"


def _lexicographic(parts: list[str], bounds: list[str]) -> str:
    """A number in the order of parts, all but the first below their bounds."""
    rank = parts[0]
    for value, bound in zip(parts[1:], bounds, strict=True):
        rank = f"{f'({rank})' if '+' in rank else rank} * {bound} + {value}"
    return rank


def _number(expr: sp.Basic, coordinates: dict[str, str], atom: bool = False) -> str:
    """A natural number, in the coordinates of channel c and in sizes; what is subtracted stands last."""
    binds, text = 2, ""
    match expr:
        case sp.Integer() if expr >= 0:
            text = str(expr)
        case sp.Symbol():
            letter = expr.name.partition("_")[0]
            text = coordinates.get(letter) or rocq_printer.name(expr.name)
            binds = 1 if letter in coordinates else 2
        case sp.floor(args=(sp.Mul(args=(sp.Rational(p=1) as part, whole)),)):
            binds, text = 1, f"{_number(whole, coordinates, True)} / {part.q}"
        case sp.Add():
            terms = sorted(expr.args, key=lambda x: (bool(x.could_extract_minus_sign()), x.is_number, str(x)))
            signs = [" - " if x.could_extract_minus_sign() else " + " for x in terms]
            if signs[0] == " + ":
                binds, text = (
                    0,
                    "".join(
                        f"{sign}{_number(abs(x) if x.is_number else -x if '-' in sign else x, coordinates)}"
                        for sign, x in zip(signs, terms, strict=True)
                    ).removeprefix(" + "),
                )
        case sp.Mul():
            binds, text = 1, " * ".join(_number(x, coordinates, True) for x in expr.args)
        case sp.Piecewise():
            binds, text = 0, _cases(expr.args, coordinates)
    if not text:
        raise NotExported(f"the theory has no natural number {expr}")
    return f"({text})" if atom and binds < 2 else text


def _cases(cases: tuple[sp.Tuple, ...], coordinates: dict[str, str]) -> str:
    """The value of the first case whose condition holds, of which the last one always does."""
    (value, condition), *others = cases
    first = _number(value, coordinates)
    if condition == sp.true:
        return first
    if not others or not isinstance(condition, sp.Eq | sp.Ne | sp.Ge):
        raise NotExported(f"the theory has no cases by {condition}")
    rest = _cases(tuple(others), coordinates)
    one, other = (_number(x, coordinates) for x in condition.args)
    if isinstance(condition, sp.Ge):
        return f"if {other} <=? {one} then {first} else {rest}"
    met, unmet = (rest, first) if isinstance(condition, sp.Ne) else (first, rest)
    return f"if {one} =? {other} then {met} else {unmet}"
