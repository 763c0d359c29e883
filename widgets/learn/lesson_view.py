"""How a lesson looks: where one is in it, what is said, the question with its answer, and the table it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from apz.apocalypze.language.commands import one_move
from apz.apocalypze.model import DECK
from apz.apocalypze.teaching import course
from apz.apocalypze.teaching.words import teaching
from apz.core.learning.questions import HINTS
from apz.core.reading import clean
from apz.core.trace import Step
from apz.widgets.base.tree import Tree, button, classes, h, plain
from apz.widgets.base.trouble import trouble
from apz.widgets.learn import asking, first_game, lesson_scene
from apz.widgets.learn.prose import prose
from apz.widgets.table import explain
from apz.widgets.table.unfold import chip, unfolded

if TYPE_CHECKING:
    from apz.widgets.learn.lesson import Lesson


def draw(panel: Lesson) -> Tree:
    """The whole lesson, in the order in which it is read on a narrow screen."""
    run = panel.run
    page = [end(panel)] if run.ended else [task(panel), lesson_scene.draw(panel)]
    return h("main", head(panel), trouble(panel.desk), panel.unsaved(), page, class_="lesson", data_frame="1")


# ---- where we are


def head(panel: Lesson) -> Tree:
    """The lesson's name, and its tasks to go to."""
    run, names = panel.run, course.order()
    lesson = run.lesson
    place = names.index(lesson.id) + 1
    title = panel.told("lesson.head", number=place, count=len(names), title=lesson.title)
    minutes = h("small", panel.told("lesson.minutes", minutes=lesson.minutes))
    steps = [dot(panel, number) for number in range(len(lesson.tasks))]
    skip = (
        button(panel.told("lesson.skip"), panel.spelled("check"), class_="ghost")
        if run.at == 0 and not panel.run.check
        else None
    )
    check = h("p", h("b", panel.told("lesson.check-head"))) if panel.run.check else None
    tasks = h("nav", steps, class_="dots", data_keys="grid", data_row="1", aria_label=panel.told("lesson.tasks"))
    return h(
        "header",
        h("h1", title),
        h("p", minutes, " ", skip),
        check,
        tasks,
        class_="pane lesson-head",
    )


def dot(panel: Lesson, number: int) -> Tree:
    """One task to go to."""
    run = panel.run
    count, done = len(run.lesson.tasks), run.lesson.tasks[number].id in run.passed
    name = panel.told("lesson.task-done" if done else "lesson.task", number=number + 1, count=count)
    here = "step" if number == run.at else None
    return button(
        "✓" if done and not here else str(number + 1),
        panel.spelled("open", str(number)),
        class_=classes("dot", done and "done", here and "now"),
        aria_label=name,
        aria_current=here,
    )


# ---- the task


def task(panel: Lesson) -> Tree:
    """What is said and asked now."""
    run, desk = panel.run, panel.desk
    now = run.task
    assert now is not None
    count, stage = len(run.lesson.tasks), panel.told(f"stages.{now.stage}")
    title = panel.told("lesson.now", number=run.at + 1, count=count, stage=stage)
    intro = prose(desk, "intro", run.lesson.intro) if run.at == 0 and not panel.run.check else []
    body: list[Tree | None] = [
        h("h2", title, class_="stage", tabindex="-1", data_home=None if run.answered else "1"),
        *intro,
        *prose(desk, f"t{run.at}", now.said.get("say", "")),
    ]
    body += ACTS[now.act](panel)
    if not lesson_scene.told_there(panel):
        body += lesson_scene.result(panel)
    body.append(h("div", onward(panel), class_="buttons onward", data_stays="1"))
    body.append(h("div", other_ways(panel), class_="buttons"))
    key = f"task{run.at}.{run.chance}"
    news = f"{run.lesson.id}.{key}"
    return h("section", body, class_="pane task", aria_label=title, key=key, data_news=news, data_held="1")


def asked(panel: Lesson) -> list[Tree | None]:
    """A question, what is said to its answer, its hints, and then what really happens."""
    run, desk = panel.run, panel.desk
    found = run.question
    assert found is not None
    parts = asking.asked(desk, found, panel.spelled, panel.marked, run.answering, panel.unread)
    parts.append(asking.answered(desk, f"v{run.at}", found, run.verdicts, run.answering.shown))
    if not run.answered:
        parts.append(asking.hints(desk, hints(panel), run.hints))
        parts.append(h("div", hint_buttons(panel), class_="buttons"))
    return [*parts, *watched(panel)]


def hints(panel: Lesson) -> list[str]:
    """The four hints: the author's own, or what the kernel knows."""
    run = panel.run
    own = run.task.said.get("hints") if run.task else None
    if own:
        return list(own)
    if run.question is not None:
        return list(teaching(panel.desk.language).hints(run.question))
    step = run.wanted
    return step_hints(panel, step) if step else [panel.told("lesson.off-the-way")] * HINTS


def step_hints(panel: Lesson, step: Step) -> list[str]:
    """The four hints to a move: a card or what is asked, the rule, what kind of move, the move."""
    words, card = panel.desk.words, getattr(step.move, "card", DECK)
    look = "steps.look" if card >= 0 else "steps.asked"
    rule = words.rules[step.notes[0].rule]
    return [
        panel.told(look, card=words.name(step.before, card), asked=words.waiting(step.before)),
        panel.told("steps.rule", title=rule.title, text=rule.text),
        panel.told(f"steps.{type(step.move).__name__.lower()}"),
        panel.told("steps.move", move=words.move(step.before, step.move)),
    ]


def hint_buttons(panel: Lesson) -> list[Tree]:
    """More help."""
    found = []
    if panel.run.hints < HINTS - 1:
        found.append(button(panel.told("lesson.hint"), panel.spelled("hint"), class_="ghost"))
    return [*found, button(panel.told("lesson.show"), panel.spelled("show"), class_="ghost")]


def watched(panel: Lesson) -> list[Tree | None]:
    """The moves that the task shows, one after the other, each explained."""
    run = panel.run
    now = run.task
    assert now is not None
    if not now.play or (run.question is not None and not run.answered):
        return []
    parts: list[Tree | None] = []
    if run.played:
        told_now = panel.told("lesson.worked", number=run.played, count=len(now.play))
        steps = explain.draw(panel.desk, folded=True)
        news = f"step{run.played}"
        parts.append(h("div", h("p", h("small", told_now)), steps, class_="explain", key="worked", data_news=news))
    return parts


def goal(panel: Lesson) -> list[Tree | None]:
    """Something to reach on the table: help on the way there."""
    run = panel.run
    if run.solved:
        return []
    more: list[Tree] = []
    if not (run.missed or run.strayed):
        more.append(button(panel.told("lesson.hint"), panel.spelled("hint"), class_="ghost"))
        more += lesson_scene.ways_back(panel)
    return [asking.hints(panel.desk, hints(panel), run.hints), h("div", more, class_="buttons") if more else None]


def tried(panel: Lesson) -> list[Tree | None]:
    """Something illegal to try, as long as it was not refused by the rule that is meant."""
    run, desk = panel.run, panel.desk
    now = run.task
    assert now is not None
    if run.solved:
        return []
    start = panel.table.start  # the learner may have played on meanwhile
    move = one_move(start, now.attempt)
    word = "lesson.try-it" if panel.clicks_of(move) else "lesson.try-press"
    line = h("p", panel.told(word, move=clean(desk.words.move(desk.shown(start), move), 120)))
    return [line, h("p", button(panel.told("lesson.try"), panel.spelled("try"), class_="do main"))]


ACTS: Mapping[str, Callable[[Lesson], list[Tree | None]]] = {
    "ask": asked,
    "fresh": asked,
    "goal": goal,
    "try": tried,
    "watch": watched,
    "read": lambda panel: [],
}


def onward(panel: Lesson) -> list[Tree | None]:
    """On, or once more: this stays in sight."""
    run = panel.run
    now = run.task
    assert now is not None
    found: list[Tree | None] = []
    if now.play and run.played < len(now.play) and (run.question is None or run.answered):
        word = "lesson.see" if run.question is not None and not run.played else "lesson.watch"
        found.append(button(panel.told(word), panel.spelled("play"), class_="do main"))
    if now.fresh and run.answered and run.round < now.fresh.times:
        left = panel.told("lesson.left", left=now.fresh.times - run.round)
        found += [button(panel.told("lesson.fresh"), panel.spelled("next"), class_="do main"), h("small", left)]
    elif run.solved:
        if not lesson_scene.told_there(panel):
            found.append(lesson_scene.on(panel))
        if now.fresh:
            found.append(button(panel.told("lesson.another"), panel.spelled("another"), class_="ghost"))
    return found


def other_ways(panel: Lesson) -> list[Tree]:
    """Past the task, and back."""
    run, found = panel.run, list[Tree]()
    asks_on = run.task is not None and run.task.fresh and run.answered
    if not run.solved and not asks_on:
        found.append(button(panel.told("lesson.past"), panel.spelled("next"), class_="quiet"))
    if run.at:
        found.append(button(panel.told("lesson.back"), panel.spelled("back"), class_="quiet"))
    return found


# ---- the end


def end(panel: Lesson) -> Tree:
    """What to remember, and where to go from here."""
    lesson, desk = panel.run.lesson, panel.desk
    names = course.order()
    place = names.index(lesson.id)
    rules = [[chip(desk, "end", rule), " ", unfolded(desk, "end", rule)] for rule in lesson.teaches]
    following = names[place + 1] if place + 1 < len(names) else ""
    buttons: list[Tree] = [button(panel.told("lesson.first-again"), panel.spelled("start", lesson.id), class_="ghost")]
    on_way = panel.to_game is not None and lesson.id in course.FIRST
    if following:
        title = course.lesson(following, desk.language).title
        on = panel.told("lesson.after", title=title)
        buttons.insert(0, button(on, panel.spelled("start", following), class_="ghost" if on_way else "do main"))
    if on_way:
        buttons.insert(0, first_game.onward(panel, "start", "game"))
    remember = h("ol", [h("li", clean(line, 400)) for line in lesson.remember], class_="remember")
    checked = "lesson.check-passed" if panel.run.faultless else "lesson.check-failed"
    over = panel.told(checked if panel.run.check else "lesson.over")
    return h(
        "section",
        h("p", h("b", over), tabindex="-1", data_home="1"),
        h("h3", panel.told("lesson.end")),
        remember,
        h("details", h("summary", panel.told("lesson.rules")), h("p", rules)),
        h("div", buttons, class_="buttons"),
        class_="pane task end",
        aria_label=panel.told("lesson.end"),
        key="end",
    )


def said(panel: Lesson) -> str:
    """What a screen reader hears after a gesture, the newest of it; nothing where the table has to say it."""
    run, desk = panel.run, panel.desk
    if desk.state.trouble:
        return ""
    if run.ended:
        return clean(flat(end(panel)), asking.SENTENCE)
    if panel.last == "hint" and run.hints and not run.answered:
        return clean(hints(panel)[run.hints - 1], asking.SENTENCE)
    if run.task is not None and run.task.act in ("goal", "try"):
        looking = run.task.act == "goal" and (desk.state.answer is not None or desk.state.chosen is not None)
        found = None if looking else lesson_scene.verdict(panel)
        return clean(flat(found), asking.SENTENCE) if found is not None else ""
    if run.question is None or desk.state.answer or panel.last == "play":
        return ""
    return asking.said(desk, run.question, run.answering, panel.unread)


def flat(tree: Tree) -> str:
    """The text of a tree in one line."""
    return plain(tree).replace("\n", " ")
