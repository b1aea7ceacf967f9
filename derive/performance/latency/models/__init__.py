"""Models of latency; each module with a ``MODEL`` is found by name."""
