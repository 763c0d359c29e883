"""The tutor as a server: one page on Voila, with a cap on learners, limits, a password, and nothing else exposed."""
