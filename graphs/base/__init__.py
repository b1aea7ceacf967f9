"""Errors, limits, displays and files that all parts of the explicit side use."""
