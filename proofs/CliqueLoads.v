(** Loads of the channels of cliques, and of buses, which are one channel each. *)

From Coq Require Import List Arith ZArith QArith Qpower Qminmax Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings FactorLoads.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Clique *)

Definition between (u v x y : nat) : nat := one_if ((x =? u) && (y =? v)).

Lemma crossings_clique n x y u v : u <> v -> (crossings_of (clique_routes n) x y (u, v) == between u v x y)%Q.
Proof.
  intro U. rewrite (one_way_crossings (clique_routes n) x y _ _ eq_refl). apply inject_Z_injective. f_equal.
  unfold times_on, between. destruct (Nat.eqb_spec x y) as [->|N]; cbn [sum alike clique_routes fst snd].
  - destruct (Nat.eqb_spec y u), (Nat.eqb_spec y v); try reflexivity. congruence.
  - apply Nat.add_0_r.
Qed.

Lemma sound_clique n : sound (clique_routes n).
Proof.
  split.
  - intros x y. simpl. ring.
  - intros x c _. rewrite (one_way_crossings (clique_routes n) x x _ _ eq_refl). rewrite Nat.eqb_refl. reflexivity.
Qed.

Lemma clique_channels n c : In c (all_channels (clique_routes n)) <-> fst c < n /\ snd c < n /\ fst c <> snd c.
Proof.
  destruct c as [u v]. cbn [fst snd].
  change (In (u, v) (filter (fun c => negb (fst c =? snd c)) (list_prod (seq 0 n) (seq 0 n))) <-> u < n /\ v < n /\ u <> v).
  rewrite filter_In, in_prod_iff, !in_seq. cbn [fst snd].
  rewrite negb_true_iff, Nat.eqb_neq. lia.
Qed.

Lemma sum_equal n u : u < n -> sum (seq 0 n) (fun x => one_if (x =? u)) = 1.
Proof.
  intro U. rewrite (sum_one_if n _ u); [destruct (Nat.ltb_spec u n); [reflexivity | lia]|]. intros i _. apply Nat.eqb_eq.
Qed.

Lemma carried_clique n f u v : (forall x, x < n -> f x < n) -> u < n -> u <> v ->
  (carried (clique_routes n) f (u, v) == if f u =? v then 1 else 0)%Q.
Proof.
  intros F U N. transitivity (1 * sum (seq 0 n) (fun x => between u v x (f x)))%Q.
  { apply (carried_numbered n _ (clique_routes n) f _ 1 _ F). intros x y _ _. rewrite Qmult_1_l. now apply crossings_clique. }
  rewrite Qmult_1_l, (sum_ext _ _ (fun x => one_if (f u =? v) * one_if (x =? u))).
  - rewrite sum_scale, sum_equal by assumption. destruct (f u =? v); reflexivity.
  - intros x _. unfold between. rewrite one_if_and. destruct (Nat.eqb_spec x u) as [->|]; simpl; lia.
Qed.

Theorem peak_clique n f u : (forall x, x < n -> f x < n) -> u < n -> f u <> u -> peak (clique_routes n) f 1.
Proof.
  intros F U N. split.
  - intros [w v] I. apply clique_channels in I as (W & V & D). cbn [fst snd] in *. rewrite carried_clique by assumption.
    destruct (f w =? v); discriminate.
  - exists (u, f u). split; [apply clique_channels; simpl; auto|]. rewrite carried_clique by auto. now rewrite Nat.eqb_refl.
Qed.

Theorem busy_clique n : 2 <= n -> busy (clique_routes n) (1 / n)%Q.
Proof.
  intro H. pose proof (size_nonzero n H) as N.
  assert (forall c, In c (all_channels (clique_routes n)) -> (crossed (clique_routes n) c == 1 / n * size (clique n))%Q) as A.
  { intros [u v] I. apply clique_channels in I as (U & V & D). cbn [fst snd] in *.
    transitivity (1 * sum (seq 0 n) (fun x => sum (seq 0 n) (between u v x)))%Q.
    { apply (crossed_numbered n _ (clique_routes n)). intros x y _ _. rewrite Qmult_1_l. now apply crossings_clique. }
    rewrite (sum_ext _ _ (fun x => 1 * one_if (x =? u))).
    - rewrite sum_scale, sum_equal by assumption. replace (size (clique n)) with n by (symmetry; apply size_numbered).
      change (inject_Z (1 * 1)%nat) with 1%Q. field. exact N.
    - intros x _. unfold between. rewrite (sum_ext _ _ (fun y => one_if (x =? u) * one_if (y =? v)))
        by (intros; apply one_if_and). rewrite sum_scale, sum_equal by assumption. lia. }
  split.
  - intros c I. rewrite A by assumption. apply Qle_refl.
  - exists (0, 1). assert (In (0, 1) (all_channels (clique_routes n))) by (apply clique_channels; simpl; lia). auto.
Qed.

Theorem peak_shifted_clique n k : 0 < k < n -> peak (clique_routes n) (shifted n k) 1.
Proof.
  intro K. apply (peak_clique n _ 0); [intros x; apply shifted_inside | lia|].
  rewrite shifted_cases by lia. destruct (Nat.ltb_spec (0 + k) n); lia.
Qed.

Theorem peak_mirrored_clique n : 2 <= n -> peak (clique_routes n) (mirrored n) 1.
Proof. intro H. apply (peak_clique n _ 0); unfold mirrored; lia. Qed.

Theorem peak_tornado_clique n : 2 <= n ->
  peak (clique_routes n) (shifted n ((n + 1) / 2 - 1)) (if (n =? 2)%Z then 0 else 1)%Q.
Proof.
  intro H. pose proof (Nat.div_mod_eq (n + 1) 2). pose proof (Nat.mod_upper_bound (n + 1) 2). destruct (Z.eqb_spec n 2) as [E|E].
  - replace n with 2 by lia. apply (peak_unmoved 2 _ (clique_routes 2) (0, 1) (sound_clique 2)); [now left | lia].
  - apply peak_shifted_clique. lia.
Qed.

(** ** Bus *)

Lemma crossings_bus n x y c : (crossings_of (bus_routes n) x y c == clique_distance x y)%Q.
Proof.
  rewrite (one_way_crossings (bus_routes n) x y _ _ eq_refl). apply inject_Z_injective. f_equal.
  unfold times_on, clique_distance. destruct (Nat.eqb_spec x y); reflexivity.
Qed.

Lemma sound_bus n : sound (bus_routes n).
Proof.
  split.
  - intros x y. simpl. ring.
  - intros x c _. rewrite crossings_bus. unfold clique_distance. now rewrite Nat.eqb_refl.
Qed.

Lemma bus_alike n f m c : (forall x, x < n -> f x < n) ->
  sum (seq 0 n) (fun x => clique_distance x (f x)) = m -> (carried (bus_routes n) f c == m)%Q.
Proof.
  intros F <-. rewrite <- (Qmult_1_l (sum _ _)). apply (carried_numbered n _ (bus_routes n) f _ 1 clique_distance F).
  intros x y _ _. rewrite Qmult_1_l. exact (crossings_bus n x y c).
Qed.

Theorem peak_bus n f m : (forall x, x < n -> f x < n) ->
  sum (seq 0 n) (fun x => clique_distance x (f x)) = m -> peak (bus_routes n) f m.
Proof.
  intros F E. split.
  - intros c _. rewrite (bus_alike n f m c F E). apply Qle_refl.
  - exists tt. split; [now left | now apply bus_alike].
Qed.

Theorem busy_bus n : 2 <= n -> busy (bus_routes n) (n - 1)%Q.
Proof.
  intro H. assert (forall c, (crossed (bus_routes n) c == (n - 1) * size (bus n))%Q) as A.
  { intro c. transitivity (1 * sum (seq 0 n) (fun x => sum (seq 0 n) (clique_distance x)))%Q.
    { apply (crossed_numbered n _ (bus_routes n)). intros x y _ _. rewrite Qmult_1_l. exact (crossings_bus n x y c). }
    rewrite (sum_alike n _ (n - 1)) by (intros x X; now apply clique_from).
    replace (size (bus n)) with n by (symmetry; apply size_numbered). rewrite Q_mul.
    replace (Z.of_nat (n - 1)) with (n + -1)%Z by lia. rewrite inject_Z_plus. change (inject_Z (-1)) with (-1)%Q. ring. }
  split; [intros c _; rewrite A; apply Qle_refl | exists tt; split; [now left | apply A]].
Qed.

Theorem peak_shifted_bus n k : 0 < k < n -> peak (bus_routes n) (shifted n k) n.
Proof.
  intro K. apply peak_bus; [intros x; apply shifted_inside|]. rewrite (sum_alike n _ 1); [lia|].
  intros x X. unfold clique_distance. rewrite shifted_cases by lia. destruct (Nat.ltb_spec (x + k) n); cases.
Qed.

Theorem peak_tornado_bus n : 2 <= n ->
  peak (bus_routes n) (shifted n ((n + 1) / 2 - 1)) (if (n =? 2)%Z then 0 else inject_Z n)%Q.
Proof.
  intro H. pose proof (Nat.div_mod_eq (n + 1) 2). pose proof (Nat.mod_upper_bound (n + 1) 2). destruct (Z.eqb_spec n 2) as [E|E].
  - replace n with 2 by lia. apply (peak_unmoved 2 _ (bus_routes 2) tt (sound_bus 2)); [now left | lia].
  - apply peak_shifted_bus. lia.
Qed.

Theorem peak_mirrored_bus n : 2 <= n ->
  peak (bus_routes n) (mirrored n) (if (n mod 2 =? 0)%Z then inject_Z n else n - 1)%Q.
Proof.
  intro H. assert (sum (seq 0 n) (fun x => clique_distance x (mirrored n x)) = 2 * (n / 2)) as E.
  { enough (1 * Z.of_nat (sum (seq 0 n) (fun x => clique_distance x (mirrored n x))) = 2 * Z.of_nat (n / 2))%Z by lia.
    pose proof (Nat.div_mod_eq n 2). pose proof (Nat.mod_upper_bound n 2).
    rewrite (telescope 1 n _ (fun x => if (x <=? n / 2)%nat then Z.of_nat x else if (n mod 2 =? 0)%nat then Z.of_nat x else (x - 1)%Z)).
    - cases.
    - cases.
    - intros x X. unfold clique_distance, mirrored. cases. }
  apply (peak_equal _ _ _ _ (peak_bus n _ _ (mirrored_inside n) E)). rewrite Q_mul, half_of.
  change (inject_Z 2%nat) with 2%Q. destruct (n mod 2 =? 0)%Z; field.
Qed.
