(** Steps up and down trees of any size. *)

From Coq Require Import List Arith NArith Lia.
From Netlemma Require Import Definitions Routes Deadlock Fabrics Steps.
Import ListNotations.
Local Open Scope nat_scope.

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
