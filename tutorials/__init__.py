"""The notebooks, the lessons, the named positions and the puzzles, as data."""
