(** Tactics of exported proofs about loads of channels. *)

From Coq Require Import List ZArith QArith Qpower Qminmax Lqa Lia.
From Netlemma Require Import Definitions Loads Products Factors Means Patterns Halves Tactics Crossings TwoPhases FactorLoads
  CliqueLoads RingLoads RingUniform RingPatterns RingMirrored HalvesLoads Funnels.
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

(** Probabilities are given as they are. *)
Ltac fair_routes := lazymatch goal with
  | |- fair (in_turn _ _) => apply fair_in_turn; fair_routes
  | |- fair (repeated _ _) => apply fair_repeated; fair_routes
  | |- fair (ring_routes ?ties ?n) => let x := fresh in let y := fresh in let w := fresh in intros x y w;
    cbn [ways ring_routes]; destruct (2 * ahead n x y ?= n)%nat, ties; simpl;
    let I := fresh in intro I; repeat (destruct I as [<-|I]; [discriminate|]); destruct I
  | |- fair _ => let x := fresh in let y := fresh in let w := fresh in intros x y w [<-|[]]; discriminate
  end.

(** Half of a number that is even by hypothesis, in exponents too, or of one that is given. *)
Ltac halves n := let h := fresh "h" in let E := fresh in match goal with
  | H : (Z.of_nat n mod 2 =? 0)%Z = true |- _ => destruct (even_halves n H) as [h E]; rewrite ?(half_of_twice n h E)
  end.
Ltac half_of n continued := lazymatch goal with
  | _ : n = (?h + ?h)%nat |- _ => continued h
  | _ => let h := eval vm_compute in (n / 2)%nat in continued h
  end.

Ltac permutations := lazymatch goal with
  | |- permutes (power _ ?n) (transposed _ _) => half_of n ltac:(fun h => apply (permutes_transposed _ n h); first [assumption | reflexivity])
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

Ltac funnels := lazymatch goal with
  | |- funnel (line_routes _) _ => apply funnel_line; lia
  | |- funnel (oneway_ring_routes _) _ => apply funnel_oneway_ring; lia
  | |- funnel (ring_routes _ _) _ => apply funnel_ring; lia
  | |- funnel (clique_routes _) _ => apply funnel_clique; lia
  | |- funnel (bus_routes _) _ => apply funnel_bus; lia
  end.

Ltac peaks := lazymatch goal with
  | |- peak (repeated _ ?n) (transposed _ _) _ => half_of n ltac:(fun h =>
    eapply (peak_transposed _ _ n h); [first [assumption | reflexivity] | lia | count_nodes | sound_routes | funnels])
  | |- peak (in_turn _ _) _ _ =>
    eapply peak_in_turn; [count_nodes | count_nodes | sound_routes | sound_routes | permutations | peaks | peaks]
  | |- peak (repeated _ _) _ _ => eapply peak_repeated; [lia | count_nodes | sound_routes | permutations | peaks]
  | |- peak (oneway_ring_routes _) _ _ => apply peak_oneway_ring; [lia | permutations | add_reaches]
  | |- peak (line_routes _) (mirrored _) _ => apply peak_mirrored_line; lia
  | |- peak (line_routes _) (shifted _ 1) _ => apply peak_neighbor_line; lia
  | |- peak (line_routes _) (shifted _ _) _ => apply peak_tornado_line; lia
  | |- peak (ring_routes _ _) (mirrored _) _ => apply peak_mirrored_ring; lia
  | |- peak (ring_routes _ _) (shifted _ 1) _ => apply peak_neighbor_ring; lia
  | |- peak (ring_routes _ _) (shifted _ (_ / 2)) _ => apply peak_half_ring; lia
  | |- peak (ring_routes _ _) (shifted _ _) _ => apply peak_tornado_ring; lia
  | |- peak (clique_routes _) (mirrored _) _ => apply peak_mirrored_clique; lia
  | |- peak (clique_routes _) (shifted _ (_ / 2 - 1)) _ => apply peak_tornado_clique; lia
  | |- peak (clique_routes _) (shifted _ _) _ => apply peak_shifted_clique; inner_shift
  | |- peak (bus_routes _) (mirrored _) _ => apply peak_mirrored_bus; lia
  | |- peak (bus_routes _) (shifted _ (_ / 2 - 1)) _ => apply peak_tornado_bus; lia
  | |- peak (bus_routes _) (shifted _ _) _ => apply peak_shifted_bus; inner_shift
  end
with inner_shift := lazymatch goal with
  | |- (0 < ?n / 2 < _)%nat => destruct (half_inside n); lia
  | |- _ => lia
  end.

(** ** Largest values: of products of unlike factors, the largest of the values of their factors *)

Lemma max_below a b c x : 0 <= c -> a * c <= x -> b * c <= x -> Qmax a b * c <= x.
Proof. intros C A B. destruct (Q.max_spec a b) as [[_ ->]|[_ ->]]; assumption. Qed.

Lemma below_left x a b c : 0 <= c -> x <= a * c -> x <= Qmax a b * c.
Proof. intros C A. apply Qle_trans with (1 := A), Qmult_le_compat_r; [apply Q.le_max_l | exact C]. Qed.

Lemma below_right x a b c : 0 <= c -> x <= b * c -> x <= Qmax a b * c.
Proof. intros C A. apply Qle_trans with (1 := A), Qmult_le_compat_r; [apply Q.le_max_r | exact C]. Qed.

Lemma more_than_one (n : Q) : 1 < n -> 0 <= n - 1 /\ 0 <= n.
Proof. intro B. split; lra. Qed.

Lemma by_scale a b : a * 1 == b * 1 -> a == b.
Proof. now rewrite !Qmult_1_r. Qed.

Lemma max_below_zero a b : Qmax a b <= 0 -> a <= 0 /\ b <= 0.
Proof. apply Q.max_lub_iff. Qed.

Lemma max_positive_left a b : 0 < a -> 0 < Qmax a b.
Proof. intro A. apply Qlt_le_trans with (1 := A), Q.le_max_l. Qed.

Lemma max_positive_right a b : 0 < b -> 0 < Qmax a b.
Proof. intro A. apply Qlt_le_trans with (1 := A), Q.le_max_r. Qed.

Lemma uniform_capacity n M m : 0 < M -> M * (n - 1) == m * n -> 1 / M * (m * n) == n - 1.
Proof. intros P <-. field. intro Z. lra. Qed.

Lemma inverse_of_load M m : 0 < M -> M == m -> 1 / M * m == 1.
Proof. intros P <-. field. intro Z. lra. Qed.

Lemma busiest_by_load n M m : 1 < n -> M * (n - 1) == m * n -> m == M * (n - 1) / n.
Proof. intros B E. rewrite E. field. intro Z. lra. Qed.

Lemma rational_equality (a b : Z) : a = b -> inject_Z a == inject_Z b.
Proof. now intros ->. Qed.

Ltac conditions_on_sizes := repeat match goal with
  | H : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in H
  | H : (_ =? _)%Z = false |- _ => apply Z.eqb_neq in H
  | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
  | H : (_ <=? _)%Z = false |- _ => apply Z.leb_gt in H
  end.

Ltac by_numbers := repeat match goal with
  | |- context [?x / (Zpos ?c # 1)] => change (x / (Zpos c # 1)) with (x * (1 # c))
  | H : context [?x / (Zpos ?c # 1)] |- _ => change (x / (Zpos c # 1)) with (x * (1 # c)) in H
  end.

(** A maximum is the value that is seen not to be below the other one. *)
Ltac seen_below := solve [size_facts; numbers; distinguish; by_numbers; first [lra | excluded]].
Ltac one_of_both := repeat match goal with
  | |- context [Qmax ?a ?b] => first
    [ let E := fresh in assert (a <= b) as E by seen_below; rewrite (Q.max_r a b E); clear E
    | let E := fresh in assert (b <= a) as E by seen_below; rewrite (Q.max_l a b E); clear E ]
  end.

Ltac leaf := apply Qle_lteq; right; lazymatch goal with B : 1 < ?n |- _ => revert B; arithmetic end.
Ltac each_below := lazymatch goal with
  | |- Qmax _ _ * _ <= _ => apply max_below; [assumption | each_below | each_below]
  | |- _ <= Qmax _ _ * _ =>
    first [apply below_left; [assumption | each_below] | apply below_right; [assumption | each_below]]
  | |- _ => leaf
  end.
Ltac same_largest := apply Qle_antisym; each_below.

(** A value is positive, or one of several is: not all are zero at the sizes that are legal. *)
Ltac value_positive := lazymatch goal with B : 1 < _ |- _ => revert B end; size_facts; numbers; distinguish; powers;
  abstract_powers; numbers; let B := fresh in intro B; shown_positive
with shown_positive := first
  [ lra | apply Qlt_shift_div_l; [shown_positive | rewrite Qmult_0_l; shown_positive]
  | apply Qpower_0_lt; shown_positive | apply Qmult_lt_0_compat; shown_positive | nra ].
Ltac largest_positive := first
  [ solve [apply max_positive_left; first [largest_positive | value_positive]]
  | solve [apply max_positive_right; first [largest_positive | value_positive]]
  | not_all_zero ]
with not_all_zero := let P := fresh in
  lazymatch goal with |- 0 < ?m => destruct (Qlt_le_dec 0 m) as [P|P]; [exact P | exfalso] end;
  repeat match goal with H : Qmax _ _ <= 0 |- _ => apply max_below_zero in H as [? ?] end; size_facts;
  repeat match goal with H : context [if ?b then _ else _] |- _ => destruct b eqn:? end;
  conditions_on_sizes; repeat match goal with
  | H : (?a <= ?b)%Z |- _ => rewrite Zle_Qle, ?inject_Z_plus in H; change (inject_Z a) with (a # 1) in H
  | H : (_ = ?b)%Z |- _ => apply rational_equality in H; change (inject_Z b) with (b # 1) in H
  end; by_numbers; lra.

Ltac largest := size_facts; let B := fresh in intro B; one_of_both; lazymatch goal with
  | |- context [Qmax _ _] => largest_value B
  | |- _ => revert B; arithmetic
  end
with largest_value B := destruct (more_than_one _ B); assert (0 <= 1) by discriminate; lazymatch goal with
  | |- 1 / ?M * (?m * ?n) == _ => apply uniform_capacity; [largest_positive | same_largest]
  | |- ?M * (_ - 1) == ?m * _ => same_largest
  | |- 1 / ?M * ?m == 1 => apply inverse_of_load; [largest_positive | apply by_scale; same_largest]
  | |- ?X == 2 * ?m => lazymatch X with context [Qmax ?a ?b] =>
      lazymatch type of B with 1 < ?n =>
        let E := fresh in let M := fresh "M" in
        assert (Qmax a b * (n - 1) == m * n) as E by same_largest;
        rewrite (busiest_by_load n _ m B E); clear E; generalize (Qmax a b); intro M; revert B; arithmetic
      end end
  | |- _ => apply by_scale; same_largest
  end.

(** No denominator is zero, though powers with differences as exponents stay as they are. *)
Ltac never_zero := lazymatch goal with
  | |- context [Qmax _ _] => let B := fresh in intro B; separated B
  | |- _ => none_zero
  end
with separated B := lazymatch goal with
  | |- _ /\ _ => split; separated B
  | |- ~ Qmax _ _ == 0 => apply positive_nonzero; largest_positive
  | |- _ => revert B; none_zero
  end
with none_zero := first [arithmetic | size_facts; numbers; distinguish; let B := fresh in intro B; repeat split; not_zero]
with not_zero := lazymatch goal with
  | |- True => exact I
  | |- ?x == 0 -> False => change (~ x == 0); not_zero
  | |- ~ _ * _ == 0 => let E := fresh in intro E; apply Qmult_integral in E as [E|E]; revert E; not_zero
  | |- ~ _ ^ (_ - _) == 0 => apply Qpower_not_0; not_zero
  | |- ~ _ ^ (_ + _) == 0 => apply Qpower_not_0; not_zero
  | |- ~ _ => let E := fresh in intro E; first [lra | nra | revert E; nonzero]
  end.
