"""Labels of all packets to a destination at once, against those of each pair."""

from dataclasses import replace
from pathlib import Path

import pytest

from netlemma.graphs.routing.choices import goals

from .fabric_files import read_infiniband

DATA = Path(__file__).parents[1] / "data" / "infiniband"
LASH, LMC = DATA / "ring5-lash", DATA / "two-ports-lmc1"
FILES = {
    "service levels": lambda: read_infiniband(
        LASH / "opensm-subnet.lst", LASH / "opensm.fdbs", levels=LASH / "paths.txt", lanes=LASH / "opensm-sl2vl.dump"
    ),
    "no levels": lambda: read_infiniband(LASH / "opensm-subnet.lst", LASH / "opensm.fdbs"),
    "several LIDs": lambda: read_infiniband(LMC / "opensm-subnet.lst", LMC / "opensm.fdbs", lmc=1),
}


@pytest.mark.parametrize("scope", ["terminals", "all"])
@pytest.mark.parametrize("files", FILES)
def test_labels_of_tables(files, scope):
    routing = FILES[files]().routing(scope)
    one_by_one = replace(routing, arrays=replace(routing.arrays, goals_to=None))
    for destination in routing.ends:
        found, slow = (
            {label: those.tolist() for label, those in goals(by, destination)} for by in (routing, one_by_one)
        )
        assert found == slow
