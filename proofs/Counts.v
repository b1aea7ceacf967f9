(** Numbers of nodes and channels, degrees and radii: those of the factors, and of products, where degrees, channels per
    node and radii add. *)

From Coq Require Import List ZArith QArith Lia Bool.
From Netlemma Require Import Definitions Sums Walks Products Factors Means Diameters.
Local Open Scope nat_scope.

(** ** Channels that leave a node *)

Lemma sum_indicator {A} (l : list A) same x c : NoDup l -> (forall x y : A, same x y = true <-> x = y) -> In x l ->
  sum l (fun y => if same x y then c else 0) = c.
Proof.
  intros D E. induction D as [|y l N D IH]; intros I; [destruct I|]. cbn [sum]. destruct I as [->|I].
  - rewrite (proj2 (E x x) eq_refl). rewrite (sum_ext _ _ (fun _ => 0)); [rewrite sum_const; lia|].
    intros z Z. destruct (same x z) eqn:S; [apply E in S; subst; contradiction | reflexivity].
  - rewrite (IH I). destruct (same x y) eqn:S; [apply E in S; subst; contradiction | reflexivity].
Qed.

Lemma leaving_product g h x y : proper g -> proper h -> In x (nodes g) -> In y (nodes h) ->
  leaving (product g h) (x, y) = leaving g x + leaving h y.
Proof.
  intros [Dg Eg] [Dh Eh] X Y. unfold leaving, product. cbn [node nodes channels]. rewrite sum_pairs. cbn [fst snd].
  transitivity (sum (nodes g) (fun u => channels g x u + (if same g x u then leaving h y else 0))).
  - apply sum_ext. intros u _. rewrite sum_add. f_equal; [now apply sum_indicator|].
    destruct (same g x u); [reflexivity | rewrite sum_const; lia].
  - rewrite sum_add. f_equal. now apply sum_indicator.
Qed.

(** ** Channels per node *)

Definition density (g : graph) (w : Q) : Prop := (w * size g == sum (nodes g) (leaving g))%Q.

Theorem density_product g h v w : proper g -> proper h -> density g v -> density h w -> density (product g h) (v + w)%Q.
Proof.
  intros Pg Ph Hg Hh. unfold density in *.
  replace (sum (nodes (product g h)) (leaving (product g h)))
    with (size h * sum (nodes g) (leaving g) + size g * sum (nodes h) (leaving h)).
  - rewrite size_product, Q_add, !Q_mul, <- Hg, <- Hh. ring.
  - simpl. rewrite sum_pairs.
    transitivity (sum (nodes g) (fun x => size h * leaving g x + sum (nodes h) (leaving h))).
    + rewrite sum_add, sum_scale, sum_const. reflexivity.
    + apply sum_ext. intros x X. transitivity (sum (nodes h) (fun y => leaving g x + leaving h y)).
      * rewrite sum_add, sum_const. reflexivity.
      * apply sum_ext. intros y Y. symmetry. now apply leaving_product.
Qed.

Theorem density_power g n w : proper g -> density g w -> density (power g n) (n * w)%Q.
Proof.
  intros P H. induction n as [|n IH].
  - unfold density. simpl. now rewrite !Qmult_0_l.
  - pose proof (density_product g (power g n) _ _ P (proper_power g n P) H IH) as E. unfold density in *.
    change (power g (S n)) with (product g (power g n)). rewrite <- E, Q_succ. ring.
Qed.

Lemma sum_one n a : sum (seq 0 n) (fun y => one_if (a =? y)) = one_if (a <? n).
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite sum_last, IH.
  destruct (Nat.ltb_spec a n), (Nat.ltb_spec a (S n)), (Nat.eqb_spec a n); simpl; lia.
Qed.

Lemma leaving_ring n x : x < n -> leaving (ring n) x = 2.
Proof.
  intro H. unfold leaving. simpl. rewrite sum_add, sum_one.
  rewrite (sum_ext _ _ (fun y => one_if (previous n x =? y))), sum_one.
  - pose proof (next_inside n x H). destruct (previous_inside n x H) as [I _].
    apply Nat.ltb_lt in I, H0. now rewrite I, H0.
  - intros y Hy. apply in_seq in Hy. destruct (previous_inside n x H) as [I E].
    destruct (Nat.eqb_spec (next n y) x) as [F|F], (Nat.eqb_spec (previous n x) y) as [G|G]; try reflexivity.
    + exfalso. apply G. subst x. unfold previous, next in *. destruct (Nat.eqb_spec (S y) n); simpl; lia.
    + exfalso. apply F. now subst y.
Qed.

Lemma leaving_oneway_ring n x : x < n -> leaving (oneway_ring n) x = 1.
Proof.
  intro H. unfold leaving. simpl. rewrite sum_one. pose proof (next_inside n x H) as I.
  apply Nat.ltb_lt in I. now rewrite I.
Qed.

Lemma leaving_clique n x : x < n -> leaving (clique n) x = n - 1.
Proof. exact (clique_from n x). Qed.

Lemma density_alike n c k q : (forall x, x < n -> leaving (numbered n c) x = k) -> (q == Z.of_nat k)%Q -> density (numbered n c) q.
Proof.
  intros H E. unfold density. rewrite size_numbered. simpl.
  rewrite (sum_alike n _ k H), Q_mul, E. ring.
Qed.

Theorem density_ring n : 2 <= n -> density (ring n) 2%Q.
Proof. intros _. now apply (density_alike n _ 2 _ (leaving_ring n)). Qed.

Theorem density_oneway_ring n : 2 <= n -> density (oneway_ring n) 1%Q.
Proof. intros _. now apply (density_alike n _ 1 _ (leaving_oneway_ring n)). Qed.

Theorem density_clique n : 2 <= n -> density (clique n) (n - 1)%Q.
Proof. intro H. apply (density_alike n _ (n - 1) _ (leaving_clique n)). now rewrite Q_pred. Qed.

Lemma sum_all_but_last n : 1 <= n -> sum (seq 0 n) (fun x => one_if (S x <? n)) = n - 1.
Proof.
  intro H. replace n with (n - 1 + 1) at 1 by lia. rewrite Nat.add_1_r, sum_last.
  rewrite (sum_ext _ _ (fun _ => 1)), sum_const, seq_length.
  - destruct (Nat.ltb_spec (S (n - 1)) n); simpl; lia.
  - intros x Hx. apply in_seq in Hx. destruct (Nat.ltb_spec (S x) n); simpl; lia.
Qed.

Theorem density_line n : 2 <= n -> density (line n) (2 * (n - 1) / n)%Q.
Proof.
  intro H. unfold density. replace (size (line n)) with n by (symmetry; apply seq_length).
  replace (sum (nodes (line n)) (leaving (line n))) with (2 * (n - 1)).
  - rewrite Q_mul, Q_pred by assumption. change (inject_Z 2%nat) with 2%Q. field. now apply size_nonzero.
  - unfold leaving, line, numbered. cbn [node nodes channels].
    rewrite (sum_ext _ _ (fun x => one_if (S x <? n) + sum (seq 0 n) (fun y => one_if (S y =? x)))).
    + rewrite sum_add, sum_all_but_last, sum_swap by lia.
      rewrite (sum_ext _ (fun y => sum (seq 0 n) _) (fun y => one_if (S y <? n))), sum_all_but_last; [lia | lia |].
      intros y _. apply sum_one.
    + intros x _. rewrite sum_add. f_equal. apply sum_one.
Qed.

(** ** Degrees *)

Lemma degree_numbered n c k q : (forall x, x < n -> leaving (numbered n c) x = k) -> (q == Z.of_nat k)%Q -> degree (numbered n c) q.
Proof.
  intros H E. split; [apply proper_numbered|]. intros x X. apply in_seq in X. rewrite H by lia. exact E.
Qed.

Theorem degree_ring n : 2 <= n -> degree (ring n) 2%Q.
Proof. intros _. now apply (degree_numbered n _ 2 _ (leaving_ring n)). Qed.

Theorem degree_oneway_ring n : 2 <= n -> degree (oneway_ring n) 1%Q.
Proof. intros _. now apply (degree_numbered n _ 1 _ (leaving_oneway_ring n)). Qed.

Theorem degree_clique n : 2 <= n -> degree (clique n) (n - 1)%Q.
Proof. intro H. apply (degree_numbered n _ (n - 1) _ (leaving_clique n)). now rewrite Q_pred. Qed.

Theorem degree_line_2 : degree (line 2) 1%Q.
Proof.
  apply (degree_numbered 2 _ 1); [|reflexivity]. intros x X. destruct x as [|[|x]]; [reflexivity | reflexivity | lia].
Qed.

Theorem degree_product g h p q : degree g p -> degree h q -> degree (product g h) (p + q)%Q.
Proof.
  intros [Pg Hg] [Ph Hh]. split; [now apply proper_product|]. intros [x y] I. apply in_prod_iff in I as [X Y].
  now rewrite leaving_product, Q_add, (Hg x X), (Hh y Y).
Qed.

Theorem degree_power g n q : degree g q -> degree (power g n) (n * q)%Q.
Proof.
  intros H. induction n as [|n IH].
  - split; [apply proper_point|]. intros [] _. simpl. now rewrite Qmult_0_l.
  - destruct (degree_product g (power g n) _ _ H IH) as [P E]. split; [exact P|]. intros x X.
    change (power g (S n)) with (product g (power g n)) in *. rewrite <- (E x X), Q_succ. ring.
Qed.

(** ** Radii *)

Lemma radius_numbered n c d m q : distances (numbered n c) d -> (q == Z.of_nat m)%Q ->
  (exists x, x < n /\ forall y, y < n -> d x y <= m) -> (forall x, x < n -> exists y, y < n /\ m <= d x y) ->
  radius (numbered n c) q.
Proof.
  intros D E (x & X & B) F. exists d, m. split; [assumption|]. split; [assumption|]. split.
  - exists x. split; [apply in_seq; lia|]. intros y Y. apply in_seq in Y. apply B. lia.
  - intros u U. apply in_seq in U. destruct (F u) as (y & Y & G); [lia|]. exists y. split; [apply in_seq; lia | assumption].
Qed.

Theorem radius_line n : 2 <= n -> radius (line n) (n / 2)%Z.
Proof.
  intro H. pose proof (Nat.div_mod_eq n 2). pose proof (Nat.mod_upper_bound n 2).
  apply (radius_numbered _ _ _ (n / 2) _ (line_distances n)); unfold line_distance.
  - now rewrite Nat2Z.inj_div.
  - exists (n / 2). split; [lia|]. intros y Y. lia.
  - intros x X. destruct (Nat.le_gt_cases (n / 2) x); [exists 0 | exists (n - 1)]; lia.
Qed.

Theorem radius_ring n : 2 <= n -> radius (ring n) (n / 2)%Z.
Proof.
  intro H. pose proof (Nat.div_mod_eq n 2). pose proof (Nat.mod_upper_bound n 2).
  apply (radius_numbered _ _ _ (n / 2) _ (ring_distances n)); unfold ring_distance.
  - now rewrite Nat2Z.inj_div.
  - exists 0. split; [lia|]. intros y Y. pose proof (offset_inside n 0 y). lia.
  - intros x X. set (h := n / 2) in *.
    assert (E : exists y, y < n /\ offset n x y = h).
    { destruct (Nat.lt_ge_cases (x + h) n).
      - exists (x + h). unfold offset. destruct (Nat.leb_spec x (x + h)); lia.
      - exists (x + h - n). unfold offset. destruct (Nat.leb_spec x (x + h - n)); lia. }
    destruct E as (y & Y & E). exists y. rewrite E. lia.
Qed.

Theorem radius_oneway_ring n : 2 <= n -> radius (oneway_ring n) (n - 1)%Q.
Proof.
  intro H. apply (radius_numbered _ _ _ (n - 1) _ (oneway_ring_distances n)).
  - now rewrite Q_pred.
  - exists 0. split; [lia|]. intros y Y. pose proof (offset_inside n 0 y). lia.
  - intros x X. exists (previous n x). destruct (previous_inside n x X) as [I _]. split; [exact I|].
    unfold offset, previous. destruct (Nat.eqb_spec x 0); [destruct (Nat.leb_spec x (n - 1)) | destruct (Nat.leb_spec x (x - 1))]; lia.
Qed.

Theorem radius_clique n : 2 <= n -> radius (clique n) 1%Q.
Proof.
  intro H. apply (radius_numbered _ _ _ 1 _ (clique_distances n)); unfold clique_distance.
  - reflexivity.
  - exists 0. split; [lia|]. intros y _. destruct (0 =? y); simpl; lia.
  - intros x X. exists (if x =? 0 then 1 else 0). destruct (Nat.eqb_spec x 0) as [->|N]; [simpl; lia|].
    destruct (Nat.eqb_spec x 0); simpl; lia.
Qed.

Theorem radius_bus n : 2 <= n -> radius (bus n) 1%Q.
Proof. apply radius_clique. Qed.

Theorem radius_product g h p q : proper g -> proper h -> radius g p -> radius h q -> radius (product g h) (p + q)%Q.
Proof.
  intros Pg Ph (d & m & D & Em & (x & X & B) & F) (e & n & E & En & (y & Y & C) & G).
  exists (fun u v => d (fst u) (fst v) + e (snd u) (snd v)), (m + n).
  split; [now apply (distances_product g h)|]. split; [now rewrite Q_add, Em, En|]. split.
  - exists (x, y). split; [apply in_prod_iff; now split|]. intros [u v] I. apply in_prod_iff in I as [U V]. simpl.
    specialize (B u U). specialize (C v V). lia.
  - intros [u v] I. apply in_prod_iff in I as [U V]. destruct (F u U) as (u' & U' & K), (G v V) as (v' & V' & L).
    exists (u', v'). split; [apply in_prod_iff; now split | simpl; lia].
Qed.

Theorem radius_power g n q : proper g -> radius g q -> radius (power g n) (n * q)%Q.
Proof.
  intros P H. induction n as [|n IH].
  - exists (fun _ _ => 0), 0. split; [apply distances_point|]. split; [now rewrite Qmult_0_l|].
    split; [exists tt; simpl; split; [tauto | lia] | intros [] _; exists tt; simpl; split; [tauto | lia]].
  - destruct (radius_product g (power g n) _ _ P (proper_power g n P) H IH) as (d & m & D & E & R).
    exists d, m. split; [exact D|]. split; [|exact R]. rewrite <- E, Q_succ. ring.
Qed.

(** ** Other forms of the same value *)

Theorem radius_equal g n p q : counted g n -> radius g p -> (1 < n -> q == p)%Q -> radius g q.
Proof.
  intros C (d & m & D & E & R) H. exists d, m. split; [exact D|]. split; [|exact R].
  now rewrite (H (counted_large g n C)).
Qed.

Theorem number_of_nodes_equal g n q : counted g n -> (1 < n -> q == n)%Q -> number_of_nodes g q.
Proof.
  intros C H. split; [apply C|]. rewrite (H (counted_large g n C)). symmetry. apply C.
Qed.

Theorem number_of_channels_by_density g n w q : counted g n -> density g w -> (1 < n -> q == w * n)%Q -> number_of_channels g q.
Proof.
  intros C W H. split; [apply C|]. unfold density in W. rewrite (H (counted_large g n C)), <- W.
  destruct C as (_ & _ & E). now rewrite E.
Qed.

Theorem number_of_links_by_density g n w q : counted g n -> density g w -> (1 < n -> 2 * q == w * n)%Q -> number_of_links g q.
Proof. intros C W H. now apply (number_of_channels_by_density g n w). Qed.

Theorem degree_equal g n p q : counted g n -> degree g p -> (1 < n -> q == p)%Q -> degree g q.
Proof.
  intros C [P E] H. split; [exact P|]. intros x X. now rewrite (H (counted_large g n C)), (E x X).
Qed.
