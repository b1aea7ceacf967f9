"""Words around a cycle: cube-connected cycles, the R-ary M-cube, and hyperplanes of buses."""
