(** Tactics for exported theorems: the steps of a derivation for products, and closed forms. *)

From Coq Require Import List ZArith QArith Qpower Qfield Lqa Lia.
From Netlemma Require Import Definitions Sums Walks Products Factors Means Diameters Counts Moments Patterns Halves Polynomials NodesPassed.
Local Open Scope Q_scope.

(** ** Products, factor by factor *)

Ltac proper_network := lazymatch goal with
  | |- proper (product _ _) => apply proper_product; proper_network
  | |- proper (power _ _) => apply proper_power; proper_network
  | |- proper _ => apply proper_numbered
  end.

Ltac count_nodes := lazymatch goal with
  | |- counted (product _ _) _ => apply counted_product; count_nodes
  | |- counted (power _ _) _ => apply counted_power; [lia | count_nodes]
  | |- counted _ _ => apply counted_numbered; lia
  end.

Ltac add_spreads := lazymatch goal with
  | |- spread (product _ _) _ => apply spread_product; [proper_network | proper_network | add_spreads | add_spreads]
  | |- spread (power _ _) _ => apply spread_power; [proper_network | add_spreads]
  | |- spread (line _) _ => apply spread_line; lia
  | |- spread (ring _) _ => apply spread_ring; lia
  | |- spread (oneway_ring _) _ => apply spread_oneway_ring; lia
  | |- spread (clique _) _ => apply spread_clique; lia
  | |- spread (bus _) _ => apply spread_bus; lia
  end.

Ltac add_diameters := lazymatch goal with
  | |- diameter (product _ _) _ => apply diameter_product; [proper_network | proper_network | add_diameters | add_diameters]
  | |- diameter (power _ _) _ => apply diameter_power; [proper_network | add_diameters]
  | |- diameter (line _) _ => apply diameter_line; lia
  | |- diameter (ring _) _ => apply diameter_ring; lia
  | |- diameter (oneway_ring _) _ => apply diameter_oneway_ring; lia
  | |- diameter (clique _) _ => apply diameter_clique; lia
  | |- diameter (bus _) _ => apply diameter_bus; lia
  end.

Ltac add_radii := lazymatch goal with
  | |- radius (product _ _) _ => apply radius_product; [proper_network | proper_network | add_radii | add_radii]
  | |- radius (power _ _) _ => apply radius_power; [proper_network | add_radii]
  | |- radius (line _) _ => apply radius_line; lia
  | |- radius (ring _) _ => apply radius_ring; lia
  | |- radius (oneway_ring _) _ => apply radius_oneway_ring; lia
  | |- radius (clique _) _ => apply radius_clique; lia
  | |- radius (bus _) _ => apply radius_bus; lia
  end.

Ltac add_densities := lazymatch goal with
  | |- density (product _ _) _ => apply density_product; [proper_network | proper_network | add_densities | add_densities]
  | |- density (power _ _) _ => apply density_power; [proper_network | add_densities]
  | |- density (line _) _ => apply density_line; lia
  | |- density (ring _) _ => apply density_ring; lia
  | |- density (oneway_ring _) _ => apply density_oneway_ring; lia
  | |- density (clique _) _ => apply density_clique; lia
  end.

Ltac add_degrees := lazymatch goal with
  | |- degree (product _ _) _ => apply degree_product; add_degrees
  | |- degree (power _ _) _ => apply degree_power; add_degrees
  | |- degree (ring _) _ => apply degree_ring; lia
  | |- degree (oneway_ring _) _ => apply degree_oneway_ring; lia
  | |- degree (clique _) _ => apply degree_clique; lia
  | |- degree (line 2) _ => apply degree_line_2
  end.

Ltac add_moments := lazymatch goal with
  | |- moments (product _ _) _ _ => apply moments_product; [proper_network | proper_network | add_moments | add_moments]
  | |- moments (power _ _) _ _ => apply moments_power; [proper_network | add_moments]
  | |- moments (line _) _ _ => apply moments_line; lia
  | |- moments (ring _) _ _ => apply moments_ring; lia
  | |- moments (oneway_ring _) _ _ => apply moments_oneway_ring; lia
  | |- moments (clique _) _ _ => apply moments_clique; lia
  | |- moments (bus _) _ _ => apply moments_bus; lia
  end.

Ltac shift_nodes := lazymatch goal with
  | |- shifted_everywhere (product _ _) => apply shifted_product; [proper_network | proper_network | shift_nodes | shift_nodes]
  | |- shifted_everywhere (power _ _) => apply shifted_power; [proper_network | shift_nodes]
  | |- shifted_everywhere (ring _) => apply shifted_ring
  | |- shifted_everywhere (oneway_ring _) => apply shifted_oneway_ring
  | |- shifted_everywhere (clique _) => apply shifted_clique
  | |- shifted_everywhere (bus _) => apply shifted_bus
  | |- shifted_everywhere (line 2) => apply shifted_line_2
  end.

Ltac even := first [assumption | reflexivity].

Ltac add_reaches := lazymatch goal with
  | |- reach (product _ _) _ _ => apply reach_product; [proper_network | proper_network | add_reaches | add_reaches]
  | |- reach (power _ _) (transposed _ _) _ => apply reach_transposed; [proper_network | even | add_spreads]
  | |- reach (power _ _) _ _ => apply reach_power; [proper_network | add_reaches]
  | |- reach (line _) (mirrored _) _ => apply reach_mirrored_line; lia
  | |- reach (ring _) (mirrored _) _ => apply reach_mirrored_ring; lia
  | |- reach (oneway_ring _) (mirrored _) _ => apply reach_mirrored_oneway_ring; lia
  | |- reach _ (mirrored _) _ => apply reach_mirrored_clique; lia
  | |- reach (line _) (shifted _ 1) _ => apply reach_neighbor_line; lia
  | |- reach (ring _) (shifted _ 1) _ => apply reach_neighbor_ring; lia
  | |- reach (oneway_ring _) (shifted _ 1) _ => apply reach_neighbor_oneway_ring; lia
  | |- reach _ (shifted _ 1) _ => apply reach_neighbor_clique; lia
  | |- reach (oneway_ring _) (shifted ?n (?n - 1)) _ => apply reach_last_oneway_ring; lia
  | |- reach (ring _) (shifted _ (_ / 2)) _ => apply reach_half_ring; lia
  | |- reach (oneway_ring _) (shifted _ (_ / 2)) _ => apply reach_half_oneway_ring; lia
  | |- reach _ (shifted _ (_ / 2)) _ => apply reach_half_clique; lia
  | |- reach (line _) (shifted _ _) _ => apply reach_tornado_line; lia
  | |- reach (ring _) (shifted _ _) _ => apply reach_tornado_ring; lia
  | |- reach (oneway_ring _) (shifted _ _) _ => apply reach_tornado_oneway_ring; lia
  | |- reach _ (shifted _ _) _ => apply reach_tornado_clique; lia
  end.

Ltac multiply_polynomials := lazymatch goal with
  | |- distance_polynomial (product _ _) _ _ =>
    apply polynomial_product; [proper_network | proper_network | multiply_polynomials | multiply_polynomials]
  | |- distance_polynomial (power _ _) _ _ => apply polynomial_power; [proper_network | multiply_polynomials]
  | |- distance_polynomial (line _) _ _ => apply polynomial_line; lia
  | |- distance_polynomial (oneway_ring _) _ _ => apply polynomial_oneway_ring; lia
  | |- distance_polynomial (clique _) _ _ => apply polynomial_clique; lia
  | |- distance_polynomial (bus _) _ _ => apply polynomial_bus; lia
  end.

(** ** Closed forms

    Numbers are written as such, cases are distinguished, powers with sums as exponents become products of powers,
    those of composite numbers products of powers of primes; what is left is an identity of rational functions. *)

Definition least_factor (c : Z) : Z :=
  match find (fun d => Z.eqb (Z.modulo c d) 0) (map Z.of_nat (seq 2 (Z.to_nat (Z.sqrt c) - 1))) with
  | Some d => d
  | None => c
  end.

Lemma Qpower_composite a b c n : a * b == c -> c ^ n == a ^ n * b ^ n.
Proof. intros <-. apply Qmult_power. Qed.

Lemma Qpower_times a (c n : Z) : a ^ (c * n) == (a ^ n) ^ c.
Proof. rewrite Z.mul_comm. apply Qpower_mult. Qed.

Lemma quarter_square (n : nat) : inject_Z (n ^ 2 / 4) == if (n mod 2 =? 0)%Z then n ^ 2 / 4 else (n ^ 2 - 1) / 4.
Proof.
  destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
  - destruct (half_even n P) as [h ->]. replace (Z.of_nat (2 * h) ^ 2 / 4)%Z with (h * h)%Z
      by (rewrite Nat2Z.inj_mul, Z.pow_2_r; Z.to_euclidean_division_equations; lia).
    rewrite inject_Z_mult, Q_mul. change (inject_Z 2%nat) with 2. field.
  - destruct (half_odd n P) as [h ->]. replace (Z.of_nat (2 * h + 1) ^ 2 / 4)%Z with (h * h + h)%Z
      by (rewrite Nat2Z.inj_add, Nat2Z.inj_mul, Z.pow_2_r; Z.to_euclidean_division_equations; lia).
    rewrite inject_Z_plus, inject_Z_mult, Q_add, Q_mul. change (inject_Z 2%nat) with 2. change (inject_Z 1%nat) with 1.
    field.
Qed.

Lemma half (n : nat) : inject_Z (n / 2) == if (n mod 2 =? 0)%Z then n / 2 else (n - 1) / 2.
Proof.
  destruct (Z.eqb_spec (n mod 2) 0) as [P|P].
  - destruct (half_even n P) as [h ->]. replace (Z.of_nat (2 * h) / 2)%Z with (Z.of_nat h)
      by (rewrite Nat2Z.inj_mul; Z.to_euclidean_division_equations; lia).
    rewrite Q_mul. change (inject_Z 2%nat) with 2. field.
  - destruct (half_odd n P) as [h ->]. replace (Z.of_nat (2 * h + 1) / 2)%Z with (Z.of_nat h)
      by (rewrite Nat2Z.inj_add, Nat2Z.inj_mul; Z.to_euclidean_division_equations; lia).
    rewrite Q_add, Q_mul. change (inject_Z 2%nat) with 2. change (inject_Z 1%nat) with 1. field.
Qed.

Ltac positive := first
  [ assumption | reflexivity | apply Qpower_0_lt; positive | apply (Q_less 0); lia
  | apply Qmult_lt_0_compat; positive ].

Ltac nonzero := first [ discriminate | apply positive_nonzero; positive ].

Ltac is_closed b := let v := eval vm_compute in b in
  first [ constr_eq v true | constr_eq v false ]; change b with v.

Ltac numbers := repeat match goal with
  | |- context [Z.of_nat ?k] => lazymatch k with
    | O => change (Z.of_nat k) with 0%Z
    | S _ => let v := eval vm_compute in (Z.of_nat k) in change (Z.of_nat k) with v
    end
  end; repeat match goal with
  | |- context [inject_Z ?z] => lazymatch z with
    | Z0 => change (inject_Z z) with 0
    | Zpos _ => change (inject_Z z) with (z # 1)
    | Z.div ?m _ => lazymatch m with
      | Z.of_nat _ => fail
      | _ => let v := eval vm_compute in z in lazymatch v with Zpos _ => change z with v end
      end
    end
  end.

Ltac distinguish := repeat match goal with
  | |- context [if ?b then _ else _] => first [is_closed b | destruct b eqn:?]; cbv beta iota
  end.

Ltac powers := repeat match goal with
  | |- context [?a ^ (?m + ?n)] => rewrite (Qpower_plus a m n) by nonzero
  | |- context [?a ^ (?m - ?n)] => rewrite (Qpower_minus a m n) by nonzero
  | |- context [?a ^ (- ?n)] => rewrite (Qpower_opp a n)
  | |- context [?a ^ (?c * Z.of_nat ?n)] => rewrite (Qpower_times a c n)
  | |- context [(Zpos ?c # 1) ^ (Z.of_nat ?n)] =>
    let d := eval vm_compute in (least_factor (Zpos c)) in
    let e := eval vm_compute in (Z.div (Zpos c) d) in
    lazymatch e with 1%Z => fail | _ => rewrite (Qpower_composite (d # 1) (e # 1) (Zpos c # 1) n) by reflexivity end
  end.

Ltac abstract_powers := repeat match goal with
  | |- context [?a ^ (Z.of_nat ?n)] =>
    let p := fresh "p" in let H := fresh "H" in
    assert (H : 0 < a ^ (Z.of_nat n)) by positive;
    set (p := a ^ (Z.of_nat n)) in *; clearbody p
  end.

Lemma Q_at_least (a b : nat) : (a <= b)%nat -> a <= b.
Proof. intro H. rewrite <- Zle_Qle. lia. Qed.

Ltac size_facts := repeat match goal with
  | H : (?a <= ?b)%nat |- _ =>
    let v := eval compute in (inject_Z (Z.of_nat a)) in
    lazymatch goal with _ : v <= inject_Z (Z.of_nat b) |- _ => fail | _ => assert (v <= inject_Z (Z.of_nat b)) by exact (Q_at_least a b H) end
  end.

Ltac conditions := repeat split; first [nonzero | let E := fresh in intro E; lra | let E := fresh in intro E; nra].

(** Cases that exclude each other, such as a size that is odd and has no remainder modulo 4. *)

Ltac excluded := exfalso; repeat match goal with
  | H : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in H
  | H : (_ =? _)%Z = false |- _ => apply Z.eqb_neq in H
  | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
  | H : (_ <=? _)%Z = false |- _ => apply Z.leb_gt in H
  end; Z.to_euclidean_division_equations; lia.

(** An equality, or an inequality of a denominator with zero, given that the network has more than one node. *)

Ltac arithmetic := size_facts; rewrite ?quarter_square; numbers; distinguish; powers; abstract_powers; numbers;
  let B := fresh in intro B; first [reflexivity | ring | field; conditions | conditions | excluded].

(** The same for formulas that are written in another way, under further hypotheses. *)

Ltac formula_arithmetic := first [arithmetic |
  size_facts; numbers; distinguish; rewrite ?quarter_square, ?half;
  repeat match goal with H : ?b = _ |- context [if ?b then _ else _] => rewrite H end; distinguish;
  first [excluded | arithmetic]].

Ltac apart := repeat split; lazymatch goal with
  | |- ?x == 0 -> False => change (~ x == 0); apart
  | |- ~ _ * _ == 0 => let E := fresh in intro E; apply Qmult_integral in E as [E|E]; revert E; apart
  | |- ~ _ ^ _ == 0 => apply Qpower_not_0; apart
  | |- ~ 1 - _ == 0 => apply one_less; assumption
  | |- ~ _ => apply size_nonzero; assumption
  | |- True => exact I
  end.

(** An equality of products of powers of polynomials: those of products and fractions are taken apart. *)

Ltac polynomial_arithmetic := numbers; let B := fresh in intro B; first
  [ arithmetic_of_powers | repeat rewrite ?Qdiv_power, ?Qmult_power, <- ?Qpower_mult;
    rewrite ?(Z.mul_comm (Zpos _)); first [reflexivity | arithmetic_of_powers] ]
with arithmetic_of_powers := first [reflexivity | ring | apply Qpower_comp; [ring | reflexivity]].
