"""Lessons, practice and the map in Chromium: whole lessons by mouse, keys and screen reader, on a phone, and axe."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator

from apz import games
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.teaching import course
from apz.core.learning.lesson_run import LessonRun, begin
from apz.core.learning.questions import Question
from tests.browser.desk import Page, in_turns
from tests.texts import told, ui

NARROW = {"width": 390, "height": 844}


class Mouse:
    """A learner who clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.question: Question | None = None  # the last one

    def press(self, gesture: str) -> None:
        """Press the first enabled element whose gesture begins with `gesture`."""
        self.page.click(self.page.find(f'[data-do^="{gesture}"]:not([disabled])').first)

    def option(self, answer: str, verb: str) -> None:
        """Choose one of the answers."""
        self.page.click(self.page.find(f'[data-do^="learn:{verb}:"][data-do$=":{answer}"]').first)

    def number(self, text: str) -> None:
        """Type a number, and send it."""
        self.page.find(".number-field").fill(text)
        self.page.click(self.page.find(".typed button").first)

    def command(self, text: str) -> None:
        """Type a command into the field below the log, and send it."""
        if not self.page.find(".command input").is_visible():
            self.page.find(".coach > .explain > summary").click()
        self.page.find(".command input").fill(text)
        self.page.click(self.page.find(".command button[type=submit]").first)


class Keys(Mouse):
    """A learner without a mouse."""

    def press(self, gesture: str) -> None:
        self.go(f'[data-do^="{gesture}"]')
        self.page.press("Enter")

    def option(self, answer: str, verb: str) -> None:
        self.go(f'[data-do^="learn:{verb}:"][data-do$=":{answer}"]')
        self.page.press("Enter")

    def number(self, text: str) -> None:
        self.go(".number-field")
        self.page.key("ControlOrMeta+a")
        self.page.page.keyboard.type(text)
        self.page.press("Enter")

    def command(self, text: str) -> None:
        if not self.page.find(".command input").is_visible():
            self.go(".coach > .explain > summary")
            self.page.key("Enter")
        self.go(".command input")
        self.page.page.keyboard.type(text)
        self.page.press("Enter")

    def go(self, selector: str) -> None:
        """Press Tab until a matching element has the focus; inside a row of cards, use the arrow keys."""
        at = f"document.activeElement.matches({selector!r})"
        for key in ["Tab"] * 90:
            if self.page.page.evaluate(at):
                return
            self.page.key(key)
            for _ in range(12):
                row = "document.activeElement.closest('[data-keys=grid]') !== null"
                inside = f"{row} && document.activeElement.closest('[data-keys=grid]').querySelector({selector!r})"
                if self.page.page.evaluate(at) or not self.page.page.evaluate(inside):
                    break
                self.page.key("ArrowRight")
        raise AssertionError(f"the keys never came to {selector}")


class Listener(Mouse):
    """A learner with a screen reader, who finds things by their role and name, and reads only what's said aloud."""

    CALLED = {
        "learn:play:": ("lesson.see", "lesson.watch"),
        "learn:next:": ("lesson.next", "lesson.fresh", "lesson.past"),
        "learn:try:": ("lesson.try",),
        "learn:marked:": ("asking.answer-marked",),
    }  # fmt: skip

    def press(self, gesture: str) -> None:
        named = "|".join(re.escape(told("en", each)) for each in self.CALLED[gesture])
        self.page.click(self.called("button", re.compile(f"^({named})$")))

    def option(self, answer: str, verb: str) -> None:
        assert self.question
        means = next(each for each in self.question.options if each.answer == answer)
        self.page.click(self.called("button", games.game().teaching("en").option(self.question, means)))

    def number(self, text: str) -> None:
        self.called("textbox", told("en", "asking.number")).fill(text)
        self.page.click(self.called("button", told("en", "asking.answer")))

    def command(self, text: str) -> None:
        field = self.page.page.get_by_role("textbox", name=ui("en", "ask.label"))
        field = field.or_(self.page.page.get_by_role("combobox", name=ui("en", "ask.label"))).first
        if not field.is_visible():
            self.page.page.get_by_text(ui("en", "ask.label")).first.click()
        field.fill(text)
        self.page.click(self.called("button", ui("en", "ask.send")))

    def called(self, role: Any, name: str | re.Pattern[str]) -> Locator:
        """Return the first element with this role and name."""
        return self.page.page.get_by_role(role, name=name, exact=isinstance(name, str)).first

    def aloud(self) -> str:
        """Return everything on the page that a screen reader can come to, as one text."""
        snapshot = self.page.page.locator(".apz > main").first.aria_snapshot()
        return " ".join(snapshot.replace("''", "'").split())


def take(page: Page, hands: Mouse, name: str) -> LessonRun[Position]:
    """Take a whole lesson with right answers, using the same seed as the page; return the run."""
    run = begin(course.lesson(name), course.SUBJECT)
    while not run.ended:
        task = run.task
        assert task
        assert page.find('.dot[aria-current="step"]').inner_text() == str(run.at + 1)
        if run.question and not run.answered:
            give(hands, run.question)
            run, _ = run.answer(run.question.right if run.question.several else sorted(run.question.right)[0])
            assert page.find(".verdict.right").count() == 1
        elif task.play and run.played < len(task.play):
            hands.press("learn:play:")
            run, _ = run.advance()
        elif task.goal and not run.solved:
            for step in run.line:
                hands.command(words().move(step.before, step.move))
            run, _ = run.look(run.line)
            assert run.solved
        elif task.attempt and not run.solved:
            hands.press("learn:try:")
            run, _ = run.attempt()
        else:
            hands.press("learn:next:")
            run, _ = run.next()
    return run


def give(hands: Mouse, question: Question) -> None:
    """Give the right answer to a question."""
    hands.question = question
    if not question.options:
        hands.number(next(iter(question.right)))
    elif question.several:
        for each in sorted(question.right):
            hands.option(each, "mark")
        hands.press("learn:marked:")
    else:
        hands.option(sorted(question.right)[0], "pick")


@pytest.mark.parametrize("name", ["combat", "consumption"])
def test_a_lesson_is_taken_whole_by_mouse(show, name):
    page = show(f"lesson-{name}")
    run = take(page, Mouse(page), name)
    assert page.find(".remember li").first.inner_text() == run.lesson.remember[0]


def test_a_lesson_is_taken_whole_by_keyboard_alone(show):
    page = show("lesson-draw")
    run = take(page, Keys(page), "draw")
    assert page.find(".remember li").first.inner_text() == run.lesson.remember[0]


def test_a_lesson_is_taken_whole_by_what_a_screen_reader_says(show):
    page = show("lesson-draw")
    listener = Listener(page)
    assert "How many does she draw now?" in listener.aloud()
    assert "Ann's hand: 2 cards" in listener.aloud()
    assert "Handgun, attachment, attack +1" in listener.aloud()
    run = take(page, listener, "draw")
    assert all(each in listener.aloud() for each in run.lesson.remember)


def test_a_wrong_answer_is_explained_and_hints_lead_on(show_here):
    page = show_here("lesson-combat")
    hands = Mouse(page)
    hands.number("4")
    assert "defense" in page.text(".verdict.wrong")
    assert "4" in page.said()
    hands.press("learn:hint:")
    assert "Gang Warrior" in page.text(".hints")
    hands.number("3")
    assert "Ben takes 3 wounds" in page.text(".verdict.right")


def test_on_a_phone_coach_table_prompt_and_the_way_on_are_in_sight_at_once(show_here):
    page = show_here("lesson-combat", viewport=NARROW, has_touch=True)
    hands = Mouse(page)
    page.find(".number-field").evaluate("field => field.scrollIntoView({ block: 'end' })")
    hands.number("4")
    assert page.lowest(".verdict.wrong") <= NARROW["height"]
    number = course.lesson("combat").index("finish")
    hands.option(str(number - 1), "open")
    page.click("point:4")  # the coach says what happened, and the button to continue is below
    assert page.lowest(".verdict.right") <= NARROW["height"]
    page.click(page.find('.foot-bar [data-do^="learn:next:"]'))
    for part in (".bubble", ".scene > .asking", ".field", ".foot-bar"):
        box = page.find(part).bounding_box()
        assert 0 <= box["y"] < box["y"] + min(box["height"], 60) <= NARROW["height"]


@pytest.mark.parametrize(("name", "theme"), in_turns(["lesson-combat", "course", "practice"]))
def test_axe_finds_nothing_serious_and_nothing_is_cut_off(request, axe, theme, name):
    page = request.getfixturevalue("show" if name == "course" else "show_here")(name, theme=theme)
    page.keep(f"{name}-{theme}")
    found = page.serious(axe)
    if name != "course":
        page.click(page.find('[data-do^="learn:show:"]').first)
        found += page.serious(axe)
    page.resize(NARROW)
    found += page.serious(axe)
    assert found == []
    assert page.sideways() <= 0
    assert page.too_small() == []


def test_from_the_map_to_a_lesson_and_back(show):
    page = show("course")
    page.find('[data-do$=":combat"]').first.click()
    page.page.wait_for_selector(".apz .number-field")
    page.page.get_by_role("button", name="All lessons").click()
    page.page.wait_for_selector(".apz .lessons")


def test_lessons_stand_in_columns(show):
    page = show("course", viewport={"width": 1280, "height": 800})
    for place in (1, 2, 3):
        ends = page.find(f".lessons li > :nth-child({place})").evaluate_all(
            "parts => parts.map((each) => [each.closest('ol').offsetTop, each.getBoundingClientRect().left].join())"
        )
        assert len(ends) > len(set(ends)) == page.find(".lessons").count()
