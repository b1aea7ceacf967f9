(** Tactics of exported proofs about worst cases of dimension order. *)

From Coq Require Import List ZArith QArith Qpower Qminmax Lqa Lia.
From Netlemma Require Import Definitions Loads Products Factors Means Patterns Tactics Crossings LoadTactics Funnels WorstLoads FactorWorst.
Local Open Scope Q_scope.

Theorem worst_load_factor g k (r : routes g) u e w : counted g k -> stressed r u e -> (1 < k -> w == e) -> worst_channel_load r w.
Proof.
  intros C (_ & N & _ & A & _) W. specialize (W (counted_large g k C)). apply worst_of_admissible. split.
  - refine (never_above_weaker _ _ _ _ _ _ N). rewrite W. apply Qle_refl.
  - apply (achieved_equal _ _ _ e); [now rewrite W | exact A].
Qed.

Lemma fraction_by g m (r : routes g) w b q : counted g m -> sound r -> worst_of r 1 1 w -> busy r b -> 0 < b ->
  q * w * (m - 1) == b * m -> fraction_of_capacity r q.
Proof.
  intros C R W B P E. pose proof (counted_large g m C). assert (0 < b * m) as Z by nra.
  exists ((m - 1) / (b * m)), w. split; [|split; [now apply worst_of_admissible|]].
  - apply (throughput_uniform g m r b _ C R B). intros _. field. split; intro; lra.
  - setoid_replace (q * ((m - 1) / (b * m)) * w) with (q * w * (m - 1) / (b * m)) by (field; split; intro; lra).
    rewrite E. field. split; intro; lra.
Qed.

Theorem fraction_factor g k (r : routes g) u e b q : counted g k -> sound r -> stressed r u e -> busy r b -> (1 < k -> 0 < b) ->
  (1 < k -> q * e * (k - 1) == b * k) -> fraction_of_capacity r q.
Proof.
  intros C R (_ & N & _ & A & _) B P E. pose proof (counted_large g k C) as L.
  apply (fraction_by g k r e b q C R (conj N A) B (P L) (E L)).
Qed.

(** A power has an even number of factors, or an odd one; of its nodes, [m] is the number. *)
Definition by_halves (n : nat) (even odd : nat -> Prop) : Prop :=
  (forall h, n = (S h + S h)%nat -> even h) /\ (forall h, n = S (h + h) -> odd h).

Lemma halves_cover n : (1 <= n)%nat -> exists h, n = (S h + S h)%nat \/ n = S (h + h).
Proof.
  intro H. pose proof (Nat.div_mod_eq n 2). pose proof (Nat.mod_upper_bound n 2 ltac:(lia)).
  destruct (Nat.eq_dec (n mod 2) 0); [exists (n / 2 - 1)%nat | exists (n / 2)%nat]; lia.
Qed.

Section Powers.
  Variables (g : graph) (k m : Q) (r : routes g) (n : nat) (u e : Q).
  Hypotheses (Cn : counted (power g n) m) (C : counted g k) (R : sound r) (T : stressed r u e).

  Lemma some_factor : (1 <= n)%nat.
  Proof. destruct n; [|lia]. destruct Cn as (_ & B & _). unfold size in B. simpl in B. lia. Qed.

  Lemma worst_of_power : exists w, worst_of (repeated r n) 1 1 w /\
    (exists h, n = (S h + S h)%nat /\ w = k ^ h * u \/ n = S (h + h) /\ w = k ^ h * e).
  Proof.
    destruct (halves_cover n some_factor) as (h & [E|E]).
    - exists (k ^ h * u). split; [now apply (worst_of_even g r k u e C R T) | exists h; left; auto].
    - exists (k ^ h * e). split; [now apply (worst_of_odd g r k u e C R T) | exists h; right; auto].
  Qed.

  Theorem worst_load_power w : (1 < m -> by_halves n (fun h => w == k ^ h * u) (fun h => w == k ^ h * e)) ->
    worst_channel_load (repeated r n) w.
  Proof.
    intro W. destruct (W (counted_large _ _ Cn)) as [We Wo]. destruct worst_of_power as (v & [N A] & h & V).
    assert (w == v) as E by (destruct V as [[L ->]|[L ->]]; auto). apply worst_of_admissible. split.
    - refine (never_above_weaker _ _ _ _ _ _ N). rewrite E. apply Qle_refl.
    - apply (achieved_equal _ _ _ v); [now rewrite E | exact A].
  Qed.

  Theorem fraction_power b q : busy r b -> (1 < m -> 0 < b) ->
    (1 < m -> by_halves n (fun h => q * (k ^ h * u) * (m - 1) == b * m) (fun h => q * (k ^ h * e) * (m - 1) == b * m)) ->
    fraction_of_capacity (repeated r n) q.
  Proof.
    intros Bu P W. pose proof (counted_large _ _ Cn) as L. destruct (W L) as [We Wo]. destruct worst_of_power as (v & V & h & H).
    apply (fraction_by (power g n) m (repeated r n) v b q Cn (sound_repeated r n R) V).
    - exact (busy_repeated g r n k b some_factor C R Bu).
    - now apply P.
    - destruct H as [[E ->]|[E ->]]; auto.
  Qed.
End Powers.

Ltac stressed_factor := lazymatch goal with
  | |- stressed (line_routes _) _ _ => apply stressed_line; lia
  | |- stressed (oneway_ring_routes _) _ _ => apply stressed_oneway_ring; lia
  | |- stressed (ring_routes _ _) _ _ => apply stressed_ring; lia
  | |- stressed (clique_routes _) _ _ => apply stressed_clique; lia
  | |- stressed (bus_routes _) _ _ => apply stressed_bus; lia
  end.

(** ** Closed forms: the number of factors is twice a number, or one more *)

Lemma twice_even h : ((2 * Z.of_nat h + 2) mod 2 =? 0)%Z = true.
Proof. apply Z.eqb_eq. Z.to_euclidean_division_equations. lia. Qed.
Lemma twice_odd h : ((2 * Z.of_nat h + 1) mod 2 =? 0)%Z = false.
Proof. apply Z.eqb_neq. Z.to_euclidean_division_equations. lia. Qed.
Lemma half_twice_even h : ((2 * Z.of_nat h + 2) / 2 = h + 1)%Z.
Proof. Z.to_euclidean_division_equations. lia. Qed.
Lemma half_twice_odd h : ((2 * Z.of_nat h + 1) / 2 = h)%Z.
Proof. Z.to_euclidean_division_equations. lia. Qed.

Ltac given_halves n h E := first
  [ exfalso; lia
  | is_var n; let F := fresh in
    first [ assert (Z.of_nat n = (2 * Z.of_nat h + 2)%Z) as F by lia | assert (Z.of_nat n = (2 * Z.of_nat h + 1)%Z) as F by lia ];
    rewrite F in *; clear F E; try clear n; rewrite ?twice_even, ?twice_odd, ?half_twice_even, ?half_twice_odd in *
  | let v := eval vm_compute in (n / 2)%nat in
    first [ let F := fresh in assert (h = v) as F by lia; rewrite F in *; clear F E
          | let v := eval vm_compute in (n / 2 - 1)%nat in let F := fresh in assert (h = v) as F by lia; rewrite F in *; clear F E ] ].

(** A ring of two nodes, or one of three and more. *)
Ltac two_or_more := repeat match goal with
  | |- context [(Z.of_nat ?n =? 2)%Z] => is_var n; destruct (Nat.eq_dec n 2) as [->|];
    [ repeat match goal with H : (2 <= 2)%nat |- _ => clear H end
    | assert (3 <= n)%nat by lia; replace (Z.of_nat n =? 2)%Z with false by (symmetry; apply Z.eqb_neq; lia) ]
  end.

Ltac halved closing := two_or_more; lazymatch goal with
  | |- 1 < _ -> by_halves ?n _ _ =>
    let B := fresh in intro B; split; let h := fresh "h" in let E := fresh in intros h E; cbv beta;
    unfold around_ring, around_ring_equally; given_halves n h E; try discriminate; cbv iota; revert B; closing
  | |- _ => unfold around_ring, around_ring_equally; cbv iota; closing
  end.

(** A load is positive. *)
Ltac positive_load := cbv iota; let B := fresh in intro B; value_positive.
