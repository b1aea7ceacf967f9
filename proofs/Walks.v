(** Distances by potentials: a function that no hop lowers by more than one, and that some hop lowers by one wherever
    it is not zero, is the distance to the node where it is zero. *)

From Coq Require Import List Arith Lia.
From Netlemma Require Import Definitions.

Definition potential (g : graph) (y : node g) (f : node g -> nat) : Prop :=
  (forall u, In u (nodes g) -> f u = 0 <-> u = y) /\
  (forall u v, hop g u v -> f u <= S (f v)) /\
  (forall u, In u (nodes g) -> f u <> 0 -> exists v, hop g u v /\ f u = S (f v)).

Lemma walk_inside g n x y : walk g n x y -> In x (nodes g) -> In y (nodes g).
Proof. induction 1 as [x | n x z y [_ [Hz _]] _ IH]; auto. Qed.

Theorem potential_is_distance g y f :
  In y (nodes g) -> potential g y f -> forall x, In x (nodes g) -> distance g x y (f x).
Proof.
  intros Hy (Hzero & Hslow & Hdown) x Hx. split.
  - remember (f x) as n eqn:E. revert x Hx E. induction n as [|n IH]; intros x Hx E.
    + replace x with y by (symmetry; now apply Hzero). apply stay.
    + destruct (Hdown x Hx) as (v & Hv & Ev); [lia|].
      apply step with v; [assumption|]. apply IH; [apply Hv | lia].
  - intros n W. induction W as [x | n x z y Hhop W IH].
    + assert (f x = 0) by now apply Hzero. lia.
    + assert (In z (nodes g)) by apply Hhop. assert (f x <= S (f z)) by now apply Hslow.
      specialize (IH Hy Hzero H). lia.
Qed.

Theorem distance_is_potential g d y : distances g d -> In y (nodes g) -> potential g y (fun x => d x y).
Proof.
  intros H Hy. split; [|split].
  - intros u Hu. destruct (H u y Hu Hy) as [W L]. split; intro E.
    + rewrite E in W. now inversion W.
    + subst. specialize (L 0 (stay g y)). lia.
  - intros u v Huv. destruct (H u y) as [_ L]; [apply Huv | assumption |].
    destruct (H v y) as [W _]; [apply Huv | assumption |]. apply L. now apply step with v.
  - intros u Hu Hn. destruct (H u y Hu Hy) as [W L].
    destruct (d u y) as [|n] eqn:E; [congruence|]. inversion W as [|? ? v ? Hhop W']; subst.
    exists v. split; [assumption|]. destruct (H v y) as [Wv Lv]; [apply Hhop | assumption |].
    specialize (L _ (step g _ _ _ _ Hhop Wv)). specialize (Lv _ W'). lia.
Qed.

Lemma distance_unique g x y d e : distance g x y d -> distance g x y e -> d = e.
Proof. intros [W L] [V M]. specialize (L _ V). specialize (M _ W). lia. Qed.
