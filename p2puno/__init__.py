"""The game: cards, rule sets, rounds, matches and bots.

Pure: nothing in this package does I/O, reads a clock or draws randomness.
"""
