"""Bounds and latency models of networks, compared with measurements and simulations."""
