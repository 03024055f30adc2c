"""Before the game: finding a table, taking a seat, and signing the genesis."""
