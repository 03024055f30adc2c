"""The names that bots are given."""

NAMES = ("Ada", "Bruno", "Clara", "Dario", "Elena", "Felix", "Greta", "Hugo", "Inês", "Jonas")
