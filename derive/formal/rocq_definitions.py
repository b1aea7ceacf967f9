"""Theorems in Rocq on networks that a text defines: numbers of nodes and links, as sums over the coordinates of the definition."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, pairwise

import sympy as sp

from netlemma.definitions import Definition, Range, Rule, Term
from netlemma.derive.algebra.evaluate import evaluate, holds
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.derive.definitions import plain_loops
from netlemma.derive.definitions.factors import symbolic
from netlemma.derive.definitions.theorems import ByDefinition
from netlemma.derive.formal.rocq_ranks import comment, head, theorem_name
from netlemma.derive.typeset import conditions, rocq_printer
from netlemma.derive.typeset.sympy_to_tree import written
from netlemma.errors import EvaluationError, NotDerived, NotExported

_HEAD = """From Coq Require Import List ZArith QArith Bool Lia ZifyBool.
From Netlemma Require Import Definitions Defined DefinedCounts.
Import ListNotations.
Open Scope Z_scope.
"""
QUANTITIES = ("nodes", "links")
MOST_CUTS = 3  # of the range of a coordinate into parts
_INFIX = {"+": "+", "-": "-", "*": "*", "//": "/", "mod": "mod", "^": "^", "and": "&&", "or": "||"}
_RELATIONS = {"=": "=?", "<": "<?", "<=": "<=?", ">": ">?", ">=": ">=?"}
_OVER = {"all": "all_over", "sum": "sum_over"}
_CALLS = {"min": "Z.min", "max": "Z.max", "abs": "Z.abs"}


# The definition as terms of Rocq


def identifier(name: str, prime: bool = False) -> str:
    return rocq_printer.name(name) + ("'" if prime else "")


def term(found: Term, whole: bool = False) -> str:
    """A number, a condition or a word of a definition, in brackets where it is no single name.

    >>> from netlemma.definitions import read_definition
    >>> text = "family f\\nsizes n >= 3\\nnode i: 0..n-1\\nlink a: i - (i+1) mod n where i != 2"
    >>> rule = read_definition(text).rules[0]
    >>> term(rule.target[0]), term(rule.where)
    ('((i + 1) mod n)', '(negb (i =? 2))')
    """
    op, args = found.op, found.args
    if op == "number":
        return str(args[0]) if args[0] >= 0 else f"({args[0]})"
    if op == "name":
        return f"(Z.of_nat {identifier(*args)})" if whole else identifier(*args)
    if op == "letter":
        word, prime, index = args
        return f"(letter_at {identifier(word, prime)} {term(index)})"
    if op == "with":
        return _altered(*args)
    if args and isinstance(args[0], Range):
        over, body = args
        if op not in _OVER:
            raise NotExported(f"the theory has no {op} over a range")
        return f"({_OVER[op]} {_range(over)} (fun {identifier(over.name)} => {term(body)}))"
    if op == "floor":
        return f"({' / '.join(term(each) for each in args[0].args)})" if args[0].op == "/" else term(args[0])
    inner = [term(each) for each in args if isinstance(each, Term)]
    if op in _CALLS:
        return reduce(lambda x, y: f"({_CALLS[op]} {x} {y})", inner) if len(inner) > 1 else f"({_CALLS[op]} {inner[0]})"
    if op in _INFIX:
        return f"({f' {_INFIX[op]} '.join(inner)})"
    if op in _RELATIONS:
        return f"({inner[0]} {_RELATIONS[op]} {inner[1]})"
    if op == "!=":
        return f"(negb ({inner[0]} =? {inner[1]}))"
    if op == "not":
        return f"(negb {inner[0]})"
    if op == "count":
        return f"(Z.b2z {inner[0]})"
    raise NotExported(f"the theory has no {op} in definitions")


def _altered(word: Term, changes: Sequence[Term], over: Range | None) -> str:
    """A word with new letters, each of which is read from the old one."""
    found = term(word) if over is None else "word"
    for index, letter in zip(changes[::2], changes[1::2], strict=True):
        found = f"(altered {found} {term(index)} {term(letter)})"
    if over is None:
        return found
    return f"(altered_over {term(word)} {_range(over)} (fun {identifier(over.name)} word => {found}))"


def _range(over: Range) -> str:
    return f"(range {term(over.low)} {term(over.high)})"


def node(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({parts[0]}, {node(parts[1:])})"


def _nested(parts: Sequence[str], by: str) -> str:
    return parts[0] if len(parts) == 1 else f"({by} {parts[0]} {_nested(parts[1:], by)})"


def bound(names: Sequence[str], body: str) -> str:
    pattern = node(names)
    return f"(fun {pattern} => {body})" if len(names) == 1 else f"(fun place => let '{pattern} := place in {body})"


def _rule(rule: Rule, names: Sequence[str]) -> str:
    known = {*names, *(identifier(over.name) for over in rule.ranges)}
    target = [term(each) for each in rule.target]
    whole = [
        f"(Z.of_nat {each})" if part.op == "name" and each not in known else each
        for part, each in zip(rule.target, target, strict=True)
    ]
    found = f"[{node(whole)}]"
    if rule.where is not None:
        found = f"where_ {term(rule.where)} {found}"
    for over in reversed(rule.ranges):
        found = f"for_each {_range(over)} (fun {identifier(over.name)} => {found})"
    return bound(names, found)


def defined_graph(text: Definition) -> str:
    """The network of a definition as a term."""
    names = [identifier(each.name) for each in text.coordinates]
    values = [
        f"({'words' if each.is_word else 'range'} {term(each.low)} {term(each.high)})" for each in text.coordinates
    ]
    all_nodes = values[-1]
    for value, name in zip(values[-2::-1], names[-2::-1], strict=True):
        all_nodes = f"(pairs {value} (fun {name} => {all_nodes}))"
    for ranges, condition in text.among:
        if ranges:
            raise NotExported("the theory has no conditions on all letters of a word")
        all_nodes = f"(filter {bound(names, term(condition))} {all_nodes})"
    same = _nested(["same_words" if each.is_word else "Z.eqb" for each in text.coordinates], "same_pairs")
    ways = {rule.one_way for rule in text.rules}
    if len(ways) > 1:
        raise NotExported("the theory has no networks of one-way and two-way links")
    links = ";\n    ".join(_rule(rule, names) for rule in text.rules)
    return f"{'one_way' if True in ways else 'two_way'}\n  {all_nodes} {same}\n  (by_rules [\n    {links}])"


# Sums over coordinates, closed part by part


class _Apart(Exception):
    """Something is not the same at all sizes and nodes of a part."""


Place = dict[sp.Symbol, int]


@dataclass(frozen=True)
class _Over:
    """A coordinate, or the value of a rule, with its range, or the letters and the length of a word."""

    symbol: sp.Symbol
    low: sp.Expr
    high: sp.Expr
    is_word: bool = False


def _resolved(expr: sp.Expr, places: Sequence[Place]) -> sp.Expr:
    """The value of a bound without minima and maxima, which are the same argument at all places."""
    expr = sp.S(expr)
    for kind, best in ((sp.Max, max), (sp.Min, min)):
        while found := [each for each in expr.atoms(kind) if not any(arg.has(sp.Max, sp.Min) for arg in each.args)]:
            args = [
                arg
                for arg in found[0].args
                if all(evaluate(arg, at) == best(evaluate(x, at) for x in found[0].args) for at in places)
            ]
            if not args:
                raise _Apart
            expr = expr.xreplace({found[0]: args[0]})
    if expr.has(sp.Max, sp.Min):
        raise _Apart
    return sp.expand(expr)


def in_z(expr: sp.Expr) -> str:
    return f"({rocq_printer.rational(written(sp.expand(expr)))})%Z"


def in_q(expr: sp.Expr) -> str:
    return f"({rocq_printer.rational(written(sp.factor(expr)))})%Q"


def _breaks(over: Sequence[_Over], tests: Sequence[sp.Basic]) -> list[sp.Expr]:
    """Where the first of some coordinates may change what a condition or the range of another one is."""
    first, *inner = over
    edges: set[sp.Expr] = set()
    for test in tests:
        edges |= {sp.expand(each.args[0] - each.args[1]) for each in test.atoms(sp.core.relational.Relational)}
        for each in test.atoms(sp.Min, sp.Max):
            edges |= {sp.expand(x - y) for x, y in combinations(each.args, 2)}
    for each in reversed(inner):
        bounds = [sp.expand(part) for part in (each.low, each.high)]
        for part in bounds:
            for extreme in part.atoms(sp.Min, sp.Max):
                edges |= {sp.expand(x - y) for x, y in combinations(extreme.args, 2)}
        ends = {arg for part in bounds for arg in (part.args if isinstance(part, sp.Min | sp.Max) else (part,))}
        here = {edge for edge in edges if edge.has(each.symbol)}
        edges -= here
        roots = {
            sp.expand(-edge.subs(each.symbol, 0) / edge.coeff(each.symbol))
            for edge in here
            if edge.coeff(each.symbol) in (1, -1)
        }
        edges |= {sp.expand(x - y) for x, y in combinations(sorted(roots | ends, key=str), 2)}
    x = first.symbol
    roots = {sp.expand(-edge.subs(x, 0) / edge.coeff(x)) for edge in edges if edge.coeff(x) in (1, -1)}
    near = {root + more for root in roots for more in (0, 1)}
    return sorted((root for root in near if not root.has(x)), key=lambda root: (len(str(root)), str(root)))


def _closed(over: Sequence[_Over], condition: sp.Basic, places: Sequence[Place]) -> tuple[sp.Expr, str]:
    """The sum of 1 over coordinates where a condition holds, at all places alike, and its proof."""
    if not over:
        truths = {condition is sp.true or (condition is not sp.false and holds(condition, at)) for at in places}
        if len(truths) != 1:
            raise _Apart
        return sp.Integer(truths.pop()), "opened; decided"
    first, *inner = over
    x = first.symbol
    if first.is_word:
        value, proof = _closed(inner, condition, places)
        total = value * first.low**first.high
        return total, (
            f"opened; apply (sum_words _ _ _ {in_q(value)}); [lia | lia | intros {identifier(x.name)} ?; {proof} | identity]"
        )
    for cuts in range(MOST_CUTS + 1):
        for chosen in _cuts(first, over, condition, places, cuts):
            try:
                return _parts(first, inner, condition, places, chosen)
            except _Apart:
                continue
    raise _Apart


def _cuts(
    first: _Over, over: Sequence[_Over], condition: sp.Basic, places: Sequence[Place], number: int
) -> Iterator[tuple[sp.Expr, ...]]:
    if number == 0:
        yield ()
        return
    candidates = []
    for each in _breaks(over, [condition]):
        values = [(evaluate(first.low, at), evaluate(each, at), evaluate(first.high, at) + 1) for at in places]
        if all(low <= value <= high for low, value, high in values) and any(
            low < value < high for low, value, high in values
        ):
            candidates.append((each, [value for _, value, _ in values]))
    for chosen in combinations(candidates, number):
        ordered = sorted(chosen, key=lambda each: each[1])
        if all(x <= y for (_, one), (_, two) in pairwise(ordered) for x, y in zip(one, two, strict=True)):
            yield tuple(each for each, _ in ordered)


def _parts(
    first: _Over, inner: Sequence[_Over], condition: sp.Basic, places: Sequence[Place], cuts: Sequence[sp.Expr]
) -> tuple[sp.Expr, str]:
    x = first.symbol
    lows, highs = [first.low, *cuts], [*(cut - 1 for cut in cuts), first.high]
    total, proofs = sp.S.Zero, []
    for low, high in zip(lows, highs, strict=True):
        low, high = _resolved(low, places), _resolved(high, places)
        within = [{**at, x: i} for at in places for i in range(int(evaluate(low, at)), int(evaluate(high, at)) + 1)]
        if not within:
            raise _Apart
        value, proof = _closed(inner, condition, within)
        if not value.is_polynomial(x):
            raise NotExported("the theory sums polynomials in coordinates alone")
        k = sp.Dummy("k", integer=True)
        upto = sp.expand(sp.summation(sp.expand(value).subs(x, k), (k, 0, x - 1)))
        part = sp.expand(upto.subs(x, high + 1) - upto.subs(x, low))
        name = identifier(x.name)
        proofs.append(
            (
                part,
                f"apply (sum_tel _ _ {in_z(low)} {in_z(high)} _ (fun {name} => {in_q(upto)})); [lia | lia | lia |"
                f" intros {name} ?; transitivity {in_q(value)}; [{proof} | identity] | identity]",
            )
        )
        total = sp.expand(total + part)
    *others, (rest, script) = proofs
    for cut, (part, proof) in zip(reversed(cuts), reversed(others), strict=True):
        script = f"apply (sum_cut _ {in_z(cut)} _ _ {in_q(part)} {in_q(rest)}); [lia | {proof} | {script} | identity]"
        rest = sp.expand(rest + part)
    return total, f"opened; {script}"


# Statements


def definition_of(lemma: Lemma) -> Definition | None:
    """The definition from which a lemma follows; None if it has none."""
    proof = lemma.derivation.steps[0].proof
    return proof.text if isinstance(proof, ByDefinition) else None


def defined_theorem(lemma: Lemma, text: Definition) -> str:
    """The theorem of a lemma that follows from a definition, with its proof."""
    key = LemmaKey.parse(lemma.key)
    if key.quantity not in QUANTITIES:
        raise NotExported(f"{lemma.key}: the theory has no {key.quantity} of definitions")
    if lemma.domain.legal:
        raise NotExported(f"{lemma.key}: its domain is more than smallest sizes: {lemma.domain.describe()}")
    try:
        return _theorem(lemma, text, key.quantity)
    except (_Apart, EvaluationError, NotDerived) as error:
        raise NotExported(f"{lemma.key}: its sums are not closed part by part {error}".rstrip()) from None


def _theorem(lemma: Lemma, text: Definition, quantity: str) -> str:
    sizes = [identifier(p.name) for p in lemma.domain.parameters]
    given, _ = hypotheses(lemma)
    name = theorem_name(lemma.key)
    defined = f"{theorem_name(LemmaKey.parse(lemma.key).subject)}_network"
    ways = "channels" if text.one_way else "links"
    said = "number_of_nodes" if quantity == "nodes" else f"number_of_{ways}"
    if text.terminals is not None:
        said = "number_of_ends" if quantity == "nodes" else f"number_of_{ways}_with_ends"
    value = rocq_printer.rational(written(lemma.closed_form), atom=True)
    if text.terminals is not None:
        about, proof = f" {_ends(text)}", _ends_proof(lemma, text, quantity)
    else:
        about, proof = "", _nodes_proof(lemma, text) if quantity == "nodes" else _links_proof(lemma, text)
    return "\n".join(
        [
            head(lemma.key, lemma.statement),
            "",
            _HEAD if text.terminals is None else _HEAD.replace("DefinedCounts.", "DefinedCounts Ends DefinedEnds."),
            f"Definition {defined} ({' '.join(sizes)} : nat) : graph := {defined_graph(text)}.",
            "",
            f"Theorem {name} : {given}",
            f"  {said} ({' '.join([defined, *sizes])}){about} {value}%Q.",
            "Proof.",
            *(f"  {comment(f'{step.proof.kind}: {step.because}')}" for step in lemma.derivation.steps),
            f"  intros. unfold {defined}.",
            *proof,
            "Qed.",
            "",
            f"Print Assumptions {name}.",
            "",
        ]
    )


def hypotheses(lemma: Lemma) -> tuple[str, int]:
    """The sizes of a lemma with what is assumed of them, and the number of assumptions."""
    sizes = [identifier(p.name) for p in lemma.domain.parameters]
    bounds = [f"({p.minimum} <= {size})%nat" for p, size in zip(lemma.domain.parameters, sizes, strict=True)]
    bounds += [rocq_printer.hypothesis(conditions.written(c, written)) for c in lemma.domain.relations]
    return f"forall {' '.join(sizes)} : nat, {' -> '.join(bounds)} ->", len(bounds)


def _names(lemma: Lemma, text: Definition) -> dict[tuple[str, bool], sp.Expr]:
    names: dict[tuple[str, bool], sp.Expr] = {(p.name, False): p.symbol for p in lemma.domain.parameters}
    return names | {(c.name, False): sp.Symbol(c.name, integer=True) for c in text.coordinates}


def _ends(text: Definition) -> str:
    """The number of ends of messages on a node."""
    assert text.terminals is not None
    number = f"Z.to_nat {term(text.terminals.number, whole=True)}"
    found = number if text.terminals.where is None else f"if {term(text.terminals.where)} then {number} else 0%nat"
    return _of_node(text, found)


def _of_node(text: Definition, body: str) -> str:
    """A function of a node, whose type is that of its coordinates."""
    names = [identifier(each.name) for each in text.coordinates]
    kind = node(["list Z" if each.is_word else "Z" for each in text.coordinates]).replace(",", " *")
    if len(names) == 1:
        return f"(fun {names[0]} : {kind} => {body})"
    return f"(fun place : {kind} => let '{node(names)} := place in {body})"


def _ends_proof(lemma: Lemma, text: Definition, quantity: str) -> list[str]:
    """The ends of messages, on nodes at which a condition holds, and the links."""
    assert text.terminals is not None
    number, where = text.terminals
    if number.op not in ("name", "number"):
        raise NotExported(f"{lemma.key}: the theory has no ends of messages whose number is rounded")
    value, proof = _sum(lemma, text, where=where)
    held = _of_node(text, "true" if where is None else term(where))
    counted = [
        f"apply (ends_counted _ _ _ _ {held} {term(number, whole=True)} {in_q(value)}); cbn [node nodes same two_way one_way];",
        f"    [different | tests | lia | intros; coordinates; reflexivity | {proof} | identity_of_powers]",
    ]
    if quantity == "nodes":
        return [f"  {counted[0]}", f"{counted[1]}."]
    ends = symbolic(number, _names(lemma, text)) * value
    left = sp.expand(lemma.closed_form - ends)
    return [
        f"  apply (links_with_ends _ _ {in_q(left)} {in_q(ends)}); [| {counted[0]} {counted[1].strip()} | identity_of_powers].",
        *_links_proof(lemma, text),
    ]


def _sum(lemma: Lemma, text: Definition, rule: Rule | None = None, where: Term | None = None) -> tuple[sp.Expr, str]:
    """The number of nodes, of those at which a condition holds, or of what a rule gives at all nodes."""
    names = _names(lemma, text)
    over = [
        _Over(names[c.name, False], symbolic(c.low, names), symbolic(c.high, names), c.is_word)
        for c in text.coordinates
    ]
    asked = [symbolic(condition, names) for _, condition in text.among]
    for each in rule.ranges if rule else ():
        low, high = symbolic(each.low, names), symbolic(each.high, names)
        names[each.name, False] = sp.Symbol(each.name, integer=True)
        over.append(_Over(names[each.name, False], low, high))
    if rule and rule.where is not None:
        asked.append(symbolic(rule.where, names))
    if where is not None:
        asked.append(symbolic(where, names))
    sizes = lemma.domain.sizes(6, lambda size: plain_loops.work(text, size) <= 150)
    return _closed(over, sp.And(*asked), [{p.symbol: size[p.name] for p in lemma.domain.parameters} for size in sizes])


def nodes_counted(lemma: Lemma, text: Definition) -> tuple[sp.Expr, str]:
    """The number of nodes as a sum over the coordinates, and the proof that it has this value."""
    return _sum(lemma, text)


def _nodes_proof(lemma: Lemma, text: Definition) -> list[str]:
    value, proof = nodes_counted(lemma, text)
    return [
        "  apply nodes_counted; cbn [node nodes same two_way one_way]; [different | tests |].",
        f"  transitivity {in_q(value)}; [{proof} | identity].",
    ]


def _links_proof(lemma: Lemma, text: Definition) -> list[str]:
    if any(part.op == "with" for each in text.rules for target in each.target for part in target.parts()):
        raise NotExported(f"{lemma.key}: the theory has no links that change letters of words")
    for size in lemma.domain.sizes(4, lambda size: plain_loops.work(text, size) <= 40):
        links = [
            frozenset((plain_loops.node_of(text, names), there))
            for names in plain_loops.nodes(text, size)
            for each in text.rules
            for there in plain_loops.targets(text, each, names)
        ]
        if not text.one_way and len(links) > len(set(links)):
            raise NotExported(f"{lemma.key}: the theory has no links that two rules give, or both their ends")
    rule = "channels_counted" if text.one_way else "links_counted"
    found = [_sum(lemma, text, each) for each in text.rules]
    last = "" if text.one_way else "| never "
    lines = [f"  apply {rule}; [different | tests | there_all | given_once {last}|]."]
    left = sp.Add(*(value for value, _ in found))
    lines.append(f"  transitivity {in_q(left)}; [| identity].")
    for value, proof in found:
        left -= value
        lines.append(f"  apply (sum_rule _ _ _ {in_q(value)} {in_q(left)}); [{proof} | | identity].")
    return [*lines, "  apply sum_no_rule."]
