"""Elimination of channels that packets always leave: wait sets, and the rounds in which channels are released."""
