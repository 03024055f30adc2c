"""A player's files: keys, games, private journals."""
