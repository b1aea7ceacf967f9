"""Points modulo vectors by one chosen point of each class: what their proofs refuse."""

from dataclasses import replace

import pytest
import sympy as sp

from netlemma.derive import lemma
from netlemma.derive.lemmas import quotients
from netlemma.derive.networks.chosen_points import Case, Cell, Choice
from netlemma.errors import ProofError

KEYS = [
    *(
        f"{family}.{name}"
        for family in ("gaussian-network", "eisenstein-jacobi", "midimew", "twisted-torus-3d")
        for name in ("diameter", "mean_distance", "wiener_index", "nodes_at_distance")
        if (family, name) != ("twisted-torus-3d", "nodes_at_distance")
    ),
    "gaussian-network.max_channel_load.uniform",
    "eisenstein-jacobi.max_channel_load.uniform",
]


@pytest.fixture(scope="module", params=["gaussian-network", "midimew", "twisted-torus-3d"])
def points(request):
    return lemma(f"{request.param}.diameter").derivation.steps[0].proof.structure


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.in_turn
def test_distances_of_points_modulo_vectors_are_proved(key):
    found = lemma(key)
    found.check()
    assert found.strength == "proved"


def changed(points, change):
    """The structure with other choices."""
    every = tuple(replace(case, choice=change(case.choice)) for case in points.every_case)
    return replace(points, cases=lambda: every)


def first_cell(choice, of):
    """A choice with its last cell with ranges changed."""
    number = max(j for j, cell in enumerate(choice.cells) if cell.ranges)
    cells = list(choice.cells)
    cells[number] = of(cells[number])
    return Choice(choice.known, choice.vectors, tuple(cells))


CHANGES = {
    "a cell left out": lambda choice: Choice(choice.known, choice.vectors, choice.cells[:-1]),
    "a longer distance": lambda choice: first_cell(choice, lambda c: Cell(c.ranges, c.point, c.far + 1)),
    "a shorter distance": lambda choice: first_cell(choice, lambda c: Cell(c.ranges, c.point, c.far - 1)),
    "a shorter range": lambda choice: first_cell(
        choice,
        lambda c: Cell((*c.ranges[:-1], (c.ranges[-1][0], c.ranges[-1][1] + 1, c.ranges[-1][2])), c.point, c.far),
    ),
    "another vector": lambda choice: Choice(
        choice.known,
        (tuple(x + int(not j) for j, x in enumerate(choice.vectors[0])), *choice.vectors[1:]),
        choice.cells,
    ),
    "points twice": lambda choice: Choice(choice.known, choice.vectors, (*choice.cells, choice.cells[-1])),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_other_choices_are_refused(points, change):
    with pytest.raises(ProofError):
        changed(points, change).certify()


@pytest.mark.parametrize("part", ["total", "most", "nodes"])
@pytest.mark.parametrize("more", [1, -1])
def test_other_numbers_are_refused(points, part, more):
    with pytest.raises(ProofError):
        replace(points, **{part: getattr(points, part) + more}).certify()


def test_other_numbers_of_nodes_at_a_distance_are_refused(points):
    if points.layers is None:
        return
    for j, (value, when) in enumerate(points.layers.args):
        args = list(points.layers.args)
        args[j] = (value + 1, when)
        with pytest.raises(ProofError):
            replace(points, layers=sp.Piecewise(*args)).certify()


def test_sizes_without_a_case_are_refused(points):
    if points.complete is None:
        for j in range(len(points.every_case)):
            left = (*points.every_case[:j], *points.every_case[j + 1 :])
            with pytest.raises(ProofError, match="no case has"):
                replace(points, cases=lambda left=left: left).certify()


def test_sizes_of_midimew_networks_without_a_case_are_refused(monkeypatch):
    quotients._certify_sizes()
    cases = quotients._jump_cases()
    short = Case(
        cases[0].sizes,
        Choice((*cases[0].choice.known, quotients._u >= 1), cases[0].choice.vectors, cases[0].choice.cells),
    )
    monkeypatch.setattr(quotients, "_jump_cases", lambda: (short, *cases[1:]))
    with pytest.raises(ProofError, match="no case has"):
        quotients._certify_sizes()


def test_numbers_that_the_vectors_do_not_keep_are_refused():
    points = lemma("midimew.diameter").derivation.steps[0].proof.structure
    every = tuple(replace(case, weights=case.weights[::-1]) for case in points.every_case)
    with pytest.raises(ProofError, match="is not 0 modulo"):
        replace(points, cases=lambda: every).certify()


def test_loads_without_turns_are_refused():
    points = lemma("gaussian-network.max_channel_load.uniform").derivation.steps[0].proof.structure
    points._certify_alike()
    for wrong in ((), ((1, 0), (0, 1)), ((0, 1), (1, 0))):
        with pytest.raises(ProofError):
            replace(points, turn=wrong)._certify_alike()
    every = lemma("gaussian-network.diameter").derivation.steps[0].proof.structure
    with pytest.raises(ProofError, match="same node"):
        every._certify_alike()
