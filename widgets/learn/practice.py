"""Practice as a panel: endless fresh questions about a rule, a chapter or all that was met, each one explained."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from apz.apocalypze.kernel import new_session
from apz.apocalypze.language.rulebook import rules
from apz.apocalypze.model import Position
from apz.apocalypze.teaching import course
from apz.apocalypze.teaching.exercises import PRACTISES
from apz.apocalypze.teaching.exercises.by_rule import tried
from apz.apocalypze.teaching.words import teaching
from apz.core.learning import practice as stream
from apz.core.learning.events import Events
from apz.core.learning.practice import Exercises, Learner, Topic
from apz.core.learning.questions import HINTS, Question
from apz.core.learning.saved import read_practice
from apz.core.reading import clean, did_you_mean
from apz.core.session import Session
from apz.widgets.apocalypze import board
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.base.trouble import trouble
from apz.widgets.learn import asking
from apz.widgets.learn.keeper import Keeper
from apz.widgets.learn.learning import ANSWERING, MOST, Learning, Values
from apz.widgets.learn.lesson_scene import looked_at
from apz.widgets.table.unfold import cited

ALL = "all"


class Practice(Learning):
    """Fresh questions without end; `about` is a rule's id, a chapter ("combat") or nothing for a mixture."""

    def __init__(
        self,
        about: str = "",
        *,
        language: str = "en",
        keep: str | Path | Keeper | None = None,
        luck: int = 0,
        **settings: Any,
    ) -> None:
        self.keeper = keep if isinstance(keep, Keeper) else Keeper(keep)
        exercises = Exercises(
            tried, PRACTISES, tuple(rules()), lambda rule: [each.id for each in rules().related(rule)]
        )
        self.stream = stream.Practice(exercises, luck)
        self.about = about or ALL
        self.turn(self.about)
        self.another()
        super().__init__(self.table, language=language, keep=self.keeper, **settings)

    @property
    def now(self) -> Session[Position]:
        """The position that is asked about."""
        return self.table

    @property
    def moment(self) -> str:
        """Which question this is, down to the last answer."""
        found = self.stream
        return f"{self.about}-{found.luck % 99991}-{len(found.verdicts)}-{found.hints}-{int(found.answering.shown)}"

    def turn(self, about: str) -> None:
        """Ask about something else from now on; KeyError where nothing practises it."""
        chapters = dict.fromkeys(rule.partition(".")[0] for rule in PRACTISES)
        if about == ALL:
            topic = Topic()
        elif about in PRACTISES:
            topic = Topic(rule=about)
        elif about in chapters:
            topic = Topic(chapter=about)
        else:
            meant = did_you_mean(str(about), PRACTISES if "." in str(about) else chapters)
            found = f"did you mean {meant!r}?" if meant else f"it is a rule's id or one of: {', '.join(chapters)}"
            raise KeyError(f"Nothing practises {clean(repr(about))}; {found}")
        self.stream, self.about = self.stream.about(topic), about

    @property
    def asked(self) -> Question:
        """The question."""
        assert self.stream.question is not None
        return self.stream.question

    def another(self) -> None:
        """The next question."""
        mastery = self.keeper.mastery
        taught = {rule for name in mastery.lessons if name in course.order() for rule in course.lesson(name).teaches}
        self.stream = self.stream.next(Learner(mastery, date.today(), taught))
        self.table: Session[Position] = new_session(self.asked.position)

    def go_on(self, state: Mapping[str, Any]) -> None:
        """The question that somebody left, with what he had answered; another one if it cannot be made again."""
        self.stream = read_practice(state, self.stream)
        self.table = new_session(self.asked.position)
        self.lay()

    def take(self, act: tuple[stream.Practice, Events]) -> None:
        """Go on with what an act leads to, and record what the learner did."""
        self.stream, told = act
        self.keeper.record(*told)

    def answer(self, given: str | frozenset[str]) -> None:
        """Answer what is asked."""
        before = self.stream.verdicts
        self.take(self.stream.answer(given))
        self.unread = self.stream.verdicts == before

    # ---- what is seen

    def follow(self) -> None:
        """Set the table up for the question: it shows no totals until that is answered."""
        self.store.set(watching=True, reckons=self.stream.answered)

    def draw(self) -> Tree:
        """Draw the question, what is said to its answer, and the table."""
        desk = self.desk
        name, number = self.told("practice.name"), self.stream.chance % 99991
        parts = (self.head(), self.body())
        task = h("section", *parts, class_="pane task", aria_label=name, key=f"asked{number}", data_held="1")
        seen = h("div", board.draw(desk), looked_at(self), class_="scene")
        return h("main", trouble(desk), self.unsaved(), task, seen, class_="lesson", data_frame="1")

    def head(self) -> list[Tree]:
        """What is practised, to be changed, and how hard it is."""
        index = self.desk.words.rules
        chapters = dict.fromkeys(rule.partition(".")[0] for rule in PRACTISES)
        names = {ALL: self.told("practice.all")}
        names |= {each: self.desk.ui(f"groups.{each}") for each in chapters}
        if "." in self.about:
            names[self.about] = index[self.about].title
        options = [h("option", name, value=key) for key, name in names.items()]
        chosen = h(
            "label", h("span", self.told("practice.about")), h("select", options, name="value", value=self.about)
        )
        turn = h("button", self.told("practice.turn"), type="submit", class_="ghost")
        level = h("small", self.told("practice.level", level=self.stream.level_of(self.stream.kind)))
        form = h("form", chosen, turn, level, data_do=self.spelled("about"), class_="practice-head", key="about")
        return [h("h1", self.told("practice.name")), form]

    def body(self) -> list[Tree | None]:
        """The question with all that is said to it."""
        desk, found = self.desk, self.stream
        parts = asking.asked(desk, self.asked, self.spelled, self.marked, found.answering, self.unread)
        parts.append(asking.answered(desk, "p", self.asked, found.verdicts, found.answering.shown))
        if found.answered:
            rules = [cited(desk, "practised", rule) for rule in dict.fromkeys(self.asked.rules)]
            parts.append(h("p", h("small", self.told("practice.rules")), " ", rules))
            on = button(self.told("practice.next"), self.spelled("next"), class_="do main")
            parts.append(h("div", on, class_="buttons onward", data_stays="1"))
            return parts
        hints = list(teaching(desk.language).hints(self.asked)) if found.hints else []
        more = [button(self.told("lesson.show"), self.spelled("show"), class_="ghost")]
        if found.hints < HINTS - 1:
            more.insert(0, button(self.told("lesson.hint"), self.spelled("hint"), class_="ghost"))
        more.append(button(self.told("practice.pass"), self.spelled("next"), class_="quiet"))
        return [*parts, asking.hints(desk, hints, found.hints), h("div", more, class_="buttons")]

    def said(self) -> str:
        """The one announcement after a gesture."""
        if self.desk.state.trouble or self.desk.state.answer:
            return super().said()
        if self.last == "hint" and self.stream.hints and not self.stream.answered:
            return clean(teaching(self.desk.language).hints(self.asked)[self.stream.hints - 1], asking.SENTENCE)
        return asking.said(self.desk, self.asked, self.stream.answering, self.unread)


def about(panel: Practice, rest: str, values: Values) -> None:
    """Practise something else."""
    wanted = str(values.get("value", ""))[:MOST]
    try:
        panel.turn(wanted)
    except KeyError:
        return
    panel.another()


Practice.gestures = {
    **ANSWERING,
    "hint": lambda panel, rest, values: panel.take(panel.stream.hint()),
    "show": lambda panel, rest, values: panel.take(panel.stream.show()),
    "next": lambda panel, rest, values: panel.another(),
    "about": about,
}
