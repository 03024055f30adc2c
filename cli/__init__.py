"""The terminal: commands, screens and words."""

VERSION = "0.2.0"
"""The program's version. The protocol between peers has its own (`protocol.version`)."""
