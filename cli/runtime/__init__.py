"""Running a command: signals, crashes, output, and what kind of terminal this is."""
