"""Prose of lessons as trees: paragraphs, lists, **bold** words and [rule.id], which opens in place."""

from __future__ import annotations

import re
from typing import Any

from apz.widgets.base.page import PageScene
from apz.widgets.base.tree import Tree, h
from apz.widgets.table.unfold import chip, unfolded

ITEM = re.compile(r"^\s*- ", re.M)
MARKS = re.compile(r"\*\*([^*]+)\*\*|\[([a-z]+\.[a-z-]+)\]")


def prose(scene: PageScene[Any], place: str, text: str) -> list[Tree]:
    """Draw a text as paragraphs; a block that begins with "- " is a list."""
    found: list[Tree] = []
    for number, block in enumerate(re.split(r"\n\s*\n", text.strip())):
        here = f"{place}.{number}"
        before, *items = (" ".join(part.split()) for part in ITEM.split(block))
        if items and not before:
            found.append(h("ul", [h("li", marked(scene, here, item)) for item in items]))
        else:
            found.append(h("p", marked(scene, here, " ".join(block.split()))))
        opened = [unfolded(scene, here, rule) for _, rule in MARKS.findall(block) if rule in scene.words.rules]
        found += [sheet for sheet in opened if sheet is not None]
    return found


def marked(scene: PageScene[Any], place: str, text: str) -> list[Tree]:
    """Draw a line with its bold words and its rules."""
    parts: list[Tree] = []
    end = 0
    for mark in MARKS.finditer(text):
        parts.append(text[end : mark.start()])
        end = mark.end()
        if mark[1]:
            parts.append(h("b", mark[1]))
        else:
            parts.append(chip(scene, place, mark[2]) if mark[2] in scene.words.rules else mark[0])
    return [*parts, text[end:]]
