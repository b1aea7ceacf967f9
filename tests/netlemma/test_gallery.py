"""The gallery: every figure and table of the papers, drawn again, drawn as networks, or with the reason why not."""

import xml.etree.ElementTree as tree
from collections import Counter

import pytest

from netlemma.checks.base.inputs import parse_network
from netlemma.errors import InputError
from netlemma.figures import figure, figures
from netlemma.figures.gallery import network_svg, write_gallery
from netlemma.figures.papers import PRINTED, RINGS, NetworkDrawing, by_paper, instead, published_figure
from netlemma.graphs import network

NETWORKS = [(each, drawing) for each in PRINTED for drawing in each.drawings]


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    """In an empty folder."""
    monkeypatch.chdir(tmp_path)
    return run


def built(drawing):
    return network(drawing.family, **parse_network(drawing.sizes.split()))


def test_nothing_that_the_papers_print_is_left_out():
    """Their captions number figures I to VI, 1 to 18, 1 to 6, 1, and 1 to 2, and Reed's tables I and II."""
    counted = {source: Counter(each.locator.split()[0] for each in found) for source, found in by_paper().items()}
    assert counted == {
        "reed1982": {"Figure": 6, "Table": 2},
        "johnson1991": {"Figure": 18},
        "greenberg1997": {"Figure": 6},
        "khonsari": {"Figure": 1},
        "min2001": {"Figure": 2},
    }
    assert (
        len({each.name for each in PRINTED}) == len({(each.source, each.locator) for each in PRINTED}) == len(PRINTED)
    )


def test_every_figure_that_is_drawn_again_is_one_of_its_paper():
    assert set(figures()) <= {each.name for each in PRINTED}
    for name in ("reed-2", "reed-5", "reed-6"):
        assert (figure(name).plot.source, figure(name).plot.locator) == (
            published_figure(name).source,
            published_figure(name).locator,
        )


@pytest.mark.parametrize("each", PRINTED, ids=lambda each: each.name)
def test_what_is_not_drawn_again_says_why_or_what_to_run(each):
    if each.name in figures():
        assert not each.drawings
        return
    assert each.remark and instead(each)
    with pytest.raises(InputError, match=f"{each.locator}: .* is no plot: "):
        figure(each.name)


@pytest.mark.parametrize("each, drawing", NETWORKS, ids=lambda part: getattr(part, "name", None) or part.command)
def test_networks_have_the_sizes_that_captions_say(each, drawing):
    net = built(drawing)
    words = each.shows.split()
    if "nodes" in words:
        assert net.node_count == int(words[words.index("nodes") - 1])
    if "rings" in words:
        assert sum(size > 1 for size in net.ring_sizes) == int(words[words.index("rings") - 1])
    assert (drawing.option != "") == (each.source == "johnson1991")


def test_sizes_of_the_simple_networks_of_reed():
    """K = 5, and w^D, D 2^D and M R^M nodes as he counts them."""
    assert [built(drawing).node_count for drawing in published_figure("reed-1").drawings] == [5, 8, 64, 8, 24, 64]


@pytest.mark.in_turn
def test_the_gallery(tmp_path, run):
    chosen = {
        "reed1982": [published_figure(f"reed-{which}") for which in ("table-1", "4", "6")],
        "johnson1991": [published_figure("johnson-3")],
    }
    assert write_gallery(tmp_path / "new" / "folder", lambda name: None, chosen) == (2, 2)
    page = (tmp_path / "new" / "folder" / "index.html").read_text()
    root = tree.fromstring(
        page.removeprefix("<!DOCTYPE html>\n").replace('<meta charset="utf-8">', "").replace('">\n<h4', '"/>\n<h4').replace('"><figc', '"/><figc')
    )  # fmt: skip
    names = [each.get("src") for each in root.iter("img")]
    assert names == ["reed-4.svg", "reed-6.svg", "johnson-3a.svg", "johnson-3b.svg"]
    assert {path.name for path in (tmp_path / "new" / "folder").iterdir()} == {
        *names,
        "index.html",
        "netlemma-gallery.json",
    }
    words = {each.text for each in root.iter("li")}
    drawn = [figure("reed-4").plot, figure("reed-6").plot]
    assert all(word in words for plot in drawn for word in (*plot.given, *plot.guessed))
    assert [each.text for each in root.iter("h2")] == ["reed1982", "johnson1991"] and "Not drawn: words" in page
    code, said = run("figure", "--gallery", "-o", "new")
    assert code == 2 and "is not empty and no earlier gallery ('folder" in said.err
    assert run("figure", "--gallery")[0] == 2 and run("figure", "reed-4", "--gallery", "-o", "x")[0] == 2
    code, said = run("figure", "johnson-3", "-o", "x.svg")
    assert code == 2 and "netlemma draw four-rings --rings -o johnson-3a.svg" in said.err and said.err.count("\n") == 1


@pytest.mark.in_turn
def test_a_gallery_that_does_not_come_to_its_end_leaves_the_earlier_one_whole(tmp_path):
    """Stopped after one drawing and after two; a run to the end takes the place of the first."""
    out = tmp_path / "gallery"
    first, second = ({"johnson1991": [published_figure(name)]} for name in ("johnson-3", "johnson-5"))
    write_gallery(out, lambda name: None, first)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    begun, ends = [], []

    def stop(name):
        begun.append(name)
        if name == ends[-1]:
            raise KeyboardInterrupt

    chosen = {"johnson1991": [published_figure("johnson-3"), published_figure("johnson-5")]}
    for last in ("johnson-3b", "johnson-5"):
        ends.append(last)
        with pytest.raises(KeyboardInterrupt):
            write_gallery(out, stop, chosen)
        assert {path.name: path.read_bytes() for path in out.iterdir()} == before
        assert [path.name for path in tmp_path.iterdir()] == ["gallery"]
    assert begun == ["johnson-3a", "johnson-3b"] * 2 + ["johnson-5"]
    write_gallery(out, lambda name: None, second)
    assert not {path.name for path in out.iterdir()} & (set(before) - {"index.html", "netlemma-gallery.json"})


def test_a_drawing_of_the_gallery_is_what_its_command_draws(run, tmp_path):
    for drawing in (NetworkDrawing("four-rings", "", "deadlock"), NetworkDrawing("clock", "", RINGS)):
        assert run(*drawing.command.split()[1:], "-o", "a.svg")[0] == 0
        assert (tmp_path / "a.svg").read_text() == network_svg(drawing)


def test_figures_that_are_no_plots_are_listed_with_what_to_do(run):
    first_words = {line.partition(" ")[0] for line in run("figure", "--list")[1].out.splitlines()}
    assert {each.name for each in PRINTED} <= first_words
