(** Networks that a text defines, as theorems state them: nodes by their coordinates, and rules for links. Coordinates
    are integers, or words of letters; the letters of a word are counted from 1. *)

From Coq Require Import List ZArith Bool.
From Netlemma Require Import Definitions.
Import ListNotations.
Local Open Scope Z_scope.

(** The integers from a to b. *)
Definition range (a b : Z) : list Z := map (fun i => a + Z.of_nat i) (seq 0 (Z.to_nat (b + 1 - a))).

(** The words of n letters 0 to k - 1. *)
Fixpoint spelled (letters : list Z) (n : nat) : list (list Z) :=
  match n with O => [[]] | S m => flat_map (fun x => map (cons x) (spelled letters m)) letters end.
Definition words (k n : Z) : list (list Z) := spelled (range 0 (k - 1)) (Z.to_nat n).

Definition letter_at (v : list Z) (j : Z) : Z := nth (Z.to_nat (j - 1)) v 0.

(** A word with another letter at a place, and with a change for each of some places, one after the other. *)
Definition altered (v : list Z) (j x : Z) : list Z :=
  map (fun i => if i =? j then x else letter_at v i) (range 1 (Z.of_nat (length v))).
Definition altered_over (v : list Z) (places : list Z) (change : Z -> list Z -> list Z) : list Z :=
  fold_left (fun word i => change i word) places v.

Definition all_over (values : list Z) (holds : Z -> bool) : bool := forallb holds values.
Definition sum_over (values : list Z) (part : Z -> Z) : Z := fold_right Z.add 0 (map part values).

(** A first coordinate of a list, and the others, whose values may depend on it. *)
Definition pairs {A B : Type} (first : list A) (others : A -> list B) : list (A * B) :=
  flat_map (fun x => map (pair x) (others x)) first.

(** Equality tests of nodes. *)
Fixpoint same_words (v w : list Z) : bool :=
  match v, w with
  | [], [] => true
  | x :: v, y :: w => (x =? y) && same_words v w
  | _, _ => false
  end.
Definition same_pairs {A B : Type} (one : A -> A -> bool) (two : B -> B -> bool) (x y : A * B) : bool :=
  one (fst x) (fst y) && two (snd x) (snd y).

(** What a rule gives under a condition, and for each value of a range. *)
Definition where_ {A : Type} (c : bool) (l : list A) : list A := if c then l else [].
Definition for_each {A : Type} (values : list Z) (give : Z -> list A) : list A := flat_map give values.

Definition by_rules {A : Type} (rules : list (A -> list A)) (x : A) : list A := flat_map (fun rule => rule x) rules.

(** A network of two-way links, or of one-way ones: [to x] lists the nodes to which the rules link node x. Links that several
    rules give, or both their ends, are one link. *)
Definition two_way {A : Type} (all : list A) (same : A -> A -> bool) (to : A -> list A) : graph :=
  Graph A all same (fun x y => one_if (existsb (same y) (to x) || existsb (same x) (to y))).
Definition one_way {A : Type} (all : list A) (same : A -> A -> bool) (to : A -> list A) : graph :=
  Graph A all same (fun x y => one_if (existsb (same y) (to x))).
