"""Trees as HTML with their styles, for pages that don't run scripts or that even remove style sheets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from typing import NamedTuple

from apz.core.reading import clean
from apz.widgets.base.styles import drawing, local_fonts
from apz.widgets.base.tree import Tree

# nobody can press, type or choose anything here, and the page around it has the larger headings
TAGS = {"button": "span", "main": "div", "h1": "h3", "h2": "h4", "h3": "h5", "h4": "h6"}
LEFT_OUT = frozenset(("form", "input", "select", "option", "textarea", "datalist", "svg"))
KEPT = ("aria-current", "aria-label", "lang", "role")  # and the class; the rest is for gestures
BUTTON = "button"  # the class of an element that's a button in the panel
LONGEST = 600  # characters of a text
SOFT_HYPHEN = "\xad"  # says where a label may break; a picture that leaves it out shows the same label
SEEN = "data-seen"  # text only to look at: a style sheet writes it out, so that without one it isn't read twice
# rules that come before the panels' own; the last three give the page's theme, which panels get from a script
ADDED = f"""
& .{BUTTON} {{ display: inline-block; align-content: center; text-align: center; }}
& bdi[{SEEN}]::before {{ content: attr({SEEN}); white-space: break-spaces; }}
:is([data-jp-theme-light="true"], [data-vscode-theme-kind$="light"]) & {{ color-scheme: light; }}
:is([data-jp-theme-light="false"], [data-vscode-theme-kind$="dark"]) & {{ color-scheme: dark; }}
[data-vscode-theme-kind="vscode-high-contrast"] & {{ color-scheme: dark; }}
"""
STRING = r'"[^"]*"'
BRACE = re.compile(rf"{STRING}|[{{}}]")
FUNCTION = re.compile(r":([\w-]+)\(([^()]*)\)")
NOW_AND_THEN = re.compile(r":(hover|focus|active|disabled|popover-open|placeholder)")  # only after a gesture
BESIDE = re.compile(r"[^\s>+~]+\s*[+~]\s*")  # a sibling before an element, not an element around it
NAME = re.compile(r"[.\[]?[\w-]+")  # .class, [attribute, tag
PROPERTY = re.compile(rf"(?<=[{{;\s])(--[\w-]+)\s*:(?:[^;{{}}\"]|{STRING})*;?")
SPACE = re.compile(rf"({STRING})|\s*;?\s*(\}})\s*|\s*([{{;,>])\s*|(:) |\s*\n\s*")
EMPTY = re.compile(r"(?<=[{};])[^{};]+\{\s*\}")
IDLE = re.compile(
    r"(?<=[{;\s])(animation|cursor|scroll(bar|-margin|-snap)-[a-z]+|touch-action|transition"
    r"|(-webkit-)?(touch-callout|user-select)):[^;}]*;?"
)


class Place(NamedTuple):
    """An element as a style sheet sees it: its names (tag, `.class`, `[attribute`), and those of elements around it."""

    own: frozenset[str]
    around: frozenset[str]


def write(*trees: Tree) -> str:
    """Return trees as HTML, each in its own box, with styles that affect nothing outside these boxes."""
    places: set[Place] = set()
    boxes: list[list[str]] = [[] for _ in trees]
    for box, tree in zip(boxes, trees, strict=True):
        _write(tree, box.append, places)
    css = pruned(frozenset(places))
    scope = f"apz-{sha256(css.encode()).hexdigest()[:8]}"  # so that one picture's style isn't another one's
    style = f"<style>{local_fonts()}.{scope}:not(#_){{{css}}}</style>"
    return style + "".join(f'\n<div class="{scope}">{"".join(box)}</div>' for box in boxes)


def _write(
    tree: Tree,
    put: Callable[[str], None],
    places: set[Place],
    around: frozenset[str] = frozenset(),
    hidden: bool = False,
) -> None:
    """Write the HTML of a tree, and add to `places` each of its elements as a style sheet sees it."""
    if isinstance(tree, str):
        text = escape(clean(tree.replace(SOFT_HYPHEN, ""), LONGEST))
        put(f'<bdi {SEEN}="{text}"></bdi>' if hidden else text)
        return
    tag, attributes, *children = tree
    pressed = tag == "button"
    classes = f"{attributes.get('class', '')} {BUTTON if pressed else ''}".split()
    told = {name: attributes[name] for name in KEPT if name in attributes and not (pressed and name == "aria-label")}
    hides = not hidden and attributes.get("aria-hidden") == "true"
    about = clean(attributes.get("aria-description", ""), LONGEST)
    # the current item stands out even without a style
    tag = "strong" if pressed and "aria-current" in told else str(TAGS.get(tag, tag))
    own = frozenset((tag, *(f".{name}" for name in classes), *(f"[{name}" for name in told)))
    places.add(Place(own, around))
    shown = {"class": " ".join(classes), **told, "aria-hidden": "true" if hides else "", "title": about}
    put("".join((f"<{tag}", *(f' {name}="{escape(str(value))}"' for name, value in shown.items() if value), ">")))
    last: Tree = ""
    for child in (each for each in children if each[0] not in LEFT_OUT):
        if not hidden and not hides and not isinstance(last, str) and not isinstance(child, str):
            put(" ")  # keeps words apart where no style does
        _write(child, put, places, around | own, hidden or hides)
        last = child
    if about:
        put(f' <span class="aloud">· {escape(about)}</span>')
    put(f"</{tag}>")


# ---- the style that a tree needs


class Need(NamedTuple):
    """The names that part of a selector requires: on the element itself, and on the elements around it."""

    own: frozenset[str]
    around: frozenset[str]
    anywhere: bool = False  # whether its own names may also be on elements around it


class Rule(NamedTuple):
    """A style rule: its selectors with their groups of needs (one per group must match), or a query with its rules."""

    head: str
    selectors: Sequence[tuple[str, Sequence[Sequence[Need]]]]
    body: str
    inside: Sequence[Rule] = ()


@lru_cache(64)
def pruned(places: frozenset[Place]) -> str:
    """Return the rules that match an element in `places`, for nesting in a rule for the box around them."""
    text = IDLE.sub("", ADDED + "".join(_kept(_rules(drawing()), places, {})))
    less = ""
    while less != text:  # a property that's gone may have been the last to use another one
        less, used = text, frozenset(re.findall(r"var\((--[\w-]+)", text))
        text = PROPERTY.sub(lambda found, used=used: found[0] if found[1] in used else "", text)  # type: ignore[misc]
        text = EMPTY.sub("", text)
    return SPACE.sub(lambda found: next(filter(None, found.groups()), " "), text)


def _kept(rules: Sequence[Rule], places: frozenset[Place], known: dict[Need, bool]) -> Iterator[str]:
    """Yield the rules that match an element, reduced to their matching selectors; `known` caches the checks."""
    names = frozenset[str]().union(*(own for own, _ in places))

    def met(need: Need) -> bool:
        if need not in known:
            known[need] = need.own | need.around <= names and any(
                need.own <= (own | around if need.anywhere else own) and need.around <= around for own, around in places
            )
        return known[need]

    for head, selectors, body, inside in rules:
        if inside:
            text = "".join(_kept(inside, places, known))
            found = head if text else ""
        else:
            text = body
            found = ", ".join(each for each, needs in selectors if all(any(map(met, group)) for group in needs))
        if found:
            yield f"{found} {{{text}}}\n"


@lru_cache(1)
def _rules(style: str) -> Sequence[Rule]:
    """Return the rules of a style sheet, each with only its selectors that apply inside our box without a gesture."""
    rules = []
    for head, body in _blocks(style):
        if head.startswith(("@media", "@container")):
            rules.append(Rule(head, (), "", _rules.__wrapped__(body)))
        elif not head.startswith("@"):
            selectors = [(each, needs) for each in _selectors(head) if (needs := _needs(each))]
            rules.append(Rule(head, selectors, body))
    return rules


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield each top-level block of a style sheet as the text before its braces and the text inside them."""
    depth = start = 0
    head = ""
    for found in BRACE.finditer(text):
        if found[0] == "{":
            depth += 1
            if depth == 1:
                head, start = text[start : found.start()].strip(), found.end()
        elif found[0] == "}":
            depth -= 1
            if depth == 0:
                yield head, text[start : found.start()].strip()
                start = found.end()


def _selectors(head: str) -> list[str]:
    """Return a rule's selectors, with tags replaced as they are in the HTML we write."""
    head = re.sub(r"(?<![\w.#\[-])button(?![\w-])", f".{BUTTON}", head.replace(".apz", "&"))
    head = re.sub(r"(?<![\w.#-])h[1-4](?![\w-])", lambda found: TAGS[found[0]], head)
    found, depth = [""], 0
    for sign in head:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            found.append("")
        else:
            found[-1] += sign
    return [each.strip() for each in found]


def _needs(selector: str) -> list[list[Need]]:
    """Return groups of needs, one of which must match in each; [] for a selector outside our box or after a gesture."""
    needs: list[list[Need]] = []
    while function := FUNCTION.search(selector):
        name, inside = function.groups()
        if name in ("is", "where", "has"):
            parts = [each for each in inside.split(",") if not NOW_AND_THEN.search(each)]
            needs.append([Need(_names(each), frozenset(), anywhere=True) for each in parts])
        selector = selector.replace(function[0], "")
    if "&" not in selector or "&-" in selector or NOW_AND_THEN.search(selector):
        return []
    *around, own = map(_names, re.split(r"[\s>]+", BESIDE.sub("", selector.strip())))
    return [[Need(own, frozenset().union(*around))], *needs]


def _names(selector: str) -> frozenset[str]:
    """Return the names in part of a selector, such as `div`, `.class` and `[attribute`."""
    return frozenset(NAME.findall(re.sub(rf"::?[\w-]+|[$^*~|]?={STRING}", "", selector)))
