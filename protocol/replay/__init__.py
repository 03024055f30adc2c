"""Recorded games: verifying, comparing, and viewing them moment by moment."""
