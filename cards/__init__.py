"""The cards, as YAML files with the source of every field, their texts in other languages, and the decks."""
