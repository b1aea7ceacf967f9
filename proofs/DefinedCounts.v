(** Numbers of nodes and links of networks that a text defines: sums over coordinates, closed by telescoping. *)

From Coq Require Import List ZArith QArith Lia Bool ZifyBool Qpower Qfield FinFun Permutation.
From Netlemma Require Import Definitions Defined.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Sums over lists *)

Lemma sum_Q_ext {A} (l : list A) f g : (forall x, In x l -> (f x == g x)%Q) -> (sum_Q l f == sum_Q l g)%Q.
Proof.
  induction l as [|x l IH]; intros E; [reflexivity|]. cbn [sum_Q]. rewrite (E x), IH; [reflexivity | | now left].
  intros y Y. apply E. now right.
Qed.

Lemma sum_Q_app {A} (l m : list A) f : (sum_Q (l ++ m) f == sum_Q l f + sum_Q m f)%Q.
Proof. induction l as [|x l IH]; cbn [sum_Q app]; [ring | rewrite IH; ring]. Qed.

Lemma sum_Q_map {A B} (l : list A) (h : A -> B) f : sum_Q (map h l) f = sum_Q l (fun x => f (h x)).
Proof. induction l as [|x l IH]; cbn [sum_Q map]; [reflexivity | now rewrite IH]. Qed.

Lemma sum_Q_flat_map {A B} (l : list A) (h : A -> list B) f :
  (sum_Q (flat_map h l) f == sum_Q l (fun x => sum_Q (h x) f))%Q.
Proof. induction l as [|x l IH]; cbn [sum_Q flat_map]; [reflexivity | now rewrite sum_Q_app, IH]. Qed.

Lemma sum_Q_plus {A} (l : list A) f g : (sum_Q l (fun x => f x + g x) == sum_Q l f + sum_Q l g)%Q.
Proof. induction l as [|x l IH]; cbn [sum_Q]; [ring | rewrite IH; ring]. Qed.

Lemma sum_Q_scale {A} (l : list A) c f : (sum_Q l (fun x => c * f x) == c * sum_Q l f)%Q.
Proof. induction l as [|x l IH]; cbn [sum_Q]; [ring | rewrite IH; ring]. Qed.

Lemma length_sum {A} (l : list A) : (inject_Z (Z.of_nat (length l)) == sum_Q l (fun _ => 1))%Q.
Proof.
  induction l as [|x l IH]; cbn [sum_Q length]; [reflexivity|]. rewrite <- IH, Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus.
  reflexivity.
Qed.

Lemma sum_filter {A} (c : A -> bool) l f : (sum_Q (filter c l) f == sum_Q l (fun x => if c x then f x else 0))%Q.
Proof. induction l as [|x l IH]; cbn [sum_Q filter]; [reflexivity|]. destruct (c x); cbn [sum_Q]; rewrite IH; ring. Qed.

Lemma sum_pairs_Q {A B} (l : list A) (h : A -> list B) f :
  (sum_Q (pairs l h) f == sum_Q l (fun x => sum_Q (h x) (fun y => f (x, y))))%Q.
Proof.
  unfold pairs. rewrite sum_Q_flat_map. apply sum_Q_ext. intros x _. now rewrite sum_Q_map.
Qed.

(** ** Ranges *)

Lemma in_range a b x : In x (range a b) <-> a <= x <= b.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros [i [<- I]]. apply in_seq in I. lia.
  - intros I. exists (Z.to_nat (x - a)). rewrite in_seq. lia.
Qed.

Lemma NoDup_range a b : NoDup (range a b).
Proof. apply Injective_map_NoDup; [|apply seq_NoDup]. intros x y E. lia. Qed.

Lemma range_cut a m b : a <= m <= b + 1 -> range a b = range a (m - 1) ++ range m b.
Proof.
  intros I. unfold range. replace (Z.to_nat (b + 1 - a)) with (Z.to_nat (m - 1 + 1 - a) + Z.to_nat (b + 1 - m))%nat by lia.
  rewrite seq_app, map_app. f_equal.
  replace (0 + Z.to_nat (m - 1 + 1 - a))%nat with (Z.to_nat (m - a)) by lia.
  assert (S : forall d s n, seq (d + s) n = map (fun i => (d + i)%nat) (seq s n)).
  { intros d s k. revert s. induction k as [|k IH]; intros s; cbn [seq map]; [reflexivity|].
    f_equal. rewrite <- IH. f_equal. lia. }
  rewrite <- (Nat.add_0_r (Z.to_nat (m - a))), S, map_map. apply map_ext. intros i. lia.
Qed.

Lemma range_empty a b : b < a -> range a b = [].
Proof. intros I. unfold range. now replace (Z.to_nat (b + 1 - a)) with 0%nat by lia. Qed.

Lemma range_last a b : a <= b + 1 -> range a (b + 1) = range a b ++ [b + 1].
Proof.
  intros I. rewrite (range_cut a (b + 1) (b + 1)) by lia. replace (b + 1 - 1) with b by lia. f_equal.
  unfold range. replace (Z.to_nat (b + 1 + 1 - (b + 1))) with 1%nat by lia. cbn. f_equal. lia.
Qed.

(** A sum of differences, on the whole of a range or cut into parts. *)
Lemma sum_tel a b d c f (F : Z -> Q) w : a = d -> b = c -> d <= c + 1 -> (forall i, d <= i <= c -> (f i == F (i + 1)%Z - F i)%Q) ->
  (w == F (c + 1)%Z - F d)%Q -> (sum_Q (range a b) f == w)%Q.
Proof.
  intros -> -> I E ->. remember (Z.to_nat (c + 1 - d)) as n eqn:N. revert c I E N.
  induction n as [|n IH]; intros c I E N.
  - rewrite range_empty by lia. replace (c + 1) with d by lia. cbn [sum_Q]. ring.
  - replace c with (c - 1 + 1) at 1 by lia. rewrite range_last by lia. rewrite sum_Q_app. cbn [sum_Q].
    rewrite IH by (try intros i J; try apply E; lia). replace (c - 1 + 1) with c by lia. rewrite (E c) by lia. ring.
Qed.

Lemma sum_cut a m b f u v w : a <= m <= b + 1 -> (sum_Q (range a (m - 1)) f == u)%Q -> (sum_Q (range m b) f == v)%Q ->
  (w == u + v)%Q -> (sum_Q (range a b) f == w)%Q.
Proof. intros I U V ->. now rewrite (range_cut a m b I), sum_Q_app, U, V. Qed.

Lemma range_from a a' b : a = a' -> range a b = range a' b.
Proof. now intros ->. Qed.

(** ** Words *)

Lemma sum_spelled letters n c : (sum_Q (spelled letters n) (fun _ => c) == c * inject_Z (Z.of_nat (length letters) ^ Z.of_nat n))%Q.
Proof.
  induction n as [|n IH]; [cbn [spelled sum_Q]; change (Z.of_nat 0) with 0; rewrite Z.pow_0_r; ring|].
  cbn [spelled]. rewrite sum_Q_flat_map, Nat2Z.inj_succ, Z.pow_succ_r by lia.
  rewrite (sum_Q_ext _ _ (fun _ => c * inject_Z (Z.of_nat (length letters) ^ Z.of_nat n) * 1)%Q).
  - rewrite sum_Q_scale, <- length_sum, inject_Z_mult. ring.
  - intros x _. rewrite sum_Q_map, IH. ring.
Qed.

Lemma length_range a b : a <= b + 1 -> Z.of_nat (length (range a b)) = b + 1 - a.
Proof. intros I. unfold range. rewrite map_length, seq_length. lia. Qed.

Lemma sum_words k n f c w : 0 <= k -> 0 <= n -> (forall v, In v (words k n) -> (f v == c)%Q) ->
  (w == c * inject_Z (k ^ n))%Q -> (sum_Q (words k n) f == w)%Q.
Proof.
  intros K N E ->. rewrite (sum_Q_ext _ _ (fun _ => c) E). unfold words. rewrite sum_spelled, length_range by lia.
  rewrite Z2Nat.id by lia. now replace (k - 1 + 1 - 0) with k by lia.
Qed.

(** ** Nodes are different *)

Lemma NoDup_app_apart {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> In x m -> False) -> NoDup (l ++ m).
Proof.
  intros L M D. induction L as [|x l X L IH]; [exact M|]. cbn [app]. constructor.
  - rewrite in_app_iff. intros [I|I]; [contradiction | exact (D x (or_introl eq_refl) I)].
  - apply IH. intros y Y. apply D. now right.
Qed.

Lemma NoDup_flat_map {A B} (l : list A) (h : A -> list B) : NoDup l -> (forall x, In x l -> NoDup (h x)) ->
  (forall x y z, In x l -> In y l -> In z (h x) -> In z (h y) -> x = y) -> NoDup (flat_map h l).
Proof.
  intros L. induction L as [|x l X L IH]; intros H D; [constructor|]. cbn [flat_map]. apply NoDup_app_apart.
  - apply H. now left.
  - apply IH; [intros y Y; apply H; now right|]. intros y z u Y Z. apply D; now right.
  - intros u U V. apply in_flat_map in V as [y [Y V]].
    assert (x = y) by (apply (D x y u); [now left | now right | exact U | exact V]). now subst.
Qed.

Lemma NoDup_pairs {A B} (l : list A) (h : A -> list B) : NoDup l -> (forall x, In x l -> NoDup (h x)) -> NoDup (pairs l h).
Proof.
  intros L H. apply NoDup_flat_map; [exact L | |].
  - intros x X. apply Injective_map_NoDup; [congruence | exact (H x X)].
  - intros x y z _ _ X Y. apply in_map_iff in X as [? [<- _]], Y as [? [E _]]. congruence.
Qed.

Lemma NoDup_spelled letters n : NoDup letters -> NoDup (spelled letters n).
Proof.
  intros L. induction n as [|n IH]; [repeat constructor; intros [] | ]. cbn [spelled]. apply NoDup_flat_map; [exact L | |].
  - intros x _. apply Injective_map_NoDup; [congruence | exact IH].
  - intros x y z _ _ X Y. apply in_map_iff in X as [? [<- _]], Y as [? [E _]]. congruence.
Qed.

Lemma NoDup_words k n : NoDup (words k n).
Proof. apply NoDup_spelled, NoDup_range. Qed.

Lemma same_words_true v w : same_words v w = true <-> v = w.
Proof.
  revert w. induction v as [|x v IH]; intros [|y w]; cbn [same_words]; split; try discriminate; try reflexivity.
  - intros E. apply andb_true_iff in E as [E F]. apply IH in F. apply Z.eqb_eq in E. congruence.
  - intros E. injection E as -> ->. rewrite Z.eqb_refl. now apply IH.
Qed.

Lemma same_pairs_true {A B} (one : A -> A -> bool) (two : B -> B -> bool) :
  (forall x y, one x y = true <-> x = y) -> (forall x y, two x y = true <-> x = y) ->
  forall x y, same_pairs one two x y = true <-> x = y.
Proof.
  intros H K [x u] [y v]. unfold same_pairs. cbn [fst snd]. rewrite andb_true_iff, H, K. split; [intros [-> ->] | intros E; injection E]; auto.
Qed.

Ltac tests := first [exact Z.eqb_eq | exact same_words_true | apply same_pairs_true; tests].
Ltac different :=
  first
  [ apply NoDup_range | apply NoDup_words | apply NoDup_filter; different
  | apply NoDup_pairs; [different | intros ? _; different] ].

(** ** Numbers of nodes *)

Lemma nodes_counted g (n : Q) : NoDup (nodes g) -> (forall x y, same g x y = true <-> x = y) ->
  (sum_Q (nodes g) (fun _ => 1) == n)%Q -> number_of_nodes g n.
Proof.
  intros D E S. split; [split; assumption|]. unfold size. rewrite <- S. symmetry. apply length_sum.
Qed.

(** ** Numbers of links *)

Definition many {A : Type} (l : list A) : Q := inject_Z (Z.of_nat (length l)).

Lemma many_app {A} (l m : list A) : (many (l ++ m) == many l + many m)%Q.
Proof. unfold many. now rewrite app_length, Nat2Z.inj_add, inject_Z_plus. Qed.

Lemma many_none {A} : (many (@nil A) == 0)%Q.
Proof. reflexivity. Qed.

Lemma many_one {A} (x : A) : (many [x] == 1)%Q.
Proof. reflexivity. Qed.

Lemma many_where {A} c (l : list A) : (many (where_ c l) == if c then many l else 0)%Q.
Proof. now destruct c. Qed.

Lemma many_for_each {A} values (give : Z -> list A) : (many (for_each values give) == sum_Q values (fun i => many (give i)))%Q.
Proof.
  unfold for_each. induction values as [|x l IH]; [reflexivity|]. cbn [flat_map sum_Q]. now rewrite many_app, IH.
Qed.

Lemma many_where_one {A} (c : bool) (x : A) : (many (where_ c [x]) == if c then 1 else 0)%Q.
Proof. now destruct c. Qed.

Lemma if_many {A} (c : bool) (l : list A) : (if c then many l else 0%Q) = many (where_ c l).
Proof. now destruct c. Qed.

Lemma where_where {A} (c d : bool) (l : list A) : where_ c (where_ d l) = where_ (c && d) l.
Proof. now destruct c, d. Qed.

Lemma where_for_each {A} (c : bool) values (give : Z -> list A) :
  where_ c (for_each values give) = for_each values (fun i => where_ c (give i)).
Proof. destruct c; [reflexivity|]. cbn. unfold for_each. induction values as [|i l IH]; [reflexivity | exact IH]. Qed.

Lemma sum_to_Q {A} (l : list A) (f : A -> nat) : (inject_Z (Z.of_nat (sum l f)) == sum_Q l (fun x => inject_Z (Z.of_nat (f x))))%Q.
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [sum sum_Q]. now rewrite Nat2Z.inj_add, inject_Z_plus, IH.
Qed.

Lemma sum_swapped {A B} (l : list A) (m : list B) f :
  (sum_Q l (fun x => sum_Q m (fun y => f x y)) == sum_Q m (fun y => sum_Q l (fun x => f x y)))%Q.
Proof.
  induction l as [|x l IH]; cbn [sum_Q].
  - induction m as [|y m IH]; cbn [sum_Q]; [reflexivity | rewrite <- IH; ring].
  - rewrite IH, <- sum_Q_plus. reflexivity.
Qed.

Section Links.
  Context {A : Type} (all : list A) (same : A -> A -> bool) (to : A -> list A).
  Hypothesis D : NoDup all.
  Hypothesis E : forall x y, same x y = true <-> x = y.
  Hypothesis inside : forall x y, In x all -> In y (to x) -> In y all.
  Hypothesis once : forall x, In x all -> NoDup (to x).

  Definition given x y : Q := if existsb (same y) (to x) then 1 else 0.

  Lemma given_in x y : existsb (same y) (to x) = true <-> In y (to x).
  Proof.
    rewrite existsb_exists. split; [intros [z [I J]]; apply E in J; now subst | intros I; exists y; now rewrite E].
  Qed.

  Lemma given_out x : In x all -> (sum_Q all (given x) == many (to x))%Q.
  Proof.
    intros X. transitivity (sum_Q all (fun y => if existsb (same y) (to x) then 1 else 0)); [reflexivity|].
    rewrite <- sum_filter, <- length_sum. unfold many.
    enough (L : length (filter (fun y => existsb (same y) (to x)) all) = length (to x)) by now rewrite L.
    apply Permutation_length, NoDup_Permutation; [now apply NoDup_filter | now apply once |].
    intros y. rewrite filter_In, given_in. split; [tauto | intros I; split; [now apply (inside x) | exact I]].
  Qed.

  Theorem links_counted n : (forall x y, In x all -> In y all -> In y (to x) -> ~ In x (to y)) ->
    (sum_Q all (fun x => many (to x)) == n)%Q -> number_of_links (two_way all same to) n.
  Proof.
    intros once_only S. split; [split; [exact D | exact E]|]. cbn [nodes two_way]. rewrite sum_to_Q.
    transitivity (sum_Q all (fun x => sum_Q all (fun y => given x y + given y x)%Q)).
    - transitivity (sum_Q all (fun x => sum_Q all (given x) + sum_Q all (fun y => given y x))%Q).
      + rewrite sum_Q_plus, (sum_swapped all all (fun x y => given y x)).
        rewrite (sum_Q_ext _ (fun x => sum_Q all (given x)) (fun x => many (to x))) by exact given_out.
        rewrite (sum_Q_ext _ (fun x => sum_Q all (fun y => given x y)) (fun x => many (to x))) by exact given_out.
        rewrite S. ring.
      + apply sum_Q_ext. intros x _. now rewrite sum_Q_plus.
    - apply sum_Q_ext. intros x X. unfold leaving. rewrite sum_to_Q. cbn [nodes channels two_way].
      apply sum_Q_ext. intros y Y. unfold given.
      destruct (existsb (same y) (to x)) eqn:P, (existsb (same x) (to y)) eqn:Q; try reflexivity.
      apply given_in in P, Q. exfalso. exact (once_only x y X Y P Q).
  Qed.

  Theorem links_counted_twice n : (forall x y, In x all -> In y (to x) -> In x (to y)) ->
    (sum_Q all (fun x => many (to x)) == 2 * n)%Q -> number_of_links (two_way all same to) n.
  Proof.
    intros both S. split; [split; [exact D | exact E]|]. cbn [nodes two_way]. rewrite sum_to_Q, <- S.
    apply sum_Q_ext. intros x X. rewrite <- given_out by exact X. unfold leaving. rewrite sum_to_Q. cbn [nodes channels two_way].
    apply sum_Q_ext. intros y Y. unfold given.
    destruct (existsb (same y) (to x)) eqn:P, (existsb (same x) (to y)) eqn:Q; try reflexivity.
    apply given_in in Q. apply (both y x Y) in Q. apply given_in in Q. congruence.
  Qed.

  Theorem channels_counted n : (sum_Q all (fun x => many (to x)) == n)%Q -> number_of_channels (one_way all same to) n.
  Proof.
    intros S. split; [split; [exact D | exact E]|]. cbn [nodes one_way]. rewrite sum_to_Q, <- S.
    apply sum_Q_ext. intros x X. rewrite <- given_out by exact X. unfold leaving. rewrite sum_to_Q. cbn [nodes channels one_way].
    apply sum_Q_ext. intros y Y. unfold given. now destruct (existsb (same y) (to x)).
  Qed.
End Links.

Lemma sum_rule {A} (all : list A) r rules v w t : (sum_Q all (fun x => many (r x)) == v)%Q ->
  (sum_Q all (fun x => many (by_rules rules x)) == w)%Q -> (t == v + w)%Q ->
  (sum_Q all (fun x => many (by_rules (r :: rules) x)) == t)%Q.
Proof.
  intros V W ->. rewrite <- V, <- W, <- sum_Q_plus. apply sum_Q_ext. intros x _. apply many_app.
Qed.

Lemma sum_no_rule {A} (all : list A) : (sum_Q all (fun x => many (by_rules [] x)) == 0)%Q.
Proof. induction all as [|x all IH]; [reflexivity|]. cbn [sum_Q]. rewrite IH. reflexivity. Qed.

(** ** Tactics *)

Lemma in_pairs {A B} (l : list A) (h : A -> list B) x y : In (x, y) (pairs l h) <-> In x l /\ In y (h x).
Proof.
  unfold pairs. rewrite in_flat_map. split.
  - intros [u [U I]]. apply in_map_iff in I as [v [F V]]. injection F as -> ->. tauto.
  - intros [X Y]. exists x. split; [exact X|]. now apply in_map.
Qed.

Lemma in_where {A} (z : A) c l : In z (where_ c l) <-> c = true /\ In z l.
Proof. destruct c; cbn; intuition congruence. Qed.

Lemma in_for_each {A} (z : A) a b give : In z (for_each (range a b) give) <-> exists i, a <= i <= b /\ In z (give i).
Proof.
  unfold for_each. rewrite in_flat_map. split; intros [i [I J]]; exists i; (split; [now apply in_range | exact J]).
Qed.

Lemma in_one {A} (z x : A) : In z [x] <-> z = x.
Proof. cbn. intuition congruence. Qed.

Lemma mod_near x n : - n <= x < 2 * n ->
  x < 0 /\ x mod n = x + n \/ 0 <= x < n /\ x mod n = x \/ n <= x /\ x mod n = x - n.
Proof.
  intros I. assert (C : x < 0 \/ 0 <= x < n \/ n <= x) by lia. destruct C as [C|[C|C]].
  - left. split; [exact C|]. symmetry. apply (Z.mod_unique _ _ (-1)); lia.
  - right. left. split; [exact C|]. symmetry. apply (Z.mod_unique _ _ 0); lia.
  - right. right. split; [exact C|]. symmetry. apply (Z.mod_unique _ _ 1); lia.
Qed.

Lemma NoDup_where {A} c (l : list A) : (c = true -> NoDup l) -> NoDup (where_ c l).
Proof. destruct c; [auto | constructor]. Qed.

Lemma NoDup_one {A} (x : A) : NoDup [x].
Proof. repeat constructor. intros []. Qed.

Lemma NoDup_for_each {A} a b (give : Z -> list A) : (forall i, a <= i <= b -> NoDup (give i)) ->
  (forall i j z, a <= i <= b -> a <= j <= b -> In z (give i) -> In z (give j) -> i = j) -> NoDup (for_each (range a b) give).
Proof.
  intros H K. apply NoDup_flat_map; [apply NoDup_range | |].
  - intros i I. apply H. now apply in_range.
  - intros i j z I J. apply K; now apply in_range.
Qed.

(** Which nodes, and which links: what is in a list, coordinate by coordinate. *)
Ltac listed := repeat first [rewrite filter_In in * | rewrite in_pairs in * | rewrite in_range in * | rewrite in_app_iff in *
  | rewrite in_where in * | rewrite in_for_each in * | rewrite in_one in *].
Ltac apart := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  | H : exists _, _ |- _ => destruct H
  | H : (_, _) = (_, _) |- _ => apply pair_equal_spec in H
  | H : In _ [] |- _ => destruct H
  end; subst.
(** Remainders of numbers that are near a range become cases, the inner ones first. *)
Ltac one_near x n :=
  lazymatch x with context [_ mod _] => fail | _ => idtac end;
  let E := fresh "E" in
  first [assert (E := mod_near x n ltac:(lia)) | assert (E := Z.div_mod x n ltac:(lia)); assert (0 <= x mod n < n) by (apply Z.mod_pos_bound; lia)];
  let m := fresh "m" in set (m := x mod n) in *; clearbody m;
  try (let q := fresh "q" in set (q := x / n) in *; clearbody q).
Ltac near := repeat match goal with
  | |- context [?x mod ?n] => one_near x n
  | H : context [?x mod ?n] |- _ => one_near x n
  end.
Ltac whole := first [lia | near; lia].
Ltac coordinates := repeat match goal with p : (_ * _)%type |- _ => destruct p end; cbn [fst snd] in *.
Ltac opened_lists := cbv beta iota in *; repeat (progress (listed; apart)); cbv beta iota in *.
Ltac there := coordinates; opened_lists; repeat split; first [whole | f_equal; whole | idtac].
Ltac there_all := intros; unfold by_rules in *; cbn [flat_map] in *; there.
Ltac never := intros; try match goal with |- ~ _ => intro end; unfold by_rules in *; cbn [flat_map] in *; coordinates; opened_lists; exfalso; whole.
Ltac given_once := intros; coordinates; opened_lists; unfold by_rules; cbn [flat_map]; cbv beta iota;
  repeat match goal with
  | |- NoDup (where_ _ _) => apply NoDup_where; intro
  | |- NoDup [_] => apply NoDup_one
  | |- NoDup (for_each _ _) => apply NoDup_for_each; intros; [|there]
  | |- NoDup (_ ++ _) => apply NoDup_app_apart; [| |never]
  | |- NoDup [] => constructor
  end.

(** The goal is that a number of pieces is a polynomial: integers become rational numbers. *)
Ltac rational := unfold Z.sub;
  repeat first [rewrite inject_Z_plus | rewrite inject_Z_mult | rewrite inject_Z_opp | rewrite Zpower_Qpower by lia];
  repeat match goal with |- context [inject_Z (Zpos ?p)] => change (inject_Z (Zpos p)) with (Zpos p # 1) end.
Ltac identity := rational; field.
Ltac opened := cbv beta iota; rewrite ?sum_filter, ?sum_pairs_Q, ?if_many, ?where_for_each, ?where_where, ?many_for_each,
  ?many_where_one, ?many_one; cbv beta iota.
Ltac decided := cbv beta iota;
  repeat match goal with |- context [if ?c then _ else _] => let E := fresh in destruct c eqn:E end;
  try (exfalso; lia); try reflexivity.
