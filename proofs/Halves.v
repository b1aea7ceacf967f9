(** The two halves of the digits of a power: transpose makes them change places, and its mean hops are those of pairs of
    nodes drawn among all. *)

From Coq Require Import List Arith ZArith QArith Lia.
From Netlemma Require Import Definitions Sums Walks Products Factors Means Patterns.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Nodes of a power as digits of one part behind those of another *)

Fixpoint join (g : graph) (h k : nat) : node (power g h) -> node (power g k) -> node (power g (h + k)) :=
  match h with 0 => fun _ y => y | S m => fun x y => (fst x, join g m k (snd x) y) end.

Fixpoint digits (g : graph) (n : nat) : node (power g n) -> list (node g) :=
  match n with 0 => fun _ => [] | S m => fun x => fst x :: digits g m (snd x) end.

Lemma digits_length g n x : length (digits g n x) = n.
Proof. revert x. induction n as [|n IH]; intro x; simpl; [reflexivity | now rewrite IH]. Qed.

Lemma digits_join g h k x y : digits g (h + k) (join g h k x y) = digits g h x ++ digits g k y.
Proof. induction h as [|h IH]; simpl; [reflexivity | now rewrite IH]. Qed.

Lemma digits_behind g n x y : digits g (S n) (behind g n x y) = digits g n y ++ [x].
Proof.
  revert y. induction n as [|n IH]; intro y; [reflexivity|].
  change (digits g (S (S n)) (behind g (S n) x y)) with (fst y :: digits g (S n) (behind g n x (snd y))).
  now rewrite IH.
Qed.

Lemma digits_determine g n x y : digits g n x = digits g n y -> x = y.
Proof.
  induction n as [|n IH]; intro E; [now destruct x, y|].
  destruct x as [a x], y as [b y]. simpl in E. injection E as -> E. f_equal. now apply IH.
Qed.

Lemma digits_turned g n (l m : list (node g)) (x : node (power g n)) : digits g n x = l ++ m ->
  digits g n (Nat.iter (length l) (match n return node (power g n) -> node (power g n) with
    | 0 => fun x => x | S m => fun x => behind g m (fst x) (snd x) end) x) = m ++ l.
Proof.
  set (turn := match n return node (power g n) -> node (power g n) with
    | 0 => fun x => x | S m => fun x => behind g m (fst x) (snd x) end).
  revert m x. induction l as [|a l IH] using rev_ind; intros m x E; [now rewrite app_nil_r|].
  rewrite app_length, Nat.add_comm. change (digits g n (turn (Nat.iter (length l) turn x)) = m ++ l ++ [a]).
  assert (digits g n (Nat.iter (length l) turn x) = (a :: m) ++ l) as I
    by (apply IH; rewrite E, <- app_assoc; reflexivity).
  set (y := Nat.iter (length l) turn x) in *. clearbody y. subst turn. destruct n as [|n]; [discriminate|].
  simpl in I. injection I as A I. change (digits g (S n) (behind g n (fst y) (snd y)) = m ++ l ++ [a]).
  rewrite digits_behind, I, A. now rewrite app_assoc.
Qed.

Theorem transposed_join g h x y : transposed g (h + h) (join g h h x y) = join g h h y x.
Proof.
  apply digits_determine. unfold transposed. rewrite digits_join. replace ((h + h) / 2) with (length (digits g h x)).
  - apply digits_turned, digits_join.
  - rewrite digits_length. replace (h + h) with (h * 2) by lia. now rewrite Nat.div_mul.
Qed.

(** ** All nodes *)

Lemma in_join g h k x y : In x (nodes (power g h)) -> In y (nodes (power g k)) -> In (join g h k x y) (nodes (power g (h + k))).
Proof.
  intros X Y. induction h as [|h IH]; [exact Y|]. destruct x as [a x]. apply in_prod_iff in X as [A X].
  apply in_prod; [exact A | now apply IH].
Qed.

Lemma joined g h k z : In z (nodes (power g (h + k))) ->
  exists x y, In x (nodes (power g h)) /\ In y (nodes (power g k)) /\ z = join g h k x y.
Proof.
  revert z. induction h as [|h IH]; intros z Z.
  - exists tt, z. split; [now left|]. now split.
  - destruct z as [a z]. apply in_prod_iff in Z as [A Z]. destruct (IH z Z) as (x & y & X & Y & ->).
    exists (a, x), y. split; [now apply in_prod|]. now split.
Qed.

Lemma sum_join g h k F : sum (nodes (power g (h + k))) F =
  sum (nodes (power g h)) (fun x => sum (nodes (power g k)) (fun y => F (join g h k x y))).
Proof.
  induction h as [|h IH]; [symmetry; apply Nat.add_0_r|].
  transitivity (sum (nodes g) (fun a => sum (nodes (power g (h + k))) (fun z => F (a, z)))).
  { exact (sum_pairs (nodes g) (nodes (power g (h + k))) F). }
  symmetry. etransitivity; [apply (sum_pairs (nodes g) (nodes (power g h)))|].
  apply sum_ext. intros a _. symmetry. exact (IH (fun z => F (a, z))).
Qed.

Lemma even_halves (n : nat) : (n mod 2 =? 0)%Z = true -> exists h, n = h + h.
Proof. intro E. apply Z.eqb_eq in E. destruct (half_even n E) as [h ->]. exists h. lia. Qed.

(** ** Mean hops *)

Fixpoint added (g : graph) (d : node g -> node g -> nat) (n : nat) : node (power g n) -> node (power g n) -> nat :=
  match n with 0 => fun _ _ => 0 | S m => fun x y => d (fst x) (fst y) + added g d m (snd x) (snd y) end.

Lemma distances_added g d n : proper g -> distances g d -> distances (power g n) (added g d n).
Proof.
  intros P D. induction n as [|n IH]; [apply distances_point|].
  exact (distances_product g (power g n) _ _ P (proper_power g n P) D IH).
Qed.

Lemma added_join g d h k x y x' y' :
  added g d (h + k) (join g h k x y) (join g h k x' y') = added g d h x x' + added g d k y y'.
Proof. induction h as [|h IH]; simpl; [reflexivity | rewrite IH; lia]. Qed.

Lemma total_added g d (n : nat) w : (w * (size g * size g) == total g d)%Q ->
  (n * w * (size (power g n) * size (power g n)) == total (power g n) (added g d n))%Q.
Proof.
  intro W. induction n as [|n IH].
  - change (total (power g 0) (added g d 0)) with 0. change (inject_Z 0) with 0%Q. ring.
  - change (total (power g (S n)) (added g d (S n))) with
      (total (product g (power g n)) (fun x y => d (fst x) (fst y) + added g d n (snd x) (snd y))).
    change (size (power g (S n))) with (size (product g (power g n))).
    rewrite total_product, size_product, Q_add, !Q_mul, <- W, <- IH, Q_succ. ring.
Qed.

Theorem reach_transposed g (n : nat) w : proper g -> (n mod 2 =? 0)%Z = true -> spread g w ->
  reach (power g n) (transposed g n) (n * w)%Q.
Proof.
  intros P E (t & (d & D & ->) & W). destruct (even_halves n E) as [h ->]. split.
  - intros z Z. destruct (joined g h h z Z) as (x & y & X & Y & ->). rewrite transposed_join. now apply in_join.
  - exists (added g d (h + h)). split; [now apply distances_added|].
    rewrite sum_join. pose proof (total_added g d h w W) as T.
    transitivity (inject_Z (2 * total (power g h) (added g d h))%nat).
    + rewrite Q_mul, <- T, !size_power, Nat.pow_add_r, Q_mul, Q_add, <- !size_power. change (inject_Z 2%nat) with 2%Q. ring.
    + apply Q_equal. f_equal. transitivity (sum (nodes (power g h)) (fun x =>
        sum (nodes (power g h)) (fun y => added g d h x y) + sum (nodes (power g h)) (fun y => added g d h y x))).
      * rewrite sum_add, (sum_swap _ _ (fun x y => added g d h y x)).
        change (2 * total (power g h) (added g d h) = total (power g h) (added g d h) + total (power g h) (added g d h)). lia.
      * apply sum_ext. intros x _. rewrite <- sum_add. apply sum_ext. intros y _.
        now rewrite transposed_join, added_join.
Qed.
