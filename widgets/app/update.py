"""What each gesture makes of the app's own pages: the only place where their state changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apz.core.plain_data import Given, text_of
from apz.widgets.app.address import read_address
from apz.widgets.app.offers import left, offers
from apz.widgets.app.place import HOME, LAB, PLAY, SHARED, Unopened, session_of
from apz.widgets.app.set_up_view import choices
from apz.widgets.app.state import AppScene, AppState
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.learn import first_game
from apz.widgets.learn.answer_update import Act, beside
from apz.widgets.learn.scene import LEARN
from apz.widgets.learn.state import GO, LESSON
from apz.widgets.table.seats import YOU
from apz.widgets.table.update import PAGE, routed


def update(scene: AppScene, gesture: Gesture) -> tuple[AppState, tuple[Effect, ...]]:
    """Return what a gesture makes of the state, and its effects; an unknown one changes nothing."""
    scene = scene.but(notice="")  # what was said belongs to what was seen before
    after = beside(scene, gesture, ACTS) if gesture.verb == LEARN else routed(scene, gesture, PAGE)
    return after.state, after.effects


def outside(verb: str) -> Act:
    """Return the act that only leads to an effect of its name."""
    return lambda scene, gesture: scene.but(Effect(verb, gesture.value))


# ---- from page to page


def enter(scene: AppScene, gesture: Gesture) -> AppScene:
    """Go through a door."""
    return scene.but(Effect(GO, (gesture.about, {}))) if gesture.about in (HOME, *scene.doors) else scene


def back(scene: AppScene, gesture: Gesture) -> AppScene:
    """Go on where the learner was."""
    found = [*offers(scene).values()]
    return scene.but(Effect(GO, found[gesture.number])) if 0 <= gesture.number < len(found) else scene


def lesson(scene: AppScene, gesture: Gesture) -> AppScene:
    """Open a lesson."""
    known = gesture.about in scene.game.course().order()
    return scene.but(Effect(GO, (LESSON, {"lesson": gesture.about}))) if known else scene


def forget(scene: AppScene, gesture: Gesture) -> AppScene:
    """Forget all that was kept, if that was asked before."""
    return scene.but(Effect("forget"), asking=False) if scene.state.asking else scene


# ---- before a game


def own(scene: AppScene) -> Any:
    """Return where the learner's own game stands, if there were moves in it and it isn't over."""
    try:
        session = session_of(scene.game, scene.state.last.get(PLAY, {}))
    except Unopened:
        return None
    going = len(session.nodes) > 1 and scene.game.decides(session.position) is not None
    return session.position if going else None


def begin(scene: AppScene, gesture: Gesture) -> AppScene:
    """Begin the game that was chosen, but ask before one is lost."""
    losing = None if gesture.about == "sure" else own(scene)
    return scene.but(losing=losing) if losing is not None else scene.but(Effect("begin", gesture.values), losing=None)


def chosen(scene: AppScene, values: Mapping[str, Any], luck: int) -> Given:
    """Return the game that was chosen, to be opened; what isn't offered is taken as the first offer."""
    found = {
        each.name: value if (value := text_of(values, each.name)) in each.options else next(iter(each.options))
        for each in choices(scene)
    }
    start = scene.view.set_up.start
    position = start(found, luck) if start else scene.game.new_game(seed=luck)
    given = {"session": scene.game.new_session(position).text()}
    if "against" not in found:
        return given
    hands = "open" if found["against"] == YOU else found["hands"]
    return {**given, "seats": f"{YOU}-{found['against']}", "hands": hands, "quick": found.get("pace") == "quick"}


def go_on(scene: AppScene, gesture: Gesture) -> AppScene:
    """Go on with the game that was left last."""
    kind = left(scene)[0]
    return scene.but(Effect(GO, (kind, {}))) if kind else scene


def paste(scene: AppScene, gesture: Gesture) -> AppScene:
    """Open what somebody shared: a link, whole or its last part, or the text of a game or position; else say so."""
    text = gesture.text("text", MOST_TEXT).strip()
    parts = read_address(text.partition("?")[2]) if text.startswith("http") else {}
    word = next((each for each in ("session", "position", LAB) if each in parts), "")
    given = {"session": parts[word] if word else text}
    try:
        session_of(scene.game, given)
    except Unopened:
        return scene.but(wrong=True)
    return scene.but(Effect(GO, (SHARED, given)), wrong=False)


# ---- looking up


def looked_up(scene: AppScene, given: Given) -> AppState:
    """Return the state in which a page is opened, with the rule or the piece that is looked up; or raise Unopened."""
    fresh = scene.but(query="", opened=(), example=None, search="", piece="", wrong=False, losing=None, asking=False)
    known, rule = scene.view.look_up, text_of(given, "rule")
    if given.get("rule"):
        if rule not in scene.words.rules:
            raise Unopened("address.no-rule", str(given["rule"]))
        return fresh.but(query=rule, opened=(f"index/{rule}",)).state
    if known is None or not given.get(known.word):
        return fresh.state
    found = known.named(text_of(given, known.word))
    if found is None:
        raise Unopened("address.no-piece", str(given[known.word]))
    return fresh.but(piece=found).state


def piece(scene: AppScene, gesture: Gesture) -> AppScene:
    """Show a piece of the game."""
    found = scene.view.look_up.named(gesture.about) if scene.view.look_up else None
    return scene.but(piece=found) if found else scene


ACTS: Mapping[str, Act] = {
    "go": enter,
    "back": back,
    LESSON: lesson,
    first_game.WAY: lambda scene, gesture: scene.but(Effect(GO, first_game.led(gesture.about))),
    "ask": lambda scene, gesture: scene.but(asking=not scene.state.asking),
    "forget": forget,
    "begin": begin,
    "keep": lambda scene, gesture: scene.but(losing=None),
    "on": go_on,
    "paste": paste,
    "find": lambda scene, gesture: scene.but(search=gesture.text("text", 100)),
    "piece": piece,
    "shut": lambda scene, gesture: scene,
    **{verb: outside(verb) for verb in ("asides", "language", "theme", "share", "picture", "file")},
}
