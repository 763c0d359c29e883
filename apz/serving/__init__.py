"""Serving the tutor to others: one page on Voila, with a cap, limits, a password, and nothing else to be had."""
