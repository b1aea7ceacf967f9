"""Traffic: the rate of messages of every ordered pair of ends, exact."""
