"""Exact loads of devices and channels, and distance profiles."""
