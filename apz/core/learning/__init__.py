"""What a learner does: lessons, questions, practice, and the record of what is mastered."""
