"""The gestures of a table, and the new state that each of them leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apz.core.trace import Refusal
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import THEMES, Effect
from apz.widgets.base.wording import offered
from apz.widgets.table import examples, history_nav, typed
from apz.widgets.table.advice import coached, hint, looked_back, review
from apz.widgets.table.advice import follow as follow_advice
from apz.widgets.table.scene import BOTS, Scene
from apz.widgets.table.seats import YOU
from apz.widgets.table.spelling import meant
from apz.widgets.table.state import MOTIONS, Seats, TableState

MOST_OPEN, MOST_TRIED = 8, 40
BRANCH = "branch"  # the effect that keeps a line of moves as a named branch
CURTAINED = ("ready", "dismiss", "follow")  # the only gestures allowed behind a curtain
Route = Callable[[Any, Gesture], Any]  # returns the scene after a gesture


def update(scene: Scene, gesture: Gesture) -> tuple[TableState, tuple[Effect, ...]]:
    """Return the state after a gesture, and its effects; an unknown gesture changes nothing."""
    if scene.curtain and gesture.verb not in CURTAINED:
        return scene.state, ()
    after = folded(scene, routed(scene, gesture, routes_of(scene)))
    after = after.covered() if after.curtain and not scene.curtain else after
    answer = after.state.answer
    if isinstance(answer, Refusal) and answer is not scene.state.answer:
        refusals = {**scene.state.refusals, scene.at: answer.rule}
        after = after.but(refused=scene.state.refused + 1, refusals=dict([*refusals.items()][-MOST_TRIED:]))
    return after.state, after.effects


def routed(scene: Any, gesture: Gesture, routes: Mapping[str, Route]) -> Any:
    """Return the scene after a gesture on the scene itself or on its example."""
    if gesture.scope:
        return examples.inside(scene, lambda small: routed(small, gesture._replace(scope=""), routes_of(small)))
    return routes[gesture.verb](scene, gesture) if gesture.verb in routes else scene


def folded(before: Scene, after: Scene) -> Scene:
    """Return the scene with all parts folded that belonged to a previous question."""
    old, now = asking(before), asking(after)
    gone = {"answer/": after.state.answer is None, "chosen/": after.state.chosen is None, "ask/": now != old}
    gone["sum."] = now[0] != old[0]
    places = tuple(place for place, over in gone.items() if over)
    left = tuple(key for key in after.state.opened if not key.startswith(places))
    return after if left == after.state.opened else after.but(opened=left)


def asking(scene: Scene) -> tuple[tuple[object, ...], str]:
    """Return the moment and the kind of decision that unfolded parts belong to."""
    return scene.game.moment(scene.position), scene.view.prompt.kind(scene)


# ---- on any page


def toggle(scene: Any, gesture: Gesture) -> Any:
    """Return the page with a part unfolded or folded in place; only the last few unfolded parts stay unfolded."""
    key, opened = gesture.about, scene.state.opened
    if key in opened:
        return scene.but(opened=tuple(each for each in opened if each != key))
    return scene.but(opened=(*opened, key)[-MOST_OPEN:])


PAGE: Mapping[str, Route] = {
    "open": toggle,
    "find": lambda scene, gesture: scene.but(query=gesture.text("text", typed.LONGEST)),
    "example": lambda scene, gesture: examples.show(scene, gesture.about),
    "dismiss": lambda scene, gesture: scene.but(trouble=""),
}

# ---- at a table


def play(scene: Scene, gesture: Gesture) -> Scene:
    """Play the move that a button stands for."""
    move = meant(scene.session.kernel, gesture.about)
    if move is None or not scene.yours:
        return scene
    return scene.current(gesture) or scene.played(move, gesture.when)


def next_move(scene: Scene, gesture: Gesture) -> Scene:
    """Let a bot move once, unless the gesture is late."""
    return scene.current(gesture) or scene.cleared().but(Effect(BOTS, 1), since=scene.at)


def onward(scene: Scene, gesture: Gesture) -> Scene:
    """Let the bots move until a person decides or, without people, the phase ends; against bots, late clicks count."""
    late = None if scene.bot and scene.people else scene.current(gesture)
    return late or scene.cleared().but(Effect(BOTS), since=scene.at)


def follow(scene: Scene, gesture: Gesture) -> Scene:
    """Show the moment that the session went to without a gesture, and clear the current choice."""
    at, nodes = gesture.number, scene.session.nodes
    return scene.cleared().but(at=at, since=nodes[at].parent if at else 0) if 0 <= at < len(nodes) else scene


def sit(scene: Scene, seats: Seats, open_hands: bool | None = None) -> Scene:
    """Seat players; unless `open_hands` is given, hands are open except when exactly one person plays."""
    shown = seats.count(YOU) != 1 if open_hands is None else open_hands
    return scene.cleared().but(seats=seats, open_hands=shown).settled().hurried()


def put(scene: Scene, gesture: Gesture) -> Scene:
    """Change a setting, or go to a moment chosen in the history; an invalid value changes nothing."""
    name, value, seats = gesture.about, gesture.value, scene.state.seats
    named = {f"seat{seat}": seat for seat in range(scene.game.seats)}
    if name in named and value in (YOU, *scene.game.bots):
        return sit(scene, tuple(value if seat == named[name] else who for seat, who in enumerate(seats)))
    if name == "hands" and value in ("open", "hidden"):
        return scene.but(open_hands=value == "open")
    if name == "steps" and value in ("hand", "self"):
        return scene.but(by_hand=value == "hand").settled().hurried()
    if name == "pace" and value in ("step", "quick"):
        return scene.but(quick=value == "quick").hurried()
    if name == "theme" and value in THEMES and scene.state.theme:
        return scene.but(theme=value)
    if name == "motion" and value in MOTIONS:
        return scene.but(motion=value)
    if name == "sound" and value in ("on", "off"):
        return scene.but(sound=value == "on")
    if name == "marks" and value in ("on", "zoom"):
        return scene.but(house_marks=value == "on")
    if name == "language" and value in offered():
        answer = scene.state.answer
        said = answer if isinstance(answer, Refusal) else None
        return scene.but(language=value, answer=said, reviewed="", costly={})
    if name in ("moment", "along") and value.isdecimal():
        line, number = scene.whole_line, int(value[:9])
        return history_nav.go(scene, str(line[min(number, len(line) - 1)]) if name == "along" else value)
    return scene


def shortcut(scene: Scene, gesture: Gesture) -> Scene:
    """Make the moves of the shortcut that a gesture names."""
    if late := scene.current(gesture):
        return late
    found = scene.view.shortcuts(scene).get(gesture.about) if scene.yours else None
    return scene.played_all(found.moves, gesture.when) if found else scene


def decline(scene: Scene, gesture: Gesture) -> Scene:
    """Decline this decision and others like it for the rest of this phase."""
    if late := scene.current(gesture):
        return late
    move = scene.game.declines(scene.position) if scene.yours and not scene.state.by_hand else None
    return scene.but(declined=scene.at).played(move, gesture.when) if move is not None else scene


def offer(name: str) -> Route:
    """Return a route that causes the effect `name`, if it's offered, with a position.

    It's the position at the moment whose number the gesture names, or else at the moment being shown.
    """

    def offered(scene: Scene, gesture: Gesture) -> Scene:
        if name not in scene.state.offers or (gesture.about and gesture.number not in scene.line):
            return scene
        at = gesture.number if gesture.about else scene.at
        return scene.but(Effect(name, scene.session.position_at(at)))

    return offered


def keep_line(scene: Scene, gesture: Gesture) -> Scene:
    """Keep the moves from the start to the moment being shown as a named branch, if that's offered."""
    moves = tuple(step.move for step in scene.steps)
    kept = BRANCH in scene.state.offers and moves
    return scene.but(Effect(BRANCH, (gesture.text("text"), moves))) if kept else scene


ROUTES: Mapping[str, Route] = {
    **PAGE,
    "move": play,
    "go": lambda scene, gesture: history_nav.go(scene, gesture.about),
    "next": next_move,
    "onward": onward,
    "hint": lambda scene, gesture: hint(scene),
    "coached": coached,
    "review": lambda scene, gesture: review(scene),
    "looked-back": looked_back,
    "advised": follow_advice,
    "branch": keep_line,
    "tab": lambda scene, gesture: scene.but(tab=gesture.about),
    "command": typed.command,
    "edit": offer("edit"),
    "retry": offer("retry"),
    "new": offer("new"),
    "ready": lambda scene, gesture: scene.current(gesture) or scene.uncovered(),
    "escape": lambda scene, gesture: scene.cleared(),
    "shortcut": shortcut,
    "decline": decline,
    "set": put,
    "follow": follow,
}


def routes_of(scene: Scene) -> Mapping[str, Route]:
    """Return the routes for the gestures at a table: the shared ones and the game's own."""
    return {**ROUTES, **scene.view.routes}
