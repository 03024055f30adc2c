"""The guided first round: lessons as data, and what a learner's moves mean to them."""
