"""Watching recorded games: finding them, telling them, and the screen's part in it."""
