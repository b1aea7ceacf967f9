"""Exact loads computed modulo 2^64 or modulo primes by compiled loops."""
