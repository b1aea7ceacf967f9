(** Steps of packets in fabrics of any size, from which ranks that rise exclude deadlock. *)

From Coq Require Import List Arith NArith Lia.
From Netlemma Require Import Definitions Routes Deadlock Fabrics.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Steps *)

Definition steps (r : routing) (step : channel r -> channel r -> Prop) : Prop :=
  forall g c d, arrives r g c -> follows r g c d -> step c d.

Theorem rises_on_steps (r : routing) (step : channel r -> channel r -> Prop) (rank : channel r -> nat) :
  steps r step -> (forall c d, step c d -> rank c < rank d) -> rises r (fun c => N.of_nat (rank c)).
Proof. intros S R g c d A F. specialize (R c d (S g c d A F)). lia. Qed.

(** What holds of the first channel of a packet, and behind a channel of which it holds, holds of all. *)
Lemma arrived_with (A : Type) (ends : A -> Prop) onward (holds : A -> passage A -> Prop) :
  (forall t s c, ends t -> ends s -> s <> t -> In c (onward t s None) -> holds t c) ->
  (forall t c d, ends t -> holds t c -> In d (onward t (target c) (Some c)) -> holds t d) ->
  forall t c, arrives (hop_by_hop ends onward) t c -> ends t /\ holds t c.
Proof.
  intros First Next t c R. induction R as [c (T & s & S & D & I)|c d R [T H] F].
  - split; [assumption|]. now apply (First t s).
  - split; [assumption|]. now apply (Next t c).
Qed.

(** ** Words *)

Lemma put_length i x word : i < length word -> length (put i x word) = length word.
Proof. intro I. unfold put. rewrite app_length, firstn_length. cbn [length]. rewrite skipn_length. lia. Qed.

Lemma nth_put i x word j : i < length word -> nth j (put i x word) 0 = if j =? i then x else nth j word 0.
Proof.
  unfold put. revert i j. induction word as [|a word IH]; intros i j I; cbn in I; [lia|].
  destruct i, j; cbn; try reflexivity. apply IH. lia.
Qed.

(** ** Trees *)

Definition tree_step (height : nat) (c d : passage vertex) : Prop :=
  lower_level c < height /\ lower_level d < height /\
  ((downward c = 0 /\ downward d = 0 /\ lower_level d = lower_level c + 1) \/
   (downward c = 0 /\ downward d = 1 /\ lower_level d = lower_level c) \/
   (downward c = 1 /\ downward d = 1 /\ lower_level d + 1 = lower_level c)).

Lemma over_spec t x : over t x = true <-> forall i, fst x <= i < length (snd t) -> nth i (snd x) 0 = nth i (snd t) 0.
Proof.
  unfold over. rewrite forallb_forall. split; intros H i I.
  - apply Nat.eqb_eq, H, in_seq. lia.
  - apply in_seq in I. apply Nat.eqb_eq, H. lia.
Qed.

(** A hop to t: up from a vertex not over t, or down to one that is. *)
Definition tree_hop (height : nat) (t : vertex) (c : passage vertex) : Prop :=
  length (snd (target c)) = height /\
  ((fst (target c) = S (fst (origin c)) /\ fst (origin c) < height) \/
   (fst (origin c) = S (fst (target c)) /\ fst (origin c) <= height /\ over t (target c) = true)).

Lemma tree_onward parents height t x before c :
  length (snd t) = height -> length (snd x) = height -> fst x <= height ->
  In c (up_then_down parents t x before) -> origin c = x /\ tree_hop height t c.
Proof.
  intros T X L I. unfold up_then_down in I. apply in_map_iff in I as (y & <- & I). split; [reflexivity|].
  destruct x as [l word]. unfold tree_hop. cbn [origin target fst snd] in *. destruct (over t (l, word)) eqn:O.
  - destruct l as [|l]; [destruct I|]. destruct I as [<-|[]]. cbn [fst snd]. split; [rewrite put_length; lia|]. right.
    split; [reflexivity|]. split; [lia|]. apply over_spec. cbn [fst snd]. intros i I. rewrite nth_put by lia.
    destruct (Nat.eqb_spec i l) as [->|]; [reflexivity|]. rewrite over_spec in O. apply O. cbn [fst]. lia.
  - assert (l < height).
    { destruct (Nat.lt_ge_cases l height); [assumption|]. assert (over t (l, word) = true); [|congruence].
      apply over_spec. cbn [fst]. intros. lia. }
    apply in_map_iff in I as (a & <- & _). cbn [fst snd]. split; [rewrite put_length; lia|]. left. lia.
Qed.

Theorem tree_steps children parents :
  steps (hop_by_hop (leaf children) (up_then_down parents)) (tree_step (length children)).
Proof.
  intros t c d A F.
  destruct (fun P N => arrived_with vertex (leaf children) (up_then_down parents) (tree_hop (length children)) P N t c A) as [(T0 & T & _) H].
  { intros u s e (_ & U & _) (S0 & S & _) _ I. apply (tree_onward parents (length children)) in I; [apply I | lia..]. }
  { intros u e f (_ & U & _) (L & E) I. apply (tree_onward parents (length children)) in I; [apply I | assumption..|].
    destruct E; lia. }
  destruct H as (L & E). change (In d (up_then_down parents t (target c) (Some c))) in F.
  assert (over t (target c) = true -> fst (target d) < fst (origin d)) as Down.
  { intro O. unfold up_then_down in F. rewrite O in F. apply in_map_iff in F as (y & <- & I).
    destruct (target c) as [[|l] word]; [destruct I|]. destruct I as [<-|[]]. cbn. lia. }
  apply (tree_onward parents (length children)) in F; [|assumption..|destruct E; lia].
  destruct F as (O & _ & F). rewrite O in *. unfold tree_step, lower_level, downward. rewrite O.
  destruct E as [[E B]|(E & B & V)]; [|specialize (Down V)]; destruct F as [[F G]|(F & G & _)];
    repeat match goal with |- context [?x <? ?y] => destruct (Nat.ltb_spec x y) end; cbn [one_if]; lia.
Qed.

(** ** Grids of cliques *)

Definition grid_step (dimensions terminals : nat) (c d : passage site) : Prop :=
  (terminals = 0 -> stage c = 1 /\ stage d = 1) /\ (axis c = 0 \/ axis c < dimensions) /\ (axis d = 0 \/ axis d < dimensions) /\
  ((stage c = 0 /\ stage d = 1) \/ (stage c = 0 /\ stage d = 2) \/ (stage c = 1 /\ stage d = 2) \/
   (stage c = 1 /\ stage d = 1 /\ axis c < axis d)).

Definition aside_step (dimensions : nat) (c d : passage site) : Prop :=
  (axis c = 0 \/ axis c < dimensions) /\ (axis d = 0 \/ axis d < dimensions) /\ vc c <= 1 /\ vc d <= 1 /\
  ((stage c = 0 /\ stage d = 1) \/ (stage c = 0 /\ stage d = 2) \/ (stage c = 1 /\ stage d = 2) \/
   (stage c = 1 /\ stage d = 1 /\ vc c = 1 /\ axis c < axis d) \/
   (stage c = 1 /\ stage d = 1 /\ vc c = 0 /\ vc d = 1 /\ axis c = axis d)).

Lemma first_wrong_spec w g : length w = length g -> forall d,
  first_wrong w g = Some d <-> d < length w /\ nth d w 0 <> nth d g 0 /\ forall i, i < d -> nth i w 0 = nth i g 0.
Proof.
  revert g. induction w as [|a w IH]; intros [|b g] L d; cbn in L; try discriminate; cbn [first_wrong length].
  - split; [discriminate | lia].
  - injection L as L. destruct (Nat.eqb_spec a b) as [->|N].
    + destruct d as [|d].
      * split; [destruct (first_wrong w g); discriminate | cbn; intuition congruence].
      * transitivity (first_wrong w g = Some d).
        { destruct (first_wrong w g); cbn; split; congruence. }
        rewrite (IH g L d). cbn [nth]. split; intros (B & D & E); (split; [lia|]); (split; [assumption|]).
        { intros [|i] I; [reflexivity|]. cbn. apply E. lia. }
        { intros i I. apply (E (S i)). lia. }
    + split.
      * intros [= <-]. cbn. repeat split; [lia | assumption | lia].
      * intros (_ & _ & E). destruct d as [|d]; [reflexivity|]. specialize (E 0). cbn in E. lia.
Qed.

Lemma first_wrong_refl w : first_wrong w w = None.
Proof. induction w as [|a w IH]; cbn; [reflexivity|]. now rewrite Nat.eqb_refl, IH. Qed.

Lemma first_wrong_put w d a : d < length w -> a <> nth d w 0 -> first_wrong w (put d a w) = Some d.
Proof.
  intros B N. apply first_wrong_spec; [now rewrite put_length|]. split; [assumption|]. split.
  - rewrite nth_put, Nat.eqb_refl by assumption. congruence.
  - intros i I. rewrite nth_put by assumption. destruct (Nat.eqb_spec i d); [lia | reflexivity].
Qed.

(** A hop to t: letters before its dimension are right, and its own one, unless it is a hop aside. *)
Definition grid_hop (right : nat) (t : site) (c : passage site) : Prop :=
  length (fst (target c)) = length (fst t) /\
  ((stage c = 0 /\ axis c = 0 /\ vc c = right /\ snd (target c) = None) \/
   (stage c = 2 /\ axis c = 0 /\ vc c = right /\ snd (target c) <> None) \/
   (stage c = 1 /\ axis c < length (fst t) /\ snd (target c) = None /\
    first_wrong (fst (origin c)) (fst (target c)) = Some (axis c) /\
    (forall i, i < axis c -> nth i (fst (target c)) 0 = nth i (fst t) 0) /\
    ((vc c = right /\ nth (axis c) (fst (target c)) 0 = nth (axis c) (fst t) 0) \/
     (right = 1 /\ vc c = 0 /\ nth (axis c) (fst (target c)) 0 <> nth (axis c) (fst t) 0)))).

Lemma terminal_hop right t x before c between : length (fst x) = length (fst t) -> snd x <> None ->
  In c (by_switches right between t x before) -> before = None /\ origin c = x /\ grid_hop right t c.
Proof.
  intros L N I. destruct x as [w [j|]]; [|cbn in N; congruence]. destruct before; [destruct I|]. destruct I as [<-|[]].
  repeat split; cbn; [assumption|]. left. unfold axis, stage. cbn. now rewrite first_wrong_refl.
Qed.

Lemma last_hop right t x c : length (fst x) = length (fst t) -> snd x = None -> first_wrong (fst x) (fst t) = None ->
  In c (to_terminal right t x) -> origin c = x /\ stage c = 2 /\ grid_hop right t c.
Proof.
  intros L N W I. unfold to_terminal in I. destruct (snd t) as [j|] eqn:T; [|destruct I]. destruct I as [<-|[]].
  assert (stage (Passage x t right) = 2) as E by (unfold stage; cbn; now rewrite N, T).
  repeat split; [assumption|]. right. left. split; [assumption|]. cbn. unfold axis. cbn. rewrite W, T. repeat split. discriminate.
Qed.

Lemma hop_between right t w d a v : length w = length (fst t) -> first_wrong w (fst t) = Some d -> a <> nth d w 0 ->
  (v = right /\ a = nth d (fst t) 0) \/ (right = 1 /\ v = 0 /\ a <> nth d (fst t) 0) ->
  let c := Passage (w, None) (put d a w, None) v in stage c = 1 /\ axis c = d /\ grid_hop right t c.
Proof.
  intros L W N V c. pose proof W as W'. apply first_wrong_spec in W' as (B & D & E); [|assumption].
  pose proof (first_wrong_put w d a B N) as P.
  assert (axis c = d) as A by (unfold axis, c; cbn; now rewrite P).
  split; [reflexivity|]. split; [exact A|]. unfold grid_hop. rewrite A. cbn. rewrite put_length by assumption.
  split; [assumption|]. right. right. split; [reflexivity|]. split; [lia|]. split; [reflexivity|]. split; [assumption|]. split.
  - intros i I. rewrite nth_put by assumption. destruct (Nat.eqb_spec i d); [lia | now apply E].
  - rewrite nth_put, Nat.eqb_refl by assumption. assumption.
Qed.

(** The next hop from a switch, with the first letter that is wrong there. *)
Definition leads_on (right : nat) (t x : site) (c : passage site) : Prop :=
  origin c = x /\ grid_hop right t c /\
  (stage c = 0 \/ stage c = 2 \/ (stage c = 1 /\ first_wrong (fst x) (fst t) = Some (axis c))).

Lemma order_onward t x before c : length (fst x) = length (fst t) -> In c (grid_order t x before) -> leads_on 0 t x c.
Proof.
  intros L I. destruct (snd x) as [j|] eqn:X.
  - apply terminal_hop in I as (_ & O & H); [|assumption|congruence]. split; [assumption|]. split; [assumption|]. left.
    unfold stage. now rewrite O, X.
  - unfold grid_order, by_switches in I. rewrite X in I. destruct (first_wrong (fst x) (fst t)) as [d|] eqn:W.
    + destruct I as [<-|[]]. destruct x as [w x]. cbn in X, L, W. subst x.
      pose proof W as W'. apply first_wrong_spec in W' as (_ & D & _); [|assumption].
      destruct (hop_between 0 t w d (nth d (fst t) 0) 0) as (S1 & A & H); [assumption..|congruence|left; now split|].
      split; [reflexivity|]. split; [assumption|]. right. right. split; [assumption|]. now transitivity (Some d); [|f_equal].
    + apply last_hop in I as (O & S2 & H); [|assumption..]. split; [assumption|]. split; [assumption|]. tauto.
Qed.

Lemma aside_onward sizes t x before c : length (fst x) = length (fst t) -> In c (grid_aside sizes t x before) ->
  leads_on 1 t x c /\ (stage c = 1 -> came_along (axis c) before = true -> vc c = 1).
Proof.
  intros L I. destruct (snd x) as [j|] eqn:X.
  - apply terminal_hop in I as (_ & O & H); [|assumption|congruence].
    assert (stage c = 0) as E by (unfold stage; now rewrite O, X).
    split; [|congruence]. split; [assumption|]. split; [assumption|]. now left.
  - unfold grid_aside, by_switches in I. rewrite X in I. destruct (first_wrong (fst x) (fst t)) as [d|] eqn:W.
    + apply in_map_iff in I as (a & <- & I). apply filter_In in I as [_ I]. apply andb_prop in I as [I J].
      apply Bool.negb_true_iff, Nat.eqb_neq in I. destruct x as [w x]. cbn in X, L, W, I. subst x.
      destruct (hop_between 1 t w d a (one_if (a =? nth d (fst t) 0))) as (S1 & A & H); [assumption..| |].
      * destruct (Nat.eqb_spec a (nth d (fst t) 0)); [left | right]; now repeat split.
      * split; [|intros _ Along; assert (came_along d before = true) as Came by (rewrite <- A; exact Along)].
        { split; [reflexivity|]. split; [assumption|]. right. right. split; [assumption|]. now transitivity (Some d); [|f_equal]. }
        cbn in J. rewrite Came, Bool.orb_false_r in J. cbn. now rewrite J.
    + apply last_hop in I as (O & S2 & H); [|assumption..]. split; [|congruence]. split; [assumption|].
      split; [assumption|]. tauto.
Qed.

Lemma leaf_hop_none t c sizes terminals : station sizes terminals t -> station sizes terminals c ->
  length (fst c) = length (fst t).
Proof. intros ((T & _) & _) ((C & _) & _). congruence. Qed.

(** Behind a hop that is right the first wrong letter is a later one. *)
Lemma later_wrong (t : site) (c : passage site) d e : length (fst (target c)) = length (fst t) ->
  (forall i, i < d -> nth i (fst (target c)) 0 = nth i (fst t) 0) -> nth d (fst (target c)) 0 = nth d (fst t) 0 ->
  first_wrong (fst (target c)) (fst t) = Some e -> d < e.
Proof.
  intros L E N W. apply first_wrong_spec in W as (_ & M & _); [|assumption]. destruct (Nat.lt_trichotomy e d) as [G|[->|G]].
  - now rewrite (E e G) in M.
  - congruence.
  - assumption.
Qed.

Lemma axis_within right t c : grid_hop right t c -> axis c = 0 \/ axis c < length (fst t).
Proof. intros (_ & [H|[H|H]]); tauto. Qed.

Lemma not_entered_again right t c d between : grid_hop right t c -> stage c = 2 ->
  ~ In d (by_switches right between t (target c) (Some c)).
Proof.
  intros (_ & [H|[H|H]]) S; [|destruct H as (_ & _ & _ & N)|]; try (destruct H; congruence).
  unfold by_switches. destruct (snd (target c)); [tauto | congruence].
Qed.

Lemma stages right t c d : grid_hop right t c -> stage c <> 2 -> leads_on right t (target c) d -> stage d = 1 \/ stage d = 2.
Proof.
  intros (_ & H) S (O & _ & D). destruct D as [D|[D|[D _]]]; [|tauto|tauto].
  assert (snd (target c) = None) as N by (destruct H as [H|[H|H]]; tauto).
  exfalso. revert D. unfold stage. rewrite O, N. destruct (snd (target d)); discriminate.
Qed.

Lemma between_switches t x before c : snd t = None -> snd x = None -> In c (grid_order t x before) ->
  stage c = 1 /\ snd (target c) = None.
Proof.
  intros T X I. unfold grid_order, by_switches, to_terminal in I. rewrite X, T in I.
  destruct (first_wrong (fst x) (fst t)); [destruct I as [<-|[]] | destruct I]. unfold stage. cbn. now rewrite X.
Qed.

Lemma no_terminal sizes x : station sizes 0 x -> snd x = None.
Proof. intros [_ B]. destruct (snd x); [lia | reflexivity]. Qed.

Theorem order_steps sizes terminals :
  steps (hop_by_hop (station sizes terminals) grid_order) (grid_step (length sizes) terminals).
Proof.
  intros t c d R F. split.
  { intros ->.
    destruct (fun P N => arrived_with site (station sizes 0) grid_order (fun t c => stage c = 1 /\ snd (target c) = None) P N t c R)
      as [T H].
    - intros u s e U S _ I. apply (between_switches u s None); [now apply (no_terminal sizes).. | assumption].
    - intros u e f U [_ E] I. apply (between_switches u (target e) (Some e)); [now apply (no_terminal sizes) | assumption..].
    - split; [apply H|]. apply (between_switches t (target c) (Some c)); [now apply (no_terminal sizes) | apply H | assumption]. } destruct (fun P N => arrived_with site (station sizes terminals) grid_order (grid_hop 0) P N t c R) as [((T & _) & _) H].
  { intros u s e U S _ I. apply order_onward in I; [apply I | now apply (leaf_hop_none _ _ sizes terminals)]. }
  { intros u e f _ (L & _) I. apply order_onward in I; [apply I | assumption]. }
  change (In d (grid_order t (target c) (Some c))) in F.
  assert (stage c <> 2) as N by (intro E; now apply (not_entered_again 0 t c d _ H E) in F).
  apply order_onward in F; [|apply H]. pose proof (stages _ _ _ _ H N F) as E. destruct F as (O & K & D).
  pose proof (axis_within _ _ _ H) as A. pose proof (axis_within _ _ _ K) as B. rewrite T in A, B.
  split; [assumption|]. split; [assumption|]. destruct H as (L & [H|[H|(S1 & _ & _ & _ & P & Q)]]); [tauto | tauto |].
  destruct E as [E|E]; [|tauto]. right. right. right. split; [assumption|]. split; [assumption|].
  destruct Q as [[_ Q]|[Q _]]; [|discriminate]. destruct D as [D|[D|[_ D]]]; [congruence..|]. now apply (later_wrong t c).
Qed.

Theorem aside_steps sizes terminals :
  steps (hop_by_hop (station sizes terminals) (grid_aside sizes)) (aside_step (length sizes)).
Proof.
  intros t c d R F. destruct (fun P N => arrived_with site (station sizes terminals) (grid_aside sizes) (grid_hop 1) P N t c R) as [((T & _) & _) H].
  { intros u s e U S _ I. apply aside_onward in I; [apply I | now apply (leaf_hop_none _ _ sizes terminals)]. }
  { intros u e f _ (L & _) I. apply aside_onward in I; [apply I | assumption]. }
  change (In d (grid_aside sizes t (target c) (Some c))) in F.
  assert (stage c <> 2) as N by (intro E; now apply (not_entered_again 1 t c d _ H E) in F).
  apply aside_onward in F as [F V]; [|apply H]. pose proof (stages _ _ _ _ H N F) as E. destruct F as (O & K & D).
  pose proof (axis_within _ _ _ H) as A. pose proof (axis_within _ _ _ K) as B. rewrite T in A, B.
  assert (forall e, grid_hop 1 t e -> vc e <= 1) as Lanes.
  { intros e (_ & [X|[X|X]]); [lia | lia |]. destruct X as (_ & _ & _ & _ & _ & [[X _]|(_ & X & _)]); lia. }
  split; [assumption|]. split; [assumption|]. split; [now apply Lanes|]. split; [now apply Lanes|].
  destruct H as (L & [H|[H|(S1 & _ & Z & P1 & P & Q)]]); [tauto | tauto |].
  destruct E as [E|E]; [|tauto]. right. right. right. destruct D as [D|[D|[_ D]]]; [congruence..|].
  destruct Q as [[Q1 Q]|(_ & Q1 & Q)].
  - left. repeat split; [assumption..|]. now apply (later_wrong t c).
  - right. assert (axis c = axis d) as G.
    { pose proof D as D'. apply first_wrong_spec in D' as (_ & M & X); [|assumption].
      destruct (Nat.lt_trichotomy (axis c) (axis d)) as [G|[G|G]]; [now apply X in G | assumption | now apply P in G]. }
    repeat split; try assumption. apply V; [assumption|]. rewrite <- G. unfold came_along. rewrite P1.
    unfold stage in S1. destruct (snd (origin c)); [discriminate|]. apply Nat.eqb_refl.
Qed.

(** ** Groups *)

Definition group_step (c d : passage site) : Prop :=
  vc c <= 1 /\ vc d <= 1 /\
  ((part c = 0 /\ part d = 1 /\ vc c = vc d) \/ (part c = 0 /\ part d = 2 /\ vc c = vc d) \/
   (part c = 0 /\ part d = 3 /\ vc c = vc d) \/ (part c = 1 /\ part d = 2 /\ vc c = vc d) \/
   (part c = 1 /\ part d = 3 /\ vc c = vc d) \/ (part c = 2 /\ part d = 3 /\ vc c = vc d) \/
   (part c = 2 /\ part d = 1 /\ vc c = 0 /\ vc d = 1)).

(** A hop to t, and where it ends. *)
Definition group_hop (h : nat) (t : site) (c : passage site) : Prop :=
  exists g s g' s', fst (target c) = [g; s] /\ fst t = [g'; s'] /\ vc c <= 1 /\
  ((part c = 0 /\ vc c = 0 /\ snd (target c) = None) \/
   (part c = 1 /\ snd (target c) = None /\ ((g = g' /\ s = s') \/ (vc c = 0 /\ g <> g' /\ s = gateway h g g'))) \/
   (part c = 2 /\ vc c = 0 /\ snd (target c) = None /\ g = g') \/
   (part c = 3 /\ snd (target c) <> None)).

(** The channel on which a packet to [g'; s'] goes on from the switch [g; s]. *)
Lemma group_onward h t g s g' s' before c : fst t = [g'; s'] ->
  In c (group_by_group h t ([g; s], None) before) ->
  exists y, c = ascending ([g; s], None) y before /\
  ((g = g' /\ s = s' /\ y = t /\ snd t <> None) \/ (g = g' /\ s <> s' /\ y = ([g; s'], None)) \/
   (g <> g' /\ s = gateway h g g' /\ y = ([g'; gateway h g' g], None)) \/
   (g <> g' /\ s <> gateway h g g' /\ y = ([g; gateway h g g'], None))).
Proof.
  intros T I. unfold group_by_group, by_switches in I. cbn [fst snd] in I. rewrite T in I.
  destruct (Nat.eqb_spec g g') as [<-|N].
  - destruct (Nat.eqb_spec s s') as [<-|M].
    + destruct (snd t) eqn:E; [|destruct I]. destruct I as [<-|[]]. exists t. split; [reflexivity|]. left.
      repeat split. congruence.
    + destruct I as [<-|[]]. eexists. split; [reflexivity|]. right. left. now repeat split.
  - destruct (Nat.eqb_spec s (gateway h g g')) as [E|M]; destruct I as [<-|[]]; eexists; (split; [reflexivity|]);
      right; right; [left | right]; now repeat split.
Qed.

Lemma part_of_switch g s y before : part (ascending ([g; s], None) y before) =
  match snd y with None => if g =? hd 0 (fst y) then 1 else 2 | Some _ => 3 end.
Proof. unfold ascending, part. cbn. now destruct (snd y). Qed.

Lemma number_of_switch x y before : vc (ascending x y before) =
  match before with
  | None => 0
  | Some c => if part c <? part (ascending x y before) then vc c else Nat.min (S (vc c)) 1
  end.
Proof. reflexivity. Qed.

Theorem group_steps h sizes terminals : length sizes = 2 ->
  steps (hop_by_hop (station sizes terminals) (group_by_group h)) group_step.
Proof.
  intros Two t c d R F.
  assert (Words : forall x, station sizes terminals x -> exists g s, fst x = [g; s]).
  { intros [w j] ((L & _) & _). cbn in L |- *. rewrite Two in L. destruct w as [|g [|s [|]]]; try discriminate. now exists g, s. }
  assert (Next : forall u e f, station sizes terminals u -> group_hop h u e -> In f (group_by_group h u (target e) (Some e)) ->
    group_hop h u f /\ group_step e f).
  { intros u e f U (g & s & g' & s' & E & T & B & H) I. destruct (target e) as [w [j|]] eqn:X; [destruct I|].
    cbn in E. subst w. apply (group_onward h u g s g' s') in I as (y & -> & Y); [|assumption].
    unfold group_step, group_hop. rewrite number_of_switch, part_of_switch.
    destruct Y as [(-> & -> & -> & N)|[(-> & N & ->)|[(N & -> & ->)|(N & M & ->)]]]; cbn [snd fst hd target] in *.
    all: repeat match goal with |- context [match snd ?v with _ => _ end] => destruct (snd v) eqn:?; [|congruence] end.
    all: rewrite ?Nat.eqb_refl; try (destruct (Nat.eqb_spec g g'); [congruence|]).
    all: destruct H as [(P & Q & _)|[(P & _ & Q)|[(P & Q & _ & G)|(P & Q)]]]; try congruence; rewrite P; cbn [Nat.ltb Nat.leb].
    all: try (destruct Q as [(Q1 & Q2)|(Q1 & Q2 & Q3)]; try congruence).
    all: split; [do 4 eexists; unfold ascending; cbn [target fst snd]; split; [eassumption || reflexivity|]; split; [eassumption|]; cbn; intuition (congruence || lia) | intuition lia]. }
  destruct (fun P N => arrived_with site (station sizes terminals) (group_by_group h) (group_hop h) P N t c R) as [T H].
  - intros u x e U X _ I. destruct (Words u U) as (g' & s' & T), (Words x X) as (g & s & E). destruct x as [w [j|]]; cbn in E; subst w.
    + destruct I as [<-|[]]. exists g, s, g', s'. cbn. intuition lia.
    + apply (group_onward h u g s g' s') in I as (y & -> & Y); [|assumption].
      unfold group_hop. rewrite number_of_switch, part_of_switch.
      destruct Y as [(-> & -> & -> & N)|[(-> & N & ->)|[(N & -> & ->)|(N & M & ->)]]]; cbn [snd fst hd target ascending].
      all: repeat match goal with |- context [match snd ?v with _ => _ end] => destruct (snd v) eqn:?; [|congruence] end.
      all: rewrite ?Nat.eqb_refl; try (destruct (Nat.eqb_spec g g'); [congruence|]).
      all: do 4 eexists; split; [eassumption || reflexivity|]; split; [eassumption|]; intuition (congruence || lia).
  - intros u e f U H I. now apply (Next u e f).
  - now apply (Next t c d).
Qed.

(** ** Virtual channels that count hops *)

Definition counting_step (vcs : nat) {A : Type} (c d : passage A) : Prop := vc d < vcs /\ vc d = vc c + 1.

Theorem counting_steps g d vcs : distances g d -> (forall x y, In x (nodes g) -> In y (nodes g) -> d x y <= vcs) ->
  steps (counting_hops g d vcs) (counting_step vcs).
Proof.
  intros _ Near t c e A F. unfold counting_hops in A.
  destruct (fun P N => arrived_with (node g) (fun x => In x (nodes g)) _ (fun t c => vc c + 1 + d (target c) t <= vcs) P N t c A) as [T H].
  - intros u s x U S _ I. apply in_map_iff in I as (y & <- & I). apply filter_In in I as [_ I]. cbn [vc target].
    apply andb_prop in I as [_ I]. apply Nat.eqb_eq in I. specialize (Near s u S U). lia.
  - intros u x y U H I. apply in_map_iff in I as (z & <- & I). apply filter_In in I as [_ I]. cbn [vc target].
    apply andb_prop in I as [_ I]. apply Nat.eqb_eq in I. lia.
  - apply in_map_iff in F as (z & <- & I). apply filter_In in I as [_ I]. unfold counting_step. cbn [vc target] in *.
    apply andb_prop in I as [_ I]. apply Nat.eqb_eq in I. lia.
Qed.

(** ** The livefly *)

Definition fly_step (g r : nat) (c d : queue) : Prop :=
  (kind g c = 0 /\ 1 <= stage_of c /\ kind g d <> 0 /\ stage_of d = 0) \/
  (kind g c <> 0 /\ kind g d <> 0 /\ stage_of c < stage_of d) \/
  (kind g c <> 0 /\ kind g d = 0 /\ stage_of d = 0 /\ stage_of c < r).

Section Livefly.
  Variables (g r : nat) (source t : vertex).
  Hypothesis Target : length (snd t) = r.

  (** Phases: to stage 0, the round, and along the row of the destination. *)
  Definition before_round (c : queue) : Prop := snd c = g /\ snd (fst c) = snd source /\ snd source <> snd t /\ 1 <= stage_of c.
  Definition in_round (c : queue) : Prop :=
    snd c < g /\ snd source <> snd t /\ (forall i, i < stage_of c -> nth i (snd (fst c)) 0 = nth i (snd t) 0) /\
    nth (stage_of c) (snd (leads g r (fst c) (snd c))) 0 = nth (stage_of c) (snd t) 0.
  Definition after_round (c : queue) : Prop := snd c = g /\ snd (fst c) = snd t.
  Definition on_its_way (c : queue) : Prop :=
    stage_of c < r /\ length (snd (fst c)) = r /\ (before_round c \/ in_round c \/ after_round c).

  Lemma same_row_spec x y : same_row x y = true <-> snd x = snd y.
  Proof. unfold same_row. destruct (list_eq_dec Nat.eq_dec (snd x) (snd y)); split; congruence. Qed.

  Lemma kind_zero c : kind g c = 0 <-> snd c = g.
  Proof.
    unfold kind. destruct (Nat.eqb_spec (snd c) g); [tauto|].
    destruct (added g (fst c) (snd c) =? 0); split; congruence.
  Qed.

  Lemma words_equal (x y : list nat) : length x = length y -> (forall i, i < length x -> nth i x 0 = nth i y 0) -> x = y.
  Proof. intros L E. now apply (nth_ext x y 0 0). Qed.

  Lemma leads_length x link : fst x < r -> length (snd x) = r -> length (snd (leads g r x link)) = r.
  Proof. intros S L. unfold leads. cbn [snd]. destruct (link =? g); [assumption|]. now rewrite put_length; [|rewrite L]. Qed.

  Lemma leads_stage x link : fst (leads g r x link) = if S (fst x) =? r then 0 else S (fst x).
  Proof. reflexivity. Qed.

  Lemma leads_letter x link i : fst x < r -> length (snd x) = r -> i <> fst x ->
    nth i (snd (leads g r x link)) 0 = nth i (snd x) 0.
  Proof.
    intros B L N. unfold leads. cbn [snd]. destruct (link =? g); [reflexivity|]. rewrite nth_put by (now rewrite L).
    destruct (Nat.eqb_spec i (fst x)); [contradiction | reflexivity].
  Qed.

  (** Links of the round set the letter of their stage. *)
  Lemma found_link x link : find (fun link => nth (fst x) (snd (leads g r x link)) 0 =? nth (fst x) (snd t) 0) (seq 0 g) = Some link ->
    link < g /\ nth (fst x) (snd (leads g r x link)) 0 = nth (fst x) (snd t) 0.
  Proof. intro F. apply find_some in F as [I E]. apply in_seq in I. apply Nat.eqb_eq in E. split; [lia | assumption]. Qed.

  Lemma first_queue : fst source < r -> length (snd source) = r -> forall link,
    next_link g r source t source None = Some link -> on_its_way (source, link).
  Proof.
    intros B L link N. unfold next_link in N. split; [assumption|]. split; [assumption|]. cbn [fst snd] in *.
    destruct (same_row source t) eqn:E; [|assert (snd source <> snd t) as D by (rewrite <- same_row_spec; congruence)].
    - cbn in N. injection N as <-. right. right. split; [reflexivity|]. now apply same_row_spec.
    - rewrite Bool.andb_false_r, Bool.orb_false_r in N. cbn [orb andb] in N. destruct (Nat.ltb_spec 0 (fst source)).
      + injection N as <-. left. now repeat split.
      + apply found_link in N as [G N]. right. left. repeat split; [assumption..| | assumption].
        unfold stage_of. cbn. intros i I. lia.
  Qed.

  Lemma next_hop c link : on_its_way c -> next_link g r source t (leads g r (fst c) (snd c)) (Some (snd c)) = Some link ->
    let d := (leads g r (fst c) (snd c), link) in on_its_way d /\
    (link <> snd c -> fly_step g r c d /\ ~ after_round c) /\
    (link = snd c -> (after_round c /\ after_round d) \/ (before_round c /\ before_round d) \/
      (in_round c /\ in_round d /\ stage_of c < stage_of d)).
  Proof.
    intros (B & L & P) N d. destruct c as [x before]. unfold stage_of in *. cbn [fst snd] in *.
    assert (length (snd (leads g r x before)) = r) as L' by now apply leads_length.
    assert (fst (leads g r x before) < r) as B'.
    { rewrite leads_stage. destruct (Nat.eqb_spec (S (fst x)) r); lia. }
    assert (forall p : Prop, p -> fst (leads g r x before) < r /\ length (snd (leads g r x before)) = r /\ p) as Way by tauto.
    unfold next_link in N. destruct P as [(G & W & D & S1)|[(G & D & E & F)|(G & W)]]; unfold stage_of in *; cbn [fst snd] in *.
    - subst before. assert (snd (leads g r x g) = snd x) as Row by (unfold leads; cbn [snd]; now rewrite Nat.eqb_refl).
      assert (same_row source t = false) as Q by (apply Bool.not_true_is_false; now rewrite same_row_spec).
      assert (same_row (leads g r x g) t = false) as Q' by (apply Bool.not_true_is_false; rewrite same_row_spec; congruence).
      rewrite Q, Q', Nat.eqb_refl, Bool.andb_false_r, Bool.orb_false_r in N. cbn [orb andb] in N.
      destruct (Nat.ltb_spec 0 (fst (leads g r x g))) as [Z|Z].
      + injection N as <-. assert (before_round d) as K by (unfold before_round, stage_of, d; cbn [fst snd]; repeat split; [congruence | assumption | lia]).
        split; [apply Way; tauto|]. split; [tauto|]. intros _. right. left. split; [|assumption]. now repeat split.
      + apply found_link in N as [M N]. split; [|split; [|intro X; exfalso; lia]].
        * apply Way. right. left. repeat split; [assumption..| | assumption]. unfold stage_of. cbn [fst snd]. intros i I. exfalso. unfold d in I. cbn [fst] in I. lia.
        * intros _. split; [|intros [_ Y]; cbn [fst] in Y; congruence]. left. rewrite !kind_zero. unfold stage_of, d. cbn [fst snd]. repeat split; lia.
    - assert (before <> g) as X by lia. apply Nat.eqb_neq in X.
      assert (same_row source t = false) as Q by (apply Bool.not_true_is_false; now rewrite same_row_spec).
      rewrite Q, X in N. cbn [orb andb] in N.
      assert (forall i, i < S (fst x) -> nth i (snd (leads g r x before)) 0 = nth i (snd t) 0) as Right.
      { intros i I. destruct (Nat.eq_dec i (fst x)) as [->|]; [assumption|]. rewrite leads_letter by assumption. apply E. lia. }
      pose proof (leads_stage x before) as Z. destruct (Nat.eqb_spec (S (fst x)) r) as [Last|Not].
      + assert (snd (leads g r x before) = snd t) as Row.
        { apply words_equal; [congruence|]. intros i I. apply Right. lia. }
        assert (same_row (leads g r x before) t = true) as Q' by now apply same_row_spec.
        rewrite Q', Z in N. cbn in N. injection N as <-. split; [|split; [|intro Y; exfalso; lia]].
        * apply Way. right. right. now split.
        * intros _. split; [|intros [Y _]; cbn [snd] in Y; lia]. right. right. rewrite !kind_zero. unfold stage_of, d. cbn [fst snd]. repeat split; lia.
      + rewrite Z in N. cbn [Nat.eqb andb] in N. rewrite <- Z in N. apply found_link in N as [M N].
        assert (in_round d) as K.
        { unfold in_round, stage_of, d. cbn [fst snd]. repeat split; [assumption..| | assumption]. rewrite Z. exact Right. }
        split; [apply Way; tauto|]. split.
        * intros _. split; [|intros [Y _]; cbn [snd] in Y; lia]. right. left. rewrite !kind_zero. unfold stage_of, d. cbn [fst snd]. repeat split; lia.
        * intros _. right. right. split; [now repeat split|]. split; [assumption|]. unfold stage_of, d. cbn [fst snd]. lia.
    - subst before. assert (snd (leads g r x g) = snd x) as Row by (unfold leads; cbn [snd]; now rewrite Nat.eqb_refl).
      assert (link = g) as ->.
      { assert (same_row (leads g r x g) t = true) as Q by (rewrite same_row_spec; congruence).
        rewrite Q, Nat.eqb_refl in N. destruct (same_row source t), (fst (leads g r x g)); cbn in N; congruence. }
      assert (after_round d) as K by (split; cbn [fst snd d]; [reflexivity | unfold d; cbn [fst]; congruence]).
      split; [apply Way; tauto|]. split; [tauto|]. intros _. left. split; [now split | assumption].
  Qed.

  Lemma rides hops : forall c d, on_its_way c -> next_queue hops g r source t c = Some d ->
    on_its_way d /\ fly_step g r c d /\ ~ after_round c.
  Proof.
    induction hops as [|hops IH]; intros c d W N; [discriminate|]. cbn [next_queue] in N.
    destruct (andb (fst (leads g r (fst c) (snd c)) =? fst t) (same_row (leads g r (fst c) (snd c)) t)); [discriminate|].
    destruct (next_link g r source t (leads g r (fst c) (snd c)) (Some (snd c))) as [link|] eqn:E; [|discriminate].
    apply next_hop in E as (V & Changes & Stays); [|assumption]. destruct (Nat.eqb_spec link (snd c)) as [Q|Q].
    - destruct (IH _ _ V N) as (Z & S1 & Not). split; [assumption|]. unfold fly_step in *. rewrite !kind_zero in *.
      unfold stage_of in *. cbn [fst snd] in *.
      destruct (Stays Q) as [[_ K]|[[(A & A1 & A2 & A') K]|[(A & _) [K J]]]]; [contradiction| |].
      + split; [|intros [_ Y]; congruence]. unfold stage_of in *. lia.
      + split; [|intros [Y _]; lia]. lia.
    - injection N as <-. split; [assumption|]. now apply Changes.
  Qed.
End Livefly.

Theorem fly_steps g r : steps (livefly g r) (fly_step g r).
Proof.
  intros [source t] c d A F.
  assert (fly_node g r source /\ fly_node g r t /\ on_its_way g r source t c) as ((B & L) & (_ & T) & W).
  { clear F. induction A as [c (S & T & _ & E & N)|c e A IH G]; cbn [fst snd] in *.
    - split; [assumption|]. split; [assumption|]. destruct c as [x link]. cbn in E. subst x. destruct S as (B & L & _), T as (_ & T & _).
      rewrite repeat_length in *. now apply first_queue.
    - destruct IH as (S & T & W). split; [assumption|]. split; [assumption|]. destruct T as (_ & T & _).
      rewrite repeat_length in T. now apply (rides g r source t T (2 * r) c e). }
  destruct T as [T _]. rewrite repeat_length in T. now apply (rides g r source t T (2 * r) c d).
Qed.

(** ** Tactics of exported proofs *)

(** The rank rises on each step: linear arithmetic over the coordinates of both channels, case by case. *)
Ltac rank_rises :=
  let S := fresh in intros ? ? S;
  unfold tree_step, grid_step, aside_step, group_step, fly_step, counting_step in S;
  rewrite ?app_length, ?repeat_length in S; cbn [length] in S;
  repeat match goal with H : _ /\ _ |- _ => destruct H | H : _ \/ _ |- _ => destruct H end;
  repeat match goal with H : stage _ = _ |- _ => rewrite H in * | H : part _ = _ |- _ => rewrite H in * end;
  repeat match goal with
  | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y)
  | |- context [?x <=? ?y] => destruct (Nat.leb_spec x y)
  end; lia.
