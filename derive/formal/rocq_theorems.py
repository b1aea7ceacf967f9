"""Theorems in Rocq: statement and proof of a lemma, and the files of the theory on which they rest."""

import re
from collections.abc import Iterable, Sequence
from importlib.resources import files

import sympy as sp

from netlemma.derive.algebra.notation import a
from netlemma.derive.core.lemma import Lemma, LemmaKey
from netlemma.derive.formal.rocq_definitions import defined_theorem, definition_of
from netlemma.derive.formal.rocq_degrees import DEGREES, degree_theorem
from netlemma.derive.formal.rocq_distances import OF_DISTANCE, distance_theorem
from netlemma.derive.formal.rocq_ranks import (
    comment,
    fabric_statement_of,
    fabric_theorem,
    head,
    rank_theorem,
    theorem_name,
)
from netlemma.derive.formal.statements import FormalStatement, destinations, rank_statement_of, statement_of
from netlemma.derive.networks.products.path_counting import Group, Groups
from netlemma.derive.networks.traffic.factor_loads import BY_NAME, SPLIT, UNIFORM, n
from netlemma.derive.networks.traffic.transpose_loads import TRANSPOSE
from netlemma.derive.typeset import conditions, rocq_printer
from netlemma.derive.typeset.sympy_to_tree import written
from netlemma.errors import NotExported

# The files of Rocq's theory: all of them, and those on which theorems rest.


def theory_files() -> dict[str, str]:
    """The files of the theory by name, with the Makefile and the list of them."""
    theory = files("netlemma").joinpath("proofs")
    project = theory.joinpath("_CoqProject").read_text(encoding="utf-8")
    names = ["_CoqProject", "Makefile", *(line for line in project.split() if line.endswith(".v"))]
    return {name: theory.joinpath(name).read_text(encoding="utf-8") for name in names}


def theory_of(texts: Iterable[str]) -> dict[str, str]:
    """The files of the theory on which files rest, by what they require, with the Makefile and the list of all files.

    >>> sorted(theory_of(["From Netlemma Require Import Walks."]))
    ['Definitions.v', 'Makefile', 'Walks.v', '_CoqProject']
    """
    theory, needed, left = theory_files(), {"Definitions.v"}, list(texts)
    while left:
        more = required_files(left.pop()) - needed
        needed |= more
        left += [theory[name] for name in more]
    return {name: text for name, text in theory.items() if name in needed or not name.endswith(".v")}


def required_files(text: str) -> set[str]:
    """The files of the theory that a file names as those it requires.

    >>> sorted(required_files("From Netlemma Require Import Walks Sums."))
    ['Sums.v', 'Walks.v']
    """
    lists = re.findall(r"^From Netlemma Require (?:Import|Export) ([^.]*)\.", text, re.M)
    return {f"{name}.v" for each in lists for name in each.split()}


# Proofs in Rocq of worst cases of dimension order: the theorem that is applied, and the tactics of its premises.


_FACTOR = {
    "worst_channel_load": ("stressed_factor",),
    "fraction_of_capacity": ("sound_routes", "stressed_factor", "busiest_channels", "positive_load"),
}
_POWER = {
    "worst_channel_load": ("count_nodes", "sound_routes", "stressed_factor"),
    "fraction_of_capacity": ("count_nodes", "sound_routes", "stressed_factor", "busiest_channels", "positive_load"),
}
_PRODUCT = {
    "worst_channel_load": ("worst_of_each",),
    "fraction_of_capacity": ("sound_routes", "worst_of_each", "busiest_channels", "computed"),
}
_RULE = {"worst_channel_load": "worst_load", "fraction_of_capacity": "fraction"}


def is_worst(statement: FormalStatement) -> bool:
    """Whether a statement is about the worst case of dimension order."""
    return statement.quantity in _RULE and not statement.by_way


def worst_rule(statement: FormalStatement) -> tuple[str, ...]:
    """The theorem and the tactics for a factor, for a power, or for a product of unlike factors."""
    rule = _RULE[statement.quantity]
    if len(statement.network) == 1:
        (group,) = statement.network
        form, tactics = ("factor", _FACTOR) if group.count == 1 else ("power", _POWER)
        return f"{rule}_{form}", *tactics[statement.quantity]
    for group in statement.network:
        if not (group.size.is_Integer and group.count.is_Integer):
            raise NotExported("the theory has worst cases of unlike factors where all sizes are numbers")
        if group.kind.name == "ring" and statement.ties == SPLIT and group.size > 2 and group.size % 2 == 0:
            raise NotExported("the theory has no worst cases of unlike factors with an even ring whose ties are split")
    return f"{rule}_product", *_PRODUCT[statement.quantity]


def worst_closing(statement: FormalStatement) -> tuple[str, str]:
    """The tactic that shows the closed form, and the one that no denominator is zero."""
    closing = "formula_arithmetic" if statement.claimed else "arithmetic"
    return "computed" if len(statement.network) > 1 else f"halved {closing}", "two_or_more; never_zero"


# Theorems in Rocq: statement and proof of a lemma, and the theory on which they rest.


_HEAD = """From Coq Require Import ZArith QArith.
From Netlemma Require Import Definitions Forwarding Means Diameters Counts Moments Patterns Polynomials NodesPassed Tactics.
Open Scope Q_scope.
"""
_LOAD_HEAD = """From Coq Require Import ZArith QArith Qminmax.
From Netlemma Require Import Definitions Loads Means Tactics Crossings TwoPhases LoadTactics.
Open Scope Q_scope.
"""
_WORST_HEAD = _LOAD_HEAD.replace("LoadTactics.", "LoadTactics WorstTactics WorstProducts.")
_LINK_HEAD = """From Coq Require Import ZArith QArith Qminmax.
From Netlemma Require Import Definitions Forwarding Means Tactics LinksCrossed LinkTactics.
Open Scope Q_scope.
"""
_VISIT_HEAD = """From Coq Require Import ZArith QArith.
From Netlemma Require Import Definitions Forwarding Means Tactics VisitRatios.
Open Scope Q_scope.
"""
_AND = " /\\ "
_RULES = {
    "mean_distance": ("mean_distance_by_spread", "add_spreads"),
    "wiener_index": ("wiener_index_by_spread", "add_spreads"),
    "ordered_wiener_index": ("ordered_wiener_index_by_spread", "add_spreads"),
    "diameter": ("diameter_equal", "add_diameters"),
    "radius": ("radius_equal", "add_radii"),
    "vertex_forwarding_index": ("vertex_forwarding_by_spread", "add_spreads", "shift_nodes"),
    "edge_forwarding_index": ("edge_forwarding_met", "eased_devices", "strained_devices"),
    "visit_ratio": ("visit_ratio_by_spread", "add_spreads", "equip"),
    "number_of_nodes": ("number_of_nodes_equal",),
    "number_of_channels": ("number_of_channels_by_density", "add_densities"),
    "number_of_links": ("number_of_links_by_density", "add_densities"),
    "degree": ("degree_equal", "add_degrees"),
    "hyper_wiener_index": ("hyper_wiener_index_by_moments", "add_moments"),
    "ordered_hyper_wiener_index": ("ordered_hyper_wiener_index_by_moments", "add_moments"),
    "mean_hops": ("mean_hops_sent", "add_reaches"),
    "distance_polynomial": ("polynomial_equal", "multiply_polynomials"),
    "max_channel_load": ("max_load_sent", "permutations", "peaks"),
    "throughput": ("throughput_sent", "permutations", "peaks"),
}
_UNIFORM = {
    "mean_hops": ("mean_hops_uniform", "add_spreads"),
    "max_channel_load": ("max_load_uniform", "sound_routes", "busiest_channels"),
    "throughput": ("throughput_uniform", "sound_routes", "busiest_channels"),
}
_BY_WAY = {
    "max_channel_load": ("max_load_by_way", "sound_routes", "fair_routes", "busiest_channels"),
    "worst_channel_load": ("worst_load_by_way", "sound_routes", "fair_routes", "busiest_channels"),
}
_TIES = {"split": "split_ways", "plus": "upward_ways", "minus": "downward_ways"}
_DIGITS = {
    n - 1 - a: "mirrored {n}",
    a + 1: "shifted {n} 1",
    a + n - 1: "shifted {n} ({n} - 1)",
    a + sp.floor(n / 2): "shifted {n} ({n} / 2)",
    a + sp.ceiling(n / 2) - 1: "shifted {n} (({n} + 1) / 2 - 1)",
}


def theorem(lemma: Lemma | FormalStatement, proved: bool = True) -> str:
    """The theorem of a lemma with its proof, as a file that needs only the theory; proofs that take long to write may be left out."""
    if isinstance(lemma, FormalStatement):
        return _theorem(lemma)
    fabric = fabric_statement_of(lemma)
    if fabric:
        return fabric_theorem(fabric)
    if ranked := rank_statement_of(lemma):
        return rank_theorem(ranked)
    try:
        statement = statement_of(lemma)
    except NotExported:
        if text := definition_of(lemma):
            quantity = LemmaKey.parse(lemma.key).quantity
            if quantity in OF_DISTANCE:
                return distance_theorem(lemma, text, proved)
            return degree_theorem(lemma, text, proved) if quantity in DEGREES else defined_theorem(lemma, text)
        raise
    return _theorem(statement)


def export(lemmas: Sequence[Lemma | FormalStatement]) -> dict[str, str]:
    """The files of a folder that ``make`` compiles: the part of the theory on which the theorems rest, theorems and their list."""
    theorems = {f"{theorem_name(each.key)}.v": theorem(each) for each in lemmas}
    found = theory_of(theorems.values())
    options = found["_CoqProject"].partition("\n")[0]
    listed = [options, *(name for name in (*found, *theorems) if name.endswith(".v"))]
    return {**found, **theorems, "_CoqProject": "".join(f"{line}\n" for line in listed)}


def network(groups: Groups) -> str:
    """The product as a term: ``product (power (ring w) D) (line n)``."""
    return _product([_group(group) for group in groups])


def _product(terms: list[str], by: str = "product") -> str:
    first, *rest = terms
    return f"{by} {_argument(first)} {_argument(_product(rest, by))}" if rest else first


def _group(group: Group) -> str:
    return _many(_factor(group), group, "power")


def _many(factor: str, group: Group, by: str) -> str:
    return factor if group.count == 1 else f"{by} ({factor}) {rocq_printer.rational(written(group.count), atom=True)}"


def _factor(group: Group) -> str:
    return f"{group.kind.name.replace('-', '_')} {_size(group)}"


def _size(group: Group) -> str:
    return rocq_printer.rational(written(group.size), atom=True)


def routes(statement: FormalStatement) -> str:
    """The routes of dimension order as a term: ``in_turn (repeated (ring_routes split_ways w) D) (line_routes n)``."""
    factors = [f"{group.kind.name.replace('-', '_')}_routes" for group in statement.network]
    ties = [f"{name} {_TIES[statement.ties]}" if name == "ring_routes" else name for name in factors]
    groups = zip(ties, statement.network, strict=True)
    found = _product([_many(f"{name} {_size(group)}", group, "repeated") for name, group in groups], "in_turn")
    return f"by_way {_argument(found)}" if statement.by_way else found


def devices(groups: Groups) -> str:
    """The links and buses of a product as a term: ``product_devices (power_devices (ring_devices w) D) (line_devices n)``."""
    factors = [f"{group.kind.name.replace('-', '_')}_devices {_size(group)}" for group in groups]
    found = zip(factors, groups, strict=True)
    return _product([_many(factor, group, "power_devices") for factor, group in found], "product_devices")


def traffic(statement: FormalStatement) -> str:
    """The rates of a statement on mean hops, as an argument: ``(uniform (ring n))``."""
    term = _argument(network(statement.network))
    if statement.about == UNIFORM:
        return f"(uniform {term})"
    groups = statement.network
    if statement.about == TRANSPOSE:
        return f"(sent {term} (transposed {_halves(groups)}))"
    maps = [_map(statement.about, group) for group in groups]
    found = maps[-1]
    for i in reversed(range(len(groups) - 1)):
        rest = _argument(network(groups[i + 1 :]))
        found = f"both {_argument(_group(groups[i]))} {rest} {_argument(maps[i])} {_argument(found)}"
    return f"(sent {term} {_argument(found)})"


def _halves(groups: Groups) -> str:
    """Factor and exponent of a power, the digits of which have two halves."""
    if len(groups) > 1:
        raise NotExported(f"the theory has {TRANSPOSE} on powers of one factor alone")
    (group,) = groups
    return f"({_factor(group)}) {rocq_printer.rational(written(group.count), atom=True)}"


def _map(pattern: str, group: Group) -> str:
    if pattern not in BY_NAME:
        raise NotExported(f"the theory has no destinations of {pattern}, which depend on other digits")
    image = destinations(pattern, group)
    if image not in _DIGITS:
        raise NotExported(f"the theory has no destinations {image} of {pattern}")
    digit = _DIGITS[image].format(n=_size(group))
    if group.count == 1:
        return digit
    return f"each ({_factor(group)}) ({digit}) {rocq_printer.rational(written(group.count), atom=True)}"


def _argument(term: str) -> str:
    return f"({term})" if " " in term else term


def _in_halves(statement: FormalStatement) -> sp.Expr:
    """The value with whole numbers as exponents that are so since a size is even, or odd: k^((n - 2)/2) has floor(n/2) - 1."""
    value, half = statement.value, sp.Dummy("half", integer=True)

    def whole(value: sp.Expr, size: sp.Symbol, rest: int) -> sp.Expr:
        return value.replace(
            lambda part: part.is_Pow and part.exp.has(size) and not part.exp.is_integer,
            lambda part: (
                part.base ** part.exp.xreplace({size: 2 * half + rest}).expand().xreplace({half: sp.floor(size / 2)})
            ),
        )

    for size in (p.symbol for p in statement.sizes):
        even = sp.Eq(sp.Mod(size, 2), 0)
        if even in statement.given:
            value = whole(value, size, 0)
        elif value.has(even) and any(x.exp.has(size) and not x.exp.is_integer for x in value.atoms(sp.Pow)):
            of_even, of_odd = (
                whole(value.xreplace({even: so}), size, rest) for so, rest in ((sp.true, 0), (sp.false, 1))
            )
            value = sp.Piecewise((of_even, even), (of_odd, True), evaluate=False)
    return value


def _rule(statement: FormalStatement) -> tuple[str, ...]:
    """The theorem that is applied, and the tactics of its premises."""
    if is_worst(statement):
        return worst_rule(statement)
    rules = _BY_WAY if statement.by_way else _UNIFORM if statement.about == UNIFORM else _RULES
    return rules[statement.quantity]


def _head(statement: FormalStatement) -> str:
    if is_worst(statement):
        return _WORST_HEAD
    heads = {"edge_forwarding_index": _LINK_HEAD, "visit_ratio": _VISIT_HEAD}
    found = _LOAD_HEAD if statement.ties else heads.get(statement.quantity, _HEAD)
    if any(group.count.is_Add for group in statement.network):
        return found.replace(" Tactics.", " Tactics Exponents.")
    return found


def _theorem(statement: FormalStatement) -> str:
    name, value = theorem_name(statement.key), written(_in_halves(statement))
    sizes = [rocq_printer.name(p.name) for p in statement.sizes]
    bounds = [f"({p.minimum} <= {size})%nat" for p, size in zip(statement.sizes, sizes, strict=True)]
    bounds += [rocq_printer.hypothesis(conditions.written(condition, written)) for condition in statement.given]
    given = f"forall {' '.join(sizes)} : nat, {' -> '.join(bounds)} ->\n  " if sizes else ""
    rule, *tactics = _rule(statement)
    term = _argument(network(statement.network))
    of_devices = statement.quantity == "edge_forwarding_index"
    about = term
    if statement.ties:
        about = _argument(routes(statement))
    elif of_devices or statement.quantity == "visit_ratio":
        about = _argument(devices(statement.network))
    closing = nonvanishing = "formula_arithmetic" if statement.claimed else "arithmetic"
    if is_worst(statement):
        closing, nonvanishing = worst_closing(statement)
    elif statement.ties:
        if len(statement.network) > 1:
            closing = f"first [largest | {closing}]" if statement.claimed else "largest"
        closing, nonvanishing = f"cbv iota; {closing}", "never_zero"
    elif of_devices:
        closing = f"first [largest_factor | {closing}]" if statement.claimed else "largest_factor"
        nonvanishing = "never_zero"
    more = ""
    if statement.quantity == "distance_polynomial":
        closing, nonvanishing, more = "polynomial_arithmetic", "intros _; apart", rocq_printer.name(statement.about)
    elif statement.about:
        more = traffic(statement)
    opening = "intros."
    if statement.ties and statement.about == TRANSPOSE and statement.given:
        opening += f" halves {_halves(statement.network).rpartition(' ')[2]}."
    lowered = [x.name for group in statement.network if group.count.is_Add for x in group.count.free_symbols]
    if lowered:
        closing, nonvanishing = f"one_less; {closing}", f"less_one; {nonvanishing}"
    lines = [
        head(statement.key, statement.words),
        "",
        _head(statement),
        f"Theorem {name} : {given}{' '.join(filter(None, (statement.quantity, about, more)))}",
        f"    {_argument(rocq_printer.rational(value))}.",
        "Proof.",
        *(f"  {comment(reason)}" for reason in statement.reasons),
        f"  {' '.join([opening, *(f'lowered {rocq_printer.name(size)}.' for size in lowered)])} eapply {rule}.",
        "  - count_nodes.",
        *(f"  - {tactic}." for tactic in tactics),
        f"  - {closing}.",
        "Qed.",
        "",
    ]
    nonzero = rocq_printer.denominators(value)
    if nonzero:
        lines += [
            f"Theorem {name}_denominators : {given}{_AND.join(dict.fromkeys(nonzero))}.",
            "Proof.",
            f"  {opening} eapply (counted_more {term}); [count_nodes | {nonvanishing}].",
            "Qed.",
            "",
        ]
    lines += [f"Print Assumptions {name}."]
    if nonzero:
        lines += [f"Print Assumptions {name}_denominators."]
    return "\n".join(lines) + "\n"
