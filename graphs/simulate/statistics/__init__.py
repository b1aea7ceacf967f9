"""Confidence intervals of means, and the verdict on stability."""
