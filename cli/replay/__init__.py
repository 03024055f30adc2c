"""Recorded games: finding, narrating, watching and checking them."""
