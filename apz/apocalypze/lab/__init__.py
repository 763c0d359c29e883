"""The ApocalypZe lab: exact answers, branches and simulations, all read off the kernel's own steps."""
