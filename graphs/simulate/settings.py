"""What is simulated besides network and routing: length of worms, buffers, ejection, and how links share their bandwidth."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

EJECTIONS = ("ideal", "single")
VC_RULES = ("shared", "private")
REUSES = ("tail", "empty")
SELECTIONS = ("random", "first")
WAITINGS = ("any", "escape")
MOST_FLITS = 1_000_000
MOST_BUFFERS = 1_000
MOST_INJECTION_VCS = 64


class SimulationError(ValueError):
    """A simulation that cannot be run, in one line."""


@dataclass(frozen=True)
class Settings:
    """Worms of ``flits`` flits and channels with buffers of ``buffers`` flits.

    Parameters
    ----------
    flits : length of every message, in flits.
    buffers : flits that the buffer at the end of a channel holds; 1 halves the speed, since decisions of a cycle are
        made from the state at its beginning.
    ejection : "ideal", any number of worms leave the network at a node at once, or "single", one at a time.
    vc_rule : "shared", one flit a cycle crosses a physical link, its virtual channels take turns; or "private", one flit a
        cycle for each virtual channel.
    injection_vcs : virtual channels of each injection channel: so many messages of a source can be on their way into its router.
    reuse : from when on another worm can cross a channel: "tail", once the tail has crossed it, behind that; or "empty", once the
        tail has left the buffer at its end, so that a buffer never holds flits of two messages, as Duato's theorem supposes.
    selection : which of several free channels the header of an adaptive worm takes, "random" (each alike) or "first" (as
        the routing lists them). Free escape channels are taken only if no other channel is free.
    waiting : what the header of an adaptive worm waits for that finds no free channel: "any" of its choices, looking again in
        each cycle; or an "escape" channel only.
    draws : decides the random selections, see :mod:`graphs.simulate.draw`.

    Raises
    ------
    SimulationError : a number below 1 or an unknown word.

    >>> Settings(flits=20).buffers
    2
    """

    flits: int
    buffers: int = 2
    ejection: str = "ideal"
    vc_rule: str = "shared"
    injection_vcs: int = 1
    reuse: str = "tail"
    selection: str = "random"
    waiting: str = "any"
    draws: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.flits <= MOST_FLITS:
            raise SimulationError(f"flits={self.flits}: a message has 1 to {MOST_FLITS:,} flits")
        if not 1 <= self.buffers <= MOST_BUFFERS:
            raise SimulationError(f"buffers={self.buffers}: the buffer of a channel holds 1 to {MOST_BUFFERS:,} flits")
        one_of("ejection", self.ejection, EJECTIONS)
        if not 1 <= self.injection_vcs <= MOST_INJECTION_VCS:
            raise SimulationError(
                f"injection_vcs={self.injection_vcs}: an injection channel has 1 to {MOST_INJECTION_VCS} virtual channels"
            )
        one_of("virtual-channel rule", self.vc_rule, VC_RULES)
        one_of("reuse of channels", self.reuse, REUSES)
        one_of("selection", self.selection, SELECTIONS)
        one_of("waiting", self.waiting, WAITINGS)


def one_of(what: str, given: str, legal: tuple[str, ...]) -> None:
    """Raise SimulationError if a word is none of those that are legal.

    >>> one_of("ejection", "singel", EJECTIONS)
    Traceback (most recent call last):
        ...
    graphs.simulate.settings.SimulationError: no ejection is called 'singel': did you mean single? it is ideal or single
    """
    if given not in legal:
        near = get_close_matches(str(given), legal, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise SimulationError(f"no {what} is called {given!r}: {hint}it is {' or '.join(legal)}")
