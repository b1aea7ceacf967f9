"""Deadlocked configurations: search by SAT, and reachability."""
