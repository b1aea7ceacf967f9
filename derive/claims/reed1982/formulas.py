"""Reed, "Estimating the Performance of Multi-microcomputer Networks" (1982): Table II and the formulas of the text.

Table II prints link visit ratios as a path length over a number of links; the formula here is that quotient with the path
length it prints. Where a formula fails under the paper's own assumption of shortest paths, it is listed once more with the
reading under which it is exactly true.
"""

from derive.core.claim import Claim

_UNIFORM = "messages between all ordered pairs of different nodes, every shortest path equally likely"
_DIGITS_FIRST = (
    "messages put digits right row by row in rising order until the last that differs, then go the shorter way around within "
    "the column (not a shortest path): the routing that the terms of the formula count"
)


def _claim(key: str, formula: str, where: str = "", locator: str = "Table II", reading: str = _UNIFORM) -> Claim:
    return Claim(key, formula, "reed1982", locator, reading, where)


_RING = (("K even", "K^2/(4*(K - 1))"), ("K odd", "(K + 1)/4"))
_TOROID = (("w even", "D*w^(D + 1)/(4*(w^D - 1))"), ("w odd", "D*w^(D - 1)*(w^2 - 1)/(4*(w^D - 1))"))
_BUS = "D*w^(D - 1)*(w - 1)/(w^D - 1)"
_DUAL = "((2*D^2 - 5*D + 4)/(D - 1))*((w - 1)*w^(D - 1)/(w^D - 1))"
_DUAL_0 = "((D^2 - 3*D + 3)/(D - 1))*((w - 1)/(w^D - 1))"
_CYLINDER = "M*((R - 1)/R)*(M*R^M/(M*R^M - 1))/(M*(R - 1)*R^M)"
_RISING = "((M - 1)*R^M - M*R^(M - 1) + 1)/(R^M*(R - 1))"
_COLUMN = (
    ("M even", f"(M*R^M/(M*R^M - 1))*({_RISING} + M/4)/(M*R^M)"),
    ("M odd", f"(M*R^M/(M*R^M - 1))*({_RISING} + M/4 - 1/(4*M))/(M*R^M)"),
)
_ONLY_PLANE = "D = 2, where no message has to come back to its hyperplane"

CLAIMS = (
    *(_claim("ring.mean_distance", formula, where) for where, formula in _RING),
    *(_claim("ring.visit_ratio.link", f"{formula}/K", where) for where, formula in _RING),
    _claim("spanning-bus-hypercube.mean_distance", _BUS),
    _claim("spanning-bus-hypercube.visit_ratio.bus", f"{_BUS}/(D*w^(D - 1))"),
    _claim("dual-bus-hypercube.mean_distance", _DUAL),
    _claim("dual-bus-hypercube.mean_distance", _DUAL, "D = 2", reading=_ONLY_PLANE),
    _claim("dual-bus-hypercube.visit_ratio.bus-0", _DUAL_0),
    _claim("dual-bus-hypercube.visit_ratio.bus-0", _DUAL_0, "D = 2", reading=_ONLY_PLANE),
    _claim(
        "dual-bus-hypercube.visit_ratio.bus-other",
        "(D - 1)*((w - 1)/(w^D - 1))",
        reading=f"{_UNIFORM}; mean over the class",
    ),
    _claim(
        "dual-bus-hypercube.max_visit_ratio.bus-other",
        "(D - 1)*((w - 1)/(w^D - 1))",
        reading=f"{_UNIFORM}; every bus of the class",
    ),
    *(_claim("toroid.mean_distance", formula, where) for where, formula in _TOROID),
    *(_claim("toroid.visit_ratio.link", f"{formula}/(D*w^D)", where) for where, formula in _TOROID),
    _claim("r-ary-m-cube.visit_ratio.cylinder", _CYLINDER),
    _claim("r-ary-m-cube.visit_ratio.cylinder.digits-first", _CYLINDER, reading=_DIGITS_FIRST),
    *(_claim("r-ary-m-cube.visit_ratio.column", formula, where) for where, formula in _COLUMN),
    *(
        _claim("r-ary-m-cube.visit_ratio.column.digits-first", formula, where, reading=_DIGITS_FIRST)
        for where, formula in _COLUMN
    ),
    _claim(
        "toroid.mean_distance",
        "D*(w^D/(w^D - 1))*piecewise(w/4, w even, (w^2 - 1)/(4*w))",
        locator="text, Toroid, second equation: D times the distance in one dimension, scaled",
    ),
    *(_claim("toroid.mean_distance", formula, where, "text, Toroid, second equation") for where, formula in _TOROID),
    _claim("toroid.visit_ratio.link", "w/(4*(w^D - 1))", "w even", "text, Toroid, last equation"),
    _claim("toroid.visit_ratio.link", "(w^2 - 1)/(4*w*(w^D - 1))", "w odd", "text, Toroid, last equation"),
    _claim(
        "toroid.hops_ratio.spanning-bus-hypercube",
        "w/2",
        locator="text, Toroid: an average of w/2 link crossings for a single bus crossing",
        reading="mean distance of the toroid over that of the spanning bus hypercube of the same size",
    ),
    _claim("ring.visit_ratio.link", "(K + 1)/(4*K)", "K odd", "text, Feasible Computation Quanta"),
    _claim("ring.quantum", "(K + 1)/4", "K odd", "text, Feasible Computation Quanta, after Eq. 3"),
    _claim("spanning-bus-hypercube.visit_ratio.bus", "(w - 1)/(w^D - 1)", "w odd", "text, Feasible Computation Quanta"),
    _claim("toroid.visit_ratio.link", "(w^2 - 1)/(4*w*(w^D - 1))", "w odd", "text, Feasible Computation Quanta"),
    _claim(
        "toroid.service_time_ratio.spanning-bus-hypercube", "4*w/(w + 1)", "w odd", "text, Feasible Computation Quanta"
    ),
)
