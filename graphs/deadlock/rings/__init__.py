"""Deadlock of queues in networks of point-to-point rings."""
