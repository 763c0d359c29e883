"""The gestures of practice, and the new state that each of them leads to."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from apz.core.game import Game
from apz.core.learning.events import Events
from apz.core.learning.practice import EVERY, MET_ONLY, Learner, Practice, Topic
from apz.core.reading import clean, did_you_mean
from apz.core.session import Session
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.learn.answer_update import MOST, Act, answering, beside
from apz.widgets.learn.progress_store import ProgressState
from apz.widgets.learn.scene import LEARN, PracticeScene
from apz.widgets.learn.state import RECORD, PracticeState, staying
from apz.widgets.table.rule_index import grouped
from apz.widgets.table.update import ROUTES, folded, routed

MET, ALL = "met", "all"  # topics: the rules that the learner has met, or all rules
BETWEEN = ","  # separates the ids of several rules


def update(scene: PracticeScene, gesture: Gesture) -> tuple[PracticeState, tuple[Effect, ...]]:
    """Return the state after a gesture, and its effects; an unknown gesture changes nothing."""
    after: Any = beside(scene, gesture, ACTS) if gesture.verb == LEARN else routed(scene, gesture, ROUTES)
    after = folded(scene, fitted(after))
    return after.state, after.effects


def taken(scene: PracticeScene, act: tuple[Practice, Events]) -> PracticeScene:
    """Return the scene after the learner's act, with the events to record."""
    practice, events = act
    return scene.but(*([Effect(RECORD, events)] if events else []), practice=practice)


def answer(scene: PracticeScene, given: str | frozenset[str]) -> PracticeScene:
    """Answer the question, and mark the answer as unreadable if it isn't valid."""
    practice, events = scene.practice.answer(given)
    return taken(scene.but(unread=practice.verdicts == scene.practice.verdicts), (practice, events))


def following(scene: PracticeScene) -> PracticeScene:
    """Ask the next question, with a new table for it; after a full session, close the session for its recap first."""
    state = scene.state
    practice = asked(state.practice, state.progress, state.today)
    laid = PracticeState(**staying(state), about=state.about, practice=practice, table=table_of(scene.game, practice))
    return scene.of(laid, scene.effects)


def turn(scene: PracticeScene, about: str) -> PracticeScene:
    """Switch to another topic; a topic without questions changes nothing."""
    try:
        practice = scene.practice.about(topic_of(scene.game, about))
    except KeyError:
        return scene
    return following(scene.but(practice=practice, about=about))


ACTS: Mapping[str, Act] = answering(
    {
        "hint": lambda scene, gesture: taken(scene, scene.practice.hint()),
        "show": lambda scene, gesture: taken(scene, scene.practice.show()),
        "next": lambda scene, gesture: following(scene),
        "about": lambda scene, gesture: turn(scene, gesture.text("value", MOST)),
        "missed": lambda scene, gesture: turn(scene, BETWEEN.join(scene.practice.missed)),
    },
    answer,
)


def fitted(scene: PracticeScene) -> PracticeScene:
    """Return the scene with a table that hides totals until the question is answered."""
    return scene.but(watching=True, reckons=scene.practice.answered)


# ---- opening practice


def topic_of(game: Game[Any], about: str) -> Topic:
    """Return the topic for one or more rule ids, a chapter ("combat"), MET or ALL; raise KeyError if there's none."""
    known = game.practises()
    chapters = grouped(known)
    if about in (MET, ALL):
        return EVERY if about == ALL else MET_ONLY
    rules = tuple(str(about).split(BETWEEN))
    if all(each in known for each in rules):
        return Topic(rules)
    if about in chapters:
        return Topic(chapter=about)
    meant = did_you_mean(str(about), known if "." in str(about) else chapters)
    found = f"did you mean {meant!r}?" if meant else f"it's a rule's id or one of: {', '.join(chapters)}"
    raise KeyError(f"Nothing practices {clean(repr(about))}; {found}")


def practising(game: Game[Any], about: str, luck: int) -> Practice:
    """Return practice on a topic, before its first question; raise KeyError if there's no such topic."""
    return Practice(game.exercises(), luck).about(topic_of(game, about))


def asked(practice: Practice, progress: ProgressState, today: date) -> Practice:
    """Return practice with its next question, chosen by what the learner knows, or closed after a full session."""
    return practice.next(learner(progress, today))


def learner(progress: ProgressState, today: date) -> Learner:
    """Return what practice knows of the learner: the record, today's date, and the rules taught so far."""
    mastery, course = progress.mastery, progress.game.course()
    taught = {rule for name in mastery.lessons if name in course.order() for rule in course.lesson(name).teaches}
    return Learner(mastery, today, taught)


def table_of(game: Game[Any], practice: Practice) -> Session[Any]:
    """Return a session that starts from the question's position."""
    assert practice.question is not None
    return game.new_session(practice.question.position)
