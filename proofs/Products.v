(** Cartesian products and powers: proper, sizes multiply, distances add, and with them totals and diameters. *)

From Coq Require Import List FinFun Arith Lia Bool.
From Netlemma Require Import Definitions Sums Walks.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Proper networks, and their sizes *)

Lemma proper_point : proper point.
Proof. split; [repeat constructor; simpl; tauto | intros [] []; split; reflexivity]. Qed.

Lemma nodup_app {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  intros Hl Hm H. induction Hl as [|x l Hx Hl IH]; simpl; [assumption|]. constructor.
  - rewrite in_app_iff. intros [I|I]; [tauto|]. apply (H x); simpl; auto.
  - apply IH. intros y Hy. apply H. now right.
Qed.

Lemma nodup_pairs {A B} (l : list A) (m : list B) : NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros Hl Hm. induction Hl as [|x l Hx Hl IH]; simpl; [constructor|].
  apply nodup_app; [| assumption |].
  - apply FinFun.Injective_map_NoDup; [|assumption]. intros y z E. congruence.
  - intros [u v] Hu Hv. apply in_map_iff in Hu as (w & E & _). apply in_prod_iff in Hv. injection E as <- _. tauto.
Qed.

Lemma proper_product g h : proper g -> proper h -> proper (product g h).
Proof.
  intros [Dg Eg] [Dh Eh]. split; [now apply nodup_pairs|].
  intros [x1 x2] [y1 y2]. simpl. rewrite andb_true_iff, Eg, Eh. split; [intros [-> ->] | intros [= -> ->]]; auto.
Qed.

Lemma proper_power g n : proper g -> proper (power g n).
Proof. intro H. induction n; [apply proper_point | now apply proper_product]. Qed.

Lemma size_product g h : size (product g h) = size g * size h.
Proof. apply prod_length. Qed.

Lemma size_power g n : size (power g n) = size g ^ n.
Proof. induction n as [|n IH]; [reflexivity|]. simpl power. now rewrite size_product, IH. Qed.

(** ** Hops and distances *)

Lemma same_refl g x : proper g -> same g x x = true.
Proof. intros [_ E]. now apply E. Qed.

Lemma hop_product g h u v : proper g -> proper h ->
  hop (product g h) u v <->
  (hop g (fst u) (fst v) /\ snd u = snd v /\ In (snd u) (nodes h)) \/
  (hop h (snd u) (snd v) /\ fst u = fst v /\ In (fst u) (nodes g)).
Proof.
  intros Pg Ph. destruct u as [x1 x2], v as [y1 y2]. unfold hop. simpl. rewrite !in_prod_iff.
  pose proof (proj2 Pg x1 y1) as Eg. pose proof (proj2 Ph x2 y2) as Eh. split.
  - intros ((X1 & X2) & (Y1 & Y2) & H).
    destruct (same h x2 y2) eqn:E2; destruct (same g x1 y1) eqn:E1.
    + destruct (channels g x1 y1) eqn:C; [right | left]; repeat split; try tauto; lia.
    + left. repeat split; try tauto; lia.
    + right. repeat split; try tauto; lia.
    + lia.
  - intros [((X1 & Y1 & H) & E & X2) | ((X2 & Y2 & H) & E & X1)]; subst.
    + rewrite (same_refl h) by assumption. repeat split; try assumption. lia.
    + rewrite (same_refl g) by assumption. repeat split; try assumption. lia.
Qed.

Theorem distances_product g h d e : proper g -> proper h -> distances g d -> distances h e ->
  distances (product g h) (fun x y => d (fst x) (fst y) + e (snd x) (snd y)).
Proof.
  intros Pg Ph Hd He [x1 x2] [y1 y2] Hx Hy. apply in_prod_iff in Hx as [X1 X2], Hy as [Y1 Y2]. simpl.
  destruct (distance_is_potential g d y1 Hd Y1) as (Zd & Sd & Nd).
  destruct (distance_is_potential h e y2 He Y2) as (Ze & Se & Ne).
  apply (potential_is_distance (product g h) (y1, y2) (fun u => d (fst u) y1 + e (snd u) y2));
    [now apply in_prod | | now apply in_prod].
  split; [|split].
  - intros [u1 u2] Hu. apply in_prod_iff in Hu as [U1 U2]. specialize (Zd u1 U1). specialize (Ze u2 U2). simpl. split.
    + intro E. f_equal; [apply Zd | apply Ze]; lia.
    + intros [= -> ->]. rewrite (proj2 Zd), (proj2 Ze); reflexivity.
  - intros [u1 u2] [v1 v2] Huv. apply hop_product in Huv; [|assumption..]. simpl in *.
    destruct Huv as [(H & E & _) | (H & E & _)]; subst; [specialize (Sd u1 v1 H) | specialize (Se u2 v2 H)]; lia.
  - intros [u1 u2] Hu Hn. apply in_prod_iff in Hu as [U1 U2]. simpl in *.
    destruct (Nat.eq_dec (d u1 y1) 0) as [E|E].
    + destruct (Ne u2 U2) as (v & Hv & Ev); [lia|]. exists (u1, v). split; [|cbn [fst snd]; lia].
      apply hop_product; auto.
    + destruct (Nd u1 U1 E) as (v & Hv & Ev). exists (v, u2). split; [|cbn [fst snd]; lia].
      apply hop_product; auto.
Qed.

Lemma distances_point : distances point (fun _ _ => 0).
Proof. intros [] [] _ _. split; [apply stay | intros; lia]. Qed.

(** ** Totals *)

Definition total (g : graph) (d : node g -> node g -> nat) : nat :=
  sum (nodes g) (fun x => sum (nodes g) (d x)).

Lemma total_product g h d e :
  total (product g h) (fun x y => d (fst x) (fst y) + e (snd x) (snd y)) =
  size h * size h * total g d + size g * size g * total h e.
Proof.
  unfold total. simpl. rewrite sum_pairs.
  transitivity (sum (nodes g) (fun x => sum (nodes h) (fun x' =>
    size h * sum (nodes g) (d x) + size g * sum (nodes h) (e x')))).
  - apply sum_ext; intros x _. apply sum_ext; intros x' _. rewrite sum_pairs. simpl.
    rewrite <- sum_scale. unfold size at 2. rewrite <- sum_const, <- sum_add.
    apply sum_ext; intros y _. rewrite sum_add, sum_const. reflexivity.
  - transitivity (sum (nodes g) (fun x => size h * (size h * sum (nodes g) (d x)) + size g * total h e)).
    + apply sum_ext; intros x _. rewrite sum_add, sum_const, sum_scale. reflexivity.
    + rewrite sum_add, !sum_scale, sum_const. unfold total, size. ring.
Qed.

Theorem total_distance_product g h t u : proper g -> proper h -> total_distance g t -> total_distance h u ->
  total_distance (product g h) (size h * size h * t + size g * size g * u).
Proof.
  intros Pg Ph (d & Hd & ->) (e & He & ->). exists (fun x y => d (fst x) (fst y) + e (snd x) (snd y)).
  split; [now apply (distances_product g h)|].
  symmetry. apply total_product.
Qed.

Lemma total_distance_point : total_distance point 0.
Proof. exists (fun _ _ => 0). split; [apply distances_point | reflexivity]. Qed.
