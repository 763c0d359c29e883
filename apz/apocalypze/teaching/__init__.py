"""What the tutor teaches with: the course, questions about positions, and exercises that ask them."""
