"""Functions and counts with a notation of their own, by the names of their SymPy types.

>>> from netlemma.derive.typeset.printers.text import text
>>> text(function("Ways", tuple(map(Name, "imqp"))))
'N_q^p(i, m)'
>>> text(function("DimensionsLeft", tuple(map(Name, "knih"))))
'E(dimensions left before hop h of i)'
"""

from netlemma.derive.typeset.tree import Call, Indexed, Listed, Name, Node, Number, Phrase, PlainWords

_CALLS = {
    **{"Min": "min", "Max": "max", "Mod": "mod", "Abs": "abs", "ceiling": "ceil", "PathCount": "paths"},
    **{"BoundedRuns": "W", "LongestRuns": "N", "UnmarkedInLongest": "U", "OnAverage": "E"},
    **{
        "Lexicographic": "lex",
        "Bordered": "B",
        "Periods": "P",
        "BorderedApart": "C",
        "PeriodsApart": "Q",
        "SavedHops": "H",
        "GreatestDivisor": "gcd",
        "gA": "g_A",
        "gB": "g_B",
        "DCellServers": "t",
    },
}
_OBJECTS = Name("N")


def function(name: str, arguments: tuple[Node, ...]) -> Node:
    """A function of arguments; an unknown function is written by its name.

    Parameters
    ----------
    name : str
        Name of the SymPy type.
    arguments : tuple of Node
        Arguments as nodes.

    Returns
    -------
    Node
        Node of the formula tree.
    """
    match name, arguments:
        case "Ways", (objects, *kinds):
            return _ways(objects, kinds)
        case "FullCells", (objects, cells, most, full):
            return Indexed(_OBJECTS, Number("0"), most, (objects, cells, Phrase((full, PlainWords(" full")))))
        case "DimensionsLeft", (_, _, hops, channel):
            left = Phrase((PlainWords("dimensions left before hop "), channel, PlainWords(" of "), hops))
            return Call("E", (left,))
        case "OthersBusy", (channels, given, free):
            parts = (
                PlainWords("all but "),
                given,
                PlainWords(" busy if "),
                free,
                PlainWords(" of "),
                channels,
                PlainWords(" are free"),
            )
            return Call("P", (Phrase(parts),))
    return Call(_CALLS.get(name, name), arguments)


def _ways(objects: Node, kinds: list[Node]) -> Node:
    """N with the least and the greatest numbers of objects in a cell, as Khonsari et al. write it; several if cells differ."""
    cells, least, most = kinds[::3], kinds[1::3], kinds[2::3]
    below, above = (each[0] if len(each) == 1 else Listed(tuple(each)) for each in (least, most))
    return Indexed(_OBJECTS, below, above, (objects, *cells))
