"""The texts that define families of netlemma: ``NAME.net`` in this folder, or beside a plug-in."""

import re
from pathlib import Path

from netlemma.definitions import Definition, read_definition
from netlemma.plugins import plugin_files, plugin_modules, registry


@registry
def definition(name: str, where: str = "") -> Definition | None:
    """The definition of a family, at those sizes at which further conditions hold; None if it has none.

    >>> definition("wheel").sizes, definition("slim-fly")
    (('n',), None)
    >>> len(definition("wheel", "n >= 7").conditions)
    2
    """
    beside = [__file__, *map(str, plugin_files()), *(each.__file__ for each in plugin_modules() if each.__file__)]
    file = next((file for place in beside if (file := Path(place).parent / f"{name}.net").is_file()), None)
    if file is None:
        return None
    text = file.read_text(encoding="utf-8")
    if where:
        text = re.sub(r"^sizes [^#\n]*", rf"\g<0>, {where} ", text, count=1, flags=re.MULTILINE)
    return read_definition(text, f"{name}.net")
