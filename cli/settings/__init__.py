"""The player's settings: their file, their forms, and the keys."""
