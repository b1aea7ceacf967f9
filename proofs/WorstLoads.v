(** Worst cases of dimension order: the largest load over all traffic in which each node sends at most A messages and gets at
    most B. In a product, a channel of one part sees the messages that sources or destinations in the other part add up. *)

From Coq Require Import List Arith ZArith QArith Qpower Qminmax Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings TwoPhases HalvesLoads.
Import ListNotations.
Local Open Scope Q_scope.

Definition within {g} (a b : Q) (rate : node g -> node g -> Q) : Prop :=
  (forall x y, 0 <= rate x y) /\
  (forall x, In x (nodes g) -> sum_Q (nodes g) (fun y => rate x y) <= a) /\
  (forall y, In y (nodes g) -> sum_Q (nodes g) (fun x => rate x y) <= b).
Definition never_above {g} (r : routes g) (a b w : Q) : Prop :=
  forall rate c, within a b rate -> In c (all_channels r) -> load r rate c <= w.
Definition achieved {g} (r : routes g) (a b w : Q) : Prop :=
  exists rate c, within a b rate /\ In c (all_channels r) /\ load r rate c == w.
Definition worst_of {g} (r : routes g) (a b w : Q) : Prop := never_above r a b w /\ achieved r a b w.

Lemma within_more {g} a b a' b' (rate : node g -> node g -> Q) : a <= a' -> b <= b' -> within a b rate -> within a' b' rate.
Proof.
  intros A B (P & R & C). split; [exact P|]. split; intros x X; eapply Qle_trans; eauto.
Qed.

Lemma never_above_weaker {g} (r : routes g) a b w w' : w <= w' -> never_above r a b w -> never_above r a b w'.
Proof. intros L H rate c R I. apply Qle_trans with w; auto. Qed.

Lemma never_above_less {g} (r : routes g) a b a' b' w : a' <= a -> b' <= b -> never_above r a b w -> never_above r a' b' w.
Proof. intros A B H rate c R I. apply (H rate c); [now apply (within_more a' b')|exact I]. Qed.

Lemma achieved_more {g} (r : routes g) a b a' b' w : a <= a' -> b <= b' -> achieved r a b w -> achieved r a' b' w.
Proof. intros A B (rate & c & R & I & E). exists rate, c. split; [now apply (within_more a b) | auto]. Qed.

Lemma achieved_equal {g} (r : routes g) a b w w' : w == w' -> achieved r a b w -> achieved r a b w'.
Proof. intros L (rate & c & R & I & E). exists rate, c. now rewrite <- L. Qed.

(** Rates times a number. *)

Lemma load_scaled {g} (r : routes g) t rate c : load r (fun x y => t * rate x y) c == t * load r rate c.
Proof.
  unfold load. rewrite <- sum_Q_scale. apply sum_Q_ext. intros x _. rewrite <- sum_Q_scale. apply sum_Q_ext. intros y _. ring.
Qed.

Lemma within_scaled {g} t a b (rate : node g -> node g -> Q) : 0 <= t -> within a b rate ->
  within (t * a) (t * b) (fun x y => t * rate x y).
Proof.
  intros T (P & R & C). split; [intros x y; now apply Qmult_le_0_compat|].
  split; intros x X; rewrite sum_Q_scale, !(Qmult_comm t); apply Qmult_le_compat_r; auto.
Qed.

Lemma achieved_scaled {g} (r : routes g) t a b w : 0 <= t -> achieved r a b w -> achieved r (t * a) (t * b) (t * w).
Proof.
  intros T (rate & c & R & I & E). exists (fun x y => t * rate x y), c. split; [now apply within_scaled|].
  split; [exact I|]. now rewrite load_scaled, E.
Qed.

Lemma never_above_scaled {g} (r : routes g) t a b w : 0 < t -> never_above r a b w -> never_above r (t * a) (t * b) (t * w).
Proof.
  intros T H rate c R I. assert (~ t == 0) as Z by (intro; lra). assert (0 <= / t) as V by (apply Qlt_le_weak, Qinv_lt_0_compat, T).
  assert (load r (fun x y => / t * rate x y) c <= w) as L.
  { apply H; [|exact I]. apply (within_scaled (/ t)) in R; [|exact V].
    refine (within_more _ _ _ _ _ _ _ R); apply Qle_lteq; right; field; exact Z. }
  rewrite load_scaled in L. setoid_replace (load r rate c) with (t * (/ t * load r rate c)) by (field; exact Z).
  rewrite !(Qmult_comm t). apply Qmult_le_compat_r; [exact L | lra].
Qed.

(** ** Potentials *)

Theorem by_potentials {g} (r : routes g) a b w : 0 <= a -> 0 <= b ->
  (forall c, In c (all_channels r) -> exists u v : node g -> Q,
    (forall x, In x (nodes g) -> 0 <= u x /\ 0 <= v x) /\
    (forall x y, In x (nodes g) -> In y (nodes g) -> crossings_of r x y c <= u x + v y) /\
    a * sum_Q (nodes g) u + b * sum_Q (nodes g) v <= w) -> never_above r a b w.
Proof.
  intros A B H rate c (P & R & C) I. destruct (H c I) as (u & v & N & S & W). apply Qle_trans with (2 := W).
  apply Qle_trans with (sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => u x * rate x y + v y * rate x y))).
  - apply sum_Q_le. intros x X. apply sum_Q_le. intros y Y. specialize (S x y X Y).
    setoid_replace (u x * rate x y + v y * rate x y) with ((u x + v y) * rate x y) by ring.
    rewrite (Qmult_comm (rate x y)). now apply Qmult_le_compat_r.
  - rewrite (sum_Q_ext _ _ _ (fun x _ => sum_Q_add _ _ _)), sum_Q_add. apply Qplus_le_compat.
    + rewrite <- sum_Q_scale. apply sum_Q_le. intros x X. rewrite sum_Q_scale, Qmult_comm.
      apply Qmult_le_compat_r; [now apply R | now apply N].
    + rewrite sum_Q_swap, <- sum_Q_scale. apply sum_Q_le. intros y Y. rewrite sum_Q_scale, Qmult_comm.
      apply Qmult_le_compat_r; [now apply C | now apply N].
Qed.

(** ** Traffic that reaches a load: permutations, and all messages to one node *)

Lemma achieved_sent g (r : routes g) f w : proper g -> permutes g f -> some_has r f w -> achieved r 1 1 w.
Proof.
  intros P F (c & I & E). pose proof F as (K & _). exists (sent g f), c. split; [|split; [exact I|]].
  - split; [intros x y; unfold sent; destruct (same g (f x) y); discriminate|]. split.
    + intros x X. unfold sent. rewrite (sum_Q_ext _ _ (fun y => bit (same g (f x) y))) by reflexivity.
      rewrite sum_of_one; [apply Qle_refl | exact P | now apply K].
    + intros y Y. unfold sent. rewrite (sum_Q_ext _ _ (fun x => bit (same g (f x) y))) by reflexivity.
      rewrite comes_once by assumption. apply Qle_refl.
  - now rewrite load_sent.
Qed.

Lemma achieved_gathered g (r : routes g) w : proper g -> gathers r w -> achieved r 1 (size g) w.
Proof.
  intros P (z & c & Z & I & E). exists (fun _ y => bit (same g z y)), c. split; [|split; [exact I|]].
  - split; [intros x y; destruct (same g z y); discriminate|]. split.
    + intros x X. rewrite sum_of_one by assumption. apply Qle_refl.
    + intros y Y. rewrite sum_Q_const. change (Z.of_nat (length (nodes g))) with (Z.of_nat (size g)).
      rewrite <- (Qmult_1_r (size g)) at 2. rewrite !(Qmult_comm (size g)). apply Qmult_le_compat_r; [|apply size_positive].
      destruct (same g z y); discriminate.
  - rewrite <- E. unfold load, gathered. apply sum_Q_ext. intros x _.
    rewrite (sum_Q_ext _ _ (fun y => (if same g z y then 1 else 0) * crossings_of r x y c)) by reflexivity.
    destruct P as [N S]. exact (sum_Q_one (nodes g) (same g) z (fun y => crossings_of r x y c) N S Z).
Qed.

(** ** Products *)

Section Parts.
  Variables (g h : graph) (r : routes g) (s : routes h).
  Hypotheses (Pg : proper g) (Ph : proper h) (R : sound r) (S : sound s).

  Lemma pick f z : In z (nodes h) -> sum_Q (nodes h) (fun y => bit (same h z y) * f y) == f z.
  Proof.
    intro I. destruct Ph as [N E]. exact (sum_Q_one (nodes h) (same h) z f N E I).
  Qed.

  Lemma pick_first f z : In z (nodes g) -> sum_Q (nodes g) (fun y => bit (same g z y) * f y) == f z.
  Proof.
    intro I. destruct Pg as [N E]. exact (sum_Q_one (nodes g) (same g) z f N E I).
  Qed.

  Lemma load_first rate c z : In z (nodes h) ->
    load (in_turn r s) rate (inl (c, z)) ==
    load r (fun x y => sum_Q (nodes h) (fun y2 => rate (x, z) (y, y2))) c.
  Proof.
    intro I. unfold load. rewrite sum_Q_product. apply sum_Q_ext. intros x _.
    rewrite (sum_Q_ext _ _ (fun x2 => bit (same h z x2) *
      sum_Q (nodes g) (fun y => sum_Q (nodes h) (fun y2 => rate (x, x2) (y, y2)) * crossings_of r x y c))).
    - rewrite pick by assumption. reflexivity.
    - intros x2 _. rewrite sum_Q_product, <- sum_Q_scale. apply sum_Q_ext. intros y _.
      setoid_replace (bit (same h z x2) * (sum_Q (nodes h) (fun y2 => rate (x, x2) (y, y2)) * crossings_of r x y c))
        with ((bit (same h z x2) * crossings_of r x y c) * sum_Q (nodes h) (fun y2 => rate (x, x2) (y, y2))) by ring.
      rewrite <- sum_Q_scale. apply sum_Q_ext. intros y2 _. rewrite crossings_first by assumption. cbn [fst snd].
      rewrite (same_swap h x2 z Ph). ring.
  Qed.

  Lemma load_second rate c z : In z (nodes g) ->
    load (in_turn r s) rate (inr (z, c)) ==
    load s (fun x y => sum_Q (nodes g) (fun x1 => rate (x1, x) (z, y))) c.
  Proof.
    intro I. unfold load. rewrite sum_Q_product, sum_Q_swap. apply sum_Q_ext. intros x _.
    transitivity (sum_Q (nodes g) (fun x1 => sum_Q (nodes h) (fun y => crossings_of s x y c * rate (x1, x) (z, y)))).
    - apply sum_Q_ext. intros x1 _. rewrite sum_Q_product.
      rewrite (sum_Q_ext _ _ (fun y1 => bit (same g z y1) * sum_Q (nodes h) (fun y => crossings_of s x y c * rate (x1, x) (y1, y)))).
      + now rewrite pick_first.
      + intros y1 _. rewrite <- sum_Q_scale. apply sum_Q_ext. intros y _. rewrite crossings_second by assumption. cbn [fst snd].
        rewrite (same_swap g y1 z Pg). ring.
    - rewrite sum_Q_swap. apply sum_Q_ext. intros y _. rewrite sum_Q_scale. ring.
  Qed.

  Lemma sum_not_less {A} (l : list A) f x : (forall y, 0 <= f y) -> In x l -> f x <= sum_Q l f.
  Proof.
    intros F. induction l as [|y l IH]; [intros []|]. intros [<-|I]; cbn [sum_Q].
    - assert (0 <= sum_Q l f) by (apply sum_not_negative; auto). lra.
    - specialize (IH I). specialize (F y). lra.
  Qed.

  Lemma never_above_in_turn a b w : never_above r a (size h * b) w -> never_above s (size g * a) b w ->
    never_above (in_turn r s) a b w.
  Proof.
    intros U V rate c (P & Rows & Columns) I. cbn [all_channels in_turn] in I.
    apply in_app_iff in I as [I|I]; apply in_map_iff in I as ([d z] & <- & I); apply in_prod_iff in I as [D Z].
    - rewrite load_first by assumption. apply U; [|exact D]. split; [|split].
      + intros x y. apply sum_not_negative. auto.
      + intros x X. rewrite <- (sum_Q_product g h (fun y => rate (x, z) y)). apply Rows. now apply in_prod.
      + intros y Y. rewrite sum_Q_swap. unfold size. rewrite <- sum_Q_const. apply sum_Q_le. intros y2 Y2.
        apply Qle_trans with (2 := Columns (y, y2) (in_prod _ _ _ _ Y Y2)). rewrite sum_Q_product. apply sum_Q_le. intros x X.
        now apply (sum_not_less _ (fun x2 => rate (x, x2) (y, y2))).
    - rename d into z', z into d. rewrite load_second by assumption. apply V; [|exact Z]. split; [|split].
      + intros x y. apply sum_not_negative. auto.
      + intros x X. rewrite sum_Q_swap. unfold size. rewrite <- sum_Q_const. apply sum_Q_le. intros x1 X1.
        apply Qle_trans with (2 := Rows (x1, x) (in_prod _ _ _ _ X1 X)). rewrite sum_Q_product.
        apply (sum_not_less _ (fun y1 => sum_Q (nodes h) (fun y => rate (x1, x) (y1, y)))); [|exact D].
        intro y1. apply sum_not_negative. auto.
      + intros y Y. rewrite sum_Q_swap, <- (sum_Q_product g h (fun x => rate x (z', y))). apply Columns. now apply in_prod.
  Qed.

  Lemma nonempty_size k : (0 < size k)%nat -> ~ size k == 0.
  Proof. intros N E. assert (Z.of_nat (size k) = 0%Z) by now apply inject_Z_injective. lia. Qed.

  Lemma achieved_first a b w : 0 <= b -> (0 < size h)%nat -> achieved r a (size h * b) w -> achieved (in_turn r s) a b w.
  Proof.
    intros B N (rate & c & (P & Rows & Columns) & I & E).
    pose proof (nonempty_size h N) as Q.
    destruct (nodes h) as [|z rest] eqn:L; [unfold size in N; rewrite L in N; simpl in N; lia|].
    assert (In z (nodes h)) as Z by (rewrite L; now left). clear L rest.
    assert (0 <= / size h) as V by (apply Qinv_le_0_compat, size_positive).
    exists (fun x y => bit (same h z (snd x)) * (/ size h * rate (fst x) (fst y))), (inl (c, z)). split; [|split].
    - split; [|split].
      + intros x y. apply Qmult_le_0_compat; [destruct (same h z (snd x)); discriminate|]. now apply Qmult_le_0_compat.
      + intros [x x2] X. apply in_prod_iff in X as [X X2]. rewrite sum_Q_scale, sum_Q_product. cbn [fst snd].
        rewrite (sum_Q_ext _ _ (fun y => rate x y)).
        * specialize (Rows x X). assert (0 <= sum_Q (nodes g) (fun y => rate x y)) by (apply sum_not_negative; auto).
          unfold bit. destruct (same h z x2); lra.
        * intros y _. rewrite sum_Q_const. fold (size h). field. exact Q.
      + intros [y y2] Y. apply in_prod_iff in Y as [Y _]. rewrite sum_Q_product. cbn [fst snd].
        rewrite (sum_Q_ext _ _ (fun x => / size h * rate x y)).
        * rewrite sum_Q_scale. specialize (Columns y Y). setoid_replace b with (/ size h * (size h * b)) by (field; exact Q).
          rewrite !(Qmult_comm (/ size h)). now apply Qmult_le_compat_r.
        * intros x _.
          exact (pick (fun _ => / size h * rate x y) z Z).
    - apply in_app_iff. left. apply in_map, in_prod; assumption.
    - rewrite load_first by assumption. rewrite <- E. apply sum_Q_ext. intros x _. apply sum_Q_ext. intros y _. cbn [fst snd].
      rewrite sum_Q_const. fold (size h). destruct Ph as [_ S2]. rewrite (proj2 (S2 z z) eq_refl). unfold bit. field. exact Q.
  Qed.

  Lemma achieved_second a b w : 0 <= a -> (0 < size g)%nat -> achieved s (size g * a) b w -> achieved (in_turn r s) a b w.
  Proof.
    intros A N (rate & c & (P & Rows & Columns) & I & E).
    pose proof (nonempty_size g N) as Q.
    destruct (nodes g) as [|z rest] eqn:L; [unfold size in N; rewrite L in N; simpl in N; lia|].
    assert (In z (nodes g)) as Z by (rewrite L; now left). clear L rest.
    assert (0 <= / size g) as V by (apply Qinv_le_0_compat, size_positive).
    exists (fun x y => bit (same g z (fst y)) * (/ size g * rate (snd x) (snd y))), (inr (z, c)). split; [|split].
    - split; [|split].
      + intros x y. apply Qmult_le_0_compat; [destruct (same g z (fst y)); discriminate|]. now apply Qmult_le_0_compat.
      + intros [x1 x] X. apply in_prod_iff in X as [_ X]. rewrite sum_Q_product. cbn [fst snd].
        rewrite (sum_Q_ext _ _ (fun y1 => bit (same g z y1) * (/ size g * sum_Q (nodes h) (fun y => rate x y)))).
        * rewrite (pick_first (fun _ => / size g * sum_Q (nodes h) (fun y => rate x y)) z Z). specialize (Rows x X).
          setoid_replace a with (/ size g * (size g * a)) by (field; exact Q).
          rewrite !(Qmult_comm (/ size g)). now apply Qmult_le_compat_r.
        * intros y1 _. rewrite <- !sum_Q_scale. reflexivity.
      + intros [y1 y] Y. apply in_prod_iff in Y as [_ Y]. rewrite sum_Q_product. cbn [fst snd].
        rewrite sum_Q_swap, (sum_Q_ext _ _ (fun x => bit (same g z y1) * rate x y)).
        * rewrite sum_Q_scale. specialize (Columns y Y). assert (0 <= sum_Q (nodes h) (fun x => rate x y)) by (apply sum_not_negative; auto).
          unfold bit. destruct (same g z y1); lra.
        * intros x _. rewrite sum_Q_const. fold (size g). field. exact Q.
    - apply in_app_iff. right. apply in_map, in_prod; assumption.
    - rewrite load_second by assumption. rewrite <- E. apply sum_Q_ext. intros x _. apply sum_Q_ext. intros y _. cbn [fst snd].
      rewrite sum_Q_const. fold (size g). destruct Pg as [_ S1]. rewrite (proj2 (S1 z z) eq_refl). unfold bit. field. exact Q.
  Qed.
End Parts.

Lemma counted_nonempty g n : counted g n -> (0 < size g)%nat.
Proof. intros (_ & B & _). lia. Qed.

Lemma counted_size g n : counted g n -> size g == n.
Proof. intros (_ & _ & E). exact E. Qed.

Theorem worst_in_turn g h (r : routes g) (s : routes h) m n a b u v : counted g m -> counted h n -> sound r -> sound s ->
  0 <= a -> 0 <= b -> worst_of r a (n * b) u -> worst_of s (m * a) b v -> worst_of (in_turn r s) a b (Qmax u v).
Proof.
  intros Cg Ch R S A B [Nu Au] [Nv Av]. pose proof (proj1 Cg) as Pg. pose proof (proj1 Ch) as Ph.
  pose proof (counted_nonempty g m Cg). pose proof (counted_nonempty h n Ch).
  pose proof (counted_size g m Cg) as M. pose proof (counted_size h n Ch) as N. split.
  - apply never_above_in_turn; try assumption.
    + apply (never_above_weaker _ _ _ u); [apply Q.le_max_l|]. apply (never_above_less _ a (n * b)); try assumption; [apply Qle_refl|].
      rewrite N. apply Qle_refl.
    + apply (never_above_weaker _ _ _ v); [apply Q.le_max_r|]. apply (never_above_less _ (m * a) b); try assumption; [|apply Qle_refl].
      rewrite M. apply Qle_refl.
  - destruct (Q.max_spec u v) as [[_ E]|[_ E]].
    + apply (achieved_equal _ _ _ v); [now rewrite E|]. apply achieved_second; try assumption.
      apply (achieved_more _ (m * a) b); try assumption; [rewrite M|]; apply Qle_refl.
    + apply (achieved_equal _ _ _ u); [now rewrite E|]. apply achieved_first; try assumption.
      apply (achieved_more _ a (n * b)); try assumption; [|rewrite N]; apply Qle_refl.
Qed.

(** ** Powers: the middle dimension, or the two beside the middle, have the largest load *)

(** Loads of a factor where sources and destinations have as many messages, and where one side has N times as many or more. *)
Definition stressed {g} (r : routes g) (unequal equal : Q) : Prop :=
  (forall a b, 0 <= a -> 0 <= b -> never_above r a b (a * unequal) /\ never_above r a b (b * unequal)) /\
  never_above r 1 1 equal /\ achieved r 1 (size g) unequal /\ achieved r 1 1 equal /\
  (0 <= unequal /\ unequal <= size g * equal)%Q.


Lemma power_next k (n : nat) : k ^ S n == k ^ n * k.
Proof. rewrite Nat2Z.inj_succ, <- Z.add_1_r, Qpower_plus' by lia. reflexivity. Qed.

(** A dimension of a power has all nodes of those before it as sources, and of those behind it as destinations. *)

Lemma never_above_repeated g (r : routes g) k n a b w : counted g k -> sound r ->
  (forall i, (i < n)%nat -> never_above r (k ^ i * a) (k ^ (n - 1 - i)%nat * b) w) -> never_above (repeated r n) a b w.
Proof.
  intros C R. pose proof (proj1 C) as P. pose proof (counted_large g k C) as L. pose proof (counted_size g k C) as K.
  assert (~ k == 0) as Z by (intro; lra). revert a. induction n as [|n IH]; intros a H; [intros rate c _ []|].
  apply (never_above_in_turn g (power g n) r (repeated r n) P (proper_power g n P) R (sound_repeated r n R)).
  - specialize (H 0%nat ltac:(lia)). cbn [Z.of_nat Qpower] in H.
    apply (never_above_less _ (1 * a) (k ^ (S n - 1 - 0)%nat * b)); try exact H; [rewrite Qmult_1_l; apply Qle_refl|].
    rewrite (size_power_Q g n k (proj1 (proj2 C)) K). replace (S n - 1 - 0)%nat with n by lia. apply Qle_refl.
  - apply IH. intros i I. specialize (H (S i) ltac:(lia)). apply (never_above_less _ (k ^ S i * a) (k ^ (S n - 1 - S i)%nat * b)); try exact H.
    + rewrite K. apply Qle_lteq. right. rewrite power_next. ring.
    + replace (S n - 1 - S i)%nat with (n - 1 - i)%nat by lia. apply Qle_refl.
Qed.

Lemma achieved_repeated g (r : routes g) k n a b i w : counted g k -> sound r -> 0 <= a -> 0 <= b -> (i < n)%nat ->
  achieved r (k ^ i * a) (k ^ (n - 1 - i)%nat * b) w -> achieved (repeated r n) a b w.
Proof.
  intros C R A B. pose proof (proj1 C) as P. pose proof (counted_large g k C) as L. pose proof (counted_size g k C) as K.
  assert (~ k == 0) as Z by (intro; lra). revert a A n. induction i as [|i IH]; intros a A n I H; (destruct n as [|n]; [lia|]).
  - apply (achieved_first g (power g n) r (repeated r n) (proper_power g n P) (sound_repeated r n R)); [exact B | |].
    + rewrite size_power. assert (size g ^ n <> 0)%nat; [apply Nat.pow_nonzero; pose proof (counted_nonempty g k C)|]; lia.
    + cbn [Z.of_nat Qpower] in H. apply (achieved_more _ (1 * a) (k ^ (S n - 1 - 0)%nat * b)); try exact H; [rewrite Qmult_1_l; apply Qle_refl|].
      rewrite (size_power_Q g n k (proj1 (proj2 C)) K). replace (S n - 1 - 0)%nat with n by lia. apply Qle_refl.
  - apply (achieved_second g (power g n) r (repeated r n) P R); [exact A | exact (counted_nonempty g k C)|].
    apply IH; [apply Qmult_le_0_compat; [apply size_positive | exact A] | lia|].
    apply (achieved_more _ (k ^ S i * a) (k ^ (S n - 1 - S i)%nat * b)); try exact H.
    + rewrite K. apply Qle_lteq. right. rewrite power_next. ring.
    + replace (S n - 1 - S i)%nat with (n - 1 - i)%nat by lia. apply Qle_refl.
Qed.

Section Powers.
  Variables (g : graph) (r : routes g) (k unequal equal : Q).
  Hypotheses (C : counted g k) (R : sound r) (T : stressed r unequal equal).

  Lemma power_increases i j : (i <= j)%nat -> k ^ i <= k ^ j.
  Proof.
    intro H. pose proof (counted_large g k C). induction H as [|j _ IH]; [apply Qle_refl|].
    rewrite power_next. assert (0 <= k ^ j) by (apply Qpower_0_le; lra). nra.
  Qed.

  Lemma power_above i : 0 <= k ^ i.
  Proof. pose proof (counted_large g k C). apply Qpower_0_le. lra. Qed.

  Lemma below_power i j : (i <= j)%nat -> forall x, 0 <= x -> k ^ i * 1 * x <= k ^ j * x.
  Proof. intros H x X. rewrite Qmult_1_r. apply Qmult_le_compat_r; [now apply power_increases | exact X]. Qed.

  Theorem worst_of_even h n : n = (S h + S h)%nat -> worst_of (repeated r n) 1 1 (k ^ h * unequal).
  Proof.
    intros ->. destruct T as (U & _ & A & _ & P & _). pose proof (counted_size g k C) as K. split.
    - apply (never_above_repeated g r k); try assumption. intros i I.
      assert (forall j, 0 <= k ^ j * 1) as N by (intro j; rewrite Qmult_1_r; apply power_above).
      destruct (U (k ^ i * 1) (k ^ (S h + S h - 1 - i)%nat * 1) (N _) (N _)) as [V W].
      destruct (Nat.le_gt_cases i h).
      + eapply never_above_weaker; [|exact V]. now apply below_power.
      + eapply never_above_weaker; [|exact W]. apply below_power; [lia | exact P].
    - apply (achieved_repeated g r k _ 1 1 h); try assumption; try discriminate; [lia|].
      apply (achieved_scaled _ (k ^ h)) in A; [|apply power_above]. eapply achieved_more; [| |exact A]; [apply Qle_refl|].
      replace (S h + S h - 1 - h)%nat with (S h) by lia. rewrite K, power_next, Qmult_1_r.
      apply Qle_refl.
  Qed.

  Theorem worst_of_odd h n : n = S (h + h) -> worst_of (repeated r n) 1 1 (k ^ h * equal).
  Proof.
    intros ->. destruct T as (U & E & _ & A & P & Q). pose proof (counted_size g k C) as K. pose proof (counted_large g k C) as L.
    assert (0 < k ^ h) as H by (apply Qpower_0_lt; lra). split.
    - apply (never_above_repeated g r k); try assumption. intros i I.
      assert (forall j, 0 <= k ^ j * 1) as N by (intro j; rewrite Qmult_1_r; apply power_above).
      destruct (U (k ^ i * 1) (k ^ (S (h + h) - 1 - i)%nat * 1) (N _) (N _)) as [V W].
      assert (forall j, (S j <= h)%nat -> k ^ j * 1 * unequal <= k ^ h * equal) as M.
      { intros j J. apply Qle_trans with (k ^ j * (k * equal)).
        - rewrite Qmult_1_r, !(Qmult_comm (k ^ j)). apply Qmult_le_compat_r; [now rewrite <- K | apply power_above].
        - rewrite Qmult_assoc. rewrite <- power_next.
          apply Qmult_le_compat_r; [now apply power_increases|]. rewrite K in Q.
          destruct (Qlt_le_dec equal 0) as [X|X]; [|exact X]. nra. }
      destruct (Nat.lt_trichotomy i h) as [J|[->|J]].
      + eapply never_above_weaker; [|exact V]. now apply M.
      + apply (never_above_scaled _ (k ^ h)) in E; [|exact H].
        replace (S (h + h) - 1 - h)%nat with h by lia. exact E.
      + eapply never_above_weaker; [|exact W]. apply M. lia.
    - apply (achieved_repeated g r k _ 1 1 h); try assumption; try discriminate; [lia|].
      apply (achieved_scaled _ (k ^ h)) in A; [|apply power_above]. replace (S (h + h) - 1 - h)%nat with h by lia. exact A.
  Qed.
End Powers.

Theorem worst_of_admissible g (r : routes g) w : worst_of r 1 1 w -> worst_channel_load r w.
Proof. intro H. exact H. Qed.
