"""Families of networks that are defined by a text: what follows from coordinates and rules for links, for all sizes."""
