"""Networks side by side: a row of the table of families, and some networks at equal numbers of ends with their figure."""

from base64 import b64encode
from shlex import quote
from typing import Any

from netlemma.reporting.results.measured import in_words

PRINTED_AS = {"nodes": "ends", "largest_load": "load", "fewest_vcs": "vcs"}
NETWORKS = ("mesh n=2", "torus n=3", "hypercube", "k-ary-n-tree n=3", "fat-tree", "dragonfly p=h a=2h", "megafly p=h s=h",
            "hyperx S=s,s T=s", "flattened-butterfly n=4", "slim-fly p=3q/4", "polarfly p=q/2",
            "jellyfish degree=10 terminals=5")  # fmt: skip


def row_result(family: str, size: dict[str, Any]) -> dict[str, Any]:
    """The row of a family in the table of ``netlemma list topologies``, with the values of ``netlemma compare``.

    >>> row_result("hypercube", {"n": 4})["entries"]["diameter"]
    {'lemma': 'hypercube.diameter', 'strength': 'proved', 'value': '4', 'printed_as': 'diameter'}
    """
    from netlemma.checks.side_by_side import family_row

    entries = {
        name: {
            "lemma": each.lemma,
            "strength": each.strength,
            "value": None if each.value is None else str(each.value),
            "printed_as": PRINTED_AS.get(name, name),
        }
        for name, each in family_row(family, size).entries.items()
    }
    network = f"{family} {in_words(size)}".strip()
    return {"entries": entries, "size": size, "command": f"netlemma compare {quote(network)} --json"}


def comparison_result(nodes: str) -> dict[str, Any]:
    """The output of ``netlemma compare`` for :data:`NETWORKS`, with its figure."""
    from netlemma.checks.side_by_side import side_by_side
    from netlemma.figures.comparison import rendered

    listed = nodes.replace(",", "").replace(" and ", ",")
    comparison = side_by_side(NETWORKS, listed)
    return {
        "nodes": nodes,
        "rows": comparison.as_json(),
        "csv": comparison.as_csv(),
        "command": f"netlemma compare {' '.join(map(quote, NETWORKS))} --nodes {listed}",
        "svg": rendered(comparison, "svg").decode("utf-8"),
        "narrow": rendered(comparison, "svg", narrow=True).decode("utf-8"),
        "pdf": b64encode(rendered(comparison, "pdf")).decode("ascii"),
    }
