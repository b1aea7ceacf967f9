"""Messages of a simulation: their times, sources and destinations."""
