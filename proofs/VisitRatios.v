(** Visit ratios of links and buses: expected crossings of a device by one message, on the mean over all devices, for every routing
    along shortest paths. *)

From Coq Require Import List Arith ZArith QArith Qminmax Qfield Lia Bool.
From Netlemma Require Import Definitions Forwarding Loads Sums Walks Products Factors Means Diameters Counts Crossings FactorLoads LinksCrossed FactorLinks Patterns Tactics.
Import ListNotations.
Local Open Scope nat_scope.

(** A message to each other node is as likely; all devices together are crossed as often as messages have hops. *)
Definition along_shortest {g} (d : devices g) (r : forwarding_over d) (far : node g -> node g -> nat) : Prop :=
  forall x y way, In x (nodes g) -> In y (nodes g) -> In way (r x y) -> length (snd way) = far x y.
Definition visit_ratio {g} (d : devices g) (mean : Q) : Prop :=
  0 < length (all_devices d) /\ 1 < size g /\ exists far, distances g far /\ forall r, routed_over d r -> along_shortest d r far ->
    (mean * (length (all_devices d) * (size g * (size g - 1))) == sum_Q (all_devices d) (crossing d r))%Q.

(** ** Devices are different *)

Definition distinct {g} (d : devices g) : Prop :=
  NoDup (all_devices d) /\ forall e f, one_device d e f = true <-> e = f.
(** So many devices for each node. *)
Definition equipped {g} (d : devices g) (w : Q) : Prop :=
  distinct d /\ 0 < length (all_devices d) /\ (w * size g == length (all_devices d))%Q.

Lemma crossings_of_way {g} (d : devices g) l : distinct d -> (forall f, In f l -> In f (all_devices d)) ->
  sum (all_devices d) (fun e => sum l (fun f => one_if (one_device d f e))) = length l.
Proof.
  intros [N E] I. rewrite sum_swap. induction l as [|f l IH]; [reflexivity|]. cbn [sum length].
  rewrite IH by (intros e J; apply I; now right).
  replace (sum (all_devices d) (fun e => one_if (one_device d f e))) with 1; [reflexivity|].
  symmetry. exact (sum_indicator (all_devices d) (one_device d) f 1 N E (I f (or_introl eq_refl))).
Qed.

Theorem all_crossings {g} (d : devices g) r far : proper g -> distinct d -> distances g far -> routed_over d r ->
  along_shortest d r far ->
  (sum_Q (all_devices d) (crossing d r) == sum (nodes g) (fun x => sum (nodes g) (far x)))%Q.
Proof.
  intros P D F V A. unfold crossing. rewrite sum_Q_swap, <- sum_Q_nat. apply sum_Q_ext. intros x X.
  rewrite sum_Q_swap, <- sum_Q_nat. apply sum_Q_ext. intros y Y. destruct (V x y X Y) as [One Ways].
  destruct (same g x y) eqn:S.
  - apply P in S. subst. assert (Z : far y y = 0).
    { destruct (F y y Y Y) as [_ L]. specialize (L 0 (stay g y)). lia. }
    rewrite Z, (sum_Q_ext _ _ (fun _ => 0 * 0)%Q), sum_Q_scale by (intros; ring). change (inject_Z 0%nat) with 0%Q. ring.
  - rewrite sum_Q_swap. rewrite <- (Qmult_1_r (inject_Z (far x y))), <- One, <- sum_Q_scale. apply sum_Q_ext. intros way I.
    rewrite sum_Q_scale, sum_Q_nat, crossings_of_way, (A x y way X Y I) by
      (try exact D; destruct (Ways way I) as [_ Way]; exact (path_devices d (snd way) x y Way)). ring.
Qed.

Theorem visit_ratio_by_spread g (d : devices g) n w e q : counted g n -> spread g w -> equipped d e ->
  (1 < n -> q * (e * (n - 1)) == w)%Q -> visit_ratio d q.
Proof.
  intros C (t & (far & F & T) & W) (D & B & M) Q. pose proof (Q (counted_large g n C)) as Q'. destruct C as (P & L & E).
  split; [exact B|]. split; [exact L|]. exists far. split; [exact F|]. intros r V A.
  rewrite (all_crossings d r far P D F V A), <- T, <- W, <- Q', <- M, <- E. ring.
Qed.

(** ** Factors and products *)

Lemma NoDup_app_apart_ {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> In x m -> False) -> NoDup (l ++ m).
Proof.
  intros L M D. induction L as [|x l X L IH]; [exact M|]. cbn [app]. constructor.
  - rewrite in_app_iff. intros [I|I]; [contradiction | exact (D x (or_introl eq_refl) I)].
  - apply IH. intros y Y. apply D. now right.
Qed.

Lemma NoDup_list_prod {A B} (l : list A) (m : list B) : NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros L M. induction L as [|x l X L IH]; [constructor|]. cbn [list_prod]. apply NoDup_app_apart_; [ | exact IH | ].
  - apply FinFun.Injective_map_NoDup; [congruence | exact M].
  - intros [u v] U V. apply in_map_iff in U as [? [E _]]. injection E as <- <-. apply in_prod_iff in V as [V _]. contradiction.
Qed.

Lemma distinct_product {g h} (d : devices g) (e : devices h) : proper g -> proper h -> distinct d -> distinct e ->
  distinct (product_devices d e).
Proof.
  intros [Ng Eg] [Nh Eh] [Nd Ed] [Ne Ee]. split.
  - cbn [all_devices product_devices]. apply NoDup_app_apart_.
    + apply FinFun.Injective_map_NoDup; [congruence | now apply NoDup_list_prod].
    + apply FinFun.Injective_map_NoDup; [congruence | now apply NoDup_list_prod].
    + intros x X Y. apply in_map_iff in X as [? [<- _]], Y as [? [Y _]]. discriminate.
  - intros [[a z]|[z a]] [[b y]|[y b]]; cbn [one_device product_devices]; try (split; congruence).
    + rewrite andb_true_iff, Ed, Eh. split; [intros [-> ->] | intros H; injection H]; auto.
    + rewrite andb_true_iff, Eg, Ee. split; [intros [-> ->] | intros H; injection H]; auto.
Qed.

Theorem equipped_product g h (d : devices g) (e : devices h) m n a b : counted g m -> counted h n ->
  equipped d a -> equipped e b -> equipped (product_devices d e) (a + b).
Proof.
  intros (Pg & Lg & _) (Ph & Lh & _) (D & Bd & A) (E & Be & B). split; [now apply distinct_product|].
  assert (H : length (all_devices (product_devices d e)) = length (all_devices d) * size h + size g * length (all_devices e)).
  { cbn [all_devices product_devices]. now rewrite app_length, !map_length, !prod_length. }
  rewrite H. split; [nia|]. rewrite Q_add, !Q_mul, size_product, Q_mul, <- A, <- B. ring.
Qed.

Theorem equipped_power g (d : devices g) n m w : 1 <= n -> counted g m -> equipped d w -> equipped (power_devices d n) (n * w).
Proof.
  intros N (P & L & _) (D & B & W).
  assert (H : distinct (power_devices d n) /\ (n * w * size (power g n) == length (all_devices (power_devices d n)))%Q /\
    0 < size (power g n)).
  { clear N. induction n as [|n (K & E & Z)].
    - split; [split; [constructor | intros [] []; split; reflexivity]|]. split; [transitivity 0%Q; [change (inject_Z (Z.of_nat 0)) with 0%Q; ring | reflexivity] | cbn; lia].
    - split; [exact (distinct_product d (power_devices d n) P (proper_power g n P) D K)|]. split.
      + cbn [all_devices power_devices product_devices]. rewrite app_length, !map_length, !prod_length.
        change (length (nodes (power g n))) with (size (power g n)). change (length (nodes g)) with (size g).
        change (power g (S n)) with (product g (power g n)). rewrite size_product, Q_add, !Q_mul, Q_succ, <- E, <- W. ring.
      + change (power g (S n)) with (product g (power g n)). rewrite size_product. nia. }
  destruct H as (K & E & S). split; [exact K|]. split; [|exact E].
  destruct n as [|n]; [lia|]. cbn [all_devices power_devices product_devices]. rewrite app_length, !map_length, !prod_length.
  assert (0 < length (nodes (power g n))).
  { change (length (nodes (power g n))) with (size (power g n)). clear - L. induction n as [|n IH]; [cbn; lia|].
    change (power g (S n)) with (product g (power g n)). rewrite size_product. nia. }
  nia.
Qed.

Lemma equipped_line n : 2 <= n -> equipped (line_devices n) ((n - 1) / n).
Proof.
  intros H. split; [split; [apply seq_NoDup | exact Nat.eqb_eq]|]. cbn [all_devices line_devices]. rewrite seq_length.
  split; [lia|]. unfold line. rewrite size_numbered, Q_pred by exact H. field. now apply size_nonzero.
Qed.

Lemma equipped_ring n : 2 <= n -> equipped (ring_devices n) 1.
Proof.
  intros H. split; [split; [apply seq_NoDup | exact Nat.eqb_eq]|]. cbn [all_devices ring_devices]. rewrite seq_length.
  split; [lia|]. unfold ring. rewrite size_numbered. ring.
Qed.

Lemma equipped_oneway_ring n : 2 <= n -> equipped (oneway_ring_devices n) 1.
Proof.
  intros H. split; [split; [apply seq_NoDup | exact Nat.eqb_eq]|]. cbn [all_devices oneway_ring_devices]. rewrite seq_length.
  split; [lia|]. unfold oneway_ring. rewrite size_numbered. ring.
Qed.

Lemma equipped_bus n : 2 <= n -> equipped (bus_devices n) (1 / n).
Proof.
  intros H. split; [split; [repeat constructor; intros [] | intros [] []; split; reflexivity]|]. cbn [all_devices bus_devices length].
  split; [lia|]. unfold bus, clique. rewrite size_numbered. field. now apply size_nonzero.
Qed.

Lemma equipped_clique n : 2 <= n -> equipped (clique_devices n) ((n - 1) / 2).
Proof.
  intros H. split; [|split].
  - split; [apply NoDup_filter, NoDup_list_prod; apply seq_NoDup|]. intros [u v] [x y]. cbn [one_device clique_devices fst snd].
    rewrite andb_true_iff, !Nat.eqb_eq. split; [intros [-> ->] | intros E; injection E]; auto.
  - assert (In (0, 1) (all_devices (clique_devices n))) as I by (apply clique_link; simpl; lia).
    destruct (all_devices (clique_devices n)); [destruct I | simpl; lia].
  - unfold clique at 1. rewrite size_numbered. apply (Qmult_inj_r _ _ 2); [discriminate|].
    rewrite (Qmult_comm (length _)), clique_links. field.
Qed.

Ltac equip := lazymatch goal with
  | |- equipped (product_devices _ _) _ => eapply equipped_product; [count_nodes | count_nodes | equip | equip]
  | |- equipped (power_devices _ _) _ => eapply equipped_power; [lia | count_nodes | equip]
  | |- equipped (line_devices _) _ => apply equipped_line; lia
  | |- equipped (ring_devices _) _ => apply equipped_ring; lia
  | |- equipped (oneway_ring_devices _) _ => apply equipped_oneway_ring; lia
  | |- equipped (clique_devices _) _ => apply equipped_clique; lia
  | |- equipped (bus_devices _) _ => apply equipped_bus; lia
  end.
