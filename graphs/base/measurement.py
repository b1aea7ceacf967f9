"""The type of what ``measure`` returns, whatever it measured."""

from typing import Any

from netlemma.base.displays import Result


class Measurement(Result):
    """Exact measurement of one network: every value is an integer or a ``Fraction``, never a rounded number.

    ``print`` shows it as ``netlemma measure`` does, ``as_json()`` is its ``--json``. What was asked for decides which
    attributes there are besides ``family``, ``parameters`` and ``nodes``:

    - any network: ``routing``, ``counting`` (what is counted, in words), ``mean_distance``, ``diameter`` and ``classes``,
      the devices of each class with their mean, least and greatest visit ratio;
    - under a traffic, or with ``channels``: also ``traffic``, ``loads`` of the directed channels, ``largest``,
      ``throughput``, ``fraction_of_capacity``, ``mean_hops`` and ``bounds`` that hold for any routing;
    - networks of rings: also ``ring_hops``, ``hot_queue``, ``latency()``, ``hot_link()`` and ``throughput()``; their
      ``classes`` have the loads of links in packets and echoes;
    - ``bisection``: only ``channels``, ``least``, ``exact``, ``half`` and ``certificate``.
    """


class MeasuredNetwork:
    """What a measurement that has its ``network`` says of it."""

    network: Any

    @property
    def family(self) -> str:
        """Name of the network."""
        return str(self.network.family)

    @property
    def parameters(self) -> dict[str, Any]:
        """Sizes of the network."""
        return dict(self.network.parameters)

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return int(self.network.node_count)
