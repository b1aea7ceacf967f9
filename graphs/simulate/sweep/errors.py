"""Errors of sweeps, apart from those of the simulations themselves."""

from netlemma.graphs.base.errors import WorkerError


class SweepError(WorkerError):
    """A sweep that cannot be run or a result file that cannot be used, in one line."""
