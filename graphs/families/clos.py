"""Three-stage Clos network C(m, n, r), links in one direction (Clos 1953; Dally and Towles 2004).

There are r input switches with n terminals each, m middle switches and r output switches; every middle switch has a link from
each input switch and one to each output switch. Each of n r terminals has a link into its input switch and one from the output
switch of the same number. It is rearrangeable where m >= n, and strict-sense non-blocking where m >= 2 n - 1.
"""

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, log_count, simple_network
from netlemma.graphs.topology.structure import Network


def _make(m: int, n: int, r: int) -> Network:
    """The explicit network; its size is not checked. Labels are the stage and the number, 3 and its number for a terminal."""
    first = np.array([0, r, r + m, 2 * r + m])  # of each stage, and of the terminals
    inputs, outputs = np.arange(r), first[2] + np.arange(r)
    middle, terminal = first[1] + np.arange(m), first[3] + np.arange(n * r).reshape(r, n)
    count = 2 * r + m + n * r

    def label(node: int) -> tuple[int, int]:
        stage = int(np.searchsorted(first, node, "right")) - 1
        return stage, int(node - first[stage])

    def symmetries() -> list[np.ndarray]:
        """Middle switches turned; input and output switches with their terminals; the terminals of all switches."""
        turned = np.roll(np.arange(r), 1)
        images = (
            (inputs, np.roll(middle, 1), outputs, terminal),
            (inputs[turned], middle, outputs[turned], terminal[turned]),
            (inputs, middle, outputs, np.roll(terminal, 1, axis=1)),
        )
        return [np.concatenate([each.ravel() for each in image]) for image in images]

    return simple_network(
        count,
        [
            Links("injection", terminal, inputs[:, None]),
            Links("stage-0", inputs[:, None], middle),
            Links("stage-1", middle[:, None], outputs),
            Links("ejection", outputs[:, None], terminal),
        ],
        label,
        one_way=True,
        symmetries=symmetries,
        ends=range(count - n * r, count),
        relay=False,
    )


def _facts(m: int, n: int, r: int) -> dict[str, int]:
    """Each terminal has a link into the network and one from it, each middle switch r from input and r to output switches."""
    return {"nodes": 2 * r + m + n * r, "ends": n * r, "links": 2 * (n + m) * r}


FAMILY = Family(
    name="clos",
    parameters=(
        Parameter("m", 1, "middle switches"),
        Parameter("n", 1, "terminals of an input switch, and of an output switch"),
        Parameter("r", 2, "input switches, and output switches"),
    ),
    classes=("injection", "stage-i", "ejection"),
    summary="three stages of r, m and r switches, every two of neighbouring stages linked, one way: n*r terminals",
    make=_make,
    log_sizes=lambda m, n, r: log_count(_facts(m, n, r)["nodes"], _facts(m, n, r)["links"]),
    facts=_facts,
    default_sizes=tuple(
        {"m": m, "n": n, "r": r} for m, n, r in ((1, 1, 2), (2, 2, 2), (3, 2, 2), (2, 3, 3), (5, 3, 4), (1, 2, 3))
    ),
    other_name="three-stage-clos",
)
