"""Bounds on throughput: bottleneck analysis, mean value analysis, and limits of growing networks."""
