"""Deadlocked configurations: search by SAT, and whether packets can reach them."""
