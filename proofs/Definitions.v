(** The definitions that theorems about networks are stated with. Whoever doubts a statement reads this file and the
    statement; all other files contain proofs, which Rocq's kernel checks. Exported certificates about deadlock also use
    [drawn] and [deadlock_free_if_stored] of Deadlock.v, and [entry], [tabled] and [choosing] of DeadlockTables.v. *)

From Coq Require Import List ZArith QArith Arith.
Open Scope nat_scope.

(** * Networks

    A network has a list of nodes, an equality test of nodes, and for each ordered pair of nodes the number of channels
    from the first to the second. Parallel links count separately. A link that both directions share has one channel
    each way. *)
Record graph : Type := Graph {
  node : Type; nodes : list node;
  same : node -> node -> bool;
  channels : node -> node -> nat
}.

(** The list names no node twice, and the equality test is one. *)
Definition proper (g : graph) : Prop :=
  NoDup (nodes g) /\ forall x y, same g x y = true <-> x = y.

Definition size (g : graph) : nat := length (nodes g).

(** * Walks and distances *)
Definition hop (g : graph) (x y : node g) : Prop :=
  In x (nodes g) /\ In y (nodes g) /\ 0 < channels g x y.

(** [walk g n x y]: n hops lead from x to y. *)
Inductive walk (g : graph) : nat -> node g -> node g -> Prop :=
  | stay : forall x, walk g 0 x x
  | step : forall n x y z, hop g x y -> walk g n y z -> walk g (S n) x z.

(** The distance is the least number of hops of a walk. *)
Definition distance (g : graph) (x y : node g) (d : nat) : Prop :=
  walk g d x y /\ forall n, walk g n x y -> d <= n.

(** A function that gives the distance of every two nodes; if there is one, the network is connected. *)
Definition distances (g : graph) (d : node g -> node g -> nat) : Prop :=
  forall x y, In x (nodes g) -> In y (nodes g) -> distance g x y (d x y).

(** * Numbers

    Sizes are natural numbers. In formulas they stand for rational numbers, in exponents for integers. *)
Coercion Z.of_nat : nat >-> Z.
Coercion inject_Z : Z >-> Q.

Fixpoint sum {A : Type} (l : list A) (f : A -> nat) : nat :=
  match l with nil => 0 | cons x rest => f x + sum rest f end.

Fixpoint sum_Q {A : Type} (l : list A) (f : A -> Q) : Q :=
  match l with nil => 0 | cons x rest => f x + sum_Q rest f end%Q.

(** * Quantities

    The sum of the distances over all ordered pairs of nodes. *)
Definition total_distance (g : graph) (t : nat) : Prop :=
  exists d, distances g d /\ t = sum (nodes g) (fun x => sum (nodes g) (d x)).

(** The mean over ordered pairs of different nodes: times the number of pairs, which is not zero, it is the sum. *)
Definition mean_distance (g : graph) (mean : Q) : Prop :=
  1 < size g /\ exists t, total_distance g t /\ (mean * (size g * (size g - 1)) == t)%Q.

(** The Wiener index: the sum over unordered pairs if distances are symmetric, or over ordered pairs. *)
Definition wiener_index (g : graph) (index : Q) : Prop :=
  exists t, total_distance g t /\ (2 * index == t)%Q.
Definition ordered_wiener_index (g : graph) (index : Q) : Prop :=
  exists t, total_distance g t /\ (index == t)%Q.

(** The hyper-Wiener index: half the sum of distances and their squares, over the same pairs. *)
Definition hyper_wiener_index (g : graph) (index : Q) : Prop :=
  exists d, distances g d /\ (4 * index == sum (nodes g) (fun x => sum (nodes g) (fun y => d x y * (d x y + 1))%nat))%Q.

Definition ordered_hyper_wiener_index (g : graph) (index : Q) : Prop := hyper_wiener_index g (index / 2).

(** The distance polynomial at z: the mean over the nodes of the sum of z^d over the distances d from them. *)
Definition distance_polynomial (g : graph) (z : nat) (value : Q) : Prop :=
  exists d, distances g d /\ (value * size g == sum (nodes g) (fun x => sum (nodes g) (fun y => z ^ d x y)%nat))%Q.

(** The diameter: the largest distance. *)
Definition diameter (g : graph) (largest : Q) : Prop :=
  exists d m, distances g d /\ (largest == Z.of_nat m)%Q /\
    (forall x y, In x (nodes g) -> In y (nodes g) -> d x y <= m) /\
    (exists x y, In x (nodes g) /\ In y (nodes g) /\ d x y = m).

(** The radius: the least eccentricity, which is the largest distance from a node. *)
Definition radius (g : graph) (least : Q) : Prop :=
  exists d m, distances g d /\ (least == Z.of_nat m)%Q /\
    (exists x, In x (nodes g) /\ forall y, In y (nodes g) -> d x y <= m) /\
    (forall x, In x (nodes g) -> exists y, In y (nodes g) /\ m <= d x y).

(** Numbers of nodes and of links (of channels, if they are one-way), and the number of channels that leave a node, if it
    is the same at all nodes. *)
Definition number_of_nodes (g : graph) (n : Q) : Prop := proper g /\ (n == size g)%Q.

Definition leaving (g : graph) (x : node g) : nat := sum (nodes g) (channels g x).

Definition number_of_channels (g : graph) (n : Q) : Prop := proper g /\ (n == sum (nodes g) (leaving g))%Q.
Definition number_of_links (g : graph) (n : Q) : Prop := number_of_channels g (2 * n)%Q.

Definition degree (g : graph) (n : Q) : Prop :=
  proper g /\ forall x, In x (nodes g) -> (n == leaving g x)%Q.

(** Mean hops of a message, where each node sends one message, to each destination at a rate that is its probability:
    to all other nodes alike, or to one node. *)
Definition mean_hops (g : graph) (rate : node g -> node g -> Q) (hops : Q) : Prop :=
  exists d, distances g d /\ (hops * size g == sum_Q (nodes g) (fun x => sum_Q (nodes g) (fun y => rate x y * d x y)))%Q.

Definition uniform (g : graph) (x y : node g) : Q := if same g x y then 0%Q else (1 / (size g - 1))%Q.
Definition sent (g : graph) (to : node g -> node g) (x y : node g) : Q := if same g (to x) y then 1%Q else 0%Q.

(** * Networks by construction

    Nodes 0 to n - 1 in a line, in a ring, in a ring of one-way links, or each linked to each. On a bus every node
    reaches every other in one hop. A ring of two has two parallel links. *)
Definition one_if (b : bool) : nat := if b then 1 else 0.

Definition next (n x : nat) : nat := if S x =? n then 0 else S x.

Definition numbered (n : nat) (channels : nat -> nat -> nat) : graph := Graph nat (seq 0 n) Nat.eqb channels.

Definition line (n : nat) : graph := numbered n (fun x y => one_if (S x =? y) + one_if (S y =? x)).
Definition ring (n : nat) : graph := numbered n (fun x y => one_if (next n x =? y) + one_if (next n y =? x)).
Definition oneway_ring (n : nat) : graph := numbered n (fun x y => one_if (next n x =? y)).
Definition clique (n : nat) : graph := numbered n (fun x y => one_if (negb (x =? y))).
Definition bus (n : nat) : graph := clique n.

(** The Cartesian product: a hop changes one of the two parts, by a hop of its network. *)
Definition product (g h : graph) : graph :=
  Graph (node g * node h) (list_prod (nodes g) (nodes h))
    (fun x y => andb (same g (fst x) (fst y)) (same h (snd x) (snd y)))
    (fun x y =>
      (if same h (snd x) (snd y) then channels g (fst x) (fst y) else 0) +
      (if same g (fst x) (fst y) then channels h (snd x) (snd y) else 0)).

(** One node without channels, and the product of n equal networks. *)
Definition point : graph := Graph unit (tt :: nil) (fun _ _ => true) (fun _ _ => 0%nat).

Fixpoint power (g : graph) (n : nat) : graph := match n with 0 => point | S m => product g (power g m) end.

(** Destinations of patterns: maps of each part of a node, of each factor of a power, and of a number below n. *)
Definition both (g h : graph) (f : node g -> node g) (k : node h -> node h) (x : node (product g h))
  : node (product g h) := (f (fst x), k (snd x)).
Fixpoint each (g : graph) (f : node g -> node g) (n : nat) : node (power g n) -> node (power g n) :=
  match n with 0 => fun x => x | S m => fun x => (f (fst x), each g f m (snd x)) end.
Definition mirrored (n x : nat) : nat := n - 1 - x.
Definition shifted (n by_ x : nat) : nat := (x + by_) mod n.

(** The halves of the digits of a power change places: so many times the first digit is put behind the last one. *)
Fixpoint behind (g : graph) (n : nat) (x : node g) : node (power g n) -> node (power g (S n)) :=
  match n with 0 => fun y => (x, y) | S m => fun y => (fst y, behind g m x (snd y)) end.
Definition transposed (g : graph) (n : nat) : node (power g n) -> node (power g n) := Nat.iter (n / 2)
  (match n return node (power g n) -> node (power g n) with 0 => fun x => x | S m => fun x => behind g m (fst x) (snd x) end).

(** * Deadlock of wormhole routing

    [enters g c]: a packet to the goal g may begin on channel c. [follows g c d]: from channel c it may go on to d; it has
    arrived where nothing follows. *)
Record routing : Type := Routing {
  goal : Type; channel : Type;
  enters : goal -> channel -> Prop;
  follows : goal -> channel -> channel -> Prop
}.

(** A worm is a packet in flight: its goal, its number of flits, and the channels that it holds, that of its head first. *)
Record worm (r : routing) : Type := Worm { toward : goal r; flits : nat; holds : list (channel r) }.

Definition held (r : routing) (worms : list (worm r)) (c : channel r) : Prop :=
  exists w, In w worms /\ In c (holds r w).

Definition arrived (r : routing) (w : worm r) : Prop :=
  exists c rest, holds r w = c :: rest /\ forall d, ~ follows r (toward r w) c d.

(** A worm enters on a free channel, and its head goes on to a free channel, at any time. Its tail leaves a channel if
    the other ones have room for its flits, or if it has arrived, and at any time later. *)
Inductive move (r : routing) : list (worm r) -> list (worm r) -> Prop :=
  | worm_enters : forall worms g n c,
      enters r g c -> ~ held r worms c -> 0 < n -> move r worms (Worm r g n (c :: nil) :: worms)
  | head_goes_on : forall before after g n c rest d,
      follows r g c d -> ~ held r (before ++ Worm r g n (c :: rest) :: after) d ->
      move r (before ++ Worm r g n (c :: rest) :: after) (before ++ Worm r g n (d :: c :: rest) :: after)
  | tail_leaves : forall before after g n rest c,
      n <= length rest \/ arrived r (Worm r g n (rest ++ c :: nil)) ->
      move r (before ++ Worm r g n (rest ++ c :: nil) :: after) (before ++ Worm r g n rest :: after).

Inductive reaches (r : routing) (worms : list (worm r)) : list (worm r) -> Prop :=
  | stays : reaches r worms worms
  | moved : forall one next, reaches r worms one -> move r one next -> reaches r worms next.

(** Worms that wait for each other: no tail can leave, all have to go on, and one of them holds each channel on which
    another may go on. *)
Definition blocked (r : routing) (stuck : list (worm r)) : Prop :=
  forall w, In w stuck -> length (holds r w) <= flits r w /\ exists c rest, holds r w = c :: rest /\
    (exists d, follows r (toward r w) c d) /\ forall d, follows r (toward r w) c d -> held r stuck d.

Definition deadlocked (r : routing) (worms : list (worm r)) : Prop :=
  exists stuck, stuck <> nil /\ incl stuck worms /\ blocked r stuck.

(** No configuration that is reached from an empty network is deadlocked. *)
Definition deadlock_free (r : routing) : Prop := forall worms, reaches r nil worms -> ~ deadlocked r worms.
