"""Loads of messages modulo primes, added up over the goals that one thread follows."""

from __future__ import annotations

import numpy as np

from netlemma.graphs.loads import flow_loops as loops
from netlemma.graphs.routing.following.goal_graph import Frame, GoalGraph

FEW_PATHS = 512  # numbers of paths for which there is room at the beginning; a power of 2


class Residues:
    """Loads modulo primes of the goals that one thread follows."""

    def __init__(self, frame: Frame, slots: int, primes: list[int]) -> None:
        rows = len(frame.forwarding) + len(frame.head)
        self.load = np.zeros((slots, len(primes)), dtype=np.int64)
        self.splits = np.zeros((loops.LEVELS, loops.DIVISORS), dtype=bool)
        modulus = np.array(primes, dtype=np.int64)
        inverse = [[pow(n, -1, p) if n else 0 for p in primes] for n in range(loops.DIVISORS)]
        self.room = (
            modulus, 1.0 / modulus, np.array(inverse), np.empty((rows, len(primes)), dtype=np.int64),
            np.empty(rows, dtype=np.int64), np.empty(rows, dtype=np.int64), self.splits,
        )  # fmt: skip


class PathResidues:
    """Loads modulo primes of the goals that one thread follows, if all paths of a message are equally likely.

    Parameters
    ----------
    frame : Frame
        Arrays of the network.
    slots : int
        Number of slots.
    primes : list of int
        The primes.

    Attributes
    ----------
    load : ndarray of int64, shape (slots, K)
        Loads modulo the primes.
    most : float
        Most paths from a row, nearly.
    bad_prime : bool
        Whether a prime divides a number of paths, so that the loads are worth nothing.
    """

    def __init__(self, frame: Frame, slots: int, primes: list[int]) -> None:
        rows, lanes = len(frame.forwarding) + len(frame.head), len(primes)
        self.load = np.zeros((slots, lanes), dtype=np.int64)
        self.most, self.bad_prime = 1.0, False
        modulus = np.array(primes, dtype=np.int64)
        self._primes = (modulus, 1.0 / modulus)
        self._room = (*(np.empty((rows, lanes), dtype=np.int64) for _ in range(2)), np.empty(rows))
        self._used = 0
        self._keys, self._inverse = (np.empty((FEW_PATHS, lanes), dtype=np.int64) for _ in range(2))
        self._index = np.full(2 * FEW_PATHS, -1, dtype=np.int64)

    def add(self, where: tuple[object, ...], graph: GoalGraph, given: np.ndarray, slot: np.ndarray) -> bool:
        """Add messages to one goal; False if their paths cannot be counted.

        Parameters
        ----------
        where : tuple
            Rows, channels and choices of the goal, as the compiled loops take them.
        graph : GoalGraph
            Places of the packets.
        given : ndarray of int64
            Messages of each source.
        slot : ndarray of int, shape (channels,)
            Slot in which the load of each channel is added up.

        Returns
        -------
        bool
            Whether the loads were added.
        """
        from netlemma.graphs.loads.modular import path_kernels as kernels

        while len(self._keys) < self._used + len(given):
            self._keys, self._inverse = (np.concatenate([each, each]) for each in (self._keys, self._inverse))
            self._index = np.full(2 * len(self._keys), -1, dtype=np.int64)
            kernels.index_rows(self._index, self._keys, self._used)
        status, self._used, most = kernels.path_flows(  # type: ignore[call-arg]  # numba types its calls loosely
            *where, graph.rows, graph.sources, given, *self._primes, *self._room, self._index, self._keys, self._inverse,
            self._used, slot, self.load,
        )  # fmt: skip
        if status == kernels.TOO_MANY:
            return False
        self.most = max(self.most, most)
        self.bad_prime |= status == kernels.BAD_PRIME
        return True

    def numbers(self) -> list[list[int]]:
        """Numbers of paths from sources to their destinations, modulo the primes."""
        return self._keys[: self._used].tolist()  # type: ignore[no-any-return]
