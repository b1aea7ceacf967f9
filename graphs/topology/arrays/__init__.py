"""Networks assembled from arrays of links: nodes that are words, permutations, or elements of finite fields."""
