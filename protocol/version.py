"""The versions that decide whether two programs understand each other, also in recorded games."""

VERSION = 2
"""The form of entries and statements: raise it when one changes. (Files: `log_file.MAGIC`.)"""

ENGINE = 2
"""The rules as implemented: raise it when the same entries would give a different game."""

HOUSE_ENGINE = 3
"""The same for games with house rules. They have a number of their own, because older programs know none."""

NO_MERCY_ENGINE = 4
"""The same for the rule set No Mercy, with house rules or without: older programs do not know it."""

KNOCK = 2
"""The messages of a knock, which strangers exchange before anything else is agreed."""
