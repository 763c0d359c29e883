"""A writer that turns trees into the HTML a panel would show, and the site's own texts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files

from apz.core.language.messages import Catalog
from apz.core.language.texts import Texts
from apz.widgets.base.tree import Tree

TEXTS = Texts(lambda: files("apz.site") / "text")
VOID = frozenset(("br", "hr", "input"))


def catalog(language: str) -> Catalog:
    """Return the texts of the site's own pages in a language."""
    return TEXTS.catalog("site", language)


def written(tree: Tree) -> str:
    """Return a tree as HTML."""
    if isinstance(tree, str):
        return escape(tree)
    tag, given, *children = tree
    attributes = "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in given.items()
        if name != "key"
    )
    if tag in VOID:
        return f"<{tag}{attributes}>"
    return f"<{tag}{attributes}>{''.join(map(written, children))}</{tag}>"


def linked(place: str, sheet: str, fonts: Iterable[str]) -> str:
    """Return the links to a style sheet and fonts at a place; the fonts load early, so that no others show first."""
    early = (
        f'<link rel="preload" href="{place}{name}.woff2" as="font" type="font/woff2" crossorigin>' for name in fonts
    )
    return f'<link rel="stylesheet" href="{place}{sheet}">' + "".join(early)
