"""The versions that decide whether two programs understand each other, also in recorded games."""

VERSION = 2
"""The form of entries and statements: raise it when one changes. (Files: `log_file.MAGIC`.)"""

RULES = 5
"""The rules as implemented: raise it when the same entries would give a different game."""

FIRST_RULES, FIRST_HOUSE_RULES, FIRST_NO_MERCY = 2, 3, 4
"""The numbers in games recorded before that: without house rules, with some, and of No Mercy. In these games
a draw by `draw-until` never becomes shorter (K-42), and a cheat's other seats are paid and charged like
everybody (L-08)."""

KNOCK = 2
"""The messages of a knock, which strangers exchange before anything else is agreed."""
