(** Worst cases of lines, rings, one-way rings, cliques and buses, for all sizes. *)

From Coq Require Import List Arith ZArith QArith Qpower Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings FactorLoads CliqueLoads
  RingLoads RingUniform RingPatterns HalvesLoads Funnels WorstLoads.
Import ListNotations.
Local Open Scope nat_scope.

Lemma by_numbers n ch (r : routes (numbered n ch)) k (many : channel_of r -> nat -> nat -> nat) (a b w : Q) :
  (0 <= k)%Q -> (0 <= a)%Q -> (0 <= b)%Q ->
  (forall c x y, In c (all_channels r) -> x < n -> y < n -> (crossings_of r x y c == k * many c x y)%Q) ->
  (forall c, In c (all_channels r) -> exists u v : nat -> nat,
    (forall x y, x < n -> y < n -> many c x y <= u x + v y) /\
    (a * (k * sum (seq 0 n) u) + b * (k * sum (seq 0 n) v) <= w)%Q) -> never_above r a b w.
Proof.
  intros K A B E H. apply by_potentials; [exact A | exact B|]. intros c C. destruct (H c C) as (u & v & M & W).
  assert (forall m : nat, (0 <= k * m)%Q) as P by (intro m; apply Qmult_le_0_compat; [exact K | apply (Q_le 0); lia]).
  exists (fun x => k * u x)%Q, (fun y => k * v y)%Q. split; [intros x _; split; apply P|]. split.
  - intros x y X Y. apply in_seq in X, Y. rewrite (E c x y C) by lia.
    setoid_replace (k * u x + k * v y)%Q with (k * (u x + v y)%nat)%Q by (rewrite Q_add; ring).
    rewrite !(Qmult_comm k). apply Qmult_le_compat_r; [apply Q_le; specialize (M x y); lia | exact K].
  - rewrite !sum_Q_scale. change (nodes (numbered n ch)) with (seq 0 n). now rewrite !sum_Q_nat.
Qed.

(** Potentials of sources alone, and of destinations alone. *)
Lemma one_sided n ch (r : routes (numbered n ch)) k m (many : channel_of r -> nat -> nat -> nat) : (0 <= k)%Q ->
  (forall c x y, In c (all_channels r) -> x < n -> y < n -> (crossings_of r x y c == k * many c x y)%Q) ->
  (forall c, In c (all_channels r) ->
    (exists u, (forall x y, x < n -> y < n -> many c x y <= u x) /\ sum (seq 0 n) u <= m) /\
    (exists v, (forall x y, x < n -> y < n -> many c x y <= v y) /\ sum (seq 0 n) v <= m)) ->
  forall a b, (0 <= a)%Q -> (0 <= b)%Q -> never_above r a b (a * (k * m))%Q /\ never_above r a b (b * (k * m))%Q.
Proof.
  intros K E H a b A B. pose proof (sum_const (seq 0 n) 0) as Z. rewrite Nat.mul_0_r in Z.
  assert (forall t s, (0 <= t)%Q -> s <= m -> (t * (k * s) <= t * (k * m))%Q) as Up.
  { intros t s T S. rewrite !(Qmult_comm t), !(Qmult_comm k). repeat apply Qmult_le_compat_r; try assumption. apply Q_le. lia. }
  split; apply (by_numbers n ch r k many); try assumption; intros c C; destruct (H c C) as [(u & U & S) (v & V & T)].
  - exists u, (fun _ => 0). split; [intros x y X Y; specialize (U x y X Y); lia|]. rewrite Z.
    change (inject_Z 0%nat) with 0%Q. rewrite !Qmult_0_r, Qplus_0_r. now apply Up.
  - exists (fun _ => 0), v. split; [intros x y X Y; specialize (V x y X Y); lia|]. rewrite Z.
    change (inject_Z 0%nat) with 0%Q. rewrite !Qmult_0_r, Qplus_0_l. now apply Up.
Qed.

(** A factor whose largest load does not change where one side has more messages than the other. *)
Lemma stressed_alike n ch (r : routes (numbered n ch)) f m : 2 <= n -> permutes (numbered n ch) f -> some_has r f m -> (0 <= m)%Q ->
  (forall a b, (0 <= a)%Q -> (0 <= b)%Q -> never_above r a b (a * m)%Q /\ never_above r a b (b * m)%Q) -> stressed r m m.
Proof.
  intros H F Top M B. assert (1 <= size (numbered n ch))%Q as L by (rewrite size_numbered; change 1%Q with (inject_Z 1); apply Q_le; lia).
  pose proof (achieved_sent _ r f m (proper_numbered n ch) F Top) as A. split; [exact B|]. split; [|split; [|split; [exact A|split; [exact M|]]]].
  - destruct (B 1 1)%Q as [V _]; try discriminate. refine (never_above_weaker _ _ _ _ _ _ V). rewrite Qmult_1_l. apply Qle_refl.
  - refine (achieved_more _ _ _ _ _ _ _ L A). apply Qle_refl.
  - rewrite <- (Qmult_1_l m) at 1. now apply Qmult_le_compat_r.
Qed.

(** ** Clique and bus *)

Theorem stressed_clique n : 2 <= n -> stressed (clique_routes n) 1 1.
Proof.
  intro H. destruct (peak_shifted_clique n 1 ltac:(lia)) as [_ Top].
  apply (stressed_alike n _ (clique_routes n) (shifted n 1)); try assumption; [apply permutes_shifted; lia | discriminate|].
  apply (one_sided n _ (clique_routes n) 1 1 (fun c => between (fst c) (snd c))); [discriminate | |].
  - intros [u v] x y C _ _. apply clique_channels in C as (_ & _ & N). rewrite Qmult_1_l. now apply crossings_clique.
  - intros [u v] C. apply clique_channels in C as (U & V & _). cbn [fst snd] in *. split.
    + exists (fun x => one_if (x =? u)). rewrite sum_equal by assumption. split; [|lia].
      intros x y _ _. unfold between. destruct (x =? u), (y =? v); simpl; lia.
    + exists (fun y => one_if (y =? v)). rewrite sum_equal by assumption. split; [|lia].
      intros x y _ _. unfold between. destruct (x =? u), (y =? v); simpl; lia.
Qed.

Theorem stressed_bus n : 2 <= n -> stressed (bus_routes n) n n.
Proof.
  intro H. destruct (peak_shifted_bus n 1 ltac:(lia)) as [_ Top].
  apply (stressed_alike n _ (bus_routes n) (shifted n 1)); try assumption; [apply permutes_shifted; lia | apply (Q_le 0); lia|].
  intros a b A B. destruct (one_sided n _ (bus_routes n) 1 n (fun _ => clique_distance)) with (a := a) (b := b) as [V W];
    try assumption; [discriminate | | | split; [refine (never_above_weaker _ _ _ _ _ _ V) | refine (never_above_weaker _ _ _ _ _ _ W)];
    rewrite Qmult_1_l; apply Qle_refl].
  - intros c x y _ _ _. rewrite Qmult_1_l. apply crossings_bus.
  - intros c _. split; exists (fun _ => 1); rewrite sum_const, seq_length, Nat.mul_1_r;
      (split; [intros x y _ _; unfold clique_distance; destruct (x =? y); simpl; lia | lia]).
Qed.

(** ** One-way ring and line *)

Lemma all_but_one n e : e < n -> sum (seq 0 n) (fun x => one_if (negb (x =? e))) = n - 1.
Proof.
  intro E. pose proof (sum_equal n e E) as O. pose proof (sum_const (seq 0 n) 1) as A. rewrite seq_length in A.
  rewrite (sum_ext _ (fun _ => 1) (fun x => one_if (x =? e) + one_if (negb (x =? e)))) in A
    by (intros x _; destruct (x =? e); reflexivity). rewrite sum_add, O in A. lia.
Qed.

Theorem stressed_oneway_ring n : 2 <= n -> stressed (oneway_ring_routes n) (n - 1)%Q (n - 1)%Q.
Proof.
  intro H. assert (peak (oneway_ring_routes n) (shifted n (n - 1)) (n - 1)%Q) as [_ Top].
  { apply peak_oneway_ring; [lia | apply permutes_shifted; lia | apply reach_last_oneway_ring; lia]. }
  pose proof (minus_one n H) as M.
  apply (stressed_alike n _ (oneway_ring_routes n) (shifted n (n - 1))); try assumption; [apply permutes_shifted; lia | |].
  { rewrite <- M. apply (Q_le 0). lia. }
  intros a b A B. destruct (one_sided n _ (oneway_ring_routes n) 1 (n - 1) (fun c => passed n (fst c))) with (a := a) (b := b) as [V W];
    try assumption; [discriminate | | | split; [refine (never_above_weaker _ _ _ _ _ _ V) | refine (never_above_weaker _ _ _ _ _ _ W)];
    rewrite Qmult_1_l, M; apply Qle_refl].
  - intros c x y C X Y. apply oneway_channels in C as (e & E & ->). rewrite Qmult_1_l. now apply crossings_oneway.
  - intros c C. apply oneway_channels in C as (e & E & ->). cbn [fst]. split.
    + exists (fun x => one_if (negb (x =? if S e =? n then 0 else S e))). rewrite all_but_one by (destruct (Nat.eqb_spec (S e) n); lia).
      split; [|lia]. intros x y X Y. unfold passed. destruct (Nat.ltb_spec (offset n x e) (offset n x y)) as [L|]; [|simpl; lia].
      destruct (Nat.eqb_spec x (if S e =? n then 0 else S e)) as [E'|]; [exfalso|simpl; lia]. unfold offset in L.
      destruct (Nat.eqb_spec (S e) n), (Nat.leb_spec x e), (Nat.leb_spec x y); lia.
    + exists (fun y => one_if (negb (y =? e))). rewrite all_but_one by assumption.
      split; [|lia]. intros x y X Y. unfold passed. destruct (Nat.eqb_spec y e) as [->|N]; [rewrite Nat.ltb_irrefl; simpl; lia|].
      destruct (_ <? _); simpl; lia.
Qed.

Lemma count_above_or_at n e : sum (seq 0 n) (fun x => one_if (e <=? x)) = n - e.
Proof.
  pose proof (count_below n e) as B. pose proof (sum_const (seq 0 n) 1) as A. rewrite seq_length in A.
  rewrite (sum_ext _ (fun _ => 1) (fun x => one_if (x <? e) + one_if (e <=? x))) in A
    by (intros x _; destruct (Nat.ltb_spec x e), (Nat.leb_spec e x); simpl; lia). rewrite sum_add, B in A. lia.
Qed.

(** Before a channel of a line, and behind it. *)
Lemma sides_of_line n c : In c (all_channels (line_routes n)) -> exists u v p, 1 <= p < n /\
  (forall x y, on_line (snd c) (fst c) x y <= u x) /\ (forall x y, on_line (snd c) (fst c) x y <= v y) /\
  sum (seq 0 n) u = p /\ sum (seq 0 n) v = n - p.
Proof.
  intro C. apply line_channels in C as (e & E & [->| ->]); cbn [fst snd].
  - exists (fun x => one_if (x <? S e)), (fun y => one_if (S e <=? y)), (S e). rewrite count_below, count_above_or_at.
    split; [lia|]. split; [|split; [|split; lia]]; intros x y; unfold on_line;
      destruct (Nat.leb_spec x e), (Nat.ltb_spec e y), (Nat.ltb_spec x (S e)), (Nat.leb_spec (S e) y); simpl; lia.
  - exists (fun x => one_if (S e <=? x)), (fun y => one_if (y <? S e)), (n - S e). rewrite count_below, count_above_or_at.
    split; [lia|]. split; [|split; [|split; lia]]; intros x y; unfold on_line;
      destruct (Nat.ltb_spec y (S e)), (Nat.leb_spec (S e) x); simpl; lia.
Qed.

Theorem stressed_line n : 2 <= n -> stressed (line_routes n) (n - 1)%Q (if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2)%Q.
Proof.
  intro H. pose proof (minus_one n H) as M. pose proof (half_of n) as F. destruct (peak_mirrored_line n H) as [_ Top].
  set (m := (if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2)%Q) in *.
  assert (forall c x y, In c (all_channels (line_routes n)) -> x < n -> y < n ->
    (crossings_of (line_routes n) x y c == 1 * on_line (snd c) (fst c) x y)%Q) as E.
  { intros [e up] x y _ _ _. rewrite Qmult_1_l. apply crossings_line. }
  pose proof (Nat.div_mod_eq n 2). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)).
  split; [|split; [|split; [|split; [|split]]]].
  - intros a b A B. destruct (one_sided n _ (line_routes n) 1 (n - 1) (fun c => on_line (snd c) (fst c))) with (a := a) (b := b) as [V W];
      try assumption; [discriminate | | split; [refine (never_above_weaker _ _ _ _ _ _ V) | refine (never_above_weaker _ _ _ _ _ _ W)];
      rewrite Qmult_1_l, M; apply Qle_refl].
    intros c C. destruct (sides_of_line n c C) as (u & v & p & P & U & V & SU & SV). split; [exists u | exists v]; split; auto; lia.
  - apply (by_numbers n _ (line_routes n) 1 (fun c => on_line (snd c) (fst c))); try discriminate; [exact E|].
    intros c C. destruct (sides_of_line n c C) as (u & v & p & P & U & V & SU & SV).
    pose proof (sum_const (seq 0 n) 0) as Z. rewrite Nat.mul_0_r in Z.
    destruct (Nat.le_gt_cases p (n / 2)).
    + exists u, (fun _ => 0). rewrite Z, SU. split; [intros x y _ _; specialize (U x y); lia|].
      rewrite <- F, !Qmult_1_l, Qplus_0_r. apply Q_le. lia.
    + exists (fun _ => 0), v. rewrite Z, SV. split; [intros x y _ _; specialize (V x y); lia|].
      rewrite <- F, !Qmult_1_l, Qplus_0_l. apply Q_le. lia.
  - destruct (funnel_line n H) as (_ & _ & G). apply achieved_gathered; [apply proper_numbered | exact G].
  - apply (achieved_sent (line n) _ (mirrored n)); [apply proper_numbered | apply permutes_mirrored | exact Top].
  - rewrite <- M. apply (Q_le 0). lia.
  - rewrite <- M, <- F, size_line, <- Q_mul. apply Q_le. nia.
Qed.

(** ** Ring *)

(** Hops from the source to a channel, hops from where the channel begins to the destination, and hops of a message that way. *)
Lemma around n t e (up : bool) : e < n -> exists (o p : nat -> nat) (k : nat -> nat -> nat),
  (forall x y, x < n -> y < n -> (if up then weight t n (offset n x y) * one_if (offset n x e <? offset n x y)
    else weight t n (offset n y x) * one_if (offset n e x <? offset n y x)) = weight t n (k x y) * one_if (o x <? k x y) /\
    (o x < k x y -> p y = k x y - o x)) /\
  (forall m, sum (seq 0 n) (fun x => m (o x)) = sum (seq 0 n) m) /\
  (forall m, sum (seq 0 n) (fun y => m (p y)) = sum (seq 0 n) m).
Proof.
  intro E. destruct up.
  - exists (fun x => offset n x e), (fun y => offset n e y), (offset n). split; [|split; intro m; [now apply sum_offsets_to | now apply sum_offsets]].
    intros x y X Y. split; [reflexivity|]. unfold offset. destruct (Nat.leb_spec x e), (Nat.leb_spec x y), (Nat.leb_spec e y); lia.
  - exists (fun x => offset n e x), (fun y => offset n y e), (fun x y => offset n y x). split; [|split; intro m; [now apply sum_offsets | now apply sum_offsets_to]].
    intros x y X Y. split; [reflexivity|]. unfold offset. destruct (Nat.leb_spec e x), (Nat.leb_spec y x), (Nat.leb_spec y e); lia.
Qed.

Lemma weight_falls t n k l : t <= 2 -> k <= l -> weight t n l <= weight t n k.
Proof.
  intros T L. unfold weight. destruct (Nat.ltb_spec (2 * k) n), (Nat.ltb_spec (2 * l) n), (Nat.eqb_spec (2 * k) n), (Nat.eqb_spec (2 * l) n); lia.
Qed.

Lemma turns_after t n : 1 <= n -> sum (seq 0 n) (fun k => weight t n (S k)) = turns t n.
Proof.
  intro H. set (f := fun k => weight t n k * one_if (0 <? k)). pose proof (sum_last n f) as L.
  change (sum (seq 0 (S n)) f) with (f 0 + sum (seq 1 n) f) in L. rewrite (sum_shift 1) in L.
  assert (f 0 = 0) as Z by apply Nat.mul_0_r. assert (f n = 0) as F.
  { unfold f, weight. destruct (Nat.ltb_spec (2 * n) n), (Nat.eqb_spec (2 * n) n); lia. }
  rewrite Z, F, Nat.add_0_r, Nat.add_0_l in L. unfold turns. fold f. rewrite <- L. apply sum_ext. intros k _. symmetry. apply Nat.mul_1_r.
Qed.

Lemma way_of ties (up : bool) : (if up then rising ties else falling ties) <= 2.
Proof. destruct up, ties; simpl; lia. Qed.

Lemma ring_sides ties n a b : 2 <= n -> (0 <= a)%Q -> (0 <= b)%Q ->
  never_above (ring_routes ties n) a b (a * around_ring ties n)%Q /\ never_above (ring_routes ties n) a b (b * around_ring ties n)%Q.
Proof.
  intros H A B. destruct (turns_of_ring ties n H) as (T1 & T2 & V). set (m := turns (preferred ties) n) in *.
  destruct (one_sided n _ (ring_routes ties n) (1 # 2) m (fun c => round ties n (fst c) (snd c))) with (a := a) (b := b) as [X Y]; try assumption.
  - discriminate.
  - intros [e up] x y C X Y. apply ring_channels in C. now apply crossings_ring.
  - intros [e up] C. apply ring_channels in C. cbn [fst snd] in *. set (t := if up then rising ties else falling ties).
    assert (t <= 2) as T by apply way_of. assert (turns t n <= m) as M by (unfold t; destruct up; assumption).
    destruct (around n t e up C) as (o & p & k & R & O & P).
    assert (forall x y, x < n -> y < n -> round ties n e up x y = weight t n (k x y) * one_if (o x <? k x y) /\
      (o x < k x y -> p y = k x y - o x)) as W.
    { intros x y X Y. destruct (R x y X Y) as [R1 R2]. split; [|exact R2]. rewrite <- R1. unfold round, t. destruct up; reflexivity. }
    split.
    + exists (fun x => weight t n (S (o x))). split; [|rewrite (O (fun k => weight t n (S k))), turns_after; [exact M | lia]].
      intros x y X Y. destruct (W x y X Y) as [-> _]. destruct (Nat.ltb_spec (o x) (k x y)); cbn [one_if]; [|lia].
      rewrite Nat.mul_1_r. apply weight_falls; [exact T | lia].
    + exists (fun y => weight t n (p y) * one_if (0 <? p y)). split; [|rewrite (P (fun k => weight t n k * one_if (0 <? k))); exact M].
      intros x y X Y. destruct (W x y X Y) as [-> D]. destruct (Nat.ltb_spec (o x) (k x y)) as [L|]; cbn [one_if]; [|lia].
      specialize (D L). destruct (Nat.ltb_spec 0 (p y)); [|lia]. cbn [one_if]. rewrite !Nat.mul_1_r. apply weight_falls; [exact T | lia].
  - split; [refine (never_above_weaker _ _ _ _ _ _ X) | refine (never_above_weaker _ _ _ _ _ _ Y)]; rewrite V; apply Qle_refl.
Qed.

(** Where ties are split, half-way messages count half on either side: potentials of both sources and destinations. *)
Lemma split_ring_equal h : 2 <= h -> never_above (ring_routes split_ways (2 * h)) 1 1 (h - 1)%Q.
Proof.
  intro H. set (n := 2 * h).
  apply (by_numbers n _ (ring_routes split_ways n) (1 # 2) (fun c => round split_ways n (fst c) (snd c))); try discriminate.
  - intros [e up] x y C X Y. apply ring_channels in C. now apply crossings_ring.
  - intros [e up] C. apply ring_channels in C. cbn [fst snd] in *. destruct (around n 1 e up C) as (o & p & k & R & O & P).
    assert (sum (seq 0 n) (fun k => one_if (k <? h - 1)) = h - 1) as U by (rewrite count_below; lia).
    assert (sum (seq 0 n) (fun k => one_if ((0 <? k) && (k <? h))) = h - 1) as V.
    { pose proof (count_below n h) as L. rewrite Nat.min_r in L by lia.
      rewrite (sum_ext _ _ (fun k => one_if ((0 <? k) && (k <? h)) + one_if (k =? 0))) in L.
      - rewrite sum_add, sum_equal in L by lia. lia.
      - intros i _. destruct (Nat.ltb_spec i h), (Nat.ltb_spec 0 i), (Nat.eqb_spec i 0); simpl; lia. }
    exists (fun x => one_if (o x <? h - 1)), (fun y => one_if ((0 <? p y) && (p y <? h))). split.
    + intros x y X Y. destruct (R x y X Y) as [Q D].
      assert (round split_ways n e up x y = weight 1 n (k x y) * one_if (o x <? k x y)) as ->
        by (rewrite <- Q; unfold round; destruct up; reflexivity).
      destruct (Nat.ltb_spec (o x) (k x y)) as [L|]; [|simpl; lia]. specialize (D L). unfold weight.
      destruct (Nat.ltb_spec (2 * k x y) n), (Nat.eqb_spec (2 * k x y) n), (Nat.ltb_spec (o x) (h - 1)), (Nat.ltb_spec 0 (p y)),
        (Nat.ltb_spec (p y) h); cbn [andb one_if]; lia.
    + rewrite (O (fun k => one_if (k <? h - 1))), (P (fun k => one_if ((0 <? k) && (k <? h)))), U, V.
      replace (Z.of_nat (h - 1)) with (h + -1)%Z by lia. rewrite inject_Z_plus. change (inject_Z (-1)) with (-1)%Q. lra.
Qed.

Definition around_ring_equally (ties : halfway) (n : nat) : Q :=
  match ties with
  | split_ways => if (n =? 2)%Z then 1 # 2 else if (n mod 2 =? 0)%Z then (n - 2) / 2 else (n - 1) / 2
  | _ => if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2
  end%Q.

Theorem stressed_ring ties n : 2 <= n -> stressed (ring_routes ties n) (around_ring ties n) (around_ring_equally ties n).
Proof.
  intro H. assert (2 <= n)%Q as HQ by (change 2%Q with (inject_Z 2%nat); apply Q_le; lia).
  assert (forall ties, never_above (ring_routes ties n) 1 1 (around_ring ties n)) as Sides.
  { intro t. destruct (ring_sides t n 1 1 H) as [V _]; try discriminate. refine (never_above_weaker _ _ _ _ _ _ V).
    rewrite Qmult_1_l. apply Qle_refl. }
  assert (size (ring n) = n) as N by apply size_numbered.
  split; [intros a b; now apply ring_sides|]. split; [|split; [|split; [|split]]].
  - destruct ties; try apply Sides. unfold around_ring_equally. destruct (Z.eqb_spec n 2) as [E|E].
    + specialize (Sides split_ways). refine (never_above_weaker _ _ _ _ _ _ Sides). unfold around_ring. rewrite E. discriminate.
    + destruct (Z.eqb_spec (n mod 2) 0) as [P|P]; [|apply (Sides split_ways)].
      destruct (half_even n P) as [h ->]. refine (never_above_weaker _ _ _ _ _ _ (split_ring_equal h ltac:(lia))).
      rewrite Q_mul. change (inject_Z 2%nat) with 2%Q. apply Qle_lteq. right. field.
  - destruct (funnel_ring ties n H) as (_ & _ & G). apply achieved_gathered; [apply proper_numbered | exact G].
  - destruct (tornado_inside n H) as [I _]. destruct (half_inside n H) as [J _].
    destruct ties; [|apply (achieved_sent (ring n) _ (shifted n (n / 2))); [apply proper_numbered | now apply permutes_shifted |
      first [exact (proj2 (peak_half_ring upward_ways n H)) | exact (proj2 (peak_half_ring downward_ways n H))]]..].
    unfold around_ring_equally. destruct (Z.eqb_spec n 2) as [E|E].
    + destruct (peak_neighbor_ring split_ways n H) as [_ Top]. rewrite (proj2 (Z.eqb_eq n 2) E) in Top.
      apply (achieved_sent (ring n) _ (shifted n 1)); [apply proper_numbered | apply permutes_shifted; lia | exact Top].
    + apply (achieved_sent (ring n) _ (shifted n ((n + 1) / 2 - 1))); [apply proper_numbered | now apply permutes_shifted |
        exact (proj2 (peak_tornado_ring split_ways n H))].
  - destruct ties; unfold around_ring; try (destruct (n mod 2 =? 0)%Z); apply Qle_shift_div_l; lra.
  - rewrite N. destruct ties; unfold around_ring, around_ring_equally; [destruct (Z.eqb_spec n 2) as [E|E]|..].
    + rewrite E. discriminate.
    + assert (3 <= n)%Q as H3 by (change 3%Q with (inject_Z 3%nat); apply Q_le; lia).
      destruct (n mod 2 =? 0)%Z; unfold Qdiv; change (/ 2)%Q with (1 # 2)%Q; nra.
    + destruct (n mod 2 =? 0)%Z; unfold Qdiv; change (/ 2)%Q with (1 # 2)%Q; nra.
    + destruct (n mod 2 =? 0)%Z; unfold Qdiv; change (/ 2)%Q with (1 # 2)%Q; nra.
Qed.
