"""The versions by which programs tell whether they understand each other. Old games say theirs."""

VERSION = 2
"""The form of entries and statements: raise it when one changes. (Files: `logfile.MAGIC`.)"""

ENGINE = 2
"""The rules as programmed: raise it when the same entries would make another game."""

KNOCK = 2
"""The first words of a stranger at a table's door, before anything else is agreed."""
