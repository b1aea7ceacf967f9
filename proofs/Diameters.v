(** Diameters: those of the factors, and of products, where they add. *)

From Coq Require Import List ZArith QArith Lia.
From Netlemma Require Import Definitions Sums Walks Products Factors Means.
Local Open Scope nat_scope.

Lemma diameter_numbered n c d m q : distances (numbered n c) d -> (q == Z.of_nat m)%Q ->
  (forall x y, x < n -> y < n -> d x y <= m) -> (exists x y, x < n /\ y < n /\ d x y = m) ->
  diameter (numbered n c) q.
Proof.
  intros D E B (x & y & X & Y & M). exists d, m. split; [assumption|]. split; [assumption|]. split.
  - intros u v U V. apply in_seq in U, V. apply B; lia.
  - exists x, y. simpl. rewrite !in_seq. repeat split; lia || assumption.
Qed.

Lemma Q_pred n : 2 <= n -> (Z.of_nat (n - 1) == n - 1)%Q.
Proof. intro H. replace (Z.of_nat (n - 1)) with (n + -1)%Z by lia. now rewrite inject_Z_plus. Qed.

Theorem diameter_line n : 2 <= n -> diameter (line n) (n - 1)%Q.
Proof.
  intro H. apply (diameter_numbered _ _ _ (n - 1) _ (line_distances n)).
  - now rewrite Q_pred.
  - unfold line_distance. lia.
  - exists 0, (n - 1). unfold line_distance. lia.
Qed.

Theorem diameter_ring n : 2 <= n -> diameter (ring n) (n / 2)%Z.
Proof.
  intro H. apply (diameter_numbered _ _ _ (n / 2) _ (ring_distances n)).
  - now rewrite Nat2Z.inj_div.
  - intros x y Hx Hy. pose proof (offset_inside n x y Hx Hy). unfold ring_distance.
    pose proof (Nat.div_mod_eq n 2). pose proof (Nat.mod_upper_bound n 2). lia.
  - pose proof (Nat.div_mod_eq n 2). pose proof (Nat.mod_upper_bound n 2).
    exists 0, (n / 2). unfold ring_distance, offset. rewrite Nat.sub_0_r. cbn [Nat.leb]. lia.
Qed.

Theorem diameter_oneway_ring n : 2 <= n -> diameter (oneway_ring n) (n - 1)%Q.
Proof.
  intro H. apply (diameter_numbered _ _ _ (n - 1) _ (oneway_ring_distances n)).
  - now rewrite Q_pred.
  - intros x y Hx Hy. pose proof (offset_inside n x y Hx Hy). lia.
  - exists 0, (n - 1). unfold offset. cbn [Nat.leb]. lia.
Qed.

Theorem diameter_clique n : 2 <= n -> diameter (clique n) 1%Q.
Proof.
  intro H. apply (diameter_numbered _ _ _ 1 _ (clique_distances n)).
  - reflexivity.
  - unfold clique_distance. intros x y _ _. destruct (x =? y); simpl; lia.
  - exists 0, 1. split; [lia|]. split; [lia | reflexivity].
Qed.

Theorem diameter_bus n : 2 <= n -> diameter (bus n) 1%Q.
Proof. apply diameter_clique. Qed.

Theorem diameter_product g h p q : proper g -> proper h -> diameter g p -> diameter h q ->
  diameter (product g h) (p + q)%Q.
Proof.
  intros Pg Ph (d & m & D & Em & B & x & x' & X & X' & M) (e & n & E & En & C & y & y' & Y & Y' & N).
  exists (fun u v => d (fst u) (fst v) + e (snd u) (snd v)), (m + n).
  split; [now apply (distances_product g h)|]. split; [|split].
  - now rewrite Q_add, Em, En.
  - intros [u1 u2] [v1 v2] U V. apply in_prod_iff in U as [U1 U2], V as [V1 V2]. simpl.
    specialize (B u1 v1 U1 V1). specialize (C u2 v2 U2 V2). lia.
  - exists (x, y), (x', y'). simpl. rewrite !in_prod_iff. repeat split; try assumption. lia.
Qed.

Theorem diameter_power g n q : proper g -> diameter g q -> diameter (power g n) (n * q)%Q.
Proof.
  intros P H. induction n as [|n IH].
  - exists (fun _ _ => 0), 0. split; [apply distances_point|]. split; [now rewrite Qmult_0_l|].
    split; [intros; lia|]. exists tt, tt. simpl. tauto.
  - destruct (diameter_product g (power g n) _ _ P (proper_power g n P) H IH) as (d & m & D & E & R).
    exists d, m. split; [exact D|]. split; [|exact R]. rewrite <- E, Q_succ. ring.
Qed.

Theorem diameter_equal g n p q : counted g n -> diameter g p -> (1 < n -> q == p)%Q -> diameter g q.
Proof.
  intros C (d & m & D & E & R) H. pose proof (H (counted_large g n C)) as H'.
  exists d, m. split; [exact D|]. split; [now rewrite H' | exact R].
Qed.
