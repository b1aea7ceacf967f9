"""The two engines: every flit in plain Python, and whole worms in compiled loops."""
