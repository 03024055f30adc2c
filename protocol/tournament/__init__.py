"""Tournaments: results, the set of them that every program has, and the standings. No I/O, no clock."""
