(** Definitions that theorems on deadlock in fabrics of any size are stated with, beside those of Definitions.v and the
    last two of Routes.v: trees, grids of cliques, groups of switches, networks whose virtual channels count hops,
    and the livefly. *)

From Coq Require Import List Arith.
From Netlemma Require Import Definitions.
Import ListNotations.
Local Open Scope nat_scope.

(** A channel from a node to another one, with its number among the virtual channels of the hop; links are single. *)
Record passage (A : Type) : Type := Passage { origin : A; target : A; vc : nat }.
Arguments Passage {A}. Arguments origin {A}. Arguments target {A}. Arguments vc {A}.

(** [onward t x before] lists the channels on which a packet to t may leave node x, where it came on the channel
    [before], or on none. A goal is a destination, and packets enter at all other ends. *)
Definition hop_by_hop {A : Type} (ends : A -> Prop) (onward : A -> A -> option (passage A) -> list (passage A)) : routing :=
  Routing A (passage A)
    (fun t c => ends t /\ exists s, ends s /\ s <> t /\ In c (onward t s None))
    (fun t c d => In d (onward t (target c) (Some c))).

(** The word with x at place i, counted from 0. *)
Definition put (i x : nat) (word : list nat) : list nat := firstn i word ++ x :: skipn (S i) word.

(** The words whose letters are below the sizes given. *)
Definition within (sizes word : list nat) : Prop :=
  length word = length sizes /\ forall i, i < length sizes -> nth i word 0 < nth i sizes 0.

(** * Trees

    A vertex is a level with a word of as many letters as there are levels of links. It is linked to the vertices of the
    next level l + 1 whose words have any letter at place l and the same ones elsewhere. Terminals are on level 0. Place l
    has one letter for each child of a vertex of level l + 1 below that level, and for each parent from there on. *)
Definition vertex : Type := nat * list nat.

Definition leaf (children : list nat) (x : vertex) : Prop := fst x = 0 /\ within children (snd x).

(** Whether only hops down lead from x to t. *)
Definition over (t x : vertex) : bool :=
  forallb (fun i => nth i (snd x) 0 =? nth i (snd t) 0) (seq (fst x) (length (snd t) - fst x)).

(** Up to any parent, until the destination is below; then down. *)
Definition up_then_down (parents : list nat) (t x : vertex) (before : option (passage vertex)) : list (passage vertex) :=
  map (fun y => Passage x y 0)
    (if over t x then match fst x with 0 => [] | S l => [(l, put l (nth l (snd t) 0) (snd x))] end
     else map (fun letter => (S (fst x), put (fst x) letter (snd x))) (seq 0 (nth (fst x) parents 0))).

(** 0 for a channel that leads up, 1 for one that leads down; the lower one of its levels. *)
Definition downward (c : passage vertex) : nat := one_if (fst (target c) <? fst (origin c)).
Definition lower_level (c : passage vertex) : nat := Nat.min (fst (origin c)) (fst (target c)).

(** * Switches with terminals

    A switch is a word, a terminal has the word of its switch and a number. Without terminals packets run between switches. *)
Definition site : Type := list nat * option nat.

Definition station (sizes : list nat) (terminals : nat) (x : site) : Prop :=
  within sizes (fst x) /\ match snd x with Some j => j < terminals | None => terminals = 0 end.

(** From a terminal to its switch, [between] switches, and to the terminal; on virtual channel v at the terminals. *)
Definition by_switches (v : nat) (between : site -> site -> option (passage site) -> list (passage site))
    (t x : site) (before : option (passage site)) : list (passage site) :=
  match snd x, before with
  | Some _, None => [Passage x (fst x, None) v]
  | Some _, Some _ => []
  | None, _ => between t x before
  end.

(** ** Grids of cliques: a hop changes one letter of the switch *)

Fixpoint first_wrong (word goal : list nat) : option nat :=
  match word, goal with
  | a :: word, b :: goal => if a =? b then option_map S (first_wrong word goal) else Some 0
  | _, _ => None
  end.

Definition to_terminal (v : nat) (t x : site) : list (passage site) :=
  match snd t with Some _ => [Passage x t v] | None => [] end.

(** Dimension order: the first letter that is wrong is corrected. *)
Definition grid_order : site -> site -> option (passage site) -> list (passage site) :=
  by_switches 0 (fun t x _ =>
    match first_wrong (fst x) (fst t) with
    | Some d => [Passage x (put d (nth d (fst t) 0) (fst x), None) 0]
    | None => to_terminal 0 t x
    end).

(** Whether a packet came between switches in dimension d. *)
Definition came_along (d : nat) (before : option (passage site)) : bool :=
  match before with
  | Some c => match snd (origin c), first_wrong (fst (origin c)) (fst (target c)) with None, Some e => e =? d | _, _ => false end
  | None => false
  end.

(** Dimension order where the hop that corrects a letter, on virtual channel 1, may follow one to any other letter, on 0. *)
Definition grid_aside (sizes : list nat) : site -> site -> option (passage site) -> list (passage site) :=
  by_switches 1 (fun t x before =>
    match first_wrong (fst x) (fst t) with
    | Some d =>
      map (fun a => Passage x (put d a (fst x), None) (one_if (a =? nth d (fst t) 0)))
        (filter (fun a => andb (negb (a =? nth d (fst x) 0)) (orb (a =? nth d (fst t) 0) (negb (came_along d before))))
          (seq 0 (nth d sizes 0)))
    | None => to_terminal 1 t x
    end).

(** 0 for a channel from a terminal, 1 between switches, 2 to a terminal; the first dimension in which its switches differ. *)
Definition stage (c : passage site) : nat :=
  match snd (origin c), snd (target c) with Some _, _ => 0 | None, None => 1 | None, Some _ => 2 end.
Definition axis (c : passage site) : nat :=
  match first_wrong (fst (origin c)) (fst (target c)) with Some d => d | None => 0 end.

(** ** Groups: a h + 1 groups of a switches, all linked in a group, and a link between every two groups

    Switch s of group g is the word [g; s]. Port m of a group is on its switch m / h. It leads to group m if m is below
    the own group, otherwise to group m + 1. *)
Definition gateway (h g other : nat) : nat := (if other <? g then other else other - 1) / h.

(** The part of the way, in order: from a terminal, within a group, between groups, to a terminal. *)
Definition part (c : passage site) : nat :=
  match snd (origin c), snd (target c) with
  | Some _, _ => 0
  | None, None => if hd 0 (fst (origin c)) =? hd 0 (fst (target c)) then 1 else 2
  | None, Some _ => 3
  end.

(** The next virtual channel of two, where the next part is not behind the last one. *)
Definition ascending (x y : site) (before : option (passage site)) : passage site :=
  Passage x y
    match before with
    | None => 0
    | Some c => if part c <? part (Passage x y 0) then vc c else Nat.min (S (vc c)) 1
    end.

(** To the switch with the link to the other group, by this link, to the switch of the destination. *)
Definition group_by_group (h : nat) : site -> site -> option (passage site) -> list (passage site) :=
  by_switches 0 (fun t x before =>
    match fst x, fst t with
    | [g; s], [g'; s'] =>
      if g =? g' then
        if s =? s' then match snd t with Some _ => [ascending x t before] | None => [] end
        else [ascending x ([g; s'], None) before]
      else if s =? gateway h g g' then [ascending x ([g'; gateway h g' g], None) before]
      else [ascending x ([g; gateway h g g'], None) before]
    | _, _ => []
    end).

(** * Shortest paths whose virtual channels count hops, up to a last one, in any network *)
Definition nearer (g : graph) (d : node g -> node g -> nat) (vcs : nat) (t x : node g) (before : option (passage (node g)))
  : list (passage (node g)) :=
  map (fun y => Passage x y match before with None => 0 | Some c => Nat.min (S (vc c)) (vcs - 1) end)
    (filter (fun y => andb (0 <? channels g x y) (S (d y t) =? d x t)) (nodes g)).

Definition counting_hops (g : graph) (d : node g -> node g -> nat) (vcs : nat) : routing :=
  hop_by_hop (fun x => In x (nodes g)) (nearer g d vcs).

(** * The livefly: butterfly fabric of rings with a second ring along each row

    A node is a stage below r with a row, a word of r letters below g. Its links 0 to g - 1 lead to the next stage, in a
    circle, and add to the letter of their stage the number of the link less twice the last letter, modulo g; link g stays
    on the row. A ring consists of links with the same number, one behind the other. *)
Definition fly_node (g r : nat) (x : vertex) : Prop := fst x < r /\ within (repeat g r) (snd x).

Definition added (g : nat) (x : vertex) (link : nat) : nat := (link + 2 * g - 2 * last (snd x) 0) mod g.

Definition leads (g r : nat) (x : vertex) (link : nat) : vertex :=
  (next r (fst x),
   if link =? g then snd x else put (fst x) ((nth (fst x) (snd x) 0 + added g x link) mod g) (snd x)).

Definition same_row (x y : vertex) : bool := if list_eq_dec Nat.eq_dec (snd x) (snd y) then true else false.

(** By link g to stage 0, or to the destination if it is on the same row; one round, in which the letter of each stage is
    set to that of the destination; by link g to the destination. *)
Definition next_link (g r : nat) (source t x : vertex) (before : option nat) : option nat :=
  if orb (same_row source t)
       (orb (andb match before with None => true | Some link => link =? g end (0 <? fst x)) (andb (fst x =? 0) (same_row x t)))
  then Some g
  else find (fun link => nth (fst x) (snd (leads g r x link)) 0 =? nth (fst x) (snd t) 0) (seq 0 g).

(** A queue is a node with the link before which packets wait there. A packet enters one where it enters a ring; along a
    ring it passes nodes without stopping, and after so many hops it has left the ring. *)
Definition queue : Type := vertex * nat.

Fixpoint next_queue (hops g r : nat) (source t : vertex) (c : queue) : option queue :=
  match hops with
  | 0 => None
  | S hops =>
    let x := leads g r (fst c) (snd c) in
    if andb (fst x =? fst t) (same_row x t) then None
    else match next_link g r source t x (Some (snd c)) with
      | None => None
      | Some link => if link =? snd c then next_queue hops g r source t (x, link) else Some (x, link)
      end
  end.

Definition livefly (g r : nat) : routing :=
  Routing (vertex * vertex) queue
    (fun to c => fly_node g r (fst to) /\ fly_node g r (snd to) /\ fst to <> snd to /\ fst c = fst to /\
       next_link g r (fst to) (snd to) (fst to) None = Some (snd c))
    (fun to c d => next_queue (2 * r) g r (fst to) (snd to) c = Some d).

(** 0 for a queue of a link along the row, 1 of a link that adds nothing, 2 of others; the stage of its node. *)
Definition kind (g : nat) (c : queue) : nat := if snd c =? g then 0 else if added g (fst c) (snd c) =? 0 then 1 else 2.
Definition stage_of (c : queue) : nat := fst (fst c).
