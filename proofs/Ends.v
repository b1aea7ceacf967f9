(** Degrees of networks whose nodes have different ones, and ends of messages on nodes. *)

From Coq Require Import List ZArith QArith.
From Netlemma Require Import Definitions.
Import ListNotations.

(** No node has more channels that leave it, and one has as many. *)
Definition max_degree (g : graph) (largest : Q) : Prop :=
  proper g /\ (forall x, In x (nodes g) -> (leaving g x <= largest)%Q) /\
  (exists x, In x (nodes g) /\ (leaving g x == largest)%Q).

(** A network with [ends x] ends of messages on node x, each with a link of its own to the node: what is counted are the ends, and
    links of both kinds. *)
Definition number_of_ends (g : graph) (ends : node g -> nat) (n : Q) : Prop := proper g /\ (n == sum (nodes g) ends)%Q.
Definition number_of_links_with_ends (g : graph) (ends : node g -> nat) (n : Q) : Prop :=
  exists links, number_of_links g links /\ (n == links + sum (nodes g) ends)%Q.
Definition max_degree_with_ends (g : graph) (ends : node g -> nat) (largest : Q) : Prop :=
  proper g /\ (forall x, In x (nodes g) -> ((leaving g x + ends x)%nat <= largest)%Q) /\
  (exists x, In x (nodes g) /\ ((leaving g x + ends x)%nat == largest)%Q).
