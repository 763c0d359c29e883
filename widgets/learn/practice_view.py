"""The view of practice: the question, the verdict on the answer, and the table."""

from __future__ import annotations

from math import cos, pi, sin

from apz.core.learning.practice import SESSION, Result
from apz.core.reading import clean
from apz.widgets.base.fields import icon, options
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.base.trouble import trouble
from apz.widgets.learn import question_view
from apz.widgets.learn.lesson_table import looked_at
from apz.widgets.learn.practice_update import ALL, MET, learner
from apz.widgets.learn.record_view import unsaved
from apz.widgets.learn.scene import PracticeScene
from apz.widgets.table.rule_index import group_name, grouped
from apz.widgets.table.unfold import cited

HIGH, MID = 0.8, 0.5  # shares of right answers


def draw(scene: PracticeScene) -> Tree:
    """Draw the session so far, the question with its verdict, and the table; or the recap at the end."""
    name, number = scene.told("practice.name"), scene.practice.chance % 99991
    if scene.practice.closed:
        return h("main", trouble(scene), unsaved(scene), recap(scene), class_="lesson practice", data_frame="1")
    question = scene.question
    assert question is not None
    about = scene.view.asked_about(scene, question)
    parts = (head(scene), body(scene), None if scene.practice.results else topic(scene))
    task = h(
        "section",
        *parts,
        class_="pane task",
        aria_label=name,
        key=f"asked{number}",
        data_held="1",
        data_speaks=f"asked{number}",
        data_shows=" ".join(map(str, scene.shown_first)) or None,
    )
    seen = h("div", scene.view.table(scene), looked_at(scene), class_="scene")
    top = h("header", h("h1", name, class_="aloud"), strip(scene), tally(scene), class_="practice-strip")
    return h(
        "main",
        trouble(scene),
        unsaved(scene),
        top,
        seen,
        task,
        class_=classes("lesson practice posed", scene.on_table and "lane-asked", about and f"about-{about}"),
        data_frame="1",
    )


def answered(scene: PracticeScene) -> bool:
    """Return True if the question already has a result in this session."""
    return bool(scene.practice.verdicts) or scene.practice.answering.shown


def strip(scene: PracticeScene) -> Tree:
    """Draw the session's questions, each as right, wrong, current, or still to come."""
    results, now = scene.practice.results, len(scene.practice.results) - answered(scene)
    steps = []
    for number in range(SESSION):
        state = ("was-right" if results[number].right else "was-wrong") if number < len(results) else "is-open"
        state = "is-now" if number == now and number >= len(results) else state
        sign = {"was-right": "✓", "was-wrong": "✗"}.get(state, str(number + 1))
        told = scene.told(f"practice.{state}", number=number + 1)
        here = classes(state, number == now and "here")
        steps.append(h("li", named(told, sign), class_=here, key=f"q{number}"))
    return h("ol", steps, class_="round-steps", aria_label=scene.told("practice.progress"))


def tally(scene: PracticeScene) -> Tree:
    """Draw the score and the streak."""
    found = scene.practice
    parts = [("star", found.score, "practice.right")]
    parts += [("flame", found.streak, "practice.in-a-row")] if found.streak > 1 else []
    told = [h("p", icon(sign), h("b", count), " ", scene.told(key)) for sign, count, key in parts]
    return h("div", told, class_="tally-now", role="status")


def head(scene: PracticeScene) -> Tree:
    """Draw the question's number and difficulty."""
    number = min(len(scene.practice.results) + (not answered(scene)), SESSION)
    told = (scene.told("practice.number", number=number, count=SESSION),
            scene.told("practice.level", level=scene.practice.level))  # fmt: skip
    return h("p", " · ".join(told), class_="kicker", key="standing")


def topic(scene: PracticeScene) -> Tree:
    """Draw the topic, and the control to change it; while a question is open, a single rule isn't named."""
    index = scene.words.rules
    met = "first" if learner(scene.state.progress, scene.state.today).new else "met"
    names = {MET: scene.told(f"practice.{met}"), ALL: scene.told("practice.all")}
    names |= {each: group_name(scene, each) for each in grouped(scene.game.practises())}
    if "." in scene.state.about:
        count = len(scene.practice.topic.rules)
        if count > 1:
            name = scene.told("practice.those-missed", count=count)
        else:
            name = index[scene.state.about].title if scene.practice.closed else scene.told("practice.one")
        names[scene.state.about] = name
    about = scene.state.about
    select = h("select", options(names, about), name="value", value=about)
    chosen = h("label", h("span", scene.told("practice.about")), select)
    turn = h("button", scene.told("practice.turn"), type="submit", class_="ghost")
    return h("form", chosen, turn, data_do=scene.spelled("about"), class_="practice-head", key="about")


def recap(scene: PracticeScene) -> Tree:
    """Draw the results of the session by question, and the buttons to practice missed rules or start a new session."""
    found, name = scene.practice, scene.told("practice.recap")
    word = "high" if found.score >= HIGH * SESSION else "mid" if found.score >= MID * SESSION else "low"
    score = named(scene.told("practice.score", score=found.score, count=len(found.results)), h("b", found.score),
                  h("small", scene.told("practice.of", count=len(found.results))))  # fmt: skip
    best = max(map(len, "".join("x" if each.right else " " for each in found.results).split()), default=0)
    due = len(scene.mastery.due(scene.state.today))
    again = button(scene.told("practice.missed", count=len(found.missed)), scene.spelled("missed"), class_="do main")
    more = button(
        scene.told("practice.more", count=SESSION), scene.spelled("next"), class_="ghost" if found.missed else "do main"
    )
    clean_sheet = scene.told("practice.clean") if not found.missed else ""
    told = " ".join(filter(None, [scene.told("practice.best", streak=best) if best > 1 else "", clean_sheet]))
    score_side = h(
        "div",
        h("p", ring(found.score, len(found.results)), score, class_="score-ring"),
        h("h1", scene.told(f"practice.recap-{word}"), tabindex="-1", data_home="1"),
        h("p", told) if told else None,
        h("p", h("small", scene.told("practice.due", count=due))) if due else None,
        h("div", again if found.missed else None, more, class_="buttons onward", data_stays="1"),
        topic(scene),
        class_="recap-score",
    )
    yours = scene.told("practice.yours", count=len(found.results))
    asked = h("div", h("h2", yours), h("ol", [result(scene, *each) for each in enumerate(found.results)]),
              class_="pane recap-list")  # fmt: skip
    return h("section", score_side, asked, class_="recap end", aria_label=name, key="recap", data_held="1")


def ring(score: int, count: int) -> Tree:
    """Draw the score in a ring of dots, one for each question."""
    dots = []
    for number in range(count):
        angle = 2 * pi * number / max(1, count)
        x, y = round(100 + 84 * sin(angle)), round(100 - 84 * cos(angle))
        dots.append(h("circle", cx=str(x), cy=str(y), r="12", class_="on" if number < score else "off"))
    return h("svg", dots, viewBox="0 0 200 200", aria_hidden="true", focusable="false")


def result(scene: PracticeScene, number: int, found: Result) -> Tree:
    """Draw one question's result and its rule, which can be unfolded if the answer was wrong."""
    state = "was-right" if found.right else "was-wrong"
    sign = named(scene.told(f"practice.{state}", number=number + 1), "✓" if found.right else "✗")
    rule = scene.words.rules.get(found.rule)
    title = rule.title if rule else found.rule
    shown = title if found.right or rule is None else cited(scene, "missed", found.rule)
    return h("li", h("span", sign, class_="sign"), h("span", shown), class_=state, key=f"r{number}")


def body(scene: PracticeScene) -> list[Tree | None]:
    """Draw the question with the verdict on the answer, then its rules once it's answered, or else help."""
    found, question = scene.practice, scene.question
    assert question is not None
    parts = question_view.asked(scene, question)
    parts.append(question_view.answered(scene, "p", question))
    if found.answered:
        rules = [cited(scene, "practised", rule) for rule in dict.fromkeys(question.rules)]
        parts.append(h("p", h("small", scene.told("practice.rules")), " ", rules))
        on = button(
            scene.told("practice.last" if found.full else "practice.next"), scene.spelled("next"), class_="do main"
        )
        parts.append(h("div", on, class_="buttons onward", data_stays="1"))
        return parts
    hints = list(scene.say.hints(question)) if found.hints else []
    skip = button(scene.told("practice.pass"), scene.spelled("next"), class_="quiet")
    more = h("div", question_view.help_buttons(scene), skip, class_="buttons")
    return [*parts, question_view.hints(scene, hints), more]


def said(scene: PracticeScene) -> str:
    """Return the announcement to make after a gesture; "" if the table makes it."""
    found, question = scene.answering, scene.question
    if scene.practice.closed:
        return scene.told("practice.score", score=scene.practice.score, count=len(scene.practice.results))
    if scene.state.trouble or scene.state.answer or question is None:
        return ""
    if scene.state.last == "hint" and found.hints and not found.answered:
        return clean(scene.say.hints(question)[found.hints - 1], question_view.SENTENCE)
    return question_view.said(scene, question)
