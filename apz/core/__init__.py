"""The parts any rulebook needs, without a word about any particular game."""
