(** Definitions that theorems on forwarding indices are stated with, beside those of Definitions.v: paths, and routings that
    may split a message among several of them. *)

From Coq Require Import List ZArith QArith.
From Netlemma Require Import Definitions.
Open Scope nat_scope.

(** [path g x y l]: hops lead from x to each node of l in turn, the last of which is y. *)
Fixpoint path (g : graph) (x y : node g) (l : list (node g)) : Prop :=
  match l with nil => x = y | cons z rest => hop g x z /\ path g z y rest end.

(** A routing has paths from each node to each other, with the part of the message that takes each. *)
Definition forwarding (g : graph) : Type := node g -> node g -> list (Q * list (node g)).
Definition routed (g : graph) (r : forwarding g) : Prop :=
  forall x y, In x (nodes g) -> In y (nodes g) -> (sum_Q (r x y) fst == 1)%Q /\
    forall way, In way (r x y) -> (0 <= fst way)%Q /\ path g x y (snd way).

(** How often a path passes a node between its ends; and the messages through a node, one of each node to each other. *)
Definition visits (g : graph) (z : node g) (l : list (node g)) : nat := sum (removelast l) (fun w => one_if (same g w z)).
Definition passing (g : graph) (r : forwarding g) (z : node g) : Q :=
  sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y =>
    if same g x y then 0 else sum_Q (r x y) (fun way => fst way * visits g z (snd way))))%Q.

(** The vertex forwarding index: the least over all routings of the largest number of messages through a node. *)
Definition vertex_forwarding_index (g : graph) (least : Q) : Prop :=
  (exists r, routed g r /\ forall z, In z (nodes g) -> passing g r z <= least)%Q /\
  (forall r, routed g r -> exists z, In z (nodes g) /\ least <= passing g r z)%Q.

(** * Links and buses

    The devices of a network, with an equality test, and whether a hop from one node to another may take a device. A link
    that both directions share is one device, and so is a bus with all its nodes. *)
Record devices (g : graph) : Type := Devices {
  device : Type; all_devices : list device;
  one_device : device -> device -> bool;
  joins : device -> node g -> node g -> bool
}.
Arguments device {g}. Arguments all_devices {g}. Arguments one_device {g}. Arguments joins {g}.

(** Link e of a line or ring joins nodes e and e + 1, or the last node of a ring and node 0. A link of a clique is a pair of
    nodes, the smaller one first. *)
Definition line_devices (n : nat) : devices (line n) := Devices (line n) nat (seq 0 (n - 1)) Nat.eqb
  (fun e x y => orb (andb (x =? e) (y =? S e)) (andb (y =? e) (x =? S e))).
Definition ring_devices (n : nat) : devices (ring n) := Devices (ring n) nat (seq 0 n) Nat.eqb
  (fun e x y => orb (andb (x =? e) (y =? next n e)) (andb (y =? e) (x =? next n e))).
Definition oneway_ring_devices (n : nat) : devices (oneway_ring n) := Devices (oneway_ring n) nat (seq 0 n) Nat.eqb
  (fun e x y => andb (x =? e) (y =? next n e)).
Definition clique_devices (n : nat) : devices (clique n) := Devices (clique n) (nat * nat)
  (filter (fun e => fst e <? snd e) (list_prod (seq 0 n) (seq 0 n)))
  (fun e f => andb (fst e =? fst f) (snd e =? snd f))
  (fun e x y => orb (andb (x =? fst e) (y =? snd e)) (andb (y =? fst e) (x =? snd e))).
Definition bus_devices (n : nat) : devices (bus n) := Devices (bus n) unit (tt :: nil) (fun _ _ => true)
  (fun _ x y => negb (x =? y)).

(** In a product a device of either part has a copy for each node of the other part. *)
Definition product_devices {g h} (d : devices g) (e : devices h) : devices (product g h) :=
  Devices (product g h) (device d * node h + node g * device e)
    (map inl (list_prod (all_devices d) (nodes h)) ++ map inr (list_prod (nodes g) (all_devices e)))
    (fun a b => match a, b with
      | inl (a, y), inl (b, z) => andb (one_device d a b) (same h y z)
      | inr (y, a), inr (z, b) => andb (same g y z) (one_device e a b)
      | _, _ => false
      end)
    (fun a x y => match a with
      | inl (a, z) => andb (andb (same h (snd x) z) (same h (snd y) z)) (joins d a (fst x) (fst y))
      | inr (z, a) => andb (andb (same g (fst x) z) (same g (fst y) z)) (joins e a (snd x) (snd y))
      end).
Definition no_devices : devices point := Devices point unit nil (fun _ _ => true) (fun _ _ _ => false).
Fixpoint power_devices {g} (d : devices g) (n : nat) : devices (power g n) :=
  match n with 0 => no_devices | S m => product_devices d (power_devices d m) end.

(** [path_over d x y l]: hops over each device of l in turn lead from x to y. *)
Fixpoint path_over {g} (d : devices g) (x y : node g) (l : list (device d)) : Prop :=
  match l with
  | nil => x = y
  | e :: rest => In e (all_devices d) /\ exists z, In z (nodes g) /\ joins d e x z = true /\ path_over d z y rest
  end.

(** A routing over devices; and the messages over a device, one of each node to each other. *)
Definition forwarding_over {g} (d : devices g) : Type := node g -> node g -> list (Q * list (device d)).
Definition routed_over {g} (d : devices g) (r : forwarding_over d) : Prop :=
  forall x y, In x (nodes g) -> In y (nodes g) -> (sum_Q (r x y) fst == 1)%Q /\
    forall way, In way (r x y) -> (0 <= fst way)%Q /\ path_over d x y (snd way).
Definition crossing {g} (d : devices g) (r : forwarding_over d) (e : device d) : Q :=
  sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => if same g x y then 0 else
    sum_Q (r x y) (fun way => fst way * sum (snd way) (fun f => one_if (one_device d f e)))))%Q.

(** The edge forwarding index: the least over all routings of the largest number of messages over a device. *)
Definition edge_forwarding_index {g} (d : devices g) (least : Q) : Prop :=
  (exists r, routed_over d r /\ forall e, In e (all_devices d) -> crossing d r e <= least)%Q /\
  (forall r, routed_over d r -> exists e, In e (all_devices d) /\ least <= crossing d r e)%Q.
