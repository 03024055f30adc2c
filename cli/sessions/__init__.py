"""A game in play: among peers, in memory, with bots; what a screen needs of it."""
