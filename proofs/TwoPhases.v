(** Loads of Valiant's routing: the crossings of a message are a part of its source and a part of its destination. *)

From Coq Require Import List Arith ZArith QArith Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings.
Import ListNotations.
Local Open Scope Q_scope.

(** ** Probabilities are not negative *)

Definition fair {g} (r : routes g) : Prop := forall x y w, In w (ways r x y) -> 0 <= fst w.

Theorem fair_in_turn {g h} (r : routes g) (s : routes h) : fair r -> fair s -> fair (in_turn r s).
Proof.
  intros R S x y w I. cbn [ways in_turn] in I. apply in_map_iff in I as ([u v] & <- & I). apply in_prod_iff in I as [U V].
  apply R in U. apply S in V. cbn [fst snd]. now apply Qmult_le_0_compat.
Qed.

Theorem fair_repeated {g} (r : routes g) n : fair r -> fair (repeated r n).
Proof. intro R. induction n; [intros x y w [<-|[]]; discriminate | now apply fair_in_turn]. Qed.

Lemma sum_not_negative {A} (l : list A) f : (forall x, In x l -> 0 <= f x) -> 0 <= sum_Q l f.
Proof. intro H. rewrite <- (Qmult_0_r (length l)), <- sum_Q_const. now apply sum_Q_le. Qed.

Lemma crossings_not_negative {g} (r : routes g) x y c : fair r -> 0 <= crossings_of r x y c.
Proof.
  intro F. apply sum_not_negative. intros w I. apply Qmult_le_0_compat; [now apply (F x y)|].
  change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia.
Qed.

(** ** Parts of source and destination *)

Section Ways.
  Variables (g : graph) (n : Q) (r : routes g).
  Hypotheses (C : counted g n) (R : sound r) (F : fair r).

  Definition first_part (c : channel_of r) x : Q := 1 / n * sum_Q (nodes g) (fun z => crossings_of r x z c).
  Definition second_part (c : channel_of r) y : Q := 1 / n * sum_Q (nodes g) (fun z => crossings_of r z y c).

  Lemma sum_Q_flat {A B} (l : list A) (h : A -> list B) f : sum_Q (flat_map h l) f == sum_Q l (fun x => sum_Q (h x) f).
  Proof. induction l as [|x l IH]; simpl; [reflexivity | rewrite sum_Q_app, IH; reflexivity]. Qed.

  Lemma crossings_by_way x y c : crossings_of (by_way r) x y c == if same g x y then 0 else first_part c x + second_part c y.
  Proof.
    pose proof (counted_large g n C) as L. destruct C as (_ & _ & S). unfold crossings_of at 1. cbn [ways by_way].
    destruct (same g x y); [reflexivity|]. unfold first_part, second_part.
    rewrite sum_Q_flat, <- !sum_Q_scale, <- sum_Q_add. apply sum_Q_ext. intros z _.
    rewrite sum_Q_map, sum_Q_pairs. cbn [fst snd].
    rewrite (sum_Q_ext _ _ (fun v => 1 / n * (fst v * times_on r c (snd v)) +
      (1 / n * crossings_of r z y c) * fst v)).
    - rewrite sum_Q_add, !sum_Q_scale, (proj1 R x z). unfold crossings_of. ring.
    - intros v _. rewrite (sum_Q_ext _ _ (fun w => (1 / n * (fst v * times_on r c (snd v))) * fst w +
        (1 / n * fst v) * (fst w * times_on r c (snd w)))).
      + rewrite sum_Q_add, !sum_Q_scale, (proj1 R z y). unfold crossings_of. ring.
      + intros w _. rewrite S. change (times_on (by_way r) c) with (times_on r c). unfold times_on. rewrite sum_app, Q_add.
        field. intro Z. lra.
  Qed.

  Lemma parts_not_negative c x : 0 <= first_part c x /\ 0 <= second_part c x.
  Proof.
    pose proof (counted_large g n C) as L. split; (apply Qmult_le_0_compat; [apply Qle_shift_div_l; lra|]);
      apply sum_not_negative; intros; now apply crossings_not_negative.
  Qed.

  Lemma sums_of_parts c :
    sum_Q (nodes g) (first_part c) == 1 / n * crossed r c /\ sum_Q (nodes g) (second_part c) == 1 / n * crossed r c.
  Proof.
    unfold first_part, second_part, crossed. split; rewrite sum_Q_scale; [reflexivity|]. now rewrite sum_Q_swap.
  Qed.

  Lemma most_by_way rate c : admissible rate -> load (by_way r) rate c <= 2 * (1 / n * crossed r c).
  Proof.
    intros (P & Rows & Columns). destruct (sums_of_parts c) as [U V].
    setoid_replace (2 * (1 / n * crossed r c)) with (sum_Q (nodes g) (first_part c) + sum_Q (nodes g) (second_part c))
      by (rewrite U, V; ring).
    apply Qle_trans with (sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => first_part c x * rate x y + second_part c y * rate x y))).
    - apply sum_Q_le. intros x _. apply sum_Q_le. intros y _. rewrite crossings_by_way.
      destruct (parts_not_negative c x) as [X _], (parts_not_negative c y) as [_ Y]. specialize (P x y).
      destruct (same g x y); [rewrite Qmult_0_r | apply Qle_lteq; right; ring].
      rewrite <- (Qplus_0_l 0). apply Qplus_le_compat; now apply Qmult_le_0_compat.
    - rewrite (sum_Q_ext _ _ _ (fun x _ => sum_Q_add _ _ _)), sum_Q_add. apply Qplus_le_compat.
      + apply sum_Q_le. intros x I. rewrite sum_Q_scale, Qmult_comm.
        rewrite <- (Qmult_1_l (first_part c x)) at 2. apply Qmult_le_compat_r; [now apply Rows | apply parts_not_negative].
      + rewrite sum_Q_swap. apply sum_Q_le. intros y I. rewrite sum_Q_scale, Qmult_comm.
        rewrite <- (Qmult_1_l (second_part c y)) at 2. apply Qmult_le_compat_r; [now apply Columns | apply parts_not_negative].
  Qed.

  Lemma others_once x : In x (nodes g) -> sum_Q (nodes g) (uniform g x) == 1.
  Proof.
    intro I. pose proof (counted_large g n C) as L. destruct C as (P & _ & S).
    rewrite (sum_Q_ext _ _ (fun y => 1 / (n - 1) + - (1 / (n - 1)) * bit (same g x y))).
    - rewrite sum_Q_add, sum_Q_const, sum_Q_scale, sum_of_one by assumption. unfold size in S. rewrite S. field. intro Z. lra.
    - intros y _. unfold uniform, bit. destruct (same g x y); [|rewrite S]; ring.
  Qed.

  Lemma uniform_swap x y : uniform g x y = uniform g y x.
  Proof. unfold uniform. now rewrite (same_swap g x y (proj1 C)). Qed.

  Lemma uniform_not_negative x y : 0 <= uniform g x y.
  Proof.
    pose proof (counted_large g n C) as L. destruct C as (_ & _ & S). unfold uniform. destruct (same g x y); [lra|].
    rewrite S. apply Qle_shift_div_l; lra.
  Qed.

  Lemma uniform_admissible : admissible (uniform g).
  Proof.
    split; [exact uniform_not_negative | split; intros x I].
    - rewrite others_once by assumption. lra.
    - rewrite (sum_Q_ext _ _ (uniform g x)) by (intros; now rewrite uniform_swap). rewrite others_once by assumption. lra.
  Qed.

  Lemma uniform_by_way c : load (by_way r) (uniform g) c == 2 * (1 / n * crossed r c).
  Proof.
    destruct (sums_of_parts c) as [U V].
    setoid_replace (2 * (1 / n * crossed r c)) with (sum_Q (nodes g) (first_part c) + sum_Q (nodes g) (second_part c))
      by (rewrite U, V; ring).
    transitivity (sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => first_part c x * uniform g x y + second_part c y * uniform g x y))).
    - apply sum_Q_ext. intros x _. apply sum_Q_ext. intros y _. rewrite crossings_by_way. unfold uniform.
      destruct (same g x y); ring.
    - rewrite (sum_Q_ext _ _ _ (fun x _ => sum_Q_add _ _ _)), sum_Q_add. apply Qplus_comp.
      + apply sum_Q_ext. intros x I. rewrite sum_Q_scale, others_once by assumption. ring.
      + rewrite sum_Q_swap. apply sum_Q_ext. intros y I. rewrite sum_Q_scale.
        rewrite (sum_Q_ext _ _ (uniform g y)) by (intros; now rewrite uniform_swap). rewrite others_once by assumption. ring.
  Qed.

  Lemma half_of_crossed m c : crossed r c == m * size g -> 2 * (1 / n * crossed r c) == 2 * m.
  Proof.
    intros ->. pose proof (counted_large g n C) as L. destruct C as (_ & _ & S). rewrite S. field. intro Z. lra.
  Qed.

  Lemma half_not_above m c : not_above r m -> In c (all_channels r) -> 2 * (1 / n * crossed r c) <= 2 * m.
  Proof.
    intros N I. specialize (N c I). pose proof (counted_large g n C) as L. destruct C as (_ & _ & S). rewrite S in N.
    setoid_replace (2 * m) with (2 * (1 / n * (m * n))) by (field; intro Z; lra).
    rewrite !(Qmult_comm 2), !(Qmult_comm (1 / n)). apply Qmult_le_compat_r; [|lra]. apply Qmult_le_compat_r; [exact N|].
    apply Qle_shift_div_l; lra.
  Qed.
End Ways.

Theorem worst_load_by_way g n (r : routes g) m worst : counted g n -> sound r -> fair r -> busy r m ->
  (1 < n -> worst == 2 * m) -> worst_channel_load (by_way r) worst.
Proof.
  intros C R F [N (c & I & E)] W. specialize (W (counted_large g n C)). split.
  - intros rate d A D. rewrite W. apply Qle_trans with (2 * (1 / n * crossed r d)).
    + now apply most_by_way.
    + now apply half_not_above.
  - exists (uniform g), c. split; [exact (uniform_admissible g n C)|]. split; [exact I|].
    now rewrite (uniform_by_way g n r C R), W, (half_of_crossed g n r C m).
Qed.

Theorem max_load_by_way g n (r : routes g) m largest : counted g n -> sound r -> fair r -> busy r m ->
  (1 < n -> largest == 2 * m) -> max_channel_load (by_way r) (uniform g) largest.
Proof.
  intros C R F [N (c & I & E)] W. specialize (W (counted_large g n C)). split.
  - intros d D. rewrite (uniform_by_way g n r C R), W. now apply half_not_above.
  - exists c. split; [exact I|]. now rewrite (uniform_by_way g n r C R), W, (half_of_crossed g n r C m).
Qed.
