(** Squares of distances: of a product, means and variances of the distances add. The hyper-Wiener index follows. *)

From Coq Require Import List Arith ZArith QArith Qpower Qfield Lia.
From Netlemma Require Import Definitions Sums Walks Products Factors Means.
Local Open Scope Q_scope.

Definition squares (g : graph) (d : node g -> node g -> nat) : nat := total g (fun x y => d x y * d x y)%nat.

(** The mean distance over all ordered pairs of nodes, equal ones included, and the mean of its square. *)

Definition moments (g : graph) (v w : Q) : Prop :=
  exists d, distances g d /\ v * (size g * size g) == total g d /\ w * (size g * size g) == squares g d.

Lemma squares_product g h d e :
  (squares (product g h) (fun x y => d (fst x) (fst y) + e (snd x) (snd y)) =
  size h * size h * squares g d + 2 * (total g d * total h e) + size g * size g * squares h e)%nat.
Proof.
  unfold squares, total. simpl. rewrite sum_pairs.
  transitivity (sum (nodes g) (fun x => sum (nodes h) (fun x' =>
    size h * sum (nodes g) (fun y => d x y * d x y) + 2 * (sum (nodes g) (d x) * sum (nodes h) (e x')) +
    size g * sum (nodes h) (fun y => e x' y * e x' y))))%nat.
  - apply sum_ext; intros x _. apply sum_ext; intros x' _. rewrite sum_pairs. simpl.
    transitivity (sum (nodes g) (fun y => size h * (d x y * d x y) + 2 * sum (nodes h) (e x') * d x y +
      sum (nodes h) (fun y => e x' y * e x' y)))%nat.
    + apply sum_ext; intros y _.
      transitivity (sum (nodes h) (fun y' => d x y * d x y + 2 * d x y * e x' y' + e x' y' * e x' y'))%nat.
      * apply sum_ext; intros y' _. ring.
      * rewrite !sum_add, sum_const, sum_scale. unfold size. ring.
    + rewrite !sum_add, !sum_scale, sum_const. unfold size. ring.
  - transitivity (sum (nodes g) (fun x => size h * size h * sum (nodes g) (fun y => d x y * d x y) +
      2 * sum (nodes h) (fun x' => sum (nodes h) (e x')) * sum (nodes g) (d x) +
      size g * sum (nodes h) (fun x' => sum (nodes h) (fun y => e x' y * e x' y))))%nat.
    + apply sum_ext; intros x _. rewrite !sum_add, sum_const, !sum_scale. unfold size.
      ring.
    + rewrite !sum_add, !sum_scale, sum_const. unfold size. ring.
Qed.

Theorem moments_product g h a b v w : proper g -> proper h -> moments g a v -> moments h b w ->
  moments (product g h) (a + b) (v + 2 * (a * b) + w).
Proof.
  intros Pg Ph (d & D & A & V) (e & E & B & W). exists (fun x y => d (fst x) (fst y) + e (snd x) (snd y))%nat.
  split; [now apply distances_product|]. split.
  - rewrite total_product, size_product, Q_add, !Q_mul, <- A, <- B. ring.
  - rewrite squares_product, size_product, !Q_add, !Q_mul, <- A, <- B, <- V, <- W. change (inject_Z 2%nat) with 2. ring.
Qed.

Theorem moments_power g n a v : proper g -> moments g a v -> moments (power g n) (n * a) (n * v + n * (n - 1) * (a * a)).
Proof.
  intros P H. induction n as [|n IH].
  - exists (fun _ _ => 0)%nat. split; [apply distances_point|].
    split; transitivity 0; try reflexivity; change (inject_Z 0%nat) with 0; ring.
  - destruct (moments_product g (power g n) _ _ _ _ P (proper_power g n P) H IH) as (d & D & A & V).
    exists d. split; [exact D|]. change (power g (S n)) with (product g (power g n)).
    split; [rewrite <- A | rewrite <- V]; rewrite Q_succ; ring.
Qed.

(** ** Factors *)

Lemma moments_numbered n c d v w : distances (numbered n c) d -> v * (n * n) == sum (seq 0 n) (fun x => sum (seq 0 n) (d x)) ->
  w * (n * n) == sum (seq 0 n) (fun x => sum (seq 0 n) (fun y => d x y * d x y)%nat) -> moments (numbered n c) v w.
Proof. intros D V W. exists d. rewrite size_numbered. exact (conj D (conj V W)). Qed.

Lemma Q_scaled (c : Z) (n : nat) (q : Q) : ~ inject_Z c == 0 -> inject_Z c * n == q -> inject_Z n == q / inject_Z c.
Proof. intros N E. rewrite <- E. field. exact N. Qed.

Lemma line_squares_from n x : (x < n)%nat ->
  (6 * Z.of_nat (sum (seq 0 n) (fun y => line_distance x y * line_distance x y)%nat) =
  x * (x + 1) * (2 * x + 1) + (n - x - 1) * (n - x) * (2 * (n - x) - 1))%Z.
Proof.
  intro H. rewrite (telescope 6 _ _ (fun y => if (y <=? x)%nat
    then x * (x + 1) * (2 * x + 1) - (x - y) * (x - y + 1) * (2 * (x - y) + 1)
    else x * (x + 1) * (2 * x + 1) + (y - x - 1) * (y - x) * (2 * (y - x) - 1))%Z).
  - destruct (Nat.leb_spec n x); lia.
  - destruct (Nat.leb_spec 0 x); lia.
  - intros k Hk. unfold line_distance. destruct (Nat.leb_spec (S k) x), (Nat.leb_spec k x); try lia.
    replace k with x by lia. lia.
Qed.

Lemma line_squares n :
  (6 * Z.of_nat (sum (seq 0 n) (fun x => sum (seq 0 n) (fun y => line_distance x y * line_distance x y)%nat)) =
  n * n * (n * n - 1))%Z.
Proof.
  enough (12 * Z.of_nat (sum (seq 0 n) (fun x => sum (seq 0 n) (fun y => line_distance x y * line_distance x y)%nat)) =
  2 * (n * n * (n * n - 1)))%Z by lia.
  rewrite (telescope 12 _ _ (fun x => x * x * (x * x - 1) + (n * n * (n * n - 1) - (n - x) * (n - x) * ((n - x) * (n - x) - 1)))%Z).
  - lia.
  - lia.
  - intros k Hk. pose proof (line_squares_from n k Hk). lia.
Qed.

Theorem moments_line (n : nat) : (2 <= n)%nat -> moments (line n) ((n ^ 2 - 1) / (3 * n)) ((n ^ 2 - 1) / 6).
Proof.
  intro H. pose proof (size_nonzero n H) as N.
  apply (moments_numbered _ _ _ _ _ (line_distances n)).
  - pose proof (line_sum n) as E. rational E. rewrite (Q_scaled 6 _ _ ltac:(discriminate) E). field. exact N.
  - pose proof (line_squares n) as E. rational E. rewrite (Q_scaled 6 _ _ ltac:(discriminate) E). field.
Qed.

Lemma number_squares n : (6 * Z.of_nat (sum (seq 0 n) (fun k => k * k)%nat) = (n - 1) * n * (2 * n - 1))%Z.
Proof. rewrite (telescope 6 _ _ (fun k => (k - 1) * k * (2 * k - 1))%Z); lia. Qed.

Theorem moments_oneway_ring (n : nat) : (2 <= n)%nat -> moments (oneway_ring n) ((n - 1) / 2) ((n - 1) * (2 * n - 1) / 6).
Proof.
  intro H. apply (moments_numbered _ _ _ _ _ (oneway_ring_distances n)).
  - rewrite (sum_alike n _ (sum (seq 0 n) (fun k => k))) by (intros x X; exact (sum_offsets n x (fun k => k) X)).
    pose proof (number_sum n) as E. rational E. rewrite Q_mul, (Q_scaled 2 _ _ ltac:(discriminate) E). field.
  - rewrite (sum_alike n _ (sum (seq 0 n) (fun k => k * k)%nat)) by (intros x X; exact (sum_offsets n x (fun k => k * k)%nat X)).
    pose proof (number_squares n) as E. rational E. rewrite Q_mul, (Q_scaled 6 _ _ ltac:(discriminate) E).
    field.
Qed.

Definition ring_squares (n : nat) : nat := sum (seq 0 n) (fun k => Nat.min k (n - k) * Nat.min k (n - k))%nat.

Lemma ring_squares_even h : (3 * Z.of_nat (ring_squares (2 * h)) = h * (2 * h * h + 1))%Z.
Proof.
  enough (6 * Z.of_nat (ring_squares (2 * h)) = 2 * (h * (2 * h * h + 1)))%Z by lia. unfold ring_squares.
  rewrite (telescope 6 _ _ (fun k => if (k <=? h)%nat then (k - 1) * k * (2 * k - 1)
    else 2 * (h * (2 * h * h + 1)) - (2 * h - k) * (2 * h - k + 1) * (2 * (2 * h - k) + 1))%Z).
  - destruct (Nat.leb_spec (2 * h) h); [replace h with 0%nat by lia|]; lia.
  - destruct (Nat.leb_spec 0 h); lia.
  - intros k Hk. destruct (Nat.leb_spec (S k) h), (Nat.leb_spec k h); try lia.
    replace k with h by lia. lia.
Qed.

Lemma ring_squares_odd h : (3 * Z.of_nat (ring_squares (2 * h + 1)) = h * (h + 1) * (2 * h + 1))%Z.
Proof.
  enough (6 * Z.of_nat (ring_squares (2 * h + 1)) = 2 * (h * (h + 1) * (2 * h + 1)))%Z by lia. unfold ring_squares.
  rewrite (telescope 6 _ _ (fun k => if (k <=? h)%nat then (k - 1) * k * (2 * k - 1)
    else 2 * (h * (h + 1) * (2 * h + 1)) - (2 * h + 1 - k) * (2 * h + 2 - k) * (2 * (2 * h + 1 - k) + 1))%Z).
  - destruct (Nat.leb_spec (2 * h + 1) h); lia.
  - destruct (Nat.leb_spec 0 h); lia.
  - intros k Hk. destruct (Nat.leb_spec (S k) h), (Nat.leb_spec k h); try lia.
    replace k with h by lia. lia.
Qed.

Theorem moments_ring (n : nat) : (2 <= n)%nat -> moments (ring n)
  (if (n mod 2 =? 0)%Z then n / 4 else (n ^ 2 - 1) / (4 * n))
  (if (n mod 2 =? 0)%Z then (n ^ 2 + 2) / 12 else (n ^ 2 - 1) / 12).
Proof.
  intro H. pose proof (size_nonzero n H) as N. apply (moments_numbered _ _ _ _ _ (ring_distances n)).
  - rewrite (sum_alike n _ (ring_sum n)), Q_mul by (intros x X; exact (sum_offsets n x (fun k => Nat.min k (n - k)) X)).
    destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
    + destruct (half_even n P) as [h ->]. pose proof (ring_sum_even h) as S. rational S.
      rewrite S, Q_mul. change (inject_Z 2%nat) with 2. field.
    + destruct (half_odd n P) as [h ->]. pose proof (ring_sum_odd h) as S. rational S.
      rewrite S. rewrite Q_add, Q_mul in *. change (inject_Z 2%nat) with 2 in *.
      change (inject_Z 1%nat) with 1 in *. change (inject_Z 1) with 1. field. exact N.
  - rewrite (sum_alike n _ (ring_squares n)), Q_mul
      by (intros x X; exact (sum_offsets n x (fun k => Nat.min k (n - k) * Nat.min k (n - k))%nat X)).
    destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
    + destruct (half_even n P) as [h ->]. pose proof (ring_squares_even h) as S. rational S.
      rewrite (Q_scaled 3 _ _ ltac:(discriminate) S), !Q_mul. change (inject_Z 2%nat) with 2. field.
    + destruct (half_odd n P) as [h ->]. pose proof (ring_squares_odd h) as S. rational S.
      rewrite (Q_scaled 3 _ _ ltac:(discriminate) S), !Q_add, !Q_mul. change (inject_Z 2%nat) with 2.
      change (inject_Z 1%nat) with 1. field.
Qed.

Theorem moments_clique (n : nat) : (2 <= n)%nat -> moments (clique n) ((n - 1) / n) ((n - 1) / n).
Proof.
  intro H. pose proof (size_nonzero n H) as N.
  assert (E : inject_Z (sum (seq 0 n) (fun x => sum (seq 0 n) (clique_distance x))) == n * (n - 1)).
  { rewrite (sum_alike n _ (n - 1)) by apply clique_from. rewrite Q_mul.
    replace (Z.of_nat (n - 1)) with (n + -1)%Z by lia. now rewrite inject_Z_plus. }
  apply (moments_numbered _ _ _ _ _ (clique_distances n)).
  - rewrite E. field. exact N.
  - rewrite (sum_ext _ _ (fun x => sum (seq 0 n) (clique_distance x))); [rewrite E; field; exact N|].
    intros x _. apply sum_ext. intros y _. unfold clique_distance. destruct (negb _); reflexivity.
Qed.

Theorem moments_bus (n : nat) : (2 <= n)%nat -> moments (bus n) ((n - 1) / n) ((n - 1) / n).
Proof. apply moments_clique. Qed.

(** ** The index *)

Theorem hyper_wiener_index_by_moments g n v w index :
  counted g n -> moments g v w -> (1 < n -> 4 * index == (v + w) * (n * n)) -> hyper_wiener_index g index.
Proof.
  intros C (d & D & V & W) H. exists d. split; [exact D|]. rewrite (H (counted_large g n C)).
  destruct C as (_ & _ & <-). rewrite Qmult_plus_distr_l, V, W, <- Q_add. unfold squares, total.
  replace (sum (nodes g) (fun x => sum (nodes g) (fun y => d x y * (d x y + 1))))%nat
    with (sum (nodes g) (fun x => sum (nodes g) (d x) + sum (nodes g) (fun y => d x y * d x y)))%nat.
  - now rewrite sum_add.
  - apply sum_ext. intros x _. rewrite <- sum_add. apply sum_ext. intros y _. lia.
Qed.

Theorem ordered_hyper_wiener_index_by_moments g n v w index :
  counted g n -> moments g v w -> (1 < n -> 2 * index == (v + w) * (n * n)) -> ordered_hyper_wiener_index g index.
Proof.
  intros C M H. apply (hyper_wiener_index_by_moments g n v w _ C M). intro L. rewrite <- (H L). field.
Qed.
