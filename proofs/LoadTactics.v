(** Tactics of exported proofs about loads of channels. *)

From Coq Require Import List ZArith QArith Qpower Qminmax Lqa Lia.
From Netlemma Require Import Definitions Loads Products Factors Means Patterns Tactics Crossings FactorLoads CliqueLoads RingLoads
  RingUniform RingPatterns.
Local Open Scope Q_scope.

Theorem throughput_uniform g n (r : routes g) m most : counted g n -> sound r -> busy r m ->
  (1 < n -> most * (m * n) == n - 1) -> throughput r (uniform g) most.
Proof.
  intros C R B E. pose proof (counted_large g n C) as L. specialize (E L). exists (m * n / (n - 1)). split.
  - apply (max_load_uniform g n r m _ C R B). intros _. field. intro Z. lra.
  - setoid_replace (most * (m * n / (n - 1))) with (most * (m * n) / (n - 1)) by (field; intro Z; lra).
    rewrite E. field. intro Z. lra.
Qed.

Theorem throughput_sent g n (r : routes g) f m most : counted g n -> permutes g f -> peak r f m ->
  (1 < n -> most * m == 1) -> throughput r (sent g f) most.
Proof.
  intros C P K E. exists m. split; [|exact (E (counted_large g n C))].
  apply (max_load_sent g n r f m m C P K). reflexivity.
Qed.

Ltac sound_routes := lazymatch goal with
  | |- sound (in_turn _ _) => apply sound_in_turn; sound_routes
  | |- sound (repeated _ _) => apply sound_repeated; sound_routes
  | |- sound (line_routes _) => apply sound_line
  | |- sound (oneway_ring_routes _) => apply sound_oneway_ring
  | |- sound (ring_routes _ _) => apply sound_ring
  | |- sound (clique_routes _) => apply sound_clique
  | |- sound (bus_routes _) => apply sound_bus
  end.

Ltac permutations := lazymatch goal with
  | |- permutes (product _ _) _ => apply permutes_product; permutations
  | |- permutes (power _ _) _ => apply permutes_power; permutations
  | |- permutes _ (mirrored _) => apply permutes_mirrored
  | |- permutes _ (shifted ?n _) => apply permutes_shifted; shift_inside
  end
with shift_inside := lazymatch goal with
  | |- (?n / 2 < ?n)%nat => apply half_inside; lia
  | |- (_ / 2 - 1 < _)%nat => apply tornado_inside; lia
  | |- _ => lia
  end.

Ltac busiest_channels := lazymatch goal with
  | |- busy (in_turn _ _) _ =>
    eapply busy_in_turn; [count_nodes | count_nodes | sound_routes | sound_routes | busiest_channels | busiest_channels]
  | |- busy (repeated _ _) _ => eapply busy_repeated; [lia | count_nodes | sound_routes | busiest_channels]
  | |- busy (line_routes _) _ => apply busy_line; lia
  | |- busy (oneway_ring_routes _) _ => apply busy_oneway_ring; lia
  | |- busy (ring_routes _ _) _ => apply busy_ring; lia
  | |- busy (clique_routes _) _ => apply busy_clique; lia
  | |- busy (bus_routes _) _ => apply busy_bus; lia
  end.

Ltac peaks := lazymatch goal with
  | |- peak (in_turn _ _) _ _ =>
    eapply peak_in_turn; [count_nodes | count_nodes | sound_routes | sound_routes | permutations | peaks | peaks]
  | |- peak (repeated _ _) _ _ => eapply peak_repeated; [lia | count_nodes | sound_routes | permutations | peaks]
  | |- peak (oneway_ring_routes _) _ _ => apply peak_oneway_ring; [lia | permutations | add_reaches]
  | |- peak (line_routes _) (mirrored _) _ => apply peak_mirrored_line; lia
  | |- peak (line_routes _) (shifted _ 1) _ => apply peak_neighbor_line; lia
  | |- peak (line_routes _) (shifted _ _) _ => apply peak_tornado_line; lia
  | |- peak (ring_routes _ _) (shifted _ 1) _ => apply peak_neighbor_ring; lia
  | |- peak (ring_routes _ _) (shifted _ (_ / 2)) _ => apply peak_half_ring; lia
  | |- peak (ring_routes _ _) (shifted _ _) _ => apply peak_tornado_ring; lia
  | |- peak (clique_routes _) (mirrored _) _ => apply peak_mirrored_clique; lia
  | |- peak (clique_routes _) (shifted _ _) _ => apply peak_shifted_clique; inner_shift
  | |- peak (bus_routes _) (mirrored _) _ => apply peak_mirrored_bus; lia
  | |- peak (bus_routes _) (shifted _ _) _ => apply peak_shifted_bus; inner_shift
  end
with inner_shift := lazymatch goal with
  | |- (0 < ?n / 2 < _)%nat => destruct (half_inside n); lia
  | |- (0 < _ / 2 - 1 < ?n)%nat =>
    pose proof (Nat.div_mod_eq (n + 1) 2); pose proof (Nat.mod_upper_bound (n + 1) 2); lia
  | |- _ => lia
  end.

(** No denominator is zero, though powers with differences as exponents stay as they are. *)
Ltac never_zero := first [arithmetic | size_facts; numbers; distinguish; let B := fresh in intro B; repeat split; not_zero]
with not_zero := lazymatch goal with
  | |- True => exact I
  | |- ?x == 0 -> False => change (~ x == 0); not_zero
  | |- ~ _ * _ == 0 => let E := fresh in intro E; apply Qmult_integral in E as [E|E]; revert E; not_zero
  | |- ~ _ ^ (_ - _) == 0 => apply Qpower_not_0; not_zero
  | |- ~ _ ^ (_ + _) == 0 => apply Qpower_not_0; not_zero
  | |- ~ _ => let E := fresh in intro E; first [lra | nra | revert E; nonzero]
  end.
