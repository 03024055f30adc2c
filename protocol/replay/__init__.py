"""Recorded games: verified, compared, and seen moment by moment."""
