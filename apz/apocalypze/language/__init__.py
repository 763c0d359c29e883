"""The game in words: rule index, catalogs, moves as text, and typed commands as moves."""
