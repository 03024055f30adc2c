"""The game that a log tells: a pure fold over its entries, deal by deal."""
