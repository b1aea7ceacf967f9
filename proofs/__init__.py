"""Theory of networks in Rocq, as data: exported theorems rest on it."""
