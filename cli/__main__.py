"""`python -m cli` is the same as `p2puno`."""

import sys

from cli.main import main

sys.exit(main())
