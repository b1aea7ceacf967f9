(** Edge forwarding indices: lengths of devices bound what any routing loads, and dimension order meets the bound. *)

From Coq Require Import List Arith ZArith QArith Qminmax Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Forwarding Loads Sums Walks Products Factors Means Patterns Crossings FactorLoads
  CliqueLoads RingLoads RingUniform.
Import ListNotations.
Local Open Scope nat_scope.

(** ** No routing loads devices less

    Each device has a length, and [far x y] is not above the length of any path from x to y. *)
Definition strained {g} (d : devices g) (m : Q) : Prop :=
  (forall e, one_device d e e = true) /\
  exists (long : device d -> nat) (far : node g -> node g -> nat),
    (forall x, far x x = 0) /\
    (forall e x z y, In e (all_devices d) -> In x (nodes g) -> In z (nodes g) -> In y (nodes g) ->
      joins d e x z = true -> far x y <= long e + far z y) /\
    0 < sum (all_devices d) long /\
    (m * size g * sum (all_devices d) long == sum (nodes g) (fun x => sum (nodes g) (far x)))%Q.

Lemma far_along {g} (d : devices g) long far :
  (forall x, far x x = 0) ->
  (forall e x z y, In e (all_devices d) -> In x (nodes g) -> In z (nodes g) -> In y (nodes g) ->
    joins d e x z = true -> far x y <= long e + far z y) ->
  forall l x y, In x (nodes g) -> In y (nodes g) -> path_over d x y l -> far x y <= sum l long.
Proof.
  intros O T l. induction l as [|e l IH]; intros x y X Y P; simpl in P.
  - subst. now rewrite O.
  - destruct P as (E & z & Z & J & P). cbn [sum]. specialize (T e x z y E X Z Y J). specialize (IH z y Z Y P). lia.
Qed.

Lemma path_devices {g} (d : devices g) l : forall x y, path_over d x y l -> forall e, In e l -> In e (all_devices d).
Proof.
  induction l as [|f l IH]; intros x y P e I; [destruct I|]. destruct P as (F & z & _ & _ & P). destruct I as [<-|I]; eauto.
Qed.

Lemma term_below {A} (l : list A) (f : A -> nat) x : In x l -> f x <= sum l f.
Proof. induction l as [|y l IH]; intros []; simpl; [subst; lia | specialize (IH H); lia]. Qed.

Lemma sum_at_most {A} (l : list A) (f k : A -> nat) : (forall x, In x l -> f x <= k x) -> sum l f <= sum l k.
Proof.
  induction l as [|x l IH]; intro H; [reflexivity|]. cbn [sum]. pose proof (H x (or_introl eq_refl)).
  specialize (IH (fun y I => H y (or_intror I))). lia.
Qed.

Lemma lengths_over {g} (d : devices g) (long : device d -> nat) l : (forall e, one_device d e e = true) ->
  (forall e, In e l -> In e (all_devices d)) ->
  sum l long <= sum (all_devices d) (fun e => long e * sum l (fun f => one_if (one_device d f e))).
Proof.
  intros R I. rewrite (sum_ext (all_devices d) _ (fun e => sum l (fun f => long e * one_if (one_device d f e))))
    by (intros; now rewrite sum_scale).
  rewrite sum_swap. apply sum_at_most. intros f F.
  pose proof (term_below (all_devices d) (fun e => long e * one_if (one_device d f e)) f (I f F)) as T.
  cbv beta in T. rewrite R in T. cbn [one_if] in T. lia.
Qed.

(** Some value is not below a bound if the weighted sum is not. *)
Lemma below_or_some {A} (l : list A) (f : A -> Q) m :
  (exists x, In x l /\ m <= f x)%Q \/ (forall x, In x l -> f x < m)%Q.
Proof.
  induction l as [|x l IH]; [right; intros x []|]. destruct (Qlt_le_dec (f x) m) as [L|L].
  - destruct IH as [(y & I & E)|N]; [left; exists y; split; [now right | exact E]|].
    right. intros y [<-|I]; auto.
  - left. exists x. split; [now left | exact L].
Qed.

Lemma below_weighted {A} (l : list A) (w : A -> nat) (f : A -> Q) m : (forall x, In x l -> f x < m)%Q ->
  (sum_Q l (fun x => w x * f x) <= sum l w * m)%Q /\
  (0 < sum l w -> (sum_Q l (fun x => w x * f x) < sum l w * m)%Q).
Proof.
  induction l as [|x l IH]; intro H.
  - cbn [sum sum_Q]. change (inject_Z 0%nat) with 0%Q. split; [ring_simplify; apply Qle_refl | lia].
  - destruct (IH (fun y I => H y (or_intror I))) as [W S]. specialize (H x (or_introl eq_refl)). cbn [sum sum_Q].
    assert (0 <= w x)%Q as N by (change 0%Q with (inject_Z 0); rewrite <- Zle_Qle; lia).
    assert ((w x + sum l w)%nat * m == w x * m + sum l w * m)%Q as E by (rewrite Q_add; ring).
    rewrite E. assert (w x * f x <= w x * m)%Q as L.
    { rewrite !(Qmult_comm (w x)). apply Qmult_le_compat_r; [lra | exact N]. }
    split; [lra|]. intro B. destruct (Nat.eq_dec (w x) 0) as [Z|Z].
    + specialize (S ltac:(lia)). lra.
    + assert (0 < w x)%Q as P by (apply (Q_less 0); lia).
      assert (w x * f x < w x * m)%Q by (rewrite !(Qmult_comm (w x)); apply Qmult_lt_compat_r; assumption). lra.
Qed.

Lemma some_not_below {A} (l : list A) (w : A -> nat) (f : A -> Q) m : 0 < sum l w ->
  (sum l w * m <= sum_Q l (fun x => w x * f x))%Q -> exists x, In x l /\ (m <= f x)%Q.
Proof.
  intros P L. destruct (below_or_some l f m) as [S|N]; [exact S|]. apply (below_weighted l w) in N as [_ N]. specialize (N P). lra.
Qed.

Theorem loaded_by_all {g} (d : devices g) m r : proper g -> strained d m -> routed_over d r ->
  exists e, In e (all_devices d) /\ (m * size g <= crossing d r e)%Q.
Proof.
  intros P (R & long & far & O & T & B & E) V. apply (some_not_below _ long); [exact B|].
  setoid_replace (sum (all_devices d) long * (m * size g))%Q with (m * size g * sum (all_devices d) long)%Q by ring.
  rewrite E. unfold crossing. rewrite (sum_Q_ext _ (fun e => long e * _)%Q (fun e => sum_Q (nodes g) (fun x => sum_Q (nodes g)
    (fun y => long e * (if same g x y then 0 else sum_Q (r x y)
      (fun way => fst way * sum (snd way) (fun f => one_if (one_device d f e)))))))%Q).
  2: { intros e _. rewrite <- sum_Q_scale. apply sum_Q_ext. intros x _. now rewrite <- sum_Q_scale. }
  rewrite sum_Q_swap, <- sum_Q_nat. apply sum_Q_le. intros x X. rewrite sum_Q_swap, <- sum_Q_nat. apply sum_Q_le. intros y Y.
  destruct (V x y X Y) as [One Ways]. destruct (same g x y) eqn:S.
  - apply P in S. subst. rewrite O, (sum_Q_ext _ _ (fun _ => 0 * 0)%Q), sum_Q_scale by (intros; ring).
    change (inject_Z 0%nat) with 0%Q. ring_simplify. apply Qle_refl.
  - rewrite (sum_Q_ext _ _ (fun e => sum_Q (r x y) (fun way => fst way *
      (long e * sum (snd way) (fun f => one_if (one_device d f e)))%nat))%Q)
      by (intros e _; rewrite <- sum_Q_scale; apply sum_Q_ext; intros way _; rewrite Q_mul; ring).
    rewrite sum_Q_swap. rewrite <- (Qmult_1_r (inject_Z (far x y))), <- One, <- sum_Q_scale. apply sum_Q_le.
    intros way I. destruct (Ways way I) as [F Way]. rewrite sum_Q_scale, sum_Q_nat, Qmult_comm.
    rewrite !(Qmult_comm (fst way)). apply Qmult_le_compat_r; [|exact F]. rewrite <- Zle_Qle. apply Nat2Z.inj_le.
    eapply Nat.le_trans; [exact (far_along d long far O T (snd way) x y X Y Way)|].
    apply lengths_over; [exact R | exact (path_devices d (snd way) x y Way)].
Qed.

(** ** Dimension order *)

Definition as_routes {g} (d : devices g) (r : forwarding_over d) : routes g :=
  Routes g (device d) (all_devices d) (one_device d) r.

Definition leads {g} (d : devices g) (r : forwarding_over d) : Prop :=
  forall x y, In x (nodes g) -> In y (nodes g) -> forall way, In way (r x y) -> (0 <= fst way)%Q /\ path_over d x y (snd way).

Definition eased {g} (d : devices g) (m : Q) : Prop :=
  exists r, leads d r /\ sound (as_routes d r) /\ not_above (as_routes d r) m.

Lemma crossing_crossed {g} (d : devices g) r e : proper g -> sound (as_routes d r) -> (crossing d r e == crossed (as_routes d r) e)%Q.
Proof.
  intros P [_ S]. unfold crossing, crossed. apply sum_Q_ext. intros x X. apply sum_Q_ext. intros y Y.
  destruct (same g x y) eqn:E; [|reflexivity]. apply P in E. subst. symmetry. exact (S y e Y).
Qed.

Theorem edge_forwarding_met g (d : devices g) n m index : counted g n -> eased d m -> strained d m ->
  (1 < n -> index * 1 == m * n)%Q -> edge_forwarding_index d index.
Proof.
  intros C (r & L & S & N) B I. specialize (I (counted_large g n C)). destruct C as (P & _ & E). rewrite <- E, Qmult_1_r in I. split.
  - exists r. split.
    + intros x y X Y. split; [apply S | now apply L].
    + intros e In. rewrite crossing_crossed, I by assumption. now apply N.
  - intros s V. destruct (loaded_by_all d m s P B V) as (e & In & K). exists e. split; [exact In | now rewrite I].
Qed.

Lemma path_over_app {g} (d : devices g) l : forall k x y z, path_over d x y l -> path_over d y z k -> path_over d x z (l ++ k).
Proof.
  induction l as [|e l IH]; intros k x y z P K; simpl in *; [now subst|].
  destruct P as (E & w & W & J & P). split; [exact E|]. exists w. repeat split; eauto.
Qed.

Lemma path_over_first {g h} (d : devices g) (e : devices h) z l : proper h -> In z (nodes h) ->
  forall x y, path_over d x y l -> path_over (product_devices d e) (x, z) (y, z) (map (fun f => inl (f, z)) l).
Proof.
  intros P Z. induction l as [|f l IH]; intros x y W; simpl in W |- *; [now subst|]. destruct W as (F & w & W & J & K). split.
  - apply in_app_iff. left. apply in_map. now apply in_prod.
  - exists (w, z). cbn [fst snd]. rewrite !same_refl by assumption. split; [now apply in_prod|]. split; [exact J | now apply IH].
Qed.

Lemma path_over_second {g h} (d : devices g) (e : devices h) z l : proper g -> In z (nodes g) ->
  forall x y, path_over e x y l -> path_over (product_devices d e) (z, x) (z, y) (map (fun f => inr (z, f)) l).
Proof.
  intros P Z. induction l as [|f l IH]; intros x y W; simpl in W |- *; [now subst|]. destruct W as (F & w & W & J & K). split.
  - apply in_app_iff. right. apply in_map. now apply in_prod.
  - exists (z, w). cbn [fst snd]. rewrite !same_refl by assumption. split; [now apply in_prod|]. split; [exact J | now apply IH].
Qed.

Lemma leads_in_turn {g h} (d : devices g) (e : devices h) r s : proper g -> proper h -> leads d r -> leads e s ->
  leads (product_devices d e) (ways (in_turn (as_routes d r) (as_routes e s))).
Proof.
  intros Pg Ph R S [x1 x2] [y1 y2] X Y way I. apply in_prod_iff in X as [X1 X2], Y as [Y1 Y2].
  apply in_map_iff in I as ([v w] & <- & I). apply in_prod_iff in I as [V W]. cbn [fst snd].
  destruct (R x1 y1 X1 Y1 v V) as [Fv Pv], (S x2 y2 X2 Y2 w W) as [Fw Pw]. split; [now apply Qmult_le_0_compat|].
  apply path_over_app with (y1, x2); [now apply path_over_first | now apply path_over_second].
Qed.

Theorem eased_product g h (d : devices g) (e : devices h) cg ch a b : counted g cg -> counted h ch ->
  eased d a -> eased e b -> eased (product_devices d e) (Qmax a b).
Proof.
  intros (Pg & _) (Ph & _) (r & R & Sr & Nr) (s & S & Ss & Ns).
  exists (ways (in_turn (as_routes d r) (as_routes e s))). split; [now apply leads_in_turn|].
  split; [exact (sound_in_turn (as_routes d r) (as_routes e s) Sr Ss)|].
  apply (not_above_in_turn g h (as_routes d r) (as_routes e s) Pg Ph Sr Ss);
    eapply not_above_weaker; eauto; [apply Q.le_max_l | apply Q.le_max_r].
Qed.

Theorem eased_power g (d : devices g) n c m : counted g c -> eased d m -> eased (power_devices d n) m.
Proof.
  intros (P & _) (r & R & S & N). induction n as [|n (s & L & T & K)].
  - exists (ways no_routes). split; [|split].
    + intros [] [] _ _ way [<-|[]]. split; [discriminate | reflexivity].
    + exact sound_no_routes.
    + intros e [].
  - exists (ways (in_turn (as_routes d r) (as_routes (power_devices d n) s))).
    pose proof (proper_power g n P) as Q. split; [now apply leads_in_turn|].
    split; [exact (sound_in_turn (as_routes d r) (as_routes (power_devices d n) s) S T)|].
    exact (not_above_in_turn g (power g n) (as_routes d r) (as_routes (power_devices d n) s) P Q S T m N K).
Qed.

(** ** Lengths of devices of one part *)

Lemma sum_over_pairs g h f : sum (nodes (product g h)) f = sum (nodes g) (fun x => sum (nodes h) (fun y => f (x, y))).
Proof. exact (sum_pairs (nodes g) (nodes h) f). Qed.

Lemma all_devices_sum {g h} (d : devices g) (e : devices h) f :
  sum (all_devices (product_devices d e)) f =
  sum (all_devices d) (fun a => sum (nodes h) (fun z => f (inl (a, z)))) +
  sum (nodes g) (fun z => sum (all_devices e) (fun a => f (inr (z, a)))).
Proof. cbn [all_devices product_devices]. now rewrite sum_app, !sum_map, !sum_pairs. Qed.

Lemma one_device_product {g h} (d : devices g) (e : devices h) : proper g -> proper h ->
  (forall a, one_device d a a = true) -> (forall a, one_device e a a = true) ->
  forall a, one_device (product_devices d e) a a = true.
Proof. intros Pg Ph D E [[a z]|[z a]]; cbn [one_device product_devices]; rewrite same_refl by assumption; rewrite ?D, ?E; reflexivity. Qed.

Lemma strained_first g h (d : devices g) (e : devices h) m : proper g -> proper h -> nodes h <> [] ->
  (forall a, one_device e a a = true) -> strained d m -> strained (product_devices d e) m.
Proof.
  intros Pg Ph N Re (Rd & long & far & O & T & B & E). split; [now apply one_device_product|].
  pose (longer := fun a : device (product_devices d e) => match a with inl (a, _) => long a | inr _ => 0 end).
  exists longer, (fun x y => far (fst x) (fst y)).
  assert (0 < size h) as H by (unfold size; destruct (nodes h); [congruence | simpl; lia]).
  assert (sum (all_devices (product_devices d e)) longer = size h * sum (all_devices d) long) as L.
  { rewrite all_devices_sum. unfold longer. rewrite (sum_ext (nodes g) _ (fun _ => 0)) by (intros; now rewrite sum_const, Nat.mul_0_r).
    rewrite sum_const, Nat.mul_0_r, Nat.add_0_r, <- sum_scale. apply sum_ext. intros a _. now rewrite sum_const. }
  split; [intros x; apply O|]. split; [|split].
  - intros a [x1 x2] [z1 z2] [y1 y2] A X Z Y J. apply in_prod_iff in X as [X1 _], Z as [Z1 _], Y as [Y1 _]. cbn [fst snd].
    apply in_app_iff in A as [A|A]; apply in_map_iff in A as ([u v] & <- & A); apply in_prod_iff in A as [U V];
      cbn [joins product_devices fst snd] in J; apply andb_true_iff in J as [J K].
    + now apply T.
    + apply andb_true_iff in J as [I J]. apply (proj2 Pg) in I, J. subst. reflexivity.
  - rewrite L. nia.
  - rewrite L, size_product_Q, Q_mul, sum_over_pairs.
    rewrite (sum_ext _ _ (fun x => size h * (size h * sum (nodes g) (far x)))).
    + rewrite !sum_scale, !Q_mul, <- E. ring.
    + intros x _. rewrite (sum_ext _ _ (fun _ => size h * sum (nodes g) (far x))); [now rewrite sum_const|].
      intros x2 _. rewrite sum_over_pairs, <- sum_scale. apply sum_ext. intros y _. cbn [fst]. now rewrite sum_const.
Qed.

Lemma strained_second g h (d : devices g) (e : devices h) m : proper g -> proper h -> nodes g <> [] ->
  (forall a, one_device d a a = true) -> strained e m -> strained (product_devices d e) m.
Proof.
  intros Pg Ph N Rd (Re & long & far & O & T & B & E). split; [now apply one_device_product|].
  pose (longer := fun a : device (product_devices d e) => match a with inr (_, a) => long a | inl _ => 0 end).
  exists longer, (fun x y => far (snd x) (snd y)).
  assert (0 < size g) as H by (unfold size; destruct (nodes g); [congruence | simpl; lia]).
  assert (sum (all_devices (product_devices d e)) longer = size g * sum (all_devices e) long) as L.
  { rewrite all_devices_sum. unfold longer. rewrite (sum_ext (all_devices d) _ (fun _ => 0)) by (intros; now rewrite sum_const, Nat.mul_0_r).
    rewrite sum_const, Nat.mul_0_r, Nat.add_0_l, sum_const. reflexivity. }
  split; [intros x; apply O|]. split; [|split].
  - intros a [x1 x2] [z1 z2] [y1 y2] A X Z Y J. apply in_prod_iff in X as [_ X2], Z as [_ Z2], Y as [_ Y2]. cbn [fst snd].
    apply in_app_iff in A as [A|A]; apply in_map_iff in A as ([u v] & <- & A); apply in_prod_iff in A as [U V];
      cbn [joins product_devices fst snd] in J; apply andb_true_iff in J as [J K].
    + apply andb_true_iff in J as [I J]. apply (proj2 Ph) in I, J. subst. reflexivity.
    + now apply T.
  - rewrite L. nia.
  - rewrite L, size_product_Q, Q_mul, sum_over_pairs.
    transitivity (inject_Z (size g * (size g * sum (nodes h) (fun x => sum (nodes h) (far x))))%nat).
    + rewrite !Q_mul, <- E. ring.
    + apply Q_equal, f_equal. symmetry. unfold size at 1. rewrite <- sum_const. apply sum_ext. intros z _.
      rewrite <- sum_scale. apply sum_ext. intros x _. rewrite sum_over_pairs. cbn [snd]. now rewrite sum_const.
Qed.

Lemma strained_equal {g} (d : devices g) v w : (w == v)%Q -> strained d v -> strained d w.
Proof. intros W (R & long & far & O & T & B & E). split; [exact R|]. exists long, far. rewrite W. auto. Qed.

Theorem strained_product g h (d : devices g) (e : devices h) cg ch a b : counted g cg -> counted h ch ->
  strained d a -> strained e b -> strained (product_devices d e) (Qmax a b).
Proof.
  intros Cg Ch A B. pose proof (proj1 Cg) as Pg. pose proof (proj1 Ch) as Ph. destruct (Q.max_spec a b) as [[_ E]|[_ E]].
  - apply (strained_equal _ b _ E). apply strained_second; auto; [exact (some_node g cg Cg) | apply A].
  - apply (strained_equal _ a _ E). apply strained_first; auto; [exact (some_node h ch Ch) | apply B].
Qed.

Theorem strained_power g (d : devices g) n c m : 1 <= n -> counted g c -> strained d m -> strained (power_devices d n) m.
Proof.
  intros H C S. pose proof (proj1 C) as P. destruct n as [|n]; [lia|]. clear H.
  apply (strained_first g (power g n) d (power_devices d n) m P (proper_power g n P) (some_node_power g n c C)); [|exact S].
  induction n as [|n IH]; [reflexivity|]. apply one_device_product; auto; [now apply proper_power | apply S].
Qed.
