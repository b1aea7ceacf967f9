(** Definitions that theorems on forwarding indices are stated with, beside those of Definitions.v: paths, and routings that
    may split a message among several of them. *)

From Coq Require Import List ZArith QArith.
From Netlemma Require Import Definitions.
Open Scope nat_scope.

(** [path g x y l]: hops lead from x to each node of l in turn, the last of which is y. *)
Fixpoint path (g : graph) (x y : node g) (l : list (node g)) : Prop :=
  match l with nil => x = y | cons z rest => hop g x z /\ path g z y rest end.

(** A routing has paths from each node to each other, with the part of the message that takes each. *)
Definition forwarding (g : graph) : Type := node g -> node g -> list (Q * list (node g)).
Definition routed (g : graph) (r : forwarding g) : Prop :=
  forall x y, In x (nodes g) -> In y (nodes g) -> (sum_Q (r x y) fst == 1)%Q /\
    forall way, In way (r x y) -> (0 <= fst way)%Q /\ path g x y (snd way).

(** How often a path passes a node between its ends; and the messages through a node, one of each node to each other. *)
Definition visits (g : graph) (z : node g) (l : list (node g)) : nat := sum (removelast l) (fun w => one_if (same g w z)).
Definition passing (g : graph) (r : forwarding g) (z : node g) : Q :=
  sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y =>
    if same g x y then 0 else sum_Q (r x y) (fun way => fst way * visits g z (snd way))))%Q.

(** The vertex forwarding index: the least over all routings of the largest number of messages through a node. *)
Definition vertex_forwarding_index (g : graph) (least : Q) : Prop :=
  (exists r, routed g r /\ forall z, In z (nodes g) -> passing g r z <= least)%Q /\
  (forall r, routed g r -> exists z, In z (nodes g) /\ least <= passing g r z)%Q.
