(** Worst cases of admissible traffic, for routings given as tables of shares: potentials bound the load of every
    channel, and a permutation reaches the bound. *)

From Coq Require Import List Arith NArith PArith QArith FMapPositive Bool Lia Lqa.
From Netlemma Require Import Definitions.
Import ListNotations.
Local Open Scope Q_scope.

(** ** Statements

    Row s of a table has for each destination t the channels that messages from s to t cross, with the expected number of
    crossings by one message. *)
Definition shares : Type := list (list (list (positive * Q))).

Definition crossings (table : shares) (s t : nat) (c : positive) : Q :=
  sum_Q (nth t (nth s table []) []) (fun one => if Pos.eqb (fst one) c then snd one else 0).

(** The rate of messages from each node to each other: no node sends or gets more than one in a unit of time. *)
Definition admissible (n : nat) (rate : nat -> nat -> Q) : Prop :=
  (forall s t, 0 <= rate s t) /\
  (forall s, (s < n)%nat -> sum_Q (seq 0 n) (fun t => rate s t) <= 1) /\
  (forall t, (t < n)%nat -> sum_Q (seq 0 n) (fun s => rate s t) <= 1).

Definition channel_load (table : shares) (n : nat) (rate : nat -> nat -> Q) (c : positive) : Q :=
  sum_Q (seq 0 n) (fun s => sum_Q (seq 0 n) (fun t => rate s t * crossings table s t c)).

(** Each node sends all its messages to the one beside it in a list. *)
Definition permuted (to : list nat) (s t : nat) : Q := if (nth s to (length to) =? t)%nat then 1 else 0.

(** No admissible traffic loads a channel with more than gamma, and this permutation loads one with gamma. *)
Definition worst_case (table : shares) (n : nat) (gamma : Q) (to : list nat) (c : positive) : Prop :=
  (forall rate, admissible n rate -> forall d, channel_load table n rate d <= gamma) /\
  admissible n (permuted to) /\ channel_load table n (permuted to) c == gamma.

(** ** Sums *)

Lemma sum_below (A : Type) (l : list A) f g : (forall x, In x l -> f x <= g x) -> sum_Q l f <= sum_Q l g.
Proof.
  induction l as [|x l IH]; intro H; simpl; [lra|].
  specialize (IH (fun y I => H y (or_intror I))). specialize (H x (or_introl eq_refl)). lra.
Qed.

Lemma sum_added (A : Type) (l : list A) f g : sum_Q l (fun x => f x + g x) == sum_Q l f + sum_Q l g.
Proof. induction l as [|x l IH]; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma sum_times (A : Type) (l : list A) a f : sum_Q l (fun x => a * f x) == a * sum_Q l f.
Proof. induction l as [|x l IH]; simpl; [lra|]. rewrite IH. ring. Qed.

Lemma sum_alike (A : Type) (l : list A) f g : (forall x, f x == g x) -> sum_Q l f == sum_Q l g.
Proof. intro H. induction l as [|x l IH]; simpl; [lra|]. rewrite IH, H. lra. Qed.

Lemma sum_swapped (A B : Type) (l : list A) (m : list B) f :
  sum_Q l (fun x => sum_Q m (f x)) == sum_Q m (fun y => sum_Q l (fun x => f x y)).
Proof.
  induction l as [|x l IH]; simpl.
  - induction m as [|y m IH]; simpl; [lra|]. rewrite <- IH. lra.
  - rewrite IH, <- sum_added. apply sum_alike. intro y. lra.
Qed.

(** ** Duality *)

Theorem load_bounded table n rate c u v gamma :
  admissible n rate -> (forall s, 0 <= u s) -> (forall t, 0 <= v t) ->
  sum_Q (seq 0 n) u + sum_Q (seq 0 n) v <= gamma ->
  (forall s t, (s < n)%nat -> (t < n)%nat -> crossings table s t c <= u s + v t) -> channel_load table n rate c <= gamma.
Proof.
  intros (Rate & Rows & Columns) U V Total Enough. apply Qle_trans with (2 := Total). unfold channel_load.
  apply Qle_trans with (sum_Q (seq 0 n) (fun s => sum_Q (seq 0 n) (fun t => u s * rate s t + v t * rate s t))).
  - apply sum_below. intros s S. apply in_seq in S. apply sum_below. intros t T. apply in_seq in T.
    specialize (Rate s t). specialize (Enough s t). assert (crossings table s t c <= u s + v t) as E by (apply Enough; lia).
    setoid_replace (u s * rate s t + v t * rate s t) with (rate s t * (u s + v t)) by ring.
    rewrite !(Qmult_comm (rate s t)). now apply Qmult_le_compat_r.
  - rewrite (sum_alike _ _ _ _ (fun s => sum_added _ _ _ _)), sum_added. apply Qplus_le_compat.
    + apply sum_below. intros s S. apply in_seq in S. rewrite sum_times. specialize (Rows s). specialize (U s).
      rewrite Qmult_comm. rewrite <- (Qmult_1_l (u s)) at 2. apply Qmult_le_compat_r; [apply Rows; lia | assumption].
    + rewrite sum_swapped. apply sum_below. intros t T. apply in_seq in T. rewrite sum_times. specialize (Columns t). specialize (V t).
      rewrite Qmult_comm. rewrite <- (Qmult_1_l (v t)) at 2. apply Qmult_le_compat_r; [apply Columns; lia | assumption].
Qed.

(** ** Certificates, checked by computation *)

Definition potentials : Type := PositiveMap.t (list Q * list Q).

Definition potentials_of (given : list (positive * (list Q * list Q))) : potentials :=
  fold_left (fun found one => PositiveMap.add (fst one) (snd one) found) given (PositiveMap.empty _).

Definition of_channel (found : potentials) (c : positive) : list Q * list Q :=
  match PositiveMap.find c found with Some p => p | None => ([], []) end.

Definition least (n : nat) (gamma : Q) (p : list Q * list Q) : bool :=
  forallb (Qle_bool 0) (fst p) && forallb (Qle_bool 0) (snd p) &&
  Qle_bool (sum_Q (seq 0 n) (fun s => nth s (fst p) 0) + sum_Q (seq 0 n) (fun t => nth t (snd p) 0)) gamma.

Definition covered (table : shares) (found : potentials) (s t : nat) : bool :=
  forallb (fun one => let p := of_channel found (fst one) in
    Qle_bool (crossings table s t (fst one)) (nth s (fst p) 0 + nth t (snd p) 0)) (nth t (nth s table []) []).

Definition bounded (table : shares) (n : nat) (gamma : Q) (found : potentials) : bool :=
  Qle_bool 0 gamma && forallb (fun one => least n gamma (snd one)) (PositiveMap.elements found) &&
  forallb (fun s => forallb (covered table found s) (seq 0 n)) (seq 0 n).

Definition reached (table : shares) (n : nat) (gamma : Q) (to : list nat) (c : positive) : bool :=
  forallb (fun s => Qle_bool (sum_Q (seq 0 n) (fun t => permuted to s t)) 1) (seq 0 n) &&
  forallb (fun t => Qle_bool (sum_Q (seq 0 n) (fun s => permuted to s t)) 1) (seq 0 n) &&
  Qeq_bool (channel_load table n (permuted to) c) gamma.

Lemma nth_not_negative l i : forallb (Qle_bool 0) l = true -> 0 <= nth i l 0.
Proof.
  rewrite forallb_forall. intro H. destruct (nth_in_or_default i l 0) as [I| ->]; [now apply Qle_bool_iff, H | lra].
Qed.

Lemma not_listed l c : (forall one, In one l -> fst one <> c) ->
  sum_Q l (fun one : positive * Q => if Pos.eqb (fst one) c then snd one else 0) == 0.
Proof.
  induction l as [|one l IH]; intro H; simpl; [lra|]. rewrite IH by (intros x I; apply H; now right).
  destruct (Pos.eqb_spec (fst one) c) as [E|]; [destruct (H one (or_introl eq_refl) E) | lra].
Qed.

Theorem worst_case_by_potentials table n gamma given to c :
  (bounded table n gamma (potentials_of given) && reached table n gamma to c) = true -> worst_case table n gamma to c.
Proof.
  intro H. apply andb_prop in H as [B R]. set (found := potentials_of given) in *. clearbody found. split.
  - intros rate A d. unfold bounded in B. apply andb_prop in B as [B Covered]. apply andb_prop in B as [Positive Least].
    apply Qle_bool_iff in Positive.
    assert (least n gamma (of_channel found d) = true) as L.
    { unfold of_channel. destruct (PositiveMap.find d found) as [p|] eqn:F.
      - rewrite forallb_forall in Least. apply (Least (d, p)), PositiveMap.elements_correct, F.
      - unfold least. cbn [fst snd forallb andb]. apply Qle_bool_iff.
        assert (forall l, sum_Q l (fun s => nth s ([] : list Q) 0) == 0) as Z.
        { induction l as [|[|x] l IH]; simpl; [lra| |]; rewrite IH; lra. }
        rewrite !Z. lra. }
    unfold least in L. apply andb_prop in L as [L Total]. apply andb_prop in L as [U V]. apply Qle_bool_iff in Total.
    apply (load_bounded table n rate d _ _ gamma A (fun s => nth_not_negative _ s U) (fun t => nth_not_negative _ t V) Total).
    intros s t S T. rewrite forallb_forall in Covered. specialize (Covered s). rewrite forallb_forall in Covered.
    assert (covered table found s t = true) as C by (apply Covered; apply in_seq; lia).
    unfold covered in C. rewrite forallb_forall in C.
    destruct (existsb (fun one => Pos.eqb (fst one) d) (nth t (nth s table []) [])) eqn:X.
    + apply existsb_exists in X as (one & I & E). apply Pos.eqb_eq in E. subst d. now apply Qle_bool_iff, C.
    + unfold crossings. rewrite not_listed.
      * pose proof (nth_not_negative _ s U). pose proof (nth_not_negative _ t V). lra.
      * intros one I E. assert (existsb (fun one => Pos.eqb (fst one) d) (nth t (nth s table []) []) = true) as Y.
        { apply existsb_exists. exists one. split; [assumption | now apply Pos.eqb_eq]. }
        congruence.
  - unfold reached in R. apply andb_prop in R as [R Load]. apply andb_prop in R as [Rows Columns].
    rewrite forallb_forall in Rows, Columns. split; [split; [|split]|].
    + intros s t. unfold permuted. destruct (_ =? _)%nat; lra.
    + intros s S. apply Qle_bool_iff, Rows, in_seq. lia.
    + intros t T. apply Qle_bool_iff, Columns, in_seq. lia.
    + now apply Qeq_bool_iff.
Qed.
