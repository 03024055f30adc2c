"""The terminal: commands, screens and words."""
