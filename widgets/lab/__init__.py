"""The lab for any game: solve a position, try branches of it and compare them, simulate games from it."""
