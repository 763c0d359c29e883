"""Style sheets with only the rules that a page can use, so that the page is painted sooner."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

TOKEN = re.compile(r""""[^"]*"|'[^']*'|[{}(),\[\]]""")  # a string, a bracket or a comma
CLASSES = re.compile(r'\bclass="([^"]*)"')
NAMED = re.compile(r"\.([a-zA-Z][\w-]*)")
ATTRIBUTE = re.compile(r"\[[^\]]*\]")
CHOICE = re.compile(r":(is|where|has|not)\(")
SHOWN = re.compile(r"var\((--[\w-]+)")
PICTURE = re.compile(r"[^{]*\{(--[\w-]+):url\([^;]*\}")  # a rule that only names a picture
NESTING = ("@media", "@container", "@supports")  # rules with other rules inside


def classes(markup: str) -> set[str]:
    """Return the classes that a page's elements have."""
    return {name for each in CLASSES.findall(markup) for name in each.split()}


def needed(sheet: str, known: Collection[str]) -> str:
    """Return a compact sheet without rules for other classes than these, and without pictures that no rule shows."""
    kept = list(usable(sheet, frozenset(known)))
    shown = {name for rule in kept for name in SHOWN.findall(rule)}
    named = [(PICTURE.fullmatch(rule), rule) for rule in kept]
    return "".join(rule for picture, rule in named if not picture or picture[1] in shown)


def usable(sheet: str, known: frozenset[str]) -> Iterator[str]:
    """Yield the rules of a sheet that can apply to an element with these classes, in their order."""
    for rule in rules(sheet):
        start, _, body = rule.partition("{")
        if start.startswith(NESTING):
            inside = "".join(usable(body[:-1], known))
            if inside:
                yield f"{start}{{{inside}}}"
        elif start.startswith("@") or applies(start, known):
            yield rule


def rules(sheet: str) -> Iterator[str]:
    """Yield the rules of a sheet, each with everything inside it."""
    depth = begin = 0
    for token in TOKEN.finditer(sheet):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0 and token[0] == "}":
            yield sheet[begin : token.end()].strip()
            begin = token.end()


def applies(selectors: str, known: frozenset[str]) -> bool:
    """Return True if one of several selectors, separated by commas, can match an element with these classes."""
    return any(can_match(each, known) for each in separate(selectors))


def separate(selectors: str) -> Iterator[str]:
    """Yield the selectors of a list; commas in brackets don't separate them."""
    depth = begin = 0
    for token in TOKEN.finditer(selectors):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token[0], 0)
        if depth == 0 and token[0] == ",":
            yield selectors[begin : token.start()]
            begin = token.end()
    yield selectors[begin:]


def can_match(selector: str, known: frozenset[str]) -> bool:
    """Return True if a selector needs only these classes, apart from those in `:not`.

    One choice of each `:is`, `:where` or `:has` is enough.
    """
    plain, at = "", 0
    while found := CHOICE.search(selector, at):
        end = closing(selector, found.end())
        if found[1] != "not" and not applies(selector[found.end() : end], known):
            return False
        plain, at = plain + selector[at : found.start()], end + 1
    return known.issuperset(NAMED.findall(ATTRIBUTE.sub("", plain + selector[at:])))


def closing(text: str, begin: int) -> int:
    """Return the place of the bracket that closes the one before `begin`."""
    depth = 1
    for token in TOKEN.finditer(text, begin):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth == 0:
            return token.start()
    raise ValueError(f"a bracket isn't closed: {text}")
