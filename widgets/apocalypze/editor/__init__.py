"""ApocalypZe's position editor."""
