"""The schema of simulator options: every option is checked, is a keyword, an option of both commands, a field of results and of keys."""

from dataclasses import fields, replace
from fractions import Fraction
from inspect import signature
from math import inf, nan

import numpy as np
import pytest
import typer

from netlemma.cli import app
from netlemma.console import flag
from netlemma.errors import SimulationError, SizeError
from netlemma.graphs import network
from netlemma.graphs.routings import channel_routing
from netlemma.graphs.simulate import SimulationOptions, simulate
from netlemma.graphs.simulate.options import OPTIONS
from netlemma.graphs.simulate.sweep import plan
from netlemma.graphs.simulate.sweep.rows import SweepPoint

GIVEN = {"flits": 8, "load": 0.01, "cycles": 2000}


def test_every_option_is_declared_once_and_found_everywhere():
    assert list(OPTIONS) == [each.name for each in fields(SimulationOptions)]
    assert set(OPTIONS) <= set(signature(simulate).parameters) and set(OPTIONS) <= {
        each.name for each in fields(SweepPoint)
    }
    assert set(OPTIONS) - {"flits", "load", "seed"} <= set(signature(plan).parameters)
    found = simulate("mesh", k=3, **GIVEN)
    assert set(OPTIONS) <= set(found.as_json()) and found.options.as_json() == {**found.options.as_json(), **GIVEN}
    commands = typer.main.get_command(app).commands
    for name, option in OPTIONS.items():
        assert (
            f"{name} : {option.keyword.annotation}" in SimulationOptions.__doc__
            and option.help in SimulationOptions.__doc__
        )
        for command in ("simulate", "sweep"):
            given = {each.name: each for each in commands[command].params}
            if name != "flits" and (command, name) != ("sweep", "seed"):
                assert flag(name) in given[name].opts and (name == "load" or given[name].help == option.help)


def illegal(option):
    """Values that are just outside of what is legal, and of other types."""
    if option.words:
        return ["", option.words[0] + "s", option.words[0].upper(), 1]
    if option.kind is str:
        return ["", "no"]
    step = 0 if option.between else 1
    ends = [option.low - step, option.high + step]
    return [
        *(each for each in ends if abs(each) < inf),
        "1",
        True,
        nan,
        [1],
        *([2.5, inf] if option.kind is int else []),
    ]


@pytest.mark.parametrize("option", OPTIONS.values(), ids=lambda option: option.name)
def test_values_that_are_not_legal_are_refused_in_one_line(option):
    values = illegal(option) + ([None] if option.default is not None else [])
    assert len(values) > 2
    for value in values:
        with pytest.raises(SimulationError) as refused:
            SimulationOptions(**{**GIVEN, option.name: value})
        said = str(refused.value)
        assert "\n" not in said and said.startswith(option.name)
        assert all(word in said for word in option.words) and (not option.unit or option.unit in said)


def test_values_at_the_ends_are_legal_and_get_the_type_of_the_option():
    for name, option in OPTIONS.items():
        for value in option.words or [
            each for each in (option.low, option.high) if abs(each) < inf and not option.between
        ]:
            given = {**GIVEN, "warmup": 0, name: value}
            assert getattr(SimulationOptions(**given), name) == value
    made = SimulationOptions(flits=np.int64(8), load=Fraction(1, 8), warmup=None, cycles=105)
    assert (type(made.flits), made.load, type(made.load), made.warmup) == (int, 0.125, float, 10)
    assert (
        SimulationOptions(flits=8, load=1, sources=" mmpp sigma2=1 sigma1=.5").sources
        == "mmpp sigma1=0.5 sigma2=1.0 ratio=0.0"
    )


def test_the_warm_up_is_shorter_than_the_run():
    with pytest.raises(SimulationError, match="warmup=100: give a whole number from 0 to 99"):
        SimulationOptions(flits=8, load=1, cycles=100, warmup=100)


def test_options_as_an_object_and_as_keywords_give_the_same():
    net = network("oneway-torus", k=3, n=2)
    routing = channel_routing(net, "dimension-order", 2)
    options = SimulationOptions(**GIVEN, seed=3)
    by_keyword = simulate("oneway-torus", k=3, seed=3, vcs=2, **GIVEN).as_json()
    for found in (
        simulate(net, routing, options), simulate(routing, options=options), simulate(net, options=options, vcs=2),
        simulate("oneway-torus", "dimension-order vcs=2", options, k=3), simulate(net, routing, seed=3, **GIVEN),
    ):  # fmt: skip
        assert {**found.as_json(), "options": {}} == {**by_keyword, "options": {}}


@pytest.mark.parametrize(
    "wrong, says",
    [
        ({"options": SimulationOptions(**GIVEN), "seed": 2}, "seed is among the options that are given as one object"),
        ({"flits": 8}, "load is missing: Messages per node"), ({"load": 0.1}, "flits is missing: Length of every message"),
        ({**GIVEN, "k": 3}, "it takes no k=3"), ({**GIVEN, "vcs": 2}, "do not give them again"),
    ],
)  # fmt: skip
def test_keywords_that_do_not_fit_are_refused(wrong, says):
    net = network("mesh", k=3, n=2)
    with pytest.raises((SimulationError, SizeError), match=says):
        simulate(net, channel_routing(net, "up-down"), **wrong)


def test_a_routing_of_another_network_is_refused():
    one, other = network("mesh", k=3, n=2), network("mesh", k=4, n=2)
    with pytest.raises(
        SimulationError, match="routing up-down on mesh k=4 n=2 is of another network than mesh k=3 n=2"
    ):
        simulate(one, channel_routing(other, "up-down"), **GIVEN)


def test_a_point_is_options_with_a_network():
    [point] = plan("mesh", k=3, flits=8, loads=0.01)
    assert isinstance(point, SimulationOptions) and replace(point, seed=2).seed == 2
    with pytest.raises(SimulationError, match="buffers=0"):
        replace(point, buffers=0)
