(** Distances by breadth-first search, to be computed: what the definitions say at one size. *)

From Coq Require Import List Arith QArith Lia Bool.
From Netlemma Require Import Definitions Sums Walks.
Local Open Scope nat_scope.

(** The nodes from which at most k hops lead to y. *)

Fixpoint around (g : graph) (k : nat) (y : node g) : list (node g) :=
  match k with
  | 0 => y :: nil
  | S k => let inner := around g k y in
    filter (fun x => existsb (fun z => same g x z || (0 <? channels g x z)) inner) (nodes g)
  end.

Definition searched (g : graph) (x y : node g) : option nat :=
  find (fun k => existsb (same g x) (around g k y)) (seq 0 (size g)).

Definition computed_distance (g : graph) (x y : node g) : nat :=
  match searched g x y with Some k => k | None => 0 end.

Definition computed_total (g : graph) : option nat :=
  if forallb (fun x => forallb (fun y => match searched g x y with Some _ => true | None => false end) (nodes g)) (nodes g)
  then Some (sum (nodes g) (fun x => sum (nodes g) (computed_distance g x)))
  else None.

Definition computed_hyper (g : graph) : nat :=
  sum (nodes g) (fun x => sum (nodes g) (fun y => computed_distance g x y * (computed_distance g x y + 1))).

Definition computed_powers (g : graph) (z : nat) : nat :=
  sum (nodes g) (fun x => sum (nodes g) (fun y => z ^ computed_distance g x y)).

Definition computed_hops (g : graph) (rate : node g -> node g -> Q) : Q :=
  Qred (sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => rate x y * computed_distance g x y)) / size g)%Q.

Lemma around_iff g k x y : proper g -> In x (nodes g) -> In y (nodes g) ->
  In x (around g k y) <-> exists n, n <= k /\ walk g n x y.
Proof.
  intros [_ E] Hx Hy. revert x Hx. induction k as [|k IH]; intros x Hx.
  - simpl. split.
    + intros [->|[]]. exists 0. split; [lia | apply stay].
    + intros (n & L & W). replace n with 0 in W by lia. inversion W. now left.
  - simpl. rewrite filter_In, existsb_exists. split.
    + intros (_ & z & Hz & H). apply orb_true_iff in H as [H|H].
      * apply E in H. subst z. apply IH in Hz as (n & L & W); [|assumption]. exists n. split; [lia | assumption].
      * apply Nat.ltb_lt in H.
        assert (I : In z (nodes g)).
        { destruct k; simpl in Hz; [destruct Hz as [<-|[]]; assumption | now apply filter_In in Hz]. }
        apply IH in Hz as (n & L & W); [|assumption]. exists (S n). split; [lia|].
        apply step with z; [|assumption]. repeat split; assumption.
    + intros (n & L & W). split; [assumption|]. inversion W as [| m ? z ? H V]; subst.
      * exists y. split; [|apply orb_true_iff; left; now apply E].
        apply IH; [assumption|]. exists 0. split; [lia | apply stay].
      * exists z. destruct H as (_ & I & C). split; [|apply orb_true_iff; right; now apply Nat.ltb_lt].
        apply IH; [assumption|]. exists m. split; [lia | assumption].
Qed.

Lemma find_first f n k a : find f (seq a n) = Some k -> a <= k /\ f k = true /\ forall j, a <= j < k -> f j = false.
Proof.
  revert a. induction n as [|n IH]; intros a; simpl; [discriminate|].
  destruct (f a) eqn:F.
  - intros [= <-]. repeat split; [lia | assumption | intros; lia].
  - intro H. apply IH in H as (L & T & B). repeat split; [lia | assumption|].
    intros j J. destruct (Nat.eq_dec j a) as [->|]; [assumption|]. apply B. lia.
Qed.

(** What is computed is the total of the definition. *)

Theorem computed_total_correct g t : proper g -> computed_total g = Some t -> total_distance g t.
Proof.
  intros P H. unfold computed_total in H. destruct (forallb _ _) eqn:A in H; [|discriminate]. injection H as <-.
  exists (computed_distance g). split; [|reflexivity]. intros x y Hx Hy.
  rewrite forallb_forall in A. specialize (A x Hx). rewrite forallb_forall in A. specialize (A y Hy).
  unfold computed_distance. destruct (searched g x y) as [k|] eqn:S; [|discriminate].
  assert (M : forall j, existsb (same g x) (around g j y) = true <-> exists n, n <= j /\ walk g n x y).
  { intro j. rewrite existsb_exists, <- around_iff by assumption. split.
    - intros (z & Hz & Ez). apply P in Ez. now subst.
    - intro I. exists x. split; [assumption|]. now apply P. }
  apply find_first in S as (_ & T & B). apply M in T as (n & L & W).
  assert (F : forall m, walk g m x y -> k <= m).
  { intros m V. destruct (Nat.le_gt_cases k m); [assumption|]. specialize (B m).
    assert (existsb (same g x) (around g m y) = true) by (apply M; exists m; auto).
    rewrite B in H0; [discriminate | lia]. }
  split; [|assumption]. replace k with n; [assumption|]. specialize (F n W). lia.
Qed.
