"""The screens: a scene is built from the session, drawn as a picture, and shown in a terminal."""
