(** Vertex forwarding indices: no routing passes fewer nodes than shortest paths, and where shifts map each node to each
    other, shortest paths shifted by all of them pass all nodes alike. *)

From Coq Require Import List Arith ZArith QArith Qfield Lqa Lia Bool Permutation.
From Netlemma Require Import Definitions Forwarding Sums Walks Products Factors Means Patterns Loads Crossings.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Paths *)

Lemma walk_of_path g l : forall x y, path g x y l -> walk g (length l) x y.
Proof. induction l as [|z l IH]; intros x y P; simpl in P; [subst; constructor | destruct P; econstructor; eauto]. Qed.

Lemma path_of_walk g n x y : walk g n x y -> exists l, path g x y l /\ length l = n.
Proof.
  induction 1 as [x | n x z y H W (l & P & L)]; [exists []; now split|]. exists (z :: l). simpl. rewrite L. now split.
Qed.

Lemma path_inside g l : forall x y, path g x y l -> forall w, In w l -> In w (nodes g).
Proof.
  induction l as [|z l IH]; intros x y P w I; [destruct I|]. destruct P as [H P]. destruct I as [<-|I]; [apply H | eauto].
Qed.

Lemma path_map g f l : (forall x y, hop g x y -> hop g (f x) (f y)) ->
  forall x y, path g x y l -> path g (f x) (f y) (map f l).
Proof.
  intros F. induction l as [|z l IH]; intros x y P; simpl in *; [now subst | destruct P; split; auto].
Qed.

Lemma length_removelast {A} (l : list A) : length (removelast l) = length l - 1.
Proof.
  induction l as [|x [|y l] IH]; [reflexivity..|]. change (removelast (x :: y :: l)) with (x :: removelast (y :: l)).
  simpl length in *. rewrite IH. lia.
Qed.

Lemma in_removelast {A} (l : list A) x : In x (removelast l) -> In x l.
Proof. induction l as [|y [|z l] IH]; simpl in *; tauto. Qed.

Lemma removelast_map {A B} (f : A -> B) l : removelast (map f l) = map f (removelast l).
Proof. induction l as [|x [|y l] IH]; [reflexivity..|]. simpl in *. now rewrite IH. Qed.

(** Finitely many choices need no axiom. *)
Lemma choose {A B} (test : A -> A -> bool) (l : list A) (P : A -> B -> Prop) (any : B) :
  (forall x y, test x y = true <-> x = y) -> (forall x, In x l -> exists y, P x y) -> exists f, forall x, In x l -> P x (f x).
Proof.
  intro E. induction l as [|a l IH]; intro H; [exists (fun _ => any); intros x []|].
  destruct IH as [f F]; [intros; apply H; now right|]. destruct (H a (or_introl eq_refl)) as [b Pb].
  exists (fun x => if test x a then b else f x). intros x I. destruct (test x a) eqn:T.
  - apply E in T. now subst.
  - destruct I as [<-|I]; [rewrite (proj2 (E a a) eq_refl) in T; discriminate | auto].
Qed.

Lemma shortest_paths g d : proper g -> distances g d ->
  exists b, forall x y, In x (nodes g) -> In y (nodes g) -> path g x y (b x y) /\ length (b x y) = d x y.
Proof.
  intros P D. destruct (choose (same (product g g)) (list_prod (nodes g) (nodes g))
    (fun p l => path g (fst p) (snd p) l /\ length l = d (fst p) (snd p)) []) as [f F].
  - exact (proj2 (proper_product g g P P)).
  - intros [x y] I. apply in_prod_iff in I as [X Y]. apply path_of_walk. now apply D.
  - exists (fun x y => f (x, y)). intros x y X Y. exact (F (x, y) (in_prod _ _ _ _ X Y)).
Qed.

(** ** Sums over nodes *)

Lemma sum_same g f z : proper g -> In z (nodes g) -> sum (nodes g) (fun w => one_if (same g z w) * f w) = f z.
Proof.
  intros [N E] I. induction N as [|y l M N IH]; [destruct I|]. cbn [sum]. destruct I as [->|I].
  - rewrite (proj2 (E z z) eq_refl), (sum_ext _ _ (fun _ => 0)), sum_const; [simpl; lia|].
    intros w W. destruct (same g z w) eqn:S; [apply E in S; now subst | reflexivity].
  - rewrite IH by assumption. destruct (same g z y) eqn:S; [apply E in S; now subst | reflexivity].
Qed.

Lemma visits_everywhere g l : proper g -> (forall w, In w l -> In w (nodes g)) ->
  sum (nodes g) (fun z => visits g z l) = length l - 1.
Proof.
  intros P I. unfold visits. rewrite sum_swap, (sum_ext _ _ (fun _ => 1)).
  - rewrite sum_const, length_removelast. lia.
  - intros w W. rewrite (sum_ext _ _ (fun z => one_if (same g w z) * 1)) by (intros; lia).
    apply (sum_same g (fun _ => 1)); auto using in_removelast.
Qed.

Definition others (g : graph) (f : node g -> node g -> nat) : nat :=
  sum (nodes g) (fun x => sum (nodes g) (fun y => if same g x y then 0 else f x y)).

(** ** Shifts *)

Definition shift (g : graph) (m : (node g -> node g) * (node g -> node g)) : Prop :=
  (forall x, In x (nodes g) -> In (fst m x) (nodes g) /\ In (snd m x) (nodes g) /\ snd m (fst m x) = x /\ fst m (snd m x) = x) /\
  (forall x y, hop g x y -> hop g (snd m x) (snd m y)).

(** One shift leads from each node to each node. *)
Definition shifts (g : graph) (moves : list ((node g -> node g) * (node g -> node g))) : Prop :=
  (forall m, In m moves -> shift g m) /\
  (forall z w, In z (nodes g) -> In w (nodes g) -> sum moves (fun m => one_if (same g (fst m z) w)) = 1).

Definition shifted_everywhere (g : graph) : Prop := exists moves, shifts g moves.

Lemma as_many_shifts g moves : proper g -> 0 < size g -> shifts g moves -> length moves = size g.
Proof.
  intros P B [M O]. assert (exists z, In z (nodes g)) as [z Z].
  { unfold size in B. destruct (nodes g) as [|z rest]; [simpl in B; lia | exists z; now left]. }
  pose proof (sum_const moves 1) as L. rewrite Nat.mul_1_r in L. rewrite <- L.
  transitivity (sum moves (fun m => sum (nodes g) (fun w => one_if (same g (fst m z) w)))).
  - apply sum_ext. intros m I. rewrite (sum_ext _ _ (fun w => one_if (same g (fst m z) w) * 1)) by (intros; lia).
    rewrite (sum_same g (fun _ => 1)); [reflexivity | assumption |]. now apply M.
  - rewrite sum_swap, (sum_ext _ _ (fun _ => 1)) by (intros; now apply O). rewrite sum_const. unfold size. lia.
Qed.

Lemma sum_permuted {A} (l m : list A) f : Permutation l m -> sum l f = sum m f.
Proof. induction 1; simpl; lia. Qed.

Lemma sum_shifted g m f : proper g -> shift g m -> sum (nodes g) (fun x => f (fst m x)) = sum (nodes g) f.
Proof.
  intros [N E] [M _]. rewrite <- (sum_map (fst m)).
  assert (Permutation (map (fst m) (nodes g)) (nodes g)) as S.
  { apply NoDup_Permutation.
    - apply NoDup_map_inv with (f := snd m). rewrite map_map, (map_ext_in _ (fun x => x)), map_id; [exact N|].
      intros x X. now apply M.
    - exact N.
    - intro x. rewrite in_map_iff. split.
      + intros (y & <- & Y). now apply M.
      + intro X. exists (snd m x). destruct (M x X) as (A & B & C & D). now split. }
  now apply sum_permuted.
Qed.

Lemma same_shifted g m x y : proper g -> shift g m -> In x (nodes g) -> In y (nodes g) ->
  same g (fst m x) (fst m y) = same g x y.
Proof.
  intros [_ E] [M _] X Y. destruct (same g x y) eqn:A.
  - apply E in A. subst. now apply E.
  - destruct (same g (fst m x) (fst m y)) eqn:B; [|reflexivity]. apply E in B. apply (f_equal (snd m)) in B.
    rewrite (proj1 (proj2 (proj2 (M x X)))), (proj1 (proj2 (proj2 (M y Y)))) in B. apply E in B. congruence.
Qed.

Lemma visits_back g m z l : proper g -> shift g m -> In z (nodes g) -> (forall w, In w l -> In w (nodes g)) ->
  visits g z (map (snd m) l) = visits g (fst m z) l.
Proof.
  intros [_ E] [M _] Z I. unfold visits. rewrite removelast_map, sum_map. apply sum_ext. intros w W.
  apply in_removelast, I in W. f_equal. apply eq_true_iff_eq. rewrite !E. split; intro S.
  - rewrite <- S. symmetry. now apply M.
  - rewrite S. now apply M.
Qed.

Section Alike.
  Variables (g : graph) (d : node g -> node g -> nat) (moves : list ((node g -> node g) * (node g -> node g))).
  Hypotheses (P : proper g) (B : 0 < size g) (D : distances g d) (M : shifts g moves).

  (** The nodes that shortest paths of all pairs pass. *)
  Definition least_passed : nat := others g (fun x y => d x y - 1).

  Variable b : node g -> node g -> list (node g).
  Hypothesis H : forall x y, In x (nodes g) -> In y (nodes g) -> path g x y (b x y) /\ length (b x y) = d x y.

  Definition shifted_paths : forwarding g := fun x y =>
    map (fun m => ((1 / size g)%Q, map (snd m) (b (fst m x) (fst m y)))) moves.

  Lemma size_not_zero : ~ (size g == 0)%Q.
  Proof. apply positive_nonzero, (Q_less 0). exact B. Qed.

  Lemma routed_shifted : routed g shifted_paths.
  Proof.
    intros x y X Y. split.
    - unfold shifted_paths. rewrite sum_Q_map. cbn [fst]. rewrite sum_Q_const, (as_many_shifts g moves P B M).
      field. exact size_not_zero.
    - intros way I. apply in_map_iff in I as (m & <- & I). destruct (proj1 M m I) as [K S]. cbn [fst snd]. split.
      + apply Qle_shift_div_l; [apply (Q_less 0); exact B | rewrite Qmult_0_l; discriminate].
      + destruct (K x X) as (X' & _ & Ex & _), (K y Y) as (Y' & _ & Ey & _).
        rewrite <- Ex at 1. rewrite <- Ey at 1. apply path_map; [exact S | now apply H].
  Qed.

  Lemma visits_of_all : sum (nodes g) (fun z => others g (fun x y => visits g z (b x y))) = least_passed.
  Proof.
    unfold others, least_passed. rewrite sum_swap. apply sum_ext. intros x X. rewrite sum_swap. apply sum_ext. intros y Y.
    destruct (same g x y).
    - now rewrite sum_const, Nat.mul_0_r.
    - destruct (H x y X Y) as [Way <-]. apply visits_everywhere; [exact P | exact (path_inside g _ x y Way)].
  Qed.

  Lemma passing_shifted z : In z (nodes g) -> (passing g shifted_paths z == 1 / size g * least_passed)%Q.
  Proof.
    intro Z. transitivity (1 / size g * sum moves (fun m => others g (fun x y => visits g (fst m z) (b x y))))%Q.
    - unfold passing, others. rewrite (sum_ext _ _ (fun m => sum (nodes g) (fun x => sum (nodes g) (fun y =>
        if same g x y then 0 else visits g z (map (snd m) (b (fst m x) (fst m y))))))).
      + rewrite sum_swap, <- sum_Q_nat, <- sum_Q_scale. apply sum_Q_ext. intros x X.
        rewrite sum_swap, <- sum_Q_nat, <- sum_Q_scale. apply sum_Q_ext. intros y Y. destruct (same g x y).
        * rewrite sum_const, Nat.mul_0_r. change (inject_Z 0%nat) with 0%Q. ring.
        * unfold shifted_paths. rewrite sum_Q_map. cbn [fst snd]. now rewrite sum_Q_scale, sum_Q_nat.
      + intros m I. pose proof (proj1 M m I) as S.
        rewrite <- (sum_shifted g m (fun x => sum (nodes g) (fun y => if same g x y then 0 else _)) P S).
        apply sum_ext. intros x X.
        rewrite <- (sum_shifted g m (fun y => if same g (fst m x) y then 0 else _) P S).
        apply sum_ext. intros y Y. rewrite (same_shifted g m x y) by assumption. destruct (same g x y); [reflexivity|].
        symmetry. apply visits_back; try assumption. destruct (proj1 S x X) as (X' & _), (proj1 S y Y) as (Y' & _).
        exact (path_inside g _ _ _ (proj1 (H _ _ X' Y'))).
    - apply Qmult_comp; [reflexivity|]. rewrite <- visits_of_all.
      rewrite (sum_ext _ (fun m => others g (fun x y => visits g (fst m z) (b x y)))
        (fun m => sum (nodes g) (fun w => one_if (same g (fst m z) w) * others g (fun x y => visits g w (b x y))))).
      + rewrite sum_swap. rewrite (sum_ext _ _ (fun w => others g (fun x y => visits g w (b x y)))); [reflexivity|].
        intros w W. rewrite (sum_ext _ _ (fun m => others g (fun x y => visits g w (b x y)) * one_if (same g (fst m z) w)))
          by (intros; lia).
        rewrite sum_scale, (proj2 M z w Z W). lia.
      + intros m I. symmetry. apply (sum_same g (fun w => others g (fun x y => visits g w (b x y)))); [exact P|].
        now apply (proj1 M m I).
  Qed.
End Alike.

(** ** No routing passes fewer nodes *)

Lemma some_has_mean {A} (l : list A) (f : A -> Q) m : l <> [] -> (length l * m <= sum_Q l f)%Q -> exists x, In x l /\ (m <= f x)%Q.
Proof.
  intros N. induction l as [|x l IH]; [congruence|]. cbn [sum_Q length]. rewrite Q_succ. intro L.
  destruct (Qlt_le_dec (f x) m) as [Less|]; [|exists x; split; [now left | assumption]]. destruct l as [|y l].
  - cbn [sum_Q length] in L. change (inject_Z 0%nat) with 0%Q in L. exfalso. lra.
  - destruct IH as (z & I & E); [discriminate | | exists z; split; [now right | exact E]].
    setoid_replace ((length (y :: l) + 1) * m)%Q with (length (y :: l) * m + m)%Q in L by ring. lra.
Qed.

Lemma least_passing g d r : proper g -> distances g d -> routed g r ->
  (least_passed g d <= sum_Q (nodes g) (passing g r))%Q.
Proof.
  intros P D R. unfold passing. rewrite sum_Q_swap. unfold least_passed, others. rewrite <- sum_Q_nat.
  apply sum_Q_le. intros x X. rewrite sum_Q_swap, <- sum_Q_nat. apply sum_Q_le. intros y Y.
  destruct (R x y X Y) as [One Ways]. destruct (same g x y).
  - rewrite sum_Q_const. change (inject_Z 0%nat) with 0%Q. ring_simplify. apply Qle_refl.
  - rewrite sum_Q_swap. rewrite <- (Qmult_1_r (inject_Z (d x y - 1)%nat)), <- One, <- sum_Q_scale. apply sum_Q_le.
    intros way I. destruct (Ways way I) as [F Way]. rewrite sum_Q_scale, sum_Q_nat, Qmult_comm.
    rewrite visits_everywhere by (try assumption; exact (path_inside g _ _ _ Way)).
    rewrite !(Qmult_comm (fst way)). apply Qmult_le_compat_r; [|exact F]. rewrite <- Zle_Qle.
    pose proof (proj2 (D x y X Y) _ (walk_of_path g _ x y Way)). lia.
Qed.

Lemma others_of_distances g d : proper g -> distances g d ->
  least_passed g d + size g * size g = sum (nodes g) (fun x => sum (nodes g) (d x)) + size g.
Proof.
  intros P D. unfold least_passed, others.
  replace (size g * size g) with (sum (nodes g) (fun _ => size g)) by (rewrite sum_const; reflexivity).
  pose proof (sum_const (nodes g) 1) as One. rewrite Nat.mul_1_r in One. change (length (nodes g)) with (size g) in One.
  transitivity (sum (nodes g) (fun x => sum (nodes g) (d x)) + sum (nodes g) (fun _ => 1)); [|now rewrite One].
  rewrite <- !sum_add. apply sum_ext. intros x X.
  transitivity (sum (nodes g) (fun y => d x y + one_if (same g x y) * 1)).
  - rewrite <- One, <- sum_add. apply sum_ext. intros y Y.
    pose proof (proj1 (distance_is_potential g d y D Y) x X) as Zero. pose proof (proj2 P x y) as E.
    destruct (same g x y) eqn:T; simpl.
    + rewrite (proj2 Zero); [reflexivity | now apply E].
    + assert (d x y <> 0) by (intro O; apply Zero, E in O; congruence). lia.
  - rewrite sum_add. f_equal. now apply (sum_same g (fun _ => 1)).
Qed.

Theorem vertex_forwarding_by_spread g n w index : counted g n -> spread g w -> shifted_everywhere g ->
  (1 < n -> index == w * n - (n - 1))%Q -> vertex_forwarding_index g index.
Proof.
  intros C (t & (d & D & T) & W) [moves M] I. specialize (I (counted_large g n C)). pose proof (counted_large g n C) as L.
  destruct C as (P & B & S). assert (0 < size g) as B' by lia. pose proof (others_of_distances g d P D) as O.
  apply (f_equal Z.of_nat) in O. rewrite <- T in O. apply Q_equal in O. rewrite !Q_add, Q_mul, <- W, S in O.
  assert (index == 1 / size g * least_passed g d)%Q as V.
  { rewrite I, S. setoid_replace (inject_Z (least_passed g d)) with (w * (n * n) + n - n * n)%Q by (rewrite <- O; ring).
    field. intro Z. lra. }
  split.
  - destruct (shortest_paths g d P D) as [b H]. exists (shifted_paths g moves b). split.
    + now apply (routed_shifted g d).
    + intros z Z. rewrite (passing_shifted g d moves P B' M b H z Z), V. apply Qle_refl.
  - intros r R. apply some_has_mean.
    + intro E. unfold size in B. rewrite E in B. simpl in B. lia.
    + apply Qle_trans with (2 := least_passing g d r P D R). rewrite V. change (length (nodes g)) with (size g).
      apply Qle_lteq. right. field. rewrite S. intro Z. lra.
Qed.

(** ** Shifts of factors and products *)

Theorem shifted_product g h : proper g -> proper h -> shifted_everywhere g -> shifted_everywhere h ->
  shifted_everywhere (product g h).
Proof.
  intros Pg Ph (ms & M & O) (ks & K & U).
  exists (map (fun p => (both g h (fst (fst p)) (fst (snd p)), both g h (snd (fst p)) (snd (snd p)))) (list_prod ms ks)). split.
  - intros m I. apply in_map_iff in I as ([s t] & <- & I). apply in_prod_iff in I as [Is It].
    destruct (M s Is) as [S S'], (K t It) as [V V']. cbn [fst snd]. split.
    + intros [x y] I. apply in_prod_iff in I as [X Y]. destruct (S x X) as (A1 & A2 & A3 & A4), (V y Y) as (B1 & B2 & B3 & B4).
      unfold both. cbn [fst snd]. repeat split; try (now apply in_prod); now f_equal.
    + intros [x1 x2] [y1 y2] E. apply hop_product in E; try assumption. apply hop_product; try assumption. unfold both.
      cbn [fst snd] in *. destruct E as [(E & -> & I) | (E & -> & I)]; [left | right].
      * split; [now apply S' | split; [reflexivity | now apply V]].
      * split; [now apply V' | split; [reflexivity | now apply S]].
  - intros [z1 z2] [w1 w2] I J. apply in_prod_iff in I as [Z1 Z2], J as [W1 W2].
    rewrite sum_map, sum_pairs. cbn [fst snd both same product].
    transitivity (sum ms (fun m => one_if (same g (fst m z1) w1) * 1)).
    + apply sum_ext. intros m _. rewrite <- (U z2 w2 Z2 W2), <- sum_scale. apply sum_ext. intros k _.
      destruct (same g (fst m z1) w1), (same h (fst k z2) w2); reflexivity.
    + rewrite (sum_ext _ _ (fun m => one_if (same g (fst m z1) w1))) by (intros; lia). now apply O.
Qed.

Theorem shifted_power g n : proper g -> shifted_everywhere g -> shifted_everywhere (power g n).
Proof.
  intros P S. induction n as [|n IH].
  - exists [(fun x => x, fun x => x)]. split.
    + intros m [<-|[]]. split; [intros x X | intros x y E]; repeat split; try assumption; apply E.
    + intros z w _ _. reflexivity.
  - apply (shifted_product g (power g n)); auto. now apply proper_power.
Qed.

Theorem shifted_numbered n c :
  (forall k x y, k < n -> x < n -> y < n -> 0 < c x y -> 0 < c (shifted n k x) (shifted n k y)) ->
  shifted_everywhere (numbered n c).
Proof.
  intro H. exists (map (fun k => (shifted n k, shifted n (if k =? 0 then 0 else n - k))) (seq 0 n)). split.
  - intros m I. apply in_map_iff in I as (k & <- & I). apply in_seq in I.
    assert ((if k =? 0 then 0 else n - k) < n) as L by (destruct (Nat.eqb_spec k 0); lia).
    split; cbn [fst snd].
    + intros x X. apply in_seq in X. assert (forall j, j < n -> shifted n j x < n) as S by (intros; apply shifted_inside; lia).
      repeat split.
      * apply in_seq. split; [lia|]. apply S. lia.
      * apply in_seq. split; [lia|]. now apply S.
      * rewrite (shifted_cases n k x) by lia. destruct (Nat.eqb_spec k 0), (Nat.ltb_spec (x + k) n);
          rewrite shifted_cases by lia; match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; lia.
      * rewrite (shifted_cases n _ x) by lia. destruct (Nat.eqb_spec k 0);
          match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end;
          rewrite shifted_cases by lia; match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; lia.
    + intros x y E. apply hop_numbered in E. apply hop_numbered. destruct E as (X & Y & E).
      repeat split; [now apply shifted_inside | now apply shifted_inside | now apply H].
  - intros z w Z W. apply in_seq in Z, W. rewrite sum_map. cbn [fst same numbered].
    assert (forall k j, sum (seq 0 k) (fun i => one_if (i =? j)) = one_if (j <? k)) as One.
    { intros k j. induction k as [|k IH]; [reflexivity|]. rewrite sum_last, IH.
      destruct (Nat.ltb_spec j k), (Nat.ltb_spec j (S k)), (Nat.eqb_spec k j); simpl; lia. }
    rewrite (sum_ext _ _ (fun k => one_if (k =? offset n z w))).
    + rewrite One. unfold offset. destruct (Nat.leb_spec z w);
        match goal with |- context [?a <? ?b] => destruct (Nat.ltb_spec a b) end; simpl; lia.
    + intros k K. apply in_seq in K. f_equal. rewrite shifted_cases by lia. apply eq_true_iff_eq. rewrite !Nat.eqb_eq.
      unfold offset. destruct (Nat.leb_spec z w), (Nat.ltb_spec (z + k) n); lia.
Qed.

Lemma next_shifted n k x : k < n -> x < n -> next n (shifted n k x) = shifted n k (next n x).
Proof.
  intros K X. rewrite (shifted_cases n k x), (shifted_cases n k (next n x)) by (try apply next_inside; lia). unfold next.
  destruct (Nat.ltb_spec (x + k) n), (Nat.eqb_spec (S x) n);
    repeat match goal with
    | |- context [?a =? ?b] => destruct (Nat.eqb_spec a b)
    | |- context [?a <? ?b] => destruct (Nat.ltb_spec a b)
    end; lia.
Qed.

Theorem shifted_oneway_ring n : shifted_everywhere (oneway_ring n).
Proof.
  apply shifted_numbered. intros k x y K X Y C. rewrite next_shifted by assumption.
  destruct (Nat.eqb_spec (next n x) y) as [->|]; [rewrite Nat.eqb_refl; simpl; lia | simpl in C; lia].
Qed.

Theorem shifted_ring n : shifted_everywhere (ring n).
Proof.
  apply shifted_numbered. intros k x y K X Y C. rewrite !next_shifted by assumption.
  destruct (Nat.eqb_spec (next n x) y) as [->|]; [rewrite Nat.eqb_refl; simpl; lia|].
  destruct (Nat.eqb_spec (next n y) x) as [->|]; [rewrite Nat.eqb_refl; simpl; lia | simpl in C; lia].
Qed.

Theorem shifted_clique n : shifted_everywhere (clique n).
Proof.
  apply shifted_numbered. intros k x y K X Y C. rewrite !shifted_cases by assumption.
  destruct (Nat.eqb_spec x y); [simpl in C; lia|].
  match goal with |- context [?a =? ?b] => destruct (Nat.eqb_spec a b) end; [|simpl; lia].
  destruct (Nat.ltb_spec (x + k) n), (Nat.ltb_spec (y + k) n); lia.
Qed.

Theorem shifted_bus n : shifted_everywhere (bus n).
Proof. apply shifted_clique. Qed.

Theorem shifted_line_2 : shifted_everywhere (line 2).
Proof.
  apply shifted_numbered. intros [|[|k]] [|[|x]] [|[|y]] K X Y C; try lia; revert C; vm_compute; lia.
Qed.
