"""The parts that any rulebook needs, independent of any particular game."""
