"""Positions for people to look at: as text, as HTML, and the printed sheet for the table."""
