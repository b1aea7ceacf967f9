"""Bisection widths of products: the first half of the nodes in a lexicographic order, and cuts in the middle of a dimension."""
