"""Fabrics and their routes, read from files: one module for each format."""
