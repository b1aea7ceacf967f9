"""Ranks that rise along every step of a routing, proved for all sizes."""
