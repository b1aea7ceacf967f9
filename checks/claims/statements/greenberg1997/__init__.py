"""Judges of what Greenberg and Guan 1997 print."""
