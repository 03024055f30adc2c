"""The weights of master's networks, one file for each rule set; `master_weights.py` reads them."""
