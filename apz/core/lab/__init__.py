"""The lab that every game shares: trees of branches, comparisons, simulations, and results as data frames."""
