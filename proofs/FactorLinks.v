(** Edge forwarding indices of line, ring, one-way ring, clique and bus: the loads of their links under dimension order are
    those of their channels, and distances or a cut in the middle bound the loads of any routing. *)

From Coq Require Import List Arith ZArith QArith Qminmax Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Forwarding Loads Sums Walks Products Factors Means Patterns Crossings TwoPhases FactorLoads
  CliqueLoads RingLoads RingUniform LinksCrossed.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Devices instead of channels *)

Section Renamed.
  Variables (g : graph) (d : devices g) (r : routes g) (f : channel_of r -> device d) (back : device d -> list (channel_of r)).

  Definition renamed : forwarding_over d := fun x y => map (fun w => (fst w, map f (snd w))) (ways r x y).

  Hypothesis H : forall x y w c e, In x (nodes g) -> In y (nodes g) -> In w (ways r x y) -> In c (snd w) ->
    In e (all_devices d) -> one_if (one_device d (f c) e) = sum (back e) (fun b => one_if (alike r c b)).

  Lemma crossings_renamed x y e : In x (nodes g) -> In y (nodes g) -> In e (all_devices d) ->
    (crossings_of (as_routes d renamed) x y e == sum_Q (back e) (crossings_of r x y))%Q.
  Proof.
    intros X Y E. unfold crossings_of. cbn [ways as_routes]. unfold renamed. rewrite sum_Q_map, sum_Q_swap. apply sum_Q_ext.
    intros w W. cbn [fst snd]. rewrite sum_Q_scale, sum_Q_nat. unfold times_on. cbn [alike as_routes].
    rewrite sum_map, sum_swap, (sum_ext (snd w) _ (fun c => sum (back e) (fun b => one_if (alike r c b)))); [reflexivity|].
    intros c C. now apply (H x y w).
  Qed.

  Theorem eased_renamed k m m' : (forall x w, In x (nodes g) -> In w (ways r x x) -> snd w = []) -> sound r -> fair r ->
    (forall x y w, In x (nodes g) -> In y (nodes g) -> In w (ways r x y) -> path_over d x y (map f (snd w))) ->
    (forall e, In e (all_devices d) -> incl (back e) (all_channels r) /\ length (back e) = k) ->
    busy r m' -> (m == k * m')%Q -> eased d m.
  Proof.
    intros Z S F P B [N _] M. exists renamed. split; [|split].
    - intros x y X Y way I. apply in_map_iff in I as (w & <- & I). cbn [fst snd]. split; [exact (F x y w I) | now apply P].
    - split.
      + intros x y. cbn [ways as_routes]. unfold renamed. rewrite sum_Q_map. apply S.
      + intros x e X. unfold crossings_of. cbn [ways as_routes]. unfold renamed. rewrite sum_Q_map.
        rewrite (sum_Q_ext _ _ (fun _ => 0 * 0)%Q), sum_Q_scale; [ring|].
        intros w W. cbn [fst snd]. rewrite (Z x w X W). cbn [map times_on sum]. change (inject_Z 0%nat) with 0%Q. ring.
    - intros e E. cbn [all_channels as_routes] in E. destruct (B e E) as [I L].
      assert (crossed (as_routes d renamed) e == sum_Q (back e) (crossed r))%Q as ->.
      { unfold crossed. rewrite (sum_Q_ext (nodes g) _ (fun x => sum_Q (back e) (fun c => sum_Q (nodes g) (fun y => crossings_of r x y c)))).
        - apply sum_Q_swap.
        - intros x X. rewrite sum_Q_swap. apply sum_Q_ext. intros y Y. now apply crossings_renamed. }
      apply Qle_trans with (sum_Q (back e) (fun _ => m' * size g)%Q).
      + apply sum_Q_le. intros c C. now apply N, I.
      + rewrite sum_Q_const, L, M. apply Qle_lteq. right. ring.
  Qed.
End Renamed.

(** Hops over devices q 0, q 1, ... lead from p 0 to p 1, p 2, ... *)
Lemma path_of_hops {g} (d : devices g) (p : nat -> node g) (q : nat -> device d) k :
  (forall i, i < k -> In (q i) (all_devices d) /\ In (p (S i)) (nodes g) /\ joins d (q i) (p i) (p (S i)) = true) ->
  path_over d (p 0) (p k) (map q (seq 0 k)).
Proof.
  induction k as [|k IH]; intro H; [reflexivity|]. rewrite seq_S, map_app. apply path_over_app with (p k).
  - apply IH. intros i I. apply H. lia.
  - destruct (H k) as (A & B & C); [lia|]. split; [exact A|]. exists (p (S k)). repeat split; assumption.
Qed.

Lemma strained_by_distance {g} (d : devices g) dist w t m : proper g -> distances g dist -> (forall e, one_device d e e = true) ->
  (forall e x z, In e (all_devices d) -> In x (nodes g) -> In z (nodes g) -> joins d e x z = true -> 0 < channels g x z) ->
  t = sum (nodes g) (fun x => sum (nodes g) (dist x)) -> (w * (size g * size g) == t)%Q -> 0 < length (all_devices d) ->
  (m * length (all_devices d) == w * size g)%Q -> strained d m.
Proof.
  intros P D R J T W L E. split; [exact R|].
  exists (fun _ => 1), (fun x y => if same g x y then 0 else dist x y).
  assert (forall x y, In x (nodes g) -> In y (nodes g) -> (if same g x y then 0 else dist x y) = dist x y) as Same.
  { intros x y X Y. destruct (same g x y) eqn:S; [|reflexivity]. apply P in S. subst. symmetry.
    now apply (proj1 (distance_is_potential g dist y D Y) y X). }
  split; [intro x; now rewrite same_refl|]. split; [|split].
  - intros e x z y A X Z Y K. rewrite !Same by assumption.
    apply (D x y X Y). econstructor; [|apply (D z y Z Y)]. repeat split; try assumption. now apply (J e).
  - rewrite sum_const. lia.
  - rewrite sum_const, Nat.mul_1_r. rewrite (sum_ext _ _ (fun x => sum (nodes g) (dist x))).
    + rewrite <- T, <- W. setoid_replace (m * size g * length (all_devices d))%Q with (m * length (all_devices d) * size g)%Q by ring.
      rewrite E. ring.
    + intros x X. apply sum_ext. intros y Y. now apply Same.
Qed.

Lemma strained_by_spread {g} (d : devices g) w m : proper g -> spread g w -> (forall e, one_device d e e = true) ->
  (forall e x z, In e (all_devices d) -> In x (nodes g) -> In z (nodes g) -> joins d e x z = true -> 0 < channels g x z) ->
  0 < length (all_devices d) -> (m * length (all_devices d) == w * size g)%Q -> strained d m.
Proof. intros P (t & (dist & D & T) & W) R J. now apply (strained_by_distance d dist w t). Qed.

Ltac decide_nodes := repeat match goal with
  | H : context [?a =? ?b] |- _ => destruct (Nat.eqb_spec a b)
  | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
  end.

Lemma in_numbered n ch x : In x (nodes (numbered n ch)) <-> x < n.
Proof. cbn [nodes numbered]. rewrite in_seq. lia. Qed.

(** ** Bus and clique *)

Theorem eased_bus n : 2 <= n -> eased (bus_devices n) (n - 1)%Q.
Proof.
  intro H. apply (eased_renamed (bus n) (bus_devices n) (bus_routes n) (fun c => c) (fun e => [e])) with 1 (n - 1)%Q.
  - intros x y w [] [] _ _ _ _ _. reflexivity.
  - intros x w _ [<-|[]]. cbn [snd]. now rewrite Nat.eqb_refl.
  - apply sound_bus.
  - intros x y w [<-|[]]. discriminate.
  - intros x y w X Y [<-|[]]. cbn [snd]. destruct (Nat.eqb_spec x y) as [E|E]; [exact E|].
    split; [now left|]. exists y. split; [exact Y|]. split; [|reflexivity]. apply negb_true_iff. now apply Nat.eqb_neq.
  - intros [] _. split; [intros c C; exact C | reflexivity].
  - now apply busy_bus.
  - change (inject_Z 1%nat) with 1%Q. ring.
Qed.

Theorem strained_bus n : 2 <= n -> strained (bus_devices n) (n - 1)%Q.
Proof.
  intro H. apply (strained_by_spread (bus_devices n) ((n - 1) / n)%Q).
  - apply proper_numbered.
  - now apply spread_bus.
  - reflexivity.
  - intros e x z _ _ _ J. cbn [joins bus_devices] in J. cbn [channels bus clique numbered]. rewrite J. simpl. lia.
  - simpl. lia.
  - replace (size (bus n)) with n by (symmetry; apply size_numbered). simpl length. change (inject_Z 1%nat) with 1%Q.
    field. now apply size_nonzero.
Qed.

Lemma clique_link n e : In e (all_devices (clique_devices n)) <-> fst e < snd e < n.
Proof.
  destruct e as [u v]. cbn [fst snd].
  change (In (u, v) (filter (fun e => fst e <? snd e) (list_prod (seq 0 n) (seq 0 n))) <-> u < v < n).
  rewrite filter_In, in_prod_iff, !in_seq. cbn [fst snd]. rewrite Nat.ltb_lt. lia.
Qed.

Theorem eased_clique n : 2 <= n -> eased (clique_devices n) (2 / n)%Q.
Proof.
  intro H. apply (eased_renamed (clique n) (clique_devices n) (clique_routes n)
    (fun c => if fst c <? snd c then c else (snd c, fst c)) (fun e => [e; (snd e, fst e)])) with 2 (1 / n)%Q.
  - intros x y w c [u v] X Y [<-|[]] C E. cbn [snd] in C. destruct (Nat.eqb_spec x y) as [S|S]; [destruct C|].
    destruct C as [<-|[]]. apply clique_link in E. cbn [fst snd] in *. cbn [sum alike clique_routes one_device clique_devices].
    destruct (Nat.ltb_spec x y); cbn [fst snd]; decide_nodes; simpl; lia.
  - intros x w _ [<-|[]]. cbn [snd]. now rewrite Nat.eqb_refl.
  - apply sound_clique.
  - intros x y w [<-|[]]. discriminate.
  - intros x y w X Y [<-|[]]. cbn [snd]. apply in_numbered in X, Y. destruct (Nat.eqb_spec x y) as [E|E]; [exact E|].
    cbn [map fst snd]. split; [apply clique_link; destruct (Nat.ltb_spec x y); simpl; lia|].
    exists y. split; [now apply in_numbered|]. split; [|reflexivity]. cbn [joins clique_devices].
    destruct (Nat.ltb_spec x y); cbn [fst snd]; rewrite !Nat.eqb_refl, ?orb_true_r; reflexivity.
  - intros [u v] E. apply clique_link in E. cbn [fst snd] in *. split; [|reflexivity].
    intros c [<-|[<-|[]]]; apply clique_channels; simpl; lia.
  - now apply busy_clique.
  - change (inject_Z 2%nat) with 2%Q. field. now apply size_nonzero.
Qed.

Lemma clique_links n : (2 * length (all_devices (clique_devices n)) == n * (n - 1))%Q.
Proof.
  assert (2 * Z.of_nat (length (all_devices (clique_devices n))) = n * (n - 1))%Z as E.
  { transitivity (2 * Z.of_nat (sum (seq 0 n) (fun x => (n - 1 - x)%nat)))%Z.
    - do 2 f_equal. pose proof (sum_const (all_devices (clique_devices n)) 1) as A. rewrite Nat.mul_1_r in A. rewrite <- A.
      cbn [all_devices clique_devices device].
      assert (forall l, sum (filter (fun e : nat * nat => fst e <? snd e) l) (fun _ => 1) = sum l (fun e => one_if (fst e <? snd e))) as F.
      { induction l as [|e l IH]; [reflexivity|]. cbn [filter sum]. destruct (fst e <? snd e); cbn [sum one_if]; lia. }
      rewrite F, sum_pairs. apply sum_ext. intros x X. apply in_seq in X. cbn [fst snd]. apply count_above. lia.
    - rewrite (sum_reversed n (fun x => x)). apply number_sum. }
  rational E. rewrite E. reflexivity.
Qed.

Theorem strained_clique n : 2 <= n -> strained (clique_devices n) (2 / n)%Q.
Proof.
  intro H. pose proof (size_nonzero n H) as N. pose proof (clique_links n) as L.
  apply (strained_by_spread (clique_devices n) ((n - 1) / n)%Q).
  - apply proper_numbered.
  - now apply spread_clique.
  - intros [u v]. cbn [one_device clique_devices]. now rewrite !Nat.eqb_refl.
  - intros [u v] x z E _ _ J. apply clique_link in E. cbn [joins clique_devices fst snd] in *.
    cbn [channels clique numbered]. decide_nodes; simpl in *; try discriminate; lia.
  - assert (In (0, 1) (all_devices (clique_devices n))) as I by (apply clique_link; simpl; lia).
    destruct (all_devices (clique_devices n)); [destruct I | simpl; lia].
  - replace (size (clique n)) with n by (symmetry; apply size_numbered).
    apply (Qmult_inj_r _ _ 2); [discriminate|].
    setoid_replace (2 / n * length (all_devices (clique_devices n)) * 2)%Q
      with (2 / n * (2 * length (all_devices (clique_devices n))))%Q by ring.
    rewrite L. field. exact N.
Qed.

(** ** Rings *)

Lemma next_around n x i : x < n -> i < n -> next n ((x + i) mod n) = (x + S i) mod n.
Proof.
  intros X I. rewrite !once_around by lia. unfold next.
  destruct (Nat.ltb_spec (x + i) n), (Nat.ltb_spec (x + S i) n); decide_nodes; lia.
Qed.

Lemma around_back n x y : x < n -> y < n -> (x + (n - ahead n y x)) mod n = y.
Proof.
  intros X Y. rewrite ahead_offset by assumption. pose proof (offset_inside n y x Y X). rewrite once_around by lia.
  unfold offset in *. destruct (Nat.leb_spec y x); match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; lia.
Qed.

Lemma around_forth n x y : x < n -> y < n -> (x + ahead n x y) mod n = y.
Proof.
  intros X Y. rewrite ahead_offset by assumption. pose proof (offset_inside n x y X Y). rewrite once_around by lia.
  unfold offset in *. destruct (Nat.leb_spec x y); match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; lia.
Qed.

Lemma back_around n x i : x < n -> i < n -> (x + (n - S i)) mod n = previous n ((x + (n - i)) mod n).
Proof.
  intros X I. rewrite !once_around by lia. unfold previous.
  destruct (Nat.ltb_spec (x + (n - i)) n), (Nat.ltb_spec (x + (n - S i)) n); decide_nodes; lia.
Qed.

Lemma no_hops n x : x < n -> ahead n x x = 0.
Proof. intro X. rewrite ahead_offset by assumption. now apply offset_zero. Qed.

Theorem eased_oneway_ring n : 2 <= n -> eased (oneway_ring_devices n) ((n - 1) / 2)%Q.
Proof.
  intro H. apply (eased_renamed (oneway_ring n) (oneway_ring_devices n) (oneway_ring_routes n) fst (fun e => [(e, true)]))
    with 1 ((n - 1) / 2)%Q.
  - intros x y w c e _ _ [<-|[]] C _. cbn [snd] in C. unfold climb in C. apply in_map_iff in C as (i & <- & _).
    cbn [sum fst alike oneway_ring_routes one_device oneway_ring_devices]. unfold alike_numbered. cbn [fst snd Bool.eqb].
    now rewrite andb_true_r, Nat.add_0_r.
  - intros x w X [<-|[]]. apply in_numbered in X. cbn [snd]. now rewrite no_hops.
  - apply sound_oneway_ring.
  - intros x y w [<-|[]]. discriminate.
  - intros x y w X Y [<-|[]]. cbn [snd]. apply in_numbered in X, Y. unfold climb. rewrite map_map. cbn [fst].
    pose proof (offset_inside n x y X Y) as L. rewrite <- ahead_offset in L by assumption.
    replace x with ((x + 0) mod n) at 1 by (rewrite Nat.add_0_r; now apply Nat.mod_small).
    rewrite <- (around_forth n x y X Y) at 1.
    apply (path_of_hops (oneway_ring_devices n) (fun i => (x + i) mod n) (fun i => (x + i) mod n)). intros i I.
    assert (forall j, (x + j) mod n < n) as B by (intro; apply Nat.mod_upper_bound; lia).
    split; [apply in_seq; specialize (B i); lia|]. split; [now apply in_numbered|].
    cbn [joins oneway_ring_devices]. rewrite next_around, !Nat.eqb_refl by lia. reflexivity.
  - intros e E. split; [|reflexivity]. intros c [<-|[]]. apply oneway_channels. exists e. apply in_seq in E. split; [lia | reflexivity].
  - now apply busy_oneway_ring.
  - change (inject_Z 1%nat) with 1%Q. ring.
Qed.

Theorem strained_oneway_ring n : 2 <= n -> strained (oneway_ring_devices n) ((n - 1) / 2)%Q.
Proof.
  intro H. apply (strained_by_spread (oneway_ring_devices n) ((n - 1) / 2)%Q).
  - apply proper_numbered.
  - now apply spread_oneway_ring.
  - intro e. apply Nat.eqb_refl.
  - intros e x z _ _ _ J. cbn [joins oneway_ring_devices] in J. cbn [channels oneway_ring numbered].
    apply andb_true_iff in J as [A B]. apply Nat.eqb_eq in A, B. subst. rewrite Nat.eqb_refl. simpl. lia.
  - cbn [all_devices oneway_ring_devices]. rewrite seq_length. lia.
  - replace (size (oneway_ring n)) with n by (symmetry; apply size_numbered). cbn [all_devices oneway_ring_devices].
    rewrite seq_length. reflexivity.
Qed.

Definition ring_link (n : nat) (c : nat * bool) : nat := if snd c then fst c else previous n (fst c).

Lemma ring_way n x y w : In w (ways (ring_routes split_ways n) x y) ->
  (0 <= fst w)%Q /\ (snd w = climb n x (ahead n x y) \/ snd w = descend n x (ahead n y x)).
Proof.
  cbn [ways ring_routes]. destruct (2 * ahead n x y ?= n); simpl; intro I; repeat destruct I as [<-|I]; try destruct I;
    (split; [discriminate | auto]).
Qed.

Theorem eased_ring n : 2 <= n -> eased (ring_devices n) (if (n mod 2 =? 0)%Z then n / 4 else (n ^ 2 - 1) / (4 * n))%Q.
Proof.
  intro H. pose proof (size_nonzero n H) as N.
  assert (forall j, j mod n < n) as B by (intro; apply Nat.mod_upper_bound; lia).
  apply (eased_renamed (ring n) (ring_devices n) (ring_routes split_ways n) (ring_link n) (fun e => [(e, true); (next n e, false)]))
    with 2 (if (n mod 2 =? 0)%Z then n / 8 else (n ^ 2 - 1) / (8 * n))%Q.
  - intros x y w c e _ _ W C E. apply in_seq in E. apply ring_way in W as [_ W].
    assert (fst c < n) as L.
    { destruct W as [W|W]; rewrite W in C; unfold climb, descend in C; apply in_map_iff in C as (i & <- & _); apply B. }
    destruct c as [a up]. cbn [sum alike ring_routes one_device ring_devices]. unfold alike_numbered, ring_link. cbn [fst snd] in *.
    destruct up; cbn [Bool.eqb]; rewrite ?andb_true_r, ?andb_false_r; unfold previous, next;
      decide_nodes; cbn [one_if]; try lia.
  - intros x w X W. apply in_numbered in X. apply ring_way in W as [_ [W|W]]; rewrite W, no_hops by assumption; reflexivity.
  - apply sound_ring.
  - intros x y w W. apply (ring_way n x y w W).
  - intros x y w X Y W. apply in_numbered in X, Y. apply ring_way in W as [_ [W|W]]; rewrite W; unfold climb, descend;
      rewrite map_map; unfold ring_link; cbn [fst snd].
    + pose proof (offset_inside n x y X Y) as L. rewrite <- ahead_offset in L by assumption.
      replace x with ((x + 0) mod n) at 1 by (rewrite Nat.add_0_r; now apply Nat.mod_small).
      rewrite <- (around_forth n x y X Y) at 1.
      apply (path_of_hops (ring_devices n) (fun i => (x + i) mod n) (fun i => (x + i) mod n)). intros i I.
      split; [apply in_seq; specialize (B (x + i)); lia|]. split; [now apply in_numbered|].
      cbn [joins ring_devices]. rewrite next_around, !Nat.eqb_refl by lia. reflexivity.
    + pose proof (offset_inside n y x Y X) as L. rewrite <- ahead_offset in L by assumption.
      replace x with ((x + (n - 0)) mod n) at 1
        by (rewrite Nat.sub_0_r; replace (x + n) with (x + 1 * n) by lia; rewrite Nat.mod_add by lia; now apply Nat.mod_small).
      rewrite <- (around_back n x y X Y) at 1.
      apply (path_of_hops (ring_devices n) (fun i => (x + (n - i)) mod n) (fun i => previous n ((x + (n - i)) mod n))). intros i I.
      destruct (previous_inside n _ (B (x + (n - i)))) as [K E].
      split; [apply in_seq; lia|]. split; [now apply in_numbered|].
      cbn [joins ring_devices]. rewrite back_around, E, !Nat.eqb_refl by lia. apply orb_true_r.
  - intros e E. apply in_seq in E. split; [|reflexivity].
    intros c [<-|[<-|[]]]; apply ring_channels; cbn [fst]; [lia | apply next_inside; lia].
  - exact (busy_ring split_ways n H).
  - change (inject_Z 2%nat) with 2%Q. destruct (n mod 2 =? 0)%Z; field. exact N.
Qed.

Theorem strained_ring n : 2 <= n -> strained (ring_devices n) (if (n mod 2 =? 0)%Z then n / 4 else (n ^ 2 - 1) / (4 * n))%Q.
Proof.
  intro H. apply (strained_by_spread (ring_devices n) (if (n mod 2 =? 0)%Z then n / 4 else (n ^ 2 - 1) / (4 * n))%Q).
  - apply proper_numbered.
  - now apply spread_ring.
  - intro e. apply Nat.eqb_refl.
  - intros e x z _ _ _ J. cbn [joins ring_devices] in J. cbn [channels ring numbered].
    apply orb_true_iff in J as [J|J]; apply andb_true_iff in J as [A B]; apply Nat.eqb_eq in A, B; subst;
      rewrite Nat.eqb_refl; simpl; lia.
  - cbn [all_devices ring_devices]. rewrite seq_length. lia.
  - replace (size (ring n)) with n by (symmetry; apply size_numbered). cbn [all_devices ring_devices].
    rewrite seq_length. reflexivity.
Qed.

(** ** Line *)

Definition line_link (c : nat * bool) : nat := if snd c then fst c else fst c - 1.

Theorem eased_line n : 2 <= n -> eased (line_devices n) (if (n mod 2 =? 0)%Z then n / 2 else (n ^ 2 - 1) / (2 * n))%Q.
Proof.
  intro H. pose proof (size_nonzero n H) as N.
  apply (eased_renamed (line n) (line_devices n) (line_routes n) line_link (fun e => [(e, true); (S e, false)]))
    with 2 (if (n mod 2 =? 0)%Z then n / 4 else (n ^ 2 - 1) / (4 * n))%Q.
  - intros x y w c e _ _ [<-|[]] C E. cbn [snd] in C.
    cbn [sum alike line_routes one_device line_devices]. unfold alike_numbered, line_link.
    destruct (Nat.leb_spec x y); apply in_map_iff in C as (i & <- & I); apply in_seq in I; cbn [fst snd Bool.eqb];
      rewrite ?andb_true_r, ?andb_false_r; decide_nodes; cbn [one_if]; lia.
  - intros x w _ [<-|[]]. cbn [snd]. rewrite Nat.leb_refl, Nat.sub_diag. reflexivity.
  - apply sound_line.
  - intros x y w [<-|[]]. discriminate.
  - intros x y w X Y [<-|[]]. apply in_numbered in X, Y. cbn [snd].
    destruct (Nat.leb_spec x y); rewrite map_map; unfold line_link; cbn [fst snd].
    + replace x with (x + 0) at 1 by lia. replace y with (x + (y - x)) at 1 by lia.
      apply (path_of_hops (line_devices n) (fun i => x + i) (fun i => x + i)). intros i I.
      split; [apply in_seq; lia|]. split; [apply in_numbered; lia|]. cbn [joins line_devices].
      replace (x + S i) with (S (x + i)) by lia. now rewrite !Nat.eqb_refl.
    + replace x with (x - 0) at 1 by lia. replace y with (x - (x - y)) at 1 by lia.
      apply (path_of_hops (line_devices n) (fun i => x - i) (fun i => x - i - 1)). intros i I.
      split; [apply in_seq; lia|]. split; [apply in_numbered; lia|]. cbn [joins line_devices].
      replace (x - S i) with (x - i - 1) by lia. replace (S (x - i - 1)) with (x - i) by lia.
      rewrite !Nat.eqb_refl. apply orb_true_r.
  - intros e E. apply in_seq in E. split; [|reflexivity].
    intros c [<-|[<-|[]]]; apply line_channels; exists e; split; auto; lia.
  - now apply busy_line.
  - change (inject_Z 2%nat) with 2%Q. destruct (n mod 2 =? 0)%Z; field. exact N.
Qed.

Lemma count_rest n h : h <= n -> sum (seq 0 n) (fun x => one_if (negb (x <? h))) = n - h.
Proof.
  intro L. pose proof (count_below n h) as B. pose proof (sum_const (seq 0 n) 1) as A. rewrite seq_length in A.
  rewrite (sum_ext _ (fun _ => 1) (fun x => one_if (x <? h) + one_if (negb (x <? h)))) in A
    by (intros x _; destruct (x <? h); reflexivity).
  rewrite sum_add, B in A. lia.
Qed.

Lemma across n h : h <= n ->
  sum (seq 0 n) (fun x => sum (seq 0 n) (fun y => one_if (xorb (x <? h) (y <? h)))) = 2 * (h * (n - h)).
Proof.
  intro L. rewrite (sum_ext _ _ (fun x => (n - h) * one_if (x <? h) + h * one_if (negb (x <? h)))).
  - rewrite sum_add, !sum_scale, count_below, count_rest by assumption. replace (Nat.min n h) with h by lia. lia.
  - intros x _. destruct (x <? h); cbn [xorb one_if negb].
    + rewrite (sum_ext _ _ (fun y => one_if (negb (y <? h)))) by (intros y _; destruct (y <? h); reflexivity).
      rewrite count_rest by assumption. lia.
    + rewrite (sum_ext _ _ (fun y => one_if (y <? h))) by (intros y _; destruct (y <? h); reflexivity).
      rewrite count_below. lia.
Qed.

Theorem strained_line n : 2 <= n -> strained (line_devices n) (if (n mod 2 =? 0)%Z then n / 2 else (n ^ 2 - 1) / (2 * n))%Q.
Proof.
  intro H. pose proof (size_nonzero n H) as N. set (h := n / 2).
  assert (1 <= h < n) as L by (subst h; pose proof (Nat.div_mod_eq n 2); pose proof (Nat.mod_upper_bound n 2); lia).
  assert (sum (all_devices (line_devices n)) (fun e => one_if (e =? h - 1)) = 1) as One.
  { change (sum (seq 0 (n - 1)) (fun e => one_if (e =? h - 1)) = 1). rewrite (sum_one_if _ _ (h - 1)); [destruct (Nat.ltb_spec (h - 1) (n - 1)); [reflexivity | lia]|]. intros i _. apply Nat.eqb_eq. }
  split; [intro e; apply Nat.eqb_refl|].
  exists (fun e => one_if (e =? h - 1)), (fun x y => one_if (xorb (x <? h) (y <? h))). split; [|split; [|split]].
  - intro x. now destruct (x <? h).
  - intros e x z y E _ _ _ J. cbn [joins line_devices] in J.
    assert ((x <? h) = (z <? h) \/ e = h - 1) as [->| ->].
    { apply orb_true_iff in J as [J|J]; apply andb_true_iff in J as [A B]; apply Nat.eqb_eq in A, B; subst;
        match goal with |- (?a <? _) = (?b <? _) \/ _ => destruct (Nat.ltb_spec a h), (Nat.ltb_spec b h) end; auto; right; lia. }
    + lia.
    + rewrite Nat.eqb_refl. destruct (x <? h), (z <? h), (y <? h); simpl; lia.
  - apply Nat.eq_le_incl. symmetry. exact One.
  - match goal with |- context [sum (all_devices ?d) ?f] => replace (sum (all_devices d) f) with 1 by (symmetry; exact One) end.
    cbn [nodes line numbered]. rewrite across, Q_mul, Q_mul by lia.
    replace (size _) with n by (symmetry; apply size_numbered). change (inject_Z 1%nat) with 1%Q. change (inject_Z 2%nat) with 2%Q.
    pose proof (Nat.div_mod_eq n 2) as E. pose proof (Nat.mod_upper_bound n 2) as U. fold h in E. clearbody h.
    destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
    + destruct (half_even n P) as [k ->]. assert (h = k) as -> by lia. replace (2 * k - k) with k by lia.
      rewrite !Q_mul. change (inject_Z 2%nat) with 2%Q. field.
    + destruct (half_odd n P) as [k ->]. assert (h = k) as -> by lia. replace (2 * k + 1 - k) with (k + 1) by lia.
      rewrite !Q_add, !Q_mul in *. change (inject_Z 2%nat) with 2%Q in *. change (inject_Z 1%nat) with 1%Q in *. field. exact N.
Qed.
