"""Exported theorems given to the kernel of Rocq."""
