(** Steps of packets in fabrics of any size, from which ranks that rise exclude deadlock. *)

From Coq Require Import List Arith NArith Lia.
From Netlemma Require Import Definitions Routes Deadlock Fabrics.
From Netlemma Require Export Steps TreeRanks GridRanks GroupRanks LiveflyRanks.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Virtual channels that count hops *)

Definition counting_step (vcs : nat) {A : Type} (c d : passage A) : Prop := vc d < vcs /\ vc d = vc c + 1.

Theorem counting_steps g d vcs : distances g d -> (forall x y, In x (nodes g) -> In y (nodes g) -> d x y <= vcs) ->
  steps (counting_hops g d vcs) (counting_step vcs).
Proof.
  intros _ Near t c e A F. unfold counting_hops in A.
  destruct (fun P N => arrived_with (node g) (fun x => In x (nodes g)) _ (fun t c => vc c + 1 + d (target c) t <= vcs) P N t c A) as [T H].
  - intros u s x U S _ I. apply in_map_iff in I as (y & <- & I). apply filter_In in I as [_ I]. cbn [vc target].
    apply andb_prop in I as [_ I]. apply Nat.eqb_eq in I. specialize (Near s u S U). lia.
  - intros u x y U H I. apply in_map_iff in I as (z & <- & I). apply filter_In in I as [_ I]. cbn [vc target].
    apply andb_prop in I as [_ I]. apply Nat.eqb_eq in I. lia.
  - apply in_map_iff in F as (z & <- & I). apply filter_In in I as [_ I]. unfold counting_step. cbn [vc target] in *.
    apply andb_prop in I as [_ I]. apply Nat.eqb_eq in I. lia.
Qed.

(** ** Tactics of exported proofs *)

(** The rank rises on each step: linear arithmetic over the coordinates of both channels, case by case. *)
Ltac rank_rises :=
  let S := fresh in intros ? ? S;
  unfold tree_step, grid_step, aside_step, group_step, fly_step, counting_step in S;
  rewrite ?app_length, ?repeat_length in S; cbn [length] in S;
  repeat match goal with H : _ /\ _ |- _ => destruct H | H : _ \/ _ |- _ => destruct H end;
  repeat match goal with H : stage _ = _ |- _ => rewrite H in * | H : part _ = _ |- _ => rewrite H in * end;
  repeat match goal with
  | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y)
  | |- context [?x <=? ?y] => destruct (Nat.leb_spec x y)
  end; lia.
