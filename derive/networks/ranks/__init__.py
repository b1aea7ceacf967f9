"""Ranks that increase along every step of a routing, proved for all sizes."""
