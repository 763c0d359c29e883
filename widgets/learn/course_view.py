"""The view of the course: the lessons with how far the learner came, the map of the rules, and the record."""

from __future__ import annotations

from typing import Any

from apz.core.learning.mastery import FIRST, LAST, STATES
from apz.core.learning.progress import progress_text
from apz.core.reading import clean
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.base.trouble import trouble
from apz.widgets.learn import first_game
from apz.widgets.learn.record_view import unsaved
from apz.widgets.learn.scene import CourseScene
from apz.widgets.table.rule_index import group_name
from apz.widgets.table.unfold import rule_sheet

SIGNS = dict(zip(STATES, ("○", "◔", "◑", "✗", "●"), strict=True))  # unmet, met, practised, forgotten, mastered


def draw(scene: CourseScene) -> Tree:
    """Draw everything, in the order in which it is read."""
    parts = [head(scene), first_game.draw(scene, scene.state.played), lessons(scene), rule_map(scene), record(scene)]
    return h("main", trouble(scene), unsaved(scene), *parts, class_="lesson map", data_frame="1")


def head(scene: CourseScene) -> Tree:
    """Draw what this is, how long it takes, and where to go on."""
    lessons = scene.game.course().lessons(scene.language)
    done = [each for each in lessons if scene.mastery.behind(each.id)]
    following = next((each for each in lessons if not scene.mastery.behind(each.id)), lessons[0])
    on = scene.told("course.go-on" if done else "course.begin", title=following.title)
    today = scene.mastery.due(scene.state.today)
    review = scene.told("course.review", count=len(today))
    return h(
        "section",
        h("h1", scene.told("course.title", game=scene.game.title), tabindex="-1", data_home="1"),
        h("p", scene.told("course.what")),
        h("p", scene.told("course.how-long", count=len(lessons), minutes=scene.game.course().minutes())),
        h("p", scene.told("course.anywhere")),
        h(
            "div",
            button(on, scene.spelled("lesson", following.id), class_="do main"),
            button(scene.told("course.practise"), scene.spelled("practise"), class_="ghost"),
            button(review, scene.spelled("review"), class_="ghost") if today else None,
            class_="buttons",
        ),
        class_="pane task end",
    )


def lessons(scene: CourseScene) -> Tree:
    """Draw the list of lessons, with their lengths and how far the learner came."""
    rows = [
        lesson_row(scene, number, each) for number, each in enumerate(scene.game.course().lessons(scene.language), 1)
    ]
    title = scene.told("course.lessons")
    return h("section", h("h2", title), h("ol", rows, class_="lessons"), class_="pane end", aria_label=title)


def lesson_row(scene: CourseScene, number: int, lesson: Any) -> Tree:
    """Draw one lesson of the list."""
    state, told = first_game.stands(scene, lesson)
    return h(
        "li",
        button(f"{number}. {lesson.title}", scene.spelled("lesson", lesson.id), class_="ghost"),
        h("small", scene.told("lesson.minutes", minutes=lesson.minutes)),
        h("small", told, class_=classes("state", state)),
        key=lesson.id,
    )


def rule_map(scene: CourseScene) -> Tree:
    """Draw the map of the rulebook: every rule with its state."""
    mastery = scene.mastery
    chapters: dict[str, list[str]] = {}
    for rule in mastery.rules:
        chapters.setdefault(rule.partition(".")[0], []).append(rule)
    counts = [
        scene.told(f"states.{state}-many", count=count, sign=SIGNS[state]) for state, count in mastery.count().items()
    ]
    title = scene.told("course.map")
    groups = [chapter(scene, name, rules) for name, rules in chapters.items()]
    legend = h("p", h("small", " · ".join(counts)))
    return h("section", h("h2", title), legend, groups, class_="pane end rule-map", aria_label=title)


def chapter(scene: CourseScene, name: str, rules: list[str]) -> Tree:
    """Draw the rules of a chapter."""
    chips = [rule_button(scene, rule) for rule in rules]
    opened = [opened_rule(scene, rule) for rule in rules if f"map.{rule}" in scene.state.opened]
    listed = h("p", chips, data_keys="grid", data_row="1")
    return h("div", h("h3", group_name(scene, name)), listed, opened, key=name)


def rule_button(scene: CourseScene, rule: str) -> Tree:
    """Draw one rule, with the sign of its state."""
    state = scene.mastery.state(rule)
    title = scene.words.rules[rule].title
    return button(
        f"{SIGNS[state]} {title}",
        f"open:map.{rule}",
        class_=classes("rule", f"is-{state}"),
        aria_label=f"{title}: {scene.told(f'states.{state}')}",
        aria_expanded="true" if f"map.{rule}" in scene.state.opened else "false",
    )


def opened_rule(scene: CourseScene, rule: str) -> Tree:
    """Draw a rule that was opened, its lessons, and a way to practice it."""
    lessons = [each for each in scene.game.course().lessons(scene.language) if rule in each.teaches]
    due = scene.mastery.due_on(rule, scene.state.today)
    buttons = [button(scene.told("course.practise-this"), scene.spelled("practise", rule), class_="ghost")]
    buttons += [
        button(scene.told("course.taught", title=each.title), scene.spelled("lesson", each.id), class_="ghost")
        for each in lessons
    ]
    when = h("p", h("small", scene.told("course.due", day=due.isoformat()))) if due else None
    return h("div", rule_sheet(scene, f"map.{rule}", rule), when, h("div", buttons, class_="buttons"), key=rule)


def record(scene: CourseScene) -> Tree:
    """Draw the learner's record: the date of the next game night, and how to copy it."""
    mastery, title = scene.mastery, scene.told("course.record")
    label = scene.told("course.export")
    text = h("textarea", readonly=True, rows="6", value=progress_text(mastery), aria_label=label)
    field = h("textarea", name="text", rows="4", aria_label=scene.told("course.paste"), data_clear="1")
    read = h("button", scene.told("course.import"), type="submit", class_="do")
    where = scene.state.progress.place
    kept = "course.kept" if where else "course.in-browser" if scene.state.progress.in_browser else "course.not-kept"
    return h(
        "section",
        h("h2", title),
        None if scene.state.progress.unsaved else h("p", scene.told(kept, file=where)),
        h("p", scene.told("course.aside", file=scene.state.progress.aside)) if scene.state.progress.aside else None,
        night(scene),
        h("details", h("summary", label), text),
        h("details", h("summary", scene.told("course.paste")), h("form", field, read, data_do=scene.spelled("read"))),
        [h("p", fault, class_="warn") for fault in scene.state.faults],
        class_="pane end record",
        aria_label=title,
    )


def night(scene: CourseScene) -> Tree:
    """Draw the field for the game night, and what's wrong with a date that can't be kept."""
    day, field = str(scene.mastery.night or ""), "course-night"
    entry = h("input", type="date", value=day, data_do=scene.spelled("night"), name="night", min=str(FIRST),
              max=str(LAST), aria_invalid="true" if scene.state.no_night else None,
              aria_describedby=field if scene.state.no_night else None)  # fmt: skip
    wrong = h("p", unkept(scene), class_="warn", id=field) if scene.state.no_night else None
    return h("div", h("p", h("label", h("span", scene.told("course.night")), entry)), wrong)


def unkept(scene: CourseScene) -> str:
    """Return which dates can be kept."""
    return scene.told("course.no-night", first=FIRST.isoformat(), last=LAST.isoformat())


def said(scene: CourseScene) -> str:
    """Return what a screen reader hears."""
    if scene.state.no_night:
        return unkept(scene)
    return clean(" ".join(scene.state.faults), 600) or scene.told("course.title", game=scene.game.title)
