"""Models of latency, one module each, found by their names."""
