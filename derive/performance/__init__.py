"""Performance of networks: bounds on throughput, models of latency, and bursty traffic."""
