"""The first page: the lessons with how far one came, the map of the rules that fills up, and when to refresh them."""

from __future__ import annotations

import secrets
from datetime import date
from pathlib import Path
from typing import Any

import ipywidgets

from apz.apocalypze.kernel import KERNEL, new_session
from apz.apocalypze.positions import named_position
from apz.apocalypze.setup import new_game
from apz.apocalypze.teaching import course
from apz.core.learning.mastery import FIRST, LAST, STATES
from apz.core.learning.progress import progress_text, read_progress
from apz.core.plain_data import Given
from apz.core.reading import BadInput, clean, stop
from apz.widgets.app.place import LESSON, PRACTISE, SETUP, Go
from apz.widgets.base.panel import Panel
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.base.trouble import trouble
from apz.widgets.learn import first_game
from apz.widgets.learn.keeper import Keeper
from apz.widgets.learn.learning import Learning, Values
from apz.widgets.learn.lesson import Lesson
from apz.widgets.learn.practice import Practice
from apz.widgets.table.panels import Tutor
from apz.widgets.table.seats import RANDOM, YOU
from apz.widgets.table.unfold import rule_sheet

SIGNS = dict(zip(STATES, ("○", "◔", "◑", "✗", "●"), strict=True))  # unmet, met, practised, forgotten, mastered
MOST_READ = 200_000  # characters of a record that is brought along


class Map(Learning):
    """All lessons and all rules, and how they stand with this learner."""

    def __init__(self, language: str, keeper: Keeper, go: Go, *, played: bool = False) -> None:
        self.go, self.played = go, played
        self.faults: list[str] = []
        self.no_night = False  # whether a day was named that cannot be kept
        super().__init__(new_session(named_position("first-turn")), language=language, keep=keeper)

    def draw(self) -> Tree:
        """Everything, in the order in which it is read."""
        way = first_game.draw(self, self.played)
        wrong = [trouble(self.desk), self.unsaved()]
        parts = (wrong, self.head(), way, self.lessons(), self.rules(), self.record())
        return h("main", *parts, class_="lesson map", data_frame="1")

    def head(self) -> Tree:
        """What this is, how long it takes, and where to go on."""
        lessons = course.course(self.desk.language)
        done = [each for each in lessons if self.keeper.behind(each.id)]
        following = next((each for each in lessons if not self.keeper.behind(each.id)), lessons[0])
        on = self.told("course.go-on" if done else "course.begin", title=following.title)
        today = self.keeper.mastery.due(date.today())
        review = self.told("course.review", count=len(today))
        return h(
            "section",
            h("h1", self.told("course.title"), tabindex="-1", data_home="1"),
            h("p", self.told("course.what")),
            h("p", self.told("course.how-long", count=len(lessons), minutes=course.minutes())),
            h("p", self.told("course.anywhere")),
            h(
                "div",
                button(on, self.spelled("lesson", following.id), class_="do main"),
                button(self.told("course.practise"), self.spelled("practise"), class_="ghost"),
                button(review, self.spelled("review"), class_="ghost") if today else None,
                class_="buttons",
            ),
            class_="pane task end",
        )

    def lessons(self) -> Tree:
        """Each lesson with its length and how far one came."""
        rows = [self.lesson(number, each) for number, each in enumerate(course.course(self.desk.language), 1)]
        title = self.told("course.lessons")
        return h("section", h("h2", title), h("ol", rows, class_="lessons"), class_="pane end", aria_label=title)

    def lesson(self, number: int, lesson: Any) -> Tree:
        """One lesson."""
        state, told = first_game.stands(self, lesson)
        return h(
            "li",
            button(f"{number}. {lesson.title}", self.spelled("lesson", lesson.id), class_="ghost"),
            h("small", self.told("lesson.minutes", minutes=lesson.minutes)),
            h("small", told, class_=classes("state", state)),
            key=lesson.id,
        )

    def rules(self) -> Tree:
        """The map of the rulebook: every rule with how it stands."""
        mastery = self.keeper.mastery
        chapters: dict[str, list[str]] = {}
        for rule in mastery.rules:
            chapters.setdefault(rule.partition(".")[0], []).append(rule)
        counts = [
            self.told(f"states.{state}-many", count=count, sign=SIGNS[state])
            for state, count in mastery.count().items()
        ]
        title = self.told("course.map")
        groups = [self.chapter(name, rules) for name, rules in chapters.items()]
        legend = h("p", h("small", " · ".join(counts)))
        return h("section", h("h2", title), legend, groups, class_="pane end rule-map", aria_label=title)

    def chapter(self, name: str, rules: list[str]) -> Tree:
        """The rules of a chapter."""
        chips = [self.rule(rule) for rule in rules]
        opened = [self.opened(rule) for rule in rules if f"map.{rule}" in self.desk.state.opened]
        listed = h("p", chips, data_keys="grid", data_row="1")
        return h("div", h("h3", self.desk.ui(f"groups.{name}")), listed, opened, key=name)

    def rule(self, rule: str) -> Tree:
        """One rule: its sign says how it stands."""
        state = self.keeper.mastery.state(rule)
        title = self.desk.words.rules[rule].title
        return button(
            f"{SIGNS[state]} {title}",
            f"open:map.{rule}",
            class_=classes("rule", f"is-{state}"),
            aria_label=f"{title}: {self.told(f'states.{state}')}",
            aria_expanded="true" if f"map.{rule}" in self.desk.state.opened else "false",
        )

    def opened(self, rule: str) -> Tree:
        """A rule of the map, its lessons, and a way to practise it."""
        lessons = [each for each in course.course(self.desk.language) if rule in each.teaches]
        due = self.keeper.mastery.due_on(rule, date.today())
        buttons = [button(self.told("course.practise-this"), self.spelled("practise", rule), class_="ghost")]
        buttons += [
            button(self.told("course.taught", title=each.title), self.spelled("lesson", each.id), class_="ghost")
            for each in lessons
        ]
        when = h("p", h("small", self.told("course.due", day=due.isoformat()))) if due else None
        return h("div", rule_sheet(self.desk, f"map.{rule}", rule), when, h("div", buttons, class_="buttons"), key=rule)

    def record(self) -> Tree:
        """The learner's record: when all shall be fresh, and how to take it along."""
        mastery, title = self.keeper.mastery, self.told("course.record")
        label = self.told("course.export")
        text = h("textarea", readonly=True, rows="6", value=progress_text(mastery), aria_label=label)
        field = h("textarea", name="text", rows="4", aria_label=self.told("course.paste"), data_clear="1")
        read = h("button", self.told("course.import"), type="submit", class_="do")
        where = str(self.keeper.place) if self.keeper.place else ""
        kept = "course.kept" if where else "course.in-browser" if self.keeper.in_browser else "course.not-kept"
        return h(
            "section",
            h("h2", title),
            None if self.keeper.unsaved else h("p", self.told(kept, file=where)),
            h("p", self.told("course.aside", file=str(self.keeper.aside))) if self.keeper.aside else None,
            self.night(),
            h("details", h("summary", label), text),
            h("details", h("summary", self.told("course.paste")), h("form", field, read, data_do=self.spelled("read"))),
            [h("p", fault, class_="warn") for fault in self.faults],
            class_="pane end record",
            aria_label=title,
        )

    def night(self) -> Tree:
        """The day on which all shall be fresh, and what is wrong with one that cannot be kept."""
        day, field = str(self.keeper.mastery.night or ""), "course-night"
        entry = h("input", type="date", value=day, data_do=self.spelled("night"), name="night", min=str(FIRST),
                  max=str(LAST), aria_invalid="true" if self.no_night else None,
                  aria_describedby=field if self.no_night else None)  # fmt: skip
        wrong = h("p", self.unkept(), class_="warn", id=field) if self.no_night else None
        return h("div", h("p", h("label", h("span", self.told("course.night")), entry)), wrong)

    def unkept(self) -> str:
        """Which days can be kept."""
        return self.told("course.no-night", first=FIRST.isoformat(), last=LAST.isoformat())

    def html(self) -> str:
        """There is no table here: the same as plain text."""
        return Panel.html(self)

    def said(self) -> str:
        """What a screen reader hears."""
        if self.no_night:
            return self.unkept()
        return clean(" ".join(self.faults), 600) or self.told("course.title")


class Frame(ipywidgets.VBox):  # type: ignore[misc, unused-ignore]
    """A box of panels of which one is what is seen: where no widget can run, that one's text."""

    @property
    def seen(self) -> Panel:
        """The panel that is seen: the last one."""
        panel: Panel = self.children[-1]
        return panel

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": self.seen.text(), "text/html": self.seen.html()} if bundle else bundle


class Course(Frame):
    """The whole course in one place: its map, and the lesson or the practice that was chosen there."""

    def __init__(self, *, language: str = "en", keep: str | Path | None = None) -> None:
        self.keeper = Keeper(keep)
        self.map = Map(language, self.keeper, self.go)
        self.back = ipywidgets.Button(description=self.map.told("course.back"), icon="arrow-left")
        self.back.on_click(lambda _: self.home())
        super().__init__([self.map])

    def lay(self, *shown: Any) -> None:
        """Show this instead of what was seen before."""
        old, self.children = self.seen, shown
        if old is not self.map:
            old.close()

    def home(self) -> None:
        """Back to the map."""
        self.lay(self.map)
        self.map.refresh()

    def go(self, kind: str, given: Given) -> None:
        """Show a lesson, practice, or a first game."""
        language: Any = self.map.desk.language
        self.back.description = self.map.told("course.back")
        panel: Panel
        if kind == LESSON:
            panel = Lesson(given["lesson"], language=language, keep=self.keeper)
            panel.to_game = (lambda: self.go(SETUP, {})) if first_game.WAY in given else None
        elif kind == PRACTISE:
            panel = Practice(given.get("practise", ""), language=language, keep=self.keeper)
        else:
            self.map.played = True
            game = new_session(new_game(seed=secrets.randbelow(10**9)))
            panel = Tutor(game, seats=(YOU, RANDOM), open_hands=True, language=language)
        self.lay(self.back, panel)


def night(panel: Map, rest: str, values: Values) -> None:
    """The day on which all shall be fresh."""
    text = str(values.get("value", ""))
    try:
        panel.keeper.review_on(date.fromisoformat(text) if text else None)
    except ValueError:
        panel.no_night = True
        return
    panel.no_night = False


def read(panel: Map, rest: str, values: Values) -> None:
    """A record that was kept elsewhere joins this one; one that cannot be read changes nothing."""
    mastery = panel.keeper.mastery
    panel.faults = []
    text = str(values.get("text", ""))
    try:
        if len(text) > MOST_READ:  # a part of it could be read, and the rest be lost
            stop("text", 0, "the text is too long", f"at most {MOST_READ:,} characters")
        other = read_progress(text, mastery.rules, KERNEL.name)
    except BadInput as bad:
        panel.faults = [clean(str(fault), 400) for fault in bad.faults[:5]]
        return
    panel.keeper.join(other)


def begin(panel: Map, rest: str, values: Values) -> None:
    """Open a lesson."""
    if rest in course.order():
        panel.go(LESSON, {"lesson": rest})


def practise(panel: Map, rest: str, values: Values) -> None:
    """Practise a rule, or all that was met."""
    if not rest or rest in panel.keeper.mastery.rules:
        panel.go(PRACTISE, {"practise": rest})


Map.gestures = {
    "lesson": begin,
    "practise": practise,
    first_game.WAY: lambda panel, rest, values: panel.go(*first_game.led(rest)),
    "review": lambda panel, rest, values: panel.go(PRACTISE, {}),
    "night": night,
    "read": read,
}
