"""Networks in which every node has equally many hops, assembled from arrays without a loop over nodes."""

from collections.abc import Callable, Sequence

import numpy as np

from netlemma.graphs.topology.devices import DeviceClass, Label
from netlemma.graphs.topology.structure import Network


def regular_network(
    family: str,
    parameters: dict[str, int],
    target: np.ndarray,
    device: np.ndarray,
    classes: Sequence[tuple[str, str, int]],
    labels: Callable[[int], Label],
    symmetries: Callable[[], Sequence[np.ndarray]],
) -> Network:
    """A network whose node i has the hops (target[i, k], device[i, k]), k = 0, 1, ...

    Parameters
    ----------
    family : str
        Name of the family.
    parameters : dict of str to int
        Sizes.
    target : ndarray of int, shape (..., degree)
        Target of each hop; the axes before the last, in order, number the nodes.
    device : ndarray of int, shape (..., degree)
        Device of each hop.
    classes : Sequence of tuple of (str, str, int)
        Name, kind and number of devices of each class, in the order of the devices.
    labels : Callable
        Function from the number of a node to its coordinates.
    symmetries : Callable
        Function that returns permutations of the nodes said to be symmetries.

    Returns
    -------
    Network
        The network.
    """
    degree = target.shape[-1]
    return Network(
        family=family,
        parameters=parameters,
        indptr=np.arange(0, target.size + 1, degree, dtype=np.int64),
        target=np.ascontiguousarray(target, dtype=np.int32).ravel(),
        device=np.ascontiguousarray(device, dtype=np.int32).ravel(),
        device_classes=tuple(DeviceClass(name, kind) for name, kind, _ in classes),
        device_class=np.repeat(np.arange(len(classes), dtype=np.int16), [count for *_, count in classes]),
        labels=labels,
        symmetries=symmetries,
    )
