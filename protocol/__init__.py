"""The table: the deck nobody owns, the signed log, peers and replay files."""
