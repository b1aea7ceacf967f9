"""Service times of the mesh and of the one-way torus as recursions over channels: equation 7 with the proved rates and
probabilities.

Each is a :class:`netlemma.derive.core.lemma.Derivation`: it begins with equation 7 for the possible next channels, and replaces
branching probabilities and blocking factors by the closed forms of their lemmas. A recursion contains existing channels
only: at the edges of the mesh terms of probability 0 are left out.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import sympy as sp

from netlemma.derive.algebra.expressions.notation import Quantity, parameter
from netlemma.derive.core.derivation import ByLemma, Writer
from netlemma.derive.core.lemma import Derivation, Lemma
from netlemma.derive.discovery import lemma

s = sp.Symbol("s", positive=True)


def times(name: str) -> tuple[sp.Symbol, sp.Symbol]:
    """Service and waiting time of a channel, x_name and W_name."""
    return sp.Symbol(f"x_{name}", positive=True), sp.Symbol(f"W_{name}", nonnegative=True)


def quantity(found: Lemma) -> Quantity:
    """The quantity of a lemma, displayed as R or P with the direction taken."""
    way = found.key.rpartition(".")[2]
    return Quantity(sp.Symbol(found.key), sp.Symbol(f"{found.symbol.name}_{way}"))


def closed_form_of(found: Lemma) -> sp.Expr:
    """The closed form of a lemma in common symbols: sizes and places of all lemmas are the same symbols, for any least values."""
    return found.closed_form.xreplace({p.symbol: parameter(p.name, 0) for p in found.domain.parameters})


class Specialised(ByLemma):
    """Rates and probabilities replaced by the closed forms of their lemmas, each with its whole derivation re-checked."""

    def replaced(self, lemma: Lemma) -> tuple[Quantity, sp.Expr]:
        """The quantity of a lemma, and its closed form in the symbols of all lemmas."""
        return quantity(lemma), closed_form_of(lemma)


def service_time(family: str, ejected: str | None, following: Sequence[tuple[str, str, str]]) -> Derivation:
    """Equation 7 for a channel.

    Parameters
    ----------
    family : str
        Family of the lemmas.
    ejected : str or None
        Lemma on the probability that messages are ejected after the channel; None if they never are.
    following : sequence of tuple of (str, str, str)
        Other next channels, as (name, lemma on the probability, lemma on the blocking factor); without the latter if
        all messages of the next channel come from this one, so that they never wait.

    Returns
    -------
    Derivation
        Derivation of the recursion.

    References
    ----------
    R. I. Greenberg and L. Guan, 1997, equation 7.
    """
    parts = [ejected] if ejected else []
    parts += [key for _, *keys in following for key in keys if key]
    lemmas = {key: lemma(f"{family}.{key}") for key in parts}
    terms = [quantity(lemmas[ejected]) * s] if ejected else []
    for name, probability, blocking in following:
        x, waiting = times(name)
        wait = quantity(lemmas[blocking]) * waiting if blocking else 0
        terms.append(quantity(lemmas[probability]) * (x + wait))
    write = Writer(sp.Add(*terms))
    table = {quantity(found): closed_form_of(found) for found in lemmas.values()}
    write.step(
        write.now.xreplace(table), "rates and probabilities of the channels", Specialised(tuple(lemmas.values()))
    )
    return write.derivation()


_RECURSIONS: Mapping[str, Callable[[], Derivation]] = {
    "mesh.x": lambda: service_time("mesh", "branching.x.eject", [("on", "branching.x.on", "blocking.x.on")]),
    "mesh.y": lambda: service_time(
        "mesh",
        "branching.y.eject",
        [(way, f"branching.y.{way}", f"blocking.y.{way}") for way in ("west", "east", "on")],
    ),
    "mesh.injection": lambda: service_time(
        "mesh",
        None,
        [
            (way, f"branching.injection.{way}", f"blocking.injection.{way}")
            for way in ("west", "east", "south", "north")
        ],
    ),
    "oneway-torus.x": lambda: service_time("oneway-torus", "branching.exit", [("on", "branching.on", "blocking.on")]),
    "oneway-torus.y": lambda: service_time(
        "oneway-torus",
        "branching.y.eject",
        [("turn", "branching.y.turn", "blocking.turn.before"), ("on", "branching.on", "blocking.on")],
    ),
    "oneway-torus.y.behind": lambda: service_time(
        "oneway-torus",
        "branching.behind.eject",
        [
            ("turn", "branching.behind.turn", "blocking.turn.behind"),
            ("on", "branching.behind.on", ""),
        ],
    ),
    "oneway-torus.injection": lambda: service_time(
        "oneway-torus", None, [(way, f"branching.injection.{way}", f"blocking.injection.{way}") for way in ("x", "y")]
    ),
}


@cache
def recursion(name: str) -> Derivation:
    """The recursion with a name of :func:`recursions`, derived from equation 7.

    Examples
    --------
    >>> recursion("mesh.x").result
    s/p + (p - 1)*(W_on/(k - p + 1) + x_on)/p
    """
    return _RECURSIONS[name]()


def recursions() -> tuple[str, ...]:
    """The names of all recursions."""
    return tuple(_RECURSIONS)
