"""Traffic of a file of rates."""

from fractions import Fraction

from netlemma.graphs.topology.structure import Network
from netlemma.graphs.traffic.building import from_rates
from netlemma.graphs.traffic.files import rows_of
from netlemma.graphs.traffic.traffic import Traffic


def matrix(net: Network, file: str, sha256: str = "") -> Traffic:
    """Rates of a CSV file: rows "source,destination,rate", or a square matrix of rates.

    Rates are exact: whole numbers, fractions such as 1/3, or decimals such as 0.25.
    """
    rates: dict[tuple[int, int], Fraction] = {}
    for _, source, destination, rate in rows_of(net, file, sha256)[1]:
        rates[source, destination] = rates.get((source, destination), Fraction(0)) + rate
    return from_rates(net, rates, f"matrix {file}")


PATTERNS = {"matrix": matrix}
