"""The cards and decks, as YAML files with the source of every field."""
