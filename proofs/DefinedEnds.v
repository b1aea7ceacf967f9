(** Numbers of ends of messages on the nodes of networks that a text defines, and of all links. *)

From Coq Require Import List ZArith QArith Lia Bool ZifyBool Qpower Qfield.
From Netlemma Require Import Definitions Defined DefinedCounts Ends.
Import ListNotations.
Local Open Scope Z_scope.

Lemma ends_counted {A} (all : list A) same to (ends : A -> nat) (c : A -> bool) (p : Z) m n : NoDup all ->
  (forall x y, same x y = true <-> x = y) -> 0 <= p -> (forall x, ends x = if c x then Z.to_nat p else 0%nat) ->
  (sum_Q (filter c all) (fun _ => 1) == m)%Q -> (n == inject_Z p * m)%Q -> number_of_ends (two_way all same to) ends n.
Proof.
  intros D E P H M N. split; [split; assumption|]. cbn [node nodes two_way]. rewrite N, sum_to_Q, <- M, sum_filter, <- sum_Q_scale. apply sum_Q_ext.
  intros x _. rewrite H. destruct (c x); [rewrite Z2Nat.id by exact P; ring | change (inject_Z (Z.of_nat 0)) with 0%Q; ring].
Qed.

Lemma links_with_ends g ends l e n : number_of_links g l -> number_of_ends g ends e -> (n == l + e)%Q ->
  number_of_links_with_ends g ends n.
Proof. intros L [_ E] N. exists l. split; [exact L|]. now rewrite N, E. Qed.

Lemma power_down (b n : Z) : 0 < b -> (inject_Z b ^ n == inject_Z b * inject_Z b ^ (n + - (1)))%Q.
Proof.
  intros B. assert (N : ~ (inject_Z b == 0)%Q) by (unfold Qeq; cbn; lia).
  replace n with (1 + (n + - (1))) at 1 by lia. rewrite Qpower_plus by exact N. reflexivity.
Qed.

Ltac identity_of_powers := first [identity |
  rational; match goal with |- context [(inject_Z ?b ^ Z.of_nat ?n)%Q] => rewrite (power_down b (Z.of_nat n)) by lia end; field].
