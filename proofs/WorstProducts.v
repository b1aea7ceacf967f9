(** Worst cases of dimension order on products of unlike factors, whose sizes are numbers. *)

From Coq Require Import List Arith ZArith QArith Qpower Qminmax Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings TwoPhases FactorLoads CliqueLoads
  HalvesLoads Funnels LoadTactics Tactics WorstLoads FactorWorst WorstTactics.
Import ListNotations.
Local Open Scope Q_scope.

(** ** Factors with a messages of each source and b messages to each destination at most *)

Theorem worst_alike g (r : routes g) m a b : 0 <= a -> 0 <= b -> stressed r m m -> worst_of r a b (Qmin a b * m).
Proof.
  intros A B (U & _ & _ & E & _). destruct (U a b A B) as [V W]. split.
  - destruct (Q.min_spec a b) as [[_ M]|[_ M]]; [refine (never_above_weaker _ _ _ _ _ _ V) | refine (never_above_weaker _ _ _ _ _ _ W)];
      rewrite M; apply Qle_refl.
  - apply (achieved_scaled _ (Qmin a b)) in E; [|now apply Q.min_glb].
    refine (achieved_more _ _ _ _ _ _ _ _ E); rewrite Qmult_1_r; [apply Q.le_min_l | apply Q.le_min_r].
Qed.

(** The largest value of a function. *)
Definition largest_of (l : list nat) (f : nat -> Q) : Q := fold_right (fun p most => Qmax (f p) most) 0 l.

Lemma largest_above l f p : In p l -> f p <= largest_of l f.
Proof.
  induction l as [|q l IH]; [intros []|]. intros [<-|I]; [apply Q.le_max_l|].
  apply Qle_trans with (largest_of l f); [now apply IH | apply Q.le_max_r].
Qed.

Lemma largest_is_one l f : l <> [] -> (forall p, In p l -> 0 <= f p) -> exists p, In p l /\ f p == largest_of l f.
Proof.
  induction l as [|q l IH]; [congruence|]. intros _ P. destruct l as [|q' l].
  - exists q. split; [now left|]. symmetry. apply Q.max_l. apply P. now left.
  - destruct IH as (p & I & E); [discriminate | intros p I; apply P; now right|].
    destruct (Q.max_spec (f q) (largest_of (q' :: l) f)) as [[_ M]|[_ M]].
    + exists p. split; [now right|]. cbn [largest_of fold_right] in *. now rewrite M.
    + exists q. split; [now left|]. cbn [largest_of fold_right] in *. now rewrite M.
Qed.

(** Of a line, the sources before a channel, or the destinations behind it. *)
Definition best_cut (n : nat) (a b : Q) : Q := largest_of (seq 1 (n - 1)) (fun p => Qmin (a * p) (b * (n - p)%nat)).

Theorem worst_line n a b : (2 <= n)%nat -> 0 <= a -> 0 <= b -> worst_of (line_routes n) a b (best_cut n a b).
Proof.
  intros H A B. pose proof (sum_const (seq 0 n) 0) as Z. rewrite Nat.mul_0_r in Z.
  assert (forall c x y, In c (all_channels (line_routes n)) -> (x < n)%nat -> (y < n)%nat ->
    crossings_of (line_routes n) x y c == 1 * on_line (snd c) (fst c) x y) as E.
  { intros [e up] x y _ _ _. rewrite Qmult_1_l. apply crossings_line. }
  split.
  - apply (by_numbers n _ (line_routes n) 1 (fun c => on_line (snd c) (fst c))); try assumption; [discriminate|].
    intros c C. destruct (sides_of_line n c C) as (u & v & p & P & U & V & SU & SV).
    assert (Qmin (a * p) (b * (n - p)%nat) <= best_cut n a b) as L.
    { apply (largest_above (seq 1 (n - 1)) (fun p => Qmin (a * p) (b * (n - p)%nat))). apply in_seq. lia. }
    destruct (Q.min_spec (a * p) (b * (n - p)%nat)) as [[_ M]|[_ M]]; rewrite M in L.
    + exists u, (fun _ => 0%nat). rewrite Z, SU. split; [intros x y _ _; specialize (U x y); lia|]. 
      apply Qle_trans with (2 := L), Qle_lteq. right. change (inject_Z 0%nat) with 0. ring.
    + exists (fun _ => 0%nat), v. rewrite Z, SV. split; [intros x y _ _; specialize (V x y); lia|]. 
      apply Qle_trans with (2 := L), Qle_lteq. right. change (inject_Z 0%nat) with 0. ring.
  - destruct (largest_is_one (seq 1 (n - 1)) (fun p => Qmin (a * p) (b * (n - p)%nat))) as (p & I & L).
    { destruct n as [|[|n]]; [lia | lia | discriminate]. }
    { intros p I. apply in_seq in I. apply Q.min_glb; (apply Qmult_le_0_compat; [assumption | apply (Q_le 0); lia]). }
    apply in_seq in I. fold (best_cut n a b) in L. refine (achieved_equal _ _ _ _ _ L _). clear L.
    assert (0 < p) as P by (apply (Q_less 0); lia). assert (0 < (n - p)%nat) as N by (apply (Q_less 0); lia).
    set (t := Qmin (a * p) (b * (n - p)%nat) / (p * (n - p)%nat)).
    assert (0 <= t) as T.
    { apply Qle_shift_div_l; [nra|]. rewrite Qmult_0_l. apply Q.min_glb; nra. }
    assert (t * (n - p)%nat <= a) as Ta.
    { setoid_replace (t * (n - p)%nat) with (Qmin (a * p) (b * (n - p)%nat) / p) by (unfold t; field; split; lra).
      apply Qle_shift_div_r; [exact P | apply Q.le_min_l]. }
    assert (t * p <= b) as Tb.
    { setoid_replace (t * p) with (Qmin (a * p) (b * (n - p)%nat) / (n - p)%nat) by (unfold t; field; split; lra).
      apply Qle_shift_div_r; [exact N | apply Q.le_min_r]. }
    set (u := fun x => one_if (x <? p)%nat). set (v := fun y => one_if (p <=? y)%nat).
    assert (sum (seq 0 n) u = p) as SU by (unfold u; rewrite count_below; lia).
    assert (sum (seq 0 n) v = (n - p)%nat) as SV by apply count_above_or_at.
    assert (forall x, u x == 0 \/ u x == 1) as Ou by (intro x; unfold u; destruct (x <? p)%nat; [right | left]; reflexivity).
    assert (forall x, v x == 0 \/ v x == 1) as Ov by (intro x; unfold v; destruct (p <=? x)%nat; [right | left]; reflexivity).
    exists (fun x y => t * (u x * v y)), ((p - 1)%nat, true). split; [|split].
    + split; [|split].
      * intros x y. destruct (Ou x) as [->| ->], (Ov y) as [->| ->]; lra.
      * intros x _. rewrite (sum_Q_ext _ _ (fun y => (t * u x) * v y)) by (intros; ring). rewrite sum_Q_scale.
        change (nodes (line n)) with (seq 0 n). rewrite (sum_Q_nat (seq 0 n) v), SV. destruct (Ou x) as [->| ->]; lra.
      * intros y _. rewrite (sum_Q_ext _ _ (fun x => (t * v y) * u x)) by (intros; ring). rewrite sum_Q_scale.
        change (nodes (line n)) with (seq 0 n). rewrite (sum_Q_nat (seq 0 n) u), SU. destruct (Ov y) as [->| ->]; lra.
    + apply line_channels. exists (p - 1)%nat. split; [lia | now left].
    + unfold load. rewrite (sum_Q_ext _ _ (fun x => (t * (n - p)%nat) * u x)).
      * rewrite sum_Q_scale. change (nodes (line n)) with (seq 0 n). rewrite (sum_Q_nat (seq 0 n) u), SU. unfold t. field. split; lra.
      * intros x _. rewrite (sum_Q_ext _ _ (fun y => (t * u x) * v y)).
        -- rewrite sum_Q_scale. change (nodes (line n)) with (seq 0 n). rewrite (sum_Q_nat (seq 0 n) v), SV. ring.
        -- intros y _. rewrite crossings_line. unfold u, v, on_line.
           destruct (Nat.ltb_spec x p), (Nat.leb_spec p y), (Nat.leb_spec x (p - 1)), (Nat.ltb_spec (p - 1) y); try lia;
             cbn [andb one_if]; change (inject_Z 0%nat) with 0; change (inject_Z 1%nat) with 1; ring.
Qed.

(** ** Powers *)

Theorem worst_once g k (r : routes g) a b w : counted g k -> sound r -> worst_of r a b w -> worst_of (repeated r 1) a b w.
Proof.
  intros C R [N A]. pose proof (proj1 C) as P. assert (b == size (power g 0) * b) as E by (change (inject_Z (size (power g 0))) with 1; ring).
  split.
  - apply (never_above_in_turn g (power g 0) r (repeated r 0) P (proper_power g 0 P) R (sound_repeated r 0 R)).
    + refine (never_above_less _ _ _ _ _ _ _ _ N); [|rewrite <- E]; apply Qle_refl.
    + intros rate c _ [].
  - destruct A as (rate & c & W & I & L). assert (0 <= b) as B.
    { destruct W as (Pos & _ & Col). pose proof (counted_nonempty g k C) as S. unfold size in S. destruct (nodes g) as [|y l] eqn:Y; [simpl in S; lia|].
      apply Qle_trans with (2 := Col y (or_introl eq_refl)). apply sum_not_negative. auto. }
    apply (achieved_first g (power g 0) r (repeated r 0) (proper_power g 0 P) (sound_repeated r 0 R)); [exact B | apply Nat.lt_0_1|].
    refine (achieved_more _ a b _ _ _ _ _ _); [apply Qle_refl | rewrite <- E; apply Qle_refl | now exists rate, c].
Qed.

Theorem worst_again g k m (r : routes g) n a b u v : counted g k -> counted (power g (S n)) m -> sound r -> 0 <= a -> 0 <= b ->
  worst_of r a (m * b) u -> worst_of (repeated r (S n)) (k * a) b v -> worst_of (repeated r (S (S n))) a b (Qmax u v).
Proof. intros C D R. exact (worst_in_turn g (power g (S n)) r (repeated r (S n)) k m a b u v C D R (sound_repeated r (S n) R)). Qed.

(** The value of a ring is the same in both cases, unless it has an even number of nodes, four or more, and ties are split. *)
Lemma stressed_equal {g} (r : routes g) u u' e e' : u == u' -> e == e' -> stressed r u e -> stressed r u' e'.
Proof.
  intros U E (H & N & A & B & P & Q). split; [|split; [|split; [|split; [|split]]]].
  - intros a b X Y. destruct (H a b X Y) as [V W].
    split; [refine (never_above_weaker _ _ _ _ _ _ V) | refine (never_above_weaker _ _ _ _ _ _ W)]; rewrite U; apply Qle_refl.
  - refine (never_above_weaker _ _ _ _ _ _ N). rewrite E. apply Qle_refl.
  - exact (achieved_equal _ _ _ _ _ U A).
  - exact (achieved_equal _ _ _ _ _ E B).
  - now rewrite <- U.
  - now rewrite <- U, <- E.
Qed.

Theorem worst_ring ties n a b : (2 <= n)%nat -> 0 <= a -> 0 <= b -> around_ring ties n == around_ring_equally ties n ->
  worst_of (ring_routes ties n) a b (Qmin a b * around_ring ties n).
Proof.
  intros H A B E. apply worst_alike; [exact A | exact B|]. symmetry in E.
  exact (stressed_equal _ _ _ _ _ (Qeq_refl _) E (stressed_ring ties n H)).
Qed.

Theorem worst_load_product g n (r : routes g) v w : counted g n -> worst_of r 1 1 v -> (1 < n -> w == v) -> worst_channel_load r w.
Proof.
  intros C [N A] W. specialize (W (counted_large g n C)). apply worst_of_admissible. split.
  - refine (never_above_weaker _ _ _ _ _ _ N). rewrite W. apply Qle_refl.
  - apply (achieved_equal _ _ _ v); [now rewrite W | exact A].
Qed.

Theorem fraction_product g n (r : routes g) v b q : counted g n -> sound r -> worst_of r 1 1 v -> busy r b -> (1 < n -> 0 < b) ->
  (1 < n -> q * v * (n - 1) == b * n) -> fraction_of_capacity r q.
Proof.
  intros C R V B P E. pose proof (counted_large g n C) as L. exact (fraction_by g n r v b q C R V B (P L) (E L)).
Qed.

Ltac not_negative := vm_compute; discriminate.

(** The dimensions of a product, one after the other. *)
Ltac worst_of_each := lazymatch goal with
  | |- worst_of (in_turn _ _) _ _ _ => eapply worst_in_turn;
    [count_nodes | count_nodes | sound_routes | sound_routes | not_negative | not_negative | worst_of_each | worst_of_each]
  | |- worst_of (repeated _ 1) _ _ _ => eapply worst_once; [count_nodes | sound_routes | worst_of_each]
  | |- worst_of (repeated _ _) _ _ _ => eapply worst_again;
    [count_nodes | count_nodes | sound_routes | not_negative | not_negative | worst_of_each | worst_of_each]
  | |- worst_of (line_routes _) _ _ _ => apply worst_line; [lia | not_negative | not_negative]
  | |- worst_of (ring_routes _ _) _ _ _ => apply worst_ring; [lia | not_negative | not_negative | vm_compute; reflexivity]
  | |- worst_of (oneway_ring_routes _) _ _ _ => apply worst_alike; [not_negative | not_negative | apply stressed_oneway_ring; lia]
  | |- worst_of (clique_routes _) _ _ _ => apply worst_alike; [not_negative | not_negative | apply stressed_clique; lia]
  | |- worst_of (bus_routes _) _ _ _ => apply worst_alike; [not_negative | not_negative | apply stressed_bus; lia]
  end.

Ltac computed := intros _; vm_compute; reflexivity.
