(** Definitions that theorems on deadlock at all sizes are stated with, beside those of Definitions.v: dimension order on
    lines, rings and one-way rings, with dateline channels on rings. *)

From Coq Require Import List Arith NArith.
From Netlemma Require Import Definitions.
Import ListNotations.
Local Open Scope nat_scope.

(** A channel between nodes that are lists of digits: the node where it begins, the dimension whose digit it changes,
    whether upward or downward, and its number among the virtual channels of the hop. *)
Record lane : Type := Lane { start : list nat; dimension : nat; upward : bool; virtual : nat }.

(** The digit where a channel begins, in its dimension. *)
Definition digit (c : lane) : nat := nth (dimension c) (start c) 0.

(** The hops of a packet from digit a to digit b, each with the digit where it begins, its direction and its virtual
    channel. On rings of k digits a packet goes on virtual channel 0, and on 1 from the hop between k - 1 and 0 on. *)
Definition hop_of_digit : Type := (nat * bool * nat)%type.

Definition line_hops (a b : nat) : list hop_of_digit :=
  if a <=? b then map (fun i => (a + i, true, 0)) (seq 0 (b - a)) else map (fun i => (a - i, false, 0)) (seq 0 (a - b)).

Definition upward_hop (k a i : nat) : hop_of_digit := ((a + i) mod k, true, if a + i <? k - 1 then 0 else 1).
Definition downward_hop (k a i : nat) : hop_of_digit := ((a + (k - i)) mod k, false, if i <? a then 0 else 1).

Definition oneway_ring_hops (k a b : nat) : list hop_of_digit := map (upward_hop k a) (seq 0 ((b + (k - a)) mod k)).

(** Round a ring the shorter way, upward where both are equal. *)
Definition ring_hops (k a b : nat) : list hop_of_digit :=
  if 2 * ((b + (k - a)) mod k) <=? k then map (upward_hop k a) (seq 0 ((b + (k - a)) mod k))
  else map (downward_hop k a) (seq 0 ((a + (k - b)) mod k)).

(** The route from x to y that corrects the digits in their order; the digits before are correct. *)
Fixpoint digit_by_digit (hops : nat -> nat -> list hop_of_digit) (before x y : list nat) : list lane :=
  match x, y with
  | a :: x, b :: y =>
    map (fun h => match h with (d, up, v) => Lane (before ++ d :: x) (length before) up v end) (hops a b) ++
    digit_by_digit hops (before ++ [b]) x y
  | _, _ => []
  end.

(** The nodes have n digits below k. A goal is a source with a destination, and its packets take the channels of their
    route one after the other. *)
Definition digits (k n : nat) (x : list nat) : Prop := length x = n /\ forall a, In a x -> a < k.

Definition dimension_order (hops : nat -> nat -> list hop_of_digit) (k n : nat) : routing :=
  Routing (list nat * list nat) lane
    (fun g c => digits k n (fst g) /\ digits k n (snd g) /\
       exists rest, digit_by_digit hops [] (fst g) (snd g) = c :: rest)
    (fun g c d => exists before after, digit_by_digit hops [] (fst g) (snd g) = before ++ c :: d :: after).

(** The place to which a channel leads among k: the digit there, counted from the other end if it leads downward. *)
Definition place (k : nat) (c : lane) : nat := (if upward c then digit c + 1 else k - digit c) mod k.

(** Numbers of channels that rise wherever a packet goes on. *)
Inductive arrives (r : routing) (g : goal r) : channel r -> Prop :=
  | arrives_first : forall c, enters r g c -> arrives r g c
  | arrives_next : forall c d, arrives r g c -> follows r g c d -> arrives r g d.

Definition rises (r : routing) (number : channel r -> N) : Prop :=
  forall g c d, arrives r g c -> follows r g c d -> (number c < number d)%N.
