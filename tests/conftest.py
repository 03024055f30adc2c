"""What all tests need before they start."""

from __future__ import annotations

import signal

# A shell that starts a command in the background makes it deaf to Ctrl-C, and so its children: the
# programs under test must hear it all the same.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
