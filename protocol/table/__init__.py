"""A peer without I/O: messages, moves and the time go in, outputs come out. Pure."""
