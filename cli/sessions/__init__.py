"""Running games, among peers or in memory with bots, behind the interface that the screens use."""
