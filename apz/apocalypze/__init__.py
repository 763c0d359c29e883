"""The basic game of ApocalypZe."""
