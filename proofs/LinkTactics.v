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

(** The index is the largest of the values of all factors. *)
Ltac largest_factor := size_facts; let B := fresh in intro B; one_of_both; lazymatch goal with
  | |- context [Qmax _ _] => destruct (more_than_one _ B); assert (0 <= 1) by discriminate; same_largest
  | |- _ => revert B; arithmetic
  end.
