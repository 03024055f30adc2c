"""Matches: what rounds add up to."""

from p2puno.match.schedule import Seats
from p2puno.match.state import Match, Pairing

__all__ = ["Match", "Pairing", "Seats"]
