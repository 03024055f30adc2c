"""The game as a pure fold over the log's entries, deal by deal."""
