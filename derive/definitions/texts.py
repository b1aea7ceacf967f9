"""The texts that define families of netlemma: ``NAME.net`` in this folder."""

import re
from functools import cache
from importlib.resources import files

from netlemma.definitions import Definition, read_definition


@cache
def definition(name: str, where: str = "") -> Definition | None:
    """The definition of a family, at those sizes at which further conditions hold; None if it has none.

    >>> definition("wheel").sizes, definition("slim-fly")
    (('n',), None)
    >>> len(definition("wheel", "n >= 7").conditions)
    2
    """
    file = files(__package__) / f"{name}.net"
    if not file.is_file():
        return None
    text = file.read_text(encoding="utf-8")
    if where:
        text = re.sub(r"^sizes [^#\n]*", rf"\g<0>, {where} ", text, count=1, flags=re.MULTILINE)
    return read_definition(text, f"{name}.net")
