(** Loads of channels under transpose: those of half of the digits, where all messages go to one node, or come from one. *)

From Coq Require Import List Arith ZArith QArith Qpower Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Halves Crossings FactorLoads.
Import ListNotations.
Local Open Scope Q_scope.

Definition gathered {g} (r : routes g) (z : node g) (c : channel_of r) : Q :=
  sum_Q (nodes g) (fun x => crossings_of r x z c).
Definition scattered {g} (r : routes g) (z : node g) (c : channel_of r) : Q :=
  sum_Q (nodes g) (fun y => crossings_of r z y c).

Definition bounded {g} (r : routes g) (m : Q) : Prop := forall z c, In z (nodes g) -> In c (all_channels r) ->
  gathered r z c <= m /\ scattered r z c <= m.
Definition gathers {g} (r : routes g) (m : Q) : Prop := exists z c, In z (nodes g) /\ In c (all_channels r) /\ gathered r z c == m.
Definition funnel {g} (r : routes g) (m : Q) : Prop := 0 <= m /\ bounded r m /\ gathers r m.

(** ** Powers: of all digits but the last one that a message corrects, or the first one, the sources are counted *)

Section Parts.
  Variables (g h : graph) (r : routes g) (s : routes h).
  Hypotheses (Pg : proper g) (Ph : proper h) (R : sound r) (S : sound s).

  Lemma gathered_first z c w : In w (nodes h) -> gathered (in_turn r s) z (inl (c, w)) == gathered r (fst z) c.
  Proof.
    intro I. unfold gathered at 1. rewrite sum_Q_product. apply sum_Q_ext. intros x _.
    rewrite (sum_Q_ext _ _ (fun y => crossings_of r x (fst z) c * bit (same h w y))).
    - rewrite sum_Q_scale, sum_of_one by assumption. ring.
    - intros y _. rewrite crossings_first by assumption. cbn [fst snd]. rewrite (same_swap h y w Ph). ring.
  Qed.

  Lemma gathered_second z w c :
    gathered (in_turn r s) z (inr (w, c)) == size g * (bit (same g (fst z) w) * gathered s (snd z) c).
  Proof.
    unfold gathered at 1. rewrite sum_Q_product. unfold size. rewrite <- sum_Q_const. apply sum_Q_ext. intros x _.
    unfold gathered. rewrite <- sum_Q_scale. apply sum_Q_ext. intros y _. now rewrite crossings_second.
  Qed.

  Lemma scattered_first z c w :
    scattered (in_turn r s) z (inl (c, w)) == size h * (bit (same h (snd z) w) * scattered r (fst z) c).
  Proof.
    unfold scattered at 1. rewrite sum_Q_product, sum_Q_swap. unfold size. rewrite <- sum_Q_const. apply sum_Q_ext. intros y _.
    unfold scattered. rewrite <- sum_Q_scale. apply sum_Q_ext. intros x _. now rewrite crossings_first.
  Qed.

  Lemma scattered_second z w c : In w (nodes g) -> scattered (in_turn r s) z (inr (w, c)) == scattered s (snd z) c.
  Proof.
    intro I. unfold scattered at 1. rewrite sum_Q_product, sum_Q_swap. apply sum_Q_ext. intros y _.
    rewrite (sum_Q_ext _ _ (fun x => crossings_of s (snd z) y c * bit (same g w x))).
    - rewrite sum_Q_scale, sum_of_one by assumption. ring.
    - intros x _. rewrite crossings_second by assumption. cbn [fst snd]. rewrite (same_swap g x w Pg). ring.
  Qed.
End Parts.

Lemma at_most (k b x m : Q) : 0 <= k -> 0 <= m -> x <= m -> b == 0 \/ b == 1 -> k * (b * x) <= k * m.
Proof.
  intros K M X [->| ->]; rewrite !(Qmult_comm k); apply Qmult_le_compat_r; try assumption; lra.
Qed.

Lemma bit_cases b : bit b == 0 \/ bit b == 1.
Proof. destruct b; [right | left]; reflexivity. Qed.

Theorem bounded_repeated g (r : routes g) n m : proper g -> (1 <= size g)%nat -> sound r -> 0 <= m -> bounded r m ->
  bounded (repeated r n) ((size g ^ (n - 1))%nat * m).
Proof.
  intros P N R M B. induction n as [|n IH]; [intros z c _ []|].
  change (repeated r (S n)) with (in_turn r (repeated r n)).
  intros [z1 z2] c I C. apply in_prod_iff in I as [I1 I2]. replace (S n - 1)%nat with n by lia.
  assert (m <= (size g ^ n)%nat * m) as L.
  { rewrite <- (Qmult_1_l m) at 1. apply Qmult_le_compat_r; [|exact M]. apply (Q_le 1).
    pose proof (Nat.pow_nonzero (size g) n). lia. }
  apply in_app_iff in C as [C|C]; apply in_map_iff in C as ([u v] & <- & C); apply in_prod_iff in C as [U V].
  - rewrite (gathered_first g (power g n)) by (try apply proper_power; try apply sound_repeated; assumption).
    rewrite (scattered_first g (power g n)) by (apply sound_repeated; assumption). destruct (B z1 u I1 U) as [B1 B2]. split.
    + cbn [fst]. lra.
    + rewrite size_power. apply at_most; try assumption; [apply (Q_le 0); lia | apply bit_cases].
  - destruct (IH z2 v I2 V) as [B1 B2]. rewrite (gathered_second g (power g n)), (scattered_second g (power g n)) by assumption.
    destruct n as [|n]; [destruct V|]. replace (S n - 1)%nat with n in * by lia. cbn [Nat.pow] in *. rewrite Q_mul in *.
    rewrite <- Qmult_assoc. assert (0 <= (size g ^ n)%nat * m) as Z by (apply Qmult_le_0_compat; [apply (Q_le 0); lia | exact M]).
    split.
    + apply at_most; try assumption; [apply (Q_le 0); lia | apply bit_cases].
    + apply Qle_trans with (1 := B2). rewrite <- (Qmult_1_l (_ * m)) at 1. apply Qmult_le_compat_r; [apply (Q_le 1); lia | exact Z].
Qed.

Theorem gathers_repeated g (r : routes g) n m : proper g -> sound r -> gathers r m ->
  gathers (repeated r (S n)) ((size g ^ n)%nat * m).
Proof.
  intros P R (z & c & Z & C & E). induction n as [|n (y & d & Y & D & F)].
  - exists (z, tt), (inl (c, tt)). split; [apply in_prod; [exact Z | now left]|]. split.
    + apply in_app_iff. left. apply in_map, in_prod; [exact C | now left].
    + change (repeated r 1) with (in_turn r (repeated r 0)).
      rewrite (gathered_first g (power g 0)) by (try apply proper_point; try apply sound_no_routes; now left).
      cbn [fst]. rewrite E. change (inject_Z (size g ^ 0)%nat) with 1. ring.
  - exists (z, y), (inr (z, d)). split; [now apply in_prod|]. split.
    + apply in_app_iff. right. apply in_map, in_prod; assumption.
    + change (repeated r (S (S n))) with (in_turn r (repeated r (S n))).
      rewrite (gathered_second g (power g (S n))) by assumption.
      cbn [fst snd]. rewrite F, (same_refl g z P). cbn [Nat.pow]. rewrite Q_mul. unfold bit. ring.
Qed.

(** ** Channels of the first digits, and of the last ones *)

Lemma same_join g h k x y x' y' :
  same (power g (h + k)) (join g h k x y) (join g h k x' y') = andb (same (power g h) x x') (same (power g k) y y').
Proof.
  induction h as [|h IH]; [reflexivity|].
  change (andb (same g (fst x) (fst x')) (same (power g (h + k)) (join g h k (snd x) y) (join g h k (snd x') y')) =
    andb (andb (same g (fst x) (fst x')) (same (power g h) (snd x) (snd x'))) (same (power g k) y y')).
  now rewrite IH, andb_assoc.
Qed.

Definition of_first {g} (r : routes g) h k (c : channel_of (repeated r (h + k))) (d : channel_of (repeated r h))
  (z : node (power g k)) : Prop := forall x y x' y', crossings_of (repeated r (h + k)) (join g h k x y) (join g h k x' y') c ==
    bit (same (power g k) y z) * crossings_of (repeated r h) x x' d.
Definition of_last {g} (r : routes g) h k (c : channel_of (repeated r (h + k))) (z : node (power g h))
  (d : channel_of (repeated r k)) : Prop := forall x y x' y', crossings_of (repeated r (h + k)) (join g h k x y) (join g h k x' y') c ==
    bit (same (power g h) x' z) * crossings_of (repeated r k) y y' d.

Lemma other_first (a b c : Q) : a * (b * c) == b * (a * c).
Proof. ring. Qed.

Lemma of_first_here {g} (r : routes g) h k e a b : sound r -> of_first r (S h) k (inl (e, join g h k a b)) (inl (e, a)) b.
Proof.
  intros R x y x' y'. etransitivity; [apply (crossings_first r (repeated r (h + k))), sound_repeated, R|].
  rewrite (crossings_first r (repeated r h)) by apply sound_repeated, R.
  transitivity (bit (same (power g (h + k)) (join g h k (snd x) y) (join g h k a b)) * crossings_of r (fst x) (fst x') e);
    [reflexivity|]. rewrite same_join, bit_and. rewrite <- Qmult_assoc. apply other_first.
Qed.

Lemma of_first_there {g} (r : routes g) h k w c d z : sound r -> of_first r h k c d z -> of_first r (S h) k (inr (w, c)) (inr (w, d)) z.
Proof.
  intros R E x y x' y'. etransitivity; [apply (crossings_second r (repeated r (h + k))), R|].
  rewrite (crossings_second r (repeated r h)) by exact R.
  transitivity (bit (same g (fst x') w) * crossings_of (repeated r (h + k)) (join g h k (snd x) y) (join g h k (snd x') y') c);
    [reflexivity|]. rewrite (E (snd x) y (snd x') y'). apply other_first.
Qed.

Lemma of_last_there {g} (r : routes g) h k w c d z : sound r -> of_last r h k c z d -> of_last r (S h) k (inr (w, c)) (w, z) d.
Proof.
  intros R E x y x' y'. etransitivity; [apply (crossings_second r (repeated r (h + k))), R|].
  transitivity (bit (same g (fst x') w) * crossings_of (repeated r (h + k)) (join g h k (snd x) y) (join g h k (snd x') y') c);
    [reflexivity|]. rewrite (E (snd x) y (snd x') y').
  change (same (power g (S h)) x' (w, z)) with (andb (same g (fst x') w) (same (power g h) (snd x') z)). rewrite bit_and.
  apply Qmult_assoc.
Qed.

Lemma first_or_last {g} (r : routes g) h k c : sound r -> In c (all_channels (repeated r (h + k))) ->
  (exists d z, In d (all_channels (repeated r h)) /\ In z (nodes (power g k)) /\ of_first r h k c d z) \/
  (exists z d, In z (nodes (power g h)) /\ In d (all_channels (repeated r k)) /\ of_last r h k c z d).
Proof.
  intro R. revert c. induction h as [|h IH]; intros c I.
  - right. exists tt, c. split; [now left|]. split; [exact I|]. intros x y x' y'. change (bit (same (power g 0) x' tt)) with 1.
    symmetry. apply Qmult_1_l.
  - apply in_app_iff in I as [I|I]; apply in_map_iff in I as ([u v] & <- & I); apply in_prod_iff in I as [U V].
    + destruct (joined g h k v V) as (a & b & A & B & ->). left. exists (inl (u, a)), b. split; [|split; [exact B|]].
      * apply in_app_iff. left. now apply in_map, in_prod.
      * now apply of_first_here.
    + destruct (IH v V) as [(d & z & D & Z & E)|(z & d & Z & D & E)].
      * left. exists (inr (u, d)), z. split; [|split; [exact Z | now apply of_first_there]].
        apply in_app_iff. right. now apply in_map, in_prod.
      * right. exists (u, z), d. split; [now apply in_prod|]. split; [exact D | now apply of_last_there].
Qed.

Lemma first_found {g} (r : routes g) h k d z : sound r -> In d (all_channels (repeated r h)) -> In z (nodes (power g k)) ->
  exists c, In c (all_channels (repeated r (h + k))) /\ of_first r h k c d z.
Proof.
  intros R D Z. revert d D. induction h as [|h IH]; intros d D; [destruct D|].
  apply in_app_iff in D as [D|D]; apply in_map_iff in D as ([u v] & <- & D); apply in_prod_iff in D as [U V].
  - exists (inl (u, join g h k v z)). split; [|now apply of_first_here].
    apply in_app_iff. left. apply in_map, in_prod; [exact U | now apply in_join].
  - destruct (IH v V) as (c & C & E). exists (inr (u, c)). split; [|now apply of_first_there].
    apply in_app_iff. right. now apply in_map, in_prod.
Qed.

(** ** Both halves *)

Lemma sum_Q_join g h k F : sum_Q (nodes (power g (h + k))) F ==
  sum_Q (nodes (power g h)) (fun x => sum_Q (nodes (power g k)) (fun y => F (join g h k x y))).
Proof.
  induction h as [|h IH]; [symmetry; apply Qplus_0_r|].
  transitivity (sum_Q (nodes g) (fun a => sum_Q (nodes (power g (h + k))) (fun z => F (a, z)))).
  { exact (sum_Q_product g (power g (h + k)) F). }
  symmetry. etransitivity; [apply (sum_Q_product g (power g h))|].
  apply sum_Q_ext. intros a _. symmetry. exact (IH (fun z => F (a, z))).
Qed.

Lemma sum_at g z F : proper g -> In z (nodes g) -> sum_Q (nodes g) (fun y => bit (same g y z) * F y) == F z.
Proof.
  intros P I. rewrite (sum_Q_ext _ _ (fun y => (if same g z y then 1 else 0) * F y)).
  - destruct P as [N E]. exact (sum_Q_one (nodes g) (same g) z F N E I).
  - intros y _. rewrite (same_swap g y z P). reflexivity.
Qed.

Section Both.
  Variables (g : graph) (r : routes g) (h : nat).
  Hypotheses (P : proper g) (R : sound r).

  Lemma carried_by_first c d z : In z (nodes (power g h)) -> of_first r h h c d z ->
    carried (repeated r (h + h)) (transposed g (h + h)) c == gathered (repeated r h) z d.
  Proof.
    intros Z E. unfold carried. rewrite sum_Q_join. apply sum_Q_ext. intros x _.
    rewrite (sum_Q_ext _ _ (fun y => bit (same (power g h) y z) * crossings_of (repeated r h) x y d)).
    - exact (sum_at (power g h) z (fun y => crossings_of (repeated r h) x y d) (proper_power g h P) Z).
    - intros y _. rewrite transposed_join. apply E.
  Qed.

  Lemma carried_by_last c z d : In z (nodes (power g h)) -> of_last r h h c z d ->
    carried (repeated r (h + h)) (transposed g (h + h)) c == scattered (repeated r h) z d.
  Proof.
    intros Z E. unfold carried. rewrite sum_Q_join. apply sum_Q_ext. intros x _.
    rewrite (sum_Q_ext _ _ (fun y => bit (same (power g h) y z) * crossings_of (repeated r h) y x d)).
    - exact (sum_at (power g h) z (fun y => crossings_of (repeated r h) y x d) (proper_power g h P) Z).
    - intros y _. rewrite transposed_join. apply E.
  Qed.
End Both.

Theorem permutes_transposed g n h : n = (h + h)%nat -> permutes (power g n) (transposed g n).
Proof.
  intros ->. assert (kept (power g (h + h)) (transposed g (h + h))) as K.
  { intros z Z. destruct (joined g h h z Z) as (x & y & X & Y & ->). rewrite transposed_join. now apply in_join. }
  split; [exact K|]. exists (transposed g (h + h)). split; [exact K|]. intros u v U V.
  destruct (joined g h h u U) as (x & y & _ & _ & ->), (joined g h h v V) as (x' & y' & _ & _ & ->).
  rewrite !transposed_join. split; intro E; apply (f_equal (transposed g (h + h))) in E; rewrite !transposed_join in E; now rewrite E.
Qed.

Theorem peak_transposed g (r : routes g) n h k m : n = (h + h)%nat -> (2 <= n)%nat -> counted g k -> sound r -> funnel r m ->
  peak (repeated r n) (transposed g n) (k ^ (h - 1) * m).
Proof.
  intros -> H (P & L & E) R (M & B & G).
  assert (k ^ (h - 1) == (size g ^ (h - 1))%nat) as K.
  { replace (h - 1)%Z with (Z.of_nat (h - 1)) by lia. rewrite <- (size_power_Q g (h - 1) k L E). now rewrite size_power. }
  rewrite <- E in K. assert (k ^ (h - 1) * m == (size g ^ (h - 1))%nat * m) as V by (rewrite <- K, E; reflexivity).
  pose proof (bounded_repeated g r h m P ltac:(lia) R M B) as A. split.
  - intros c I. rewrite V. destruct (first_or_last r h h c R I) as [(d & z & D & Z & F)|(z & d & Z & D & F)].
    + rewrite (carried_by_first g r h P c d z Z F). now apply A.
    + rewrite (carried_by_last g r h P c z d Z F). now apply A.
  - destruct h as [|h]; [lia|]. destruct (gathers_repeated g r h m P R G) as (z & d & Z & D & F).
    destruct (first_found r (S h) (S h) d z R D Z) as (c & C & O). exists c. split; [exact C|].
    rewrite V, (carried_by_first g r (S h) P c d z Z O), F. now replace (S h - 1)%nat with h by lia.
Qed.

Lemma half_of_twice (n h : nat) : n = (h + h)%nat -> (Z.of_nat n / 2 = Z.of_nat h)%Z.
Proof. intros ->. replace (Z.of_nat (h + h)) with (h * 2)%Z by lia. now apply Z.div_mul. Qed.
