(** Dally and Seitz: if the channels can be numbered so that numbers rise along every dependency, no reachable
    configuration of worms is deadlocked. A finite certificate is checked by computation. *)

From Coq Require Import List Arith NArith PArith FMapPositive Lia.
From Netlemma Require Import Definitions.
Import ListNotations.
Local Open Scope nat_scope.

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

Definition sound (r : routing) (worms : list (worm r)) : Prop := forall w, In w worms -> chain r (fst w) (snd w).

Lemma sound_replaced r before after (v w : worm r) :
  sound r (before ++ v :: after) -> chain r (fst w) (snd w) -> sound r (before ++ w :: after).
Proof.
  intros H C u I. apply in_app_iff in I as [I|[<-|I]].
  - apply H, in_app_iff. now left.
  - exact C.
  - apply H, in_app_iff. right. now right.
Qed.

Lemma reachable_sound r worms : reachable r worms -> sound r worms.
Proof.
  induction 1 as [|worms worms' H IH M]; [intros w []|].
  destruct M as [worms g c E N | before after g c rest d F N | before after g rest c].
  - intros w [<-|I]; [constructor; now constructor | now apply IH].
  - apply (sound_replaced r before after (g, c :: rest)); [assumption|]. simpl. constructor; [|assumption].
    apply (IH (g, c :: rest)), in_app_iff. right. now left.
  - apply (sound_replaced r before after (g, rest ++ [c])); [assumption|]. simpl.
    apply (chain_drops_last r g rest c), (IH (g, rest ++ [c])), in_app_iff. right. now left.
Qed.

(** ** Rising numbers *)

Section Rising.
  Variable r : routing.
  Variable number : channel r -> N.
  Hypothesis rises : forall g c d, arrives r g c -> follows r g c d -> (number c < number d)%N.

  Lemma head_is_largest g c rest : chain r g (c :: rest) -> forall d, In d (c :: rest) -> (number d <= number c)%N.
  Proof.
    revert c. induction rest as [|e rest IH]; intros c H d I.
    - destruct I as [<-|[]]. reflexivity.
    - inversion H as [| |? ? ? H' F]; subst. destruct I as [<-|I]; [reflexivity|].
      specialize (IH e H' d I). pose proof (rises g e c (chain_head r g e rest H') F). lia.
  Qed.

  Definition head_number (w : worm r) : N := match snd w with [] => 0 | c :: _ => number c end.

  Lemma largest (l : list (worm r)) : l <> [] -> exists w, In w l /\ forall v, In v l -> (head_number v <= head_number w)%N.
  Proof.
    induction l as [|x l IH]; [congruence|]. intros _. destruct l as [|y l].
    - exists x. split; [now left|]. intros v [<-|[]]. reflexivity.
    - destruct IH as (w & I & B); [discriminate|].
      destruct (N.le_gt_cases (head_number x) (head_number w)).
      + exists w. split; [now right|]. intros v [<-|J]; [assumption | now apply B].
      + exists x. split; [now left|]. intros v [<-|J]; [reflexivity|]. specialize (B v J). lia.
  Qed.

  Theorem dally_seitz : deadlock_free r.
  Proof.
    intros worms R (stuck & Nonempty & Sub & Blocked). apply reachable_sound in R.
    destruct (largest stuck Nonempty) as (w & I & Largest).
    destruct (Blocked w I) as (c & rest & E & (d & F) & Held). destruct (Held d F) as (v & J & D).
    pose proof (R w (Sub w I)) as Cw. rewrite E in Cw. pose proof (rises _ c d (chain_head r _ c rest Cw) F) as Rise.
    specialize (Largest v J). unfold head_number in Largest. rewrite E in Largest.
    pose proof (R v (Sub v J)) as Cv. destruct (snd v) as [|e rest']; [destruct D|].
    pose proof (head_is_largest _ e rest' Cv d D). lia.
  Qed.
End Rising.

(** ** Certificates

    A row has a channel, its number, and the channels that depend on it. *)

Definition certificate : Type := list (positive * N * list positive).

Definition depends (rows : certificate) (c d : positive) : Prop := exists n next, In (c, n, next) rows /\ In d next.

Definition numbers (rows : certificate) : PositiveMap.t N :=
  fold_left (fun found row => PositiveMap.add (fst (fst row)) (snd (fst row)) found) rows (PositiveMap.empty N).

Definition number_in (found : PositiveMap.t N) (c : positive) : N :=
  match PositiveMap.find c found with Some n => n | None => 0%N end.

Definition rising (rows : certificate) : bool :=
  let found := numbers rows in
  forallb (fun row => let own := number_in found (fst (fst row)) in
    forallb (fun d => N.ltb own (number_in found d)) (snd row)) rows.

(** A routing all of whose dependencies are in the certificate, whatever its network, cannot deadlock. *)

Theorem certified rows : rising rows = true ->
  forall (r : routing) (name : channel r -> positive),
  (forall g c d, arrives r g c -> follows r g c d -> depends rows (name c) (name d)) -> deadlock_free r.
Proof.
  intros H r name D. apply (dally_seitz r (fun c => number_in (numbers rows) (name c))). intros g c d A F.
  destruct (D g c d A F) as (n & next & I & J). unfold rising in H. rewrite forallb_forall in H.
  specialize (H _ I). rewrite forallb_forall in H. apply N.ltb_lt. exact (H _ J).
Qed.
