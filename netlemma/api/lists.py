"""The listing function by its public name, which is also the name of Python's own type."""

from netlemma.api.catalogue import listing

list = listing
