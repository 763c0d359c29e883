"""What is offered to whoever comes back: the places where he was, each with what can be said of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from apz.apocalypze.teaching import course
from apz.core.learning.saved import task_number
from apz.core.plain_data import Given, names_of, number_of, part_of, text_of
from apz.core.reading import clean
from apz.widgets.app.address import Kept
from apz.widgets.app.pages import Offer
from apz.widgets.app.place import LAB, PLAY, SHARED, moved
from apz.widgets.app.places import MOST_TIME
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.wording import says
from apz.widgets.learn.state import LESSON, PRACTISE

MOST_OFFERS = 5  # one of each kind


def offers(last: dict[str, Given], found: Sequence[Kept], language: str) -> tuple[Offer, ...]:
    """Where one may go on: what was done last, here and in other tabs, without saying anything twice."""
    first = [kept.place for kept in found[:1]]
    kinds = [*first, *(kind for kind in reversed(last) if kind not in first)]
    wanted = [(kind, last[kind]) for kind in kinds if kind in last]
    wanted += [(kept.place, kept.last[kept.place]) for kept in found[1:] if kept.place in kept.last]
    ways: dict[str, Offer] = {}
    for kind, given in wanted:
        if told := offer(kind, given, language):
            title = says(language, told[0], **told[1])
            ways.setdefault(title, (kind, given, title))
    return tuple(ways.values())[:MOST_OFFERS]


def offer(kind: str, given: Given, language: str) -> tuple[str, dict[str, Any]] | None:
    """What can be said of a place to which somebody may go back: a text's key and its values."""
    if kind == LESSON and text_of(given, "lesson") in course.order():
        lesson = course.lesson(text_of(given, "lesson"), language)
        task = task_number(part_of(given, "walk"), lesson)
        if task not in range(len(lesson.tasks)):
            return None
        return "offer.lesson", {"title": lesson.title, "task": task + 1, "count": len(lesson.tasks)}
    if kind in (PLAY, SHARED) and text_of(given, "game", MOST_TEXT):
        return f"offer.{kind}", {"game": told_apart(given, language)}
    if kind == PRACTISE and text_of(given, "practise"):
        return "offer.practise", {}
    return ("offer.lab", {}) if kind == LAB and text_of(given, "lab", MOST_TEXT) else None


def told_apart(given: Given, language: str) -> str:
    """What tells a game from others: the strongholds, who plays, how far it is, and when it was played."""
    homes = [clean(name) for name in names_of(given.get("homes"))]
    bots = [name for name in text_of(given, "seats").split("-") if name in ("sensible", "random")]
    turn, moves = number_of(given, "turn", MOST_TEXT), moved(given)
    return ", ".join(
        filter(None, [
            says(language, "apart.homes", first=homes[0], second=homes[1]) if len(homes) == 2 else "",
            says(language, f"apart.{'bots' if len(bots) == 2 else bots[0] if bots else 'you'}"),
            says(language, "apart.turn", turn=turn) if turn and moves else says(language, "apart.moves", moves=moves),
            ago(number_of(given, "when", MOST_TIME), language),
        ])
    )  # fmt: skip


def ago(when: int, language: str) -> str:
    """How long ago that was; nothing where it is not known."""
    hours = int(time.time() - when) // 3600
    if not when or hours < 0:
        return ""
    return says(language, "ago.hours", count=hours) if hours < 24 else says(language, "ago.days", count=hours // 24)
