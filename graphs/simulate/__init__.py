"""Wormhole switching, simulated: worms of flits through channels with buffers, under any deterministic or adaptive routing.

The model. Time runs in cycles; everything that happens in a cycle is decided from the state at its beginning.

- **Channels.** Every node that sends has an injection channel into its router and an ejection channel out of it; between
  routers there are the channels of the network, one for each virtual channel of a physical link. A message over h hops
  crosses D = h + 2 channels (Greenberg and Guan 1997, figure 2). At its end a channel has a buffer of ``buffers`` flits, first in,
  first out; flits that have crossed an ejection channel are consumed.
- **Worms.** A message is a worm of ``flits`` flits, all of the same length. In a cycle a flit can cross a channel if it is the first in
  its buffer, the channel belongs to its worm, and the buffer behind it had a free slot at the beginning of the cycle. With
  2 slots or more an unhindered worm moves at one flit a cycle; with 1 slot at half of that.
- **Arbitration.** A header asks for its next channel as soon as it is the first in its buffer. A free channel is
  given to the worm that asked first; of those that asked in the same cycle, to the message that was generated first. It
  belongs to the worm until its tail has crossed it; the next worm can cross in the next cycle, behind that tail.
- **Physical links.** Rule ``shared``: one flit a cycle crosses a link; of its virtual channels that have a flit ready to cross,
  the first after the one that crossed last takes its turn; the others take no bandwidth. Rule ``private``: each virtual channel
  has its own bandwidth of one flit a cycle. With one virtual channel there is no difference.
- **Capacities.** A cycle is the time of a flit on the links of the greatest capacity. Others take a whole number of cycles for
  each flit: it has crossed after the first of them, and the next one can cross behind the last.
- **Latencies.** A link that takes several cycles is a row of stages of one cycle, each with buffers of its own: a flit enters it at one
  end every cycle, or as the capacity allows, and leaves it so many cycles later.
- **Ejection.** ``ideal``: any number of worms leave at a node at once (the paper's assumption 4). ``single``: one at a time, an
  ejection channel is asked for like any other.
- **Adaptive worms** take one of their free channels, and escape channels only if no other is free. Headers choose one after
  the other, in the order of their requests. docs/simulation.md describes the settings of selection, waiting and reuse.
- **Equal virtual channels** of one hop, as dimension order has beyond those needed against deadlock, are taken in the same way.
- **Sources.** Each node generates messages in a Poisson process in continuous time, or a Markov-modulated one, ``load`` messages
  per cycle on the mean, to all other nodes with equal
  probability. A message generated within a cycle counts from the beginning of the next. It waits in the unlimited queue of its source.
- **Latency** runs from there to the consumption of the last flit: flits + D - 1 for one worm alone.
- **Measurement.** Messages generated after the warm-up, until the last cycle, are measured; the sources go on until all of them are
  delivered. Their mean has the half-width of a confidence interval, by batch means and Student's t.
- **Unstable**: a run in which, from the end of the warm-up to the last cycle, the backlog (messages generated and not delivered)
  of all sources or of one of them grows by more than chance explains: beyond the growth of queues served exactly at the rate of their
  arrivals, which they exceed with a probability of 5 %.
  :mod:`netlemma.graphs.simulate.statistics` has the bounds. In a stable network no backlog
  grows with the time at all. It is also unstable if measured messages are still not delivered after as many cycles again. Then
  there is no latency: it would depend on the length of the run.
- **Deadlock** is detected at run time: worms each of which waits only for channels of others of them.

There are two engines that agree on every message: :mod:`netlemma.graphs.simulate.engines.flits`, plain Python with
every flit in its buffer, and
:mod:`netlemma.graphs.simulate.engines.worms`, compiled, with worms as a whole.
"""

from netlemma.errors import SimulationError
from netlemma.graphs.simulate.deadlock import BlockedWorm, Deadlock
from netlemma.graphs.simulate.options import SimulationOptions
from netlemma.graphs.simulate.result import SimulationResult
from netlemma.graphs.simulate.simulation import simulate

__all__ = ["BlockedWorm", "Deadlock", "SimulationError", "SimulationOptions", "SimulationResult", "simulate"]
