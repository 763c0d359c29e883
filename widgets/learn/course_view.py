"""The view of the course: the lessons with progress, the map of the rules, and the record."""

from __future__ import annotations

from typing import Any

from apz.core.learning.mastery import FIRST, LAST, STATES
from apz.core.reading import clean
from apz.widgets.base.fields import fold
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.base.trouble import trouble
from apz.widgets.learn import first_game
from apz.widgets.learn.record_view import exported, unsaved
from apz.widgets.learn.scene import CourseScene
from apz.widgets.table.rule_index import group_name, grouped
from apz.widgets.table.unfold import rule_sheet

SIGNS = dict(zip(STATES, ("○", "◔", "◑", "✗", "●"), strict=True))  # unmet, met, practiced, forgotten, mastered


def draw(scene: CourseScene) -> Tree:
    """Draw the next lesson and the learner's progress, the lessons by chapter, the map of the rules, and the record."""
    aside = h("div", head(scene), first_game.draw(scene, scene.state.played, upcoming(scene).id),
              class_="map-side")  # fmt: skip
    below = h("div", rule_map(scene), record(scene), class_="map-more")
    return h("main", trouble(scene), unsaved(scene), aside, lessons(scene), below, class_="map", data_frame="1")


def head(scene: CourseScene) -> Tree:
    """Draw the learner's progress in the course, and the buttons for the next lesson, if any, practice and review."""
    lessons = scene.game.course().lessons(scene.language)
    done = [each for each in lessons if scene.mastery.behind(each.id)]
    following, through = upcoming(scene), len(done) == len(lessons)
    on = scene.told("course.go-on" if done else "course.begin", title=following.title)
    today = scene.mastery.due(scene.state.today)
    tonight = scene.mastery.night == scene.state.today
    met = done or scene.mastery.count()[STATES[0]] < len(scene.mastery.rules)
    review = scene.told("course.tonight") if tonight else scene.told("course.review", count=len(today))
    count = scene.told("course.count", done=len(done), count=len(lessons), minutes=scene.game.course().minutes())
    return h(
        "section",
        h("h1", scene.told("course.title", game=scene.game.title), tabindex="-1", data_home="1"),
        h("p", count),
        h("meter", min="0", max=str(len(lessons)), value=str(len(done)), aria_label=count),
        h("p", scene.told("course.anywhere"), class_="soft"),
        h(
            "div",
            None if through else button(on, scene.spelled("lesson", following.id), class_="do main"),
            button(scene.told("course.practise"), scene.spelled("practise"), class_="do main" if through else "ghost")
            if met
            else None,
            button(review, scene.spelled("review"), class_="ghost") if today else None,
            class_="buttons",
        ),
        class_="pane next-up",
    )


def upcoming(scene: CourseScene) -> Any:
    """Return the first lesson that's neither finished nor skipped, or the first lesson if there's none."""
    lessons = scene.game.course().lessons(scene.language)
    return next((each for each in lessons if not scene.mastery.behind(each.id)), lessons[0])


def lessons(scene: CourseScene) -> Tree:
    """Draw the lessons by chapter, with the learner's progress in each."""
    chapters: list[tuple[str, list[Any]]] = []
    for number, each in enumerate(scene.game.course().lessons(scene.language), 1):
        if each.chapter or not chapters:
            chapters.append((each.chapter, []))
        chapters[-1][1].append((number, each))
    parts = [chapter_row(scene, number, *each) for number, each in enumerate(chapters, 1)]
    title = scene.told("course.lessons")
    return h("section", h("h2", title, class_="aloud"), parts, class_="chapters", aria_label=title)


def chapter_row(scene: CourseScene, number: int, name: str, lessons: list[Any]) -> Tree:
    """Draw a chapter: its name, how much of it is done, and the path through its lessons."""
    done = sum(scene.mastery.behind(each.id) for _, each in lessons)
    heading = h(
        "div",
        h("small", scene.told("course.chapter", number=number)),
        h("h3", name) if name else None,
        h("small", scene.told("course.chapter-done", done=done, count=len(lessons))),
        class_="chapter-name",
    )
    stops = h("ol", [stop(scene, *each) for each in lessons], class_="stops", data_keys="grid", data_row="1")
    return h("div", heading, stops, class_=classes("pane chapter", done == len(lessons) and "done"), key=f"ch{number}")


def stop(scene: CourseScene, number: int, lesson: Any) -> Tree:
    """Draw one lesson on the path: its number or a check mark, its title, and its length or the learner's progress."""
    state, told = first_game.stands(scene, lesson)
    behind = scene.mastery.behind(lesson.id)
    here = lesson.id == upcoming(scene).id and not behind
    minutes = scene.told("lesson.minutes", minutes=lesson.minutes)
    seen = h("span", "✓" if behind else number, class_="bead"), h("b", lesson.title)
    return h(
        "li",
        button(named(f"{number}. {lesson.title}", *seen), scene.spelled("lesson", lesson.id), class_="stop"),
        h("small", minutes if state == "new" else told, class_="state"),
        class_=classes(state, behind and "behind", here and "upcoming"),
        key=lesson.id,
    )


def rule_map(scene: CourseScene) -> Tree:
    """Draw the map of the rules: every rule with the learner's progress in it."""
    mastery = scene.mastery
    counts = [
        scene.told(f"states.{state}-many", count=count, sign=SIGNS[state]) for state, count in mastery.count().items()
    ]
    title = scene.told("course.map")
    groups = [chapter(scene, name, rules) for name, rules in grouped(mastery.rules).items()]
    # fold a hundred rules until somebody asks for them
    head = h("summary", h("h2", title), h("small", " · ".join(counts)))
    return h("section", h("details", head, groups), class_="pane rule-map", aria_label=title)


def chapter(scene: CourseScene, name: str, rules: list[str]) -> Tree:
    """Draw the rules of a chapter."""
    chips = [rule_button(scene, rule) for rule in rules]
    opened = [opened_rule(scene, rule) for rule in rules if f"map.{rule}" in scene.state.opened]
    listed = h("p", chips, data_keys="grid", data_row="1")
    return h("div", h("h3", group_name(scene, name)), listed, opened, key=name)


def rule_button(scene: CourseScene, rule: str) -> Tree:
    """Draw one rule with the icon for the learner's progress in it."""
    state = scene.mastery.state(rule)
    title = scene.words.rules[rule].title
    return fold(
        scene,
        f"map.{rule}",
        f"{SIGNS[state]} {title}",
        class_=classes("rule", f"is-{state}"),
        aria_label=f"{title}: {scene.told(f'states.{state}')}",
    )


def opened_rule(scene: CourseScene, rule: str) -> Tree:
    """Draw an opened rule, its lessons, and a button to practice it."""
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
    """Draw the learner's record: the date of the next game night, and the fields for export and import."""
    title = scene.told("course.record")
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
        exported(scene),
        h("details", h("summary", scene.told("course.paste")), h("form", field, read, data_do=scene.spelled("read"))),
        [h("p", fault, class_="warn") for fault in scene.state.faults],
        class_="pane record",
        aria_label=title,
    )


def night(scene: CourseScene) -> Tree:
    """Draw the field for the game night, and an error if the date is invalid."""
    day, field = str(scene.mastery.night or ""), "course-night"
    entry = h("input", type="date", value=day, data_do=scene.spelled("night"), name="night", min=str(FIRST),
              max=str(LAST), aria_invalid="true" if scene.state.no_night else None,
              aria_describedby=field if scene.state.no_night else None)  # fmt: skip
    wrong = h("p", unkept(scene), class_="warn", id=field) if scene.state.no_night else None
    return h("div", h("p", h("label", h("span", scene.told("course.night")), entry)), wrong)


def unkept(scene: CourseScene) -> str:
    """Return the message that says which dates are allowed."""
    return scene.told("course.no-night", first=FIRST.isoformat(), last=LAST.isoformat())


def said(scene: CourseScene) -> str:
    """Return the announcement for screen readers."""
    if scene.state.no_night:
        return unkept(scene)
    return clean(" ".join(scene.state.faults), 600) or scene.told("course.title", game=scene.game.title)
