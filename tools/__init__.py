"""What makes something of the program that is not part of it."""
