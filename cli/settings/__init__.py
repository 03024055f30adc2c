"""The player's settings: their file, and the keys."""
