(** Steps of packets, on which ranks rise; what holds all along the way of a packet; words with a letter put in. *)

From Coq Require Import List Arith NArith Lia.
From Netlemma Require Import Definitions Routes Deadlock Fabrics.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Steps *)

Definition steps (r : routing) (step : channel r -> channel r -> Prop) : Prop :=
  forall g c d, arrives r g c -> follows r g c d -> step c d.

Theorem rises_on_steps (r : routing) (step : channel r -> channel r -> Prop) (rank : channel r -> nat) :
  steps r step -> (forall c d, step c d -> rank c < rank d) -> rises r (fun c => N.of_nat (rank c)).
Proof. intros S R g c d A F. specialize (R c d (S g c d A F)). lia. Qed.

(** What holds of the first channel of a packet, and behind a channel of which it holds, holds of all. *)
Lemma arrived_with (A : Type) (ends : A -> Prop) onward (holds : A -> passage A -> Prop) :
  (forall t s c, ends t -> ends s -> s <> t -> In c (onward t s None) -> holds t c) ->
  (forall t c d, ends t -> holds t c -> In d (onward t (target c) (Some c)) -> holds t d) ->
  forall t c, arrives (hop_by_hop ends onward) t c -> ends t /\ holds t c.
Proof.
  intros First Next t c R. induction R as [c (T & s & S & D & I)|c d R [T H] F].
  - split; [assumption|]. now apply (First t s).
  - split; [assumption|]. now apply (Next t c).
Qed.

(** ** Words *)

Lemma put_length i x word : i < length word -> length (put i x word) = length word.
Proof. intro I. unfold put. rewrite app_length, firstn_length. cbn [length]. rewrite skipn_length. lia. Qed.

Lemma nth_put i x word j : i < length word -> nth j (put i x word) 0 = if j =? i then x else nth j word 0.
Proof.
  unfold put. revert i j. induction word as [|a word IH]; intros i j I; cbn in I; [lia|].
  destruct i, j; cbn; try reflexivity. apply IH. lia.
Qed.
