"""Plain mode: a line-based dialogue."""
