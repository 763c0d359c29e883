"""The trees that panels are drawn as: a string, or a tag with attributes and children; text stays text everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeAlias

Tree: TypeAlias = "str | list[Any]"
Child: TypeAlias = "Tree | int | Iterable[Any] | None"


def h(tag: str, *children: Child, **attributes: Any) -> list[Any]:
    """An element; class_ and for_ lose their underscore, data_x becomes data-x, None and False are left out."""
    named = {spelled(name): value for name, value in attributes.items() if value is not None and value is not False}
    element: list[Any] = [tag, named]
    put(element, children)
    return element


@cache
def spelled(name: str) -> str:
    """The name of an attribute as HTML has it."""
    return name.rstrip("_").replace("_", "-")


def put(element: list[Any], children: Iterable[Child]) -> None:
    """Put children into an element: lists of trees are opened up, None and "" are left out, numbers become text."""
    for child in children:
        if isinstance(child, str):
            if child:
                element.append(child)
        elif isinstance(child, list) and len(child) > 1 and isinstance(child[1], dict) and isinstance(child[0], str):
            element.append(child)
        elif isinstance(child, int):
            element.append(str(child))
        elif child is not None:
            put(element, child)


def button(text: Child, do: str, *more: Child, **attributes: Any) -> list[Any]:
    """A button that sends a gesture."""
    return h("button", text, *more, data_do=do, **attributes)


def named(name: str, *seen: Child) -> list[Tree]:
    """What is seen, and what is read aloud in its stead."""
    return [h("span", name, class_="aloud"), h("span", *seen, class_="seen", aria_hidden="true")]


def classes(*names: str | bool | None) -> str | None:
    """The names that are there, as the value of a class."""
    return " ".join(name for name in names if isinstance(name, str) and name) or None


def plain(tree: Tree) -> str:
    """The text of a tree, one block a line: for where no widget can run, and for tests."""
    return "\n".join(line for line in _text(tree).splitlines() if line.strip())


BLOCKS = frozenset(
    ("section", "div", "p", "li", "ul", "ol", "h1", "h2", "h3", "h4", "dt", "dd", "form", "header", "label")
)
UNSEEN = frozenset(("option", "datalist", "svg"))


def _text(tree: Tree) -> str:
    if isinstance(tree, str):
        return tree
    if tree[0] in UNSEEN or tree[1].get("aria-hidden"):
        return ""
    label = tree[1].get("aria-label") if tree[0] == "button" else None
    text = label or " ".join(filter(None, (_text(child).strip(" ") for child in tree[2:])))
    return f"\n{text}\n" if tree[0] in BLOCKS else text
