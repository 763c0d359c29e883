"""The view of a lesson: its tasks, what it says, the question with its answer, and the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apz.core.learning.questions import HINTS
from apz.core.reading import clean
from apz.core.trace import Step
from apz.widgets.base.tree import Tree, button, classes, h, plain
from apz.widgets.base.trouble import trouble
from apz.widgets.learn import first_game, lesson_table, question_view
from apz.widgets.learn.prose import prose
from apz.widgets.learn.record_view import unsaved
from apz.widgets.learn.scene import LessonScene
from apz.widgets.table import explain
from apz.widgets.table.unfold import chip, unfolded


def draw(scene: LessonScene) -> Tree:
    """Draw the whole lesson, in the order in which it is read on a narrow screen."""
    run = scene.run
    page = [end(scene)] if run.ended else [task(scene), lesson_table.draw(scene)]
    return h("main", head(scene), trouble(scene), unsaved(scene), page, class_="lesson", data_frame="1")


# ---- where we are


def head(scene: LessonScene) -> Tree:
    """Draw the lesson's name, and its tasks to go to."""
    run, names = scene.run, scene.game.course().order()
    lesson = run.lesson
    place = names.index(lesson.id) + 1
    title = scene.told("lesson.head", number=place, count=len(names), title=lesson.title)
    minutes = h("small", scene.told("lesson.minutes", minutes=lesson.minutes))
    steps = [dot(scene, number) for number in range(len(lesson.tasks))]
    skip = (
        button(scene.told("lesson.skip"), scene.spelled("check"), class_="ghost")
        if run.at == 0 and not scene.run.check
        else None
    )
    check = h("p", h("b", scene.told("lesson.check-head"))) if scene.run.check else None
    tasks = h("nav", steps, class_="dots", data_keys="grid", data_row="1", aria_label=scene.told("lesson.tasks"))
    return h(
        "header",
        h("h1", title),
        h("p", minutes, " ", skip),
        check,
        tasks,
        class_="pane lesson-head",
    )


def dot(scene: LessonScene, number: int) -> Tree:
    """Draw one task to go to."""
    run = scene.run
    count, done = len(run.lesson.tasks), run.lesson.tasks[number].id in run.passed
    name = scene.told("lesson.task-done" if done else "lesson.task", number=number + 1, count=count)
    here = "step" if number == run.at else None
    return button(
        "✓" if done and not here else str(number + 1),
        scene.spelled("open", str(number)),
        class_=classes("dot", done and "done", here and "now"),
        aria_label=name,
        aria_current=here,
    )


# ---- the task


def task(scene: LessonScene) -> Tree:
    """Draw what the task says and asks."""
    run = scene.run
    now = run.task
    assert now is not None
    count, stage = len(run.lesson.tasks), scene.told(f"stages.{now.stage}")
    title = scene.told("lesson.now", number=run.at + 1, count=count, stage=stage)
    intro = prose(scene, "intro", run.lesson.intro) if run.at == 0 and not scene.run.check else []
    body: list[Tree | None] = [
        h("h2", title, class_="stage", tabindex="-1", data_home=None if run.answered else "1"),
        *intro,
        *prose(scene, f"t{run.at}", now.said.get("say", "")),
    ]
    body += ACTS[now.act](scene)
    if not lesson_table.told_there(scene):
        body += lesson_table.result(scene)
    body.append(h("div", onward(scene), class_="buttons onward", data_stays="1"))
    body.append(h("div", other_ways(scene), class_="buttons"))
    key = f"task{run.at}.{run.chance}"
    news = f"{run.lesson.id}.{key}"
    return h("section", body, class_="pane task", aria_label=title, key=key, data_news=news, data_held="1")


def asked(scene: LessonScene) -> list[Tree | None]:
    """Draw a question, the verdict on its answer, its hints, and then what really happens."""
    run = scene.run
    found = run.question
    assert found is not None
    parts = question_view.asked(scene, found)
    parts.append(question_view.answered(scene, f"v{run.at}", found))
    if not run.answered:
        parts.append(question_view.hints(scene, hints(scene)))
        parts.append(h("div", hint_buttons(scene), class_="buttons"))
    return [*parts, *watched(scene)]


def hints(scene: LessonScene) -> list[str]:
    """Return the four hints: the author's own, or what the kernel knows."""
    run = scene.run
    own = run.task.said.get("hints") if run.task else None
    if own:
        return list(own)
    if run.question is not None:
        return list(scene.say.hints(run.question))
    step = run.wanted
    return step_hints(scene, step) if step else [scene.told("lesson.off-the-way")] * HINTS


def step_hints(scene: LessonScene, step: Step) -> list[str]:
    """Return the four hints to a move: a card or the decision, the rule, the kind of move, the move."""
    words, card = scene.words, getattr(step.move, "card", -1)
    look = "steps.look" if card >= 0 else "steps.asked"
    rule = words.rules[step.notes[0].rule]
    kind, known = type(step.move).__name__.lower(), scene.game.catalog("learning", scene.language)
    return [
        scene.told(look, card=words.name(step.before, card), asked=words.waiting(step.before)),
        scene.told("steps.rule", title=rule.title, text=rule.text),
        scene.told(f"steps.{kind if ('steps', kind) in known else 'any'}"),
        scene.told("steps.move", move=words.move(step.before, step.move)),
    ]


def hint_buttons(scene: LessonScene) -> list[Tree]:
    """Draw the buttons for help."""
    found = []
    if scene.run.hints < HINTS - 1:
        found.append(button(scene.told("lesson.hint"), scene.spelled("hint"), class_="ghost"))
    return [*found, button(scene.told("lesson.show"), scene.spelled("show"), class_="ghost")]


def watched(scene: LessonScene) -> list[Tree | None]:
    """Draw the moves that the task has shown so far, each explained."""
    run = scene.run
    now = run.task
    assert now is not None
    if not now.play or (run.question is not None and not run.answered):
        return []
    parts: list[Tree | None] = []
    if run.played:
        told_now = scene.told("lesson.worked", number=run.played, count=len(now.play))
        steps = explain.draw(scene, folded=True)
        news = f"step{run.played}"
        parts.append(h("div", h("p", h("small", told_now)), steps, class_="explain", key="worked", data_news=news))
    return parts


def goal(scene: LessonScene) -> list[Tree | None]:
    """Draw the help for a goal that isn't reached yet."""
    run = scene.run
    if run.solved:
        return []
    more: list[Tree] = []
    if not (run.missed or run.strayed):
        more.append(button(scene.told("lesson.hint"), scene.spelled("hint"), class_="ghost"))
        more += lesson_table.ways_back(scene)
    return [question_view.hints(scene, hints(scene)), h("div", more, class_="buttons") if more else None]


def tried(scene: LessonScene) -> list[Tree | None]:
    """Draw the illegal move to try, until its own rule has refused it."""
    run = scene.run
    now = run.task
    assert now is not None
    if run.solved:
        return []
    start = scene.session.start  # the learner may have played on meanwhile
    move = run.path.subject.move(start, now.attempt)
    word = "lesson.try-it" if scene.view.clicks(scene, move) else "lesson.try-press"
    line = h("p", scene.told(word, move=clean(scene.words.move(scene.shown(start), move), 120)))
    return [line, h("p", button(scene.told("lesson.try"), scene.spelled("try"), class_="do main"))]


ACTS: Mapping[str, Callable[[LessonScene], list[Tree | None]]] = {
    "ask": asked,
    "fresh": asked,
    "goal": goal,
    "try": tried,
    "watch": watched,
    "read": lambda scene: [],
}


def onward(scene: LessonScene) -> list[Tree | None]:
    """Draw the buttons that lead on, which stay in sight."""
    run = scene.run
    now = run.task
    assert now is not None
    found: list[Tree | None] = []
    if now.play and run.played < len(now.play) and (run.question is None or run.answered):
        word = "lesson.see" if run.question is not None and not run.played else "lesson.watch"
        found.append(button(scene.told(word), scene.spelled("play"), class_="do main"))
    if now.fresh and run.answered and run.round < now.fresh.times:
        left = scene.told("lesson.left", left=now.fresh.times - run.round)
        found += [button(scene.told("lesson.fresh"), scene.spelled("next"), class_="do main"), h("small", left)]
    elif run.solved:
        if not lesson_table.told_there(scene):
            found.append(lesson_table.on(scene))
        if now.fresh:
            found.append(button(scene.told("lesson.another"), scene.spelled("another"), class_="ghost"))
    return found


def other_ways(scene: LessonScene) -> list[Tree]:
    """Draw the ways past the task and back."""
    run, found = scene.run, list[Tree]()
    asks_on = run.task is not None and run.task.fresh and run.answered
    if not run.solved and not asks_on:
        found.append(button(scene.told("lesson.past"), scene.spelled("next"), class_="quiet"))
    if run.at:
        found.append(button(scene.told("lesson.back"), scene.spelled("back"), class_="quiet"))
    return found


# ---- the end


def end(scene: LessonScene) -> Tree:
    """Draw the end of the lesson: what to remember, and where to go from here."""
    lesson = scene.run.lesson
    course = scene.game.course()
    names = course.order()
    place = names.index(lesson.id)
    rules = [[chip(scene, "end", rule), " ", unfolded(scene, "end", rule)] for rule in lesson.teaches]
    following = names[place + 1] if place + 1 < len(names) else ""
    buttons: list[Tree] = [button(scene.told("lesson.first-again"), scene.spelled("start", lesson.id), class_="ghost")]
    on_way = scene.state.way and lesson.id in course.first
    if following:
        title = course.lesson(following, scene.language).title
        on = scene.told("lesson.after", title=title)
        buttons.insert(0, button(on, scene.spelled("start", following), class_="ghost" if on_way else "do main"))
    if on_way:
        buttons.insert(0, first_game.onward(scene, "start", "game"))
    remember = h("ol", [h("li", clean(line, 400)) for line in lesson.remember], class_="remember")
    checked = "lesson.check-passed" if scene.run.faultless else "lesson.check-failed"
    over = scene.told(checked if scene.run.check else "lesson.over")
    return h(
        "section",
        h("p", h("b", over), tabindex="-1", data_home="1"),
        h("h3", scene.told("lesson.end")),
        remember,
        h("details", h("summary", scene.told("lesson.rules")), h("p", rules)),
        h("div", buttons, class_="buttons"),
        class_="pane task end",
        aria_label=scene.told("lesson.end"),
        key="end",
    )


def said(scene: LessonScene) -> str:
    """Return what a screen reader hears after a gesture; nothing where the table says it."""
    run = scene.run
    if scene.state.trouble:
        return ""
    if run.ended:
        return clean(flat(end(scene)), question_view.SENTENCE)
    if scene.state.last == "hint" and run.hints and not run.answered:
        return clean(hints(scene)[run.hints - 1], question_view.SENTENCE)
    if run.task is not None and run.task.act in ("goal", "try"):
        looking = run.task.act == "goal" and (scene.state.answer is not None or scene.state.chosen is not None)
        found = None if looking else lesson_table.verdict(scene)
        return clean(flat(found), question_view.SENTENCE) if found is not None else ""
    if run.question is None or scene.state.answer or scene.state.last == "play":
        return ""
    return question_view.said(scene, run.question)


def flat(tree: Tree) -> str:
    """Return the text of a tree in one line."""
    return plain(tree).replace("\n", " ")
