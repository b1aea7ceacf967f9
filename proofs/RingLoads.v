(** Loads of the channels of rings and one-way rings, for all sizes. *)

From Coq Require Import List Arith ZArith QArith Qpower Qminmax Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings FactorLoads.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Channels of runs around a ring *)

Lemma once_around n i : i < 2 * n -> i mod n = if i <? n then i else i - n.
Proof.
  intro L. destruct (Nat.ltb_spec i n); [now apply Nat.mod_small|].
  replace i with (i - n + 1 * n) at 1 by lia. rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
Qed.

Lemma ahead_offset n x y : x < n -> y < n -> ahead n x y = offset n x y.
Proof.
  intros X Y. unfold ahead, offset. rewrite once_around by lia.
  destruct (Nat.leb_spec x y), (Nat.ltb_spec (y + (n - x)) n); lia.
Qed.

Lemma on_climb n x k e up : x < n -> e < n -> k <= n ->
  sum (climb n x k) (fun d => one_if (alike_numbered d (e, up))) = if up then one_if (offset n x e <? k) else 0.
Proof.
  intros X E K. unfold climb, alike_numbered. rewrite sum_map. cbn [fst snd]. destruct up.
  - apply sum_one_if. intros i I. rewrite andb_true_r, Nat.eqb_eq, once_around by lia.
    unfold offset. destruct (Nat.leb_spec x e), (Nat.ltb_spec (x + i) n); lia.
  - apply sum_none. intros i I. apply andb_false_r.
Qed.

Lemma on_descend n x k e up : x < n -> e < n -> k <= n ->
  sum (descend n x k) (fun d => one_if (alike_numbered d (e, up))) = if up then 0 else one_if (offset n e x <? k).
Proof.
  intros X E K. unfold descend, alike_numbered. rewrite sum_map. cbn [fst snd]. destruct up.
  - apply sum_none. intros i I. apply andb_false_r.
  - apply sum_one_if. intros i I. rewrite andb_true_r, Nat.eqb_eq, once_around by lia.
    unfold offset. destruct (Nat.leb_spec e x), (Nat.ltb_spec (x + (n - i)) n); lia.
Qed.

(** ** One-way ring: a permutation loads all channels alike *)

Definition passed (n e x y : nat) : nat := one_if (offset n x e <? offset n x y).

Lemma crossings_oneway n x y e : x < n -> y < n -> e < n ->
  (crossings_of (oneway_ring_routes n) x y (e, true) == passed n e x y)%Q.
Proof.
  intros X Y E. rewrite (one_way_crossings (oneway_ring_routes n) x y _ _ eq_refl). apply inject_Z_injective. f_equal.
  change (times_on (oneway_ring_routes n) (e, true)) with
    (fun way => sum way (fun d => one_if (alike_numbered d (e, true)))). cbv beta.
  rewrite ahead_offset, on_climb; try assumption; [reflexivity | pose proof (offset_inside n x y X Y); lia].
Qed.

Lemma sound_oneway_ring n : sound (oneway_ring_routes n).
Proof.
  split.
  - intros x y. simpl. ring.
  - intros x [e up] I. apply in_seq in I. rewrite (one_way_crossings (oneway_ring_routes n) x x _ _ eq_refl).
    rewrite ahead_offset by lia. rewrite (proj2 (offset_zero n x x ltac:(lia) ltac:(lia)) eq_refl). reflexivity.
Qed.

Lemma oneway_channels n c : In c (all_channels (oneway_ring_routes n)) <-> exists e, e < n /\ c = (e, true).
Proof.
  cbn [all_channels oneway_ring_routes]. rewrite in_map_iff. split.
  - intros (e & <- & I). apply in_seq in I. exists e. split; [lia | reflexivity].
  - intros (e & L & ->). exists e. split; [reflexivity | apply in_seq; lia].
Qed.

Lemma carried_oneway n f e : (forall x, x < n -> f x < n) -> e < n ->
  (carried (oneway_ring_routes n) f (e, true) == sum (seq 0 n) (fun x => passed n e x (f x)))%Q.
Proof.
  intros F E. rewrite <- (Qmult_1_l (sum _ _)). apply (carried_numbered n _ (oneway_ring_routes n) f _ 1 (passed n e) F).
  intros x y X Y. rewrite Qmult_1_l. now apply crossings_oneway.
Qed.

Theorem busy_oneway_ring n : 2 <= n -> busy (oneway_ring_routes n) ((n - 1) / 2)%Q.
Proof.
  intro H.
  assert (forall e, e < n -> (crossed (oneway_ring_routes n) (e, true) == (n - 1) / 2 * size (oneway_ring n))%Q) as A.
  { intros e E. transitivity (1 * sum (seq 0 n) (fun x => sum (seq 0 n) (passed n e x)))%Q.
    { apply (crossed_numbered n _ (oneway_ring_routes n)). intros x y X Y. rewrite Qmult_1_l. now apply crossings_oneway. }
    assert (2 * Z.of_nat (sum (seq 0 n) (fun x => sum (seq 0 n) (passed n e x))) = n * (n - 1))%Z as T.
    { rewrite (sum_ext _ _ (fun x => (fun k => n - 1 - k) (offset n x e))).
      - rewrite (sum_offsets_to n e (fun k => n - 1 - k) E), (sum_reversed n (fun k => k)). apply number_sum.
      - intros x X. apply in_seq in X. unfold passed.
        rewrite (sum_offsets n x (fun k => one_if (offset n x e <? k))) by lia.
        apply count_above. apply offset_inside; lia. }
    rational T. change (size (oneway_ring n)) with (size (numbered n (fun x y => one_if (next n x =? y)))).
    rewrite size_numbered. apply (Qmult_inj_l _ _ 2); [discriminate|].
    transitivity (n * (n + - (1)))%Q; [rewrite <- T; ring | field]. }
  split.
  - intros c I. apply oneway_channels in I as (e & E & ->). rewrite A by assumption. apply Qle_refl.
  - exists (0, true). split; [apply oneway_channels; exists 0; split; [lia | reflexivity] | apply A; lia].
Qed.

Lemma distance_unique g x y d d' : distance g x y d -> distance g x y d' -> d = d'.
Proof. intros [W L] [W' L']. specialize (L d' W'). specialize (L' d W). lia. Qed.

(** What begins at a node and what ends there are alike, so that its two channels are, and all. *)
Lemma passed_next n f e : (forall x, x < n -> f x < n) -> e < n -> permutes (oneway_ring n) f ->
  sum (seq 0 n) (fun x => passed n (next n e) x (f x)) = sum (seq 0 n) (fun x => passed n e x (f x)).
Proof.
  intros F E (_ & back & B & R).
  assert (forall z, z < n -> sum (seq 0 n) (fun x => one_if (x =? z)) = 1) as One.
  { intros z Z. rewrite (sum_one_if n _ z); [destruct (Nat.ltb_spec z n); [reflexivity | lia]|]. intros i _. apply Nat.eqb_eq. }
  assert (forall z, z < n -> sum (seq 0 n) (fun x => one_if (f x =? z)) = 1) as Once.
  { intros z Z. assert (back z < n) as L.
    { specialize (B z ltac:(apply in_seq; lia)). apply in_seq in B. lia. }
    rewrite (sum_one_if n _ (back z)); [destruct (Nat.ltb_spec (back z) n); [reflexivity | lia]|].
    intros i I. rewrite Nat.eqb_eq. rewrite (R i z) by (apply in_seq; lia). intuition. }
  pose proof (next_inside n e E) as N.
  enough (sum (seq 0 n) (fun x => passed n (next n e) x (f x)) + 1 = sum (seq 0 n) (fun x => passed n e x (f x)) + 1) by lia.
  rewrite <- (Once (next n e) N) at 1. rewrite <- (One (next n e) N). rewrite <- !sum_add. apply sum_ext. intros x X.
  apply in_seq in X. specialize (F x ltac:(lia)). unfold passed.
  pose proof (offset_next n e x). unfold offset, next in *.
  destruct (Nat.eqb_spec (S e) n); repeat match goal with
    | |- context [?a <=? ?b] => destruct (Nat.leb_spec a b)
    | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
    | |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
  end; simpl; lia.
Qed.

Theorem peak_oneway_ring n f w : 2 <= n -> permutes (oneway_ring n) f -> reach (oneway_ring n) f w ->
  peak (oneway_ring_routes n) f w.
Proof.
  intros H P (K & d & D & W).
  assert (forall x, x < n -> f x < n) as F.
  { intros x X. specialize (K x ltac:(apply in_seq; lia)). apply in_seq in K. lia. }
  assert (forall e, e < n -> sum (seq 0 n) (fun x => passed n e x (f x)) = sum (seq 0 n) (fun x => passed n 0 x (f x))) as A.
  { induction e as [|e IH]; intro E; [reflexivity|]. rewrite <- IH, <- (passed_next n f e) by (assumption || lia).
    unfold next. now destruct (Nat.eqb_spec (S e) n); [lia|]. }
  assert (n * sum (seq 0 n) (fun x => passed n 0 x (f x)) = sum (seq 0 n) (fun x => d x (f x))) as T.
  { rewrite <- (sum_alike n (fun e => sum (seq 0 n) (fun x => passed n e x (f x)))) by exact A.
    rewrite sum_swap. apply sum_ext. intros x X. apply in_seq in X. specialize (F x ltac:(lia)). unfold passed.
    rewrite (sum_offsets n x (fun k => one_if (k <? offset n x (f x)))) by lia.
    rewrite count_below, (distance_unique (oneway_ring n) x (f x) (d x (f x)) (offset n x (f x))).
    - pose proof (offset_inside n x (f x)). lia.
    - apply D; apply in_seq; lia.
    - apply oneway_ring_distances; apply in_seq; lia. }
  assert (forall e, e < n -> (carried (oneway_ring_routes n) f (e, true) == w)%Q) as C.
  { intros e E. rewrite carried_oneway, A by assumption. apply (Qmult_inj_l _ _ n); [now apply size_nonzero|].
    rewrite <- Q_mul, T. change (sum (seq 0 n)) with (sum (nodes (oneway_ring n))). rewrite <- W.
    change (size (oneway_ring n)) with (size (numbered n (fun x y => one_if (next n x =? y)))). rewrite size_numbered. ring. }
  split.
  - intros c I. apply oneway_channels in I as (e & E & ->). rewrite C by assumption. apply Qle_refl.
  - exists (0, true). split; [apply oneway_channels; exists 0; split; [lia | reflexivity] | apply C; lia].
Qed.

(** ** Ring

    Twice the messages that go a number of hops upward: all of them if that is less than half of the ring, and none if it
    is more; those half-way by the rule for ties. *)

Definition weight (t n hops : nat) : nat := if 2 * hops <? n then 2 else if 2 * hops =? n then t else 0.

Definition rising (ties : halfway) : nat := match ties with split_ways => 1 | upward_ways => 2 | downward_ways => 0 end.
Definition falling (ties : halfway) : nat := match ties with split_ways => 1 | upward_ways => 0 | downward_ways => 2 end.

Definition round (ties : halfway) (n e : nat) (up : bool) (x y : nat) : nat :=
  if up then weight (rising ties) n (offset n x y) * one_if (offset n x e <? offset n x y)
  else weight (falling ties) n (offset n y x) * one_if (offset n e x <? offset n y x).

Lemma times_on_ring ties n (c : nat * bool) (way : list (nat * bool)) :
  times_on (ring_routes ties n) c way = sum way (fun d : nat * bool => one_if (alike_numbered d c)).
Proof. reflexivity. Qed.

Lemma crossings_ring ties n x y e up : x < n -> y < n -> e < n ->
  (crossings_of (ring_routes ties n) x y (e, up) == (1 # 2) * round ties n e up x y)%Q.
Proof.
  intros X Y E. pose proof (offset_inside n x y X Y). pose proof (offset_inside n y x Y X).
  assert (offset n x y = 0 /\ offset n y x = 0 \/ offset n x y + offset n y x = n) as O by cases.
  unfold crossings_of. cbn [ways ring_routes]. rewrite !ahead_offset by assumption. unfold round, weight.
  set (o := offset n x y) in *. set (o' := offset n y x) in *.
  destruct (Nat.compare_spec (2 * o) n), ties; cbn [sum_Q fst snd]; rewrite !times_on_ring; rewrite ?on_climb, ?on_descend by lia;
    destruct up; cbn [rising falling];
    destruct (Nat.ltb_spec (2 * o) n), (Nat.eqb_spec (2 * o) n), (Nat.ltb_spec (2 * o') n), (Nat.eqb_spec (2 * o') n);
    try lia; try (replace o' with 0 by lia); rewrite ?Q_mul; try (destruct (_ <? _); reflexivity);
    destruct (offset n e x); reflexivity.
Qed.

Lemma sound_ring ties n : sound (ring_routes ties n).
Proof.
  split.
  - intros x y. cbn [ways ring_routes]. destruct (2 * ahead n x y ?= n), ties; reflexivity.
  - intros x [e up] I. apply in_seq in I. unfold crossings_of. cbn [ways ring_routes]. rewrite ahead_offset by lia.
    rewrite (proj2 (offset_zero n x x ltac:(lia) ltac:(lia)) eq_refl). destruct (Nat.compare_spec (2 * 0) n); [lia | | lia].
    destruct ties; reflexivity.
Qed.

Lemma ring_channels ties n c : In c (all_channels (ring_routes ties n)) <-> fst c < n.
Proof.
  destruct c as [e up]. cbn [fst]. change (In (e, up) (list_prod (seq 0 n) [true; false]) <-> e < n).
  rewrite in_prod_iff, in_seq. destruct up; simpl; intuition lia.
Qed.

Lemma carried_ring ties n f e up : (forall x, x < n -> f x < n) -> e < n ->
  (carried (ring_routes ties n) f (e, up) == (1 # 2) * sum (seq 0 n) (fun x => round ties n e up x (f x)))%Q.
Proof.
  intros F E. apply (carried_numbered n _ (ring_routes ties n) f _ (1 # 2) (round ties n e up) F).
  intros x y X Y. now apply crossings_ring.
Qed.

Lemma doubled (m k : nat) : m = 2 * k -> ((1 # 2) * m == k)%Q.
Proof. intros ->. rewrite Q_mul. change (inject_Z 2%nat) with 2%Q. field. Qed.

Lemma halves_le (a b : nat) : a <= b -> ((1 # 2) * a <= (1 # 2) * b)%Q.
Proof. intro L. assert (a <= b)%Q by (rewrite <- Zle_Qle; lia). lra. Qed.

(** Twice the largest load is that of a channel, and no other one has more. *)
Lemma most_on_ring ties n f twice e up : (forall x, x < n -> f x < n) -> e < n ->
  (forall d, d < n -> sum (seq 0 n) (fun x => round ties n d true x (f x)) <= twice) ->
  (forall d, d < n -> sum (seq 0 n) (fun x => round ties n d false x (f x)) <= twice) ->
  sum (seq 0 n) (fun x => round ties n e up x (f x)) = twice -> peak (ring_routes ties n) f ((1 # 2) * twice).
Proof.
  intros F L Up Down E. split.
  - intros [d []] I; apply ring_channels in I; cbn [fst] in I; rewrite carried_ring by assumption; apply halves_le; auto.
  - exists (e, up). split; [now apply ring_channels|]. rewrite carried_ring, E by assumption. reflexivity.
Qed.
