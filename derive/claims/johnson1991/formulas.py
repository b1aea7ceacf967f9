"""Johnson and Goodman, "Interconnect Topologies with Point-to-Point Rings" (1991): formulas of figures 11 and 12.

The number of processors N is written out. Loads are in send packets: a link carries ``send + e echo``, where e is the size of an
echo packet over that of a send packet, so that the parts before and after the printed e_s are two claims. Where a formula
fails, it is listed once more with the sizes or the reading under which it is exactly true.
"""

from derive.core.claim import Claim

_LATENCY, _LOAD = "Figure 11; Section 9.1", "Figure 12"
_PAIRS = "packets between all N^2 ordered pairs of processors; those within a node cross nothing and enter nothing"
_WORST = f"{_PAIRS}; the greatest over all pairs"
_ONE_STAGE = "more than one stage"
_EIGHT = "shortest routes that visit no ring twice, up to r = 8"
_FIVE = "the same, as long as no packet has to make a detour: r <= 5"
_CUBE, _FLY = "r^f", "(r*f^r)"


def _claim(key: str, formula: str, locator: str, reading: str, where: str = "") -> Claim:
    return Claim(key, formula, "johnson1991", locator, reading, where)


def _latencies(
    family: str, hops: str, distance: str, latency: str, where: str = "", reading: str = _WORST
) -> list[Claim]:
    return [
        _claim(f"{family}.{quantity}", formula, _LATENCY, reading, where)
        for quantity, formula in (("ring_hops", hops), ("distance", distance), ("latency", latency))
    ]


_DEADFLY = ("r + 1", "2*r - 1", "(c + 1)*r + (c - 2)")
_LIVEFLY = ("r + 2", "3*r - 2", "(c + 2)*r + (2*c - 4)")
_LONG_SEND = f"r*{_FLY}/f"
_LONG_ECHO = f"r*{_FLY}/f*(1 + 2*(r - 1)*(f - 1)/f)"
_SHORT_SEND = f"r*{_FLY}/(f - 1)*((r - 1)*(f + 1)/(2*r) - 1/f + 1/{_FLY})"
_SHORT_ECHO = f"r*{_FLY}/(f - 1)*((2*r + f - 5)/2 - (2*r - 3)/f - (f - 3)/(2*r) + (r - 1)/f^2 - 1/{_FLY})"
_BUTTERFLY_QUEUE = f"{_FLY}*(1 + (r - 1)*(f - 1)/f)"
_GREATEST = f"{_PAIRS}; the node where most packets enter rings"

CLAIMS = (
    *_latencies("multicube", "f", "f*r - f", "f*r + (c - 2)*f"),
    *_latencies("butterfly", "r", "r", "c*r"),
    *_latencies("deadfly", *_DEADFLY),
    _claim("deadfly.ring_hops", _DEADFLY[0], _LATENCY, _ONE_STAGE, "r >= 2"),
    _claim("deadfly.latency", _DEADFLY[2], _LATENCY, _ONE_STAGE, "r >= 2"),
    *_latencies("livefly", *_LIVEFLY),
    _claim("livefly.ring_hops", _LIVEFLY[0], _LATENCY, _ONE_STAGE, "r >= 2"),
    _claim("livefly.latency", _LIVEFLY[2], _LATENCY, _ONE_STAGE, "r >= 2"),
    *_latencies("shuffle", "r", "r", "c*r", reading=_EIGHT)[:2],
    _claim("shuffle.latency", "c*r", _LATENCY, f"{_EIGHT}; where some packets have to make a detour", "r >= 6"),
    *_latencies("shuffle", "r", "r", "c*r", "r <= 5", _FIVE),
    _claim("shuffle.shortest.distance", "r", _LATENCY, "packets may visit a ring twice"),
    _claim("multicube.send.ring", f"(r - 1)/2*{_CUBE}", _LOAD, _PAIRS),
    _claim("multicube.echo.ring", f"(r - 1)/2*{_CUBE}", _LOAD, _PAIRS),
    _claim("multicube.hot_queue", f"(r - 1)/r*f*{_CUBE}", _LOAD, _GREATEST),
    _claim("butterfly.send.long", _LONG_SEND, _LOAD, _PAIRS),
    _claim("butterfly.echo.long", _LONG_ECHO, _LOAD, _PAIRS),
    _claim("butterfly.hot_queue", _BUTTERFLY_QUEUE, _LOAD, _GREATEST),
    _claim("butterfly.mean_queue", _BUTTERFLY_QUEUE, _LOAD, f"{_PAIRS}; on average over nodes"),
    _claim("deadfly.send.long", _LONG_SEND, _LOAD, _PAIRS),
    _claim("deadfly.echo.long", _LONG_ECHO, _LOAD, _PAIRS),
    _claim("deadfly.send.short", _SHORT_SEND, _LOAD, _PAIRS),
    _claim("deadfly.echo.short", _SHORT_ECHO, _LOAD, _PAIRS),
    _claim("deadfly.hot_queue", f"{_FLY}*(1 + r*(f - 1)/f - 1/r)", _LOAD, _GREATEST),
)
