(** Loads of the channels of rings under uniform traffic. *)

From Coq Require Import List Arith ZArith QArith Qpower Qminmax Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings FactorLoads RingLoads.
Import ListNotations.
Local Open Scope nat_scope.

Definition weights (t n : nat) : nat := sum (seq 0 n) (fun k => weight t n k * k).

Lemma weights_even t h : t <= 2 -> weights t (2 * h) + h = h * h + t * h.
Proof.
  intro T. enough (1 * Z.of_nat (weights t (2 * h)) = h * h + t * h - h)%Z by lia. unfold weights.
  rewrite (telescope 1 _ _ (fun k => if (k <=? h)%nat then (k * k - k)%Z else (h * h + t * h - h)%Z)).
  - destruct (Nat.leb_spec (2 * h) h); [replace h with 0 by lia|]; lia.
  - destruct (Nat.leb_spec 0 h); lia.
  - intros k K. unfold weight. destruct (Nat.ltb_spec (2 * k) (2 * h)), (Nat.eqb_spec (2 * k) (2 * h)),
      (Nat.leb_spec (S k) h), (Nat.leb_spec k h); try lia; try (replace k with h by lia; lia).
Qed.

Lemma weights_odd t h : weights t (2 * h + 1) = h * (h + 1).
Proof.
  enough (1 * Z.of_nat (weights t (2 * h + 1)) = h * (h + 1))%Z by lia. unfold weights.
  rewrite (telescope 1 _ _ (fun k => if (k <=? h)%nat then (k * k - k)%Z else (h * (h + 1))%Z)).
  - destruct (Nat.leb_spec (2 * h + 1) h); lia.
  - destruct (Nat.leb_spec 0 h); lia.
  - intros k K. unfold weight. destruct (Nat.ltb_spec (2 * k) (2 * h + 1)), (Nat.eqb_spec (2 * k) (2 * h + 1)),
      (Nat.leb_spec (S k) h), (Nat.leb_spec k h); try lia; try (replace k with h by lia; lia).
Qed.

Lemma crossed_ring ties n e up : e < n ->
  (crossed (ring_routes ties n) (e, up) == (1 # 2) * weights (if up then rising ties else falling ties) n)%Q.
Proof.
  intro E. transitivity ((1 # 2) * sum (seq 0 n) (fun x => sum (seq 0 n) (round ties n e up x)))%Q.
  { apply (crossed_numbered n _ (ring_routes ties n)). intros x y X Y. now apply crossings_ring. }
  enough (sum (seq 0 n) (fun x => sum (seq 0 n) (round ties n e up x)) = weights (if up then rising ties else falling ties) n)
    as -> by reflexivity. unfold round, weights. set (t := if up then rising ties else falling ties).
  destruct up; subst t.
  - rewrite (sum_ext _ _ (fun x => (fun a => sum (seq 0 n) (fun k => weight (rising ties) n k * one_if (a <? k))) (offset n x e))).
    + rewrite (sum_offsets_to n e (fun a => sum (seq 0 n) (fun k => weight (rising ties) n k * one_if (a <? k)))) by assumption.
      rewrite sum_swap. apply sum_ext. intros k K. apply in_seq in K.
      rewrite sum_scale, count_below. f_equal. lia.
    + intros x X. apply in_seq in X.
      apply (sum_offsets n x (fun k => weight (rising ties) n k * one_if (offset n x e <? k))). lia.
  - rewrite (sum_ext _ _ (fun x => (fun a => sum (seq 0 n) (fun k => weight (falling ties) n k * one_if (a <? k))) (offset n e x))).
    + rewrite (sum_offsets n e (fun a => sum (seq 0 n) (fun k => weight (falling ties) n k * one_if (a <? k)))) by assumption.
      rewrite sum_swap. apply sum_ext. intros k K. apply in_seq in K.
      rewrite sum_scale, count_below. f_equal. lia.
    + intros x X. apply in_seq in X.
      apply (sum_offsets_to n x (fun k => weight (falling ties) n k * one_if (offset n e x <? k))). lia.
Qed.

Theorem busy_ring ties n : 2 <= n -> busy (ring_routes ties n)
  (if (n mod 2 =? 0)%Z then match ties with split_ways => n / 8 | _ => (n + 2) / 8 end else (n ^ 2 - 1) / (8 * n))%Q.
Proof.
  intro H. pose proof (size_nonzero n H) as N. replace (size (ring n)) with n by (symmetry; apply size_numbered).
  set (m := (if (n mod 2 =? 0)%Z then match ties with split_ways => n / 8 | _ => (n + 2) / 8 end else (n ^ 2 - 1) / (8 * n))%Q).
  set (t := match ties with split_ways => 1 | _ => 2 end).
  assert (weights (rising ties) n <= weights t n /\ weights (falling ties) n <= weights t n) as [R F].
  { destruct (Nat.eq_dec (n mod 2) 0) as [P|P].
    - assert (n = 2 * (n / 2)) as E by (pose proof (Nat.div_mod_eq n 2); lia). rewrite E.
      pose proof (weights_even (rising ties) (n / 2)). pose proof (weights_even (falling ties) (n / 2)).
      pose proof (weights_even t (n / 2)). subst t. destruct ties; cbn [rising falling] in *; nia.
    - assert (n = 2 * (n / 2) + 1) as E by (pose proof (Nat.div_mod_eq n 2); pose proof (Nat.mod_upper_bound n 2); lia).
      rewrite E, !weights_odd. lia. }
  assert ((1 # 2) * weights t n == m * size (ring n))%Q as M.
  { replace (size (ring n)) with n by (symmetry; apply size_numbered). subst m. destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
    - destruct (half_even n P) as [h ->].
      assert (inject_Z (weights t (2 * h)) == h * h + (t - 1) * h)%Q as ->.
      { pose proof (weights_even t h ltac:(subst t; destruct ties; lia)) as W. apply (f_equal Z.of_nat) in W.
        rewrite !Nat2Z.inj_add, !Nat2Z.inj_mul in W. rational W. lra. }
      subst t. destruct ties; rewrite ?Q_mul; change (inject_Z 2%nat) with 2%Q; change (inject_Z 1%nat) with 1%Q; field.
    - destruct (half_odd n P) as [h ->]. rewrite weights_odd. rewrite !Q_mul, !Q_add, !Q_mul in *.
      change (inject_Z 2%nat) with 2%Q in *. change (inject_Z 1%nat) with 1%Q in *. field. exact N. }
  split.
  - intros [e up] I. apply ring_channels in I. cbn [fst] in I. rewrite crossed_ring, <- M by assumption.
    apply halves_le. destruct up; assumption.
  - exists (0, match ties with downward_ways => false | _ => true end). split; [apply ring_channels; simpl; lia|].
    rewrite crossed_ring, <- M by lia. subst t. destruct ties; reflexivity.
Qed.
