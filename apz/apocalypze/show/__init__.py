"""Views of positions and cards: as data, as text, and as the printed sheet for the table."""
