"""Theorems in Rocq on degrees in networks that a text defines: rules, turned round, give the links that end at a node."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product

import numpy as np
import sympy as sp

from netlemma.definitions import Definition, Range, Rule, Term
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.factors import symbolic
from netlemma.derive.definitions.plain_loops import value
from netlemma.derive.formal.rocq_definitions import bound, defined_graph, hypotheses, identifier, in_z, node, term
from netlemma.derive.formal.rocq_distances import Columns, OfDistances, affine, in_place, likely_values
from netlemma.derive.formal.rocq_ranks import comment, head
from netlemma.derive.typeset import rocq_printer
from netlemma.derive.typeset.sympy_to_tree import written
from netlemma.errors import EvaluationError, NotAffine, NotDerived, NotExported

DEGREES = ("degree", "max_degree")
MOST_NODES = 150  # of small networks, by which rules are turned round
_HEAD = """From Coq Require Import List ZArith QArith Bool Lia ZifyBool.
From Netlemma Require Import Definitions Defined DefinedCounts DefinedDistances Ends DefinedDegrees.
Import ListNotations.
Open Scope Z_scope.
"""


def degree_theorem(lemma: Lemma, text: Definition, proved: bool = True) -> str:
    """The theorem of a lemma on degrees that follows from a definition, with its proof if that is asked for."""
    if text.among or (len(text.coordinates) > 2 and any(rule.ranges for rule in text.rules)):
        raise NotExported(
            f"{lemma.key}: the theory has no degrees under conditions on nodes, or of rules with choices in three coordinates"
        )
    if any(each.is_word for each in text.coordinates) or text.one_way:
        raise NotExported(f"{lemma.key}: the theory has no degrees of nodes with words, and none of one-way links")
    if lemma.domain.legal or text.terminals is not None:
        raise NotExported(f"{lemma.key}: the theory has no degrees with ends of messages, or of such sizes")
    try:
        return _Degrees(lemma, text, LemmaKey.parse(lemma.key).quantity, proved).theorem()
    except (NotAffine, EvaluationError, NotDerived):
        raise NotExported(f"{lemma.key}: its degrees are no affine functions of the sizes") from None


@dataclass(frozen=True)
class _Links:
    """Links of a node, as a rule gives them: at coordinates, for each value of a name in a range, under conditions."""

    to: tuple[Term, ...]
    over: Range | None
    given: tuple[Term, ...]


def _conditions(text: Definition, rule: Rule, begin: Sequence[Term]) -> list[Term]:
    """The conditions under which a rule leads from coordinates to the node whose names the definition has."""
    table = {(each.name, False): at for each, at in zip(text.coordinates, begin, strict=True)}
    found, names = [], {(each.name, False) for each in text.coordinates}
    for each, at, target in zip(text.coordinates, begin, rule.target, strict=True):
        if at.op != "name" or names & (each.low.names() | each.high.names()):
            found += [Term("<=", (in_place(each.low, table), at)), Term("<=", (at, in_place(each.high, table)))]
        if (end := in_place(target, table)) != Term("name", (each.name, False)):
            found.append(Term("=", (end, Term("name", (each.name, False)))))
    found += [in_place(condition, table) for _, condition in text.among]
    return [*found, *([in_place(rule.where, table)] if rule.where is not None else [])]


def turned(text: Definition, rule: Rule, sizes: Sequence[dict[str, int]]) -> _Links:
    """The nodes from which a rule leads to a node: one under some conditions, or one for each value of a coordinate."""
    found = None if rule.ranges else _one(text, rule, sizes)
    return found or _for_each(text, rule)


def _for_each(text: Definition, rule: Rule) -> _Links:
    """The nodes from which a rule leads to a node, one for each value of the coordinate that its target does not tell."""
    here = {each.name: Term("name", (each.name, False)) for each in text.coordinates}
    table: dict[tuple[str, bool], Term] = {}
    told = {(over.name, False) for over in rule.ranges} | {(name, False) for name in here}
    left = []
    for target, there in zip(rule.target, here.values(), strict=True):
        if target.op == "name" and target.args in told and target.args not in table:
            table[target.args] = there
        else:
            left.append((target, there))
    for each in _flat([rule.where] if rule.where else []):
        if each.op == "=" and each.args[0].op == "name" and each.args[1].op == "number":
            table.setdefault(each.args[0].args, each.args[1])
    free = [each for each in text.coordinates if (each.name, False) not in table]
    if len(free) != 1 or any((over.name, False) not in table for over in rule.ranges):
        raise NotExported(f"links {rule.class_name} that are not turned round")
    name = f"{free[0].name}_0"
    table[free[0].name, False] = Term("name", (name, False))
    given = [Term("=", (in_place(target, table), there)) for target, there in left]
    bounds = [(over.name, over.low, over.high) for over in rule.ranges]
    bounds += [(each.name, each.low, each.high) for each in text.coordinates if each not in free]
    for other, low, high in bounds:
        at = table[other, False]
        given += [Term("<=", (in_place(low, table), at)), Term("<=", (at, in_place(high, table)))]
    given += [in_place(condition, table) for _, condition in text.among]
    given += [] if rule.where is None else [in_place(rule.where, table)]
    over = Range(name, in_place(free[0].low, table), in_place(free[0].high, table))
    return _Links(tuple(table[each, False] for each in here), over, tuple(given))


def _one(text: Definition, rule: Rule, sizes: Sequence[dict[str, int]]) -> _Links | None:
    """The one node from which a rule leads to a node, and the conditions under which it does, as small networks have it."""
    known = []
    for size in sizes:
        places = list(plain_loops.nodes(text, size))
        begins: dict[plain_loops.Node, plain_loops.Node] = {}
        for names in places:
            for there in plain_loops.targets(text, rule, names):
                if there in begins:
                    return None
                begins[there] = plain_loops.node_of(text, names)
        known += [(names, begins.get(plain_loops.node_of(text, names))) for names in places]
    choices = [likely_values(text, rule, which, False) for which in range(len(text.coordinates))]
    for begin in product(*choices):
        if any(any(prime for _, prime in each.names()) for each in begin):
            continue
        if all(tuple(value(each, names) for each in begin) == there for names, there in known if there is not None):
            return _Links(tuple(begin), None, tuple(_deciding(_conditions(text, rule, begin), known)))
    return None


def _deciding(conditions: list[Term], known: Sequence[tuple[plain_loops.Names, plain_loops.Node | None]]) -> list[Term]:
    """As few of the conditions as decide at which nodes a link ends."""
    left = conditions
    for each in conditions:
        fewer = [other for other in left if other is not each]
        if all((there is not None) == all(value(c, names) for c in fewer) for names, there in known):
            left = fewer
    return left


def _flat(conditions: Sequence[Term]) -> Iterator[Term]:
    for each in conditions:
        if each.op == "and":
            yield from _flat(each.args)
        else:
            yield each


class _Degrees(OfDistances):
    """A theorem on degrees as it is written."""

    def theorem(self) -> str:
        lemma, sizes = self.lemma, " ".join(self.sizes)
        given, _ = hypotheses(lemma)
        small = list(lemma.domain.sizes(6, lambda size: plain_loops.work(self.text, size) <= MOST_NODES))
        rules = []
        self.ranged = [
            _Links((), rule.ranges[0], () if rule.where is None else (rule.where,))
            for rule in self.text.rules
            if rule.ranges
        ]
        if any(len(rule.ranges) > 1 for rule in self.text.rules):
            raise NotExported(f"{lemma.key}: the theory has no degrees of rules with two ranges")
        for rule in self.text.rules if self.proved else ():
            links = turned(self.text, rule, small)
            held = " && ".join(term(each) for each in links.given)
            found = f"[{node([term(each) for each in links.to])}]"
            found = f"where_ ({held}) {found}" if held else found
            if links.over is not None:
                self.ranged.append(links)
                over = f"(range {term(links.over.low)} {term(links.over.high)})"
                found = f"for_each {over} (fun {identifier(links.over.name)} => {found})"
            rules.append(bound(self.here, found))
        turned_rules = ";\n    ".join(rules)
        value_ = rocq_printer.rational(written(lemma.closed_form), atom=True)
        place = node(self.here)
        return "\n".join(
            [
                head(lemma.key, lemma.statement),
                "",
                _HEAD.replace("DefinedDegrees.", "DefinedDegrees DefinedRanges.") if self.ranged else _HEAD,
                f"Definition {self.network} ({sizes} : nat) : graph := {defined_graph(self.text)}.",
                "",
                f"Theorem {self.name} : {given}",
                f"  {self.quantity} ({self.network} {sizes}) {value_}%Q.",
                "Proof.",
                *(f"  {comment(f'{step.proof.kind}: {step.because}')}" for step in lemma.derivation.steps),
                f"  intros. unfold {self.network}. set (from := by_rules [\n    {turned_rules}]).",
                "  match goal with |- _ (two_way ?all ?same ?to) _ =>",
                "    assert (L : forall x, In x all -> Z.of_nat (leaving (two_way all same to) x) = many_Z (to x) + many_Z (from x)) end.",
                f"  {{ intros {place} ?. apply leaving_Z, leaving_counted; unfold from.",
                "    - different.",
                "    - tests.",
                "    - given_once.",
                "    - given_once.",
                "    - there_all.",
                "    - there_all.",
                "    - links_in_lists.",
                "    - links_in_lists.",
                "    - never. }",
                *(self.branches() if self.proved else []),
                "Qed.",
                "",
                f"Print Assumptions {self.name}.",
                "",
            ]
        )

    def of_branch(
        self, sizes: list[dict[str, int]], columns: Columns, symbols: Sequence[sp.Symbol], closing: str
    ) -> list[str]:
        most, where = [], []
        for size in sizes:
            degrees = self._degrees(size)
            most.append(max(degrees.values()))
            where.append({x for x, number in degrees.items() if number == most[-1]})
        table = np.array([columns(size) for size in sizes], dtype=np.int64)
        value_ = in_z(affine(table, np.array(most, dtype=np.int64), symbols))
        place = node(self.here)
        proper = "+ split; [different | tests]."
        ranges = "".join(f" {self._ranged(each)};" for each in self.ranged)
        counted = f"unfold from, by_rules; clear L from; cbn [flat_map]; potential; numbered;{ranges} by_cases"
        number = f"intros {place} ?; rewrite L by assumption; {counted}."
        if self.quantity == "degree":
            return [f"apply (degree_by {value_}); cbn [node nodes two_way].", proper, f"+ {closing}.", f"+ {number}"]
        at = zip(self.here, self.attained(table, where, symbols), strict=True)
        return [
            f"apply (max_degree_found _ {value_}); cbn [node nodes two_way].",
            proper,
            f"+ {closing}.",
            f"+ {number}",
            *(
                f"{'+' if k == 0 else ' '} assert (exists {x}, {v} <= {x} <= {v}) as [{x} [? ?]] by (exists {v}; lia)."
                for k, (x, v) in enumerate(at)
            ),
            f"  exists {place}. split; [there | rewrite L by there; {counted}].",
        ]

    def _ranged(self, links: _Links) -> str:
        """The tactics that count the links for each value of a range."""
        assert links.over is not None
        over, symbol = links.over, sp.Symbol(identifier(links.over.name), integer=True)
        names = {(p.name, False): p.symbol for p in self.lemma.domain.parameters}
        names |= {(each.name, False): sp.Symbol(identifier(each.name), integer=True) for each in self.text.coordinates}
        names[over.name, False] = symbol
        low, high = symbolic(over.low, names), symbolic(over.high, names)
        least, most, but, apart = [low], [high], [], []
        for each in _flat(links.given):
            if (over.name, False) not in each.names():
                apart.append(term(each))
                continue
            by = (
                sp.expand(symbolic(each.args[0], names) - symbolic(each.args[1], names))
                if len(each.args) == 2
                else sp.nan
            )
            sign = by.coeff(symbol)
            if sign not in (1, -1) or each.op not in ("<", "<=", ">", ">=", "!="):
                raise NotExported(f"the theory does not count values where {each}")
            root, op = sp.expand(symbol - sign * by), each.op
            if op == "!=":
                but.append(root)
                continue
            upper = (op[0] == "<") == (sign == 1)
            strict = len(op) == 1
            (most if upper else least).append(root - int(strict) if upper else root + int(strict))
        first, last = (
            reduce(lambda x, y: f"(Z.{by} {x} {y})", map(in_z, found)) for by, found in (("max", least), ("min", most))
        )
        j = identifier(over.name)
        count = f"Z.max 0 (Z.min {j} ({last} + 1) - {first})"
        for each in but:
            count += f" - Z.b2z (({first} <=? {in_z(each)}) && ({in_z(each)} <=? {last}) && ({in_z(each)} <? {j}))"
        held = "".join(f"Z.b2z {c} * " for c in apart)
        return f"rewrite (many_Z_tel _ _ _ (fun {j} => {held}({count}))); [| lia | intros; numbered; by_cases]"

    def _degrees(self, size: Mapping[str, int]) -> dict[plain_loops.Node, int]:
        near: dict[plain_loops.Node, set[plain_loops.Node]] = {}
        for names in plain_loops.nodes(self.text, dict(size)):
            here = plain_loops.node_of(self.text, names)
            near.setdefault(here, set())
            for rule in self.text.rules:
                for there in plain_loops.targets(self.text, rule, names):
                    near[here].add(there)
                    near.setdefault(there, set()).add(here)
        return {x: len(others) for x, others in near.items()}
