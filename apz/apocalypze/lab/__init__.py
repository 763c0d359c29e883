"""The lab of ApocalypZe: exact answers, tries and simulations, all read off the kernel's own steps."""
