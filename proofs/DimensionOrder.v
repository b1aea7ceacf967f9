(** Dimension order at all sizes: numbers of channels that rise, so that no configuration is deadlocked. *)

From Coq Require Import List Arith NArith Lia.
From Netlemma Require Import Definitions Routes Deadlock.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Two that follow each other in a list *)

Definition joined {A : Type} (l : list A) (x y : A) : Prop := exists before after, l = before ++ x :: y :: after.

Lemma joined_in (A : Type) (l : list A) x y : joined l x y -> In x l /\ In y l.
Proof. intros (before & after & ->). rewrite !in_app_iff. simpl. tauto. Qed.

Lemma joined_cons (A : Type) (l : list A) z x y : joined (z :: l) x y -> (x = z /\ exists rest, l = y :: rest) \/ joined l x y.
Proof.
  intros ([|u before] & after & E); injection E as -> E.
  - left. split; [reflexivity|]. now exists after.
  - right. now exists before, after.
Qed.

Lemma joined_app (A : Type) (l m : list A) x y : joined (l ++ m) x y -> joined l x y \/ (In x l /\ In y m) \/ joined m x y.
Proof.
  induction l as [|z l IH]; simpl; [tauto|]. intro J. apply joined_cons in J as [(-> & rest & E)|J].
  - destruct l as [|u l]; simpl in E.
    + right. left. rewrite E. simpl. tauto.
    + left. injection E as -> _. now exists [], l.
  - destruct (IH J) as [(before & after & ->)|[[I I']|J']]; [left | tauto | tauto]. now exists (z :: before), after.
Qed.

Lemma joined_map (A B : Type) (f : A -> B) l x y : joined (map f l) x y -> exists u v, joined l u v /\ x = f u /\ y = f v.
Proof.
  induction l as [|z l IH]; simpl; intro J.
  - destruct J as ([|] & after & E); discriminate.
  - apply joined_cons in J as [(-> & rest & E)|J].
    + destruct l as [|u l]; [discriminate|]. injection E as <- _. exists z, u. split; [now exists [], l | tauto].
    + destruct (IH J) as (u & v & (before & after & ->) & E). exists u, v. split; [now exists (z :: before), after | assumption].
Qed.

Lemma joined_seq s n i j : joined (seq s n) i j -> s <= i /\ j = S i /\ j < s + n.
Proof.
  revert s. induction n as [|n IH]; intros s J; simpl in J.
  - destruct J as ([|] & after & E); discriminate.
  - apply joined_cons in J as [(-> & rest & E)|J].
    + destruct n; [discriminate|]. injection E as <- _. lia.
    + specialize (IH _ J). lia.
Qed.

(** ** Numbers that rise by dimension, then along each route of a digit *)

Definition at_hop (before rest : list nat) (h : hop_of_digit) : lane :=
  match h with (d, up, v) => Lane (before ++ d :: rest) (length before) up v end.

Section Ranked.
  Variables (hops : nat -> nat -> list hop_of_digit) (k bound : nat) (rank : lane -> nat).
  Let within h := rank (at_hop [] [] h).
  Hypothesis rank_is : forall before rest h, rank (at_hop before rest h) = length before * bound + within h.
  Hypothesis bounded : forall a b h, a < k -> b < k -> In h (hops a b) -> within h < bound.
  Hypothesis rising : forall a b h h', a < k -> b < k -> joined (hops a b) h h' -> within h < within h'.

  Lemma from_dimension x : forall before y c, Forall (fun a => a < k) x -> Forall (fun b => b < k) y ->
    In c (digit_by_digit hops before x y) -> length before * bound <= rank c.
  Proof.
    induction x as [|a x IH]; intros before y c X Y I; [destruct I|]. destruct y as [|b y]; [destruct I|].
    inversion X; inversion Y; subst. simpl in I. apply in_app_iff in I as [I|I].
    - apply in_map_iff in I as (h & <- & I). change (length before * bound <= rank (at_hop before x h)). rewrite rank_is. lia.
    - apply IH in I; [|assumption..]. rewrite app_length in I. simpl in I. nia.
  Qed.

  Lemma rises_along x : forall before y c d, Forall (fun a => a < k) x -> Forall (fun b => b < k) y ->
    joined (digit_by_digit hops before x y) c d -> rank c < rank d.
  Proof.
    induction x as [|a x IH]; intros before y c d X Y J; [destruct J as ([|] & after & E); discriminate|].
    destruct y as [|b y]; [destruct J as ([|] & after & E); discriminate|].
    inversion X; inversion Y; subst. simpl in J. fold (at_hop before x) in J. apply joined_app in J as [J|[[I J]|J]].
    - apply joined_map in J as (h & h' & J & -> & ->). change (rank (at_hop before x h) < rank (at_hop before x h')).
      rewrite !rank_is. assert (within h < within h'); [now apply (rising a b) | lia].
    - apply in_map_iff in I as (h & <- & I). change (rank (at_hop before x h) < rank d). rewrite rank_is.
      apply from_dimension in J; [|assumption..]. rewrite app_length in J. simpl in J.
      assert (within h < bound); [now apply (bounded a b) | nia].
    - now apply (IH (before ++ [b]) y).
  Qed.

  Theorem dimension_order_rises n : rises (dimension_order hops k n) (fun c => N.of_nat (rank c)).
  Proof.
    intros g c d A F. assert (digits k n (fst g) /\ digits k n (snd g)) as [[_ X] [_ Y]].
    { clear F. induction A as [c (X & Y & _)|]; [now split | assumption]. }
    rewrite <- Forall_forall in X, Y. assert (rank c < rank d); [now apply (rises_along (fst g) [] (snd g)) | lia].
  Qed.
End Ranked.

Lemma digit_at_hop before rest d up v : digit (at_hop before rest (d, up, v)) = d.
Proof. unfold digit. simpl. rewrite app_nth2, Nat.sub_diag; [reflexivity | lia]. Qed.

(** ** Hops of a digit *)

(** The hops of a digit from a are some of the first ones of a sequence, each sequence with the greatest number of them. *)
Definition sequences : Type := nat -> list ((nat -> hop_of_digit) * nat).

Definition hops_are (hops : nat -> nat -> list hop_of_digit) (k : nat) (kinds : sequences) : Prop :=
  forall a b, a < k -> b < k -> exists hop most many, In (hop, most) (kinds a) /\ many <= most /\ hops a b = map hop (seq 0 many).

Definition line_sequences (k : nat) : sequences :=
  fun a => [((fun i => (a + i, true, 0)), k - 1 - a); ((fun i => (a - i, false, 0)), a)].
Definition oneway_ring_sequences (k : nat) : sequences := fun a => [(upward_hop k a, k - 1)].
Definition ring_sequences (k : nat) : sequences := fun a => [(upward_hop k a, k - 1); (downward_hop k a, k - 1)].

Lemma below k x : 0 < k -> x mod k <= k - 1.
Proof. intro P. pose proof (Nat.mod_upper_bound x k). lia. Qed.

Lemma line_hops_are k : hops_are line_hops k (line_sequences k).
Proof.
  intros a b A B. unfold line_hops. destruct (Nat.leb_spec a b).
  - eexists _, _, (b - a). split; [now left|]. split; [lia | reflexivity].
  - eexists _, _, (a - b). split; [now right; left|]. split; [lia | reflexivity].
Qed.

Lemma oneway_ring_hops_are k : hops_are (oneway_ring_hops k) k (oneway_ring_sequences k).
Proof. intros a b A B. eexists _, _, ((b + (k - a)) mod k). split; [now left|]. split; [apply below; lia | reflexivity]. Qed.

Lemma ring_hops_are k : hops_are (ring_hops k) k (ring_sequences k).
Proof.
  intros a b A B. unfold ring_hops. destruct (_ <=? _).
  - eexists _, _, ((b + (k - a)) mod k). split; [now left|]. split; [apply below; lia | reflexivity].
  - eexists _, _, ((a + (k - b)) mod k). split; [now right; left|]. split; [apply below; lia | reflexivity].
Qed.

Theorem rises_by_hops hops k kinds bound rank n : hops_are hops k kinds ->
  (forall before rest h, rank (at_hop before rest h) = length before * bound + rank (at_hop [] [] h)) ->
  (forall a hop most, a < k -> In (hop, most) (kinds a) -> forall i, i < most -> rank (at_hop [] [] (hop i)) < bound) ->
  (forall a hop most, a < k -> In (hop, most) (kinds a) -> forall i, S i < most ->
    rank (at_hop [] [] (hop i)) < rank (at_hop [] [] (hop (S i)))) ->
  rises (dimension_order hops k n) (fun c => N.of_nat (rank c)).
Proof.
  intros Are Is Bounded Rising. apply (dimension_order_rises hops k bound rank Is).
  - intros a b h A B I. destruct (Are a b A B) as (hop & most & many & K & M & E). rewrite E in I.
    apply in_map_iff in I as (i & <- & I). apply in_seq in I. apply (Bounded a hop most A K). lia.
  - intros a b h h' A B J. destruct (Are a b A B) as (hop & most & many & K & M & E). rewrite E in J.
    apply joined_map in J as (i & j & J & -> & ->). apply joined_seq in J as (_ & -> & J). apply (Rising a hop most A K). lia.
Qed.

(** ** Places *)

Lemma once_round k x : x < 2 * k -> x mod k = if x <? k then x else x - k.
Proof.
  intro B. destruct (Nat.ltb_spec x k); [now apply Nat.mod_small|].
  symmetry. apply (Nat.mod_unique x k 1); lia.
Qed.

Lemma line_place_up k a i before rest : i < k - 1 - a -> place k (at_hop before rest (a + i, true, 0)) = a + i + 1.
Proof. intro I. unfold place. rewrite digit_at_hop. apply Nat.mod_small. lia. Qed.

Lemma line_place_down k a i before rest : a < k -> i < a -> place k (at_hop before rest (a - i, false, 0)) = k - a + i.
Proof. intros A I. unfold place. rewrite digit_at_hop. cbn [upward at_hop]. rewrite Nat.mod_small; lia. Qed.

Lemma upward_place k a i before rest : a < k -> i < k ->
  place k (at_hop before rest (upward_hop k a i)) = if a + i <? k - 1 then a + i + 1 else a + i + 1 - k.
Proof.
  intros A I. unfold place, upward_hop. rewrite digit_at_hop. cbn [upward at_hop].
  rewrite (once_round k (a + i)) by lia. destruct (Nat.ltb_spec (a + i) k).
  - rewrite once_round by lia. destruct (Nat.ltb_spec (a + i + 1) k), (Nat.ltb_spec (a + i) (k - 1)); lia.
  - rewrite Nat.mod_small by lia. destruct (Nat.ltb_spec (a + i) (k - 1)); lia.
Qed.

Lemma downward_place k a i before rest : a < k -> i < k ->
  place k (at_hop before rest (downward_hop k a i)) = if i <? a then k - a + i else i - a.
Proof.
  intros A I. unfold place, downward_hop. rewrite digit_at_hop. cbn [upward at_hop].
  rewrite (once_round k (a + (k - i))) by lia. destruct (Nat.ltb_spec (a + (k - i)) k), (Nat.ltb_spec i a); try lia.
  - rewrite Nat.mod_small by lia. lia.
  - rewrite Nat.mod_small by lia. lia.
  - destruct (Nat.eqb_spec i a) as [->|].
    + replace (k - (a + (k - a) - k)) with k by lia. rewrite Nat.mod_same by lia. lia.
    + rewrite Nat.mod_small by lia. lia.
Qed.

(** ** Tactics of exported proofs *)

Ltac rank_of_hop :=
  rewrite ?line_place_up, ?line_place_down, ?upward_place, ?downward_place by lia;
  unfold upward_hop, downward_hop; cbn [dimension virtual at_hop length];
  repeat match goal with |- context [?x <? ?y] => destruct (Nat.ltb_spec x y) end; lia.

(** The rank is the dimension times a bound, and beyond that less than the bound; it rises along the hops of a digit. *)
Ltac rises_by_dimension are bound :=
  apply (rises_by_hops _ _ _ bound _ _ are);
  [ intros before rest [[d up] v]; unfold place; rewrite !digit_at_hop; cbn [upward virtual dimension at_hop length]; ring
  | intros a hop most A K i I; destruct_kinds K; rank_of_hop
  | intros a hop most A K i I; destruct_kinds K; rank_of_hop ]
with destruct_kinds K := repeat destruct K as [K|K]; try (destruct K; fail); injection K as <- <-.
