"""Neighbours as lldpctl prints them, in both forms, of one device or of several."""

import json

import pytest

from netlemma.errors import FormatError
from netlemma.graphs.fabrics.wiring import wiring_of
from netlemma.graphs.sources.network_sources import file_source

CABLES = [
    ("leaf1", "swp1", "node1", "eth0"), ("leaf1", "swp2", "node2", "eth0"), ("leaf2", "swp1", "node3", "eth0"),
    ("leaf1", "swp9", "spine", "swp1"), ("leaf2", "swp9", "spine", "swp2"),
]  # fmt: skip


def entry(name, port, full, mac):
    kind = {"type": "mac", "value": f"02:00:{port}"} if mac else {"type": "ifname", "value": port}
    role = [{"type": "Bridge", "enabled": name[0] != "n"}, {"type": "Station", "enabled": name[0] == "n"}]
    system = f"{name}.example"
    if full:
        chassis = [{"id": [{"type": "mac", "value": "02:01"}], "name": [{"value": system}], "capability": role}]
        return {"via": "LLDP", "chassis": chassis, "port": [{"id": [kind], "descr": [{"value": port}]}]}
    about = {"id": {"type": "mac", "value": "02:01"}, "descr": "Debian", "capability": role}
    return {"via": "LLDP", "chassis": {system: about}, "port": {"id": kind, "descr": port}}


def seen(device, full=False, mac=False, cables=CABLES):
    ends = [*cables, *((c, d, a, b) for a, b, c, d in cables)]
    mine = [(b, entry(c, d, full, mac)) for a, b, c, d in ends if a == device]
    if full:
        return {"lldp": [{"interface": [{"name": port, **about} for port, about in mine]}]}
    return {"lldp": {"interface": dict(mine) if len(mine) == 1 else [{port: about} for port, about in mine]}}


def written(folder, devices, **form):
    for device in devices:
        (folder / f"{device}.json").write_text(json.dumps(seen(device, **form), indent=1))
    return [str(folder / f"{device}.json") for device in devices]


def cables(paths):
    fabric = file_source(paths, None, None).read.fabric
    wiring = wiring_of(fabric)
    switches = {fabric.name(v).partition(".")[0] for v in range(len(fabric.forwards)) if fabric.forwards[v]}
    assert switches == {"leaf1", "leaf2", "spine"}
    return {frozenset(wiring.cable_name(each).replace(".example", "").split("-")) for each in wiring.cables}


EXPECTED = {frozenset({f"{a}[{b[3:]}]", f"{c}[{d[3:]}]"}) for a, b, c, d in CABLES}


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("mac", [False, True])
@pytest.mark.parametrize(
    "devices", [["leaf1", "leaf2"], ["leaf1", "leaf2", "spine"], ["node1", "node2", "node3", "spine"]]
)
def test_files_of_devices(tmp_path, devices, full, mac):
    assert cables(written(tmp_path, devices, full=full, mac=mac)) == EXPECTED


def test_several_devices_in_one_file(tmp_path):
    (tmp_path / "all").write_text(
        json.dumps({each: seen(each, full=each == "leaf1") for each in ("leaf1", "leaf2", "node1")})
    )
    assert cables([str(tmp_path / "all")]) == EXPECTED


def test_devices_that_contradict_each_other(tmp_path):
    paths = written(tmp_path, ["leaf1", "leaf2", "spine"])
    swapped = [*CABLES[:3], ("leaf1", "swp9", "spine", "swp2"), ("leaf2", "swp9", "spine", "swp1")]
    (tmp_path / "spine.json").write_text(json.dumps(seen("spine", cables=swapped), indent=1))
    with pytest.raises(
        FormatError, match=r"leaf1.json:\d+: port swp9 of leaf1 .* spine.*, but by .*spine.json:\d+ port swp1 of spine"
    ):
        cables(paths)


@pytest.mark.parametrize(
    "text, message",
    [
        ('{"lldp": {}}', "no neighbour is named"),
        ('{"lldp": {"interface": {"e0": {}}}}', "e0.* has no chassis"),
        ('{"lldp": {"interface": {"e0": {"chassis": {"a": {}}, "port": {}}}}}', "has no port"),
        ('{"lldp": {"interface": 3}}', "an interface is '3'"),
        ('{"lldp": {"interface"', "not JSON"),
    ],
)
def test_refusals(tmp_path, text, message):
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(FormatError, match=message):
        file_source([str(tmp_path / "a.json")], None, None)
