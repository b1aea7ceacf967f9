(** Loads of the channels of line, ring, one-way ring, clique and bus, for all sizes: of uniform traffic, and of the
    patterns that act digit by digit. *)

From Coq Require Import List Arith ZArith QArith Qpower Qminmax Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Counting *)

Lemma sum_one_if k p j : (forall i, i < k -> p i = true <-> i = j) -> sum (seq 0 k) (fun i => one_if (p i)) = one_if (j <? k).
Proof.
  induction k as [|k IH]; intro H; [reflexivity|]. rewrite sum_last, IH by (intros i I; apply H; lia).
  specialize (H k ltac:(lia)). destruct (p k), (Nat.ltb_spec j k), (Nat.ltb_spec j (S k)); simpl; try lia; intuition lia.
Qed.

Lemma sum_none k p : (forall i, i < k -> p i = false) -> sum (seq 0 k) (fun i => one_if (p i)) = 0.
Proof.
  intro H. rewrite (sum_ext _ _ (fun _ => 0)), sum_const; [lia|].
  intros i I. apply in_seq in I. rewrite H by lia. reflexivity.
Qed.

Lemma one_if_and a b : one_if (a && b) = one_if a * one_if b.
Proof. destruct a, b; reflexivity. Qed.

Lemma sum_reversed n m : sum (seq 0 n) (fun x => m (n - 1 - x)) = sum (seq 0 n) m.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite (sum_last n m), <- IH.
  change (seq 0 (S n)) with (0 :: seq 1 n). cbn [sum]. rewrite (sum_shift 1), Nat.add_comm. f_equal; [|f_equal; lia].
  apply sum_ext. intros x _. f_equal. lia.
Qed.

(** The sources have every offset once, whatever the destination. *)

Lemma sum_offsets_to n y m : y < n -> sum (seq 0 n) (fun x => m (offset n x y)) = sum (seq 0 n) m.
Proof.
  intro H. rewrite <- (sum_offsets n (n - 1 - y) m) by lia. rewrite <- (sum_reversed n (fun x => m (offset n _ x))).
  apply sum_ext. intros x I. apply in_seq in I. f_equal. cases.
Qed.

Lemma count_below n k : sum (seq 0 n) (fun x => one_if (x <? k)) = Nat.min n k.
Proof.
  enough (1 * Z.of_nat (sum (seq 0 n) (fun x => one_if (x <? k)%nat)) = Nat.min n k)%Z by lia.
  rewrite (telescope 1 n _ (fun x => Z.of_nat (Nat.min x k))); [lia | lia |].
  intros x _. cbv beta. destruct (Nat.ltb_spec x k); unfold one_if; lia.
Qed.

Lemma count_above n k : k < n -> sum (seq 0 n) (fun x => one_if (k <? x)) = n - 1 - k.
Proof.
  intro K. enough (1 * Z.of_nat (sum (seq 0 n) (fun x => one_if (k <? x)%nat)) = Z.of_nat (n - 1 - k))%Z by lia.
  rewrite (telescope 1 n _ (fun x => Z.of_nat (x - 1 - k))); [lia | lia |].
  intros x _. cbv beta. destruct (Nat.ltb_spec k x); unfold one_if; lia.
Qed.

(** ** Crossings as natural numbers *)

Local Open Scope Q_scope.

Lemma one_way_crossings {g} (r : routes g) x y c way : ways r x y = [(1, way)] -> crossings_of r x y c == times_on r c way.
Proof. intro E. unfold crossings_of. rewrite E. simpl. ring. Qed.

Lemma carried_numbered n ch (r : routes (numbered n ch)) f c k (many : nat -> nat -> nat) :
  (forall x, (x < n)%nat -> (f x < n)%nat) ->
  (forall x y, (x < n)%nat -> (y < n)%nat -> crossings_of r x y c == k * many x y) ->
  carried r f c == k * sum (seq 0 n) (fun x => many x (f x)).
Proof.
  intros F H. rewrite <- sum_Q_nat, <- sum_Q_scale. apply sum_Q_ext. intros x I. apply in_seq in I.
  apply H; [lia | apply F; lia].
Qed.

Lemma crossed_numbered n ch (r : routes (numbered n ch)) c k (many : nat -> nat -> nat) :
  (forall x y, (x < n)%nat -> (y < n)%nat -> crossings_of r x y c == k * many x y) ->
  crossed r c == k * sum (seq 0 n) (fun x => sum (seq 0 n) (many x)).
Proof.
  intro H. rewrite <- sum_Q_nat, <- sum_Q_scale. apply sum_Q_ext. intros x I. apply in_seq in I.
  rewrite <- sum_Q_nat, <- sum_Q_scale. apply sum_Q_ext. intros y J. apply in_seq in J. apply H; lia.
Qed.

(** ** Maps of digits are permutations *)

Lemma permutes_numbered n ch f back : (forall x, (x < n)%nat -> (f x < n)%nat /\ (back x < n)%nat) ->
  (forall x y, (x < n)%nat -> (y < n)%nat -> f x = y <-> back y = x) -> permutes (numbered n ch) f.
Proof.
  intros K E. split; [|exists back; split].
  - intros x I. apply in_seq in I. apply in_seq. destruct (K x); lia.
  - intros x I. apply in_seq in I. apply in_seq. destruct (K x); lia.
  - intros x y I J. apply in_seq in I, J. apply E; lia.
Qed.

Theorem permutes_mirrored n ch : permutes (numbered n ch) (mirrored n).
Proof. apply (permutes_numbered n ch _ (mirrored n)); unfold mirrored; lia. Qed.

Theorem permutes_shifted n ch k : (k < n)%nat -> permutes (numbered n ch) (shifted n k).
Proof.
  intro K. apply (permutes_numbered n ch _ (shifted n (n - k))).
  - intros x X. split; now apply shifted_inside.
  - intros x y X Y. destruct (Nat.eq_dec k 0) as [->|Z].
    + unfold shifted. rewrite Nat.add_0_r, Nat.sub_0_r, Nat.mod_small by lia.
      replace (y + n)%nat with (y + 1 * n)%nat by lia. rewrite Nat.mod_add, Nat.mod_small by lia. lia.
    + rewrite !shifted_cases by lia. destruct (Nat.ltb_spec (x + k) n), (Nat.ltb_spec (y + (n - k)) n); lia.
Qed.

(** ** Line *)

Lemma times_on_line n x k e up b :
  times_on (line_routes n) (e, up) (map (fun i => if b : bool then ((x + i)%nat, true) else ((x - i)%nat, false)) (seq 0 k)) =
  if Bool.eqb b up then
    if b then one_if ((x <=? e) && (e <? x + k)) else sum (seq 0 k) (fun i => one_if (x - i =? e))
  else 0%nat.
Proof.
  unfold times_on. rewrite sum_map. cbn [alike line_routes]. unfold alike_numbered.
  destruct b, up; cbn [fst snd Bool.eqb].
  - destruct (Nat.leb_spec x e).
    + rewrite (sum_one_if k _ (e - x)).
      * cbn [andb]. f_equal. destruct (Nat.ltb_spec (e - x) k), (Nat.ltb_spec e (x + k)); lia.
      * intros i I. rewrite andb_true_r, Nat.eqb_eq. lia.
    + apply sum_none. intros i I. destruct (Nat.eqb_spec (x + i) e); [lia | reflexivity].
  - apply sum_none. intros i I. apply andb_false_r.
  - apply sum_none. intros i I. apply andb_false_r.
  - apply sum_ext. intros i I. now rewrite andb_true_r.
Qed.

Definition on_line (up : bool) (e x y : nat) : nat :=
  one_if (if up then (x <=? e) && (e <? y) else (y <? e) && (e <=? x)).

Lemma crossings_line n x y e up : crossings_of (line_routes n) x y (e, up) == on_line up e x y.
Proof.
  rewrite (one_way_crossings (line_routes n) x y _ _ eq_refl). apply inject_Z_injective. f_equal. unfold on_line.
  destruct (Nat.leb_spec x y) as [L|L].
  - rewrite (times_on_line n x (y - x) e up true). replace (x + (y - x))%nat with y by lia. destruct up; [reflexivity|].
    destruct (Nat.ltb_spec y e), (Nat.leb_spec e x); try reflexivity; simpl; lia.
  - rewrite (times_on_line n x (x - y) e up false). destruct up; cbn [Bool.eqb].
    + destruct (Nat.leb_spec x e), (Nat.ltb_spec e y); try reflexivity; simpl; lia.
    + destruct (Nat.leb_spec e x).
      * rewrite (sum_one_if _ _ (x - e)).
        -- rewrite andb_true_r. f_equal. destruct (Nat.ltb_spec (x - e) (x - y)), (Nat.ltb_spec y e); lia.
        -- intros i I. rewrite Nat.eqb_eq. lia.
      * rewrite andb_false_r. apply sum_none. intros i I. destruct (Nat.eqb_spec (x - i) e); [lia | reflexivity].
Qed.

Lemma sound_line n : sound (line_routes n).
Proof.
  split.
  - intros x y. simpl. ring.
  - intros x [e up] _. rewrite crossings_line. unfold on_line.
    destruct up, (Nat.leb_spec x e), (Nat.ltb_spec e x), (Nat.ltb_spec x e), (Nat.leb_spec e x); try reflexivity; lia.
Qed.

Lemma size_line n : size (line n) = n.
Proof. apply size_numbered. Qed.

Lemma line_channels n c : In c (all_channels (line_routes n)) <->
  exists e, (e < n - 1)%nat /\ (c = (e, true) \/ c = (S e, false)).
Proof.
  cbn [all_channels line_routes]. rewrite in_app_iff, !in_map_iff. split.
  - intros [(e & <- & I)|(e & <- & I)]; apply in_seq in I; exists e; split; auto; lia.
  - intros (e & L & [->| ->]); [left | right]; exists e; split; auto; apply in_seq; lia.
Qed.

Lemma carried_line n f e up : (forall x, (x < n)%nat -> (f x < n)%nat) ->
  carried (line_routes n) f (e, up) == sum (seq 0 n) (fun x => on_line up e x (f x)).
Proof.
  intro F. rewrite <- (Qmult_1_l (sum _ _)). apply (carried_numbered n _ (line_routes n) f _ 1 (on_line up e) F).
  intros x y _ _. rewrite Qmult_1_l. exact (crossings_line n x y e up).
Qed.

Lemma crossed_line n e up : (e < n)%nat ->
  crossed (line_routes n) (e, up) == if up then ((e + 1) * (n - 1 - e))%nat else (e * (n - e))%nat.
Proof.
  intro L. transitivity (1 * sum (seq 0 n) (fun x => sum (seq 0 n) (on_line up e x))).
  { apply (crossed_numbered n _ (line_routes n)). intros x y _ _. rewrite Qmult_1_l. exact (crossings_line n x y e up). }
  rewrite Qmult_1_l. unfold on_line.
  assert (sum (seq 0 n) (fun x => sum (seq 0 n) (fun y => one_if (if up then (x <=? e) && (e <? y) else (y <? e) && (e <=? x))%nat))
    = if up then ((e + 1) * (n - 1 - e))%nat else (e * (n - e))%nat) as ->; [|destruct up; reflexivity].
  destruct up.
  - rewrite (sum_ext _ _ (fun x => (n - 1 - e) * one_if (x <? e + 1))%nat).
    + rewrite sum_scale, count_below. replace (Nat.min n (e + 1)) with (e + 1)%nat by lia. lia.
    + intros x _. rewrite (sum_ext _ _ (fun y => one_if (x <=? e) * one_if (e <? y))%nat) by (intros; apply one_if_and).
      rewrite sum_scale, count_above by lia. destruct (Nat.leb_spec x e), (Nat.ltb_spec x (e + 1)); simpl; lia.
  - rewrite (sum_ext _ _ (fun x => e * one_if (negb (x <? e)))%nat).
    + rewrite sum_scale. pose proof (count_below n e) as B. pose proof (sum_const (seq 0 n) 1) as A. rewrite seq_length in A.
      rewrite (sum_ext _ (fun _ => 1%nat) (fun x => one_if (x <? e) + one_if (negb (x <? e)))%nat) in A
        by (intros x _; destruct (x <? e)%nat; reflexivity).
      rewrite sum_add, B in A. f_equal. lia.
    + intros x _. rewrite (sum_ext _ _ (fun y => one_if (e <=? x) * one_if (y <? e))%nat).
      * rewrite sum_scale, count_below. replace (Nat.min n e) with e by lia.
        destruct (Nat.leb_spec e x), (Nat.ltb_spec x e); simpl; lia.
      * intros y _. rewrite andb_comm. apply one_if_and.
Qed.

Lemma Q_le (a b : Z) : (a <= b)%Z -> a <= b.
Proof. intro H. now rewrite <- Zle_Qle. Qed.

Theorem busy_line n : (2 <= n)%nat -> busy (line_routes n) (if (n mod 2 =? 0)%Z then n / 4 else (n ^ 2 - 1) / (4 * n)).
Proof.
  intro H. pose proof (size_nonzero n H) as N.
  set (top := if (n mod 2 =? 0)%Z then n / 4 else (n ^ 2 - 1) / (4 * n)).
  assert (exists h, top * n == (h * (n - h))%nat /\ (1 <= h < n)%nat /\
    forall p, (p <= n)%nat -> (p * (n - p) <= h * (n - h))%nat) as (h & T & B & M).
  { subst top. destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
    - destruct (half_even n P) as [h ->]. exists h. split; [|split; [lia|]].
      + replace (2 * h - h)%nat with h by lia. rewrite !Q_mul. change (inject_Z 2%nat) with 2. field.
      + intros p L. assert (exists q, 2 * h = p + q)%nat as [q E] by (exists (2 * h - p)%nat; lia).
        replace (2 * h - p)%nat with q by lia. replace (2 * h - h)%nat with h by lia.
        assert (p <= h \/ h <= p)%nat as [Q|Q] by lia.
        * assert (exists d, h = p + d)%nat as [d ->] by (exists (h - p)%nat; lia). replace q with (p + d + d)%nat by lia. nia.
        * assert (exists d, p = h + d)%nat as [d ->] by (exists (p - h)%nat; lia). assert (h = q + d)%nat as -> by lia. nia.
    - destruct (half_odd n P) as [h ->]. exists h. split; [|split; [lia|]].
      + replace (2 * h + 1 - h)%nat with (h + 1)%nat by lia. rewrite !Q_mul, !Q_add, !Q_mul in *.
        change (inject_Z 2%nat) with 2 in *. change (inject_Z 1%nat) with 1 in *. field. exact N.
      + intros p L. assert (exists q, 2 * h + 1 = p + q)%nat as [q E] by (exists (2 * h + 1 - p)%nat; lia).
        replace (2 * h + 1 - p)%nat with q by lia. replace (2 * h + 1 - h)%nat with (h + 1)%nat by lia.
        assert (p <= h \/ h + 1 <= p)%nat as [Q|Q] by lia.
        * assert (exists d, h = p + d)%nat as [d ->] by (exists (h - p)%nat; lia). replace q with (p + d + d + 1)%nat by lia. nia.
        * assert (exists d, p = h + 1 + d)%nat as [d ->] by (exists (p - (h + 1))%nat; lia). assert (h = q + d)%nat as -> by lia. nia. }
  clearbody top. split.
  - intros c I. apply line_channels in I as (e & L & [->| ->]); rewrite crossed_line, size_line, T by lia; apply Q_le; cbv iota.
    + specialize (M (e + 1)%nat ltac:(lia)). replace (n - 1 - e)%nat with (n - (e + 1))%nat by lia. now apply Nat2Z.inj_le.
    + now apply Nat2Z.inj_le, M; lia.
  - exists ((h - 1)%nat, true). split.
    + apply line_channels. exists (h - 1)%nat. split; [lia | now left].
    + rewrite crossed_line, size_line, T by lia. replace (h - 1 + 1)%nat with h by lia.
      now replace (n - 1 - (h - 1))%nat with (n - h)%nat by lia.
Qed.

(** ** Patterns on a line *)

Lemma most_on_line n f m : (forall x, (x < n)%nat -> (f x < n)%nat) ->
  (forall e, (e < n - 1)%nat -> (sum (seq 0 n) (fun x => on_line true e x (f x)) <= m)%nat) ->
  (forall e, (e < n - 1)%nat -> (sum (seq 0 n) (fun x => on_line false (S e) x (f x)) <= m)%nat) ->
  (exists e, (e < n - 1)%nat /\ sum (seq 0 n) (fun x => on_line true e x (f x)) = m) -> peak (line_routes n) f m.
Proof.
  intros F Up Down (e & L & E). split.
  - intros c I. apply line_channels in I as (d & D & [->| ->]); rewrite (carried_line n f _ _ F); apply Q_le, Nat2Z.inj_le; auto.
  - exists (e, true). split; [apply line_channels; eauto|]. rewrite (carried_line n f _ _ F), E. reflexivity.
Qed.

Lemma shifted_up n k e : (k < n)%nat -> (e < n - 1)%nat ->
  sum (seq 0 n) (fun x => on_line true e x (shifted n k x)) = (Nat.min (e + 1) (n - k) - (e + 1 - k))%nat.
Proof.
  intros K L. enough (1 * Z.of_nat (sum (seq 0 n) (fun x => on_line true e x (shifted n k x))) =
    Z.of_nat (Nat.min (e + 1) (n - k) - (e + 1 - k)))%Z by lia.
  rewrite (telescope 1 n _ (fun x => Z.of_nat (Nat.min x (Nat.min (e + 1) (n - k)) - (e + 1 - k)))); [lia | lia |].
  intros x X. rewrite shifted_cases by lia. unfold on_line.
  destruct (Nat.ltb_spec (x + k) n), (Nat.leb_spec x e); cbn [andb];
    try (destruct (Nat.ltb_spec e (x + k))); try (destruct (Nat.ltb_spec e (x + k - n))); unfold one_if; lia.
Qed.

Lemma shifted_down n k e : (k < n)%nat -> (e < n)%nat ->
  sum (seq 0 n) (fun x => on_line false e x (shifted n k x)) = (Nat.min n (e + n - k) - Nat.max e (n - k))%nat.
Proof.
  intros K L. enough (1 * Z.of_nat (sum (seq 0 n) (fun x => on_line false e x (shifted n k x))) =
    Z.of_nat (Nat.min n (e + n - k) - Nat.max e (n - k)))%Z by lia.
  rewrite (telescope 1 n _ (fun x => Z.of_nat (Nat.min x (e + n - k) - Nat.max e (n - k)))); [lia | lia |].
  intros x X. rewrite shifted_cases by lia. unfold on_line. rewrite andb_comm.
  destruct (Nat.ltb_spec (x + k) n), (Nat.leb_spec e x); cbn [andb];
    try (destruct (Nat.ltb_spec (x + k) e)); try (destruct (Nat.ltb_spec (x + k - n) e)); unfold one_if; lia.
Qed.

Theorem peak_shifted_line n k : (0 < k < n)%nat -> peak (line_routes n) (shifted n k) (Nat.min k (n - k)).
Proof.
  intro K. apply most_on_line.
  - intros x X. now apply shifted_inside.
  - intros e L. rewrite shifted_up; lia.
  - intros e L. rewrite shifted_down; lia.
  - exists (k - 1)%nat. split; [lia|]. rewrite shifted_up; lia.
Qed.

Lemma mirrored_up n e : (e < n - 1)%nat ->
  sum (seq 0 n) (fun x => on_line true e x (mirrored n x)) = Nat.min (e + 1) (n - 1 - e).
Proof.
  intro L. enough (1 * Z.of_nat (sum (seq 0 n) (fun x => on_line true e x (mirrored n x))) =
    Z.of_nat (Nat.min (e + 1) (n - 1 - e)))%Z by lia.
  rewrite (telescope 1 n _ (fun x => Z.of_nat (Nat.min x (Nat.min (e + 1) (n - 1 - e))))); [lia | lia |].
  intros x X. unfold on_line, mirrored.
  destruct (Nat.leb_spec x e), (Nat.ltb_spec e (n - 1 - x)); unfold one_if; cbn [andb]; lia.
Qed.

Lemma mirrored_down n e : (e < n)%nat ->
  sum (seq 0 n) (fun x => on_line false e x (mirrored n x)) = (n - Nat.max e (n - e))%nat.
Proof.
  intro L. enough (1 * Z.of_nat (sum (seq 0 n) (fun x => on_line false e x (mirrored n x))) =
    Z.of_nat (n - Nat.max e (n - e)))%Z by lia.
  rewrite (telescope 1 n _ (fun x => Z.of_nat (x - Nat.max e (n - e)))); [lia | lia |].
  intros x X. unfold on_line, mirrored.
  destruct (Nat.leb_spec e x), (Nat.ltb_spec (n - 1 - x) e); unfold one_if; cbn [andb]; lia.
Qed.

Lemma peak_equal {g} (r : routes g) f v w : peak r f v -> w == v -> peak r f w.
Proof.
  intros [N (c & I & E)] W. split; [intros d D; rewrite W; now apply N|]. exists c. split; [exact I | now rewrite W].
Qed.

Theorem peak_mirrored_line n : (2 <= n)%nat ->
  peak (line_routes n) (mirrored n) (if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2).
Proof.
  intro H. eapply peak_equal; [|symmetry; apply half_of]. pose proof (Nat.div_mod_eq n 2). pose proof (Nat.mod_upper_bound n 2).
  apply most_on_line.
  - intros x X. now apply mirrored_inside.
  - intros e L. rewrite mirrored_up; lia.
  - intros e L. rewrite mirrored_down; lia.
  - exists (n / 2 - 1)%nat. split; [lia|]. rewrite mirrored_up; lia.
Qed.

Theorem peak_neighbor_line n : (2 <= n)%nat -> peak (line_routes n) (shifted n 1) 1.
Proof. intro H. apply (peak_equal _ _ _ _ (peak_shifted_line n 1 ltac:(lia))). now rewrite Nat.min_l by lia. Qed.

(** A shift by no node moves no message. *)
Lemma peak_unmoved n ch (r : routes (numbered n ch)) c : sound r -> In c (all_channels r) -> (0 < n)%nat ->
  peak r (shifted n 0) 0.
Proof.
  intros R I H. assert (forall d, carried r (shifted n 0) d == 0) as E.
  { intro d. unfold carried. rewrite (sum_Q_ext _ _ (fun _ => 0 * 0)).
    - rewrite sum_Q_scale. ring.
    - intros x X. apply in_seq in X as X'. replace (shifted n 0 x) with x.
      + now rewrite (proj2 R x d X).
      + symmetry. rewrite shifted_cases by lia. destruct (Nat.ltb_spec (x + 0) n); lia. }
  split; [intros d _; rewrite E; apply Qle_refl | exists c; auto].
Qed.

Theorem peak_tornado_line n : (2 <= n)%nat ->
  peak (line_routes n) (shifted n ((n + 1) / 2 - 1)) (if (n mod 2 =? 0)%Z then (n - 2) / 2 else (n - 1) / 2).
Proof.
  intro H2. destruct (Nat.eq_dec n 2) as [->|T]; [apply (peak_equal (line_routes 2) (shifted 2 0) 0); [apply (peak_unmoved 2 _ (line_routes 2) (0%nat, true) (sound_line 2)); [now left | lia] | reflexivity]|].
  assert (3 <= n)%nat as H by lia. destruct (tornado_inside n ltac:(lia)). assert (0 < (n + 1) / 2 - 1)%nat.
  { pose proof (Nat.div_mod_eq (n + 1) 2). pose proof (Nat.mod_upper_bound (n + 1) 2). lia. }
  apply (peak_equal _ _ _ _ (peak_shifted_line n _ ltac:(split; eassumption))).
  rewrite Nat.min_l by assumption. symmetry. apply tornado_of. lia.
Qed.
