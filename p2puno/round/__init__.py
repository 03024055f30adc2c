"""One round: the state machine that all rule sets share."""

from p2puno.round.ending import Result
from p2puno.round.state import Round

__all__ = ["Result", "Round"]
