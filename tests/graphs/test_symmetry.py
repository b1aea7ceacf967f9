"""Symmetries are checked: right ones give right orbits, wrong ones are refused."""

import numpy as np
import pytest

from netlemma.errors import SymmetryError
from netlemma.graphs import families, from_devices, measure, network
from netlemma.graphs.topology.symmetry import device_image, orbits, orbits_of

TRANSITIVE = ["ring", "toroid", "torus", "oneway-torus", "hypercube", "spanning-bus-hypercube"]


@pytest.mark.parametrize("name", TRANSITIVE)
def test_one_source_is_enough_where_all_nodes_are_alike(name, method):
    for size in families()[name].default_sizes[:12]:
        net = network(name, **size)
        orbit = orbits(net)
        parallel = {"ring": "K", "toroid": "w", "torus": "k"}.get(name)
        alike = 2 if parallel and size[parallel] == 2 else 1  # parallel links need not be exchanged
        assert orbit.weights == [net.node_count] and len(set(orbit.slot)) <= alike


def test_mesh_orbits(method):
    assert len(orbits(network("mesh", k=4, n=3)).sources) == 4  # multisets of 3 distances from the middle, of 2 each
    assert orbits(network("line(3) x ring(4)")).weights == [8, 4]


def swapped(net, *pairs):
    image = np.arange(net.node_count, dtype=np.int32)
    for a, b in pairs:
        image[[a, b]] = image[[b, a]]
    return image


@pytest.mark.parametrize(
    "text", ["line(4)", "ring(5)", "oneway-ring(3)", "line(3) x bus(3)", "ring(4)^2", "ring(2) x line(3)"]
)
def test_wrong_permutations_are_refused(text, method):
    net = network(text)
    with pytest.raises(SymmetryError, match="no symmetry of"):
        device_image(net, swapped(net, (0, 1)) if text != "oneway-ring(3)" else np.array([0, 2, 1], dtype=np.int32))


@pytest.mark.parametrize("image", [[0, 0, 1, 2], [0, 1, 2], [0, 1, 2, 4], [-1, 0, 1, 2]])
def test_no_permutation_is_refused(image, method):
    with pytest.raises(SymmetryError, match="permutation"):
        device_image(network("ring(4)"), np.array(image, dtype=np.int32))


def test_a_permutation_that_tears_devices_apart_is_refused(method):
    """Three links lead where a bus of three nodes leads, and yet are no image of it."""
    nodes = [(i,) for i in range(6)]
    links = [("link", "link", [nodes[a], nodes[b]]) for a, b in ((3, 4), (4, 5), (5, 3))]
    joint = [("link", "link", [nodes[a], nodes[b]]) for a, b in ((0, 3), (1, 4), (2, 5))]
    mirror = np.array([3, 4, 5, 0, 1, 2], dtype=np.int32)
    good = from_devices(nodes, [("bus", "bus", nodes[:3]), ("bus", "bus", nodes[3:]), *joint])
    assert device_image(good, mirror).tolist() == [1, 0, 2, 3, 4]
    bad = from_devices(nodes, [("bus", "bus", nodes[:3]), *links, *joint])
    with pytest.raises(SymmetryError):
        device_image(bad, mirror)


def test_parallel_multiplicity_counts(method):
    nodes = [(i,) for i in range(3)]
    net = from_devices(nodes, [("a", "link", nodes[:2]), ("a", "link", nodes[:2]), ("a", "link", nodes[1:])])
    with pytest.raises(SymmetryError):
        device_image(net, np.array([2, 1, 0], dtype=np.int32))


def test_parallel_devices_in_another_order_are_matched(method):
    """Buses that share two nodes: the order of parallel hops says nothing about which goes where."""
    nodes = [(i,) for i in range(4)]
    net = from_devices(
        nodes, [("b", "bus", [nodes[0], nodes[1], nodes[2]]), ("b", "bus", [nodes[0], nodes[1], nodes[3]])]
    )
    assert device_image(net, np.array([0, 1, 3, 2], dtype=np.int32)).tolist() == [1, 0]
    assert device_image(net, np.array([1, 0, 3, 2], dtype=np.int32)).tolist() == [1, 0]


def test_two_devices_never_share_an_image(method):
    """A bus and a link side by side, in another order on the other half: by order alone both would go to the bus."""
    n = [(i,) for i in range(6)]
    left = [("bus", "bus", [n[0], n[2], n[1]]), ("link", "link", [n[0], n[1]])]
    right = [("link", "link", [n[3], n[4]]), ("bus", "bus", [n[3], n[5], n[4]])]
    net = from_devices(n, [*left, *right, ("link", "link", [n[0], n[3]])])
    assert device_image(net, np.array([3, 4, 5, 0, 1, 2], dtype=np.int32)).tolist() == [3, 2, 1, 0, 4]


def test_measure_refuses_a_wrong_symmetry(method):
    nodes = [(i,) for i in range(4)]
    devices = [("a", "link", [nodes[i], nodes[i + 1]]) for i in range(3)]
    wrong = from_devices(nodes, devices, symmetries=lambda: [np.array([1, 2, 3, 0])])
    with pytest.raises(SymmetryError):
        measure(wrong)
    right = from_devices(nodes, devices, symmetries=lambda: [np.array([3, 2, 1, 0])])
    assert measure(right).sources == 2 and measure(right).classes == measure(right, symmetry=False).classes


def test_orbits_against_closure(method):
    random = np.random.default_rng(1)
    for _ in range(30):
        size = int(random.integers(1, 40))
        permutations = []
        for _ in range(int(random.integers(1, 4))):
            image = np.arange(size)
            moved = random.permutation(size)[: size // 3]
            image[moved] = image[random.permutation(moved)]
            permutations.append(image.astype(np.int32))
        reach = np.eye(size, dtype=bool)
        for image in permutations:
            reach[np.arange(size), image] = True
        for _ in range(size.bit_length()):
            reach = reach @ reach
        alike = orbits_of(size, permutations)
        assert ((alike[:, None] == alike[None, :]) == reach).all()
        firsts = [int(np.argmax(alike == i)) for i in range(alike.max() + 1)]
        assert firsts == sorted(firsts)
