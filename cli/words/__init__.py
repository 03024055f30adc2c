"""Everything the program says, in five languages."""
