"""One participant's life at a table on the network: find, greet, sit, sign, play, linger, leave."""
