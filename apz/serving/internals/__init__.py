"""The adapter to private and undocumented parts of Voila, Jupyter and tornado; nothing else in serving uses any.

Their versions are pinned in pyproject.toml; when one changes, tests/serving/test_internals.py says which part differs.
"""
