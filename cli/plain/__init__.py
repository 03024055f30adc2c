"""Plain mode: a dialogue in lines."""
