"""The ApocalypZe lab: exact answers, branches and simulations, all based on the kernel's own steps."""
