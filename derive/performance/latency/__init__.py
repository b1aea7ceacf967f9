"""Queueing models of latency: each module with a ``MODEL`` is one, found by its name."""
