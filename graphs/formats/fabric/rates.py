"""Rates of InfiniBand cables as capacities of links, in Gb/s of data."""

import re
from collections.abc import Mapping
from fractions import Fraction

from netlemma.base.remarks import remark
from netlemma.graphs.base.text_files import TextFile, printable

Port = tuple[int, int]
# Gb/s of data on a lane, by the name and by the signalling rate: 8 of 10 bits up to QDR, 64 of 66 from FDR10 on
# (InfiniBand Architecture Specification, volume 2; https://www.infinibandta.org/infiniband-roadmap)
_LANE = {"SDR": Fraction(2), "DDR": Fraction(4), "QDR": Fraction(8), "FDR10": Fraction(10), "FDR": Fraction(150, 11), "EDR": Fraction(25),
         "HDR": Fraction(50), "NDR": Fraction(100), "XDR": Fraction(200)}  # fmt: skip
_SIGNALLED = {"2.5": "SDR", "5": "DDR", "5.0": "DDR", "10": "QDR", "10.0": "QDR", "14": "FDR", "14.0625": "FDR", "25": "EDR",
              "25.78125": "EDR", "26": "EDR", "50": "HDR", "53.125": "HDR", "100": "NDR", "106.25": "NDR", "200": "XDR"}  # fmt: skip
_RATE = re.compile(r"([1-9][0-9]?)x ?(\S*)")


def gigabits(rate: str) -> Fraction | None:
    """The data rate of a cable in Gb/s; None if it is unknown.

    >>> [str(gigabits(rate)) for rate in ("4xEDR", "4x 2.5", "12xFDR", "4x", "4x 7")]
    ['100', '8', '1800/11', 'None', 'None']
    """
    match = _RATE.fullmatch(rate)
    lane = match and _LANE.get(_SIGNALLED.get(match[2], match[2]))
    return int(match[1]) * lane if match and lane else None


def of_rates(
    file: TextFile, rates: Mapping[Port, str], far: Mapping[Port, tuple[int, int, int]]
) -> dict[Port, Fraction]:
    """The capacity of the cable at each port, the lower one of its two ends; none if all cables have one rate, or one is unknown."""
    known = {rate: gigabits(rate) for rate in sorted(set(rates.values()))}
    if len(set(known.values())) < 2 or len(rates) < len(far):
        return {}
    if strange := [rate for rate, each in known.items() if each is None]:
        remark(
            f"{printable(file.name, quotes=False)}: the rates of cables are not used: {printable(strange[0])} is unknown"
        )
        return {}
    said = ", ".join(f"{rate} = {each}" for rate, each in known.items())
    remark(f"{printable(file.name, quotes=False)}: links have the capacities of their rates, in Gb/s: {said}")
    own = {port: value for port, rate in rates.items() if (value := known[rate]) is not None}
    return {port: min(value, own.get(far[port][:2], value)) for port, value in own.items()}
