(** Distances in networks that a text defines: a formula that is a potential is the distance. *)

From Coq Require Import List Arith ZArith QArith Lia Bool ZifyBool.
From Netlemma Require Import Definitions Defined DefinedCounts.
Import ListNotations.
Local Open Scope Z_scope.

Lemma walk_last g n x y z : walk g n x y -> hop g y z -> walk g (S n) x z.
Proof.
  induction 1 as [x | n x u y H W IH]; intros L.
  - apply step with z; [exact L | apply stay].
  - apply step with u; [exact H | now apply IH].
Qed.

(** A formula that is 0 at the destination alone, that no hop lowers by more than one, and that a hop of the node, or one to the
    destination, lowers. *)
Definition comes_nearer (g : graph) (d : node g -> node g -> Z) (x y : node g) : Prop :=
  exists z, In z (nodes g) /\ (hop g x z /\ d z y < d x y \/ hop g z y /\ d x z < d x y).

Theorem potentials g (d : node g -> node g -> Z) :
  (forall x y, In x (nodes g) -> In y (nodes g) -> 0 <= d x y) ->
  (forall x, In x (nodes g) -> d x x = 0) ->
  (forall x y, In x (nodes g) -> In y (nodes g) -> x = y \/ comes_nearer g d x y) ->
  (forall x y z, In y (nodes g) -> hop g x z -> d x y <= d z y + 1) ->
  distances g (fun x y => Z.to_nat (d x y)).
Proof.
  intros P Z0 N S x y X Y.
  assert (L : forall n u v, walk g n u v -> In v (nodes g) -> d u v <= Z.of_nat n).
  { intros n u v W. induction W as [u | n u z v T W IH]; intros V.
    - rewrite Z0 by exact V. lia.
    - specialize (S u v z V T). specialize (IH V). lia. }
  split.
  - remember (Z.to_nat (d x y)) as n eqn:E. revert x y X Y E. induction n as [n IH] using (well_founded_induction lt_wf); intros x y X Y E.
    pose proof (B0 := P x y X Y). destruct (N x y X Y) as [-> | (z & I & [[H K]|[H K]])].
    + rewrite Z0 in E by exact Y. subst. apply stay.
    + pose proof (P z y I Y). pose proof (S x y z Y H).
      assert (B : walk g (Z.to_nat (d z y)) z y) by (apply (IH (Z.to_nat (d z y))); auto; lia).
      replace n with (Datatypes.S (Z.to_nat (d z y))) by lia. now apply step with z.
    + pose proof (P x z X I).
      assert (B : walk g (Z.to_nat (d x z)) x z) by (apply (IH (Z.to_nat (d x z))); auto; lia).
      pose proof (W := walk_last _ _ _ _ _ B H). pose proof (L _ _ _ W Y).
      replace n with (Datatypes.S (Z.to_nat (d x z))) by lia. exact W.
  - intros n W. specialize (L n x y W Y). lia.
Qed.

Lemma hop_two_way {A} (all : list A) same to x z : (forall x y, same x y = true <-> x = y) ->
  hop (two_way all same to) x z <-> In x all /\ In z all /\ (In z (to x) \/ In x (to z)).
Proof.
  intros E. unfold hop. cbn [nodes channels two_way].
  rewrite <- (given_in same to E x z), <- (given_in same to E z x).
  destruct (existsb (same z) (to x)), (existsb (same x) (to z)); cbn [orb one_if]; intuition (discriminate || lia).
Qed.

(** Conditions, remainders, quotients, extremes and absolute values become cases, one after the other, the inner ones first. *)
Ltac plain x := lazymatch x with
  | context [Z.b2z _] => fail | context [_ mod _] => fail | context [_ / _] => fail
  | context [Z.min _ _] => fail | context [Z.max _ _] => fail | context [Z.abs _] => fail | _ => idtac end.
Ltac cases_of_mod x n :=
  let E := fresh in let m := fresh "m" in
  first
  [ assert (E := mod_near x n ltac:(lia)); set (m := x mod n) in *; clearbody m; destruct E as [[? ?]|[[? ?]|[? ?]]]
  | pose proof (Z.div_mod x n ltac:(lia)); assert (E := Z.mod_pos_bound x n ltac:(lia)); set (m := x mod n) in *; clearbody m ].
Ltac cases_of_div x n :=
  let q := fresh "q" in
  pose proof (Z.div_mod x n ltac:(lia)); pose proof (Z.mod_pos_bound x n ltac:(lia)); set (q := x / n) in *; clearbody q.
Ltac cases_of E := let K := fresh in destruct E as [[? K]|[? K]]; rewrite ?K in *; clear K.
Ltac apart_as_cases E := lazymatch type of E with
  | _ || _ = true => apply orb_true_iff in E; destruct E as [E|E]; apart_as_cases E
  | _ && _ = false => apply andb_false_iff in E; destruct E as [E|E]; apart_as_cases E
  | _ || _ = false => let F := fresh in apply orb_false_iff in E; destruct E as [E F]; apart_as_cases E; apart_as_cases F
  | _ && _ = true => let F := fresh in apply andb_true_iff in E; destruct E as [E F]; apart_as_cases E; apart_as_cases F
  | _ => idtac
  end.
Ltac case_of c := let E := fresh in destruct c eqn:E; cbn [Z.b2z] in *; apart_as_cases E.
Ltac one_case := match goal with
  | |- context [Z.b2z ?c] => plain c; case_of c
  | H : context [Z.b2z ?c] |- _ => plain c; case_of c
  | |- context [?x / ?n] => plain x; cases_of_div x n
  | H : context [?x / ?n] |- _ => plain x; cases_of_div x n
  | |- context [?x mod ?n] => plain x; cases_of_mod x n
  | H : context [?x mod ?n] |- _ => plain x; cases_of_mod x n
  | |- context [Z.abs ?x] => plain x; cases_of (Z.abs_spec x)
  | |- context [Z.min ?x ?y] => plain x; plain y; cases_of (Z.min_spec x y)
  | |- context [Z.max ?x ?y] => plain x; plain y; cases_of (Z.max_spec x y)
  end.
Ltac one_case_in E := match type of E with
  | context [Z.b2z ?c] => plain c; case_of c
  | context [?x / ?n] => plain x; cases_of_div x n
  | context [?x mod ?n] => plain x; cases_of_mod x n
  | context [Z.abs ?x] => plain x; cases_of (Z.abs_spec x)
  | context [Z.min ?x ?y] => plain x; plain y; cases_of (Z.min_spec x y)
  | context [Z.max ?x ?y] => plain x; plain y; cases_of (Z.max_spec x y)
  end.
Ltac by_cases := tryif one_case then first [exfalso; lia | by_cases] else lia.
(** All cases of a number, each of which is linear. *)
Ltac cases_in E := tryif one_case_in E then first [exfalso; lia | cases_in E] else idtac.
Ltac split_on c := case_of c; try (exfalso; lia).
Tactic Notation "cases_of_number" constr(x) reference(formula) :=
  let E := fresh "E" in let v := fresh "v" in
  assert (E : exists v, v = x) by (now exists x); destruct E as [v E]; unfold formula in E; cbv beta iota in E; cases_in E.
Ltac potential := cbn [node nodes two_way] in *; coordinates; opened_lists.
Ltac hops := repeat match goal with H : hop _ _ _ |- _ => apply hop_two_way in H; [|tests]; destruct H as [? [? [?|?]]] end;
  unfold by_rules in *; cbn [flat_map] in *; potential.

Definition is_distance (g : graph) (d : node g -> node g -> Z) : Prop :=
  (forall x y, In x (nodes g) -> In y (nodes g) -> 0 <= d x y) /\ distances g (fun x y => Z.to_nat (d x y)).

Lemma potential_found g (d : node g -> node g -> Z) :
  (forall x y, In x (nodes g) -> In y (nodes g) -> 0 <= d x y) ->
  (forall x, In x (nodes g) -> d x x = 0) ->
  (forall x y, In x (nodes g) -> In y (nodes g) -> x = y \/ comes_nearer g d x y) ->
  (forall x y z, In y (nodes g) -> hop g x z -> d x y <= d z y + 1) -> is_distance g d.
Proof. intros P Z0 N S. split; [exact P | now apply potentials]. Qed.

Theorem diameter_found g d m q : is_distance g d -> (q == inject_Z m)%Q ->
  (forall x y, In x (nodes g) -> In y (nodes g) -> d x y <= m) ->
  (exists x y, In x (nodes g) /\ In y (nodes g) /\ d x y = m) -> diameter g q.
Proof.
  intros [P D] Q B (x & y & X & Y & M). exists (fun x y => Z.to_nat (d x y)), (Z.to_nat m).
  pose proof (P x y X Y). split; [exact D|]. split; [rewrite Q, Z2Nat.id by lia; reflexivity|]. split.
  - intros u v U V. specialize (B u v U V). lia.
  - exists x, y. rewrite M. auto.
Qed.

Lemma total_found g d t : is_distance g d -> (sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => inject_Z (d x y))) == t)%Q ->
  exists n, total_distance g n /\ (inject_Z (Z.of_nat n) == t)%Q.
Proof.
  intros [P D] S. eexists. split; [exists (fun x y => Z.to_nat (d x y)); split; [exact D | reflexivity]|].
  rewrite <- S, sum_to_Q. apply sum_Q_ext. intros x X. rewrite sum_to_Q. apply sum_Q_ext. intros y Y.
  rewrite Z2Nat.id by (now apply P). reflexivity.
Qed.

Theorem wiener_found g d t q : is_distance g d ->
  (sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => inject_Z (d x y))) == t)%Q -> (2 * q == t)%Q -> wiener_index g q.
Proof. intros D S Q. destruct (total_found g d t D S) as [n [T E]]. exists n. split; [exact T|]. now rewrite E. Qed.

Theorem mean_found g d t n q : is_distance g d ->
  (sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => inject_Z (d x y))) == t)%Q -> (sum_Q (nodes g) (fun _ => 1) == n)%Q ->
  (exists x y, In x (nodes g) /\ In y (nodes g) /\ x <> y) -> (q * (n * (n - 1)) == t)%Q -> mean_distance g q.
Proof.
  intros D S N (x & y & X & Y & A) Q. split.
  - unfold size. destruct (nodes g) as [|u [|v l]]; cbn [In length] in *; [tauto | intuition congruence |].
    apply -> Nat.succ_lt_mono. apply Nat.lt_0_succ.
  - destruct (total_found g d t D S) as [m [T E]]. exists m. split; [exact T|].
    rewrite E, <- Q, <- N. unfold size. rewrite <- length_sum. reflexivity.
Qed.

(** A sum over pairs of nodes, part by part. *)
Lemma total_of_parts {A} (all : list A) (f g h : A -> A -> Z) u v w : (forall x y, h x y = f x y + g x y) ->
  (sum_Q all (fun x => sum_Q all (fun y => inject_Z (f x y))) == u)%Q ->
  (sum_Q all (fun x => sum_Q all (fun y => inject_Z (g x y))) == v)%Q -> (w == u + v)%Q ->
  (sum_Q all (fun x => sum_Q all (fun y => inject_Z (h x y))) == w)%Q.
Proof.
  intros H U V ->. rewrite <- U, <- V, <- sum_Q_plus. apply sum_Q_ext. intros x _. rewrite <- sum_Q_plus.
  apply sum_Q_ext. intros y _. now rewrite H, inject_Z_plus.
Qed.

Lemma two_halves (n : nat) : exists h, Z.of_nat n = 2 * h \/ Z.of_nat n = 2 * h + 1.
Proof. exists (Z.of_nat n / 2). pose proof (Z.div_mod (Z.of_nat n) 2). pose proof (Z.mod_pos_bound (Z.of_nat n) 2). lia. Qed.

Lemma integral a b v : a = b -> (inject_Z b == v)%Q -> (inject_Z a == v)%Q.
Proof. now intros ->. Qed.

Ltac same_node := repeat f_equal; lia.
Ltac rules := unfold by_rules; cbn [flat_map].
Ltac later := apply in_app_iff; right.
Ltac this := apply in_app_iff; left; cbv beta iota.
Ltac chosen v := apply in_for_each; exists v; split; [whole|].
Ltac where_holds := apply in_where; split; [whole|].
Ltac arrives := apply in_one; repeat f_equal; whole.
Ltac hop_inside := apply hop_two_way; [tests|]; cbn [node nodes two_way]; split; [there | split; [there|]].
Ltac the_case := repeat match goal with |- context [if ?c then _ else _] =>
  let E := fresh in destruct c eqn:E; try (exfalso; by_cases) end.
Ltac valued v := cbv beta iota; the_case; first [apply (integral _ v) | apply (integral 0 v)]; [by_cases | identity].
(** An identity of sizes, whose denominators are not zero. *)
Ltac not_zero := let K := fresh in intro K; unfold Qeq, Qminus, Qopp, Qplus, Qmult, inject_Z in K; cbn [Qnum Qden] in K; nia.
Ltac identity_of_sizes := rational; field; repeat split; not_zero.
