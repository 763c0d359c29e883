"""The library of named positions, found by their names, their cards, or the rules they show."""

from __future__ import annotations

from functools import cache

from apz.apocalypze.game import GAME
from apz.apocalypze.language.position_texts import about, title
from apz.apocalypze.positions import named_position, named_positions
from apz.apocalypze.rules.find import everywhere
from apz.widgets.apocalypze.examples import EXAMPLES


def found(words: str, language: str) -> list[str]:
    """Return the names of the positions whose texts, cards and rule titles contain all these words.

    >>> "police-station" in found("lord brawn", "en")
    True
    >>> found("no such words", "en")
    []
    """
    wanted = words.casefold().split()
    return [name for name, text in described(language).items() if all(word in text for word in wanted)]


@cache
def described(language: str) -> dict[str, str]:
    """Return the searchable text of each named position."""
    rules = GAME.rules(language)
    told = {}
    for name in named_positions():
        position = named_position(name)
        cards = {position.game.cards[spot.card].name for spot in everywhere(position)}
        homes = {position.game.cards[side.stronghold].name for side in position.sides}
        shown = [f"{rule} {rules[rule].title}" for rule in sorted(rules_of(name)) if rule in rules]
        said = (title(name, language), about(name, language=language))
        told[name] = " ".join([name.replace("-", " "), *said, *sorted(cards | homes), *shown]).casefold()
    return told


@cache
def rules_of(name: str) -> frozenset[str]:
    """Return the ids of the rules a position shows: as an example, in a lesson, or through its current decision."""
    rules, course = GAME.rules(), GAME.course()
    shown = {rule for rule in rules if EXAMPLES.get(rule, EXAMPLES.get(rule.partition(".")[0])) == name}
    lessons = [course.lesson(each) for each in course.order()]
    taught = [each.teaches for each in lessons for task in each.tasks if task.position and task.position.value == name]
    waiting = named_position(name).waiting
    asked = {rule for rule in (getattr(waiting, "rule", ""),) if rule in rules}
    return frozenset(shown.union(asked, *taught))
