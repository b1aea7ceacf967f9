(** Steps from group to group of any size. *)

From Coq Require Import List Arith NArith Lia.
From Netlemma Require Import Definitions Routes Deadlock Fabrics Steps.
Import ListNotations.
Local Open Scope nat_scope.

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
