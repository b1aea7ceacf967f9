"""The listing function under its public name ``list``."""

from netlemma.api.catalogue import listing

list = listing
