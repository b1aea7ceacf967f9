(** Tactics of exported proofs about edge forwarding indices. *)

From Coq Require Import List ZArith QArith Qminmax Lqa Lia.
From Netlemma Require Import Definitions Forwarding Products Factors Means Tactics LoadTactics LinksCrossed FactorLinks.
Local Open Scope Q_scope.

Ltac eased_devices := lazymatch goal with
  | |- eased (product_devices _ _) _ => eapply eased_product; [count_nodes | count_nodes | eased_devices | eased_devices]
  | |- eased (power_devices _ _) _ => eapply eased_power; [count_nodes | eased_devices]
  | |- eased (line_devices _) _ => apply eased_line; lia
  | |- eased (ring_devices _) _ => apply eased_ring; lia
  | |- eased (oneway_ring_devices _) _ => apply eased_oneway_ring; lia
  | |- eased (clique_devices _) _ => apply eased_clique; lia
  | |- eased (bus_devices _) _ => apply eased_bus; lia
  end.

Ltac strained_devices := lazymatch goal with
  | |- strained (product_devices _ _) _ =>
    eapply strained_product; [count_nodes | count_nodes | strained_devices | strained_devices]
  | |- strained (power_devices _ _) _ => eapply strained_power; [lia | count_nodes | strained_devices]
  | |- strained (line_devices _) _ => apply strained_line; lia
  | |- strained (ring_devices _) _ => apply strained_ring; lia
  | |- strained (oneway_ring_devices _) _ => apply strained_oneway_ring; lia
  | |- strained (clique_devices _) _ => apply strained_clique; lia
  | |- strained (bus_devices _) _ => apply strained_bus; lia
  end.

(** The index is the largest of the values of all factors. A value that is never the largest may be missing: that of a clique,
    where another one is a number. *)
Lemma clique_below (n : nat) : (2 <= n)%nat -> 2 / n <= 1.
Proof.
  intro H. apply Q_at_least in H. change (inject_Z 2%nat) with 2 in H. apply Qle_shift_div_r; lra.
Qed.

Ltac clique_facts := repeat match goal with
  | H : (2 <= ?n)%nat |- context [2 / inject_Z (Z.of_nat ?n)] =>
    lazymatch goal with _ : 2 / inject_Z (Z.of_nat n) <= 1 |- _ => fail | _ => pose proof (clique_below n H) end
  end.

Ltac number_or_clique := lazymatch goal with B : 1 < _ |- ?x * ?n <= _ => first
  [ apply Qle_trans with (1 * n); [apply Qmult_le_compat_r; assumption | less_by_numbers]
  | let v := eval vm_compute in x in lazymatch v with ?p # ?q => change x with (p # q) end; less_by_numbers ]
  end
with less_by_numbers := lazymatch goal with B : 1 < _ |- _ => revert B end;
  numbers; powers; abstract_powers; numbers; let L := fresh in intro L; lra.
Ltac factors_below := lazymatch goal with
  | |- Qmax _ _ * _ <= _ => apply max_below; [assumption | factors_below | factors_below]
  | |- _ <= Qmax _ _ * _ =>
    first [apply below_left; [assumption | factors_below] | apply below_right; [assumption | factors_below]]
  | |- _ => first [leaf | number_or_clique]
  end.

Ltac largest_factor := size_facts; clique_facts; let B := fresh in intro B; one_of_both; lazymatch goal with
  | |- context [Qmax _ _] =>
    destruct (more_than_one _ B); assert (0 <= 1) by discriminate; apply Qle_antisym; factors_below
  | |- _ => revert B; arithmetic
  end.
