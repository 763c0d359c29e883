"""Offers to a returning learner: the places where they left off, each described in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apz.core.learning.saved import task_number
from apz.core.plain_data import Given, names_of, number_of, part_of, text_of
from apz.core.reading import clean
from apz.widgets.app.address import Kept
from apz.widgets.app.place import LAB, PLAY, SHARED, moved
from apz.widgets.app.state import AppScene, Way
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.learn.answer_update import MOST
from apz.widgets.learn.state import LESSON, PRACTISE

MOST_OFFERS = 5  # as many as there are kinds
MOST_TIME = 2**40  # seconds


def ways(last: Mapping[str, Given], found: Sequence[Kept] = ()) -> tuple[Way, ...]:
    """Return the places where the learner can resume, from this tab and from others."""
    first = [kept.place for kept in found[:1]]
    kinds = [*first, *(kind for kind in reversed([*last]) if kind not in first)]
    here = [Way(kind, last[kind]) for kind in kinds if kind in last]
    return (*here, *(Way(kept.place, kept.last[kept.place]) for kept in found[1:] if kept.place in kept.last))


def offers(scene: AppScene) -> dict[str, Way]:
    """Return the first few offers by title, without duplicates."""
    found: dict[str, Way] = {}
    for way in scene.state.ways:
        if (told := offer(scene, *way)) and len(found) < MOST_OFFERS:
            found.setdefault(scene.says(told[0], **told[1]), way)
    return found


def left(scene: AppScene) -> tuple[str, str]:
    """Return the kind and title of the last unfinished game, or two empty strings if there's none."""
    return next(((way.kind, title) for title, way in offers(scene).items() if way.kind in (PLAY, SHARED)), ("", ""))


def offer(scene: AppScene, kind: str, given: Given) -> tuple[str, dict[str, Any]] | None:
    """Return the description of a place to resume (a text's key and its values); None if it can't be resumed."""
    course = scene.game.course()
    if kind == LESSON and text_of(given, "lesson") in course.order():
        lesson = course.lesson(text_of(given, "lesson"), scene.language)
        task = task_number(part_of(given, "walk"), lesson)
        if task not in range(len(lesson.tasks)):
            return None
        return "offer.lesson", {"title": lesson.title, "task": task + 1, "count": max(lesson.needed, task + 1)}
    if kind in (PLAY, SHARED) and text_of(given, "session", MOST_TEXT) and given.get("over") is not True:
        return f"offer.{kind}", {"game": told_apart(scene, given)}
    if kind == PRACTISE and text_of(given, "practise", MOST):
        return "offer.practise", {}
    return ("offer.lab", {}) if kind == LAB and scene.view.editor and text_of(given, "lab", MOST_TEXT) else None


def told_apart(scene: AppScene, given: Given) -> str:
    """Return a description that tells a game apart from others: its summary, players, progress and age."""
    names = [clean(name) for name in names_of(given.get("summary"))]
    bots = [name for name in text_of(given, "seats").split("-") if name in scene.game.bots]
    turn, moves = number_of(given, "turn", MOST_TEXT), moved(given)
    players = "bots" if len(bots) > 1 else bots[0] if bots else "you"
    return ", ".join(
        filter(None, [
            scene.says("apart.summary", first=names[0], second=names[1]) if len(names) == 2 else "".join(names[:1]),
            scene.says(f"apart.{players}") if scene.game.seats > 1 else "",
            scene.says("apart.turn", turn=turn) if turn and moves else scene.says("apart.moves", moves=moves),
            ago(scene, number_of(given, "when", MOST_TIME)),
        ])
    )  # fmt: skip


def ago(scene: AppScene, when: int) -> str:
    """Return how long ago a time was, in words; "" if the time is unknown or in the future."""
    hours = (scene.state.now - when) // 3600
    if not when or hours < 0:
        return ""
    return scene.says("ago.hours", count=hours) if hours < 24 else scene.says("ago.days", count=hours // 24)
