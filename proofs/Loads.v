(** Definitions that theorems on loads of channels are stated with, beside those of Definitions.v: routes of messages,
    dimension order on products, and the largest load. *)

From Coq Require Import List Arith ZArith QArith.
From Netlemma Require Import Definitions.
Import ListNotations.
Open Scope nat_scope.

(** * Routes

    The channels that messages cross, by name, with an equality test; and the ways of a message from one node to another,
    each with its probability and the channels that it crosses in turn. A bus is one channel for all its nodes. *)
Record routes (g : graph) : Type := Routes {
  channel_of : Type; all_channels : list channel_of;
  alike : channel_of -> channel_of -> bool;
  ways : node g -> node g -> list (Q * list channel_of)
}.
Arguments channel_of {g}. Arguments all_channels {g}. Arguments alike {g}. Arguments ways {g}.

(** The expected number of crossings of a channel by a message. *)
Definition times_on {g} (r : routes g) (c : channel_of r) (way : list (channel_of r)) : nat :=
  sum way (fun d => one_if (alike r d c)).
Definition crossings_of {g} (r : routes g) (x y : node g) (c : channel_of r) : Q :=
  sum_Q (ways r x y) (fun way => fst way * times_on r c (snd way))%Q.

(** The load of a channel, where each node x sends messages to node y at the rate [rate x y]; the largest load; and the
    throughput, the number by which all rates are multiplied so that the largest load is one. *)
Definition load {g} (r : routes g) (rate : node g -> node g -> Q) (c : channel_of r) : Q :=
  sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => rate x y * crossings_of r x y c))%Q.
Definition max_channel_load {g} (r : routes g) (rate : node g -> node g -> Q) (largest : Q) : Prop :=
  (forall c, In c (all_channels r) -> load r rate c <= largest)%Q /\
  exists c, In c (all_channels r) /\ (load r rate c == largest)%Q.
Definition throughput {g} (r : routes g) (rate : node g -> node g -> Q) (most : Q) : Prop :=
  exists largest, max_channel_load r rate largest /\ (most * largest == 1)%Q.

(** * Routes of factors

    A channel of a line or ring is the node where it begins, and whether it leads upward. *)
Definition alike_numbered (c d : nat * bool) : bool := andb (fst c =? fst d) (Bool.eqb (snd c) (snd d)).

Definition line_routes (n : nat) : routes (line n) := Routes (line n) (nat * bool)
  (map (fun x => (x, true)) (seq 0 (n - 1)) ++ map (fun x => (S x, false)) (seq 0 (n - 1))) alike_numbered
  (fun x y => [(1%Q, if x <=? y then map (fun i => (x + i, true)) (seq 0 (y - x))
                     else map (fun i => (x - i, false)) (seq 0 (x - y)))]).

(** Hops upward from x to y on a ring, the channels of that many hops upward, or downward, and the shorter way. *)
Definition ahead (n x y : nat) : nat := (y + (n - x)) mod n.
Definition climb (n x hops : nat) : list (nat * bool) := map (fun i => ((x + i) mod n, true)) (seq 0 hops).
Definition descend (n x hops : nat) : list (nat * bool) := map (fun i => ((x + (n - i)) mod n, false)) (seq 0 hops).

Definition oneway_ring_routes (n : nat) : routes (oneway_ring n) := Routes (oneway_ring n) (nat * bool)
  (map (fun x => (x, true)) (seq 0 n)) alike_numbered (fun x y => [(1%Q, climb n x (ahead n x y))]).

(** Half-way around a ring: either way with half of the messages, upward, or downward. *)
Inductive halfway : Type := split_ways | upward_ways | downward_ways.

Definition ring_routes (ties : halfway) (n : nat) : routes (ring n) := Routes (ring n) (nat * bool)
  (list_prod (seq 0 n) [true; false]) alike_numbered
  (fun x y =>
    let up := climb n x (ahead n x y) in let down := descend n x (ahead n y x) in
    match 2 * ahead n x y ?= n, ties with
    | Lt, _ | Eq, upward_ways => [(1%Q, up)]
    | Gt, _ | Eq, downward_ways => [(1%Q, down)]
    | Eq, split_ways => [((1 # 2)%Q, up); ((1 # 2)%Q, down)]
    end).

Definition clique_routes (n : nat) : routes (clique n) := Routes (clique n) (nat * nat)
  (filter (fun c => negb (fst c =? snd c)) (list_prod (seq 0 n) (seq 0 n)))
  (fun c d => andb (fst c =? fst d) (snd c =? snd d)) (fun x y => [(1%Q, if x =? y then [] else [(x, y)])]).

Definition bus_routes (n : nat) : routes (bus n) := Routes (bus n) unit [tt] (fun _ _ => true)
  (fun x y => [(1%Q, if x =? y then [] else [tt])]).

(** * Dimension order

    In a product a message first corrects the first part of its node, then the second. A channel of the first part has a
    copy for each second part, and the other way round. *)
Definition in_turn {g h} (r : routes g) (s : routes h) : routes (product g h) :=
  Routes (product g h) (channel_of r * node h + node g * channel_of s)
    (map inl (list_prod (all_channels r) (nodes h)) ++ map inr (list_prod (nodes g) (all_channels s)))
    (fun c d => match c, d with
      | inl (c, y), inl (d, z) => andb (alike r c d) (same h y z)
      | inr (y, c), inr (z, d) => andb (same g y z) (alike s c d)
      | _, _ => false
      end)
    (fun x y => map (fun w => ((fst (fst w) * fst (snd w))%Q,
        map (fun c => inl (c, snd x)) (snd (fst w)) ++ map (fun c => inr (fst y, c)) (snd (snd w))))
      (list_prod (ways r (fst x) (fst y)) (ways s (snd x) (snd y)))).

Definition no_routes : routes point := Routes point unit [] (fun _ _ => true) (fun _ _ => [(1%Q, [])]).

Fixpoint repeated {g} (r : routes g) (n : nat) : routes (power g n) :=
  match n with 0 => no_routes | S m => in_turn r (repeated r m) end.

(** * Valiant's routing and worst cases

    A message to another node goes by way of a node that is drawn among all; one of a node to itself does not move. *)
Definition by_way {g} (r : routes g) : routes g := Routes g (channel_of r) (all_channels r) (alike r)
  (fun x y => if same g x y then [(1%Q, [])] else
    flat_map (fun z => map (fun w => ((fst (fst w) * fst (snd w) / size g)%Q, snd (fst w) ++ snd (snd w)))
      (list_prod (ways r x z) (ways r z y))) (nodes g)).

(** No node sends or gets more than one message in a unit of time; the largest load of all such traffic. *)
Definition admissible {g} (rate : node g -> node g -> Q) : Prop :=
  (forall x y, 0 <= rate x y)%Q /\
  (forall x, In x (nodes g) -> sum_Q (nodes g) (fun y => rate x y) <= 1)%Q /\
  (forall y, In y (nodes g) -> sum_Q (nodes g) (fun x => rate x y) <= 1)%Q.
Definition worst_channel_load {g} (r : routes g) (worst : Q) : Prop :=
  (forall rate c, admissible rate -> In c (all_channels r) -> load r rate c <= worst)%Q /\
  exists rate c, admissible rate /\ In c (all_channels r) /\ (load r rate c == worst)%Q.

(** The throughput of the worst case as a part of that of uniform traffic, which is called capacity. *)
Definition fraction_of_capacity {g} (r : routes g) (part : Q) : Prop :=
  exists capacity worst, throughput r (uniform g) capacity /\ worst_channel_load r worst /\ (part * capacity * worst == 1)%Q.
