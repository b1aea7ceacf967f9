(** Degrees of networks that a text defines: the links that begin at a node, and those that end there. *)

From Coq Require Import List ZArith QArith Lia Bool ZifyBool Permutation.
From Netlemma Require Import Definitions Defined DefinedCounts DefinedDistances Ends.
Import ListNotations.
Local Open Scope Z_scope.

(** [to x] are the ends of links that begin at x, [from x] the beginnings of those that end there, and no link is given from both ends. *)
Lemma leaving_counted {A} (all : list A) same (to from : A -> list A) x :
  NoDup all -> (forall x y, same x y = true <-> x = y) -> NoDup (to x) -> NoDup (from x) ->
  (forall y, In y (to x) -> In y all) -> (forall y, In y (from x) -> In y all) ->
  (forall y, In y all -> In x (to y) -> In y (from x)) -> (forall y, In y (from x) -> In x (to y)) ->
  (forall y, In y (to x) -> ~ In y (from x)) ->
  (inject_Z (Z.of_nat (leaving (two_way all same to) x)) == many (to x) + many (from x))%Q.
Proof.
  intros D E T F IT IF OF FO A0. rewrite <- many_app. unfold leaving. cbn [nodes two_way]. rewrite sum_to_Q.
  cbn [channels two_way].
  transitivity (sum_Q all (fun y => if existsb (same y) (to x) || existsb (same x) (to y) then 1 else 0)).
  - apply sum_Q_ext. intros y _. now destruct (existsb (same y) (to x) || existsb (same x) (to y)).
  - rewrite <- sum_filter, <- length_sum. unfold many.
    enough (L : length (filter (fun y => existsb (same y) (to x) || existsb (same x) (to y)) all) = length (to x ++ from x)) by now rewrite L.
    apply Permutation_length, NoDup_Permutation; [now apply NoDup_filter | |].
    + apply NoDup_app_apart; [exact T | exact F | intros y; apply A0].
    + intros y. rewrite filter_In, orb_true_iff, !given_in, in_app_iff by exact E. split.
      * intros [I [J|J]]; [now left | right; now apply OF].
      * intros [I|I]; (split; [auto|]); [now left | right; now apply FO].
Qed.

Lemma degree_by m g q : proper g -> (q == inject_Z m)%Q -> (forall x, In x (nodes g) -> Z.of_nat (leaving g x) = m) -> degree g q.
Proof. intros P Q H. split; [exact P|]. intros x X. now rewrite Q, <- (H x X). Qed.

Lemma max_degree_found g m q : proper g -> (q == inject_Z m)%Q ->
  (forall x, In x (nodes g) -> Z.of_nat (leaving g x) <= m) ->
  (exists x, In x (nodes g) /\ Z.of_nat (leaving g x) = m) -> max_degree g q.
Proof.
  intros P Q H (x & X & M). split; [exact P|]. split.
  - intros y Y. rewrite Q, <- Zle_Qle. now apply H.
  - exists x. rewrite Q, M. split; [exact X | reflexivity].
Qed.

(** Numbers of links as integers. *)
Definition many_Z {A} (l : list A) : Z := Z.of_nat (length l).
Lemma many_Z_app {A} (l m : list A) : many_Z (l ++ m) = many_Z l + many_Z m.
Proof. unfold many_Z. rewrite app_length. lia. Qed.
Lemma many_Z_where {A} c (x : A) : many_Z (where_ c [x]) = Z.b2z c.
Proof. now destruct c. Qed.
Lemma leaving_Z {A} (all : list A) same (to from : A -> list A) x :
  (inject_Z (Z.of_nat (leaving (two_way all same to) x)) == many (to x) + many (from x))%Q ->
  Z.of_nat (leaving (two_way all same to) x) = many_Z (to x) + many_Z (from x).
Proof. intros H. unfold many in H. rewrite <- inject_Z_plus in H. apply (proj1 (inject_Z_injective _ _)) in H. exact H. Qed.

Ltac linked := potential;
  lazymatch goal with
  | |- _ \/ _ => first [left; solve [linked] | right; solve [linked]]
  | |- exists _, _ => match goal with v : Z |- _ => exists v; solve [linked] end
  | |- _ /\ _ => split; linked
  | |- (_, _) = _ => repeat f_equal; whole
  | |- _ => whole
  end.
Ltac links_in_lists := intros; unfold by_rules in *; cbn [flat_map] in *; potential; linked.
Ltac numbered := rewrite ?many_Z_app, ?many_Z_where; cbv beta iota;
  repeat match goal with
  | |- context [many_Z (@nil ?T)] => change (many_Z (@nil T)) with 0
  | |- context [many_Z [?x]] => change (many_Z [x]) with 1
  end.
