"""Families of networks that a text defines."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netlemma.api.lemmas import Lemmas, derive
from netlemma.errors import InputError

if TYPE_CHECKING:
    from netlemma.api.networks import Network


class DefinedFamily(str):
    """The name of a family that :func:`netlemma.define` added, with what its definition says; every function takes it as a name.

    Attributes
    ----------
    text : str
        The definition.
    sizes : tuple of str
        Names of the sizes.
    routings : tuple of str
        Names of its own routings.
    """

    text: str
    sizes: tuple[str, ...]
    routings: tuple[str, ...]

    def network(self, **sizes: Any) -> "Network":
        """The network of some sizes, as :func:`netlemma.network` gives it.

        Parameters
        ----------
        **sizes : object
            Value of each size.

        Returns
        -------
        Network
            The network.
        """
        from netlemma.api.networks import network

        return network(str(self), **sizes)  # type: ignore[return-value]

    def derive(self, quantity: str = "", **options: Any) -> Lemmas:
        """What follows from the definition for all sizes, as :func:`netlemma.derive` gives it.

        Parameters
        ----------
        quantity : str, default ''
            One quantity; all if it is "".
        **options : object
            As of :func:`netlemma.derive`.

        Returns
        -------
        Lemmas
            The lemmas.
        """
        return derive(str(self), quantity, **options)

    def __repr__(self) -> str:
        return f"<DefinedFamily {self} with sizes {', '.join(self.sizes)}>"


def define(definition: str | Path) -> DefinedFamily:
    """Add a family of networks that a text defines by sizes, coordinates and rules for links and routes; see docs/my-topology.md.

    Nothing of the text is run as code. The smallest networks are built at once, so that errors show. A family of the same name
    that a text defined before is replaced.

    Parameters
    ----------
    definition : str or Path
        The text, or the name of a file with it.

    Returns
    -------
    DefinedFamily
        The name of the family, with the methods ``network`` and ``derive``.

    Raises
    ------
    DefinitionError
        If the text cannot be read, or defines no networks, with line and column; or if netlemma has a family of its name.
    FormatError
        If the file cannot be read.

    See Also
    --------
    network : The explicit network of a size.
    derive : What follows for all sizes.

    Examples
    --------
    >>> rings = define('''family ring-of-cubes
    ... sizes  n >= 3, d >= 1
    ... node   i: 0..n-1, b: words(2, d)
    ... link   ring: (i, b) - ((i+1) mod n, b)
    ... link   cube: (i, b) - (i, b with [j] = 1 - b[j]) for j: 1..d where b[j] = 0''')
    >>> rings.network(n=5, d=2)
    <Network ring-of-cubes n=5 d=2: 20 nodes, 40 devices>
    >>> rings.network(n=5, d=2).measure().diameter
    4
    """
    from netlemma.definitions import read_definition
    from netlemma.graphs.families import define as add
    from netlemma.graphs.sources.definition_files import definition_in

    if isinstance(definition, str) and "\n" in definition:
        read = read_definition(definition)
    elif isinstance(definition, (str, os.PathLike)):
        read = definition_in(os.fspath(definition))
    else:
        raise InputError(f"{type(definition).__name__} is no definition: give its text, or the name of a file")
    add(read)
    found = DefinedFamily(read.name)
    found.text, found.sizes, found.routings = read.text, read.sizes, tuple(read.routings)
    return found
