(** Loads of the channels of rings whose messages go to the mirror image: n - 1 - x is the destination of x. *)

From Coq Require Import List Arith ZArith QArith Qfield Lqa Lia Bool.
From Netlemma Require Import Definitions Loads Sums Walks Products Factors Means Patterns Crossings FactorLoads RingLoads.
Import ListNotations.
Local Open Scope nat_scope.

(** Twice the crossings of the channel from e upward, where messages half-way around the ring go upward with weight t.
    Nodes of the lower half send upward from a on, those of the upper half from c on, or from the node below them on if
    its message goes half-way around; the messages cross the channel if they begin below p or q. *)

Definition mirror_sum (t n e : nat) : nat := sum (seq 0 n)
  (fun x => weight t n (offset n x (mirrored n x)) * one_if (offset n x e <? offset n x (mirrored n x))).

Definition ends (n e p q : nat) : Prop := p + q = n /\ p <= q /\ (p = e + 1 \/ q = e + 1).

Lemma below_ends n e p q x : e < n -> x < n -> ends n e p q ->
  (offset n x e <? offset n x (mirrored n x)) = if x <=? n - 1 - x then x <? p else x <? q.
Proof.
  intros E X (S & L & D). unfold offset, mirrored.
  destruct (Nat.leb_spec x (n - 1 - x)), (Nat.leb_spec x e);
    [destruct (Nat.ltb_spec x p) | destruct (Nat.ltb_spec x p) | destruct (Nat.ltb_spec x q) | destruct (Nat.ltb_spec x q)];
    first [apply Nat.ltb_lt; lia | apply Nat.ltb_ge; lia].
Qed.

Definition from (t limit total x : nat) : nat :=
  if limit <=? x then 2 else if (S x =? limit) && (4 * limit =? total) then t else 0.

Lemma mirrored_weight t n a c x : x < n -> n - 1 <= 4 * a <= n + 2 -> 3 * n - 1 <= 4 * c <= 3 * n + 2 ->
  weight t n (offset n x (mirrored n x)) = if x <=? n - 1 - x then from t a (n + 2) x else from t c (3 * n + 2) x.
Proof.
  intros X A C. unfold weight, offset, mirrored, from. destruct (Nat.leb_spec x (n - 1 - x)).
  - destruct (Nat.leb_spec a x), (Nat.ltb_spec (2 * (n - 1 - x - x)) n); try lia.
    destruct (Nat.eqb_spec (2 * (n - 1 - x - x)) n), (Nat.eqb_spec (S x) a), (Nat.eqb_spec (4 * a) (n + 2)); cbn [andb]; lia.
  - destruct (Nat.leb_spec c x), (Nat.ltb_spec (2 * (n - 1 - x + n - x)) n); try lia.
    destruct (Nat.eqb_spec (2 * (n - 1 - x + n - x)) n), (Nat.eqb_spec (S x) c), (Nat.eqb_spec (4 * c) (3 * n + 2));
      cbn [andb]; lia.
Qed.

(** The sum of the weights of the nodes below x that are below p. *)
Definition up_to (t limit total p x : nat) : nat :=
  2 * (Nat.min x p - limit) + if (4 * limit =? total) && (limit <=? p) && (limit <=? x) then t else 0.

Lemma up_to_next t limit total p x : 0 < limit \/ 4 * limit <> total ->
  up_to t limit total p (S x) = up_to t limit total p x + (if x <? p then from t limit total x else 0).
Proof.
  intro H. unfold up_to, from. destruct (Nat.eqb_spec (4 * limit) total), (Nat.leb_spec limit p), (Nat.leb_spec limit (S x)),
    (Nat.leb_spec limit x), (Nat.ltb_spec x p), (Nat.eqb_spec (S x) limit); cbn [andb]; lia.
Qed.

Lemma from_outside t limit total p x : S x < limit \/ S x = limit /\ 4 * limit <> total -> (if x <? p then from t limit total x else 0) = 0.
Proof.
  intro L. unfold from.
  destruct (x <? p), (Nat.leb_spec limit x), (Nat.eqb_spec (S x) limit), (Nat.eqb_spec (4 * limit) total); cbn [andb]; lia.
Qed.

Lemma mirror_sum_is t n a c e p q : 2 <= n -> e < n -> ends n e p q ->
  n - 1 <= 4 * a <= n + 2 -> 3 * n - 1 <= 4 * c <= 3 * n + 2 ->
  mirror_sum t n e = up_to t a (n + 2) p n + up_to t c (3 * n + 2) q n.
Proof.
  intros H E D A C. unfold mirror_sum.
  enough (1 * Z.of_nat (sum (seq 0 n) (fun x => weight t n (offset n x (mirrored n x)) *
      one_if (offset n x e <? offset n x (mirrored n x)))%nat) = Z.of_nat (up_to t a (n + 2) p n + up_to t c (3 * n + 2) q n))%Z by lia.
  apply (telescope 1 n _ (fun x => Z.of_nat (up_to t a (n + 2) p x + up_to t c (3 * n + 2) q x))).
  - unfold up_to. destruct (Nat.leb_spec a 0), (Nat.leb_spec c 0), (Nat.eqb_spec (4 * a) (n + 2)); rewrite ?andb_false_r; cbn [andb]; lia.
  - intros x X. cbv beta. rewrite (below_ends n e p q), (mirrored_weight t n a c) by assumption.
    rewrite !up_to_next by lia. destruct (Nat.leb_spec x (n - 1 - x)).
    + rewrite (from_outside t c) by lia. destruct (x <? p); unfold one_if; lia.
    + destruct D as (S & L & _). destruct (Nat.ltb_spec x p); [lia|]. destruct (x <? q); unfold one_if; lia.
Qed.

(** Messages downward are the mirror image of messages upward. *)
Lemma mirrored_round ties n e up : 2 <= n -> e < n -> sum (seq 0 n) (fun x => round ties n e up x (mirrored n x)) =
  if up then mirror_sum (rising ties) n e else mirror_sum (falling ties) n (n - 1 - e).
Proof.
  intros H E. destruct up; [reflexivity|]. unfold mirror_sum.
  rewrite <- (sum_reversed n (fun x => weight (falling ties) n (offset n x (mirrored n x)) *
    one_if (offset n x (n - 1 - e) <? offset n x (mirrored n x)))).
  apply sum_ext. intros x X. apply in_seq in X. unfold round.
  replace (offset n (n - 1 - x) (mirrored n (n - 1 - x))) with (offset n (mirrored n x) x) by (unfold mirrored; f_equal; lia).
  replace (offset n (n - 1 - x) (n - 1 - e)) with (offset n e x); [reflexivity|].
  unfold offset. destruct (Nat.leb_spec e x), (Nat.leb_spec (n - 1 - x) (n - 1 - e)); lia.
Qed.

Definition twice_mirrored (t n : nat) : nat :=
  2 * (n / 4) + match n mod 4 with 2 => t | 3 => 2 | _ => 0 end.

Lemma mirror_sum_most t n e : 2 <= n -> e < n -> t <= 2 ->
  mirror_sum t n e <= twice_mirrored t n /\ (e = n - 1 -> mirror_sum t n e = twice_mirrored t n).
Proof.
  intros H E T. set (p := Nat.min (e + 1) (n - 1 - e)). set (q := n - p).
  assert (ends n e p q) as D by (unfold ends; subst p q; lia).
  unfold twice_mirrored. pose proof (Nat.div_mod_eq n 4) as M. pose proof (Nat.mod_upper_bound n 4 ltac:(lia)) as U.
  set (m := n / 4) in *. set (r := n mod 4) in *. clearbody m r p q.
  assert (r = 0 \/ r = 1 \/ r = 2 \/ r = 3) as [->|[->|[->| ->]]] by lia.
  - rewrite (mirror_sum_is t n m (3 * m) e p q) by (assumption || lia). unfold up_to, ends in *.
    destruct (Nat.eqb_spec (4 * m) (n + 2)), (Nat.eqb_spec (4 * (3 * m)) (3 * n + 2)); cbn [andb]; lia.
  - rewrite (mirror_sum_is t n m (3 * m + 1) e p q) by (assumption || lia). unfold up_to, ends in *.
    destruct (Nat.eqb_spec (4 * m) (n + 2)), (Nat.eqb_spec (4 * (3 * m + 1)) (3 * n + 2)); cbn [andb]; lia.
  - rewrite (mirror_sum_is t n (m + 1) (3 * m + 2) e p q) by (assumption || lia). unfold up_to, ends in *.
    destruct (Nat.eqb_spec (4 * (m + 1)) (n + 2)), (Nat.eqb_spec (4 * (3 * m + 2)) (3 * n + 2)); try lia.
    destruct (Nat.leb_spec (m + 1) p), (Nat.leb_spec (3 * m + 2) q), (Nat.leb_spec (m + 1) n), (Nat.leb_spec (3 * m + 2) n);
      cbn [andb]; lia.
  - rewrite (mirror_sum_is t n (m + 1) (3 * m + 2) e p q) by (assumption || lia). unfold up_to, ends in *.
    destruct (Nat.eqb_spec (4 * (m + 1)) (n + 2)), (Nat.eqb_spec (4 * (3 * m + 2)) (3 * n + 2)); cbn [andb]; lia.
Qed.

Lemma mirrored_value ties n : 2 <= n ->
  ((1 # 2) * twice_mirrored (match ties with split_ways => 1 | _ => 2 end) n ==
  if (n mod 4 =? 0)%Z then n / 4 else if (n mod 4 =? 1)%Z then (n - 1) / 4
   else if (n mod 4 =? 2)%Z then match ties with split_ways => n / 4 | _ => (n + 2) / 4 end else (n + 1) / 4)%Q.
Proof.
  intro H. assert (exists m r, n = 4 * m + r /\ n / 4 = m /\ n mod 4 = r /\ r < 4) as (m & r & E & D & M & L).
  { exists (n / 4), (n mod 4). pose proof (Nat.div_mod_eq n 4). pose proof (Nat.mod_upper_bound n 4). lia. }
  unfold twice_mirrored. rewrite D, M. assert (Z.of_nat n mod 4 = Z.of_nat r)%Z as Z by (rewrite <- M; symmetry; exact (Nat2Z.inj_mod n 4)).
  rewrite Z. clear D M Z. rewrite E.
  assert (r = 0 \/ r = 1 \/ r = 2 \/ r = 3) as [->|[->|[->| ->]]] by lia; cbn [Z.of_nat Z.eqb Pos.eqb Pos.of_succ_nat Pos.succ];
    [| | destruct ties |]; rewrite !Q_add, !Q_mul; change (inject_Z 0%nat) with 0%Q; change (inject_Z 1%nat) with 1%Q;
    change (inject_Z 2%nat) with 2%Q; change (inject_Z 3%nat) with 3%Q; change (inject_Z 4%nat) with 4%Q; field.
Qed.

Theorem peak_mirrored_ring ties n : 2 <= n -> peak (ring_routes ties n) (mirrored n)
  (if (n mod 4 =? 0)%Z then n / 4 else if (n mod 4 =? 1)%Z then (n - 1) / 4
   else if (n mod 4 =? 2)%Z then match ties with split_ways => n / 4 | _ => (n + 2) / 4 end else (n + 1) / 4)%Q.
Proof.
  intro H. set (t := match ties with split_ways => 1 | _ => 2 end).
  assert (rising ties <= t /\ falling ties <= t /\ t <= 2 /\ (if match ties with downward_ways => false | _ => true end
    then rising ties else falling ties) = t) as (R & F & T & A) by (subst t; destruct ties; cbn; lia).
  apply (peak_equal _ _ ((1 # 2) * twice_mirrored t n)%Q).
  - apply (most_on_ring ties n _ _ (match ties with downward_ways => 0 | _ => n - 1 end)
      (match ties with downward_ways => false | _ => true end)).
    + intros x X. now apply mirrored_inside.
    + destruct ties; lia.
    + intros d D. rewrite (mirrored_round ties n d true) by assumption.
      destruct (mirror_sum_most (rising ties) n d H D ltac:(lia)) as [B _]. unfold twice_mirrored in *.
      destruct (n mod 4) as [|[|[|[|k]]]]; lia.
    + intros d D. rewrite (mirrored_round ties n d false) by assumption.
      destruct (mirror_sum_most (falling ties) n (n - 1 - d) H ltac:(lia) ltac:(lia)) as [B _]. unfold twice_mirrored in *.
      destruct (n mod 4) as [|[|[|[|k]]]]; lia.
    + rewrite mirrored_round by (destruct ties; lia). rewrite <- A.
      destruct ties; apply mirror_sum_most; cbn [rising falling]; lia.
  - symmetry. subst t. now apply mirrored_value.
Qed.
