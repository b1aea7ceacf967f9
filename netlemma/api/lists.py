"""The catalogue under the name of its command."""

from netlemma.api.catalogue import catalog

list = catalog
