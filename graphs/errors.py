"""The errors that explicit networks raise, each one line that says what was given, what is legal and what to do."""


class UnknownFamily(ValueError):
    """No family has this name; the message suggests the nearest one."""


class ProductError(ValueError):
    """The text of a product does not parse; the message points at the character."""


class SizeError(ValueError):
    """A parameter is missing, unknown or outside its domain, or the network would be too large."""


class NetworkError(ValueError):
    """The nodes and devices given are no network that messages can be sent on, e.g. a disconnected one."""


class SymmetryError(ValueError):
    """A permutation of the nodes that was said to be a symmetry is none."""


class RoutingError(ValueError):
    """A routing relation leaves a message undelivered, or its weights are no distribution."""


class FormatError(ValueError):
    """A file is not what its format says, or its routes do not deliver; the message begins with FILE:LINE, or with FILE."""
