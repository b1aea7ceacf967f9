"""Routings as relations on hops and on channels, and routings of users' files."""
