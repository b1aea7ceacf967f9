"""k-ary n-fly, the butterfly: n stages of k^(n-1) switches of k inputs and k outputs, links in one direction (Dally and Towles 2004).

Wires between stages are words of n digits. A switch of stage l joins the wires that agree in all digits but digit l, which it sets:
terminal s enters stage 0 by wire s, and a message to terminal t leaves the last stage by wire t, whose digits have been set one by one.
Each of k^n terminals has a link into the first stage and one from the last stage.
"""

from collections.abc import Callable, Sequence

import numpy as np

from netlemma.graphs.topology.family import Family, Parameter
from netlemma.graphs.topology.link_arrays import Links, simple_network, sizes_by
from netlemma.graphs.topology.structure import Label, Network

PARAMETERS = (Parameter("k", 2, "inputs, and outputs, of a switch"), Parameter("n", 1, "stages"))
CLASSES = ("injection", "stage-i", "ejection")
DEFAULT_SIZES = tuple({"k": k, "n": n} for k, n in ((2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (2, 4)))
Wires = Sequence[np.ndarray]


def stages(
    k: int, n: int, entered: Wires, left: Wires, symmetries: Callable[[], Sequence[np.ndarray]] | None = None
) -> Network:
    """A network of stages: the switch of each stage that each of k^n wires enters, and the one that it leaves.

    A terminal and the wires into the first and from the last stage have the same number. The label of a switch is its stage and its
    number, that of a terminal n and its number.
    """
    row, terminal = k ** (n - 1), n * k ** (n - 1) + np.arange(k**n)
    links = [Links("injection", terminal, entered[0])]
    for i in range(n - 1):
        links.append(Links(f"stage-{i}", i * row + left[i], (i + 1) * row + entered[i + 1]))
    links.append(Links("ejection", (n - 1) * row + left[-1], terminal))

    def labels(node: int) -> Label:
        return divmod(int(node), row) if node < n * row else (n, int(node) - n * row)

    return simple_network(
        n * row + k**n,
        links,
        labels,
        one_way=True,
        symmetries=symmetries,
        ends=range(n * row, n * row + k**n),
        relay=False,
    )


def facts(k: int, n: int) -> dict[str, int]:
    """A wire for each terminal into each stage, and from the last one."""
    return {"nodes": n * k ** (n - 1) + k**n, "ends": k**n, "links": (n + 1) * k**n}


log_sizes = sizes_by(facts, n=99)  # networks of more stages are refused in any case


def _make(k: int, n: int) -> Network:
    """The explicit network; its size is not checked."""
    switch = np.arange(k ** (n - 1)).reshape((k,) * (n - 1))
    shape = (k,) * n
    of = [np.broadcast_to(np.expand_dims(switch, i), shape) for i in range(n)]

    def symmetries() -> list[np.ndarray]:
        """A digit turned, in all words."""
        found = []
        for j in range(n):
            words = [np.roll(switch, 1, j - (j > i)) if i != j else switch for i in range(n)]
            images = [each.ravel() + i * switch.size for i, each in enumerate(words)]
            found.append(
                np.concatenate([*images, n * switch.size + np.roll(np.arange(k**n).reshape(shape), 1, j).ravel()])
            )
        return found

    wires = [each.ravel() for each in of]
    return stages(k, n, wires, wires, symmetries)


FAMILY = Family(
    name="butterfly",
    parameters=PARAMETERS,
    classes=CLASSES,
    summary="k-ary n-fly: n stages of k^(n-1) switches of k inputs and k outputs, one way: k^n terminals",
    make=_make,
    log_sizes=log_sizes,
    facts=facts,
    default_sizes=DEFAULT_SIZES,
)
