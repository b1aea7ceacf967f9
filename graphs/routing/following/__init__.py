"""Packets to one goal followed through all places that they reach."""
