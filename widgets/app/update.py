"""The gestures of the app's own pages, and the new state that each of them leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apz.core.plain_data import Given, text_of
from apz.widgets.app import puzzle_view
from apz.widgets.app.address import read_address
from apz.widgets.app.lab import tree_in
from apz.widgets.app.offers import left, offers
from apz.widgets.app.place import HOME, LAB, PLAY, SHARED, Unopened, session_of
from apz.widgets.app.set_up_view import choices
from apz.widgets.app.state import MENU, PIECES, RULES, SETTINGS, AppScene, AppState
from apz.widgets.base.browser_store import MOST_TEXT
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.learn import course_update, first_game
from apz.widgets.learn.answer_update import Act, beside
from apz.widgets.learn.scene import LEARN
from apz.widgets.learn.state import GO, LESSON, PRACTISE
from apz.widgets.table import examples
from apz.widgets.table.seats import YOU
from apz.widgets.table.settings import EVERYWHERE
from apz.widgets.table.typed import LONGEST
from apz.widgets.table.update import PAGE, ROUTES, routed

SHEETS = ("", MENU, SETTINGS)  # "" is none


def update(scene: AppScene, gesture: Gesture) -> tuple[AppState, tuple[Effect, ...]]:
    """Return the state after a gesture, and its effects; an unknown gesture only clears the message."""
    scene = scene.but(notice="")  # the message belongs to the previous page
    if gesture.verb == LEARN:
        after = beside(scene, gesture, ACTS)
    elif gesture.verb not in PAGE and not gesture.scope and scene.state.place == HOME:
        after = at_puzzle(scene, gesture)
    else:
        after = routed(scene, gesture, {**PAGE, "find": seek})
    return after.state, after.effects


def outside(verb: str) -> Act:
    """Return an act that only causes the effect `verb`, with the value of the gesture."""
    return lambda scene, gesture: scene.but(Effect(verb, gesture.value))


# ---- from page to page


def enter(scene: AppScene, gesture: Gesture) -> AppScene:
    """Go to a section."""
    return scene.but(Effect(GO, (gesture.about, {}))) if gesture.about in (HOME, *scene.doors) else scene


def back(scene: AppScene, gesture: Gesture) -> AppScene:
    """Resume one of the places where the learner left off."""
    found = [*offers(scene).values()]
    return scene.but(Effect(GO, found[gesture.number])) if 0 <= gesture.number < len(found) else scene


def forget(scene: AppScene, gesture: Gesture) -> AppScene:
    """Delete everything that's saved, once the learner has been asked to confirm."""
    return scene.but(Effect("forget"), asking=False) if scene.state.asking else scene


# ---- before a game


def own(scene: AppScene) -> Any:
    """Return the position of the learner's own unfinished game; None without one, or if nobody has decided anything."""
    try:
        session = session_of(scene.game, scene.state.last.get(PLAY, {}))
    except Unopened:
        return None
    made = [node.step for node in session.nodes if node.step is not None]
    decided = any(step.move != scene.game.forced(step.before) for step in made)
    return session.position if decided and scene.game.decides(session.position) is not None else None


def begin(scene: AppScene, gesture: Gesture) -> AppScene:
    """Start the chosen game, but ask before replacing an unfinished one."""
    losing = None if gesture.about == "sure" else own(scene)
    return scene.but(losing=losing) if losing is not None else scene.but(Effect("begin", gesture.values), losing=None)


def like(scene: AppScene, gesture: Gesture) -> AppScene:
    """Change a setting for all tables; an invalid value changes nothing."""
    name, value = gesture.about, gesture.value
    known = value in EVERYWHERE.get(name, ())
    return scene.but(Effect("liked"), liked={**scene.state.liked, name: value}) if known else scene


def chosen(scene: AppScene, values: Mapping[str, Any], luck: int) -> Given:
    """Return the parameters of the chosen game; an unknown choice counts as the first option."""
    found = {
        each.name: value if (value := text_of(values, each.name)) in each.options else next(iter(each.options))
        for each in choices(scene)
    }
    start = scene.view.set_up.start
    position = start(found, luck) if start else scene.game.new_game(seed=luck)
    given = {"session": scene.game.new_session(position).text()}
    if "against" not in found:
        return given
    how = {"seats": f"{YOU}-{found['against']}", "hands": found["hands"], "quick": found.get("pace") == "quick"}
    return {**given, **how, "by_hand": scene.state.liked.get("steps") == "hand"}


def go_on(scene: AppScene, gesture: Gesture) -> AppScene:
    """Resume the last unfinished game."""
    kind = left(scene)[0]
    return scene.but(Effect(GO, (kind, {}))) if kind else scene


def paste(scene: AppScene, gesture: Gesture) -> AppScene:
    """Open a pasted link, game, position or branches, or say that it can't be read."""
    text = gesture.text("text", MOST_TEXT).strip()
    parts = read_address(text.partition("?")[2]) if text.startswith("http") else {}
    word = next((each for each in ("session", "position", LAB) if each in parts), "")
    given = {"session": parts[word] if word else text}
    try:
        if scene.view.editor and tree_in(scene.game, given["session"]) is not None:
            return scene.but(Effect(GO, (LAB, {"lab": given["session"]})), wrong=False)
        session_of(scene.game, given)
    except Unopened:
        return scene.but(wrong=True)
    return scene.but(Effect(GO, (SHARED, given)), wrong=False)


# ---- the puzzle on the home page


def at_puzzle(scene: AppScene, gesture: Gesture) -> AppScene:
    """Apply a gesture at the puzzle's table, unless the puzzle is already solved."""
    puzzle = puzzle_view.offered(scene)
    if puzzle is None or scene.answering.answered:
        return scene
    small = puzzle_view.table(scene, puzzle)
    known = {**small.view.routes, **{verb: ROUTES[verb] for verb in ("shortcut", "escape")}}
    after = routed(small, gesture._replace(at=None), known)
    return scene if after is small else scene.but(tried=puzzle_view.left(scene, after))


def solve(scene: AppScene, gesture: Gesture) -> AppScene:
    """Answer the puzzle with what's on its table, unless it's already solved."""
    puzzle = puzzle_view.offered(scene)
    given = puzzle_view.chosen(scene, puzzle_view.table(scene, puzzle)) if puzzle else ""
    if not given or scene.answering.answered:
        return scene
    return scene.but(solved=(*(each for each in scene.state.solved if each != given), given))


# ---- looking up


def looked_up(scene: AppScene, given: Given) -> AppState:
    """Return the state for opening a page, with any rule or piece that's named; raise Unopened if it doesn't exist."""
    fresh = scene.but(
        query="", opened=(), example=None, search="", narrowed={}, piece="", rule="", tab=RULES, wrong=False,
        losing=None, asking=False,
    )  # fmt: skip
    known, rule = scene.view.look_up, text_of(given, "rule")
    if given.get("rule"):
        if rule not in scene.words.rules:
            raise Unopened("address.no-rule", str(given["rule"]))
        return fresh.but(rule=rule).state
    if known is None or not given.get(known.word):
        return fresh.state
    found = known.named(text_of(given, known.word))
    if found is None:
        raise Unopened("address.no-piece", str(given[known.word]))
    return fresh.but(piece=found, tab=PIECES).state


def seek(scene: AppScene, gesture: Gesture) -> AppScene:
    """Search the rules."""
    words = gesture.text("text", LONGEST) or gesture.value[:LONGEST]
    return scene.but(query=words, rule="", example=None)


def rule_shown(scene: AppScene, gesture: Gesture) -> AppScene:
    """Show a rule in full, or no rule if none is named."""
    known = not gesture.about or gesture.about in scene.words.rules
    return scene.but(rule=gesture.about, example=None) if known else scene


def practise(scene: AppScene, gesture: Gesture) -> AppScene:
    """Go to practice on a rule."""
    known = gesture.about in scene.game.practises()
    return scene.but(Effect(GO, (PRACTISE, {"practise": gesture.about}))) if known else scene


def to_lab(scene: AppScene, gesture: Gesture) -> AppScene:
    """Go to the lab with the position that shows a rule."""
    name = examples.named_for(scene, gesture.about) if scene.view.editor else None
    if name is None:
        return scene
    return scene.but(Effect(GO, (LAB, {"lab": scene.game.kernel().write(scene.game.named_position(name))})))


def piece(scene: AppScene, gesture: Gesture) -> AppScene:
    """Show one of the game's pieces."""
    found = scene.view.look_up.named(gesture.about) if scene.view.look_up else None
    return scene.but(piece=found) if found else scene


def narrow(scene: AppScene, gesture: Gesture) -> AppScene:
    """Set or clear a filter on the pieces; an invalid value changes nothing."""
    name, _, value = gesture.about.partition("=")
    known = scene.view.look_up
    offered = {each.name: each.values for each in known.filters(scene.language)} if known else {}
    if value not in offered.get(name, {}):
        return scene
    others = {each: chosen for each, chosen in scene.state.narrowed.items() if each != name}
    return scene.but(narrowed=others if scene.state.narrowed.get(name) == value else {**others, name: value})


def tab(scene: AppScene, gesture: Gesture) -> AppScene:
    """Switch to the tab with the rules or the pieces."""
    known = gesture.about == RULES or (gesture.about == PIECES and scene.view.look_up is not None)
    return scene.but(tab=gesture.about, example=None) if known else scene


def also(scene: AppScene, gesture: Gesture) -> AppScene:
    """Show the pieces that match the words searched for in the rules."""
    found = tab(scene, gesture._replace(about=PIECES))
    return found.but(search=scene.state.query[:100], narrowed={}) if found.state.tab == PIECES else found


ACTS: Mapping[str, Act] = {
    "go": enter,
    "back": back,
    LESSON: course_update.lesson,
    first_game.WAY: lambda scene, gesture: scene.but(Effect(GO, first_game.led(gesture.about))),
    puzzle_view.SOLVE: solve,
    puzzle_view.RESET: lambda scene, gesture: scene if scene.answering.answered else scene.but(tried=None),
    "sheet": lambda scene, gesture: scene.but(sheet=gesture.about, shared=None) if gesture.about in SHEETS else scene,
    "like": like,
    "ask": lambda scene, gesture: scene.but(asking=not scene.state.asking),
    "forget": forget,
    "begin": begin,
    "keep": lambda scene, gesture: scene.but(losing=None),
    "on": go_on,
    "paste": paste,
    "find": lambda scene, gesture: scene.but(search=(gesture.text("text", 100) or gesture.value[:100])),
    "tab": tab,
    "also": also,
    "seek": lambda scene, gesture: scene.but(query=gesture.about[:LONGEST], rule="", example=None),
    "rule": rule_shown,
    "practise": practise,
    "lab": to_lab,
    "narrow": narrow,
    "piece": piece,
    "shut": lambda scene, gesture: scene,
    **{verb: outside(verb) for verb in ("asides", "language", "theme", "share", "picture", "file")},
}
