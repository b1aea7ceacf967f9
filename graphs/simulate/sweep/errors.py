"""Errors of sweeps, apart from those of the simulations themselves."""


class SweepError(ValueError):
    """A sweep that cannot be run or a result file that cannot be used, in one line."""
