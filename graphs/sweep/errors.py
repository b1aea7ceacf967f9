"""What goes wrong in a sweep besides the simulations themselves."""


class SweepError(ValueError):
    """A sweep that cannot be run or a file of results that cannot be used, in one line."""
