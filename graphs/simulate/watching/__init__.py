"""The plain engine with counters, for predictions of models beside the latency."""
