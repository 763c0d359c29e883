"""The trees that panels draw: a string, or a tag with attributes and children; text is always escaped."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeAlias

Tree: TypeAlias = "str | list[Any]"
Child: TypeAlias = "Tree | int | Iterable[Any] | None"


def h(tag: str, *children: Child, **attributes: Any) -> list[Any]:
    """Return an element; attributes that are None or False are dropped, class_ becomes class, data_x becomes data-x.

    Only an aria_ attribute that is False is kept: like True, it becomes a word.
    """
    named: dict[str, Any] = {}
    for name, value in attributes.items():
        if (value is True or value is False) and name.startswith("aria_"):
            named[spelled(name)] = "true" if value else "false"
        elif value is not None and value is not False:
            named[spelled(name)] = value
    element: list[Any] = [tag, named]
    put(element, children)
    return element


@cache
def spelled(name: str) -> str:
    """Return an attribute's name as HTML spells it."""
    return name.rstrip("_").replace("_", "-")


def put(element: list[Any], children: Iterable[Child]) -> None:
    """Add children to an element: flatten lists, leave out None and empty texts, and turn numbers into text."""
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
    """Return a button that sends a gesture."""
    return h("button", text, *more, data_do=do, **attributes)


def named(name: str, *seen: Child) -> list[Tree]:
    """Return two trees: a text only for screen readers, and the content that everybody else sees."""
    return [h("span", name, class_="aloud"), h("span", *seen, class_="seen", aria_hidden="true")]


def classes(*names: str | bool | None) -> str | None:
    """Return the nonempty names as the value of a class attribute, or None if there are none."""
    return " ".join(name for name in names if isinstance(name, str) and name) or None


def count_class(trees: Child, name: str) -> int:
    """Return how many of these trees have a class, without counting the elements inside them."""
    found: list[Any] = ["", {}]
    put(found, [trees])
    return sum(has_class(each, name) for each in found[2:] if isinstance(each, list))


def has_class(element: list[Any], name: str) -> bool:
    """Return True if an element has a class."""
    return name in element[1].get("class", "").split()


def plain(tree: Tree) -> str:
    """Return the text of a tree with one block per line, for tests and for places where widgets can't run."""
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
