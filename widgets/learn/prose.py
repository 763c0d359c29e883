"""Lesson prose as trees: paragraphs, lists, **bold** words, and [rule.id] links that unfold in place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree, h
from apz.widgets.table.unfold import chip, unfolded

ITEM = re.compile(r"^\s*- ", re.M)
MARKS = re.compile(r"\*\*([^*]+)\*\*|\[([a-z]+\.[a-z-]+)\]")
Rule = Callable[[str], "Tree | None"]  # a rule's link, or nothing for an id that isn't a rule


def prose(scene: PageScene[Any], place: str, text: str) -> list[Tree]:
    """Draw a text as paragraphs and lists, each followed by its unfolded rules."""
    found: list[Tree] = []
    known = scene.words.rules
    for number, block in enumerate(blocks(text)):
        here = f"{place}.{number}"
        found.append(drawn(block, partial(_chip, scene, here)))
        opened = [unfolded(scene, here, rule) for _, rule in MARKS.findall(block) if rule in known]
        found += [sheet for sheet in opened if sheet is not None]
    return found


def _chip(scene: PageScene[Any], place: str, rule: str) -> Tree | None:
    """Draw the button that unfolds a rule in place; None if there's no such rule."""
    return chip(scene, place, rule) if rule in scene.words.rules else None


def blocks(text: str) -> Iterator[str]:
    """Yield the parts of a text that are separated by empty lines; an empty text has none."""
    yield from filter(None, re.split(r"\n\s*\n", text.strip()))


def drawn(block: str, rule: Rule) -> Tree:
    """Draw a block as a paragraph, or as a list if it begins with "- "."""
    before, *items = (" ".join(part.split()) for part in ITEM.split(block))
    if items and not before:
        return h("ul", [h("li", marked(item, rule)) for item in items])
    return h("p", marked(" ".join(block.split()), rule))


def marked(text: str, rule: Rule) -> list[Tree]:
    """Draw a line of text with its bold words and its links to rules."""
    parts: list[Tree] = []
    end = 0
    for mark in MARKS.finditer(text):
        parts.append(text[end : mark.start()])
        end = mark.end()
        link = None if mark[1] else rule(mark[2])
        parts.append(h("b", mark[1]) if mark[1] else mark[0] if link is None else link)
    return [*parts, text[end:]]


def unmarked(text: str) -> str:
    """Return a line without the marks around its bold words."""
    return MARKS.sub(lambda mark: mark[1] or mark[0], text)
