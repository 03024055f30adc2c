"""The table screen: a scene is taken from the session, drawn as a picture, and projected on a terminal."""
