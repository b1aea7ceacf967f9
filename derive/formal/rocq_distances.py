"""Theorems in Rocq on distances in networks that a text defines: the formula is a potential; diameters and sums follow."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

import numpy as np
import sympy as sp

from netlemma.definitions import Definition, Rule, Term
from netlemma.derive.algebra.evaluate import evaluate
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.plain_loops import value
from netlemma.derive.formal.rocq_definitions import (
    defined_graph,
    hypotheses,
    identifier,
    in_q,
    in_z,
    node,
    nodes_counted,
    term,
)
from netlemma.derive.formal.rocq_ranks import comment, head, theorem_name
from netlemma.derive.typeset import rocq_printer
from netlemma.derive.typeset.sympy_to_tree import written
from netlemma.errors import EvaluationError, NotAffine, NotDerived, NotExported

_HEAD = """From Coq Require Import List ZArith QArith Bool Lia ZifyBool.
From Netlemma Require Import Definitions Defined DefinedCounts DefinedDistances.
Import ListNotations.
Open Scope Z_scope.
"""
OF_DISTANCE = ("diameter", "mean_distance", "wiener_index")
MOST_HOPS = 4000  # that are tried for a pair of nodes
MOST_PAIRS = 1200  # of small networks, by which hops are chosen
NO_FORM = "these values are no affine function of sizes and coordinates"
MOST_ROWS = 6000  # pairs of nodes by which sums are cut into parts
Columns = Callable[[Mapping[str, int]], list[int]]


# Hops that come nearer


def in_place(found: Term, table: Mapping[tuple[str, bool], Term]) -> Term:
    """A term with other terms in the place of names."""
    if found.op == "name":
        return table.get(found.args, found)
    return Term(found.op, tuple(in_place(each, table) if isinstance(each, Term) else each for each in found.args))


def _name(name: str, prime: bool = False) -> Term:
    return Term("name", (name, prime))


def _more(found: Term, by: int) -> Term:
    return Term("+" if by > 0 else "-", (found, Term("number", (abs(by),))))


@dataclass(frozen=True)
class Hop:
    """A hop of a node, or to the destination, along a rule in one of its directions.

    to: The coordinates behind it, which have to be those of a node.
    given: What has to hold besides.
    """

    rule: int
    choices: tuple[Term, ...]
    to: tuple[Term, ...]
    given: tuple[Term, ...]
    of_goal: bool
    forwards: bool


def _hops(text: Definition) -> Iterator[Hop]:
    """Likely hops: forwards, then backwards."""
    names = [each.name for each in text.coordinates]
    for forwards in (True, False):
        for number, rule in enumerate(text.rules):
            for of_goal in (False, True):
                if rule.one_way and forwards == of_goal:
                    continue
                begins: Iterable[Sequence[Term]] = [[_name(name, of_goal) for name in names]]
                if not forwards:
                    begins = product(*(likely_values(text, rule, i, of_goal) for i in range(len(names))))
                for begin in begins:
                    yield from _along(text, number, rule, begin, of_goal, forwards)


def _along(
    text: Definition, number: int, rule: Rule, begin: Sequence[Term], of_goal: bool, forwards: bool
) -> Iterator[Hop]:
    names = [each.name for each in text.coordinates]
    table = {(name, False): at for name, at in zip(names, begin, strict=True)}
    both = [_name(name, prime) for name in names for prime in (False, True)]
    likely = []
    for over in rule.ranges:
        low, high = in_place(over.low, table), in_place(over.high, table)
        likely.append([*both, low, high, _more(low, 1), _more(high, -1)])
    for choices in islice(product(*likely), MOST_HOPS):
        here = table | {(over.name, False): choice for over, choice in zip(rule.ranges, choices, strict=True)}
        given = [
            Term("<=", pair)
            for over, choice in zip(rule.ranges, choices, strict=True)
            for pair in ((in_place(over.low, here), choice), (choice, in_place(over.high, here)))
        ]
        if rule.where is not None:
            given.append(in_place(rule.where, here))
        target = [in_place(each, here) for each in rule.target]
        if not forwards:
            given += [Term("=", (x, _name(name, of_goal))) for x, name in zip(target, names, strict=True)]
        yield Hop(number, choices, tuple(target if forwards else begin), tuple(given), of_goal, forwards)


def likely_values(text: Definition, rule: Rule, which: int, of_goal: bool) -> list[Term]:
    """Likely coordinates of a node whose link leads to a node, the one that the rule moves there first."""
    each = text.coordinates[which]
    own = {(other.name, False): _name(other.name, of_goal) for other in text.coordinates}
    here, there = _name(each.name, of_goal), _name(each.name, not of_goal)
    low, high = in_place(each.low, own), in_place(each.high, own)
    moved = back(rule.target[which], each.name, here)
    first = [] if moved is None else [in_place(moved, own)]
    parts = [] if rule.where is None else [part.args for part in rule.where.parts() if part.op == "="]
    first += [in_place(end, own) for name, end in parts if name == _name(each.name)]
    return list(dict.fromkeys([*first, here, _more(here, -1), _more(here, 1), there, low, high, _more(high, -1)]))


def back(target: Term, name: str, there: Term) -> Term | None:
    """The value of a coordinate from which a rule leads to a value, if it adds to it, also around a range."""
    if target == _name(name):
        return there
    if target.op not in ("+", "-", "mod") or (name, False) not in target.args[0].names():
        return None
    first, second = target.args
    if (name, False) in second.names():
        return None
    if target.op == "mod":
        found = back(first, name, there)
        return None if found is None else Term("mod", (found, second))
    return back(first, name, Term("-" if target.op == "+" else "+", (there, second)))


def hops(text: Definition, pairs: Sequence[tuple[dict[str, int], plain_loops.Node, plain_loops.Node]]) -> list[Hop]:
    """Hops one of which comes nearer to the destination, for all pairs of nodes of small networks."""
    inside = {
        tuple(size.items()): {plain_loops.node_of(text, names) for names in plain_loops.nodes(text, size)}
        for size, _, _ in pairs
    }
    waiting, found = list(pairs), []

    def nearer(hop: Hop, pair: tuple[dict[str, int], plain_loops.Node, plain_loops.Node]) -> bool:
        size, here, goal = pair
        names = plain_loops.names_of(text, size, here, goal)
        to = tuple(value(each, names) for each in hop.to)
        if to not in inside[tuple(size.items())] or not all(value(each, names) for each in hop.given):
            return False
        after = (here, to) if hop.of_goal else (to, goal)
        return _far(text, size, *after) < _far(text, size, here, goal)

    while waiting:
        hop = next((hop for hop in _hops(text) if nearer(hop, waiting[0])), None)
        if hop is None:
            raise NotExported(f"no hop is found that comes nearer from {waiting[0]}")
        found.append(hop)
        waiting = [pair for pair in waiting if not nearer(hop, pair)]
    return sorted(found, key=lambda hop: -sum(nearer(hop, pair) for pair in pairs))


def _far(text: Definition, size: dict[str, int], here: plain_loops.Node, goal: plain_loops.Node) -> int:
    assert text.distance is not None
    return plain_loops.whole(text.distance, plain_loops.names_of(text, size, here, goal))


# Affine functions, and sums over pairs of nodes, part by part


def affine(table: np.ndarray, values: np.ndarray, symbols: Sequence[sp.Symbol]) -> sp.Expr:
    """The affine function of columns that has the values in all rows.

    Raises
    ------
    NotAffine
        If there is none.
    """
    columns = [(np.ones(len(table), dtype=np.int64), sp.S.One)]
    columns += [(table[:, k], symbol) for k, symbol in enumerate(symbols) if np.any(table[:, k] != table[0, k])]
    matrix = np.stack([column for column, _ in columns], axis=1)
    guess, *_ = np.linalg.lstsq(matrix.astype(float), values.astype(float), rcond=None)
    whole = np.rint(2 * guess).astype(np.int64)
    if np.any(matrix @ whole != 2 * values):
        raise NotAffine(NO_FORM)
    return sp.Add(*(sp.Rational(int(c), 2) * symbol for c, (_, symbol) in zip(whole, columns, strict=True)))


class Parts:
    """A sum over pairs of nodes, coordinate by coordinate, each range cut where the summand is no longer affine.

    table: The pairs of nodes of small networks: columns of sizes, and of coordinates of both nodes.
    symbols: Those of the columns.
    free: The number of columns of sizes.
    alive: Whether the coordinates of the first node are those of a node.
    """

    def __init__(
        self, table: np.ndarray, values: np.ndarray, symbols: Sequence[sp.Symbol], free: int, alive: np.ndarray
    ) -> None:
        self._table, self._values, self._symbols, self._free = table, values, symbols, free
        self._alive, self._second = alive, (free + len(symbols)) // 2
        self._known: dict[tuple[int, bytes], tuple[sp.Expr, str] | None] = {}

    def closed(self, rows: np.ndarray | None = None, column: int = -1) -> tuple[sp.Expr, str]:
        """The sum over the coordinates from a column on, the same polynomial for all rows, and its proof."""
        rows = np.arange(len(self._table)) if rows is None else rows
        column = self._free if column < 0 else column
        key = column, rows.tobytes()
        if key not in self._known:
            try:
                self._known[key] = self._closed(rows, column)
            except NotAffine:
                self._known[key] = None
        found = self._known[key]
        if found is None:
            raise NotAffine(NO_FORM)
        return found

    def _closed(self, rows: np.ndarray, column: int) -> tuple[sp.Expr, str]:
        table = self._table[rows]
        if column == len(self._symbols):
            total = affine(table, self._values[rows], self._symbols)
            return total, f"valued {in_z(total)}"
        if column == self._second and not np.all(self._alive[rows]):
            if np.any(self._alive[rows]):
                raise NotAffine(NO_FORM)
            return sp.S.Zero, "valued 0"
        starts = np.unique(table[:, :column], axis=0, return_inverse=True)[1].ravel()
        here = table[:, column]
        lows = np.full(starts.max() + 1, np.iinfo(np.int64).max)
        highs = -lows
        np.minimum.at(lows, starts, here)
        np.maximum.at(highs, starts, here)
        of_start = np.unique(starts, return_index=True)[1]
        begin = affine(table[of_start, :column], lows, self._symbols[:column])
        parts: list[tuple[sp.Expr, sp.Expr, sp.Expr, str]] = []
        cuts = [*self._cuts(table[of_start, :column], lows, highs + 1, column)]
        at = lows
        while np.any(at <= highs):
            for cut, values in cuts:
                if np.all(values >= at) and np.any(values > at):
                    try:
                        within = rows[(here >= at[starts]) & (here < values[starts])]
                        total, proof = self.closed(within, column + 1)
                    except NotAffine:
                        continue
                    parts.append((begin, cut, total, proof))
                    begin, at = cut, values
                    break
            else:
                raise NotAffine(NO_FORM)
        return self._joined(self._symbols[column], parts)

    def _cuts(
        self, table: np.ndarray, lows: np.ndarray, ends: np.ndarray, column: int
    ) -> list[tuple[sp.Expr, np.ndarray]]:
        """Affine functions of the columns before one that are within its range, the largest first."""
        found: dict[bytes, tuple[sp.Expr, np.ndarray]] = {}
        sizes = [(sp.S.Zero, 0)] + [
            (by * self._symbols[k], by * table[:, k]) for k in range(self._free) for by in (1, -1, 2, -2)
        ]
        others = [(sp.S.Zero, 0)] + [
            (by * self._symbols[k], by * table[:, k]) for k in range(self._free, column) for by in (1, -1)
        ]
        zero = np.zeros(len(table), dtype=np.int64)
        for (other, x), (size, y), (more, z), by in product(others, sizes, sizes, (0, 1, -1, 2, -2)):
            if size != 0 and (more.free_symbols & size.free_symbols or (more != 0 and str(more) < str(size))):
                continue
            values = zero + x + y + z + by
            if np.all(values >= lows) and np.all(values <= ends):
                found.setdefault(values.tobytes(), (sp.expand(other + size + more + by), values))
        ranked = sorted(found.values(), key=lambda each: -int(each[1].sum()))
        return ranked

    def _joined(self, x: sp.Symbol, parts: list[tuple[sp.Expr, sp.Expr, sp.Expr, str]]) -> tuple[sp.Expr, str]:
        proofs = []
        for begin, end, each, proof in parts:
            k = sp.Dummy("k", integer=True)
            upto = sp.expand(sp.summation(sp.expand(each).subs(x, k), (k, 0, x - 1)))
            part = sp.expand(upto.subs(x, end) - upto.subs(x, begin))
            name = identifier(x.name)
            proofs.append(
                (
                    part,
                    f"apply (sum_tel _ _ {in_z(begin)} {in_z(end - 1)} _ (fun {name} => {in_q(upto)})); [lia | lia | lia |"
                    f" intros {name} ?; transitivity {in_q(each)}; [{proof} | identity] | identity]",
                )
            )
        *others, (rest, script) = proofs
        for (begin, _, _, _), (part, proof) in zip(reversed(parts[1:]), reversed(others), strict=True):
            script = (
                f"apply (sum_cut _ {in_z(begin)} _ _ {in_q(part)} {in_q(rest)}); [lia | {proof} | {script} | identity]"
            )
            rest = sp.expand(rest + part)
        return rest, f"opened; {script}"


# Theorems


def distance_theorem(lemma: Lemma, text: Definition, proved: bool = True) -> str:
    """The theorem of a lemma on distances that follows from a definition, with its proof if that is asked for."""
    quantity = LemmaKey.parse(lemma.key).quantity
    if text.distance is None:
        raise NotExported(f"{lemma.key}: the definition claims no distance")
    if any(each.is_word for each in text.coordinates) or text.one_way or any(rule.ranges for rule in text.rules):
        raise NotExported(f"{lemma.key}: the theory has distances where rules have no choices, and nodes no words")
    names = {(each.name, False) for each in text.coordinates}
    bounds = set().union(*(each.low.names() | each.high.names() for each in text.coordinates))
    compared = any(part.op in ("<", "<=", ">", ">=", "floor", "//") for part in text.distance.parts())
    inside = (inner for part in text.distance.parts() if part.op == "abs" for inner in part.parts())
    if any(part.op == "max" for part in text.distance.parts()) or any(part.op == "min" for part in inside):
        raise NotExported(
            f"{lemma.key}: the theory has no distances that are the largest of numbers, or have the least inside absolute values"
        )
    if text.among or names & bounds or compared:
        raise NotExported(
            f"{lemma.key}: the theory has distances where coordinates neither depend on others nor are put in order, nor halved"
        )
    if lemma.domain.legal:
        raise NotExported(f"{lemma.key}: its domain is more than smallest sizes: {lemma.domain.describe()}")
    try:
        return OfDistances(lemma, text, quantity, proved).theorem()
    except (NotAffine, EvaluationError, NotDerived) as error:
        raise NotExported(f"{lemma.key}: its sums are not closed part by part {error}".rstrip()) from None


@dataclass(frozen=True)
class _Branch:
    """Some of the sizes: the residue of each size that is halved, and which conditions hold."""

    halved: Mapping[sp.Symbol, int]
    holding: tuple[tuple[sp.Basic, bool], ...]

    def has(self, size: Mapping[str, int]) -> bool:
        at = {sp.Symbol(name, integer=True, positive=True): number for name, number in size.items()}
        return all(size[p.name] % 2 == rest for p, rest in self.halved.items()) and all(
            bool(condition.xreplace(at)) == so for condition, so in self.holding
        )


class OfDistances:
    """A theorem on distances as it is written."""

    def __init__(self, lemma: Lemma, text: Definition, quantity: str, proved: bool) -> None:
        self.lemma, self.text, self.quantity, self.proved = lemma, text, quantity, proved
        self.sizes = [identifier(p.name) for p in lemma.domain.parameters]
        self.name = theorem_name(lemma.key)
        subject = theorem_name(LemmaKey.parse(lemma.key).subject)
        self.network, self.formula = f"{subject}_network", f"{subject}_distance"
        names = [each.name for each in text.coordinates]
        self.here, self.goal = ([identifier(name, prime) for name in names] for prime in (False, True))

    def _pairs(self) -> list[tuple[dict[str, int], plain_loops.Node, plain_loops.Node]]:
        found = []
        for size in self.lemma.domain.sizes(12, lambda size: plain_loops.work(self.text, size) <= 60):
            nodes = [plain_loops.node_of(self.text, names) for names in plain_loops.nodes(self.text, size)]
            found += [(size, x, y) for x in nodes for y in nodes if x != y]
            if len(found) > MOST_PAIRS:
                break
        return found

    def _bound(self, body: str) -> str:
        """A function of two nodes."""
        if len(self.here) == 1:
            return f"(fun {self.here[0]} {self.goal[0]} => {body})"
        return f"(fun place place' => let '{node(self.here)} := place in let '{node(self.goal)} := place' in {body})"

    def theorem(self) -> str:
        lemma, sizes = self.lemma, " ".join(self.sizes)
        given, number = hypotheses(lemma)
        value = rocq_printer.rational(written(lemma.closed_form), atom=True)
        assert self.text.distance is not None
        return "\n".join(
            [
                head(lemma.key, lemma.statement),
                "",
                _HEAD,
                f"Definition {self.network} ({sizes} : nat) : graph := {defined_graph(self.text)}.",
                "",
                f"Definition {self.formula} ({sizes} : nat) : node ({self.network} {sizes}) -> node ({self.network} {sizes}) -> Z :=",
                f"  {self._bound(term(self.text.distance))}.",
                "",
                f"Lemma {self.formula}_is_distance : {given} is_distance ({self.network} {sizes}) ({self.formula} {sizes}).",
                "Proof.",
                f"  intros. unfold {self.network}, {self.formula}. apply potential_found; cbn [node nodes two_way].",
                "  - intros; potential; by_cases.",
                "  - intros; potential; by_cases.",
                *(self._nearer() if self.proved else []),
                "  - intros; hops; by_cases.",
                "Qed.",
                "",
                f"Theorem {self.name} : {given}",
                f"  {self.quantity} ({self.network} {sizes}) {value}%Q.",
                "Proof.",
                *(f"  {comment(f'{step.proof.kind}: {step.because}')}" for step in lemma.derivation.steps),
                f"  intros. assert (D := {self.formula}_is_distance {sizes}{' ltac:(assumption)' * number}).",
                f"  unfold {self.network}, {self.formula} in *.",
                *(self.branches() if self.proved else []),
                "Qed.",
                "",
                f"Print Assumptions {self.name}.",
                "",
            ]
        )

    def _nearer(self) -> list[str]:
        """The case of the potential in which a hop comes nearer to the destination."""
        found = hops(self.text, self._pairs())
        call = " ".join([self.formula, *self.sizes])
        here, goal = node(self.here), node(self.goal)
        steps = ["left; same_node"]
        for hop in found:
            used = ["rules", *["later"] * hop.rule, "this"]
            used += [f"chosen {term(choice)}" for choice in hop.choices]
            used += ["where_holds"] if self.text.rules[hop.rule].where is not None else []
            side = "left" if hop.forwards != hop.of_goal else "right"
            steps.append(
                f"right; exists {node([term(each) for each in hop.to])}; split; [there|]; {'right' if hop.of_goal else 'left'};"
                f" split; [hop_inside; {side}; {'; '.join([*used, 'arrives'])} | cbv beta iota; by_cases]"
            )
        tests = [
            term(in_place(rule.where, {(each.name, False): _name(each.name, prime) for each in self.text.coordinates}))
            for prime in (False, True)
            for rule in self.text.rules
            if rule.where is not None and not rule.where.names() & {(over.name, False) for over in rule.ranges}
        ]
        tests = list(dict.fromkeys(tests))
        return [
            f"  - intros {here} {goal} ? ?; potential. unfold comes_nearer. cbn [node nodes two_way].",
            f"    cases_of_number ({call} {here} {goal}) {self.formula}.",
            f"    all: let come _ := first [{' | '.join(f'solve [{step}]' for step in steps)}] in",
            f"      first [come tt{''.join(f' | split_on {c}; first [come tt' for c in tests)}{']' * len(tests)}].",
        ]

    # Sizes apart

    def branches(self) -> list[str]:
        form = self.lemma.closed_form
        symbols = {p.symbol: size for p, size in zip(self.lemma.domain.parameters, self.sizes, strict=True)}
        halved = [p for p in symbols if any(x.has(p) for x in form.atoms(sp.floor, sp.Mod))]
        tests = sorted({x for x in form.atoms(sp.Eq) if not x.has(sp.Mod)}, key=str)
        for each in sorted(form.atoms(sp.Min, sp.Max), key=str):
            one, two = each.args if len(each.args) == 2 else (sp.S.Zero, sp.S.Zero)
            tests.append(sp.Le(one, two))
        script, lines = [], []
        cases: list[tuple[list[str], _Branch]] = [([], _Branch({}, ()))]
        for p in halved:
            script.append(f"destruct (two_halves {symbols[p]}) as [{symbols[p]}_half [|]]")
            cases = [(x, _Branch({**b.halved, p: rest}, b.holding)) for x, b in cases for rest in (0, 1)]
        for test in tests:
            if isinstance(test, sp.Eq):
                script.append(f"destruct (Z.eq_dec {in_z(test.lhs)} {in_z(test.rhs)})")
            else:
                script.append(f"destruct (Z_le_gt_dec {in_z(test.lhs)} {in_z(test.rhs)})")
            cases = [(x, _Branch(b.halved, (*b.holding, (test, so)))) for x, b in cases for so in (True, False)]
        lines.append(f"  {'; '.join(script)}." if script else "")
        for _, branch in cases:
            lines += [f"  - {line}" if not k else f"    {line}" for k, line in enumerate(self.branch(branch))]
        return [line for line in lines if line.strip()]

    def branch(self, branch: _Branch) -> list[str]:
        sizes = [
            size
            for size in self.lemma.domain.sizes(60, lambda size: plain_loops.work(self.text, size) <= 40)
            if branch.has(size)
        ]
        if not sizes:
            return ["exfalso; lia."]
        symbols = [
            sp.Symbol(f"{p.name}_half", integer=True) if p.symbol in branch.halved else p.symbol
            for p in self.lemma.domain.parameters
        ]

        def columns(size: Mapping[str, int]) -> list[int]:
            return [
                size[p.name] // 2 if p.symbol in branch.halved else size[p.name] for p in self.lemma.domain.parameters
            ]

        return self.of_branch(sizes, columns, symbols, self.closing(sizes, columns, symbols))

    def of_branch(
        self, sizes: list[dict[str, int]], columns: Columns, symbols: Sequence[sp.Symbol], closing: str
    ) -> list[str]:
        """The proof at some of the sizes."""
        if self.quantity == "diameter":
            return self._diameter(sizes, columns, symbols, closing)
        return self._total(sizes, columns, symbols, closing)

    def closing(self, sizes: list[dict[str, int]], columns: Columns, symbols: Sequence[sp.Symbol]) -> str:
        """The tactics that take roundings and cases out of the closed form."""
        table = np.array([columns(size) for size in sizes], dtype=np.int64)
        script = []
        for part in sorted(self.lemma.closed_form.atoms(sp.floor, sp.Min, sp.Max), key=str):
            values = [
                int(evaluate(part, {p.symbol: size[p.name] for p in self.lemma.domain.parameters})) for size in sizes
            ]
            found = affine(table, np.array(values, dtype=np.int64), symbols)
            script.append(f"replace {rocq_printer.rational(written(part), atom=True)} with {in_z(found)} by by_cases")
        halves = [
            f"replace (Z.of_nat {size}) with {in_z(2 * symbol + sizes[0][p.name] % 2)} by lia"
            for p, size, symbol in zip(self.lemma.domain.parameters, self.sizes, symbols, strict=True)
            if symbol != p.symbol
        ]
        parities = [
            f"replace ({size} mod 2 =? 0)%Z with {str(sizes[0][p.name] % 2 == 0).lower()}"
            f" by (pose proof (Z.mod_unique {size} 2 {symbol} {sizes[0][p.name] % 2}); lia)"
            for p, size, symbol in zip(self.lemma.domain.parameters, self.sizes, symbols, strict=True)
            if any(x.has(p.symbol) for x in self.lemma.closed_form.atoms(sp.Mod))
        ]
        return "; ".join([*script, *parities, "the_case", *halves, "identity_of_sizes"])

    def _diameter(
        self, sizes: list[dict[str, int]], columns: Columns, symbols: Sequence[sp.Symbol], closing: str
    ) -> list[str]:
        largest, farthest = [], []
        for size in sizes:
            nodes = [plain_loops.node_of(self.text, names) for names in plain_loops.nodes(self.text, size)]
            far = {(x, y): _far(self.text, size, x, y) for x in nodes for y in nodes}
            largest.append(max(far.values()))
            farthest.append({(*x, *y) for (x, y), distance in far.items() if distance == largest[-1]})
        table = np.array([columns(size) for size in sizes], dtype=np.int64)
        most = affine(table, np.array(largest, dtype=np.int64), symbols)
        both = self.attained(table, farthest, symbols)
        x, y = both[: len(self.here)], both[len(self.here) :]
        return [
            f"apply (diameter_found _ _ {in_z(most)} _ D); clear D; cbn [node nodes two_way].",
            f"+ {closing}.",
            "+ intros; potential; by_cases.",
            f"+ exists {node(x)}, {node(y)}. split; [there | split; [there | cbv beta iota; by_cases]].",
        ]

    def attained(self, table: np.ndarray, there: list[set[tuple[int, ...]]], symbols: Sequence[sp.Symbol]) -> list[str]:
        """Coordinates that are among some at all sizes, by the sizes."""
        likely = [(sp.S.Zero, np.zeros(len(table), dtype=np.int64))]
        for k, symbol in enumerate(symbols):
            likely += [(by * symbol, by * table[:, k]) for by in (1, 2, -1, -2)]
        forms: dict[bytes, tuple[sp.Expr, np.ndarray]] = {}
        for (one, x), (two, z), more in product(likely, likely, (0, -1, 1, 2, -2, 3)):
            forms.setdefault((x + z + more).tobytes(), (sp.expand(one + two + more), x + z + more))
        number = len(next(iter(there[0])))

        def search(chosen: list[sp.Expr], left: list[set[tuple]]) -> list[sp.Expr] | None:
            if len(chosen) == number:
                return chosen
            for form, values in forms.values():
                rest = [
                    {each for each in pairs if each[len(chosen)] == at} for pairs, at in zip(left, values, strict=True)
                ]
                if all(rest) and (found := search([*chosen, form], rest)):
                    return found
            return None

        found = search([], there)
        if found is None:
            raise NotAffine(NO_FORM)
        return [in_z(each) for each in found]

    def _total(
        self, sizes: list[dict[str, int]], columns: Columns, symbols: Sequence[sp.Symbol], closing: str
    ) -> list[str]:
        assert self.text.distance is not None
        ranges = [each.name for each in self.text.coordinates]
        rows: list[list[int]] = []
        names_of: list[tuple[dict[str, int], plain_loops.Node, plain_loops.Node, bool]] = []
        alive: list[bool] = []
        for size in sizes:
            all_places = list(plain_loops.nodes(replace(self.text, among=()), size))
            inside = {plain_loops.node_of(self.text, names) for names in plain_loops.nodes(self.text, size)}
            if len(rows) > MOST_ROWS:
                break
            for x in all_places:
                for y in all_places:
                    here, goal = plain_loops.node_of(self.text, x), plain_loops.node_of(self.text, y)
                    rows.append([*columns(size), *here, *goal])
                    alive.append(here in inside)
                    names_of.append((size, here, goal, here in inside and goal in inside))
        coordinates = [sp.Symbol(name, integer=True) for name in ranges]
        primed = [sp.Symbol(f"{name}_there", integer=True) for name in ranges]
        everything = [*symbols, *coordinates, *primed]
        table = np.array(rows, dtype=np.int64)

        def total(part: Term) -> tuple[sp.Expr, list[str]]:
            if part.op == "+":
                one, first = total(part.args[0])
                two, second = total(part.args[1])
                lines = [
                    f"apply (total_of_parts _ {self._bound(term(part.args[0]))} {self._bound(term(part.args[1]))}"
                    f" _ {in_q(one)} {in_q(two)}); [intros; potential; reflexivity | | | identity].",
                    *_nested(first),
                    *_nested(second),
                ]
                return sp.expand(one + two), lines
            values = [
                plain_loops.whole(part, plain_loops.names_of(self.text, *each[:3])) if each[3] else 0
                for each in names_of
            ]
            found, proof = Parts(
                table, np.array(values, dtype=np.int64), everything, len(symbols), np.array(alive)
            ).closed()
            return found, [f"{proof}."]

        found, lines = total(self.text.distance)
        if self.quantity == "wiener_index":
            first = [f"apply (wiener_found _ _ {in_q(found)} _ D); clear D; cbn [node nodes two_way]; [|{closing}]."]
            return [*first, *lines]
        count, proof = nodes_counted(self.lemma, self.text)
        one, two = self._two_nodes(sizes)
        return [
            f"apply (mean_found _ _ {in_q(found)} {in_q(count)} _ D); clear D; cbn [node nodes two_way].",
            *_nested(lines, "+"),
            f"+ {proof}.",
            f"+ exists {node(one)}, {node(two)}. split; [there | split; [there | intro E; apart; lia]].",
            f"+ {closing}.",
        ]

    def _two_nodes(self, sizes: list[dict[str, int]]) -> tuple[list[str], list[str]]:
        """Two nodes that networks of all sizes have."""
        common = set.intersection(
            *({plain_loops.node_of(self.text, names) for names in plain_loops.nodes(self.text, size)} for size in sizes)
        )
        if len(common) < 2:
            raise NotAffine(NO_FORM)
        one, two, *_ = sorted(common)
        return [in_z(sp.Integer(x)) for x in one], [in_z(sp.Integer(x)) for x in two]


def _nested(lines: list[str], bullet: str = "*") -> list[str]:
    return [f"{{ {lines[0]}", *lines[1:-1], f"{lines[-1]} }}"] if len(lines) > 1 else [f"{{ {lines[0]} }}"]
