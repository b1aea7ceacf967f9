"""Indices of a network that follow from its graph alone: distances, widths of cuts, forwarding indices."""
