"""Command-line options that several commands share, and argparse in five languages."""
