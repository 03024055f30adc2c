"""Matches: rounds and their scores added up."""

from p2puno.match.schedule import Seats
from p2puno.match.state import Match, Pairing

__all__ = ["Match", "Pairing", "Seats"]
