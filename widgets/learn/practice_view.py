"""The view of practice: the question, what is said to its answer, and the table it is about."""

from __future__ import annotations

from apz.core.learning.questions import HINTS
from apz.core.reading import clean
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.base.trouble import trouble
from apz.widgets.learn import question_view
from apz.widgets.learn.lesson_table import looked_at
from apz.widgets.learn.practice_update import ALL
from apz.widgets.learn.record_view import unsaved
from apz.widgets.learn.scene import PracticeScene
from apz.widgets.table.rule_index import group_name
from apz.widgets.table.unfold import cited


def draw(scene: PracticeScene) -> Tree:
    """Draw the question, what is said to its answer, and the table."""
    name, number = scene.told("practice.name"), scene.practice.chance % 99991
    parts = (head(scene), body(scene))
    task = h("section", *parts, class_="pane task", aria_label=name, key=f"asked{number}", data_held="1")
    seen = h("div", scene.view.table(scene), looked_at(scene), class_="scene")
    return h("main", trouble(scene), unsaved(scene), task, seen, class_="lesson", data_frame="1")


def head(scene: PracticeScene) -> list[Tree]:
    """Draw what is practiced, a way to change it, and how hard it is."""
    index = scene.words.rules
    chapters = dict.fromkeys(rule.partition(".")[0] for rule in scene.game.practises())
    names = {ALL: scene.told("practice.all")}
    names |= {each: group_name(scene, each) for each in chapters}
    if "." in scene.state.about:
        names[scene.state.about] = index[scene.state.about].title
    options = [h("option", name, value=key) for key, name in names.items()]
    chosen = h(
        "label", h("span", scene.told("practice.about")), h("select", options, name="value", value=scene.state.about)
    )
    turn = h("button", scene.told("practice.turn"), type="submit", class_="ghost")
    level = h("small", scene.told("practice.level", level=scene.practice.level_of(scene.practice.kind)))
    form = h("form", chosen, turn, level, data_do=scene.spelled("about"), class_="practice-head", key="about")
    return [h("h1", scene.told("practice.name")), form]


def body(scene: PracticeScene) -> list[Tree | None]:
    """Draw the question with the verdict on its answer, or with help."""
    found, question = scene.practice, scene.question
    assert question is not None
    parts = question_view.asked(scene, question)
    parts.append(question_view.answered(scene, "p", question))
    if found.answered:
        rules = [cited(scene, "practised", rule) for rule in dict.fromkeys(question.rules)]
        parts.append(h("p", h("small", scene.told("practice.rules")), " ", rules))
        on = button(scene.told("practice.next"), scene.spelled("next"), class_="do main")
        parts.append(h("div", on, class_="buttons onward", data_stays="1"))
        return parts
    hints = list(scene.say.hints(question)) if found.hints else []
    more = [button(scene.told("lesson.show"), scene.spelled("show"), class_="ghost")]
    if found.hints < HINTS - 1:
        more.insert(0, button(scene.told("lesson.hint"), scene.spelled("hint"), class_="ghost"))
    more.append(button(scene.told("practice.pass"), scene.spelled("next"), class_="quiet"))
    return [*parts, question_view.hints(scene, hints), h("div", more, class_="buttons")]


def said(scene: PracticeScene) -> str:
    """Return the one announcement after a gesture; nothing where the table has to say it."""
    found, question = scene.answering, scene.question
    if scene.state.trouble or scene.state.answer or question is None:
        return ""
    if scene.state.last == "hint" and found.hints and not found.answered:
        return clean(scene.say.hints(question)[found.hints - 1], question_view.SENTENCE)
    return question_view.said(scene, question)
