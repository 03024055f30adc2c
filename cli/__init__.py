"""The terminal: commands, screens and words."""

VERSION = "0.1.0"
"""Of the program; what peers say to each other has a version of its own."""
