"""The plain engine with counters, for what models predict beside the latency."""
