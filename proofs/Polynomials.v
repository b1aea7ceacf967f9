(** Distance polynomials: those of line, one-way ring, clique and bus, and of products, where they multiply. *)

From Coq Require Import List Arith ZArith QArith Qpower Qfield Lqa Lia.
From Netlemma Require Import Definitions Sums Walks Products Factors Means.
Local Open Scope nat_scope.

Lemma sum_powers_product g h z d e :
  sum (nodes (product g h)) (fun x => sum (nodes (product g h)) (fun y => z ^ (d (fst x) (fst y) + e (snd x) (snd y)))) =
  sum (nodes g) (fun x => sum (nodes g) (fun y => z ^ d x y)) * sum (nodes h) (fun x => sum (nodes h) (fun y => z ^ e x y)).
Proof.
  simpl. rewrite sum_pairs.
  transitivity (sum (nodes g) (fun x => sum (nodes h) (fun x' =>
    sum (nodes g) (fun y => z ^ d x y) * sum (nodes h) (fun y => z ^ e x' y)))).
  - apply sum_ext; intros x _. apply sum_ext; intros x' _. rewrite sum_pairs. simpl.
    rewrite Nat.mul_comm, <- sum_scale. apply sum_ext; intros y _. rewrite Nat.mul_comm, <- sum_scale.
    apply sum_ext; intros y' _. apply Nat.pow_add_r.
  - rewrite Nat.mul_comm, <- sum_scale. apply sum_ext; intros x _. now rewrite sum_scale, Nat.mul_comm.
Qed.

Theorem polynomial_product g h z v w : proper g -> proper h -> distance_polynomial g z v -> distance_polynomial h z w ->
  distance_polynomial (product g h) z (v * w)%Q.
Proof.
  intros Pg Ph (d & D & V) (e & E & W). exists (fun x y => d (fst x) (fst y) + e (snd x) (snd y)).
  split; [now apply distances_product|]. rewrite sum_powers_product, size_product, !Q_mul, <- V, <- W. ring.
Qed.

Theorem polynomial_power g n z v : proper g -> distance_polynomial g z v ->
  distance_polynomial (power g n) z (v ^ n)%Q.
Proof.
  intros P H. induction n as [|n IH].
  - exists (fun _ _ => 0). split; [apply distances_point | reflexivity].
  - destruct (polynomial_product g (power g n) z _ _ P (proper_power g n P) H IH) as (d & D & E).
    exists d. split; [exact D|]. rewrite <- E, Nat2Z.inj_succ, <- Z.add_1_l, Qpower_plus' by lia. reflexivity.
Qed.

Lemma polynomial_numbered n c d z v : distances (numbered n c) d ->
  (v * n == sum (seq 0 n) (fun x => sum (seq 0 n) (fun y => (z ^ d x y)%nat)))%Q -> distance_polynomial (numbered n c) z v.
Proof. intros D E. exists d. rewrite size_numbered. now split. Qed.

Lemma clique_powers n z x : x < n -> 2 <= z -> sum (seq 0 n) (fun y => z ^ clique_distance x y) = (n - 1) * z + 1.
Proof.
  intros H Z. rewrite (sum_ext _ _ (fun y => (z - 1) * clique_distance x y + 1)).
  - rewrite sum_add, sum_scale, clique_from, sum_const, seq_length by assumption. nia.
  - intros y _. unfold clique_distance. destruct (x =? y); simpl; lia.
Qed.

Theorem polynomial_clique n z : 2 <= n -> 2 <= z -> distance_polynomial (clique n) z (1 + n * z - z)%Q.
Proof.
  intros H Z. apply (polynomial_numbered _ _ _ _ _ (clique_distances n)).
  rewrite (sum_alike n _ ((n - 1) * z + 1)) by (intros x X; now apply clique_powers).
  rewrite Q_mul, Q_add, Q_mul. replace (Z.of_nat (n - 1)) with (n + -1)%Z by lia. rewrite inject_Z_plus.
  change (inject_Z (-1)) with (-1)%Q. change (inject_Z 1%nat) with 1%Q. ring.
Qed.

Theorem polynomial_bus n z : 2 <= n -> 2 <= z -> distance_polynomial (bus n) z (1 + n * z - z)%Q.
Proof. apply polynomial_clique. Qed.

(** Geometric sums *)

Lemma geometric (n z : nat) : (Z.of_nat (sum (seq 0 n) (fun k => (z ^ k)%nat)) * (1 - z) = 1 - Z.of_nat (z ^ n))%Z.
Proof.
  induction n as [|n IH]; [simpl; lia|]. rewrite sum_last, Nat2Z.inj_add, Z.mul_add_distr_r, IH.
  cbn [Nat.pow]. rewrite Nat2Z.inj_mul. ring.
Qed.

Lemma Q_pow (z n : nat) : 2 <= z -> (inject_Z (z ^ n)%nat == z ^ n)%Q.
Proof.
  intro H. induction n as [|n IH]; [reflexivity|]. cbn [Nat.pow]. rewrite Q_mul, IH, Qpower_S; [reflexivity|].
  now apply size_nonzero.
Qed.

Lemma one_less (z : nat) : 2 <= z -> ~ (1 - z == 0)%Q.
Proof.
  intros H E. pose proof (Q_less 1 z H) as L. change (inject_Z 1%nat) with 1%Q in L. lra.
Qed.

Theorem polynomial_oneway_ring n z : 2 <= n -> 2 <= z -> distance_polynomial (oneway_ring n) z ((1 - z ^ n) / (1 - z))%Q.
Proof.
  intros H Z. pose proof (one_less z Z). apply (polynomial_numbered _ _ _ _ _ (oneway_ring_distances n)).
  rewrite (sum_alike n _ (sum (seq 0 n) (fun k => z ^ k))) by (intros x X; exact (sum_offsets n x (fun k => z ^ k) X)).
  pose proof (geometric n z) as E. rational E. rewrite Q_mul, <- (Q_pow z n Z). change (inject_Z 1) with 1%Q in E.
  setoid_replace (1 - inject_Z (z ^ n)%nat)%Q with (inject_Z (sum (seq 0 n) (fun k => (z ^ k)%nat)) * (1 - z))%Q
    by (rewrite <- E; ring).
  field. assumption.
Qed.

Lemma line_powers_from (n z : nat) :
  (Z.of_nat (sum (seq 0 n) (fun y => (z ^ line_distance n y)%nat)) * (1 - z) = z - Z.of_nat (z ^ S n))%Z.
Proof.
  induction n as [|n IH]; [simpl; lia|]. cbn [seq sum]. rewrite sum_shift.
  rewrite (sum_ext _ _ (fun y => z ^ line_distance n y)).
  - rewrite Nat2Z.inj_add, Z.mul_add_distr_r, IH. replace (line_distance (S n) 0) with (S n) by (unfold line_distance; lia).
    rewrite (Nat.pow_succ_r' z (S n)), Nat2Z.inj_mul. ring.
  - reflexivity.
Qed.

Lemma line_powers (n z : nat) :
  (Z.of_nat (sum (seq 0 n) (fun x => sum (seq 0 n) (fun y => (z ^ line_distance x y)%nat))) * ((1 - z) * (1 - z)) =
  n - 2 * z - n * (z * z) + 2 * Z.of_nat (z ^ S n))%Z.
Proof.
  induction n as [|n IH]; [cbn [seq sum]; rewrite Nat.pow_1_r; lia|]. rewrite sum_last.
  rewrite (sum_ext _ _ (fun x => sum (seq 0 n) (fun y => z ^ line_distance x y) + z ^ line_distance n x)).
  - rewrite sum_add, sum_last. replace (line_distance n n) with 0 by (unfold line_distance; lia).
    pose proof (line_powers_from n z) as F. set (p := sum (seq 0 n) (fun y => z ^ line_distance n y)) in *.
    set (t := sum (seq 0 n) (fun x => sum (seq 0 n) (fun y => z ^ line_distance x y))) in *.
    rewrite Nat.pow_0_r, (Nat.pow_succ_r' z (S n)), !Nat2Z.inj_add, Nat2Z.inj_mul.
    transitivity (t * ((1 - z) * (1 - z)) + 2 * (p * (1 - z)) * (1 - z) + (1 - z) * (1 - z))%Z; [ring|].
    rewrite IH, F, Nat2Z.inj_succ. ring.
  - intros x _. rewrite sum_last. replace (line_distance n x) with (line_distance x n) by (unfold line_distance; lia).
    reflexivity.
Qed.

Theorem polynomial_line n z : 2 <= n -> 2 <= z ->
  distance_polynomial (line n) z ((n - 2 * z - n * z ^ 2 + 2 * z ^ (n + 1)) / (n * (1 - z) ^ 2))%Q.
Proof.
  intros H Z. pose proof (one_less z Z). pose proof (size_nonzero n H). apply (polynomial_numbered _ _ _ _ _ (line_distances n)).
  pose proof (line_powers n z) as E. rational E. change (inject_Z 1) with 1%Q in E. change (inject_Z 2) with 2%Q in E.
  setoid_replace (inject_Z (Z.of_nat (z ^ S n))) with (z ^ (n + 1))%Q in E.
  - setoid_replace (n - 2 * z - n * z ^ 2 + 2 * z ^ (n + 1))%Q with
      (inject_Z (sum (seq 0 n) (fun x => sum (seq 0 n) (fun y => (z ^ line_distance x y)%nat))) * ((1 - z) * (1 - z)))%Q
      by (transitivity (n + - (2 * z) + - (n * (z * z)) + 2 * z ^ (n + 1))%Q; [ring | rewrite <- E; reflexivity]).
    field; repeat split; assumption.
  - rewrite Q_pow by assumption. replace (Z.of_nat (S n)) with (n + 1)%Z by lia. reflexivity.
Qed.

Theorem polynomial_equal g n z p q : counted g n -> distance_polynomial g z p -> (1 < n -> q == p)%Q -> distance_polynomial g z q.
Proof.
  intros C (d & D & E) H. exists d. split; [exact D|]. now rewrite (H (counted_large g n C)).
Qed.
