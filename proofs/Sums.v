(** Sums over lists and ranges: linearity, pairs, telescoping, offsets on a ring. *)

From Coq Require Import List Arith ZArith Lia.
From Netlemma Require Import Definitions.
Import ListNotations.
Local Open Scope nat_scope.

Lemma sum_app {A} (l m : list A) f : sum (l ++ m) f = sum l f + sum m f.
Proof. induction l as [|x l IH]; simpl; [reflexivity | rewrite IH; lia]. Qed.

Lemma sum_map {A B} (h : A -> B) l f : sum (map h l) f = sum l (fun x => f (h x)).
Proof. induction l as [|x l IH]; simpl; [reflexivity | now rewrite IH]. Qed.

Lemma sum_ext {A} (l : list A) f g : (forall x, In x l -> f x = g x) -> sum l f = sum l g.
Proof. induction l as [|x l IH]; simpl; intro H; [reflexivity | rewrite H, IH; auto]. Qed.

Lemma sum_add {A} (l : list A) f g : sum l (fun x => f x + g x) = sum l f + sum l g.
Proof. induction l as [|x l IH]; simpl; [reflexivity | rewrite IH; lia]. Qed.

Lemma sum_scale {A} (l : list A) c f : sum l (fun x => c * f x) = c * sum l f.
Proof. induction l as [|x l IH]; simpl; [lia | rewrite IH; lia]. Qed.

Lemma sum_const {A} (l : list A) c : sum l (fun _ => c) = length l * c.
Proof. induction l as [|x l IH]; simpl; [reflexivity | now rewrite IH]. Qed.

Lemma sum_swap {A B} (l : list A) (m : list B) f :
  sum l (fun x => sum m (fun y => f x y)) = sum m (fun y => sum l (fun x => f x y)).
Proof.
  induction l as [|x l IH]; simpl.
  - now rewrite sum_const, Nat.mul_0_r.
  - rewrite IH. symmetry. apply sum_add.
Qed.

Lemma sum_pairs {A B} (l : list A) (m : list B) f :
  sum (list_prod l m) f = sum l (fun x => sum m (fun y => f (x, y))).
Proof. induction l as [|x l IH]; simpl; [reflexivity | now rewrite sum_app, sum_map, IH]. Qed.

(** ** Ranges *)

Lemma sum_last n f : sum (seq 0 (S n)) f = sum (seq 0 n) f + f n.
Proof. rewrite seq_S, sum_app. simpl. lia. Qed.

(** A function whose differences are the terms gives the sum: telescoping. *)

Lemma telescope c n (f : nat -> nat) (F : nat -> Z) :
  F 0 = 0%Z -> (forall k, k < n -> (F (S k) - F k)%Z = (c * Z.of_nat (f k))%Z) -> (c * Z.of_nat (sum (seq 0 n) f))%Z = F n.
Proof.
  intros H0 H. induction n as [|n IH]; [simpl; lia|].
  rewrite sum_last, Nat2Z.inj_add, Z.mul_add_distr_l, IH by (intros; apply H; lia). specialize (H n). lia.
Qed.

Lemma sum_shift a n f : sum (seq a n) f = sum (seq 0 n) (fun k => f (a + k)).
Proof.
  revert a f. induction n as [|n IH]; intros a f; [reflexivity|].
  cbn [seq sum]. rewrite (IH (S a)), (IH 1). f_equal; [f_equal; lia|].
  apply sum_ext. intros k _. f_equal. lia.
Qed.

Definition offset (n x y : nat) : nat := if x <=? y then y - x else y + n - x.

(** Vertex-transitive reduction on a ring: the destinations have every offset once, whatever the source. *)

Lemma sum_offsets n x m : x < n -> sum (seq 0 n) (fun y => m (offset n x y)) = sum (seq 0 n) m.
Proof.
  intro H. replace n with (x + (n - x)) at 1 by lia. rewrite seq_app, sum_app. simpl.
  replace (seq 0 n) with (seq 0 (n - x) ++ seq (n - x) x)
    by (rewrite <- seq_app; f_equal; lia).
  rewrite sum_app, Nat.add_comm. f_equal.
  - rewrite (sum_shift x). apply sum_ext. intros k Hk. apply in_seq in Hk. unfold offset.
    destruct (Nat.leb_spec x (x + k)); f_equal; lia.
  - rewrite (sum_shift (n - x)). apply sum_ext. intros k Hk. apply in_seq in Hk. unfold offset.
    destruct (Nat.leb_spec x k); f_equal; lia.
Qed.
