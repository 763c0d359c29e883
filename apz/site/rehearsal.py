"""Rehearsals: the app's answers to a visitor's first clicks, recorded so that a page needn't wait for Python.

A visit is the app's first words, its answer to the page's greeting, and its answers to the clicks that follow. The
build rehearses a first visit, and the worker rehearses the next one while its page is idle. Once Python is there, it's
still told about everything that was clicked, and its answer is the one that counts. To keep the two the same, we
rehearse only what depends on the greeting and the clicks alone: nothing random, timed or slow.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from apz.widgets.app.place import HOME, LEARN, LOOK
from apz.widgets.base import light, work
from apz.widgets.base.panel import as_json
from apz.widgets.base.renderer import Renderer
from apz.widgets.learn.state import LESSON, SETUP

Message = dict[str, Any]
Scene = dict[str, Any]  # what the app says, and the number of the scene that follows each click
# the app's first words, the greeting it expects, and the scenes, of which the first answers the greeting
Visit = dict[str, Any]
Click = tuple[str, str, int]  # the panel, what the click does, and the moment it's made at

FIRST_VISIT: Message = {"address": "", "desks": [], "progress": [], "broken": False, "aside": 0, "keeps": True}
STEADY = (HOME, LEARN, SETUP, LOOK, LESSON)  # places that look the same whenever and however often they're opened
MOST_SCENES = 90  # of one rehearsal
MOST_CLICKS = 7  # in a row
DROP = "drop:"  # how a gesture by dragging begins
MOVED = "moved"  # our own class for anything that can be dragged
OWN = "learn:"  # how a gesture of the pages themselves begins
LEADING = {"lit", "main", MOVED}  # classes of the elements that lead on in a puzzle
# what these do can't be done twice, or depends on the site's address or on a count of all widgets there ever were
LEFT_OUT = ("learn:forget", "learn:file", "learn:picture", "learn:asides", "learn:share", "learn:sheet")
FIELDS = ("form", "input", "select", "textarea")


@contextmanager
def apart() -> Iterator[list[Message]]:
    """Give an app made inside the block its own page, and skip its long work; yield the list of the app's messages."""
    said: list[Message] = []
    before = Renderer.kept, work.elsewhere
    Renderer.kept, work.elsewhere = None, lambda *_: lambda: None  # long work would report after the page is gone
    try:
        with light.apart(said.append):
            yield said
    finally:
        Renderer.kept, work.elsewhere = before


def played(game: str, hello: Message, clicks: Iterable[Click]) -> tuple[list[list[Message]], Any]:
    """Open the app, greet it and make the clicks; return the messages after each of these, and the app."""
    from apz.widgets.app.app import App

    with apart() as said:
        app = App("", game=game)
        said.append({"type": "root", "id": app.model_id})
        batches = [folded(said)]
        heard = [(app.browser.model_id, {"hello": hello}), *((to, {"do": do, "at": at}) for to, do, at in clicks)]
        for to, content in heard:
            said.clear()
            light.hear({"id": to, "content": content})
            batches.append(folded(said))
    return batches, app


def inside(tree: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the tag and the attributes of every element in a tree, except those inside an example."""
    if isinstance(tree, list):
        yield tree[0], tree[1]
        if "data-scope" not in tree[1]:
            for each in tree[2:]:
                yield from inside(each)


def doable(tree: Any) -> dict[str, set[str]]:
    """Return the gestures to rehearse that a click or a drag in a tree can make, each with its elements' classes."""
    found = dict[str, set[str]]()
    elements = list(inside(tree))
    for tag, its in elements:
        do = its.get("data-do", "")
        if do and tag not in FIELDS and not its.get("disabled") and not do.startswith(LEFT_OUT):
            moved = {MOVED} if "data-drag" in its else set[str]()
            found.setdefault(do, set()).update(str(its.get("class", "")).split(), moved)
    things = [str(its["data-drag"]) for _, its in elements if "data-drag" in its]
    for target in (its for _, its in elements if "data-drop" in its):
        for thing in things:
            if thing in str(target.get("data-takes", "")).split():
                found[f"{DROP}{thing}>{target['data-drop']}"] = {MOVED}
    return found


def leading_on(app: Any, clicks: tuple[Click, ...], deep: bool) -> Iterator[Click]:
    """Yield the clicks and drags to rehearse next: at first all on the home page, later only those of its puzzle.

    Without `deep`, the puzzle is left out.
    """
    state = app.store.state
    if not clicks:
        for panel in (app.bar, app.home):
            found = [do for do in doable(panel.view["tree"]) if deep or do.startswith(OWN)]
            yield from ((panel.model_id, do, panel.view["at"]) for do in found)
        return
    if app.place.panel is not app.home or state.tried is None or state.tried.state.answer is not None:
        return  # it's another page, or it said why something can't be done
    leading = {"main"} if state.solved else LEADING  # once it's judged, there's one way on
    done = {do for _, do, _ in clicks}
    used = {do.partition(":")[2].partition(">")[0] for do in done}  # nothing is moved twice
    for do, classes in doable(app.home.view["tree"]).items():
        away = do.startswith("learn:lesson") and not app.store.scene.answering.answered  # the puzzle isn't solved yet
        again = do in done or (do.startswith(DROP) and do.removeprefix(DROP).partition(">")[0] in used)
        if classes & leading and not again and not away:
            yield (app.home.model_id, do, app.home.view["at"])


def folded(batch: list[Message]) -> list[Message]:
    """Return a batch of messages without values that a later message in the batch replaces."""
    found, given = list[Message](), set[tuple[str, str]]()
    for each in reversed(batch):
        state = {name: value for name, value in each.get("state", {}).items() if (each["id"], name) not in given}
        given |= {(each["id"], name) for name in state}
        if state or each["type"] != "update":
            found.append({**each, "state": state} if "state" in each else each)
    return found[::-1]


def look(app: Any, said: list[Message]) -> str:
    """Return one text with everything the app shows and keeps after these messages, and which parts are new.

    Two clicks that lead to the same look can share a scene.
    """
    new = sorted((each["type"], each["id"], *each.get("state", ())) for each in said)
    shown = [[each.view["at"], each.view["tree"]] for each in (app.bar, app.place.panel)]
    return as_json([shown, app.browser.get_state(), new])


def rehearsed(game: str, hello: Message, deep: bool) -> Iterator[Visit | None]:
    """Rehearse a visit that begins with this greeting; yield None at each step, and finally the whole visit.

    Without `deep`, rehearse only what the first click leads to, and leave out the puzzle.
    """
    first, answer = played(game, hello, ())[0]
    scenes: list[Scene] = [{"said": answer, "next": {}}]
    known = dict[str, int]()
    waiting = [(0, tuple[Click, ...]())]
    while waiting and len(scenes) < MOST_SCENES:
        number, clicks = waiting.pop(0)
        for click in leading_on(played(game, hello, clicks)[1], clicks, deep):
            yield None
            longer = (*clicks, click)
            (*_, said), app = played(game, hello, longer)
            if app.place.kind not in STEADY:
                continue
            seen = look(app, said)
            if seen not in known:
                known[seen] = len(scenes)
                scenes.append({"said": said, "next": {}})
                if deep and len(longer) < MOST_CLICKS:
                    waiting.append((known[seen], longer))
            scenes[number]["next"][as_json(click)] = known[seen]
    yield {"said": first, "hello": {name: hello[name] for name in FIRST_VISIT}, "scenes": scenes}


def first_visit(game: str, language: str) -> Visit:
    """Rehearse a first visit in a language, and return it."""
    hello = {**FIRST_VISIT, "tab": "", "place": "", "speaks": language}
    return next(each for each in rehearsed(game, hello, deep=True) if each)


if __name__ == "__main__":  # so that the build, which has Jupyter's widgets, can rehearse on the small base
    chosen, *languages = sys.argv[1:]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(json.dumps({each: first_visit(chosen, each) for each in languages}, ensure_ascii=False))
