"""A learner's place in a lesson, and a twin of that lesson without a page, which works out what a click leads to."""

import json
import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from apz.apocalypze.kernel import KERNEL
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.language.words import words
from apz.apocalypze.teaching import course
from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import read_progress
from apz.core.learning.questions import HINTS
from apz.core.reading import BadInput
from apz.widgets.app.address import read_kept
from apz.widgets.app.place import AppContext
from apz.widgets.app.places import open_lesson
from apz.widgets.base.page import PageScene, PageState
from apz.widgets.base.tree import Tree
from apz.widgets.learn.browser_progress import BrowserProgress
from apz.widgets.learn.lesson import Lesson


class Step(NamedTuple):
    """A learner's place: the saved lesson, the content of the page, and the learner's record."""

    given: str
    text: str
    learned: str

    def __str__(self) -> str:
        walk = json.loads(self.given)["walk"]
        given, hints, played = len(walk["given"]), walk["hints"], walk["played"]
        counts = {"round": walk["round"], "answers": given, "hints": hints, "moves": played}
        told = [f"{name} {count}" for name, count in counts.items() if count]
        return " ".join([walk["lesson"], walk["task"] or "(its end)", *told])


def read(text: str) -> Mastery:
    """Return the learner's record that's saved in a text."""
    return read_progress(text, tuple(rules()), KERNEL.name)


def learned(found: Mastery) -> str:
    """Return a record's content in a form that can be compared."""
    return repr((sorted(found.records.items()), sorted(found.lessons.items())))


def step(seen: Mapping[str, Any]) -> Step | None:
    """Return the learner's place according to the page and the browser's storage, or None if it can't be read."""
    kept = read_kept(seen.get("desk", ""))
    if kept is None or "lesson" not in kept.last or not seen["text"]:
        return None
    try:
        return Step(json.dumps(kept.last["lesson"], sort_keys=True), seen["text"], learned(read(seen["progress"])))
    except BadInput:
        return None


def spelled(tree: Tree) -> str:
    """Return a tree's text as it appears on a page."""
    return tree if isinstance(tree, str) else "".join(map(spelled, tree[2:]))


class Click(NamedTuple):
    """A button to press, or a text to type and send."""

    do: str
    text: str = ""


class Twin:
    """The same lesson at the same step without a page: it knows what the page shows, and what follows a click."""

    def __init__(self, seen: Mapping[str, Any]) -> None:
        kept = read_kept(seen["desk"])
        assert kept
        self.keeper = BrowserProgress(lambda: None, lambda: None)
        self.keeper.mastery = read(seen["progress"])
        place = open_lesson(AppContext(PageScene(PageState()), self.keeper, lambda *_: None), kept.last["lesson"])
        assert isinstance(place.panel, Lesson)
        self.place, self.panel = place, place.panel

    def step(self) -> Step:
        """Return the learner's place."""
        given = json.dumps(self.place.given(), sort_keys=True)
        return Step(given, spelled(self.panel.view["tree"]), learned(self.keeper.mastery))

    def do(self, click: Click) -> Step:
        """Make a click in the twin, and return the step it leads to."""
        self.panel.receive(None, {"do": click.do, "at": self.panel.session.at, "values": {"text": click.text}}, None)
        return self.step()

    def choose(self, dice: random.Random) -> Click:
        """Return a click that a learner might make here: usually a right one, but not always."""
        panel = self.panel
        run, task = panel.run, panel.run.task
        if task is None:
            names = course.order()
            return Click(panel.scene.spelled("start", names[(names.index(panel.lesson.id) + 1) % len(names)]))
        if run.question and not run.answered:
            return answer(panel, dice)
        if task.play and run.played < len(task.play):
            return Click(panel.scene.spelled("play"))
        if task.goal and not run.solved:
            if wanted := run.wanted:
                return Click("command", words().move(wanted.before, wanted.move))
            return Click(panel.scene.spelled("again"))
        return Click(panel.scene.spelled("try" if task.attempt and not run.solved else "next"))


def answer(panel: Lesson, dice: random.Random) -> Click:
    """Return a click that answers a question, right or wrong, or that asks for help."""
    question = panel.run.question
    assert question
    luck = dice.random()
    if luck < 0.15 and panel.run.hints < HINTS - 1:
        return Click(panel.scene.spelled("hint"))
    right = sorted(question.right)
    if question.several:
        left = sorted(question.right ^ panel.store.state.marked)
        early = luck < 0.3 and panel.store.state.marked
        return (
            Click(panel.scene.spelled("mark", left[0])) if left and not early else Click(panel.scene.spelled("marked"))
        )
    if not question.options:
        return Click(panel.scene.spelled("typed"), str(int(right[0]) + (luck < 0.4)))
    wrong = sorted({option.answer for option in question.options} - question.right)
    return Click(panel.scene.spelled("pick", dice.choice(wrong) if wrong and luck < 0.4 else right[0]))
