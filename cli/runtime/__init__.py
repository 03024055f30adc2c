"""Running a command: signals, crashes, output, and the kind of terminal."""
