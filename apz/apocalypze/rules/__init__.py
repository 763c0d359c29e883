"""The rules: a module for each phase or concern, with its refusals, its arithmetic and its steps."""
