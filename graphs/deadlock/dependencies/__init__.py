"""Channel dependencies: of all packets of a routing, phase by phase, of a few packets by its symmetry, or by dimension order."""
