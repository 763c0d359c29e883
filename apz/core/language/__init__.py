"""Language: message catalogs, the rule index and its search, and typed commands."""
