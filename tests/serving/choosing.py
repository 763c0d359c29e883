"""The possible acts in a view, and how a learner chooses among them: to move on, or to click anything."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

FIELDS = ("input", "select", "textarea")
TYPED = ("0", "1", "2", "3", "5", "8", "gang", "draw", "?", "nothing like that")
# a learner's acts in a lesson when there's no button to continue, and their relative frequencies
WISHES = (
    (6.0, ("learn:pick:", "learn:typed:", "learn:mark:", "learn:marked:")),
    (6.0, ("learn:try:", "next", "onward")),
    (4.0, ("move:",)),
    (2.0, ("card:", "point:")),
    (2.0, ("learn:hint:",)),
    (1.0, ("learn:show:",)),
    (0.5, ("learn:next:",)),
)
Tree = list[Any]


class Act(NamedTuple):
    """A possible act: its index in the view, its gesture, its place, its fields, and its look."""

    number: int
    do: str
    where: dict[str, Any]
    values: dict[str, Any] | None
    looks: tuple[str, ...]


def elements(tree: Any, where: dict[str, Any] | None = None) -> Iterator[tuple[Tree, dict[str, Any]]]:
    """Yield every element of a tree in page order, each with its scope and the number of its moment."""
    if not isinstance(tree, list):
        return
    where, attributes = where or {}, tree[1]
    if "data-scope" in attributes:
        where = {"scope": attributes["data-scope"], "at": int(attributes["data-at"])}
    yield tree, where
    for child in tree[2:]:
        yield from elements(child, where)


def acts(tree: Any, chance: random.Random) -> list[Act]:
    """Return all possible acts in a view, with their fields filled at random."""
    found = []
    doing = [(each, where) for each, where in elements(tree) if "data-do" in each[1]]
    for number, (element, where) in enumerate(doing):
        attributes = element[1]
        if attributes.get("disabled") or (element[0] == "form" and not open_form(element)):
            continue
        values = filled(element, chance) if element[0] in ("form", *FIELDS) else None
        looks = tuple(attributes.get("class", "").split())
        found.append(Act(number, attributes["data-do"], where, values, looks))
    return found


def open_form(form: Tree) -> bool:
    """Return True if a form can be sent, that is, if nothing in it is disabled."""
    return not any(each[1].get("disabled") for each, _ in elements(form))


def filled(element: Tree, chance: random.Random) -> dict[str, Any]:
    """Return random values for a form's fields, or for a single field."""
    if element[0] == "form":
        fields = [each for each, _ in elements(element) if each[0] in FIELDS and each[1].get("name")]
        return {field[1]["name"]: str(value_of(field, chance)) for field in fields}
    return {"value": value_of(element, chance)}


def value_of(field: Tree, chance: random.Random) -> str | bool:
    """Return a random value for a field; a text field keeps the text it has."""
    tag, attributes = field[:2]
    if tag == "select":
        return str(chance.choice([each[1].get("value", "") for each, _ in elements(field) if each[0] == "option"]))
    if attributes.get("type") == "checkbox":
        return chance.random() < 0.5
    if attributes.get("type") in ("number", "range"):
        return str(chance.randint(int(attributes.get("min", 0)), int(attributes.get("max", 9))))
    return str(attributes.get("value") or chance.choice(TYPED))


def trouble(tree: Any) -> str:
    """Return the report of an internal error in a view, or ""."""
    for element, _ in elements(tree):
        if "trouble" in element[1].get("class", "").split():
            reports = [each[1].get("value", "") for each, _ in elements(element) if each[0] == "textarea"]
            return f"trouble: {''.join(reports)[:2000]}"
    return ""


def onward(found: Sequence[Act], chance: random.Random) -> Act | None:
    """Return a learner's next act in a lesson: move on if possible, else answer, try, ask or look; None if stuck."""
    ways = [each for each in found if "main" in each.looks and not each.do.startswith("learn:marked:")]
    ticked = any("on" in each.looks for each in found if each.do.startswith("learn:mark:"))
    open_to = [each for each in found if ticked or not each.do.startswith("learn:marked:")]
    kinds = [(often, [each for each in open_to if each.do.startswith(starts)]) for often, starts in WISHES]
    kinds = [(often, some) for often, some in kinds if some]
    if not ways and kinds:
        [ways] = chance.choices([some for _, some in kinds], [often for often, _ in kinds])
    ways = ways or [each for each in found if each.do.startswith("learn:start:")]
    return chance.choice(ways) if ways else None


def anything(found: Sequence[Act], chance: random.Random) -> Act | None:
    """Return a random act, or None if there are none."""
    return chance.choice(found) if found else None


Choice = Callable[[Sequence[Act], random.Random], Act | None]
