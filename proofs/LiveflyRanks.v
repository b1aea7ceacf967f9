(** Steps between the queues of liveflies of any size. *)

From Coq Require Import List Arith NArith Lia.
From Netlemma Require Import Definitions Routes Deadlock Fabrics Steps.
Import ListNotations.
Local Open Scope nat_scope.

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
