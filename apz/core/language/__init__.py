"""The words: message catalogs and the rule index."""
