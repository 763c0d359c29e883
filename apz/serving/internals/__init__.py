"""The adapter to private and undocumented parts of Voila, Jupyter and tornado; only this package uses them.

Their versions are pinned in pyproject.toml; when one changes, tests/serving/test_internals.py says which part differs.
"""
