(** Deadlock certificates that Rocq checks by computation, for routings given as tables. *)

From Coq Require Import List Arith NArith PArith FMapPositive Bool Lia.
From Netlemma Require Import Definitions Routes Deadlock.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Statements

    The entry of a goal has the channels on which packets to it may begin, and rows: a channel with those on which they
    may go on. Behind a channel without a row, or with an empty one, they have arrived. *)

Definition entry : Type := (list positive * list (positive * list positive))%type.

(** Goals are numbered as their entries. *)
Definition tabled (table : list entry) : routing :=
  Routing nat positive
    (fun g c => exists first rows, nth_error table g = Some (first, rows) /\ In c first)
    (fun g c d => exists first rows next, nth_error table g = Some (first, rows) /\ In (c, next) rows /\ In d next).

(** ** Numbers of channels *)

Definition numbered_in (numbers : PositiveMap.t N) (c : positive) : N :=
  match PositiveMap.find c numbers with Some n => n | None => 0%N end.

Definition numbers_of (given : list (positive * N)) : PositiveMap.t N :=
  fold_left (fun found one => PositiveMap.add (fst one) (snd one) found) given (PositiveMap.empty N).

Definition rising (value : positive -> N) (e : entry) : bool :=
  forallb (fun row => let own := value (fst row) in forallb (fun d => N.ltb own (value d)) (snd row)) (snd e).

Theorem rising_drawn table given :
  (let value := numbered_in (numbers_of given) in forallb (rising value) table) = true ->
  deadlock_free (tabled table) /\ deadlock_free (drawn (tabled table)).
Proof.
  cbv zeta. intro H. rewrite forallb_forall in H.
  assert (rises (tabled table) (numbered_in (numbers_of given))) as R.
  { intros g c d A (first & rows & next & E & I & J). specialize (H _ (nth_error_In table g E)).
    unfold rising in H. rewrite forallb_forall in H. specialize (H _ I). rewrite forallb_forall in H.
    apply N.ltb_lt. exact (H d J). }
  split; [apply (dally_seitz _ _ R) | apply (drawn_rises _ _ R)].
Qed.

(** The highest number that a packet may hold behind each channel, if the rows come in the order of packets. *)

Definition highest (value : positive -> N) (rows : list (positive * list positive)) : PositiveMap.t N :=
  fold_left (fun found row =>
    let own := N.max (value (fst row)) (numbered_in found (fst row)) in
    fold_left (fun known d => PositiveMap.add d (N.max own (numbered_in known d)) known) (snd row)
      (PositiveMap.add (fst row) own found)) rows (PositiveMap.empty N).

Definition beyond (value : positive -> N) (high : positive -> N) (e : entry) : bool :=
  forallb (fun row => let own := high (fst row) in
    (match snd row with [] => true | _ => existsb (fun d => N.ltb own (value d)) (snd row) end) &&
    forallb (fun d => N.leb own (high d)) (snd row)) (snd e).

Definition has_a_way_out (value : positive -> N) (e : entry) : bool :=
  let found := highest value (snd e) in beyond value (fun c => N.max (value c) (numbered_in found c)) e.

Theorem way_out_of_table table given :
  (let value := numbered_in (numbers_of given) in forallb (has_a_way_out value) table) = true ->
  deadlock_free (tabled table).
Proof.
  cbv zeta. intro H. rewrite forallb_forall in H. set (value := numbered_in (numbers_of given)) in *.
  apply (no_deadlock_with_a_way_out (tabled table) value). intros g c rest C (d & first & rows & next & E & I & J).
  specialize (H _ (nth_error_In table g E)). unfold has_a_way_out in H. set (found := highest value _) in H. cbv zeta in H.
  set (high := fun c => N.max (value c) (numbered_in found c)) in H. unfold beyond in H. rewrite forallb_forall in H.
  assert (Highest : forall l, chain (tabled table) g l -> match l with [] => True | c :: _ => forall f, In f l -> (value f <= high c)%N end).
  { intros l L. induction L as [|c1 A|c1 rest1 d1 L IH (first1 & rows1 & next1 & E1 & I1 & J1)]; [exact Logic.I| |].
    - intros f [<-|[]]. apply N.le_max_l.
    - intros f [<-|F]; [apply N.le_max_l|]. rewrite E in E1. injection E1 as <- <-. specialize (IH f F). specialize (H _ I1).
      apply andb_prop in H as [_ H]. rewrite forallb_forall in H. specialize (H d1 J1). apply N.leb_le in H. cbn [fst] in H. lia. }
  specialize (Highest _ C). specialize (H _ I). cbn [fst snd] in H. apply andb_prop in H as [H _].
  assert (exists f, In f next /\ (high c < value f)%N) as (f & F & Above).
  { destruct next as [|n0 next]; [destruct J|]. apply existsb_exists in H as (f & F & L). exists f. split; [assumption|].
    now apply N.ltb_lt. }
  exists f. split; [now exists first, rows, next|]. intros u U. specialize (Highest u U). lia.
Qed.

Definition goes_up (value : positive -> N) (e : entry) : bool :=
  forallb (fun row => let own := value (fst row) in
    match snd row with [] => true | _ => existsb (fun d => N.ltb own (value d)) (snd row) end) (snd e).

Theorem stored_way_out_of_table table given :
  (let value := numbered_in (numbers_of given) in forallb (goes_up value) table) = true ->
  deadlock_free_if_stored (tabled table).
Proof.
  cbv zeta. intro H. rewrite forallb_forall in H.
  apply (stored_with_a_way_out (tabled table) (numbered_in (numbers_of given))).
  intros g c (d & first & rows & next & E & I & J). specialize (H _ (nth_error_In table g E)).
  unfold goes_up in H. rewrite forallb_forall in H. specialize (H _ I). cbn [fst snd] in H.
  destruct next as [|n0 next]; [destruct J|]. apply existsb_exists in H as (f & F & L). exists f.
  split; [now exists first, rows, (n0 :: next) | now apply N.ltb_lt].
Qed.

(** ** Moves that lead to a deadlock

    Worms are named by their place in the configuration; a worm that enters is in front. *)

Inductive action (G C : Type) : Type :=
  | Enter : G -> nat -> C -> action G C
  | Go : nat -> C -> action G C
  | Leave : nat -> action G C.
Arguments Enter {G C}. Arguments Go {G C}. Arguments Leave {G C}.

Section Replay.
  Variable r : routing.
  Variable eq_dec : forall c d : channel r, {c = d} + {c <> d}.
  Variable first : goal r -> list (channel r).
  Variable next_ : goal r -> channel r -> list (channel r).
  Hypothesis first_enters : forall g c, In c (first g) -> enters r g c.
  Hypothesis next_follows : forall g c d, In d (next_ g c) <-> follows r g c d.

  Definition member (c : channel r) (l : list (channel r)) : bool := if in_dec eq_dec c l then true else false.
  Definition taken (worms : list (worm r)) (c : channel r) : bool := existsb (fun w => member c (holds r w)) worms.

  Lemma member_in c l : member c l = true <-> In c l.
  Proof. unfold member. destruct (in_dec eq_dec c l); split; congruence || tauto. Qed.

  Lemma taken_held worms c : taken worms c = true <-> held r worms c.
  Proof. unfold taken, held. rewrite existsb_exists. split; intros (w & W & C); exists w; (split; [assumption|]); now apply member_in. Qed.

  Definition act (worms : list (worm r)) (a : action (goal r) (channel r)) : option (list (worm r)) :=
    match a with
    | Enter g n c => if member c (first g) && negb (taken worms c) && (0 <? n) then Some (Worm r g n [c] :: worms) else None
    | Go i d =>
      match nth_error worms i with
      | Some (Worm _ g n (c :: rest)) =>
        if member d (next_ g c) && negb (taken worms d)
        then Some (firstn i worms ++ Worm r g n (d :: c :: rest) :: skipn (S i) worms) else None
      | _ => None
      end
    | Leave i =>
      match nth_error worms i with
      | Some (Worm _ g n l) =>
        if n <? length l then Some (firstn i worms ++ Worm r g n (removelast l) :: skipn (S i) worms) else None
      | _ => None
      end
    end.

  Lemma not_taken worms c : negb (taken worms c) = true -> ~ held r worms c.
  Proof. rewrite negb_true_iff. intros T H. apply taken_held in H. congruence. Qed.

  Lemma at_place (worms : list (worm r)) i w : nth_error worms i = Some w ->
    exists before after, worms = before ++ w :: after /\ forall v, firstn i worms ++ v :: skipn (S i) worms = before ++ v :: after.
  Proof.
    intro E. exists (firstn i worms), (skipn (S i) worms). split; [|reflexivity].
    revert i E. induction worms as [|v worms IH]; intros [|i] H; simpl in *; try discriminate.
    - now injection H as ->.
    - f_equal. now apply IH.
  Qed.

  Lemma act_moves worms a worms' : act worms a = Some worms' -> move r worms worms'.
  Proof.
    destruct a as [g n c|i d|i]; cbn [act].
    - destruct (_ && _) eqn:E; [|discriminate]. intro H. injection H as <-.
      apply andb_prop in E as [E P]. apply andb_prop in E as [M T]. apply worm_enters.
      + now apply first_enters, member_in.
      + now apply not_taken.
      + now apply Nat.ltb_lt.
    - destruct (nth_error worms i) as [[g n [|c rest]]|] eqn:E; try discriminate.
      destruct (member d _ && _) eqn:M; [|discriminate]. intro H. injection H as <-. apply andb_prop in M as [M T].
      destruct (at_place worms i _ E) as (before & after & W & R). rewrite R. apply not_taken in T. subst worms.
      apply head_goes_on; [now apply next_follows, member_in | assumption].
    - destruct (nth_error worms i) as [[g n l]|] eqn:E; [|discriminate].
      destruct (n <? length l) eqn:L; [|discriminate]. intro H. injection H as <-. apply Nat.ltb_lt in L.
      destruct (at_place worms i _ E) as (before & after & W & R). rewrite R. subst worms. assert (l <> []) as Nonempty by (intros ->; simpl in L; lia).
      destruct (exists_last Nonempty) as (rest & c & ->). rewrite removelast_last. apply tail_leaves. left.
      rewrite app_length in L. simpl in L. lia.
  Qed.

  Fixpoint replay (worms : list (worm r)) (actions : list (action (goal r) (channel r))) : option (list (worm r)) :=
    match actions with
    | [] => Some worms
    | a :: rest => match act worms a with Some later => replay later rest | None => None end
    end.

  Lemma replay_reaches actions start worms worms' :
    reaches r start worms -> replay worms actions = Some worms' -> reaches r start worms'.
  Proof.
    revert worms. induction actions as [|a rest IH]; intros worms R; simpl.
    - intro H. now injection H as <-.
    - destruct (act worms a) as [later|] eqn:E; [|discriminate]. apply IH. apply moved with worms; [assumption|].
      now apply act_moves with a.
  Qed.

  Definition all_blocked (worms : list (worm r)) : bool :=
    forallb (fun w => (length (holds r w) <=? flits r w) &&
      match holds r w with
      | [] => false
      | c :: _ => match next_ (toward r w) c with [] => false | d :: more => forallb (taken worms) (d :: more) end
      end) worms.

  Lemma all_blocked_blocked worms : all_blocked worms = true -> blocked r worms.
  Proof.
    unfold all_blocked. rewrite forallb_forall. intros H w W. specialize (H w W). apply andb_prop in H as [Room H].
    split; [now apply Nat.leb_le|]. destruct (holds r w) as [|c rest] eqn:E; [discriminate|].
    exists c, rest. split; [reflexivity|]. destruct (next_ (toward r w) c) as [|d more] eqn:F; [discriminate|].
    rewrite forallb_forall in H. split.
    - exists d. apply next_follows. rewrite F. now left.
    - intros e Fe. apply taken_held, H. rewrite <- F. now apply next_follows.
  Qed.

  (** The moves lead to these worms, and these are blocked for ever. *)
  Theorem deadlock_reached actions stuck : replay [] actions = Some stuck -> stuck <> [] -> all_blocked stuck = true ->
    reaches r [] stuck /\ deadlocked r stuck /\ forall later, reaches r stuck later -> incl stuck later.
  Proof.
    intros R N B. apply all_blocked_blocked in B. split; [|split].
    - apply (replay_reaches actions [] [] stuck); [constructor | assumption].
    - exists stuck. split; [assumption|]. split; [apply incl_refl | assumption].
    - intros later L. apply (blocked_forever r stuck stuck later B); [apply incl_refl | assumption].
  Qed.
End Replay.

(** The same for tables. *)

Definition first_in (table : list entry) (g : nat) : list positive :=
  match nth_error table g with Some (first, _) => first | None => [] end.

Definition next_in (table : list entry) (g : nat) (c : positive) : list positive :=
  match nth_error table g with
  | Some (_, rows) => concat (map (fun row => if Pos.eqb (fst row) c then snd row else []) rows)
  | None => []
  end.

Lemma first_in_enters table g c : In c (first_in table g) -> enters (tabled table) g c.
Proof. unfold first_in. simpl. destruct (nth_error table g) as [[first rows]|]; [|intros []]. intro I. now exists first, rows. Qed.

Lemma next_in_follows table g c d : In d (next_in table g c) <-> follows (tabled table) g c d.
Proof.
  unfold next_in. simpl. destruct (nth_error table g) as [[first rows]|]; [rewrite in_concat|]; split.
  - intros (l & L & D). apply in_map_iff in L as ([c' next] & <- & I). cbn [fst snd] in D.
    destruct (Pos.eqb_spec c' c) as [->|]; [|destruct D]. now exists first, rows, next.
  - intros (first' & rows' & next & E & I & D). injection E as <- <-. exists next. split; [|assumption].
    apply in_map_iff. exists (c, next). cbn [fst snd]. now rewrite Pos.eqb_refl.
  - intros [].
  - intros (first' & rows' & next & E & I & D). discriminate.
Qed.

Theorem deadlock_in_table table actions stuck :
  replay (tabled table) Pos.eq_dec (first_in table) (next_in table) [] actions = Some stuck ->
  stuck <> [] -> all_blocked (tabled table) Pos.eq_dec (next_in table) stuck = true ->
  reaches (tabled table) [] stuck /\ deadlocked (tabled table) stuck /\
  forall later, reaches (tabled table) stuck later -> incl stuck later.
Proof. apply deadlock_reached; [apply first_in_enters | apply next_in_follows]. Qed.

(** Packets that draw their channels: behind each channel of the list a packet goes on to the one beside it. *)

Definition choosing (choice : list (positive * positive)) (c : positive) : positive :=
  match find (fun way => Pos.eqb (fst way) c) choice with Some way => snd way | None => c end.

Definition next_drawn (table : list entry) (g : nat * (positive -> positive)) (c : positive) : list positive :=
  let next := next_in table (fst g) c in if in_dec Pos.eq_dec (snd g c) next then [snd g c] else next.

Lemma next_drawn_follows table g c d : In d (next_drawn table g c) <-> follows (drawn (tabled table)) g c d.
Proof.
  unfold next_drawn. cbn [follows drawn]. rewrite <- !next_in_follows. destruct (in_dec _ _ _) as [I|I]; split.
  - intros [<-|[]]. tauto.
  - intros [_ D]. left. symmetry. now apply D.
  - tauto.
  - tauto.
Qed.

Theorem deadlock_in_drawn_table table actions stuck :
  replay (drawn (tabled table)) Pos.eq_dec (fun g => first_in table (fst g)) (next_drawn table) [] actions = Some stuck ->
  stuck <> [] -> all_blocked (drawn (tabled table)) Pos.eq_dec (next_drawn table) stuck = true ->
  reaches (drawn (tabled table)) [] stuck /\ deadlocked (drawn (tabled table)) stuck /\
  forall later, reaches (drawn (tabled table)) stuck later -> incl stuck later.
Proof. apply deadlock_reached; [intros g c; apply first_in_enters | apply next_drawn_follows]. Qed.
