"""Channel graphs from message counts: numbers of pairs of source and destination that go from one channel to another."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from netlemma.derive.performance.latency.framework import ChannelGraph

OUT = "ejection"


@dataclass
class ChannelCounts:
    """Pairs of nodes whose messages go from a channel to the next one, for one channel of each class.

    ``each`` is the number of pairs with the same source; the rate of a channel is its pairs over that. A class of next
    channels is listed once for each of its channels. Pairs of count 0 and channels without messages are left out.

    >>> counts = ChannelCounts(1)
    >>> counts.channel("in", [("ejection", 1)])
    >>> graph = counts.graph({"in": Fraction(1)}, Fraction(0))
    >>> graph.names, graph.rates
    (['ejection', 'in'], [Fraction(1, 1), Fraction(1, 1)])
    """

    each: int
    rows: dict[str, list[tuple[str, int]]] = field(default_factory=lambda: {OUT: []})

    def channel(self, name: str, following: Iterable[tuple[str, int]]) -> None:
        """Add a channel with the numbers of pairs that go from it to other channels.

        Parameters
        ----------
        name : str
            Name of the channel.
        following : iterable of tuple of (str, int)
            Pairs (next channel, number of pairs).
        """
        taken = [(other, count) for other, count in following if count]
        if taken:
            self.rows[name] = taken

    def graph(self, injections: Mapping[str, Fraction], hops: Fraction, shared: Fraction = Fraction(0)) -> ChannelGraph:
        """The channel graph; a node receives as many messages as it sends.

        Parameters
        ----------
        injections : mapping from str to Fraction
            Injection channels, with their shares of all messages.
        hops : Fraction
            Mean number of channels between nodes that a message crosses.
        shared : Fraction, default Fraction(0)
            Messages of other virtual channels that a flit meets on a link, for a load of 1 and one flit per message.

        Returns
        -------
        ChannelGraph
            Channel graph.
        """
        number = {name: i for i, name in enumerate(self.rows)}
        total = [sum(count for _, count in row) or self.each for row in self.rows.values()]
        return ChannelGraph(
            names=list(self.rows),
            rates=[Fraction(pairs, self.each) for pairs in total],
            branches=[
                [(number[j], Fraction(count, pairs)) for j, count in row]
                for row, pairs in zip(self.rows.values(), total, strict=True)
            ],
            injections={number[name]: share for name, share in injections.items()},
            hops=hops,
            shared=shared,
        )
