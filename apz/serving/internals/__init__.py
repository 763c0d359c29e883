"""The adapter to private and undocumented parts of Voila, Jupyter and tornado; nothing else in serving uses any.

Their versions are pinned in pyproject.toml; tests/serving/test_internals.py says which part of which package changed.
"""
