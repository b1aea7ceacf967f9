"""Queueing models of latency."""
