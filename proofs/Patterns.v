(** Mean hops of traffic patterns: uniform traffic, and maps of nodes that act on each part of a product alone, of which
    mean hops add. *)

From Coq Require Import List Arith ZArith QArith Qpower Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Sums Walks Products Factors Means.
Local Open Scope Q_scope.

(** ** Sums of rational numbers *)

Lemma sum_Q_ext {A} (l : list A) f g : (forall x, In x l -> f x == g x) -> sum_Q l f == sum_Q l g.
Proof. induction l as [|x l IH]; simpl; intro H; [reflexivity | rewrite H, IH; auto; reflexivity]. Qed.

Lemma sum_Q_nat {A} (l : list A) (f : A -> nat) : sum_Q l (fun x => inject_Z (f x)) == sum l f.
Proof. induction l as [|x l IH]; [reflexivity | cbn [sum_Q sum]; now rewrite IH, Q_add]. Qed.

Lemma sum_Q_scale {A} (l : list A) c f : sum_Q l (fun x => c * f x) == c * sum_Q l f.
Proof. induction l as [|x l IH]; cbn [sum_Q]; [ring | rewrite IH; ring]. Qed.

Lemma sum_Q_one {A} (l : list A) same z (f : A -> Q) : NoDup l -> (forall x y : A, same x y = true <-> x = y) -> In z l ->
  sum_Q l (fun y => (if same z y then 1 else 0) * f y) == f z.
Proof.
  intros D E. induction D as [|y l N D IH]; intros I; [destruct I|]. cbn [sum_Q]. destruct I as [->|I].
  - rewrite (proj2 (E z z) eq_refl). rewrite (sum_Q_ext _ _ (fun _ => 0 * 0)).
    + rewrite sum_Q_scale. ring.
    + intros y Y. destruct (same z y) eqn:S; [apply E in S; subst; contradiction | ring].
  - rewrite (IH I). destruct (same z y) eqn:S; [apply E in S; subst; contradiction | ring].
Qed.

(** ** Uniform traffic *)

Theorem mean_hops_uniform g n w mean :
  counted g n -> spread g w -> (1 < n -> mean * (n - 1) == w * n) -> mean_hops g (uniform g) mean.
Proof.
  intros C (t & (d & D & T) & W) M. pose proof (counted_large g n C) as L. specialize (M L).
  destruct C as ([N E] & B & S). exists d. split; [exact D|].
  rewrite (sum_Q_ext _ _ (fun x => 1 / (n - 1) * inject_Z (sum (nodes g) (d x)))).
  - rewrite sum_Q_scale, sum_Q_nat, <- T, <- W, S.
    setoid_replace mean with (w * n / (n - 1)) by (rewrite <- M; field; intro Z; lra).
    field. intro Z. lra.
  - intros x X. rewrite (sum_Q_ext _ _ (fun y => 1 / (n - 1) * inject_Z (d x y))).
    + now rewrite sum_Q_scale, sum_Q_nat.
    + intros y Y. unfold uniform. destruct (same g x y) eqn:H.
      * apply E in H as <-. replace (d x x) with 0%nat; [change (inject_Z 0%nat) with 0; ring|].
        destruct (D x x X X) as [_ F]. specialize (F 0%nat (stay g x)). lia.
      * now rewrite S.
Qed.

(** ** Maps *)

Definition kept (g : graph) (f : node g -> node g) : Prop := forall x, In x (nodes g) -> In (f x) (nodes g).

(** The mean distance of the nodes from their destinations. *)

Definition reach (g : graph) (f : node g -> node g) (w : Q) : Prop :=
  kept g f /\ exists d, distances g d /\ w * size g == sum (nodes g) (fun x => d x (f x)).

Theorem reach_product g h f k v w : proper g -> proper h -> reach g f v -> reach h k w ->
  reach (product g h) (both g h f k) (v + w).
Proof.
  intros Pg Ph (Kf & d & D & V) (Kk & e & E & W). split.
  - intros [x y] I. apply in_prod_iff in I as [X Y]. apply in_prod_iff. split; [now apply Kf | now apply Kk].
  - exists (fun x y => d (fst x) (fst y) + e (snd x) (snd y))%nat. split; [now apply distances_product|].
    replace (sum (nodes (product g h)) _) with (size h * sum (nodes g) (fun x => d x (f x)) +
      size g * sum (nodes h) (fun y => e y (k y)))%nat.
    + rewrite size_product, Q_add, !Q_mul, <- V, <- W. ring.
    + simpl. rewrite sum_pairs. rewrite <- sum_scale. unfold size at 2. rewrite <- sum_const, <- sum_add.
      apply sum_ext. intros x _. cbn [fst snd]. rewrite sum_add, sum_const. reflexivity.
Qed.

Theorem reach_power g f n w : proper g -> reach g f w -> reach (power g n) (each g f n) (n * w).
Proof.
  intros P H. induction n as [|n IH].
  - split; [intros x X; exact X|]. exists (fun _ _ => 0)%nat. split; [apply distances_point|].
    transitivity 0; [change (inject_Z 0%nat) with 0; ring | reflexivity].
  - destruct (reach_product g (power g n) _ _ _ _ P (proper_power g n P) H IH) as (K & d & D & E).
    split; [exact K|]. exists d. split; [exact D|].
    transitivity ((w + n * w) * size (product g (power g n))); [|exact E].
    change (power g (S n)) with (product g (power g n)). rewrite Q_succ. ring.
Qed.

Theorem mean_hops_sent g f n w hops : counted g n -> reach g f w -> (1 < n -> hops == w) -> mean_hops g (sent g f) hops.
Proof.
  intros C (K & d & D & W) H. specialize (H (counted_large g n C)). destruct C as ([N E] & _). exists d.
  split; [exact D|]. rewrite H, W, <- sum_Q_nat. apply sum_Q_ext. intros x X.
  unfold sent. now rewrite (sum_Q_one (nodes g) (same g) (f x) (fun y => inject_Z (d x y)) N E (K x X)).
Qed.

(** ** Digits *)

Lemma reach_numbered n c d f t w : distances (numbered n c) d -> (forall x, (x < n)%nat -> (f x < n)%nat) ->
  sum (seq 0 n) (fun x => d x (f x)) = t -> w * n == t -> reach (numbered n c) f w.
Proof.
  intros D F <- W. split.
  - intros x X. apply in_seq in X. apply in_seq. specialize (F x). lia.
  - exists d. rewrite size_numbered. now split.
Qed.

Lemma mirrored_inside n x : (x < n -> mirrored n x < n)%nat.
Proof. unfold mirrored. lia. Qed.

Lemma shifted_inside n k x : (x < n -> shifted n k x < n)%nat.
Proof. intro H. apply Nat.mod_upper_bound. lia. Qed.

Lemma shifted_cases n k x : (k < n -> x < n -> shifted n k x = if x + k <? n then x + k else x + k - n)%nat.
Proof.
  intros K X. unfold shifted. destruct (Nat.ltb_spec (x + k) n); [now apply Nat.mod_small|].
  replace (x + k)%nat with (x + k - n + 1 * n)%nat at 1 by lia. rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
Qed.

Lemma offset_shifted n k x : (k < n -> x < n -> offset n x (shifted n k x) = k)%nat.
Proof. intros K X. rewrite shifted_cases by assumption. destruct (Nat.ltb_spec (x + k) n); cases. Qed.

Lemma reach_alike n c d f k w : distances (numbered n c) d -> (forall x, (x < n)%nat -> (f x < n)%nat) ->
  (forall x, (x < n)%nat -> d x (f x) = k) -> w == k -> reach (numbered n c) f w.
Proof.
  intros D F A W. apply (reach_numbered n c d f (n * k) w D F); [now apply sum_alike | rewrite Q_mul, W; ring].
Qed.

(** Shifts by k: every message has as many hops, but on a line, where n - k go up by k and k go down by n - k. *)

Theorem reach_shifted_oneway_ring n k : (k < n)%nat -> reach (oneway_ring n) (shifted n k) k.
Proof.
  intro K. apply (reach_alike n _ _ _ k k (oneway_ring_distances n)); [apply shifted_inside | | reflexivity].
  intros x X. now apply offset_shifted.
Qed.

Theorem reach_shifted_ring n k : (k < n)%nat -> reach (ring n) (shifted n k) (Nat.min k (n - k)).
Proof.
  intro K. apply (reach_alike n _ _ _ (Nat.min k (n - k)) _ (ring_distances n)); [apply shifted_inside | | reflexivity].
  intros x X. unfold ring_distance. now rewrite offset_shifted.
Qed.

Theorem reach_shifted_clique n k : (0 < k < n)%nat -> reach (clique n) (shifted n k) 1.
Proof.
  intro K. apply (reach_alike n _ _ _ 1 1 (clique_distances n)); [apply shifted_inside | | reflexivity].
  intros x X. unfold clique_distance. rewrite shifted_cases by lia. destruct (Nat.ltb_spec (x + k) n); cases.
Qed.

Theorem reach_shifted_line n k : (2 <= n)%nat -> (k < n)%nat -> reach (line n) (shifted n k) (2 * k * (n - k)%nat / n).
Proof.
  intros H K. pose proof (size_nonzero n H) as N.
  apply (reach_numbered n _ _ _ (2 * k * (n - k)) _ (line_distances n)); [apply shifted_inside | |].
  - enough (1 * Z.of_nat (sum (seq 0 n) (fun x => line_distance x (shifted n k x))) = 2 * k * (n - k))%Z by lia.
    rewrite (telescope 1 _ _ (fun x => if (x <=? n - k)%nat then k * x else k * (n - k) + (n - k) * (x - (n - k)))%Z).
    + destruct (Nat.leb_spec n (n - k)); [replace k with 0%nat by lia|]; lia.
    + destruct (Nat.leb_spec 0 (n - k)); lia.
    + intros x X. rewrite shifted_cases by lia. unfold line_distance.
      destruct (Nat.ltb_spec (x + k) n), (Nat.leb_spec (S x) (n - k)), (Nat.leb_spec x (n - k)); try lia.
      replace x with (n - k)%nat by lia. rewrite Nat2Z.inj_succ, Nat2Z.inj_sub by lia. lia.
  - rewrite !Q_mul. change (inject_Z 2%nat) with 2. field. exact N.
Qed.

(** Mirror images *)

Theorem reach_mirrored_clique n : (2 <= n)%nat ->
  reach (clique n) (mirrored n) (if (n mod 2 =? 0)%Z then 1 else (n - 1) / n).
Proof.
  intro H. pose proof (size_nonzero n H) as N. destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
  - destruct (half_even n P) as [h ->].
    apply (reach_alike _ _ _ _ 1 _ (clique_distances _)); [apply mirrored_inside | | reflexivity].
    intros x X. unfold clique_distance, mirrored. cases.
  - destruct (half_odd n P) as [h ->].
    apply (reach_numbered _ _ _ _ (2 * h) _ (clique_distances _)); [apply mirrored_inside | |].
    + enough (1 * Z.of_nat (sum (seq 0 (2 * h + 1)) (fun x => clique_distance x (mirrored (2 * h + 1) x))) = 2 * h)%Z by lia.
      rewrite (telescope 1 _ _ (fun x => if (x <=? h)%nat then Z.of_nat x else (x - 1)%Z)).
      * cases.
      * cases.
      * intros x X. unfold clique_distance, mirrored. cases.
    + rewrite Q_add, !Q_mul in *. change (inject_Z 2%nat) with 2 in *. change (inject_Z 1%nat) with 1 in *. field. exact N.
Qed.

Theorem reach_mirrored_line n : (2 <= n)%nat ->
  reach (line n) (mirrored n) (if (n mod 2 =? 0)%Z then n / 2 else (n ^ 2 - 1) / (2 * n)).
Proof.
  intro H. pose proof (size_nonzero n H) as N. destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
  - destruct (half_even n P) as [h ->].
    apply (reach_numbered _ _ _ _ (2 * h * h) _ (line_distances _)); [apply mirrored_inside | |].
    + enough (1 * Z.of_nat (sum (seq 0 (2 * h)) (fun x => line_distance x (mirrored (2 * h) x))) = 2 * h * h)%Z by lia.
      rewrite (telescope 1 _ _ (fun x => if (x <=? h)%nat then x * (2 * h - x) else 2 * h * h - x * (2 * h - x))%Z).
      * destruct (Nat.leb_spec (2 * h) h); [replace h with 0%nat by lia|]; lia.
      * destruct (Nat.leb_spec 0 h); lia.
      * intros x X. unfold line_distance, mirrored.
        destruct (Nat.leb_spec (S x) h), (Nat.leb_spec x h); try lia. replace x with h by lia. lia.
    + rewrite !Q_mul. change (inject_Z 2%nat) with 2. field.
  - destruct (half_odd n P) as [h ->].
    apply (reach_numbered _ _ _ _ (2 * h * (h + 1)) _ (line_distances _)); [apply mirrored_inside | |].
    + enough (1 * Z.of_nat (sum (seq 0 (2 * h + 1)) (fun x => line_distance x (mirrored (2 * h + 1) x))) = 2 * h * (h + 1))%Z
        by lia.
      rewrite (telescope 1 _ _ (fun x => if (x <=? h)%nat then x * (2 * h + 1 - x) else 2 * h * (h + 1) - x * (2 * h + 1 - x))%Z).
      * destruct (Nat.leb_spec (2 * h + 1) h); lia.
      * destruct (Nat.leb_spec 0 h); lia.
      * intros x X. unfold line_distance, mirrored.
        destruct (Nat.leb_spec (S x) h), (Nat.leb_spec x h); try lia. replace x with h by lia. lia.
    + rewrite !Q_mul, !Q_add, !Q_mul in *. change (inject_Z 2%nat) with 2 in *. change (inject_Z 1%nat) with 1 in *. field.
      exact N.
Qed.

Theorem reach_mirrored_oneway_ring n : (2 <= n)%nat ->
  reach (oneway_ring n) (mirrored n) (if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2).
Proof.
  intro H. destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
  - destruct (half_even n P) as [h ->].
    apply (reach_numbered _ _ _ _ (2 * h * h) _ (oneway_ring_distances _)); [apply mirrored_inside | |].
    + enough (1 * Z.of_nat (sum (seq 0 (2 * h)) (fun x => offset (2 * h) x (mirrored (2 * h) x))) = 2 * h * h)%Z by lia.
      rewrite (telescope 1 _ _ (fun x => if (x <=? h)%nat then x * (2 * h - x)
        else h * h + (x - h) * (4 * h - 1) - (x * (x - 1) - h * (h - 1)))%Z).
      * destruct (Nat.leb_spec (2 * h) h); [replace h with 0%nat by lia|]; lia.
      * destruct (Nat.leb_spec 0 h); lia.
      * intros x X. unfold offset, mirrored. destruct (Nat.leb_spec x (2 * h - 1 - x)),
        (Nat.leb_spec (S x) h), (Nat.leb_spec x h); try lia. replace h with x by lia. lia.
    + rewrite !Q_mul. change (inject_Z 2%nat) with 2. field.
  - destruct (half_odd n P) as [h ->].
    apply (reach_numbered _ _ _ _ ((2 * h + 1) * h) _ (oneway_ring_distances _)); [apply mirrored_inside | |].
    + enough (1 * Z.of_nat (sum (seq 0 (2 * h + 1)) (fun x => offset (2 * h + 1) x (mirrored (2 * h + 1) x))) =
        (2 * h + 1) * h)%Z by lia.
      rewrite (telescope 1 _ _ (fun x => if (x <=? h)%nat then 2 * h * x - x * (x - 1)
        else h * (h + 1) + (x - h - 1) * (4 * h + 1) - (x * (x - 1) - h * (h + 1)))%Z).
      * destruct (Nat.leb_spec (2 * h + 1) h); lia.
      * destruct (Nat.leb_spec 0 h); lia.
      * intros x X. unfold offset, mirrored. destruct (Nat.leb_spec x (2 * h + 1 - 1 - x)),
        (Nat.leb_spec (S x) h), (Nat.leb_spec x h); try lia. replace h with x by lia. lia.
    + rewrite !Q_mul, !Q_add, !Q_mul in *. change (inject_Z 2%nat) with 2 in *. change (inject_Z 1%nat) with 1 in *. field.
Qed.

(** On a ring the hops of node x are 2x + 1 at first, then n - 1 - 2x, then 2x + 1 - n, then 2n - 1 - 2x. *)

Lemma ring_mirrored n a b c : (2 <= n)%nat -> (a <= b <= c)%nat -> (c <= n)%nat -> (4 * a <= n + 2)%nat -> (n <= 4 * a + 2)%nat ->
  (2 * b <= n + 1)%nat -> (n <= 2 * b)%nat -> (4 * c <= 3 * n + 2)%nat -> (3 * n <= 4 * c + 2)%nat ->
  Z.of_nat (sum (seq 0 n) (fun x => ring_distance n x (mirrored n x))) =
  (2 * a * a - 2 * b * b + 2 * c * c - n * a + 2 * n * b - 3 * n * c + n * n)%Z.
Proof.
  intros H O L A1 A2 B1 B2 C1 C2. rewrite <- (Z.mul_1_l (Z.of_nat _)).
  set (A := (2 * a * a - n * a)%Z). set (B := (A + 2 * n * b - 2 * b * b)%Z). set (C := (B + 2 * c * c - 3 * n * c)%Z).
  rewrite (telescope 1 _ _ (fun x => if (x <=? a)%nat then x * x else if (x <=? b)%nat then A + x * (n - x)
    else if (x <=? c)%nat then B + x * x - n * x else C + x * (2 * n - x))%Z).
  - subst C B A. destruct (Nat.leb_spec n a), (Nat.leb_spec n b), (Nat.leb_spec n c); try lia. replace c with n by lia. lia.
  - destruct (Nat.leb_spec 0 a); lia.
  - intros x X. unfold ring_distance, offset, mirrored. subst C B A.
    destruct (Nat.leb_spec x (n - 1 - x)), (Nat.leb_spec (S x) a), (Nat.leb_spec x a); try lia;
    destruct (Nat.leb_spec (S x) b), (Nat.leb_spec x b); try lia; try (replace a with x by lia; lia);
    destruct (Nat.leb_spec (S x) c), (Nat.leb_spec x c); try lia;
    try replace a with x by lia; try replace b with x by lia; try replace c with x by lia; lia.
Qed.

Lemma quarters (n : nat) : exists q, (n = 4 * q \/ n = 4 * q + 1 \/ n = 4 * q + 2 \/ n = 4 * q + 3)%nat.
Proof. exists (n / 4)%nat. pose proof (Nat.div_mod_eq n 4). pose proof (Nat.mod_upper_bound n 4). lia. Qed.

Ltac closed value :=
  match goal with |- _ == inject_Z ?z => replace z with value by lia end;
  rewrite ?inject_Z_plus, ?inject_Z_mult, ?Q_add, ?Q_mul in *;
  change (inject_Z 1%nat) with 1 in *; change (inject_Z 2%nat) with 2 in *; change (inject_Z 3%nat) with 3 in *;
  change (inject_Z 4%nat) with 4 in *; change (inject_Z 6) with 6 in *; change (inject_Z 4) with 4 in *;
  change (inject_Z 2) with 2 in *.

Theorem reach_mirrored_ring n : (2 <= n)%nat -> reach (ring n) (mirrored n)
  (if (n mod 4 =? 0)%Z then n / 4 else if (n mod 4 =? 2)%Z then (n ^ 2 + 4) / (4 * n) else (n ^ 2 - 1) / (4 * n)).
Proof.
  intro H. pose proof (size_nonzero n H) as N.
  apply (reach_numbered n _ _ _ (sum (seq 0 n) (fun x => ring_distance n x (mirrored n x))) _ (ring_distances n));
    [apply mirrored_inside | reflexivity |].
  destruct (quarters n) as (q & [E | [E | [E | E]]]);
    [rewrite (ring_mirrored n q (2 * q) (3 * q)) by lia | rewrite (ring_mirrored n q (2 * q + 1) (3 * q + 1)) by lia
    | rewrite (ring_mirrored n (q + 1) (2 * q + 1) (3 * q + 2)) by lia
    | rewrite (ring_mirrored n (q + 1) (2 * q + 2) (3 * q + 2)) by lia];
    destruct (Z.eqb_spec (n mod 4) 0) as [R|R]; try (exfalso; Z.to_euclidean_division_equations; lia);
    destruct (Z.eqb_spec (n mod 4) 2) as [S|S]; try (exfalso; Z.to_euclidean_division_equations; lia); subst n;
    [closed (4 * q * q)%Z | closed (4 * q * q + 2 * q)%Z | closed (4 * q * q + 4 * q + 2)%Z | closed (4 * q * q + 6 * q + 2)%Z];
    field; exact N.
Qed.

(** ** Patterns *)

Lemma half_of (n : nat) : inject_Z (n / 2)%nat == if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2.
Proof.
  destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
  - destruct (half_even n P) as [h ->]. replace (2 * h / 2)%nat with h by (rewrite Nat.mul_comm; symmetry; now apply Nat.div_mul).
    rewrite Q_mul. change (inject_Z 2%nat) with 2. field.
  - destruct (half_odd n P) as [h ->]. replace ((2 * h + 1) / 2)%nat with h
      by (rewrite Nat.add_comm, Nat.mul_comm, Nat.div_add; simpl; lia).
    rewrite Q_add, Q_mul. change (inject_Z 2%nat) with 2. change (inject_Z 1%nat) with 1. field.
Qed.

Lemma tornado_of (n : nat) : (2 <= n)%nat ->
  inject_Z ((n + 1) / 2 - 1)%nat == if (n mod 2 =? 0)%Z then (n - 2) / 2 else (n - 1) / 2.
Proof.
  intro H. destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
  - destruct (half_even n P) as [h ->]. replace ((2 * h + 1) / 2 - 1)%nat with (h - 1)%nat
      by (rewrite (Nat.add_comm _ 1), (Nat.mul_comm 2), Nat.div_add; simpl; lia).
    replace (Z.of_nat (h - 1)) with (h + -1)%Z by lia. rewrite inject_Z_plus, Q_mul. change (inject_Z 2%nat) with 2.
    change (inject_Z (-1)) with (-1). field.
  - destruct (half_odd n P) as [h ->]. replace ((2 * h + 1 + 1) / 2 - 1)%nat with h
      by (replace (2 * h + 1 + 1)%nat with ((h + 1) * 2)%nat by lia; rewrite Nat.div_mul; lia).
    rewrite Q_add, Q_mul. change (inject_Z 2%nat) with 2. change (inject_Z 1%nat) with 1. field.
Qed.

Lemma reach_equal g f v w : reach g f v -> w == v -> reach g f w.
Proof. intros (K & d & D & E) W. split; [exact K|]. exists d. split; [exact D | now rewrite W]. Qed.

Lemma half_inside n : (2 <= n -> 0 < n / 2 < n /\ n / 2 <= n - n / 2)%nat.
Proof. intro H. pose proof (Nat.div_mod_eq n 2). pose proof (Nat.mod_upper_bound n 2). lia. Qed.

Lemma tornado_inside n : (2 <= n -> (n + 1) / 2 - 1 < n /\ (n + 1) / 2 - 1 <= n - ((n + 1) / 2 - 1))%nat.
Proof. intro H. pose proof (Nat.div_mod_eq (n + 1) 2). pose proof (Nat.mod_upper_bound (n + 1) 2). lia. Qed.

Theorem reach_neighbor_line n : (2 <= n)%nat -> reach (line n) (shifted n 1) (2 * (n - 1) / n).
Proof.
  intro H. apply (reach_equal _ _ _ _ (reach_shifted_line n 1 H ltac:(lia))).
  replace (Z.of_nat (n - 1)) with (n + -1)%Z by lia. rewrite inject_Z_plus. field. now apply size_nonzero.
Qed.

Theorem reach_neighbor_ring n : (2 <= n)%nat -> reach (ring n) (shifted n 1) 1.
Proof. intro H. apply (reach_equal _ _ _ _ (reach_shifted_ring n 1 ltac:(lia))). now rewrite Nat.min_l by lia. Qed.

Theorem reach_neighbor_oneway_ring n : (2 <= n)%nat -> reach (oneway_ring n) (shifted n 1) 1.
Proof. intro H. apply (reach_equal _ _ _ _ (reach_shifted_oneway_ring n 1 ltac:(lia))). reflexivity. Qed.

Theorem reach_neighbor_clique n : (2 <= n)%nat -> reach (clique n) (shifted n 1) 1.
Proof. intro H. apply reach_shifted_clique. lia. Qed.

Theorem reach_last_oneway_ring n : (2 <= n)%nat -> reach (oneway_ring n) (shifted n (n - 1)) (n - 1).
Proof.
  intro H. apply (reach_equal _ _ _ _ (reach_shifted_oneway_ring n (n - 1) ltac:(lia))).
  destruct n as [|n]; [lia|]. replace (S n - 1)%nat with n by lia. replace (S n) with (n + 1)%nat by lia.
  rewrite Q_add. change (inject_Z 1%nat) with 1. ring.
Qed.

Theorem reach_half_ring n : (2 <= n)%nat -> reach (ring n) (shifted n (n / 2)) (if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2).
Proof.
  intro H. destruct (half_inside n H). apply (reach_equal _ _ _ _ (reach_shifted_ring n (n / 2) ltac:(lia))).
  rewrite Nat.min_l by lia. symmetry. apply half_of.
Qed.

Theorem reach_half_oneway_ring n : (2 <= n)%nat ->
  reach (oneway_ring n) (shifted n (n / 2)) (if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2).
Proof.
  intro H. destruct (half_inside n H). apply (reach_equal _ _ _ _ (reach_shifted_oneway_ring n (n / 2) ltac:(lia))).
  symmetry. apply half_of.
Qed.

Theorem reach_half_clique n : (2 <= n)%nat -> reach (clique n) (shifted n (n / 2)) 1.
Proof. intro H. destruct (half_inside n H). apply reach_shifted_clique. lia. Qed.

Theorem reach_tornado_ring n : (2 <= n)%nat ->
  reach (ring n) (shifted n ((n + 1) / 2 - 1)) (if (n mod 2 =? 0)%Z then (n - 2) / 2 else (n - 1) / 2).
Proof.
  intro H. destruct (tornado_inside n H). apply (reach_equal _ _ _ _ (reach_shifted_ring n _ ltac:(eassumption))).
  rewrite Nat.min_l by lia. symmetry. now apply tornado_of.
Qed.

Theorem reach_tornado_oneway_ring n : (2 <= n)%nat ->
  reach (oneway_ring n) (shifted n ((n + 1) / 2 - 1)) (if (n mod 2 =? 0)%Z then (n - 2) / 2 else (n - 1) / 2).
Proof.
  intro H. destruct (tornado_inside n H). apply (reach_equal _ _ _ _ (reach_shifted_oneway_ring n _ ltac:(eassumption))).
  symmetry. now apply tornado_of.
Qed.

Theorem reach_tornado_clique n : (2 <= n)%nat ->
  reach (clique n) (shifted n ((n + 1) / 2 - 1)) (if (n =? 2)%Z then 0 else 1).
Proof.
  intro H. destruct (tornado_inside n H). destruct (Z.eqb_spec n 2) as [E|E].
  - replace n with 2%nat by lia. apply (reach_numbered 2 _ _ _ 0 _ (clique_distances 2)); [apply shifted_inside | reflexivity..].
  - apply reach_shifted_clique. pose proof (Nat.div_mod_eq (n + 1) 2). pose proof (Nat.mod_upper_bound (n + 1) 2). lia.
Qed.

Theorem reach_tornado_line n : (2 <= n)%nat -> reach (line n) (shifted n ((n + 1) / 2 - 1))
  (if (n mod 2 =? 0)%Z then (n - 2) * (n + 2) / (2 * n) else (n ^ 2 - 1) / (2 * n)).
Proof.
  intro H. pose proof (size_nonzero n H) as N. destruct (tornado_inside n H).
  apply (reach_equal _ _ _ _ (reach_shifted_line n _ H ltac:(eassumption))). set (k := ((n + 1) / 2 - 1)%nat) in *.
  replace (Z.of_nat (n - k)) with (n + - k)%Z by lia. rewrite inject_Z_plus, inject_Z_opp. subst k.
  rewrite tornado_of by assumption. destruct (n mod 2 =? 0)%Z; field; exact N.
Qed.
