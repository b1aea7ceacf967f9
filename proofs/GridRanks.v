(** Steps of dimension order on grids of cliques of any size, with hops aside and without. *)

From Coq Require Import List Arith NArith Lia.
From Netlemma Require Import Definitions Routes Deadlock Fabrics Steps.
Import ListNotations.
Local Open Scope nat_scope.

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

Lemma equal_lengths t c sizes terminals : station sizes terminals t -> station sizes terminals c ->
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
  { intros u s e U S _ I. apply order_onward in I; [apply I | now apply (equal_lengths _ _ sizes terminals)]. }
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
  { intros u s e U S _ I. apply aside_onward in I; [apply I | now apply (equal_lengths _ _ sizes terminals)]. }
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
