"""The files of Rocq's theory: all of them, and those on which theorems rest."""

import re
from collections.abc import Iterable
from importlib.resources import files


def theory_files() -> dict[str, str]:
    """The files of the theory by name, with the Makefile and the list of them."""
    theory = files("proofs")
    project = theory.joinpath("_CoqProject").read_text(encoding="utf-8")
    names = ["_CoqProject", "Makefile", *(line for line in project.split() if line.endswith(".v"))]
    return {name: theory.joinpath(name).read_text(encoding="utf-8") for name in names}


def theory_of(texts: Iterable[str]) -> dict[str, str]:
    """The files of the theory on which files rest, by what they require, with the Makefile and the list of all files.

    Parameters
    ----------
    texts : iterable of str
        Contents of files for Rocq.

    Returns
    -------
    dict from str to str
        Contents by name, in the order of the list.

    Examples
    --------
    >>> sorted(theory_of(["From Netlemma Require Import Walks."]))
    ['Definitions.v', 'Makefile', 'Walks.v', '_CoqProject']
    """
    theory, needed, left = theory_files(), {"Definitions.v"}, list(texts)
    while left:
        more = required_files(left.pop()) - needed
        needed |= more
        left += [theory[name] for name in more]
    return {name: text for name, text in theory.items() if name in needed or not name.endswith(".v")}


def required_files(text: str) -> set[str]:
    """The files of the theory that a file names as those it requires.

    Parameters
    ----------
    text : str
        Contents of a file for Rocq.

    Returns
    -------
    set of str
        Their names; not those which these require in turn.

    Examples
    --------
    >>> sorted(required_files("From Netlemma Require Import Walks Sums."))
    ['Sums.v', 'Walks.v']
    """
    lists = re.findall(r"^From Netlemma Require (?:Import|Export) ([^.]*)\.", text, re.M)
    return {f"{name}.v" for each in lists for name in each.split()}
