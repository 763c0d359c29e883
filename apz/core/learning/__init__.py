"""Learning: lessons, questions, practice, and the record of mastery."""
