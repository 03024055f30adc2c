"""The names of the bots that a practice game seats."""

NAMES = ("Ada", "Bruno", "Clara", "Dario", "Elena", "Felix", "Greta", "Hugo", "Inês", "Jonas")
