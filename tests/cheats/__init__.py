"""Dishonest peers, built from the real one with one behaviour changed."""
