(** Numbers of links that a rule gives for each value of a range: by telescoping. *)

From Coq Require Import List ZArith Lia Bool ZifyBool.
From Netlemma Require Import Definitions Defined DefinedCounts DefinedDistances DefinedDegrees.
Import ListNotations.
Local Open Scope Z_scope.

Lemma many_Z_tel {A} a b (f : Z -> list A) (F : Z -> Z) : a <= b + 1 ->
  (forall j, a <= j <= b -> many_Z (f j) = F (j + 1) - F j) -> many_Z (for_each (range a b) f) = F (b + 1) - F a.
Proof.
  intros I H. remember (Z.to_nat (b + 1 - a)) as n eqn:N. revert b I H N. induction n as [|n IH]; intros b I H N.
  - unfold for_each. rewrite range_empty by lia. cbn [flat_map]. replace (b + 1) with a by lia.
    change (many_Z (@nil A)) with 0. lia.
  - unfold for_each in *. pose proof (R := range_last a (b - 1) ltac:(lia)). replace (b - 1 + 1) with b in R by lia.
    rewrite R, flat_map_app, many_Z_app, (IH (b - 1)) by (try intros j J; try apply H; lia).
    cbn [flat_map]. rewrite app_nil_r, H by lia. replace (b - 1 + 1) with b by lia. lia.
Qed.
