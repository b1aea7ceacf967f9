"""Networks whose nodes are counted and whose distances are found by an argument of their own: Cayley graphs, fabrics, lattices."""
