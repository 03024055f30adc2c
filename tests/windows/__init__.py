"""The program on Windows, by wine: `python -m tests.windows`."""
