"""Worst cases of dimension order, computed in Rocq over all permutations of the nodes of small networks."""

import sympy as sp

from netlemma import worst_case
from netlemma.derive.discovery import lemma
from netlemma.derive.formal.rocq_theorems import routes
from netlemma.derive.formal.statements import statement_of

WORST = """From Coq Require Import List QArith Qminmax.
Import ListNotations.
Fixpoint placed {A} (x : A) (l : list A) : list (list A) :=
  match l with [] => [[x]] | y :: rest => (x :: l) :: map (cons y) (placed x rest) end.
Fixpoint orders {A} (l : list A) : list (list A) :=
  match l with [] => [[]] | x :: rest => flat_map (placed x) (orders rest) end.
Definition to_ends g (ends : list (node g)) (x y : node g) : Q :=
  if existsb (fun pair => andb (same g x (fst pair)) (same g y (snd pair))) (combine (nodes g) ends) then 1 else 0.
Definition worst {g} (r : routes g) : Q :=
  fold_right (fun ends most => Qred (Qmax (largest r (to_ends g ends)) most)) 0 (orders (nodes g)).
"""
SMALL = (
    "line(5).worst_case.dimension-order",
    "line(2)^2.worst_case.dimension-order",
    "ring(4).worst_case.dimension-order",
    "ring(4).worst_case.dimension-order.plus",
    "ring(5).worst_case.dimension-order.minus",
    "oneway-ring(4).worst_case.dimension-order",
    "clique(2)^2.worst_case.dimension-order",
    "bus(2)^2.worst_case.dimension-order",
    "bus(3).worst_case.dimension-order",
    "line(2) x bus(2).worst_case.dimension-order",
    "ring(2) x clique(2).worst_case.dimension-order",
)
ACCEPTED = (
    "mesh.worst_case.dimension-order",
    "toroid.worst_case.dimension-order.minus",
    "torus.fraction_of_capacity.worst_case.dimension-order",
    "hamming.fraction_of_capacity.worst_case.dimension-order",
    "ring(4)^3.worst_case.dimension-order",
    "line(n)^2.fraction_of_capacity.worst_case.dimension-order",
    "bus(3) x line(4)^2 x ring(6).worst_case.dimension-order.plus",
    "line(9) x oneway-ring(3)^2.fraction_of_capacity.worst_case.dimension-order",
)
MUTANTS = (
    ("mesh.worst_case.dimension-order", lambda e: sp.Piecewise(*e.args[:2], (e.args[1].expr, True))),
    ("toroid.worst_case.dimension-order", lambda e: e + 1),
    ("torus.worst_case.dimension-order.plus", lambda e: e * 2),
    ("bus(3)^2.worst_case.dimension-order", lambda e: e - 1),
    ("oneway-torus.fraction_of_capacity.worst_case.dimension-order", lambda e: e / 2),
    ("ring.fraction_of_capacity.worst_case.dimension-order", lambda e: e * 2),
    ("line(4) x ring(5).worst_case.dimension-order", lambda e: e + 1),
    ("clique(2) x line(5).fraction_of_capacity.worst_case.dimension-order", lambda e: e / 3),
)
MISSING = (
    ("line(a) x line(4).worst_case.dimension-order", "all sizes are numbers"),
    ("ring(4) x line(5).worst_case.dimension-order", "an even ring whose ties are split"),
)


def permuted(key):
    """Theorem that the largest load over all permutations and channels is the worst case that is measured."""
    text, *_, routing = key.replace("dimension-order.", "dimension-order ties=").split(".")
    most = worst_case(text, routing=routing).gamma
    name, term = f"worst{SMALL.index(key)}", f"worst ({routes(statement_of(lemma(key)))})"
    return f"""Theorem {name} : {term} = {most.numerator} # {most.denominator}.
Proof. vm_compute. reflexivity. Qed.
Print Assumptions {name}.
"""
