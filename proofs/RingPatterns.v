(** Loads of the channels of rings under patterns that act digit by digit. *)

From Coq Require Import List Arith ZArith QArith Qpower Qminmax Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings FactorLoads RingLoads.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Shifts: every message has the same hops *)

Lemma shifted_round ties n k e up : 0 < k < n -> e < n ->
  sum (seq 0 n) (fun x => round ties n e up x (shifted n k x)) =
  if up then weight (rising ties) n k * k else weight (falling ties) n (n - k) * (n - k).
Proof.
  intros K E. destruct up; unfold round.
  - rewrite (sum_ext _ _ (fun x => weight (rising ties) n k * (fun a => one_if (a <? k)) (offset n x e))).
    + rewrite sum_scale, (sum_offsets_to n e (fun a => one_if (a <? k))), count_below by assumption. f_equal. lia.
    + intros x X. apply in_seq in X. now rewrite offset_shifted by lia.
  - rewrite (sum_ext _ _ (fun x => weight (falling ties) n (n - k) * (fun a => one_if (a <? n - k)) (offset n e x))).
    + rewrite sum_scale, (sum_offsets n e (fun a => one_if (a <? n - k))), count_below by assumption. f_equal. lia.
    + intros x X. apply in_seq in X. assert (offset n (shifted n k x) x = n - k) as ->; [|reflexivity].
      rewrite shifted_cases by lia. unfold offset. destruct (Nat.ltb_spec (x + k) n);
        [destruct (Nat.leb_spec (x + k) x) | destruct (Nat.leb_spec (x + k - n) x)]; lia.
Qed.

Definition twice_shifted (ties : halfway) (n k : nat) : nat :=
  if 2 * k =? n then match ties with split_ways => k | _ => 2 * k end else 2 * k.

Theorem peak_shifted_ring ties n k : 0 < k < n -> 2 * k <= n ->
  peak (ring_routes ties n) (shifted n k) ((1 # 2) * twice_shifted ties n k).
Proof.
  unfold twice_shifted. intros K H. apply (most_on_ring ties n _ _ 0 match ties with downward_ways => negb (2 * k =? n) | _ => true end).
  - intros x. apply shifted_inside.
  - lia.
  - intros d D. rewrite shifted_round by assumption. unfold weight.
    destruct (Nat.ltb_spec (2 * k) n), (Nat.eqb_spec (2 * k) n), ties; cbn [rising]; lia.
  - intros d D. rewrite shifted_round by assumption. unfold weight.
    destruct (Nat.ltb_spec (2 * (n - k)) n), (Nat.eqb_spec (2 * (n - k)) n), (Nat.eqb_spec (2 * k) n), ties; cbn [falling]; lia.
  - rewrite shifted_round by lia. unfold weight. destruct (Nat.eqb_spec (2 * k) n), ties; cbn [negb rising falling];
      destruct (Nat.ltb_spec (2 * k) n), (Nat.eqb_spec (2 * k) n), (Nat.ltb_spec (2 * (n - k)) n),
        (Nat.eqb_spec (2 * (n - k)) n); lia.
Qed.

Theorem peak_neighbor_ring ties n : 2 <= n -> peak (ring_routes ties n) (shifted n 1)
  (match ties with split_ways => if (n =? 2)%Z then 1 # 2 else 1 | _ => 1 end).
Proof.
  intro H. apply (peak_equal _ _ _ _ (peak_shifted_ring ties n 1 ltac:(lia) ltac:(lia))).
  unfold twice_shifted. destruct (Nat.eqb_spec (2 * 1) n), (Z.eqb_spec n 2); try lia; destruct ties; reflexivity.
Qed.

Theorem peak_half_ring ties n : 2 <= n -> peak (ring_routes ties n) (shifted n (n / 2))
  (if (n mod 2 =? 0)%Z then match ties with split_ways => n / 4 | _ => n / 2 end else (n - 1) / 2)%Q.
Proof.
  intro H. destruct (half_inside n H). apply (peak_equal _ _ _ _ (peak_shifted_ring ties n (n / 2) ltac:(lia) ltac:(lia))).
  pose proof (half_of n) as V. pose proof (Nat.div_mod_eq n 2) as D. pose proof (Nat.mod_upper_bound n 2 ltac:(lia)).
  pose proof (Nat2Z.inj_mod n 2) as M. unfold twice_shifted. revert V. destruct (Z.eqb_spec (n mod 2) 0) as [P|P], (Nat.eqb_spec (2 * (n / 2)) n) as [T|T]; intro V;
    try (exfalso; lia).
  - destruct ties; rewrite ?Q_mul, V; change (inject_Z 2%nat) with 2%Q; field.
  - rewrite Q_mul, V. change (inject_Z 2%nat) with 2%Q. field.
Qed.

Theorem peak_tornado_ring ties n : 2 <= n -> peak (ring_routes ties n) (shifted n ((n + 1) / 2 - 1))
  (if (n mod 2 =? 0)%Z then (n - 2) / 2 else (n - 1) / 2)%Q.
Proof.
  intro H2. destruct (Nat.eq_dec n 2) as [->|T];
    [apply (peak_equal (ring_routes ties 2) (shifted 2 0) 0); [apply (peak_unmoved 2 _ (ring_routes ties 2) (0, true) (sound_ring ties 2)); [apply ring_channels; simpl; lia | lia] | reflexivity]|].
  assert (3 <= n) as H by lia. pose proof (tornado_of n ltac:(lia)) as V. pose proof (Nat.div_mod_eq (n + 1) 2). pose proof (Nat.mod_upper_bound (n + 1) 2 ltac:(lia)).
  set (k := (n + 1) / 2 - 1) in *. apply (peak_equal _ _ _ _ (peak_shifted_ring ties n k ltac:(lia) ltac:(lia))).
  unfold twice_shifted. destruct (Nat.eqb_spec (2 * k) n); [lia|]. rewrite <- V, Q_mul. change (inject_Z 2%nat) with 2%Q. field.
Qed.
