(** Deadlock of worms in flight: it lasts forever, and what excludes it. If every worm that has to go on may go on to a
    channel above all channels that it holds, in some order of the channels, then no configuration that is reached from
    an empty network is deadlocked. Numbers that rise along every dependency (Dally and Seitz) and escape channels
    (Duato) are instances. *)

From Coq Require Import List Arith NArith Lia.
From Netlemma Require Import Definitions Routes.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Deadlock lasts forever *)

Lemma in_replaced (A : Type) (before after : list A) v w u : In u (before ++ v :: after) -> u <> v -> In u (before ++ w :: after).
Proof. rewrite !in_app_iff. simpl. intros [I|[<-|I]] D; [now left | congruence | now right; right]. Qed.

Theorem blocked_forever r stuck worms worms' :
  blocked r stuck -> incl stuck worms -> reaches r worms worms' -> incl stuck worms'.
Proof.
  intros B I R. induction R as [|one next R IH M]; [assumption|]. intros w W. pose proof (IH w W) as O.
  destruct (B w W) as (Room & c & rest & E & (d & F) & Held).
  destruct M as [worms1 g n c1 En N P | before after g n c1 rest1 d1 F1 N | before after g n rest1 c1 T].
  - now right.
  - apply (in_replaced _ before after _ _ w O). intros ->. cbn in E, F, Held. injection E as -> ->.
    destruct (Held d1 F1) as (v & V & D). apply N. exists v. split; [apply IH, V | assumption].
  - apply (in_replaced _ before after _ _ w O). intros ->. cbn in Room, E, F. destruct T as [T|(e & rest2 & E2 & T)].
    + rewrite app_length in Room. simpl in Room. lia.
    + cbn in E2, T. rewrite E in E2. injection E2 as <- _. now apply (T d).
Qed.

(** ** The channels of a worm follow each other *)

Inductive chain (r : routing) (g : goal r) : list (channel r) -> Prop :=
  | chain_none : chain r g []
  | chain_one : forall c, arrives r g c -> chain r g [c]
  | chain_more : forall c rest d, chain r g (c :: rest) -> follows r g c d -> chain r g (d :: c :: rest).

Lemma chain_head r g c rest : chain r g (c :: rest) -> arrives r g c.
Proof.
  remember (c :: rest) as l eqn:E. intro H. revert c rest E.
  induction H as [|c A|c rest d H IH F]; intros c' rest' E; [discriminate| |].
  - now injection E as -> _.
  - injection E as <- _. apply arrives_next with c; [|assumption]. now apply (IH c rest).
Qed.

Lemma chain_drops_last r g l c : chain r g (l ++ [c]) -> chain r g l.
Proof.
  remember (l ++ [c]) as m eqn:E. intro H. revert l E.
  induction H as [|d A|d rest e H IH F]; intros l E.
  - now apply app_cons_not_nil in E.
  - destruct l as [|x [|y l]]; [constructor | simpl in E; discriminate | simpl in E; discriminate].
  - destruct l as [|x [|y l]]; [constructor | |].
    + simpl in E. injection E as <- _ _. constructor. apply arrives_next with d; [|assumption].
      now apply chain_head with rest.
    + simpl in E. injection E as <- <- E. constructor; [|assumption]. apply (IH (d :: l)). simpl. now rewrite E.
Qed.

Definition sound (r : routing) (worms : list (worm r)) : Prop := forall w, In w worms -> chain r (toward r w) (holds r w).

Lemma sound_replaced r before after (v w : worm r) :
  sound r (before ++ v :: after) -> chain r (toward r w) (holds r w) -> sound r (before ++ w :: after).
Proof.
  intros H C u I. apply in_app_iff in I as [I|[<-|I]].
  - apply H, in_app_iff. now left.
  - exact C.
  - apply H, in_app_iff. right. now right.
Qed.

Lemma reached_sound r worms : reaches r [] worms -> sound r worms.
Proof.
  induction 1 as [|worms worms' R IH M]; [intros w []|].
  destruct M as [worms g n c E N P | before after g n c rest d F N | before after g n rest c T].
  - intros w [<-|I]; [constructor; now constructor | now apply IH].
  - apply (sound_replaced r before after (Worm r g n (c :: rest))); [assumption|]. simpl. constructor; [|assumption].
    apply (IH (Worm r g n (c :: rest))), in_app_iff. right. now left.
  - apply (sound_replaced r before after (Worm r g n (rest ++ [c]))); [assumption|]. simpl.
    apply (chain_drops_last r g rest c), (IH (Worm r g n (rest ++ [c]))), in_app_iff. right. now left.
Qed.

(** ** A way out *)

(** Values of channels; a channel without a place in the order, such as one that is no escape channel, has value 0. *)
Definition way_out (r : routing) (value : channel r -> N) : Prop :=
  forall g c rest, chain r g (c :: rest) -> (exists d, follows r g c d) ->
  exists d, follows r g c d /\ forall e, In e (c :: rest) -> (value e < value d)%N.

Lemma largest (A : Type) (value : A -> N) (l : list A) : l <> [] -> exists x, In x l /\ forall y, In y l -> (value y <= value x)%N.
Proof.
  induction l as [|x l IH]; [congruence|]. intros _. destruct l as [|y l].
  - exists x. split; [now left|]. intros v [<-|[]]. reflexivity.
  - destruct IH as (w & I & B); [discriminate|]. destruct (N.le_gt_cases (value x) (value w)).
    + exists w. split; [now right|]. intros v [<-|J]; [assumption | now apply B].
    + exists x. split; [now left|]. intros v [<-|J]; [reflexivity|]. specialize (B v J). lia.
Qed.

Theorem no_deadlock_with_a_way_out r value : way_out r value -> deadlock_free r.
Proof.
  intros Out worms R (stuck & Nonempty & Sub & B). apply reached_sound in R.
  assert (Goes : forall w, In w stuck -> exists d, held r stuck d /\ forall e, In e (holds r w) -> (value e < value d)%N).
  { intros w W. destruct (B w W) as (_ & c & rest & E & F & Held). pose proof (R w (Sub w W)) as C. rewrite E in C.
    destruct (Out _ c rest C F) as (d & D & Above). exists d. split; [now apply Held|]. now rewrite E. }
  destruct stuck as [|v stuck]; [congruence|].
  destruct (Goes v) as (d & (u & U & D) & _); [now left|].
  destruct (largest _ value (concat (map (holds r) (v :: stuck)))) as (e & I & Largest).
  - intro Empty. assert (In d (concat (map (holds r) (v :: stuck)))) as J by (apply in_concat; exists (holds r u); split; [now apply in_map | assumption]).
    rewrite Empty in J. exact J.
  - apply in_concat in I as (l & L & I). apply in_map_iff in L as (w & <- & W).
    destruct (Goes w W) as (f & (x & X & F) & Above). specialize (Above e I).
    assert (In f (concat (map (holds r) (v :: stuck)))) as J by (apply in_concat; exists (holds r x); split; [now apply in_map | assumption]).
    specialize (Largest f J). lia.
Qed.

(** ** Dally and Seitz: numbers rise along every dependency *)

Lemma head_is_largest r number g c rest : rises r number -> chain r g (c :: rest) ->
  forall d, In d (c :: rest) -> (number d <= number c)%N.
Proof.
  intro Rise. revert c. induction rest as [|e rest IH]; intros c H d I.
  - destruct I as [<-|[]]. reflexivity.
  - inversion H as [| |? ? ? H' F]; subst. destruct I as [<-|I]; [reflexivity|].
    specialize (IH e H' d I). pose proof (Rise g e c (chain_head r g e rest H') F). lia.
Qed.

Theorem dally_seitz r number : rises r number -> deadlock_free r.
Proof.
  intro Rise. apply (no_deadlock_with_a_way_out r number). intros g c rest C (d & F). exists d. split; [assumption|].
  intros e I. pose proof (head_is_largest r number g c rest Rise C e I).
  pose proof (Rise g c d (chain_head r g c rest C) F). lia.
Qed.

Theorem dally_seitz_all r number : rises r number -> rises r number /\ deadlock_free r.
Proof. intro R. split; [exact R | exact (dally_seitz r number R)]. Qed.

(** ** Packets that draw their channels beforehand *)

(** A goal of [drawn r] is a goal of r and a choice behind each channel, by which the packet goes on where it is legal: a
    packet waits for the channel that it has drawn, though others may be free. *)
Definition drawn (r : routing) : routing :=
  Routing (goal r * (channel r -> channel r)) (channel r) (fun g => enters r (fst g))
    (fun g c d => follows r (fst g) c d /\ (follows r (fst g) c (snd g c) -> d = snd g c)).

Theorem drawn_rises r number : rises r number -> deadlock_free (drawn r).
Proof.
  intro Rise. apply (dally_seitz (drawn r) number). intros [g choice] c d A [F _]. apply (Rise g); [|assumption].
  clear d F. induction A as [c E|c d A IH [F _]]; [now constructor | now apply arrives_next with c].
Qed.

(** ** Packets that are stored whole *)

(** With packets of one flit, no configuration is deadlocked. A packet that is stored whole takes the buffer of one channel. *)
Definition deadlock_free_if_stored (r : routing) : Prop :=
  forall worms, reaches r [] worms -> (forall w, In w worms -> flits r w = 1) -> ~ deadlocked r worms.

Theorem stored_with_a_way_out r (value : channel r -> N) :
  (forall g c, (exists d, follows r g c d) -> exists d, follows r g c d /\ (value c < value d)%N) ->
  deadlock_free_if_stored r.
Proof.
  intros Out worms _ One (stuck & Nonempty & Sub & B).
  assert (Goes : forall w, In w stuck -> exists c d, holds r w = [c] /\ held r stuck d /\ (value c < value d)%N).
  { intros w W. destruct (B w W) as (Room & c & rest & E & F & Held). rewrite E, (One w (Sub w W)) in Room.
    destruct rest; [|simpl in Room; lia]. destruct (Out _ _ F) as (d & D & Above). exists c, d. split; [assumption|].
    split; [now apply Held | assumption]. }
  destruct (largest _ (fun w => match holds r w with [] => 0%N | c :: _ => value c end) stuck Nonempty) as (w & W & Largest).
  destruct (Goes w W) as (c & d & E & (v & V & D) & Above). specialize (Largest v V). rewrite E in Largest.
  destruct (Goes v V) as (c' & _ & E' & _). rewrite E' in Largest, D. destruct D as [<-|[]]. lia.
Qed.
