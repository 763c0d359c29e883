"""The view of a lesson: its tasks as a bar, the coach with the question, the table, and the buttons to continue."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apz.core.learning.mastery import MASTERED
from apz.core.learning.questions import HINTS
from apz.core.reading import clean
from apz.core.trace import Step
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.base.trouble import trouble
from apz.widgets.learn import first_game, lesson_table, question_view
from apz.widgets.learn.prose import prose
from apz.widgets.learn.record_view import unsaved
from apz.widgets.learn.scene import LessonScene
from apz.widgets.table import explain
from apz.widgets.table.unfold import chip, unfolded

STARS = 3
MOST_MISSED = 4


def draw(scene: LessonScene) -> Tree:
    """Draw the whole lesson on one screen: the coach, the table, and the buttons below both; or the lesson's end."""
    names = " ".join(map(str, sorted(scene.spoken)))
    pointing = names and not scene.run.answered
    line = h("i", class_="pointer", data_points=names, aria_hidden="true") if pointing else None
    page = [end(scene)] if scene.run.ended else [task(scene), lesson_table.draw(scene), foot(scene), line]
    held = classes("desk lesson coached", scene.on_table and "lane-asked")
    return h("main", head(scene), page, class_=held, data_frame="lesson")


# ---- the head


def head(scene: LessonScene) -> Tree:
    """Draw the lesson's name, its tasks as a bar, and the number of the current task."""
    run, names = scene.run, scene.game.course().order()
    lesson = run.lesson
    place = names.index(lesson.id) + 1
    title = scene.told("lesson.head", number=place, count=len(names), title=lesson.title)
    minutes = scene.told("lesson.minutes", minutes=lesson.minutes)
    about = scene.told("lesson.check-head") if run.check else minutes
    steps = [segment(scene, number) for number in range(len(lesson.tasks))]
    skip = button(scene.told("lesson.skip"), scene.spelled("check"), class_="quiet")
    number, count = numbered(scene, run.at)
    far = scene.told("lesson.place", number=number, count=count) if not run.ended else ""
    tasks = h("nav", steps, class_="dots", data_keys="grid", data_row="1", aria_label=scene.told("lesson.tasks"))
    return h(
        "header",
        h("div", h("h1", title), h("small", about), class_="lesson-name"),
        tasks,
        h("b", far, class_="far", aria_hidden="true") if far else None,
        skip if run.at == 0 and not run.check else None,
        class_="lesson-head",
    )


def segment(scene: LessonScene, number: int) -> Tree:
    """Draw one task in the bar as a button; a skip test shows none of its tasks as solved until the test is passed."""
    run = scene.run
    told = not run.check or (run.ended and run.check_passed)
    extra, done = number >= run.lesson.needed, told and run.lesson.tasks[number].id in run.passed
    place, count = numbered(scene, number)
    words = ("lesson.extra", "lesson.extra-done") if extra else ("lesson.task", "lesson.task-done")
    here = "step" if number == run.at else None
    text = "✓" if done and not here else "+" if extra else str(place)
    return button(
        h("span", text, class_="aloud"),
        scene.spelled("open", str(number)),
        class_=classes("dot", done and "done", here and "now", extra and "extra"),
        aria_label=scene.told(words[done], number=place, count=count),
        title=scene.told(words[done], number=place, count=count),
        aria_current=here,
    )


def numbered(scene: LessonScene, number: int) -> tuple[int, int]:
    """Return a task's number among the required or the extra tasks, and how many such tasks there are."""
    lesson = scene.run.lesson
    if number < lesson.needed:
        return number + 1, lesson.needed
    return number + 1 - lesson.needed, len(lesson.tasks) - lesson.needed


# ---- the task


def task(scene: LessonScene) -> Tree:
    """Draw the coach: the task's text, its question, and its outcome."""
    run, now = scene.run, scene.task
    number, count = numbered(scene, run.at)
    word = "lesson.extra-now" if now.optional else "lesson.now"
    title = scene.told(word, number=number, count=count, stage=scene.told(f"stages.{now.stage}"))
    intro = prose(scene, "intro", run.lesson.intro) if run.at == 0 and not scene.run.check else []
    text = [*intro, *prose(scene, f"t{run.at}", now.said_and_asked[0])]
    news, outcome = told_first(scene), lesson_table.result(scene)
    asked = ACTS[now.act](scene)
    said = [*news, *outcome, *asked, *text] if news or any(outcome) else [*text, *asked]
    key = f"task{run.at}.{run.chance}"
    face = scene.view.coach() if scene.view.coach else None
    return h(
        "section",
        trouble(scene),
        unsaved(scene),
        h("h2", title, class_="stage", tabindex="-1", data_home=None if run.answered else "1"),
        h(
            "div",
            h("span", face, class_="portrait", aria_hidden="true") if face else None,
            said,
            class_="bubble",
            data_speaks=f"{key}.{run.played}.{int(run.answered)}",
            data_shows=" ".join(map(str, scene.shown_first)) or None,
        ),
        lesson_table.aside(scene),
        class_="task coach",
        aria_label=title,
        key=key,
        data_news=f"{run.lesson.id}.{key}",
        data_held="1",
    )


def foot(scene: LessonScene) -> Tree:
    """Draw the bar below the table: skipping and going back on the left, help and continuing on the right."""
    run = scene.run
    asks = run.question is not None and not run.answered
    playing = goal_buttons(scene) if scene.task.act == "goal" else []
    help_ = question_view.help_buttons(scene) if asks else playing
    return h(
        "footer",
        h("div", other_ways(scene), class_="buttons"),
        h("div", help_, onward(scene), class_="buttons onward"),
        class_="foot-bar",
        data_stays="1",
        data_held="1",
    )


def told_first(scene: LessonScene) -> list[Tree]:
    """Draw the verdict on the last answer and what then happened on the table, which come before the old text."""
    run, found = scene.run, scene.question
    if found is None:
        return []
    drawn = [question_view.answered(scene, f"v{run.at}", found), *watched(scene)]
    return [each for each in drawn if each is not None]


def asked(scene: LessonScene) -> list[Tree | None]:
    """Draw a question with the hints taken."""
    found = scene.question
    assert found is not None
    help_ = None if scene.run.answered else question_view.hints(scene, hints(scene))
    return [*question_view.asked(scene, found), help_]


def hints(scene: LessonScene) -> list[str]:
    """Return the hints for the task: the author's own, or else those from the kernel."""
    run = scene.run
    own = run.task.said.get("hints") if run.task else None
    if own:
        return list(own)
    if (question := run.question) is not None:
        found = list(scene.say.hints(question))
        if question.cards and scene.spoken.issuperset(question.cards) and not question.options:
            known = dict.fromkeys(scene.say.known_as(question.position, each) for each in question.cards)
            found[0] = scene.told("lesson.which-numbers", cards=tuple(known))  # the table points at the pieces already
        return found
    step = run.wanted
    return step_hints(scene, step) if step else [scene.told("lesson.off-the-way")] * HINTS


def step_hints(scene: LessonScene, step: Step) -> list[str]:
    """Return the four hints for a move: the card or decision, the rule, the kind of move, and the move."""
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


def watched(scene: LessonScene) -> list[Tree | None]:
    """Draw the moves that the task has shown so far, each with an explanation."""
    run, now = scene.run, scene.task
    if not now.play or not run.played or (run.question is not None and not run.answered):
        return []
    told_now = scene.told("lesson.worked", number=run.played, count=len(now.play))
    steps, news = explain.draw(scene, folded=True), f"step{run.played}"
    return [h("div", h("p", h("small", told_now)), steps, class_="explain", key="worked", data_news=news)]


def goal(scene: LessonScene) -> list[Tree | None]:
    """Draw the hints for a goal that isn't reached yet."""
    return [] if scene.run.solved else [question_view.hints(scene, hints(scene))]


def goal_buttons(scene: LessonScene) -> list[Tree]:
    """Draw the buttons for help with a goal, while it's neither reached nor out of reach."""
    run = scene.run
    if run.solved or run.missed or run.strayed:
        return []
    return [question_view.hint_button(scene), *lesson_table.ways_back(scene)]


def tried(scene: LessonScene) -> list[Tree | None]:
    """Draw the illegal move to be tried, until the expected rule has refused it."""
    run, now = scene.run, scene.task
    if run.solved:
        return []
    start = scene.session.start  # the learner may have played on since
    move = run.path.subject.move(start, now.attempt)
    word = "lesson.try-it" if scene.view.clicks(scene, move) else "lesson.try-press"
    said = scene.told(word, move=clean(scene.words.move(scene.shown(start), move), 120))
    line = h("p", said, class_="how-to-try" if scene.view.clicks(scene, move) else None)
    return [line, h("p", button(scene.told("lesson.try"), scene.spelled("try"), class_="do main"), class_="try")]


ACTS: Mapping[str, Callable[[LessonScene], list[Tree | None]]] = {
    "ask": asked,
    "fresh": asked,
    "goal": goal,
    "try": tried,
    "watch": watched,
    "read": lambda scene: [],
}


def onward(scene: LessonScene) -> list[Tree | None]:
    """Draw the buttons to continue, which stay visible."""
    run, now = scene.run, scene.task
    found: list[Tree | None] = []
    if now.play and run.played < len(now.play) and (run.question is None or run.answered):
        word = "lesson.see" if run.question is not None and not run.played else "lesson.watch"
        found.append(button(scene.told(word), scene.spelled("play"), class_="do main", data_enter="1"))
    if now.fresh and run.answered and run.round < now.fresh.times:
        left = scene.told("lesson.left", left=now.fresh.times - run.round)
        more = button(scene.told("lesson.fresh"), scene.spelled("next"), class_="do main", data_enter="1")
        found += [h("small", left), more]
    elif run.solved:
        if now.fresh:
            found.append(button(scene.told("lesson.another"), scene.spelled("another"), class_="ghost"))
        found.append(button(scene.told("lesson.next"), scene.spelled("next"), class_="do main", data_enter="1"))
    return found


def other_ways(scene: LessonScene) -> list[Tree]:
    """Draw the buttons to skip the task and to go back."""
    run, found = scene.run, list[Tree]()
    asks_on = run.task is not None and run.task.fresh and run.answered
    if not run.solved and not asks_on:
        found.append(button(scene.told("lesson.past"), scene.spelled("next"), class_="quiet"))
    if run.at:
        found.append(button(scene.told("lesson.back"), scene.spelled("back"), class_="quiet"))
    return found


# ---- the end


def end(scene: LessonScene) -> Tree:
    """Draw the end of the lesson: its outcome, what to remember, and the next steps."""
    run, lesson, title = scene.run, scene.run.lesson, scene.told("lesson.end")
    failed = run.check and not run.check_passed
    rules = [[chip(scene, "end", rule), " ", unfolded(scene, "end", rule)] for rule in lesson.teaches]
    remember = h(
        "section",
        h("h3", title),
        h("ol", [h("li", clean(line, 400)) for line in lesson.remember], class_="remember"),
        h("details", h("summary", scene.told("lesson.rules")), h("p", rules)),
        class_="pane",
    )
    stars = earned(scene)
    lit = [h("i", class_=classes("icon pic-star", number < stars and "lit")) for number in range(STARS)]
    shining = h("p", lit, class_="stars", role="img", aria_label=scene.told("lesson.stars", stars=stars))
    outcome = h("p", came_out(scene), class_=classes("outcome", failed and "retry"))
    skipped = skipped_tasks(scene)
    parts = [each for each in (None if failed else remember, again(scene)) if each is not None]
    return h(
        "section",
        trouble(scene),
        unsaved(scene),
        None if run.check else shining,
        h("h2", lesson.title, tabindex="-1", data_home="1"),
        outcome,
        h("p", skipped, class_="soft") if skipped else None,
        h("div", parts, class_="end-parts") if parts else None,
        h("div", ways_on(scene), class_="buttons"),
        class_="task end",
        aria_label=title,
        key="end",
    )


def earned(scene: LessonScene) -> int:
    """Return the stars: one for half of the required tasks, two for all, three for all with no wrong answer or hint."""
    run, needed = scene.run, scene.run.lesson.needed
    return (2 * run.done >= needed) + (run.done == needed) + (run.done == needed and run.faultless)


def again(scene: LessonScene) -> Tree | None:
    """Draw a few of this lesson's rules that the learner missed and hasn't mastered since; None if there are none."""
    known, taught = scene.mastery, scene.run.lesson.teaches
    missed = [rule for rule in known.missed() if rule in taught and known.state(rule) != MASTERED][:MOST_MISSED]
    if not missed:
        return None
    rules = [[chip(scene, "missed", rule), " ", unfolded(scene, "missed", rule)] for rule in missed]
    title = scene.told("lesson.missed-rules")
    return h("section", h("h3", title), h("p", rules), class_="pane", aria_label=title)


def came_out(scene: LessonScene) -> str:
    """Return a sentence on the outcome of the lesson, or of the check that replaces it."""
    run = scene.run
    checked = "lesson.check-passed" if run.check_passed else "lesson.check-failed"
    return scene.told(checked if run.check else "lesson.over" if run.done == run.lesson.needed else "lesson.at-end")


def skipped_tasks(scene: LessonScene) -> str:
    """Return how many of the lesson's required tasks were solved, in words; "" in a check or if all were."""
    run, needed = scene.run, scene.run.lesson.needed
    return "" if run.check or run.done == needed else scene.told("lesson.solved", done=run.done, count=needed)


def ways_on(scene: LessonScene) -> list[Tree]:
    """Draw the buttons for what to do next, with the main one first."""
    run, lesson = scene.run, scene.run.lesson
    course = scene.game.course()
    names = course.order()
    place = names.index(lesson.id)
    following = names[place + 1] if place + 1 < len(names) else ""
    failed, found = run.check and not run.check_passed, list[Tree]()
    if failed:
        found.append(button(scene.told("lesson.take"), scene.spelled("start", lesson.id), class_="do main"))
    elif scene.state.way and lesson.id in course.first:
        found.append(first_game.onward(scene, "start", "game"))
    if not run.check and run.done < lesson.needed:
        left = next(number for number, task in enumerate(lesson.tasks) if task.id not in run.passed)
        look = "ghost" if found else "do main"
        found.append(button(scene.told("lesson.to-open"), scene.spelled("open", str(left)), class_=look))
    if following:
        on = scene.told("lesson.after", title=course.lesson(following, scene.language).title)
        found.append(button(on, scene.spelled("start", following), class_="ghost" if found else "do main"))
    if extra := len(lesson.tasks) - lesson.needed:
        more = scene.told("lesson.extras", count=extra)
        found.append(button(more, scene.spelled("open", str(lesson.needed)), class_="ghost"))
    if not failed:
        word = "lesson.take-now" if run.check else "lesson.first-again"
        found.append(button(scene.told(word), scene.spelled("start", lesson.id), class_="ghost"))
    return found


def said(scene: LessonScene) -> str:
    """Return the announcement to make after a gesture; "" if the table makes it."""
    run = scene.run
    if scene.state.trouble:
        return ""
    if run.ended:
        return question_view.flat(end(scene))
    if scene.state.last == "hint" and run.hints and not run.answered:
        return clean(hints(scene)[run.hints - 1], question_view.SENTENCE)
    if run.task is not None and run.task.act in lesson_table.PLAYED:
        looking = run.task.act == "goal" and (scene.state.answer is not None or scene.state.chosen is not None)
        found = None if looking else lesson_table.verdict(scene)
        return question_view.flat(found) if found is not None else ""
    if run.question is None or scene.state.answer or scene.state.last == "play":
        return ""
    return question_view.said(scene, run.question)
