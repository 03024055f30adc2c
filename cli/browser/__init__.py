"""The table in a browser: a second screen of the player's own program (docs/browser.md)."""
