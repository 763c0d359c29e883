"""Advice at three levels: what to look at, what's possible, and what to do, with reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apz import games
from apz.core.lab.functions import Coaching
from apz.core.lab.review import Review
from apz.core.trace import Step
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.base.work import Progress
from apz.widgets.table.scene import MOST_HELP, Scene

COACH = "coach"  # the effect that works out more than the adviser's quick answer
REVIEW = "review"  # the effect that looks back at a game
LOOK, OPTIONS, BEST = 1, 2, MOST_HELP  # the levels


def hint(scene: Scene) -> Scene:
    """Return the scene with the next level of help for the same decision."""
    return helped(scene, scene.state.level + 1 if scene.state.hint else LOOK)


def recommend(scene: Scene) -> Scene:
    """Return the scene with a recommendation."""
    return helped(scene, BEST)


def helped(scene: Scene, level: int) -> Scene:
    """Return the scene with a level of help: the adviser's choice now, and the coach's advice once it's ready."""
    game, state = scene.game, scene.state
    if scene.deciding is None or not game.adviser:
        return scene
    choice = state.hint or game.bots[game.adviser](0).choose(game.seen_by(scene.position, scene.deciding))
    if game.lab() is None or len(game.legal_moves(scene.position)) < 2:
        return scene.cleared().but(hint=choice, level=BEST)
    after = scene.cleared().but(hint=choice, level=min(level, BEST), coaching=state.coaching)
    if level < OPTIONS or state.coaching is not None:
        return after
    return after.but(Effect(COACH, (game.name, scene.position, scene.language, state.open_hands)))


def coach(game: str, position: Any, language: str, open_hands: bool) -> Iterator[Coaching]:
    """Yield advice that improves over time; this is the job that runs when the learner asks what's possible or best."""
    lab = games.game(game).lab()
    assert lab is not None
    yield from lab.coach(position, language, open_hands)


def warm_up(game: str) -> Iterator[None]:
    """Load the modules for advice, as a job to run before anybody asks, so that the first advice comes quickly."""
    games.game(game).lab()
    yield from ()


def coached(scene: Scene, gesture: Gesture) -> Scene:
    """Store advice if it's about the decision being shown; ignore a report that a page has made up."""
    progress = gesture.values.get("progress")
    if not isinstance(progress, Progress) or gesture.at != scene.at or scene.state.hint is None:
        return scene
    return scene if progress.result is None else scene.but(coaching=progress.result)


def follow(scene: Scene, gesture: Gesture) -> Scene:
    """Play all recommended moves, unless the gesture is late or there's no advice."""
    coaching = scene.state.coaching
    if coaching is None or not scene.yours:
        return scene
    return scene.current(gesture) or scene.played_all(coaching.moves, gesture.when)


# ---- after the game


def review(scene: Scene) -> Scene:
    """Start a review of a finished game, which looks for choices that could have been better."""
    if not scene.over or scene.game.review is None or not scene.people:
        return scene
    seat = scene.people[0] if len(scene.people) == 1 else None
    about = (scene.game.name, tuple(scene.steps), seat, scene.language)
    return scene.but(Effect(REVIEW, about), reviewed=scene.says("end.reviewing"), costly={})


def look_back(game: str, steps: tuple[Step, ...], seat: int | None, language: str) -> Iterator[Review[Any]]:
    """Yield the review of a line of steps; this is the job that runs when the learner asks for a review."""
    played = games.game(game)
    if played.review is None or not steps:
        return
    session = played.new_session(steps[0].before)
    for step in steps:
        session.add(step)
    yield played.review(session, seat=seat, language=language)


def looked_back(scene: Scene, gesture: Gesture) -> Scene:
    """Store a review, or that it failed, if it's about the line being shown; ignore made-up reports."""
    progress = gesture.values.get("progress")
    if not isinstance(progress, Progress) or gesture.at != scene.at:
        return scene
    if progress.error is not None:
        return scene.but(reviewed=scene.says("end.unreviewed"))
    if progress.result is None:
        return scene
    found = {scene.line[each.moment]: each.said for each in progress.result.costly_choices}
    return scene.but(reviewed=progress.result.said, costly=found)
