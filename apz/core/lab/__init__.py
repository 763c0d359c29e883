"""The lab that every game shares: trees of tries, comparisons, simulations, and results that turn into frames."""
