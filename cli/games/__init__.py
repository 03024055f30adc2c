"""Starting a game, and choosing how it is shown: on the screen or in lines."""
