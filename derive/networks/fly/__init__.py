"""Butterfly fabrics of point-to-point rings: butterfly, deadfly, livefly and multicube."""
