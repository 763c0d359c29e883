"""Rehearsals: what the app says to a visitor's first clicks, written down so that a page needn't wait for Python.

A visit is the app's first words, its answer to the page's greeting, and its answers to the clicks that lead on from
there. The build rehearses a first visit, and the worker rehearses the next one while its page is idle. Python still
hears everything that was clicked, once it's there, and what it then says counts. So that it says the same, only what
depends on nothing but the greeting and the clicks is rehearsed: no chance, no clock, no long work.
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
Scene = dict[str, Any]  # what the app says, and by each click, the number of the scene that follows
# the app's first words, the greeting it expects, and the scenes, of which the first answers the greeting
Visit = dict[str, Any]
Click = tuple[str, str, int]  # the panel, what the click does, and the moment it's made at

FIRST_VISIT: Message = {"address": "", "desks": [], "progress": [], "broken": False, "aside": 0, "keeps": True}
STEADY = (HOME, LEARN, SETUP, LOOK, LESSON)  # places that look the same whenever and however often they're opened
MOST_SCENES = 90  # of one rehearsal
MOST_CLICKS = 7  # in a row
DROP = "drop:"  # how a gesture by dragging begins
MOVED = "moved"  # and of what can be dragged there
OWN = "learn:"  # and one of the pages themselves
LEADING = {"lit", "main", MOVED}  # classes of what leads on in a puzzle
# what these do can't be done twice, or depends on the site's address or on a count of all widgets there ever were
LEFT_OUT = ("learn:forget", "learn:file", "learn:picture", "learn:asides", "learn:share", "learn:sheet")
FIELDS = ("form", "input", "select", "textarea")


@contextmanager
def apart() -> Iterator[list[Message]]:
    """Give the app made inside a page of its own, without long work; what it says is in the list that's returned."""
    said: list[Message] = []
    before = Renderer.kept, work.elsewhere
    Renderer.kept, work.elsewhere = None, lambda *_: lambda: None  # it would report when the page is gone
    try:
        with light.apart(said.append):
            yield said
    finally:
        Renderer.kept, work.elsewhere = before


def played(game: str, hello: Message, clicks: Iterable[Click]) -> tuple[list[list[Message]], Any]:
    """Open the app, greet it and click; return what it said each time, and the app as it is then."""
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
    """Yield every element of a tree with its attributes, except in the frame of an example."""
    if isinstance(tree, list):
        yield tree[0], tree[1]
        if "data-scope" not in tree[1]:
            for each in tree[2:]:
                yield from inside(each)


def doable(tree: Any) -> dict[str, set[str]]:
    """Return what can be done in a tree by clicking and by dragging, with the classes of the elements that do it."""
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
    """Yield the clicks to rehearse next: at first every button, then what leads on with the puzzle at home.

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
    """Return a batch without the values that it replaces later on."""
    found, given = list[Message](), set[tuple[str, str]]()
    for each in reversed(batch):
        state = {name: value for name, value in each.get("state", {}).items() if (each["id"], name) not in given}
        given |= {(each["id"], name) for name in state}
        if state or each["type"] != "update":
            found.append({**each, "state": state} if "state" in each else each)
    return found[::-1]


def look(app: Any, said: list[Message]) -> str:
    """Return all that's shown and kept after the app said something, and what of it is new, as one text.

    What was said in a scene can be said again wherever it leads to the same look.
    """
    new = sorted((each["type"], each["id"], *each.get("state", ())) for each in said)
    shown = [[each.view["at"], each.view["tree"]] for each in (app.bar, app.place.panel)]
    return as_json([shown, app.browser.get_state(), new])


def rehearsed(game: str, hello: Message, deep: bool) -> Iterator[Visit | None]:
    """Rehearse a visit that begins with this greeting; yield None after each step, and the whole at last.

    Without `deep`, it's only what the first click leads to, and not in the puzzle.
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
    """Rehearse a first visit in a language."""
    hello = {**FIRST_VISIT, "tab": "", "place": "", "speaks": language}
    return next(each for each in rehearsed(game, hello, deep=True) if each)


if __name__ == "__main__":  # so that the build, which has Jupyter's widgets, can rehearse on the small base
    chosen, *languages = sys.argv[1:]
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(json.dumps({each: first_visit(chosen, each) for each in languages}, ensure_ascii=False))
