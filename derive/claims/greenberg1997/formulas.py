"""Greenberg and Guan 1997: rates, probabilities and distances, as formulas.

Rates are for lambda_node = 1. Mesh: p and q are the printed j_0 and j_1 (at branching from injection channels too); k - 1 - j_0 is
east's j_0. Torus: j is the position on a ring, c that of the x channel into which a message turns.
"""

from derive.claims.greenberg1997.printed import PRINTED
from derive.core.claim import Claim

_EVERY_ROW = "counted on every row and on mirror images of the channel"
_Y_FIRST = "e-cube routing, y first, messages between all ordered pairs of different nodes"
_MESH = f"{_Y_FIRST}; {_EVERY_ROW}"
_RING = f"{_Y_FIRST}; lambda_j is the rate on the virtual channel of the link from j that messages take before they cross from 0 to k-1"
_TEXT = "text, Section 3.2"


def _claim(key: str, formula: str, locator: str, reading: str, where: str = "") -> Claim:
    return Claim(key, formula, "greenberg1997", locator, reading, where, printed=PRINTED.get(locator, ""))


def _along_x(summand: str) -> str:
    """Twice D_x, as printed."""
    return f"2*(1/k)*sum(sum({summand}*k/(k^2 - 1), j, 0, k - 1), i, 0, k - 1)"


_NET = "(k - 1)/2*k^2/(k^2 - 1)"
_NEW = "k*(k - 1)/(k^2 - 1)"
_SWITCH = "(k - 1)^2/(k^2 - 1)"


def _rate(j: str) -> str:
    """lambda_j, as printed."""
    return f"piecewise({_NET}, {j} <= 1, k*(k*(k - 1) - {j}*({j} - 1))/(2*(k^2 - 1)))"


def _general(j: str) -> str:
    """lambda_j of j > 1, as printed; it is lambda_net at 0 and 1 too."""
    return f"(k*(k*(k - 1) - {j}*({j} - 1))/(2*(k^2 - 1)))"


_PLANE = "two dimensions, n = 2"
_APPENDIX = "Appendix A"
_BY_CASE = f"{_RING}; lambda_c by its second case, which gives lambda_net for 0 and 1 too"

CLAIMS = (
    _claim("mesh.rate.x", "p*(k - p)*k/(k^2 - 1)", "Eq. 9", _MESH),
    _claim("mesh.rate.y", "q*(k - q)*k/(k^2 - 1)", "Eq. 10", f"{_MESH}; in every column p"),
    _claim("mesh.branching.x.eject", "1/p", f"{_TEXT}, x-dimension", _MESH),
    _claim("mesh.branching.x.on", "(p - 1)/p", f"{_TEXT}, x-dimension", _MESH),
    _claim("mesh.branching.y.eject", "1/(q*k)", f"{_TEXT}, y dimension", _MESH),
    _claim("mesh.branching.y.on", "(q - 1)/q", f"{_TEXT}, y dimension", _MESH),
    _claim("mesh.branching.y.west", "p/(q*k)", f"{_TEXT}, y dimension", _MESH),
    _claim("mesh.branching.y.east", "(k - 1 - p)/(q*k)", f"{_TEXT}, y dimension", _MESH),
    _claim("mesh.branching.injection.north", "(k - 1 - q)*k/(k^2 - 1)", f"{_TEXT}, injection", _MESH),
    _claim("mesh.branching.injection.south", "q*k/(k^2 - 1)", f"{_TEXT}, injection", _MESH),
    _claim("mesh.branching.injection.east", "(k - 1 - p)/(k^2 - 1)", f"{_TEXT}, injection", _MESH),
    _claim("mesh.branching.injection.west", "p/(k^2 - 1)", f"{_TEXT}, injection", _MESH),
    _claim("mesh.blocking.x.on", "1/(k - p + 1)", "Eq. 12, factor of W", _MESH),
    _claim("mesh.blocking.y.west", "(k*(k - p) - (k - q))/(k*(k - p))", "Eq. 13, factor of W, first bracket", _MESH),
    _claim("mesh.blocking.y.east", "(k*p + q)/(k*(p + 1))", "Eq. 13, factor of W, second bracket", _MESH),
    _claim("mesh.blocking.y.on", "1/(k - q + 1)", "Eq. 13, factor of W, third bracket", _MESH),
    _claim("mesh.blocking.injection.west", "(k*(k - p) - 1)/(k*(k - p))", "Eq. 14, factor of W, first bracket", _MESH),
    _claim("mesh.blocking.injection.east", "(k*(1 + p) - 1)/(k*(1 + p))", "Eq. 14, factor of W, second bracket", _MESH),
    _claim("mesh.blocking.injection.south", "(k - q - 1)/(k - q)", "Eq. 14, factor of W, third bracket", _MESH),
    _claim("mesh.blocking.injection.north", "q/(1 + q)", "Eq. 14, factor of W, fourth bracket", _MESH),
    _claim("mesh.mean_distance", "2*k/3", "Eq. 15, mean distance", "less the 2 of injection and ejection channel", "n = 2"),
    _claim("mesh.mean_distance", "2*k/3", "text, Section 4, average message distance", "without injection and ejection", "n = 2"),
    _claim("mesh.mean_distance", _along_x("abs(i - j)"), "text, Section 4, D_x for the mesh", "twice the printed sum", "n = 2"),
    _claim("torus.mean_distance", "k^2/(k + 1)", "text, Section 4, average message distance", _PLANE, "n = 2"),
    _claim("torus.mean_distance", _along_x("j"), "text, Section 4, D_x for the torus", "twice the printed sum", "n = 2"),
    _claim("torus.rate.net", _NET, f"{_APPENDIX}, lambda_net", f"{_PLANE}; all messages on a link"),
    _claim("torus.rate.new", _NEW, f"{_APPENDIX}, lambda_new", f"{_PLANE}; messages that enter a ring at a node"),
    _claim("torus.rate.switch", _SWITCH, f"{_APPENDIX}, lambda_sw", f"{_PLANE}; messages that turn from y into x at a node"),
    _claim("torus.rate.before", _rate("j"), f"{_APPENDIX}, lambda_j", f"{_PLANE}; {_RING}"),
    _claim("torus.branching.on", "(k + j - 3)/(k + j - 1)", f"{_APPENDIX}, x_j0, first factor", _RING),
    _claim("torus.branching.exit", "2/(k + j - 1)", f"{_APPENDIX}, x_j0, second factor", _RING),
    _claim("torus.blocking.on", f"{_NEW}/{_rate('(j - 1)')}", f"{_APPENDIX}, x_j0, factor of W", _RING),
    _claim("torus.branching.injection.x", "1/(k + 1)", f"{_APPENDIX}, x_inj", _RING),
    _claim("torus.branching.injection.y", "k/(k + 1)", f"{_APPENDIX}, x_inj", _RING),
    _claim("torus.blocking.injection.x", f"1 - 1/{_general('c')}*1/(k + 1)", f"{_APPENDIX}, x_inj, factor of W_j0", _BY_CASE),
    _claim("torus.blocking.injection.y", f"1 - 1/({_rate('j')})*k/(k + 1)", f"{_APPENDIX}, x_inj, factor of W_j0,j1", _RING),
    _claim("torus.blocking.turn.before", f"1 - {_SWITCH}/(2*{_general('c')})", f"{_APPENDIX}, x_j0,0, factor of W",
        f"of the messages that come by the virtual channel before the crossing; {_BY_CASE}"),
    _claim("torus.blocking.turn.behind", f"1 - {_SWITCH}/(2*{_general('c')})", f"{_APPENDIX}, x_j0,0, factor of W",
        f"of the messages that come by the virtual channel behind the crossing; {_BY_CASE}"),
)  # fmt: skip
