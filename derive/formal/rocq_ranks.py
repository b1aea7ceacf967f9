"""Theorems in Rocq that ranks of channels rise, so that no configuration of packets is deadlocked, at all sizes."""

import sympy as sp

from netlemma.derive.formal.fabrics import FabricRouting, FabricStatement, Run
from netlemma.derive.formal.heads import head, theorem_name
from netlemma.derive.formal.statements import NotExported, RankStatement
from netlemma.derive.typeset.printers import rocq

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
    """The theorem about dimension order on lines or rings.

    Parameters
    ----------
    statement : RankStatement
        Statement.

    Returns
    -------
    str
        File for Rocq.
    """
    (k, least_k), (n, least_n) = ((rocq.name(p.name), p.minimum) for p in statement.sizes)
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
    """The theorem about a fabric.

    Parameters
    ----------
    statement : FabricStatement
        Statement.

    Returns
    -------
    str
        File for Rocq.

    Raises
    ------
    NotExported
        If a part of the rank or of the network has no counterpart in the theory.
    """
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

    >>> from netlemma.derive.formal.fabrics import ROUTINGS
    >>> onward_and_ends(ROUTINGS["fat-tree.shortest"])
    ('(up_then_down [1; k / 2; k / 2])', '(leaf [k / 2; k / 2; k])', {'k'})
    """
    onward, ends, _ = _terms(routing)
    exprs = [*routing.numbers, *(part for each in routing.lists for run in each for part in run)]
    return onward, ends, {x.name for expr in exprs for x in expr.free_symbols}


def _given(statement: FabricStatement) -> str:
    if statement.routing.kind == "hops":
        return _ANY.format(most=statement.routing.numbers[0])
    names = [rocq.name(p.name) for p in statement.sizes]
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
            text = coordinates.get(letter) or rocq.name(expr.name)
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
