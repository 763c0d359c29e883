"""Language: message catalogs and the rule index."""
