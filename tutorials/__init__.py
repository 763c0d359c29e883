"""The guided notebooks, their lessons and the named positions, as data."""
