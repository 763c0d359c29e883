"""Positions to look at: as text, as HTML, and as the printed sheet for the table."""
