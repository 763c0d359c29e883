"""ApocalypZe's editor of positions."""
