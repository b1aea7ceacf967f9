"""Theorems in Rocq on degrees in networks that a text defines: rules, turned round, give the links that end at a node."""

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np
import sympy as sp

from netlemma.definitions import Definition, Rule, Term
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.plain_loops import value
from netlemma.derive.formal.rocq_definitions import bound, defined_graph, hypotheses, in_z, node, term
from netlemma.derive.formal.rocq_distances import Columns, NotAffine, OfDistances, affine, in_place, likely_values
from netlemma.derive.formal.rocq_ranks import comment, head
from netlemma.derive.typeset import rocq_printer
from netlemma.derive.typeset.sympy_to_tree import written
from netlemma.errors import EvaluationError, NotDerived, NotExported

DEGREES = ("degree", "max_degree")
MOST_NODES = 150  # of small networks, by which rules are turned round
_HEAD = """From Coq Require Import List ZArith QArith Bool Lia ZifyBool.
From Netlemma Require Import Definitions Defined DefinedCounts DefinedDistances Ends DefinedDegrees.
Import ListNotations.
Open Scope Z_scope.
"""


def degree_theorem(lemma: Lemma, text: Definition) -> str:
    """The theorem of a lemma on degrees that follows from a definition, with its proof."""
    if any(each.is_word for each in text.coordinates) or text.one_way or any(rule.ranges for rule in text.rules):
        raise NotExported(
            f"{lemma.key}: the theory has degrees where each rule gives one two-way link at most, of numbers"
        )
    if lemma.domain.legal or text.terminals is not None:
        raise NotExported(f"{lemma.key}: the theory has no degrees with ends of messages, or of such sizes")
    try:
        return _Degrees(lemma, text, LemmaKey.parse(lemma.key).quantity).theorem()
    except (NotAffine, EvaluationError, NotDerived):
        raise NotExported(f"{lemma.key}: its degrees are no affine functions of the sizes") from None


def _conditions(text: Definition, rule: Rule, begin: Sequence[Term]) -> list[Term]:
    """The conditions under which a rule leads from coordinates to the node whose names the definition has."""
    table = {(each.name, False): at for each, at in zip(text.coordinates, begin, strict=True)}
    found = []
    for each, at, target in zip(text.coordinates, begin, rule.target, strict=True):
        if at.op != "name":
            found += [Term("<=", (in_place(each.low, table), at)), Term("<=", (at, in_place(each.high, table)))]
        if (end := in_place(target, table)) != Term("name", (each.name, False)):
            found.append(Term("=", (end, Term("name", (each.name, False)))))
    found += [in_place(condition, table) for _, condition in text.among]
    return [*found, *([in_place(rule.where, table)] if rule.where is not None else [])]


def turned(text: Definition, rule: Rule, sizes: Sequence[dict[str, int]]) -> tuple[Sequence[Term], list[Term]]:
    """The node from which a rule leads to a node, and the conditions under which it does: those that small networks do not refute."""
    known = []
    for size in sizes:
        places = list(plain_loops.nodes(text, size))
        begins: dict[plain_loops.Node, plain_loops.Node] = {}
        for names in places:
            for there in plain_loops.targets(text, rule, names):
                if there in begins:
                    raise NotExported(f"several links {rule.class_name} that end at {there}")
                begins[there] = plain_loops.node_of(text, names)
        known += [(names, begins.get(plain_loops.node_of(text, names))) for names in places]
    choices = [likely_values(text, rule, which, False) for which in range(len(text.coordinates))]
    for begin in product(*choices):
        if any(any(prime for _, prime in each.names()) for each in begin):
            continue
        if all(tuple(value(each, names) for each in begin) == there for names, there in known if there is not None):
            return begin, _deciding(_conditions(text, rule, begin), known)
    raise NotExported(f"links {rule.class_name} that are not turned round")


def _deciding(conditions: list[Term], known: Sequence[tuple[plain_loops.Names, plain_loops.Node | None]]) -> list[Term]:
    """As few of the conditions as decide at which nodes a link ends."""
    left = conditions
    for each in conditions:
        fewer = [other for other in left if other is not each]
        if all((there is not None) == all(value(c, names) for c in fewer) for names, there in known):
            left = fewer
    return left


class _Degrees(OfDistances):
    """A theorem on degrees as it is written."""

    def theorem(self) -> str:
        lemma, sizes = self.lemma, " ".join(self.sizes)
        given, _ = hypotheses(lemma)
        small = list(lemma.domain.sizes(6, lambda size: plain_loops.work(self.text, size) <= MOST_NODES))
        rules = []
        for rule in self.text.rules:
            begin, conditions = turned(self.text, rule, small)
            held = " && ".join(term(each) for each in conditions)
            there = f"[{node([term(each) for each in begin])}]"
            rules.append(bound(self.here, f"where_ ({held}) {there}" if held else there))
        turned_rules = ";\n    ".join(rules)
        value_ = rocq_printer.rational(written(lemma.closed_form), atom=True)
        place = node(self.here)
        return "\n".join(
            [
                head(lemma.key, lemma.statement),
                "",
                _HEAD,
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
                *self.branches(),
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
        number = f"intros {place} ?; rewrite L by assumption; unfold from, by_rules; clear L from; cbn [flat_map]; potential; numbered; by_cases."
        if self.quantity == "degree":
            return [f"apply (degree_by {value_}); cbn [node nodes two_way].", proper, f"+ {closing}.", f"+ {number}"]
        there = node(self.attained(table, where, symbols))
        return [
            f"apply (max_degree_found _ {value_}); cbn [node nodes two_way].",
            proper,
            f"+ {closing}.",
            f"+ {number}",
            f"+ exists {there}. split; [there | rewrite L by there; unfold from, by_rules; clear L from; cbn [flat_map]; numbered; by_cases].",
        ]

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
