"""The gestures of a lesson, and the new state that each of them leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apz import games
from apz.core.learning.events import Events
from apz.core.learning.lesson_run import LessonRun, begin
from apz.core.session import Session
from apz.core.trace import Refusal
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.learn.answer_update import Act, answering, beside
from apz.widgets.learn.first_game import GAME, led
from apz.widgets.learn.lesson_table import PLAYED
from apz.widgets.learn.progress_store import ProgressState
from apz.widgets.learn.scene import LEARN, LessonScene
from apz.widgets.learn.state import GO, RECORD, LessonState, staying
from apz.widgets.table.seats import YOU
from apz.widgets.table.update import folded, routed, routes_of


def update(scene: LessonScene, gesture: Gesture) -> tuple[LessonState, tuple[Effect, ...]]:
    """Return the state after a gesture, and its effects; an unknown gesture changes nothing."""
    after: Any = beside(scene, gesture, ACTS) if gesture.verb == LEARN else on_table(scene, gesture)
    after = folded(scene, fitted(after))
    return after.state, after.effects


# ---- next to the table


def taken(scene: LessonScene, act: tuple[LessonRun[Any], Events], restart: bool = False) -> LessonScene:
    """Return the scene after a change of the run, with events to record and, for a new task, a new table."""
    run, events = act
    old, state = scene.run, scene.state
    if run.ended:
        after = scene.but(run=run)
    elif restart or (run.lesson.id, run.check, run.at, run.chance) != (old.lesson.id, old.check, old.at, old.chance):
        after = scene.of(laid(run, state), scene.effects)
    else:
        at = 0
        for step in run.steps:
            at = state.table.remember(at, step)
        after = scene.but(run=run, at=at)
    return after.but(Effect(RECORD, events)) if events else after


def laid(run: LessonRun[Any], state: LessonState) -> LessonState:
    """Return the state with a fresh table for the task of `run`."""
    return LessonState(**staying(state), way=state.way, clicked=state.clicked, run=run, **table_of(run))


def table_of(run: LessonRun[Any]) -> dict[str, Any]:
    """Return the state fields for the table and the seats of the run's task."""
    table, task = Session(run.path.start(0) if run.start is None else run.start, run.path.subject.kernel), run.task
    for step in run.steps:
        table.add(step)
    seats = task.seats if task and task.seats else (YOU,) * games.game(table.kernel.name).seats
    return {"table": table, "at": table.at, "seats": tuple(seats)}


def answer(scene: LessonScene, given: str | frozenset[str]) -> LessonScene:
    """Answer the task's question, and mark the answer as unreadable if it isn't valid."""
    run, events = scene.run.answer(given)
    return taken(scene.but(unread=run.verdicts == scene.run.verdicts), (run, events))


def start(scene: LessonScene, name: str, check: bool = False) -> LessonScene:
    """Start a lesson, or the check that lets the learner skip it."""
    course = scene.game.course()
    if name not in course.order():
        return scene
    run = begin(course.lesson(name, scene.language), course.subject, scene.run.luck, check)
    return taken(scene, (run, ()), restart=True)


def to_game(scene: LessonScene, gesture: Gesture) -> LessonScene:
    """Go to the first game, if the learner is on the path to it."""
    return scene.but(Effect(GO, led(GAME))) if scene.state.way else scene


def open_task(scene: LessonScene, number: int) -> LessonScene:
    """Open a task from its beginning, or the lesson's end past the last task; a negative number changes nothing."""
    return taken(scene, scene.run.open(number), restart=True) if number >= 0 else scene


ACTS: Mapping[str, Act] = answering(
    {
        "hint": lambda scene, gesture: taken(scene, scene.run.hint()),
        "show": lambda scene, gesture: taken(scene, scene.run.show()),
        "play": lambda scene, gesture: taken(scene, scene.run.advance()),
        "try": lambda scene, gesture: taken(scene, scene.run.attempt()),
        "again": lambda scene, gesture: taken(scene, scene.run.again()),
        "another": lambda scene, gesture: taken(scene, scene.run.another()),
        "next": lambda scene, gesture: taken(scene, scene.run.next()),
        "back": lambda scene, gesture: open_task(scene, scene.run.at - 1),
        "open": lambda scene, gesture: open_task(scene, gesture.number),
        "check": lambda scene, gesture: start(scene, scene.run.lesson.id, check=True),
        "start": lambda scene, gesture: start(scene, gesture.about),
        "game": to_game,
    },
    answer,
)


# ---- on the table


def on_table(scene: LessonScene, gesture: Gesture) -> LessonScene:
    """Return the scene after a gesture on the table, which may reach the goal or make the move to be tried."""
    before = scene
    if not gesture.scope and gesture.verb != "follow":
        do = f"{gesture.verb}:{gesture.about}" if gesture.about else gesture.verb
        scene = scene.but(last="", clicked=(*scene.state.clicked, do)[-2:])
    after = looked(routed(scene, gesture, routes_of(scene)))
    refusal = after.state.answer
    if isinstance(refusal, Refusal) and refusal is not before.state.answer:
        after = taken(after, after.run.refused(refusal))
    task = after.run.task
    if task is not None and task.attempt and not after.run.solved and means(after, task.attempt):
        cleared: Any = after.cleared()
        return taken(cleared, after.run.attempt())
    return after


def looked(scene: LessonScene) -> LessonScene:
    """Return the scene after checking whether the moves so far reach the task's goal."""
    if scene.run.ended:
        return scene
    run, _ = scene.run.look(scene.steps)
    return scene.but(run=run)


def fitted(scene: LessonScene) -> LessonScene:
    """Return the scene with a table that suits the task: playable or not, and with totals or without."""
    run = scene.run
    task = run.task
    watching = task is None or task.act not in PLAYED
    return scene.but(run=run, watching=watching, advises=False, reckons=run.question is None or run.answered)


def means(scene: LessonScene, attempt: str) -> bool:
    """Return True if the last clicks can only mean the move to be tried, even if the table took them differently."""
    least, clicked = 1 if scene.state.chosen is None else 2, scene.state.clicked
    ways = scene.view.clicks(scene, scene.run.path.subject.move(scene.session.start, attempt)) if scene.at == 0 else []
    return any(len(way) >= least and clicked[-len(way) :] == way for way in ways)


# ---- opening a lesson


def begun(run: LessonRun[Any], language: str, progress: ProgressState, **fields: Any) -> LessonState:
    """Return the state of a newly opened lesson."""
    values: dict[str, Any] = {**table_of(run), **fields}
    state = LessonState(language=language, progress=progress, run=run, **values)
    return fitted(LessonScene(state)).state
