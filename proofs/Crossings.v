(** Loads of channels of products under dimension order: of permutations that act on each part alone, and of uniform
    traffic. *)

From Coq Require Import List Arith ZArith QArith Qpower Qminmax Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns.
Import ListNotations.
Local Open Scope Q_scope.

(** ** Sums *)

Lemma sum_Q_add {A} (l : list A) f g : sum_Q l (fun x => f x + g x) == sum_Q l f + sum_Q l g.
Proof. induction l as [|x l IH]; cbn [sum_Q]; [ring | rewrite IH; ring]. Qed.

Lemma sum_Q_app {A} (l m : list A) f : sum_Q (l ++ m) f == sum_Q l f + sum_Q m f.
Proof. induction l as [|x l IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma sum_Q_map {A B} (h : A -> B) l f : sum_Q (map h l) f = sum_Q l (fun x => f (h x)).
Proof. induction l as [|x l IH]; simpl; [reflexivity | now rewrite IH]. Qed.

Lemma sum_Q_pairs {A B} (l : list A) (m : list B) f :
  sum_Q (list_prod l m) f == sum_Q l (fun x => sum_Q m (fun y => f (x, y))).
Proof. induction l as [|x l IH]; simpl; [reflexivity | rewrite sum_Q_app, sum_Q_map, IH; reflexivity]. Qed.

Lemma sum_Q_product g h F :
  sum_Q (nodes (product g h)) F == sum_Q (nodes g) (fun x => sum_Q (nodes h) (fun y => F (x, y))).
Proof. exact (sum_Q_pairs (nodes g) (nodes h) F). Qed.

Lemma sum_Q_const {A} (l : list A) c : sum_Q l (fun _ => c) == length l * c.
Proof.
  induction l as [|x l IH]; cbn [sum_Q length]; [change (inject_Z 0%nat) with 0; ring | rewrite IH, Q_succ; ring].
Qed.

Lemma sum_Q_swap {A B} (l : list A) (m : list B) f :
  sum_Q l (fun x => sum_Q m (fun y => f x y)) == sum_Q m (fun y => sum_Q l (fun x => f x y)).
Proof.
  induction l as [|x l IH]; cbn [sum_Q].
  - rewrite sum_Q_const. ring.
  - rewrite IH, <- sum_Q_add. reflexivity.
Qed.

Lemma sum_Q_le {A} (l : list A) f g : (forall x, In x l -> f x <= g x) -> sum_Q l f <= sum_Q l g.
Proof.
  induction l as [|x l IH]; intro H; cbn [sum_Q]; [lra|].
  specialize (IH (fun y I => H y (or_intror I))). specialize (H x (or_introl eq_refl)). lra.
Qed.

Definition bit (b : bool) : Q := if b then 1 else 0.

Lemma bit_and a b : bit (a && b) == bit a * bit b.
Proof. destruct a, b; reflexivity. Qed.

Lemma sum_of_one g z : proper g -> In z (nodes g) -> sum_Q (nodes g) (fun x => bit (same g z x)) == 1.
Proof.
  intros [N E] I. rewrite (sum_Q_ext _ _ (fun x => (if same g z x then 1 else 0) * 1)).
  - now rewrite (sum_Q_one (nodes g) (same g) z (fun _ => 1) N E I).
  - intros x _. unfold bit. destruct (same g z x); reflexivity.
Qed.

Lemma same_swap g x y : proper g -> same g x y = same g y x.
Proof.
  intros [_ E]. destruct (same g x y) eqn:A, (same g y x) eqn:B; auto.
  - apply E in A. subst. rewrite (proj2 (E y y) eq_refl) in B. discriminate.
  - apply E in B. subst. rewrite (proj2 (E x x) eq_refl) in A. discriminate.
Qed.

(** ** Routes: probabilities add up to one, and a message of a node to itself crosses no channel *)

Definition sound {g} (r : routes g) : Prop :=
  (forall x y, sum_Q (ways r x y) fst == 1) /\
  (forall x c, In x (nodes g) -> crossings_of r x x c == 0).

Lemma times_on_both {g h} (r : routes g) (s : routes h) c (y : node h) (z : node g) v w :
  times_on (in_turn r s) c (map (fun d => inl (d, y)) v ++ map (fun d => inr (z, d)) w) =
  match c with
  | inl (c, y') => if same h y y' then times_on r c v else 0%nat
  | inr (z', c) => if same g z z' then times_on s c w else 0%nat
  end.
Proof.
  unfold times_on. rewrite sum_app, !sum_map. cbn [alike in_turn].
  assert (forall A (l : list A), sum l (fun _ => one_if false) = 0%nat) as Z
    by (intros A l; rewrite sum_const; simpl; lia).
  destruct c as [[c y']|[z' c]]; rewrite Z.
  - destruct (same h y y'); [|rewrite (sum_ext _ _ (fun _ => one_if false)), Z; [reflexivity | intros; now rewrite andb_false_r]].
    rewrite Nat.add_0_r. apply sum_ext. intros d _. now rewrite andb_true_r.
  - destruct (same g z z'); [reflexivity|]. cbn [andb]. now rewrite Z.
Qed.

Lemma crossings_first {g h} (r : routes g) (s : routes h) x y c z : sound s ->
  crossings_of (in_turn r s) x y (inl (c, z)) == bit (same h (snd x) z) * crossings_of r (fst x) (fst y) c.
Proof.
  intros [One _]. unfold crossings_of at 1. cbn [ways in_turn]. rewrite sum_Q_map, sum_Q_pairs.
  unfold crossings_of. rewrite <- sum_Q_scale. apply sum_Q_ext. intros v _. cbn [fst snd].
  rewrite (sum_Q_ext _ _ (fun w => (fst v * (bit (same h (snd x) z) * times_on r c (snd v))) * fst w)).
  - rewrite sum_Q_scale, (One (snd x) (snd y)). ring.
  - intros w _. rewrite times_on_both. destruct (same h (snd x) z); unfold bit;
      [|change (inject_Z 0%nat) with 0]; ring.
Qed.

Lemma crossings_second {g h} (r : routes g) (s : routes h) x y z c : sound r ->
  crossings_of (in_turn r s) x y (inr (z, c)) == bit (same g (fst y) z) * crossings_of s (snd x) (snd y) c.
Proof.
  intros [One _]. unfold crossings_of at 1. cbn [ways in_turn]. rewrite sum_Q_map, sum_Q_pairs, sum_Q_swap.
  unfold crossings_of. rewrite <- sum_Q_scale. apply sum_Q_ext. intros w _. cbn [fst snd].
  rewrite (sum_Q_ext _ _ (fun v => (fst w * (bit (same g (fst y) z) * times_on s c (snd w))) * fst v)).
  - rewrite sum_Q_scale, (One (fst x) (fst y)). ring.
  - intros v _. rewrite times_on_both. destruct (same g (fst y) z); unfold bit;
      [|change (inject_Z 0%nat) with 0]; ring.
Qed.

Theorem sound_in_turn {g h} (r : routes g) (s : routes h) : sound r -> sound s -> sound (in_turn r s).
Proof.
  intros R S. split.
  - intros x y. cbn [ways in_turn]. rewrite sum_Q_map, sum_Q_pairs. cbn [fst snd].
    rewrite (sum_Q_ext _ _ fst); [apply R|]. intros v _. rewrite sum_Q_scale, (proj1 S). ring.
  - intros x [[c z]|[z c]] I; destruct x as [x1 x2]; apply in_prod_iff in I as [I1 I2].
    + rewrite crossings_first by assumption. cbn [fst]. rewrite (proj2 R) by assumption. ring.
    + rewrite crossings_second by assumption. cbn [snd]. rewrite (proj2 S) by assumption. ring.
Qed.

Lemma sound_no_routes : sound no_routes.
Proof. split; intros; reflexivity. Qed.

Theorem sound_repeated {g} (r : routes g) n : sound r -> sound (repeated r n).
Proof. intro R. induction n; [apply sound_no_routes | now apply sound_in_turn]. Qed.

(** ** Permutations *)

Definition permutes (g : graph) (f : node g -> node g) : Prop :=
  kept g f /\ exists back, kept g back /\ forall x y, In x (nodes g) -> In y (nodes g) -> f x = y <-> back y = x.

Definition carried {g} (r : routes g) (f : node g -> node g) (c : channel_of r) : Q :=
  sum_Q (nodes g) (fun x => crossings_of r x (f x) c).

Definition no_more {g} (r : routes g) (f : node g -> node g) (m : Q) : Prop :=
  forall c, In c (all_channels r) -> carried r f c <= m.
Definition some_has {g} (r : routes g) (f : node g -> node g) (m : Q) : Prop :=
  exists c, In c (all_channels r) /\ carried r f c == m.
Definition peak {g} (r : routes g) (f : node g -> node g) (m : Q) : Prop := no_more r f m /\ some_has r f m.

Lemma load_sent {g} (r : routes g) f c : proper g -> kept g f -> load r (sent g f) c == carried r f c.
Proof.
  intros [N E] K. apply sum_Q_ext. intros x I. unfold sent.
  exact (sum_Q_one (nodes g) (same g) (f x) (fun y => crossings_of r x y c) N E (K x I)).
Qed.

Lemma comes_once g f z : proper g -> permutes g f -> In z (nodes g) -> sum_Q (nodes g) (fun x => bit (same g (f x) z)) == 1.
Proof.
  intros P (K & back & B & F) I. rewrite <- (sum_of_one g (back z) P (B z I)). apply sum_Q_ext. intros x X.
  pose proof (F x z X I) as FX. destruct P as [_ E].
  destruct (same g (f x) z) eqn:A, (same g (back z) x) eqn:C; try reflexivity; exfalso.
  - apply E in A. apply FX in A. rewrite (proj2 (E _ _) A) in C. discriminate.
  - apply E in C. apply FX in C. rewrite (proj2 (E _ _) C) in A. discriminate.
Qed.

Lemma permutes_product g h f k : permutes g f -> permutes h k -> permutes (product g h) (both g h f k).
Proof.
  intros (Kf & bf & Bf & F) (Kk & bk & Bk & K). split; [|exists (both g h bf bk); split].
  - intros [x y] I. apply in_prod_iff in I as [X Y]. apply in_prod_iff. split; [now apply Kf | now apply Kk].
  - intros [x y] I. apply in_prod_iff in I as [X Y]. apply in_prod_iff. split; [now apply Bf | now apply Bk].
  - intros [x1 x2] [y1 y2] I J. apply in_prod_iff in I as [X1 X2], J as [Y1 Y2].
    specialize (F x1 y1 X1 Y1). specialize (K x2 y2 X2 Y2). unfold both. cbn [fst snd].
    split; intro E; injection E as E1 E2; f_equal; tauto.
Qed.

Lemma permutes_power g f n : permutes g f -> permutes (power g n) (each g f n).
Proof.
  intro P. induction n as [|n IH].
  - split; [intros x X; exact X|]. exists (fun x => x). split; [intros x X; exact X|]. intros [] [] _ _. simpl. tauto.
  - exact (permutes_product g (power g n) f (each g f n) P IH).
Qed.

Section Parts.
  Variables (g h : graph) (r : routes g) (s : routes h) (f : node g -> node g) (k : node h -> node h).
  Hypotheses (Pg : proper g) (Ph : proper h) (R : sound r) (S : sound s).

  Lemma carried_first c z : In z (nodes h) -> carried (in_turn r s) (both g h f k) (inl (c, z)) == carried r f c.
  Proof.
    intro I. unfold carried at 1. rewrite sum_Q_product. unfold carried. apply sum_Q_ext. intros x _.
    rewrite (sum_Q_ext _ _ (fun y => crossings_of r x (f x) c * bit (same h z y))).
    - rewrite sum_Q_scale, sum_of_one by assumption. ring.
    - intros y _. rewrite crossings_first by assumption. cbn [fst snd both]. rewrite (same_swap h y z Ph). ring.
  Qed.

  Lemma carried_second c z : permutes g f -> In z (nodes g) ->
    carried (in_turn r s) (both g h f k) (inr (z, c)) == carried s k c.
  Proof.
    intros F I. unfold carried at 1. rewrite sum_Q_product, sum_Q_swap. unfold carried. apply sum_Q_ext.
    intros y _. rewrite (sum_Q_ext _ _ (fun x => crossings_of s y (k y) c * bit (same g (f x) z))).
    - rewrite sum_Q_scale, comes_once by assumption. ring.
    - intros x _. rewrite crossings_second by assumption. cbn [fst snd both]. ring.
  Qed.

  Lemma no_more_in_turn m : permutes g f -> no_more r f m -> no_more s k m -> no_more (in_turn r s) (both g h f k) m.
  Proof.
    intros F A B c I. cbn [all_channels in_turn] in I.
    apply in_app_iff in I as [I|I]; apply in_map_iff in I as ([u v] & <- & I); apply in_prod_iff in I as [U V].
    - rewrite carried_first by assumption. now apply A.
    - rewrite carried_second by assumption. now apply B.
  Qed.

  Lemma some_has_first m : nodes h <> [] -> some_has r f m -> some_has (in_turn r s) (both g h f k) m.
  Proof.
    intros N (c & I & E). destruct (nodes h) as [|z rest] eqn:L; [congruence|].
    assert (In z (nodes h)) as Z by (rewrite L; now left). exists (inl (c, z)). split.
    - apply in_app_iff. left. apply in_map, in_prod; assumption.
    - now rewrite carried_first.
  Qed.

  Lemma some_has_second m : nodes g <> [] -> permutes g f -> some_has s k m -> some_has (in_turn r s) (both g h f k) m.
  Proof.
    intros N F (c & I & E). destruct (nodes g) as [|z rest] eqn:L; [congruence|].
    assert (In z (nodes g)) as Z by (rewrite L; now left). exists (inr (z, c)). split.
    - apply in_app_iff. right. apply in_map, in_prod; assumption.
    - now rewrite carried_second.
  Qed.
End Parts.

Lemma some_node g n : counted g n -> nodes g <> [].
Proof. intros (_ & B & _) E. unfold size in B. rewrite E in B. simpl in B. lia. Qed.

Lemma some_node_power g n c : counted g c -> nodes (power g n) <> [].
Proof.
  intros (_ & B & _) E. pose proof (size_power g n) as L. unfold size at 1 in L. rewrite E in L. simpl in L.
  assert (size g ^ n <> 0)%nat by (apply Nat.pow_nonzero; lia). lia.
Qed.

Lemma no_more_weaker {g} (r : routes g) f m m' : m <= m' -> no_more r f m -> no_more r f m'.
Proof. intros L H c I. apply Qle_trans with m; auto. Qed.

Theorem peak_in_turn g h (r : routes g) (s : routes h) f k cg ch a b : counted g cg -> counted h ch ->
  sound r -> sound s -> permutes g f ->
  peak r f a -> peak s k b -> peak (in_turn r s) (both g h f k) (Qmax a b).
Proof.
  intros Cg Ch R S F [Na Sa] [Nb Sb]. pose proof (proj1 Cg) as Pg. pose proof (proj1 Ch) as Ph. split.
  - apply no_more_in_turn; try assumption; eapply no_more_weaker; eauto; [apply Q.le_max_l | apply Q.le_max_r].
  - destruct (Q.max_spec a b) as [[_ E]|[_ E]].
    + destruct (some_has_second g h r s f k Pg R b (some_node g cg Cg) F Sb) as (c & I & L).
      exists c. split; [exact I | now rewrite L, E].
    + destruct (some_has_first g h r s f k Ph S a (some_node h ch Ch) Sa) as (c & I & L).
      exists c. split; [exact I | now rewrite L, E].
Qed.

Theorem peak_repeated g (r : routes g) f n c m : (1 <= n)%nat -> counted g c -> sound r -> permutes g f ->
  peak r f m -> peak (repeated r n) (each g f n) m.
Proof.
  intros H C R F [N S]. pose proof (proj1 C) as P. split.
  - clear H S. induction n as [|n IH]; [intros c' []|].
    exact (no_more_in_turn g (power g n) r (repeated r n) f (each g f n) P (proper_power g n P) R (sound_repeated r n R) m F N IH).
  - destruct n as [|n]; [lia|].
    exact (some_has_first g (power g n) r (repeated r n) f (each g f n) (proper_power g n P) (sound_repeated r n R) m
      (some_node_power g n c C) S).
Qed.

Theorem max_load_sent g n (r : routes g) f m largest : counted g n -> permutes g f -> peak r f m ->
  (1 < n -> largest == m) -> max_channel_load r (sent g f) largest.
Proof.
  intros C (K & _) [N (c & I & E)] L. specialize (L (counted_large g n C)). destruct C as (P & _). split.
  - intros d D. rewrite load_sent, L by assumption. now apply N.
  - exists c. split; [exact I|]. now rewrite load_sent, L by assumption.
Qed.

(** ** Uniform traffic: crossings of the messages of all pairs, divided by the number of nodes *)

Definition crossed {g} (r : routes g) (c : channel_of r) : Q :=
  sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => crossings_of r x y c)).

Definition not_above {g} (r : routes g) (m : Q) : Prop := forall c, In c (all_channels r) -> crossed r c <= m * size g.
Definition attained {g} (r : routes g) (m : Q) : Prop := exists c, In c (all_channels r) /\ crossed r c == m * size g.
Definition busy {g} (r : routes g) (m : Q) : Prop := not_above r m /\ attained r m.

Lemma load_uniform {g} (r : routes g) c n : counted g n -> sound r -> load r (uniform g) c == 1 / (n - 1) * crossed r c.
Proof.
  intros C R. pose proof (counted_large g n C) as L. destruct C as ((N & E) & B & S). unfold crossed. rewrite <- sum_Q_scale.
  apply sum_Q_ext. intros x X. rewrite <- sum_Q_scale. apply sum_Q_ext. intros y Y. unfold uniform.
  destruct (same g x y) eqn:A.
  - apply E in A as <-. rewrite (proj2 R) by assumption. ring.
  - now rewrite S.
Qed.

Lemma size_product_Q g h : size (product g h) == size g * size h.
Proof. now rewrite size_product, Q_mul. Qed.

Section Uniform.
  Variables (g h : graph) (r : routes g) (s : routes h).
  Hypotheses (Pg : proper g) (Ph : proper h) (R : sound r) (S : sound s).

  Lemma crossed_first c z : In z (nodes h) -> crossed (in_turn r s) (inl (c, z)) == size h * crossed r c.
  Proof.
    intro I. unfold crossed at 1. rewrite sum_Q_product. unfold crossed. rewrite <- sum_Q_scale.
    apply sum_Q_ext. intros x _.
    transitivity (sum_Q (nodes h) (fun x2 =>
      (size h * sum_Q (nodes g) (fun y => crossings_of r x y c)) * bit (same h z x2))).
    - apply sum_Q_ext. intros x2 _. rewrite sum_Q_product.
      setoid_replace (size h * sum_Q (nodes g) (fun y => crossings_of r x y c) * bit (same h z x2))
        with ((size h * bit (same h z x2)) * sum_Q (nodes g) (fun y => crossings_of r x y c)) by ring.
      rewrite <- sum_Q_scale. apply sum_Q_ext. intros y _.
      rewrite (sum_Q_ext _ _ (fun _ => bit (same h z x2) * crossings_of r x y c)).
      + rewrite sum_Q_const. unfold size. ring.
      + intros y2 _. rewrite crossings_first by assumption. cbn [fst snd]. now rewrite (same_swap h x2 z Ph).
    - rewrite sum_Q_scale, sum_of_one by assumption. ring.
  Qed.

  Lemma crossed_second c z : In z (nodes g) -> crossed (in_turn r s) (inr (z, c)) == size g * crossed s c.
  Proof.
    intro I. unfold crossed at 1. rewrite sum_Q_product. unfold size. rewrite <- sum_Q_const.
    apply sum_Q_ext. intros x _. unfold crossed. apply sum_Q_ext. intros x2 _. rewrite sum_Q_product, sum_Q_swap.
    apply sum_Q_ext. intros y2 _. rewrite (sum_Q_ext _ _ (fun y => crossings_of s x2 y2 c * bit (same g z y))).
    - rewrite sum_Q_scale, sum_of_one by assumption. ring.
    - intros y _. rewrite crossings_second by assumption. cbn [fst snd]. rewrite (same_swap g y z Pg). ring.
  Qed.

  Lemma size_positive (g' : graph) : 0 <= size g'.
  Proof. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. Qed.

  Lemma not_above_in_turn m : not_above r m -> not_above s m -> not_above (in_turn r s) m.
  Proof.
    intros A B c I. cbn [all_channels in_turn] in I. rewrite size_product_Q.
    apply in_app_iff in I as [I|I]; apply in_map_iff in I as ([u v] & <- & I); apply in_prod_iff in I as [U V].
    - rewrite crossed_first by assumption. specialize (A u U).
      setoid_replace (m * (size g * size h)) with (size h * (m * size g)) by ring.
      rewrite !(Qmult_comm (size h)). apply Qmult_le_compat_r; [exact A | apply size_positive].
    - rewrite crossed_second by assumption. specialize (B v V).
      setoid_replace (m * (size g * size h)) with (size g * (m * size h)) by ring.
      rewrite !(Qmult_comm (size g)). apply Qmult_le_compat_r; [exact B | apply size_positive].
  Qed.

  Lemma attained_first m : nodes h <> [] -> attained r m -> attained (in_turn r s) m.
  Proof.
    intros N (c & I & E). destruct (nodes h) as [|z rest] eqn:L; [congruence|].
    assert (In z (nodes h)) as Z by (rewrite L; now left). exists (inl (c, z)). split.
    - apply in_app_iff. left. apply in_map, in_prod; assumption.
    - rewrite crossed_first, size_product_Q, E by assumption. ring.
  Qed.

  Lemma attained_second m : nodes g <> [] -> attained s m -> attained (in_turn r s) m.
  Proof.
    intros N (c & I & E). destruct (nodes g) as [|z rest] eqn:L; [congruence|].
    assert (In z (nodes g)) as Z by (rewrite L; now left). exists (inr (z, c)). split.
    - apply in_app_iff. right. apply in_map, in_prod; assumption.
    - rewrite crossed_second, size_product_Q, E by assumption. ring.
  Qed.
End Uniform.

Lemma not_above_weaker {g} (r : routes g) m m' : m <= m' -> not_above r m -> not_above r m'.
Proof.
  intros L H c I. apply Qle_trans with (m * size g); [now apply H|]. apply Qmult_le_compat_r; [exact L | apply size_positive].
Qed.

Theorem busy_in_turn g h (r : routes g) (s : routes h) cg ch a b : counted g cg -> counted h ch -> sound r -> sound s ->
  busy r a -> busy s b -> busy (in_turn r s) (Qmax a b).
Proof.
  intros Cg Ch R S [Na Sa] [Nb Sb]. pose proof (proj1 Cg) as Pg. pose proof (proj1 Ch) as Ph. split.
  - apply not_above_in_turn; try assumption; eapply not_above_weaker; eauto; [apply Q.le_max_l | apply Q.le_max_r].
  - destruct (Q.max_spec a b) as [[_ E]|[_ E]].
    + destruct (attained_second g h r s Pg R b (some_node g cg Cg) Sb) as (c & I & L).
      exists c. split; [exact I | now rewrite L, E].
    + destruct (attained_first g h r s Ph S a (some_node h ch Ch) Sa) as (c & I & L).
      exists c. split; [exact I | now rewrite L, E].
Qed.

Theorem busy_repeated g (r : routes g) n c m : (1 <= n)%nat -> counted g c -> sound r -> busy r m -> busy (repeated r n) m.
Proof.
  intros H C R [N S]. pose proof (proj1 C) as P. split.
  - clear H S. induction n as [|n IH]; [intros c' []|].
    exact (not_above_in_turn g (power g n) r (repeated r n) P (proper_power g n P) R (sound_repeated r n R) m N IH).
  - destruct n as [|n]; [lia|].
    exact (attained_first g (power g n) r (repeated r n) (proper_power g n P) (sound_repeated r n R) m
      (some_node_power g n c C) S).
Qed.

Theorem max_load_uniform g n (r : routes g) m largest : counted g n -> sound r -> busy r m ->
  (1 < n -> largest * (n - 1) == m * n) -> max_channel_load r (uniform g) largest.
Proof.
  intros C R [N (c & I & E)] L. pose proof (counted_large g n C) as B. specialize (L B).
  assert (largest == 1 / (n - 1) * (m * size g)) as M.
  { destruct C as (_ & _ & S). rewrite S, <- L. field. intro Z. lra. }
  split.
  - intros d D. rewrite (load_uniform r d n) by assumption. rewrite M, !(Qmult_comm (1 / (n - 1))).
    apply Qmult_le_compat_r; [now apply N|]. apply Qle_shift_div_l; lra.
  - exists c. split; [exact I|]. now rewrite (load_uniform r c n), M, E by assumption.
Qed.

Theorem throughput_by_load g n (r : routes g) rate largest most : counted g n -> max_channel_load r rate largest ->
  (1 < n -> most * largest == 1) -> throughput r rate most.
Proof. intros C M E. exists largest. split; [exact M | exact (E (counted_large g n C))]. Qed.
