"""What any rulebook needs; no word of any game in it."""
