(** Rational means: the spread of a network, its mean distance over all ordered pairs of nodes, equal ones included.
    Spreads of a product add. Sizes as rational numbers multiply. *)

From Coq Require Import List ZArith QArith Qpower Qfield Qround Lqa Lia.
From Netlemma Require Import Definitions Sums Walks Products Factors.
Local Open Scope Q_scope.

Lemma Q_add (a b : nat) : inject_Z (a + b)%nat == a + b.
Proof. now rewrite Nat2Z.inj_add, inject_Z_plus. Qed.

Lemma Q_mul (a b : nat) : inject_Z (a * b)%nat == a * b.
Proof. now rewrite Nat2Z.inj_mul, inject_Z_mult. Qed.

Lemma Q_succ (a : nat) : inject_Z (S a) == a + 1.
Proof. rewrite Nat2Z.inj_succ. unfold Z.succ. now rewrite inject_Z_plus. Qed.

Lemma Q_less (a b : nat) : (a < b)%nat -> a < b.
Proof. intro H. rewrite <- Zlt_Qlt. lia. Qed.

Lemma Q_equal (x y : Z) : x = y -> inject_Z x == inject_Z y.
Proof. now intros ->. Qed.

Ltac rational H :=
  apply Q_equal in H; unfold Z.sub in H;
  repeat first [rewrite inject_Z_plus in H | rewrite inject_Z_mult in H | rewrite inject_Z_opp in H].

Lemma positive_nonzero (x : Q) : 0 < x -> ~ x == 0.
Proof. intros H E. rewrite E in H. now apply Qlt_irrefl in H. Qed.

(** ** Sizes *)

Definition counted (g : graph) (n : Q) : Prop := proper g /\ (1 < size g)%nat /\ size g == n.

Lemma counted_numbered n c : (2 <= n)%nat -> counted (numbered n c) n.
Proof.
  intro H. unfold counted. rewrite size_numbered. split; [apply proper_numbered|]. split; [lia | reflexivity].
Qed.

Lemma counted_product g h m n : counted g m -> counted h n -> counted (product g h) (m * n).
Proof.
  intros (Pg & Bg & Eg) (Ph & Bh & Eh). unfold counted. rewrite size_product. split; [now apply proper_product|].
  split; [nia|]. now rewrite Q_mul, Eg, Eh.
Qed.

Lemma Qpower_S (a : Q) (n : nat) : ~ a == 0 -> a ^ S n == a * a ^ n.
Proof. intro H. rewrite Nat2Z.inj_succ, <- Z.add_1_l, Qpower_plus by assumption. reflexivity. Qed.

Lemma size_power_Q g n k : (1 < size g)%nat -> size g == k -> size (power g n) == k ^ n.
Proof.
  intros B E. rewrite size_power. assert (~ k == 0).
  { rewrite <- E. apply positive_nonzero. apply (Q_less 0). lia. }
  induction n as [|n IH]; [reflexivity|]. rewrite Qpower_S by assumption.
  cbn [Nat.pow]. now rewrite Q_mul, E, IH.
Qed.

Lemma counted_power g n k : (1 <= n)%nat -> counted g k -> counted (power g n) (k ^ n).
Proof.
  intros H (P & B & E). split; [now apply proper_power|]. split; [|now apply size_power_Q].
  rewrite size_power. apply Nat.pow_gt_1; lia.
Qed.

Lemma counted_large g n : counted g n -> 1 < n.
Proof. intros (_ & B & E). rewrite <- E. now apply (Q_less 1). Qed.

Lemma counted_more g n (P : Prop) : counted g n -> (1 < n -> P) -> P.
Proof. intros C H. exact (H (counted_large g n C)). Qed.

(** ** Spreads *)

Definition spread (g : graph) (w : Q) : Prop := exists t, total_distance g t /\ w * (size g * size g) == t.

Theorem spread_product g h v w : proper g -> proper h -> spread g v -> spread h w -> spread (product g h) (v + w).
Proof.
  intros Pg Ph (t & Ht & Et) (u & Hu & Eu). eexists. split; [exact (total_distance_product g h t u Pg Ph Ht Hu)|].
  rewrite size_product, Q_add, !Q_mul, <- Et, <- Eu. ring.
Qed.

Theorem spread_power g n w : proper g -> spread g w -> spread (power g n) (n * w).
Proof.
  intros P H. induction n as [|n IH].
  - exists 0%nat. split; [apply total_distance_point|]. change (inject_Z 0%nat) with 0. ring.
  - destruct (spread_product g (power g n) _ _ P (proper_power g n P) H IH) as (t & T & E).
    exists t. split; [exact T|]. change (power g (S n)) with (product g (power g n)). rewrite <- E, Q_succ. ring.
Qed.

Lemma spread_numbered n c t w : (2 <= n)%nat -> total_distance (numbered n c) t ->
  w * (n * n) == t -> spread (numbered n c) w.
Proof. intros _ T E. exists t. rewrite size_numbered. now split. Qed.

Lemma size_nonzero (n : nat) : (2 <= n)%nat -> ~ n == 0.
Proof. intro H. apply positive_nonzero. apply (Q_less 0). lia. Qed.

Theorem spread_line (n : nat) : (2 <= n)%nat -> spread (line n) ((n ^ 2 - 1) / (3 * n)).
Proof.
  intro H. pose proof (size_nonzero n H) as N. pose proof (line_sum n) as E.
  eapply spread_numbered; [assumption | now apply (total_line n) |].
  rational E.
  setoid_replace (inject_Z (sum (seq 0 n) (fun x => sum (seq 0 n) (line_distance x))))
    with (n * (n * n - 1) / 3) by (apply (Qmult_inj_l _ _ 6); [discriminate | rewrite E; field]).
  field. assumption.
Qed.

Lemma half_even (n : nat) : (n mod 2 = 0)%Z -> exists h, n = (2 * h)%nat.
Proof. intro E. exists (Z.to_nat (n / 2)). Z.to_euclidean_division_equations. lia. Qed.

Lemma half_odd (n : nat) : (n mod 2 <> 0)%Z -> exists h, n = (2 * h + 1)%nat.
Proof. intro E. exists (Z.to_nat (n / 2)). Z.to_euclidean_division_equations. lia. Qed.

Theorem spread_ring (n : nat) : (2 <= n)%nat ->
  spread (ring n) (if (n mod 2 =? 0)%Z then n / 4 else (n ^ 2 - 1) / (4 * n)).
Proof.
  intro H. pose proof (size_nonzero n H) as N.
  eapply spread_numbered; [assumption | apply total_ring |]. rewrite Q_mul.
  destruct (Z.eqb_spec (n mod 2) 0) as [E|E].
  - destruct (half_even n E) as [h ->]. pose proof (ring_sum_even h) as S. rational S.
    rewrite S, Q_mul. change (inject_Z 2%nat) with 2. field.
  - destruct (half_odd n E) as [h ->]. pose proof (ring_sum_odd h) as S. rational S.
    rewrite S. rewrite Q_add, Q_mul in *. change (inject_Z 2%nat) with 2 in *.
    change (inject_Z 1%nat) with 1 in *. change (inject_Z 1) with 1. field. exact N.
Qed.

Theorem spread_oneway_ring (n : nat) : (2 <= n)%nat -> spread (oneway_ring n) ((n - 1) / 2).
Proof.
  intro H. eapply spread_numbered; [assumption | apply total_oneway_ring |]. rewrite Q_mul.
  pose proof (number_sum n) as E. rational E.
  setoid_replace (inject_Z (sum (seq 0 n) (fun k => k))) with (n * (n - 1) / 2)
    by (apply (Qmult_inj_l _ _ 2); [discriminate | rewrite E; field]).
  field.
Qed.

Theorem spread_clique (n : nat) : (2 <= n)%nat -> spread (clique n) ((n - 1) / n).
Proof.
  intro H. pose proof (size_nonzero n H) as N. eapply spread_numbered; [assumption | apply total_clique |].
  rewrite Q_mul. replace (Z.of_nat (n - 1)) with (n + (-1))%Z by lia. rewrite inject_Z_plus.
  change (inject_Z (-1)) with (-1). field. exact N.
Qed.

Theorem spread_bus (n : nat) : (2 <= n)%nat -> spread (bus n) ((n - 1) / n).
Proof. apply spread_clique. Qed.

(** ** Quantities from spreads *)

Theorem mean_distance_by_spread g n w mean :
  counted g n -> spread g w -> (1 < n -> mean * (n - 1) == w * n) -> mean_distance g mean.
Proof.
  intros C (t & T & W) M. pose proof (M (counted_large g n C)) as M'. destruct C as (_ & B & E).
  split; [exact B|]. exists t. split; [exact T|].
  rewrite <- W, E. setoid_replace (mean * (n * (n - 1))) with (mean * (n - 1) * n) by ring. rewrite M'. ring.
Qed.

Theorem wiener_index_by_spread g n w index :
  counted g n -> spread g w -> (1 < n -> 2 * index == w * (n * n)) -> wiener_index g index.
Proof.
  intros C (t & T & W) M. exists t. split; [exact T|].
  rewrite M, <- W by exact (counted_large g n C). destruct C as (_ & _ & E). now rewrite E.
Qed.

Theorem ordered_wiener_index_by_spread g n w index :
  counted g n -> spread g w -> (1 < n -> index == w * (n * n)) -> ordered_wiener_index g index.
Proof.
  intros C (t & T & W) M. exists t. split; [exact T|].
  rewrite M, <- W by exact (counted_large g n C). destruct C as (_ & _ & E). now rewrite E.
Qed.
