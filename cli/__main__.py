"""`python -m cli` is the same as `p2puno`."""

import sys

from cli.main import main

if __name__ == "__main__":  # not if a process that helps us imports it
    sys.exit(main())
