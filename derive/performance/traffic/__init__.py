"""Bursty traffic: Markov-modulated Poisson processes with two states, their counting moments and their superposition."""
