"""Compiled loops of the simulator, and the arrays that they share."""
