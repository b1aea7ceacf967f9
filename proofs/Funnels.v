(** Loads of lines, rings, one-way rings, cliques and buses where all messages go to one node, or come from one, for all
    sizes. *)

From Coq Require Import List Arith ZArith QArith Qpower Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings FactorLoads CliqueLoads
  RingLoads HalvesLoads.
Import ListNotations.
Local Open Scope nat_scope.

Lemma gathered_numbered n ch (r : routes (numbered n ch)) z c k (many : nat -> nat -> nat) : z < n ->
  (forall x y, x < n -> y < n -> (crossings_of r x y c == k * many x y)%Q) ->
  (gathered r z c == k * sum (seq 0 n) (fun x => many x z))%Q.
Proof.
  intros Z H. rewrite <- sum_Q_nat, <- sum_Q_scale. apply sum_Q_ext. intros x I. apply in_seq in I. apply H; lia.
Qed.

Lemma scattered_numbered n ch (r : routes (numbered n ch)) z c k (many : nat -> nat -> nat) : z < n ->
  (forall x y, x < n -> y < n -> (crossings_of r x y c == k * many x y)%Q) ->
  (scattered r z c == k * sum (seq 0 n) (many z))%Q.
Proof.
  intros Z H. rewrite <- sum_Q_nat, <- sum_Q_scale. apply sum_Q_ext. intros y I. apply in_seq in I. apply H; lia.
Qed.

Lemma sum_le {A} (l : list A) f g : (forall x, In x l -> f x <= g x) -> sum l f <= sum l g.
Proof.
  induction l as [|x l IH]; intro H; simpl; [lia|].
  specialize (IH (fun y I => H y (or_intror I))). specialize (H x (or_introl eq_refl)). lia.
Qed.

(** Bounds of crossings that are natural numbers, times k, and a channel to which all messages go. *)
Lemma funnel_numbered n ch (r : routes (numbered n ch)) k m (many : channel_of r -> nat -> nat -> nat) z c : (0 <= k)%Q ->
  (forall c x y, In c (all_channels r) -> x < n -> y < n -> (crossings_of r x y c == k * many c x y)%Q) ->
  (forall c z, In c (all_channels r) -> z < n ->
    sum (seq 0 n) (fun x => many c x z) <= m /\ sum (seq 0 n) (many c z) <= m) ->
  z < n -> In c (all_channels r) -> sum (seq 0 n) (fun x => many c x z) = m -> funnel r (k * m)%Q.
Proof.
  intros K E B Z C A. assert (forall a b : nat, a <= b -> (k * a <= k * b)%Q) as Up.
  { intros a b L. rewrite !(Qmult_comm k). apply Qmult_le_compat_r; [apply Q_le; lia | exact K]. }
  split; [|split].
  - apply Qmult_le_0_compat; [exact K | apply (Q_le 0); lia].
  - intros y d Y D. apply in_seq in Y. destruct (B d y D ltac:(lia)) as [B1 B2].
    rewrite (gathered_numbered n ch r y d k (many d)), (scattered_numbered n ch r y d k (many d)) by (auto; lia).
    split; now apply Up.
  - exists z, c. split; [apply in_seq; lia|]. split; [exact C|].
    rewrite (gathered_numbered n ch r z c k (many c)) by auto. now rewrite A.
Qed.

(** ** Each message crosses a channel once at most, and none to its own node *)

Lemma clique_to n z : z < n -> sum (seq 0 n) (fun x => clique_distance x z) = n - 1.
Proof.
  intro Z. rewrite <- (clique_from n z Z). apply sum_ext. intros x _. unfold clique_distance. now rewrite Nat.eqb_sym.
Qed.

Lemma minus_one (n : nat) : 2 <= n -> ((n - 1)%nat == n - 1)%Q.
Proof.
  intro H. replace (Z.of_nat (n - 1)) with (n + -1)%Z by lia. rewrite inject_Z_plus. reflexivity.
Qed.

Lemma funnel_once n ch (r : routes (numbered n ch)) (many : channel_of r -> nat -> nat -> nat) z c : 2 <= n ->
  (forall c x y, In c (all_channels r) -> x < n -> y < n -> (crossings_of r x y c == many c x y)%Q) ->
  (forall c x y, In c (all_channels r) -> x < n -> y < n -> many c x y <= clique_distance x y) ->
  z < n -> In c (all_channels r) -> (forall x, x < n -> many c x z = clique_distance x z) -> funnel r (n - 1)%Q.
Proof.
  intros H E B Z C A. destruct (funnel_numbered n ch r 1 (n - 1) many z c) as (P & Q & R); try assumption.
  - discriminate.
  - intros d x y D X Y. rewrite Qmult_1_l. now apply E.
  - intros d y D Y. rewrite <- (clique_to n y Y) at 1. rewrite <- (clique_from n y Y) at 1.
    split; apply sum_le; intros x X; apply in_seq in X; apply B; auto; lia.
  - rewrite <- (clique_to n z Z). apply sum_ext. intros x X. apply in_seq in X. apply A. lia.
  - assert (1 * (n - 1)%nat == n - 1)%Q as V by (rewrite Qmult_1_l; now apply minus_one).
    split; [now rewrite <- V|]. split.
    + intros y d Y D. rewrite <- V. now apply Q.
    + destruct R as (y & d & Y & D & W). exists y, d. now rewrite <- V.
Qed.

Theorem funnel_line n : 2 <= n -> funnel (line_routes n) (n - 1)%Q.
Proof.
  intro H. apply (funnel_once n _ (line_routes n) (fun c => on_line (snd c) (fst c)) (n - 1) (n - 2, true) H).
  - intros [e up] x y _ _ _. apply crossings_line.
  - intros [e up] x y _ _ _. unfold on_line, clique_distance. cbn [fst snd].
    destruct up, (Nat.eqb_spec x y), (Nat.leb_spec x e), (Nat.ltb_spec e y), (Nat.leb_spec e x), (Nat.ltb_spec y e); simpl; lia.
  - lia.
  - apply line_channels. exists (n - 2). split; [lia | now left].
  - intros x X. unfold on_line, clique_distance. cbn [fst snd].
    destruct (Nat.eqb_spec x (n - 1)), (Nat.leb_spec x (n - 2)), (Nat.ltb_spec (n - 2) (n - 1)); simpl; lia.
Qed.

Theorem funnel_oneway_ring n : 2 <= n -> funnel (oneway_ring_routes n) (n - 1)%Q.
Proof.
  intro H. apply (funnel_once n _ (oneway_ring_routes n) (fun c => passed n (fst c)) 0 (n - 1, true) H).
  - intros c x y C X Y. apply oneway_channels in C as (e & E & ->). now apply crossings_oneway.
  - intros c x y C X Y. apply oneway_channels in C as (e & E & ->). unfold passed, offset, clique_distance. cbn [fst].
    destruct (Nat.eqb_spec x y) as [->|N]; [|destruct (_ <? _); simpl; lia].
    rewrite Nat.leb_refl. replace (y - y) with 0 by lia. destruct (Nat.ltb_spec (if y <=? e then e - y else e + n - y) 0); simpl; lia.
  - lia.
  - apply oneway_channels. exists (n - 1). split; [lia | reflexivity].
  - intros x X. unfold passed, offset, clique_distance. cbn [fst].
    destruct (Nat.leb_spec x (n - 1)), (Nat.leb_spec x 0), (Nat.eqb_spec x 0); try lia;
      match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; simpl; lia.
Qed.

Theorem funnel_bus n : 2 <= n -> funnel (bus_routes n) (n - 1)%Q.
Proof.
  intro H. apply (funnel_once n _ (bus_routes n) (fun _ => clique_distance) 0 tt H); auto; try lia.
  - intros c x y _ _ _. apply crossings_bus.
  - now left.
Qed.

(** ** Clique *)

Theorem funnel_clique n : 2 <= n -> funnel (clique_routes n) 1%Q.
Proof.
  intro H. assert (forall z u, z < n -> u < n -> sum (seq 0 n) (fun x => between u z x z) = 1) as One.
  { intros z u Z U. rewrite <- (sum_equal n u U). apply sum_ext. intros x _. unfold between.
    now rewrite Nat.eqb_refl, andb_true_r. }
  apply (funnel_numbered n _ (clique_routes n) 1 1 (fun c => between (fst c) (snd c)) 1 (0, 1)).
  - discriminate.
  - intros [u v] x y C _ _. apply clique_channels in C as (_ & _ & N). rewrite Qmult_1_l. now apply crossings_clique.
  - intros [u v] z C Z. apply clique_channels in C as (U & V & N). cbn [fst snd] in *. split.
    + rewrite <- (sum_equal n u U). apply sum_le. intros x _. unfold between. destruct (x =? u), (z =? v); simpl; lia.
    + rewrite <- (sum_equal n v V). apply sum_le. intros y _. unfold between. destruct (z =? u), (y =? v); simpl; lia.
  - lia.
  - apply clique_channels. cbn [fst snd]. lia.
  - exact (One 1 0 ltac:(lia) ltac:(lia)).
Qed.

(** ** Ring *)

Definition turns (t n : nat) : nat := sum (seq 0 n) (fun k => weight t n k * one_if (0 <? k)).

Lemma turns_even t h : 1 <= h -> t <= 2 -> turns t (2 * h) + 2 = 2 * h + t.
Proof.
  intros H T. enough (1 * Z.of_nat (turns t (2 * h)) = 2 * h + t - 2)%Z by lia. unfold turns.
  rewrite (telescope 1 _ _ (fun k => if (k =? 0)%nat then 0%Z else if (k <=? h)%nat then (2 * k - 2)%Z else (2 * h + t - 2)%Z)).
  - destruct (Nat.eqb_spec (2 * h) 0), (Nat.leb_spec (2 * h) h); lia.
  - reflexivity.
  - intros k K. unfold weight. destruct (Nat.ltb_spec (2 * k) (2 * h)), (Nat.eqb_spec (2 * k) (2 * h)),
      (Nat.leb_spec (S k) h), (Nat.leb_spec k h), (Nat.eqb_spec k 0), (Nat.ltb_spec 0 k);
      change (S k =? 0) with false; cbv iota; unfold one_if; lia.
Qed.

Lemma turns_odd t h : 1 <= h -> turns t (2 * h + 1) = 2 * h.
Proof.
  intro H. enough (1 * Z.of_nat (turns t (2 * h + 1)) = 2 * h)%Z by lia. unfold turns.
  rewrite (telescope 1 _ _ (fun k => if (k =? 0)%nat then 0%Z else if (k <=? h)%nat then (2 * k - 2)%Z else (2 * h)%Z)).
  - destruct (Nat.eqb_spec (2 * h + 1) 0), (Nat.leb_spec (2 * h + 1) h); lia.
  - reflexivity.
  - intros k K. unfold weight. destruct (Nat.ltb_spec (2 * k) (2 * h + 1)), (Nat.eqb_spec (2 * k) (2 * h + 1)),
      (Nat.leb_spec (S k) h), (Nat.leb_spec k h), (Nat.eqb_spec k 0), (Nat.ltb_spec 0 k);
      change (S k =? 0) with false; cbv iota; unfold one_if; lia.
Qed.

Lemma farther a b : one_if (a <? b) <= one_if (0 <? b).
Proof. destruct (Nat.ltb_spec a b), (Nat.ltb_spec 0 b); simpl; lia. Qed.

Lemma gathered_round ties n e up z : z < n ->
  sum (seq 0 n) (fun x => round ties n e up x z) <= turns (if up then rising ties else falling ties) n /\
  sum (seq 0 n) (round ties n e up z) <= turns (if up then rising ties else falling ties) n.
Proof.
  intro Z. set (t := if up then rising ties else falling ties). set (f := fun k => weight t n k * one_if (0 <? k)).
  unfold turns. fold f. split; [rewrite <- (sum_offsets_to n z f Z) at 1 | rewrite <- (sum_offsets n z f Z) at 1].
  1: destruct up; [|rewrite (sum_offsets_to n z f Z), <- (sum_offsets n z f Z)].
  3: destruct up; [|rewrite (sum_offsets n z f Z), <- (sum_offsets_to n z f Z)].
  all: apply sum_le; intros x _; unfold round, f, t; apply Nat.mul_le_mono_l, farther.
Qed.

Definition preferred (ties : halfway) : nat := match ties with downward_ways => falling ties | _ => rising ties end.
Definition around_ring (ties : halfway) (n : nat) : Q :=
  match ties with split_ways => (n - 1) / 2 | _ => if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2 end%Q.

Lemma turns_of_ring ties n : 2 <= n -> turns (rising ties) n <= turns (preferred ties) n /\
  turns (falling ties) n <= turns (preferred ties) n /\ ((1 # 2) * turns (preferred ties) n == around_ring ties n)%Q.
Proof.
  intro H. unfold around_ring. set (t := preferred ties).
  destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
  - destruct (half_even n P) as [h ->].
    pose proof (turns_even (rising ties) h ltac:(lia) ltac:(destruct ties; simpl; lia)).
    pose proof (turns_even (falling ties) h ltac:(lia) ltac:(destruct ties; simpl; lia)).
    pose proof (turns_even t h ltac:(lia) ltac:(subst t; destruct ties; simpl; lia)) as W.
    split; [subst t; clear W; destruct ties; cbn [rising falling preferred] in *; lia|].
    split; [subst t; clear W; destruct ties; cbn [rising falling preferred] in *; lia|].
    apply (f_equal Z.of_nat) in W. rewrite !Nat2Z.inj_add in W. rational W. rewrite Q_mul in *. change (inject_Z 2%nat) with 2%Q in *.
    subst t. destruct ties; cbn [rising falling preferred] in *; rewrite ?Q_mul; change (inject_Z 1%nat) with 1%Q in *; change (inject_Z 2%nat) with 2%Q in *;
      unfold Qdiv; change (/ 2)%Q with (1 # 2)%Q; lra.
  - destruct (half_odd n P) as [h ->]. rewrite !turns_odd by lia. split; [lia|]. split; [lia|].
    destruct ties; rewrite ?Q_add, ?Q_mul; change (inject_Z 2%nat) with 2%Q; change (inject_Z 1%nat) with 1%Q; field.
Qed.

Theorem funnel_ring ties n : 2 <= n -> funnel (ring_routes ties n)
  (match ties with split_ways => (n - 1) / 2 | _ => if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2 end)%Q.
Proof.
  intro H. change (funnel (ring_routes ties n) (around_ring ties n)).
  set (up := match ties with downward_ways => false | _ => true end).
  destruct (turns_of_ring ties n H) as (T1 & T2 & V). set (t := preferred ties) in *.
  assert (t = if up then rising ties else falling ties) as T by (destruct ties; reflexivity).
  destruct (funnel_numbered n _ (ring_routes ties n) (1 # 2) (turns t n) (fun c => round ties n (fst c) (snd c)) 0
    (if up then n - 1 else 1, up)) as (P & B & z & c & Z & C & A).
  - discriminate.
  - intros [e b] x y C X Y. apply ring_channels in C. now apply crossings_ring.
  - intros [e b] z C Z. cbn [fst snd]. destruct (gathered_round ties n e b z Z). destruct b; lia.
  - lia.
  - apply ring_channels. destruct up; cbn [fst]; lia.
  - unfold turns. rewrite T. destruct up; cbn [fst snd]; unfold round.
    + rewrite <- (sum_offsets_to n 0 (fun k => weight (rising ties) n k * one_if (0 <? k))) by lia. apply sum_ext. intros x X. apply in_seq in X. f_equal. unfold offset.
      destruct (Nat.leb_spec x (n - 1)), (Nat.leb_spec x 0); try lia;
        repeat match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; simpl; lia.
    + rewrite <- (sum_offsets n 0 (fun k => weight (falling ties) n k * one_if (0 <? k))) by lia. apply sum_ext. intros x X. apply in_seq in X. f_equal. unfold offset.
      destruct (Nat.leb_spec 1 x), (Nat.leb_spec 0 x); try lia;
        repeat match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; simpl; lia.
  - split; [now rewrite <- V|]. split.
    + intros y d Y D. rewrite <- V. now apply B.
    + exists z, c. now rewrite <- V.
Qed.
