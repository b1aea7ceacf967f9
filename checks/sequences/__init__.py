"""Sequences of users compared with a quantity of a family: their terms read, judged, and found again under simple changes."""
