"""``netlemma deadlock --draw``: what is in the drawing, and what is said where nothing can be drawn."""

import json
import re
import sys
import xml.etree.ElementTree as tree

import pytest
from matplotlib.text import Annotation

import netlemma as nl
from netlemma.cli import main
from netlemma.drawing.cycle import CHANNEL, draw_cycle
from netlemma.graphs import network
from netlemma.graphs.deadlock.decide import decide
from netlemma.graphs.routings import channel_routing


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def status(line):
        monkeypatch.setattr(sys, "argv", ["netlemma", *line.split()])
        with pytest.raises(SystemExit) as stop:
            main()
        return stop.value.code, capsys.readouterr()

    return status


def cycle_of(family, routing, vcs=None, **sizes):
    net = network(family, **sizes)
    return net, decide(channel_routing(net, routing, vcs)).cycle


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "family, routing, sizes", [("oneway-torus", "dimension-order", {"k": 4, "n": 2}), ("hypercube", "shortest-adaptive", {"n": 3}),
                               ("ring", "shortest-first", {"K": 5}), ("oneway-torus", "dimension-order", {"k": 3, "n": 4})]
)  # fmt: skip
def test_every_packet_has_its_arrows_between_the_nodes_of_its_channels(family, routing, sizes):
    net, cycle = cycle_of(family, routing, **sizes)
    axes = draw_cycle("a title", cycle, net)
    place = {text.get_text(): text.get_position() for text in axes.texts if str(text.get_gid()).startswith("node-")}
    notes = [text for text in axes.texts if isinstance(text, Annotation)]
    place |= {text.get_text(): tuple(text.xy) for text in notes if str(text.get_gid()).startswith("name-")}
    arrows = [(tuple(text.xyann), tuple(text.xy), text.arrow_patch) for text in notes if text.arrow_patch]
    held, wanted = arrows[::2], arrows[1::2]
    assert len(arrows) == 2 * len(cycle)
    for i, step in enumerate(cycle):
        for name, (start, end, _) in ((step["holds"], held[i]), (step["wants"], wanted[(i + 1) % len(cycle)])):
            a, b = name.split("->")
            assert (start, end) == (place[a], place[b])
        assert held[i][2].get_edgecolor() == wanted[(i + 1) % len(cycle)][2].get_edgecolor()
    caption = " ".join(axes.figure.texts[-1].get_text().split())
    assert all(f"packet {i} from {s['source']} to {s['destination']}" in caption for i, s in enumerate(cycle, 1))


@pytest.mark.parametrize("sizes", [{"R": 2, "M": 2}, {"R": 2, "M": 3}, {"R": 3, "M": 2}])
def test_arrows_lead_from_the_node_where_a_channel_starts_where_nodes_are_drawn_twice(sizes):
    net, cycle = cycle_of("r-ary-m-cube", "shortest-adaptive", **sizes)
    axes = draw_cycle("", cycle, net)
    at = [(text.get_text(), text.get_position()) for text in axes.texts if str(text.get_gid())[:4] in ("node", "copy")]
    arrows = [text for text in axes.texts if isinstance(text, Annotation) and text.arrow_patch]
    for step, held in zip(cycle, arrows[::2], strict=True):
        start, end = CHANNEL.fullmatch(step["holds"]).group("start", "end")
        assert any(name == start and held.xyann == pytest.approx(place) for name, place in at)
        assert any(name == end and held.xy == pytest.approx(place) for name, place in at)


def test_nodes_of_a_mesh_are_at_their_coordinates():
    net, cycle = cycle_of("mesh", "shortest-adaptive", k=3, n=2)
    place = {text.get_text(): text.get_position() for text in draw_cycle("", cycle, net).texts}
    assert place["(2,1)"] == (2, 1) and place["(0,2)"] == (0, 2)


@pytest.mark.parametrize(
    "name, parts",
    [("(0,1)->(1,1) #2 vc 3", ("(0,1)", "(1,1)", " #2 vc 3")), ("S0[1]->S1[2]", ("S0", "S1", "")), ("router 0[12]->node 1[1] vc 2", ("router 0", "node 1", " vc 2"))],
)  # fmt: skip
def test_names_of_channels(name, parts):
    assert CHANNEL.fullmatch(name).group("start", "end", "which") == parts


@pytest.mark.in_turn
def test_the_command_draws(run, tmp_path):
    code, said = run("deadlock oneway-torus k=4 n=2 --draw a.svg")
    assert code == 1 and said.out.endswith("drawing  a.svg\n")
    assert tree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    before = (tmp_path / "a.svg").read_bytes()
    assert json.loads(run("deadlock oneway-torus k=4 n=2 --json --draw a.svg")[1].out)["drawing"] == "a.svg"
    assert (tmp_path / "a.svg").read_bytes() == before
    assert run("deadlock deadfly f=2 r=2 --draw b.png")[0] == 1 and (tmp_path / "b.png").read_bytes()[1:4] == b"PNG"


def test_verdicts_on_all_sizes_are_drawn_at_one(run, tmp_path):
    assert run("deadlock oneway-torus --all-sizes --draw a.svg")[1].out.endswith("drawing  a.svg\n")
    assert run("deadlock mesh --all-sizes --draw b.svg")[0] == 0 and not (tmp_path / "b.svg").exists()


def test_no_cycle_no_drawing(run, tmp_path):
    code, said = run("deadlock mesh k=3 n=2 --draw a.svg")
    assert code == 0 and said.out.endswith("drawing      none, since there is no cycle to draw\n")
    assert not (tmp_path / "a.svg").exists()


def test_what_cannot_be_drawn(run):
    for line, complaint in (
        ("--draw a.gif", "must end in .svg"),
        ("--draw no/a.svg", "cannot be written: No such file"),
    ):
        code, said = run(f"deadlock oneway-torus k=3 n=1 {line}")
        assert code == 2 and said.err.count("\n") == 1 and complaint in said.err


def test_an_animation_shows_packets_and_then_what_they_want_and_is_a_picture_on_paper():
    drawing = nl.draw("oneway-torus", k=3, n=1, animate=True)
    text = drawing._repr_svg_()
    begins = {name: float(share) for name, share in re.findall(r"@keyframes (\S+) \{0%, (\S+)%", text)}
    assert sorted(begins, key=begins.get) == [f"{kind}-{i}" for kind in ("held", "wanted") for i in range(3)]
    names = {each.get("id") for each in tree.fromstring(text).iter()}
    assert set(begins) <= names and {f"held-{i}-label" for i in range(3)} <= names
    assert "@media print" in text and "opacity: 0" not in re.sub(r"(?s)<style>.*?</style>", "", text)


@pytest.mark.parametrize(
    "line, complaint", [("mesh k=3 n=2 --animate -o a.svg", "has no deadlock to animate: deadlock-free by channel dependency"),
                        ("oneway-torus k=3 n=1 --animate -o a.png", "--animate writes .svg")]
)  # fmt: skip
def test_what_cannot_be_animated_is_said_in_one_line(line, complaint, run):
    code, said = run(f"draw {line}")
    assert code == 2 and complaint in said.err and len(said.err.splitlines()) == 1
