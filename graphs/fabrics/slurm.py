"""Slurm's ``topology.conf`` of a fabric: leaves with their nodes, and one switch above each group of leaves that are nearest."""

import re

from netlemma.graphs.fabrics.shapes import Shape
from netlemma.graphs.fabrics.wiring import Wiring

_NUMBERED = re.compile(r"(.*?)([0-9]+)")
_OTHER = re.compile(r"[^A-Za-z0-9._-]+")


def topology_conf(wiring: Wiring, shape: Shape) -> str:
    """The lines of a ``topology.conf``.

    Slurm knows a tree: of a fat tree the spines of a pod are one switch, and all cores are one, since nodes below them are as
    near by any of them.
    """
    below: dict[int, list[str]] = {}
    for cable in wiring.cables:
        if wiring.switch[cable.one] != wiring.switch[cable.other]:
            switch, host = (cable.one, cable.other) if wiring.switch[cable.one] else (cable.other, cable.one)
            below.setdefault(switch, []).append(_slurm_name(wiring.names[host].split(" ")[0]))
    leaves = {switch: _slurm_name(wiring.names[switch]) for switch in below}
    lines = [f"SwitchName={leaves[s]} Nodes={host_list(below[s])}" for s in sorted(below, key=lambda s: leaves[s])]
    groups = _pods(wiring, shape, list(leaves))
    above = []
    for number, group in enumerate(groups, 1):
        if len(groups) > 1:
            above.append(f"pod{number}")
            lines.append(f"SwitchName=pod{number} Switches={host_list([leaves[s] for s in group])}")
        else:
            above = [leaves[s] for s in group]
    if len(above) > 1:
        lines.append(f"SwitchName=top Switches={host_list(above)}")
    return "".join(f"{line}\n" for line in lines)


def _pods(wiring: Wiring, shape: Shape, leaves: list[int]) -> list[list[int]]:
    """Leaves that share a switch directly above them, in a fat tree of three levels or more."""
    if len(shape.levels) < 3:
        return [leaves]
    level, pods = shape.level_of, dict[int, list[int]]()
    of: dict[int, int] = {}
    for leaf in leaves:
        spines = [s for s in wiring.beside[leaf] if level.get(s) == 1]
        known = [of[s] for s in spines if s in of]
        pod = max(set(known), key=known.count) if known else leaf
        for spine in spines:
            of.setdefault(spine, pod)
        pods.setdefault(pod, []).append(leaf)
    return list(pods.values())


def _slurm_name(name: str) -> str:
    return _OTHER.sub("-", name).strip("-")


def host_list(names: list[str]) -> str:
    """Names as a list of Slurm, numbers in brackets.

    >>> host_list(["n3", "n1", "n2", "login"]), host_list(["n08", "n09", "n10"])
    ('login,n[1-3]', 'n[08-10]')
    """
    found: list[str] = []
    numbered: dict[tuple[str, int], list[int]] = {}
    for name in dict.fromkeys(names):
        if match := _NUMBERED.fullmatch(name):
            width = len(match[2]) if match[2].startswith("0") else 0
            if not width and any(w == len(match[2]) for p, w in numbered if p == match[1]):
                width = len(match[2])
            numbered.setdefault((match[1], width), []).append(int(match[2]))
        else:
            found.append(name)
    for (prefix, width), numbers in sorted(numbered.items()):
        runs: list[list[int]] = []
        for number in sorted(numbers):
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        parts = [f"{run[0]:0{width}}" + (f"-{run[-1]:0{width}}" if len(run) > 1 else "") for run in runs]
        found.append(f"{prefix}[{','.join(parts)}]" if len(numbers) > 1 else f"{prefix}{parts[0]}")
    return ",".join(sorted(found))
