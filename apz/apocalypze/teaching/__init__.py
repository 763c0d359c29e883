"""The tutor's teaching material: the course, questions about positions, and exercises that ask them."""
