"""The matrix of OpenSM's routing engines and topologies, against ibdmchk, with the real programs."""

import re
import shutil
import warnings

import pytest

import netlemma as nl
from netlemma.graphs.deadlock.decide import decide

from .fabric_files import read_infiniband
from .opensm import READY, REASON, Simulation, fat_tree, grid, ibdmchk, net

pytestmark = pytest.mark.skipif(not READY, reason=REASON)

TOPOLOGIES = {
    "ring 5": grid(5, wrap=True),
    "torus 4x4": grid(4, 4, wrap=True),
    "torus 3x3x3": grid(3, 3, 3, wrap=True),
    "mesh 3x3x2": grid(3, 3, 2, wrap=False),
    "fat tree 4, 2": fat_tree(4, 2, 3),
}
ENGINES = ("minhop", "dor", "updn", "lash", "dfsssp", "nue", "ftree")


def verdict(directory, scope, **files):
    tables = read_infiniband(directory / "opensm-subnet.lst", directory / "opensm.fdbs", **files)
    return decide(tables.routing(scope))


@pytest.mark.in_turn
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_engines_agree_with_ibdmchk_on_one_service_level(topology, tmp_path):
    """Without service levels all messages are on one, for ibdmchk as for us; so LASH and DFSSSP may have loops."""
    seen = {}
    for engine in ENGINES:
        directory = tmp_path / engine
        directory.mkdir()
        with Simulation(directory, TOPOLOGIES[topology]) as simulation:
            used = simulation.route(engine, *(["-a", roots(directory)] if engine == "updn" else []))
        for scope in ("terminals", "all"):
            ours = verdict(directory, scope)
            assert ours.verdict in ("deadlock", "deadlock-free")
            theirs = ibdmchk(directory, everything=scope == "all")
            if theirs is None:  # it does not go on where nodes do not reach each other
                assert "pairs that have no route" in ours.scope
            else:
                assert (ours.verdict == "deadlock") == theirs, (engine, used, scope)
            seen[engine, scope] = ours.verdict
    if not topology.startswith("fat"):
        grids = "deadlock" if topology.startswith(("torus 4", "ring")) else "deadlock-free"
        assert seen["dor", "all"] == grids
    assert seen["updn", "terminals"] == "deadlock-free"


def roots(directory):
    """A file with the GUID of one switch; up*/down* has no roots of its own on grids."""
    (directory / "roots").write_text("0x0000000000200000\n")
    return "roots"


def test_the_scope_flips_the_verdict_where_few_switches_have_adapters(tmp_path):
    links = [((f"S{i}", 1), (f"S{(i + 1) % 5}", 2)) for i in range(5)]
    with Simulation(tmp_path, net(links, {"H0": ("S0", 3), "H1": ("S1", 3)})) as simulation:
        assert simulation.route("minhop") == "minhop"
    for scope, word in (("terminals", "deadlock-free"), ("all", "deadlock")):
        assert verdict(tmp_path, scope).verdict == word
        assert ibdmchk(tmp_path, everything=scope == "all") == (word == "deadlock")


@pytest.mark.in_turn
@pytest.mark.parametrize("engine", ["lash", "dfsssp", "nue"])
def test_engines_agree_with_ibdmchk_on_their_service_levels(engine, tmp_path):
    with Simulation(tmp_path, grid(5, wrap=True)) as simulation:
        options = ["--nue_max_num_vls", "2"] if engine == "nue" else []
        assert simulation.route_and_ask(engine, *options) == engine
    files = {"levels": tmp_path / "paths.txt", "lanes": tmp_path / "opensm-sl2vl.dump"}
    ours = verdict(tmp_path, "terminals", **files)
    assert verdict(tmp_path, "terminals").verdict == "deadlock"  # all messages on one level
    rows, tables = packed(tmp_path)
    assert (ours.verdict == "deadlock") == ibdmchk(tmp_path, levels=rows, lanes=tables)
    assert ours.verdict == "deadlock-free"
    again = verdict(tmp_path, "terminals", levels=tmp_path / rows, lanes=tmp_path / tables)
    assert (again.verdict, again.dependencies) == (ours.verdict, ours.dependencies)
    discovered = read_infiniband(tmp_path / "discovered.txt", tmp_path / "fts.txt", **files)
    other = decide(discovered.routing("terminals"))
    assert (other.verdict, other.channels, other.dependencies) == (ours.verdict, ours.channels, ours.dependencies)


def packed(directory):
    """Service levels and lanes written as ibdmchk takes them."""
    subnet = (directory / "opensm-subnet.lst").read_text()
    guid = {int(lid, 16): g for g, lid in re.findall(r"\{ CA [^{]*NodeGUID:(\w+) [^{]*\{[^}]*\} LID:(\w+)", subnet)}
    fields = re.findall(r"dlid\.+(\d+)\s+slid\.+(\d+)[^P]*?\bsl\.+0x(\w+)", (directory / "paths.txt").read_text())
    rows = [f"0x{guid[int(slid)]} {dlid} {int(sl, 16)}" for dlid, slid, sl in fields]
    (directory / "levels").write_text("\n".join(rows) + "\n")
    lines = []
    for line in (directory / "opensm-sl2vl.dump").read_text().splitlines():
        if head := re.match(r"(Switch|Channel Adapter) 0x(\w+),", line):
            switch, owner = head[1] == "Switch", head[2]
        elif (row := re.match(r"(\d+)\s+(\d+)\s+:(.*)", line)) and switch:
            lanes = "".join(f"{int(vl):x}" for vl in row[3].split())
            pairs = " ".join(f"0x{lanes[i : i + 2]}" for i in range(0, 16, 2))
            lines.append(f"0x{owner} {row[1]} {row[2]} {pairs}")
    (directory / "lanes").write_text("\n".join(lines) + "\n")
    return "levels", "lanes"


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "topology, engine",
    [("ring 5", "minhop"), ("ring 5", "up-down"), ("torus 4x4", "up-down"), ("fat tree 4, 2", "ftree")],
)
def test_opensm_loads_the_tables_that_fabric_route_writes(tmp_path, topology, engine):
    with Simulation(tmp_path, TOPOLOGIES[topology]) as simulation:
        simulation.route("minhop")
        ours = nl.fabric(tmp_path / "opensm-subnet.lst").route(tmp_path / "ours", engine)
        assert simulation.route("file", "-U", str(ours.file)) == "file"
    loaded = nl.fabric(tmp_path / "opensm-subnet.lst", tmp_path / "opensm.fdbs")
    assert loaded.load().worst == ours.load.worst and loaded.load().histogram == ours.load.histogram
    assert loaded.safety().deadlock.verdict == ours.safety.deadlock.verdict
    assert ibdmchk(tmp_path) == (ours.safety.deadlock.verdict == "deadlock") == (engine == "minhop")


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "topology, engine", [("ring 5", "dfsssp"), ("torus 4x4", "dfsssp"), ("torus 4x4", "lash"), ("torus 4x4", "nue")]
)
def test_ibdmchk_agrees_on_the_levels_that_fabric_route_writes(tmp_path, topology, engine):
    with Simulation(tmp_path, TOPOLOGIES[topology]) as simulation:
        simulation.route("minhop")
        ours = nl.fabric(tmp_path / "opensm-subnet.lst").route(
            tmp_path / "ours", engine, 2 if engine == "nue" else None
        )
        assert simulation.route("file", "-U", str(ours.file)) == "file"
    tables, levels, lanes = ours.files
    assert ours.lanes > 1 and ours.safety.deadlock.verdict == "deadlock-free"
    shutil.copy(levels, tmp_path / "paths.txt")
    shutil.copy(lanes, tmp_path / "opensm-sl2vl.dump")
    assert ibdmchk(tmp_path, levels=str(levels), lanes=packed(tmp_path)[1]) is False
    on_one = tmp_path / "one"
    on_one.write_text(re.sub(r" \d+$", " 0", levels.read_text(), flags=re.MULTILINE))
    assert ibdmchk(tmp_path, levels=str(on_one), lanes="lanes")
    assert nl.fabric(tmp_path / "opensm-subnet.lst", tables).safety().deadlock.verdict == "deadlock"


@pytest.mark.parametrize(
    "topology, kind", [("torus 3x3x3", "hyperx"), ("mesh 3x3x2", "mesh"), ("fat tree 4, 2", "fat tree")]
)
def test_what_ibnetdiscover_prints_is_recognised(tmp_path, topology, kind):
    with Simulation(tmp_path, TOPOLOGIES[topology]) as simulation:
        for option in ("-g", "-p", "-f"):
            (tmp_path / "found").write_text(simulation.run("ibnetdiscover", option))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # no subnet manager has run
                found = nl.fabric(tmp_path / "found")
            assert (found.shape.kind, found.deviations) == (kind, ())
