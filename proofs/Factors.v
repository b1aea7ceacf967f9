(** The factors of products: line, ring, one-way ring, clique and bus. Their distances by potentials, and the sums of
    their distances, for all sizes. *)

From Coq Require Import List ZArith Arith Lia Bool.
From Netlemma Require Import Definitions Sums Walks Products.
Local Open Scope nat_scope.

Lemma proper_numbered n c : proper (numbered n c).
Proof. split; [apply seq_NoDup | intros; apply Nat.eqb_eq]. Qed.

Lemma size_numbered n c : size (numbered n c) = n.
Proof. apply seq_length. Qed.

Lemma hop_numbered n c x y : hop (numbered n c) x y <-> x < n /\ y < n /\ 0 < c x y.
Proof. unfold hop. simpl. rewrite !in_seq. lia. Qed.

(** A distance function of numbered nodes, by a potential for each destination. *)

Lemma numbered_distances n c d :
  (forall x y, x < n -> y < n -> d x y = 0 <-> x = y) ->
  (forall x z y, x < n -> z < n -> y < n -> 0 < c x z -> d x y <= S (d z y)) ->
  (forall x y, x < n -> y < n -> d x y <> 0 -> exists z, z < n /\ 0 < c x z /\ d x y = S (d z y)) ->
  distances (numbered n c) d.
Proof.
  intros Z L D x y Hx Hy. apply in_seq in Hx as Hx', Hy as Hy'.
  apply (potential_is_distance (numbered n c) y (fun u => d u y)); [assumption | | assumption].
  split; [|split].
  - intros u Hu. apply in_seq in Hu. apply Z; lia.
  - intros u v H. apply hop_numbered in H. apply L; lia.
  - intros u Hu E. apply in_seq in Hu. destruct (D u y) as (z & Hz & C & E'); [lia | lia | assumption |].
    exists z. split; [|assumption]. apply hop_numbered. lia.
Qed.

Ltac cases :=
  unfold one_if, next, offset in *;
  repeat match goal with
    | |- context [?a <=? ?b] => destruct (Nat.leb_spec a b)
    | H : context [?a <=? ?b] |- _ => destruct (Nat.leb_spec a b)
    | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
    | H : context [?a =? ?b] |- _ => destruct (Nat.eqb_spec a b)
  end; cbn [negb] in *; try lia.

(** ** Distances *)

Definition line_distance (x y : nat) : nat := (x - y) + (y - x).

Lemma line_distances n : distances (line n) line_distance.
Proof.
  unfold line_distance. apply numbered_distances; intros.
  - lia.
  - cases.
  - destruct (Nat.lt_ge_cases x y); [exists (S x) | exists (x - 1)]; cases.
Qed.

Definition ring_distance (n x y : nat) : nat := Nat.min (offset n x y) (n - offset n x y).

Definition previous (n x : nat) : nat := if x =? 0 then n - 1 else x - 1.

Lemma next_inside n x : x < n -> next n x < n.
Proof. cases. Qed.

Lemma previous_inside n x : x < n -> previous n x < n /\ next n (previous n x) = x.
Proof. unfold previous. cases. Qed.

Lemma offset_inside n x y : x < n -> y < n -> offset n x y < n.
Proof. cases. Qed.

Lemma offset_zero n x y : x < n -> y < n -> offset n x y = 0 <-> x = y.
Proof. cases. Qed.

(** A hop forward lowers the offset by one, or from 0 to n - 1. *)

Lemma offset_next n x y : x < n -> y < n ->
  offset n x y = if offset n (next n x) y =? n - 1 then 0 else S (offset n (next n x) y).
Proof. intros. cases. Qed.

Lemma offset_previous n x y : x < n -> y < n ->
  offset n (previous n x) y = if offset n x y =? n - 1 then 0 else S (offset n x y).
Proof.
  intros Hx Hy. destruct (previous_inside n x Hx) as [H E]. rewrite (offset_next n (previous n x) y), E; auto.
Qed.

Lemma one_if_positive b c : 0 < one_if b + c <-> b = true \/ 0 < c.
Proof. destruct b; simpl; intuition (lia || congruence). Qed.

Lemma oneway_ring_distances n : distances (oneway_ring n) (offset n).
Proof.
  apply numbered_distances.
  - intros x y Hx Hy. now apply offset_zero.
  - intros x z y Hx Hz Hy C. rewrite (offset_next n x y) by assumption. destruct (next n x =? z) eqn:E; [|simpl in *; lia].
    apply Nat.eqb_eq in E as ->. destruct (Nat.eqb_spec (offset n z y) (n - 1)); lia.
  - intros x y Hx Hy N. exists (next n x). rewrite Nat.eqb_refl.
    pose proof (next_inside n x Hx). pose proof (offset_next n x y Hx Hy).
    destruct (offset n (next n x) y =? n - 1); cbn [one_if] in *; lia.
Qed.

Lemma ring_distances n : distances (ring n) (ring_distance n).
Proof.
  unfold ring_distance. apply numbered_distances.
  - intros x y Hx Hy. pose proof (offset_zero n x y Hx Hy). pose proof (offset_inside n x y Hx Hy). lia.
  - intros x z y Hx Hz Hy C.
    pose proof (offset_inside n x y Hx Hy). pose proof (offset_inside n z y Hz Hy).
    apply one_if_positive in C as [C|C].
    + apply Nat.eqb_eq in C as <-. rewrite (offset_next n x y) by assumption.
      destruct (Nat.eqb_spec (offset n (next n x) y) (n - 1)); lia.
    + rewrite <- (Nat.add_0_r (one_if _)) in C. apply one_if_positive in C as [C|C]; [|lia].
      apply Nat.eqb_eq in C as <-. rewrite (offset_next n z y) by assumption.
      destruct (Nat.eqb_spec (offset n (next n z) y) (n - 1)); lia.
  - intros x y Hx Hy N. pose proof (offset_inside n x y Hx Hy).
    destruct (Nat.le_gt_cases (2 * offset n x y) n).
    + exists (next n x). rewrite Nat.eqb_refl. pose proof (next_inside n x Hx). pose proof (offset_next n x y Hx Hy).
      destruct (offset n (next n x) y =? n - 1); cbn [one_if] in *; lia.
    + exists (previous n x). destruct (previous_inside n x Hx) as [I E]. rewrite E, Nat.eqb_refl, Nat.add_comm. cbn [one_if Nat.add].
      rewrite (offset_previous n x y) by assumption.
      destruct (Nat.eqb_spec (offset n x y) (n - 1)); lia.
Qed.

Definition clique_distance (x y : nat) : nat := one_if (negb (x =? y)).

Lemma clique_distances n : distances (clique n) clique_distance.
Proof.
  unfold clique_distance. apply numbered_distances; intros.
  - cases.
  - cases.
  - exists y. cases.
Qed.

(** ** Sums of distances *)

Lemma total_numbered n c d t : distances (numbered n c) d ->
  sum (seq 0 n) (fun x => sum (seq 0 n) (d x)) = t -> total_distance (numbered n c) t.
Proof. intros H E. exists d. split; [assumption | now symmetry]. Qed.

Local Open Scope Z_scope.

(** Each is closed by a function whose differences are the terms. Times 2, 3 or 4 there are no fractions. *)

Lemma line_from n x : (x < n)%nat ->
  2 * Z.of_nat (sum (seq 0 n) (line_distance x)) = x * (x + 1) + (n - x) * (n - x - 1).
Proof.
  intro H.
  rewrite (telescope 2 _ _ (fun y => if (y <=? x)%nat then 2 * x * y - y * (y - 1)
    else x * (x + 1) + (y - x) * (y - x - 1))).
  - destruct (Nat.leb_spec n x); lia.
  - destruct (Nat.leb_spec 0 x); lia.
  - intros k Hk. unfold line_distance. destruct (Nat.leb_spec (S k) x), (Nat.leb_spec k x); try lia.
    replace k with x by lia. lia.
Qed.

Lemma line_sum n :
  6 * Z.of_nat (sum (seq 0 n) (fun x => sum (seq 0 n) (line_distance x))) = 2 * (n * (n * n - 1)).
Proof.
  rewrite (telescope 6 _ _ (fun x => x * (x * x - 1) + (n * (n * n - 1) - (n - x) * ((n - x) * (n - x) - 1)))).
  - lia.
  - lia.
  - intros k Hk. pose proof (line_from n k Hk). lia.
Qed.

Definition ring_sum (n : nat) : nat := sum (seq 0 n) (fun k => Nat.min k (n - k)).

Lemma ring_sum_even h : Z.of_nat (ring_sum (2 * h)) = h * h.
Proof.
  enough (2 * Z.of_nat (ring_sum (2 * h)) = 2 * h * h) by lia. unfold ring_sum.
  rewrite (telescope 2 _ _ (fun k => if (k <=? h)%nat then k * (k - 1)
    else 2 * h * h - (2 * h - k) * (2 * h - k + 1))).
  - destruct (Nat.leb_spec (2 * h) h); [replace h with 0%nat by lia|]; lia.
  - destruct (Nat.leb_spec 0 h); lia.
  - intros k Hk. destruct (Nat.leb_spec (S k) h), (Nat.leb_spec k h); try lia.
    replace k with h by lia. lia.
Qed.

Lemma ring_sum_odd h : Z.of_nat (ring_sum (2 * h + 1)) = h * (h + 1).
Proof.
  enough (2 * Z.of_nat (ring_sum (2 * h + 1)) = 2 * h * (h + 1)) by lia. unfold ring_sum.
  rewrite (telescope 2 _ _ (fun k => if (k <=? h)%nat then k * (k - 1)
    else 2 * h * (h + 1) - (2 * h + 1 - k) * (2 * h + 1 - k + 1))).
  - destruct (Nat.leb_spec (2 * h + 1) h); lia.
  - destruct (Nat.leb_spec 0 h); lia.
  - intros k Hk. destruct (Nat.leb_spec (S k) h), (Nat.leb_spec k h); try lia.
    replace k with h by lia. lia.
Qed.

Lemma number_sum n : 2 * Z.of_nat (sum (seq 0 n) (fun k => k)) = n * (n - 1).
Proof. rewrite (telescope 2 _ _ (fun k => k * (k - 1))); lia. Qed.

Lemma clique_from n x : (x < n)%nat -> sum (seq 0 n) (clique_distance x) = (n - 1)%nat.
Proof.
  intro H. enough (1 * Z.of_nat (sum (seq 0 n) (clique_distance x)) = n - 1) by lia.
  rewrite (telescope 1 _ _ (fun y => if (y <=? x)%nat then Z.of_nat y else y - 1)).
  - cases.
  - cases.
  - intros k Hk. unfold clique_distance. cases.
Qed.

Local Open Scope nat_scope.

Lemma sum_alike n f c : (forall x, x < n -> f x = c) -> sum (seq 0 n) f = n * c.
Proof.
  intro H. rewrite (sum_ext _ _ (fun _ => c)), sum_const, seq_length; [reflexivity|].
  intros x Hx. apply H. apply in_seq in Hx. lia.
Qed.

Theorem total_line n : total_distance (line n) (sum (seq 0 n) (fun x => sum (seq 0 n) (line_distance x))).
Proof. now apply (total_numbered _ _ _ _ (line_distances n)). Qed.

Theorem total_ring n : total_distance (ring n) (n * ring_sum n).
Proof.
  apply (total_numbered _ _ _ _ (ring_distances n)). apply sum_alike. intros x Hx.
  apply (sum_offsets n x (fun k => Nat.min k (n - k)) Hx).
Qed.

Theorem total_oneway_ring n : total_distance (oneway_ring n) (n * sum (seq 0 n) (fun k => k)).
Proof.
  apply (total_numbered _ _ _ _ (oneway_ring_distances n)). apply sum_alike. intros x Hx.
  apply (sum_offsets n x (fun k => k) Hx).
Qed.

Theorem total_clique n : total_distance (clique n) (n * (n - 1)).
Proof. apply (total_numbered _ _ _ _ (clique_distances n)). apply sum_alike. apply clique_from. Qed.
