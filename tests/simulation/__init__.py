"""Tables in one process on virtual time, over a network that does its worst. Everything from one seed."""
