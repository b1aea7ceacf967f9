"""Files that define families of networks."""

import os

from netlemma.definitions import MOST_CHARACTERS, Definition, is_definition, read_definition
from netlemma.graphs.base.text_files import HEAD, open_file, printable, read_text
from netlemma.graphs.families import define


def definition_in(path: str) -> Definition:
    """The definition in a file."""
    text = read_text(path, 4 * MOST_CHARACTERS).data.decode("utf-8", "replace").removeprefix("\ufeff")
    return read_definition(text, printable(path, quotes=False))


def defined(word: str) -> str:
    """The name of the family that a file defines, which is read; any other word as it is.

    >>> defined("toroid")
    'toroid'
    """
    if not os.path.isfile(word) or word.endswith(".py") or not os.access(word, os.R_OK):
        return word
    with open_file(word) as file:
        head = file.read(HEAD).decode("utf-8", "replace").removeprefix("\ufeff")
    return define(definition_in(word)).name if is_definition(word, head) else word
