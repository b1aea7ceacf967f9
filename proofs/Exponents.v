(** Tactics for powers of a network whose exponent is a size less one. *)

From Coq Require Import ZArith QArith Lia.
Local Open Scope Q_scope.

Ltac lowered n := let m := fresh n in
  assert (exists m, (1 <= m)%nat /\ n = S m) as [m [? ->]] by (exists (n - 1)%nat; lia); replace (S m - 1)%nat with m by lia.
Ltac one_less := rewrite ?Nat2Z.inj_succ; unfold Z.succ; rewrite ?inject_Z_plus; change (inject_Z 1) with 1;
  repeat match goal with |- context [(_ ^ (2 * (?m + 1) - ?c))%Q] =>
    let d := eval compute in (c - 2)%Z in replace (2 * (m + 1) - c)%Z with (2 * m - d)%Z by lia
  end.
Ltac less_one := rewrite ?Nat2Z.inj_sub by lia; change (Z.of_nat 1) with 1%Z.
