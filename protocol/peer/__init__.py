"""A table on the network: carries out what the table decides, and feeds it what arrives."""
