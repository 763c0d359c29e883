"""Screenshots of every screen of the app in Chromium, at desktop and phone size, dark and light.

`python -m tests.browser.pictures FOLDER` takes all pictures; words after the folder choose screens by
part of their name.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Callable, Mapping
from html import escape
from itertools import starmap
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser

from apz import games
from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.kernel import new_session
from apz.apocalypze.moves import Done, Move, Send
from apz.apocalypze.positions import build, seat
from apz.apocalypze.setup import new_game
from apz.apocalypze.show.sheet import sheet_html
from apz.apocalypze.teaching import course
from apz.core.learning.lesson_run import begin
from apz.core.learning.practice import SESSION
from apz.core.session import Session
from apz.core.sharing import position_link, session_link
from apz.serving import pages
from apz.serving.places import Reply
from apz.serving.settings import Settings
from tests.browser.cell import show_cell
from tests.browser.desk import Page
from tests.browser.learner import Learner
from tests.browser.test_lessons import Mouse, give, take
from tests.chromium import browser
from tests.serving.conftest import served
from tests.texts import told, ui

PHONE = "390x844"
SIZES = {"1280x900": (1280, 900), PHONE: (390, 844)}
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
PATIENCE = 60_000  # milliseconds, for a busy machine
# waits until everything that flies, fades or counts has arrived, and the fonts are there
AT_REST = """async () => {
  await document.fonts.ready;
  const moving = () => document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(moving().map((each) => each.finished));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
# counts how often anything on the page is drawn: the bar, the page and the table are panels of their own
COUNT = """() => {
  window.repaints = 0;
  const watch = new MutationObserver(() => { window.repaints += 1; });
  watch.observe(document, { subtree: true, attributeFilter: ["data-n"] });
}"""
# presses a card with a finger and keeps the finger there
LONG_PRESS = """(card) => {
  const { left, top } = card.getBoundingClientRect();
  const finger = { pointerId: 7, pointerType: "touch", isPrimary: true, buttons: 1, bubbles: true };
  card.dispatchEvent(new PointerEvent("pointerdown", { ...finger, clientX: left + 9, clientY: top + 9 }));
}"""
# the panels of one phase, each alone in a notebook's cell
PANELS = {
    "draw": ("DrawPanel", "whole-turn"),
    "occupation": ("OccupationPanel", "first-turn"),
    "combat": ("CombatPanel", "police-station-defense"),
    "consumption": ("ConsumptionPanel", "starving"),
}
CELL = """\
import apz
from apz.widgets import {panel}
{panel}(apz.new_session(apz.named_position("{position}")), language="{language}")
"""
GAME = games.game("apocalypze")

Step = Callable[[Learner], Any]


class Screen(NamedTuple):
    """A screen to photograph: its address, and what a learner does to get there from the address."""

    address: str
    steps: tuple[Step, ...] = ()
    sizes: tuple[str, ...] = tuple(SIZES)  # where there's something to see


def do(gesture: str) -> Step:
    """Return a step that clicks the element with this gesture and waits until the page has responded."""
    return lambda somebody: somebody.page.click(gesture)


def answered_by_page(step: Step) -> Step:
    """Return a step that takes the given step, and waits until the page has responded."""

    def done(somebody: Learner) -> None:
        before = somebody.page.repaints()
        step(somebody)
        somebody.page.answered(before)

    return done


def own(verb: str, rest: str = "") -> Step:
    """Return a step that makes one of the page's own gestures, such as a click on a button in the bar."""
    return answered_by_page(lambda somebody: somebody.do(verb, rest))


def press(name: str | re.Pattern[str], role: Any = "button") -> Step:
    """Return a step that clicks the first element with this role and name."""
    return lambda somebody: somebody.browser.get_by_role(role, name=name).first.click()


def see(selector: str) -> Step:
    """Return a step that waits for an element."""
    return lambda somebody: somebody.see(selector)


def fill(name: str, text: str, role: Any = "searchbox") -> Step:
    """Return a step that types a text into the first field with this name."""
    return answered_by_page(lambda somebody: somebody.browser.get_by_role(role, name=name).first.fill(text))


def check(gesture: str, value: str) -> Step:
    """Return a step that chooses one value of a setting."""
    return lambda somebody: somebody.page.find(f'[data-do="{gesture}"][value="{value}"]').first.check()


def hover(selector: str) -> Step:
    """Return a step that points the mouse at an element."""
    return lambda somebody: somebody.page.find(selector).first.hover()


def enlarge(selector: str) -> Step:
    """Return a step that makes a card large: by pointing at it or, where there's no mouse, by a long press."""

    def enlarged(somebody: Learner) -> None:
        card = somebody.page.find(selector).first
        touched = somebody.browser.evaluate("navigator.maxTouchPoints")
        card.evaluate(LONG_PRESS) if touched else card.hover()
        somebody.browser.wait_for_selector(".apz-zoom:popover-open")

    return enlarged


def scroll_to(selector: str) -> Step:
    """Return a step that scrolls an element to the top of the page."""
    return lambda somebody: somebody.page.find(selector).first.evaluate("each => each.scrollIntoView()")


def answer(number: str) -> Step:
    """Return a step that types a number as the answer to a lesson's question and checks it."""

    def typed(somebody: Learner) -> None:
        somebody.browser.get_by_role("textbox", name=told("en", "asking.number")).fill(number)
        somebody.browser.get_by_role("button", name=told("en", "asking.answer"), exact=True).click()
        somebody.see(".verdict")

    return typed


def task(lesson: str, number: int) -> Screen:
    """Return one task of a lesson as a screen."""
    return Screen(f"?lesson={lesson}", (own("open", str(number)),))


def whole(name: str) -> Step:
    """Return a step that takes a whole lesson with right answers."""
    return lambda somebody: take(somebody.page, Mouse(somebody.page), name)


def checked(name: str, right: bool) -> Step:
    """Return a step that takes the test that skips a lesson, and passes or fails it."""

    def through(somebody: Learner) -> None:
        hands, run = Mouse(somebody.page), begin(course.lesson(name), course.SUBJECT, check=True)
        hands.press("learn:check:")
        while not run.ended:
            assert run.question
            if right:
                give(hands, run.question)
                run, _ = run.answer(sorted(run.question.right)[0])
            hands.press("learn:next:")
            run, _ = run.next()

    return through


def missed(somebody: Learner) -> None:
    """Pick the last answer to each practice question, or have it shown if there's none to pick, until a pick is wrong.

    Fail if no pick in a whole session is wrong.
    """
    hands, option = Mouse(somebody.page), somebody.page.find(".options [data-do^='learn:pick:']:not(:disabled)")
    for _ in range(SESSION):
        if option.count():
            somebody.page.click(option.last)
        else:
            hands.press("learn:show:")
        if somebody.page.find(".verdict.wrong").count():
            return
        hands.press("learn:next:")
    raise AssertionError("every answer was right")


def answered(count: int) -> Step:
    """Return a step that goes through `count` practice questions; in two out of three, it picks the first answer.

    In every third one, and where there's no single answer to pick or the pick leaves it open, it shows the answer.
    """

    def through(somebody: Learner) -> None:
        hands = Mouse(somebody.page)
        for number in range(count):
            option = somebody.page.find(".options .option:not(:disabled)")
            if number % 3 and option.count() and not somebody.page.find('[data-do^="learn:mark:"]').count():
                somebody.page.click(option.first)
            if somebody.page.find('[data-do^="learn:show:"]').count():
                hands.press("learn:show:")
            hands.press("learn:next:")

    return through


def at(name: str, *steps: Step, seats: str = "you-you", hands: str = "open") -> Screen:
    """Return a named position on the table as a screen, after these steps."""
    return Screen(f"?position={name}&seats={seats}&hands={hands}", steps)


def played(seed: int, moves: int | None = None) -> Session[Any]:
    """Return a game between two bots, played for `moves` moves or to its end."""
    session, bot = new_session(new_game(seed=seed)), SensibleBot()
    while (waiting := session.position.waiting) and (moves is None or len(session.steps) < moves):
        session.do(bot.choose(session.position.seen_by(waiting.player)).move)
    return session


def crowd() -> str:
    """Return a link to a position with twenty raiders, eight survivors and ten cards in hand."""
    table = build(
        seat("Church", name="Ann", survivors=["8 Civilian"], hand=["6 Biker", "4 Sentry"], deck=["9 Biker"]),
        seat("Police Station", name="Ben", raiders=["20 Cult Fanatic"], deck=["9 Soldier"]),
        phase="combat", whose="Ben", occupied="Ann", strict=False,
    )  # fmt: skip
    return position_link(GAME, table)


def readme() -> str:
    """Return a link to the position in the README's picture: a defense that's nearly complete."""
    table = build(
        seat("Roadside Diner", name="Ann", survivors=["2 Biker"], raiders=["Lord Brawn", "4 Gang Warrior"],
             deck=["10 Biker"], hand=["3 Biker"]),
        seat("Police Station", name="Ben", survivors=["Patsy McNally", "4 Police Officer"],
             hand=["Molotov Cocktail", "Sentry", "Handgun", "Cult Fanatic"], deck=["10 Soldier"], discard=["Pop!"]),
        phase="combat", whose="Ann", occupied="Ben", turn=5,
    )  # fmt: skip
    brawn, *gang = [who.id for who in table.sides[0].raiders]
    patsy, *officers = [who.id for who in table.sides[1].survivors]
    attack = zip((brawn, *gang), (3, 1, 1, 2, 4), strict=True)
    defense = zip((patsy, *officers[:3]), (3, 1, 2, 2), strict=True)
    moves: list[Move] = [*starmap(Send, attack), Done(), *starmap(Send, defense)]
    for move in moves:
        table = table.must_play(move).after
    return position_link(GAME, table)


def faulty() -> str:
    """Return a link to a position with faults: a unique card twice, and two factions of raiders at one stronghold."""
    table = build(
        seat("Church", name="Ann", survivors=["2 Patsy McNally", "Civilian"], hand=["Sentry"], deck=["9 Biker"]),
        seat("Police Station", name="Ben", raiders=["Cult Fanatic", "Gang Warrior"], deck=["9 Soldier"]),
        phase="occupation", whose="Ben", occupied="Ann", strict=False,
    )  # fmt: skip
    return position_link(GAME, table)


BRANCHES = (do("solve"), do("keep:0"), do("open:lab.others"), do("keep:1"))


def to_pane(name: str) -> Step:
    """Return a step that scrolls one of the lab's panes to the top."""
    return scroll_to(f".lab-{name}")


def press_first(selector: str) -> Step:
    """Return a step that clicks the first of these elements."""
    return lambda somebody: somebody.page.find(selector).first.click()


def screens() -> dict[str, Screen]:
    """Return every screen by name."""
    won = session_link(played(3))
    # forced moves play themselves, and one click can make several moves
    by_itself = (do("open:controls"), check("set:steps", "self"), do("open:controls"))
    return {
        "readme": Screen(f"?position={readme()}&seats=regular-you"),
        # the table, phase by phase
        "table-draw": at("whole-turn"),
        "table-occupy": at("second-turn"),
        "table-occupation": at("first-turn", seats="you-regular"),
        "table-groups": at("police-station-groups"),
        "table-combat": at("police-station-defense"),
        "table-engagements": at("police-station"),
        "table-sum": at("police-station", do("open:sum.1.attack")),
        "table-wounds": at("police-station", do("point:1")),
        "table-pay": at("starving"),
        "table-respond": at("molotov-answered"),
        "table-crowd": Screen(f"?position={crowd()}&seats=you-you&hands=open"),
        "table-hint": at("police-station-defense", do("hint")),
        "table-hint-best": at("police-station-defense", do("hint"), do("hint"), do("hint")),
        "table-card": at("police-station", enlarge(".lane .card")),
        "table-card-hand": at("whole-turn", enlarge(".lower .hand .card")),
        "table-chosen": at("police-station-groups", do("card:1")),
        "table-block": at("church-doors"),
        "table-both-wounds": at("both-bleed", do("point:1")),
        "table-refused": at("three-ways", do("card:6")),
        "table-play": at("three-ways"),
        "table-curtain": at("second-turn", hands="hidden"),
        "table-bot-moved": at("first-turn", do("onward"), seats="regular-you", hands="hidden"),
        "table-coach": Screen(f"?position={position_link(GAME, course.opening())}&seats=you-rookie&hands=open"),
        "table-undone": at("police-station", do("point:1"), do("go:undo")),
        "table-send-all": at("police-station-groups", *by_itself),
        "table-block-all": at("church-doors", *by_itself),
        "table-log-send-all": at("police-station-groups", *by_itself, do("open:drawer")),
        "table-log": at("police-station", do("point:1"), do("open:drawer")),
        "table-log-rules": at("police-station", do("open:drawer"), do("tab:rules")),
        "table-log-history": at("police-station", do("open:drawer"), do("tab:history")),
        "table-log-card": at("police-station", do("open:drawer"), do("tab:card")),
        "table-log-attack": at("police-station-groups", do("open:drawer")),
        "table-controls": at("police-station", do("open:controls")),
        "table-hidden": Screen(f"?session={session_link(played(5, 40))}&seats=you-regular&hands=hidden"),
        "table-share": at("police-station", own("share")),
        "end-won": Screen(f"?session={won}&seats=regular-you"),
        "end-lost": Screen(f"?session={won}&seats=you-regular"),
        # learning
        "home": Screen(""),
        "menu": Screen("", (own("sheet", "menu"),), sizes=(PHONE,)),
        "home-settings": Screen("", (own("sheet", "settings"), see(".app-settings"))),
        "course": Screen("?page=learn"),
        "course-map": Screen("?page=learn", (press_first(".rule-map summary"), scroll_to(".rule-map"))),
        "lesson-ask": Screen("?lesson=combat"),
        "lesson-wrong": Screen("?lesson=combat", (answer("4"),)),
        "lesson-right": Screen("?lesson=combat", (answer("3"),)),
        "lesson-hint": Screen("?lesson=combat", (own("hint"),)),
        **{f"lesson-{name}-{number}": task(name, number) for name, number in LESSON_TASKS},
        "lesson-skip-test": Screen("?lesson=combat", (own("check"), lambda somebody: somebody.see(".far", "2"))),
        "lesson-skip-passed": Screen("?lesson=draw", (checked("draw", right=True),)),
        "lesson-skip-failed": Screen("?lesson=draw", (checked("draw", right=False),)),
        "lesson-complete": Screen("?lesson=draw", (whole("draw"),)),
        "lesson-extra": task("combat", 9),
        "practice": Screen("?page=practise"),
        "practice-shown": Screen("?page=practise", (own("show"),)),
        "practice-combat": Screen("?practise=combat.casualties"),
        "practice-wrong": Screen("?practise=combat", (missed,)),
        "practice-recap": Screen("?page=practise", (answered(SESSION),)),
        "practice-missed": Screen("?page=practise", (answered(SESSION), own("missed"))),
        "look-rules": Screen("?page=look"),
        "look-found": Screen("?page=look", (fill(ui("en", "rules.search"), "do wounds heal"), see(".app-hit"))),
        "look-rule": Screen("?rule=combat.wounds"),
        "look-cards": Screen("?page=look", (own("tab", "pieces"),)),
        "look-card": Screen("?page=look&card=lord-brawn"),
        "play": Screen("?page=play"),
        # the lab
        "lab-empty": Screen("?page=lab"),
        "lab": Screen("?lab=police-station-defense"),
        "lab-found": Screen("?lab=police-station-defense", (fill(ui("en", "editor.search"), "gang"),)),
        "lab-card": Screen("?lab=police-station-defense", (press(re.compile("^Patsy McNally")),)),
        "lab-solved": Screen(
            "?lab=police-station-defense", (do("solve"), press(ui("en", "lab.keep")), to_pane("solve"))
        ),
        "lab-others": Screen(
            "?lab=police-station-defense", (do("solve"), see(".lab-best"), do("open:lab.others"), to_pane("solve"))
        ),
        "lab-compared": Screen("?lab=police-station-defense", (*BRANCHES, to_pane("what-if"))),
        "lab-branch-share": Screen(
            "?lab=police-station-defense", (*BRANCHES, do("open:lab.share"), scroll_to(".lab-what-if .lab-fold"))
        ),
        "lab-faults": Screen(f"?lab={faulty()}"),
        "lab-advanced": Screen("?lab=police-station-defense", (do("open:advanced"), scroll_to(".ed-advanced"))),
        "lab-puzzles": Screen("?page=lab", (do("open:lab.puzzles"), to_pane("puzzles"))),
        "lab-puzzle": Screen(
            "?page=lab", (do("open:lab.puzzles"), press_first("ol.lab-puzzles button"), see("section.lab-puzzle"))
        ),
        "lab-simulate": Screen("?lab=police-station-defense", (do("open:lab.setting"), to_pane("simulate"))),
        "lab-simulated": Screen(
            "?lab=police-station-defense", (do("simulate"), see(".lab-results table"), to_pane("simulate"))
        ),
        "lab-shared": Screen("?lab=police-station-defense", (own("share"),)),
    }


LESSON_TASKS = (("table", 0), ("occupation", 2), ("consumption", 3), ("draw", 1), ("characters", 2), ("groups", 4),
                ("piles", 2), ("zombies", 3), ("attachments", 2), ("timing", 3), ("starving", 4), ("turn", 2),
                ("game", 0), ("cards", 2))  # fmt: skip


def photograph(somebody: Learner, folder: Path, name: str, size: str) -> None:
    """Take pictures of what's on the screen in both themes, once everything is at rest."""
    page = somebody.browser
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.evaluate(AT_REST)
        page.screenshot(path=folder / f"{name}-{size}-{theme}.png")


def written(language: str) -> dict[str, str]:
    """Return the pages that need no app, by name, as HTML: the sheet to print and the server's own pages."""
    settings = Settings(cap=9)
    return {
        "sheet": sheet_html(language, None),
        "serving-opening": pages.opening(language, "", "static"),
        "serving-line": pages.later(language, "", settings, Reply("full", number=3)),
        "serving-busy": pages.later(language, "", settings, Reply("busy")),
        "serving-password": pages.login(language, ""),
        "serving-wrong-password": pages.login(language, "", pages.catalog(language).text("login", "wrong")),
        "serving-nothing": pages.refused(language, "", "/"),
    }


def photograph_page(started: Browser, folder: Path, name: str, text: str) -> None:
    """Take pictures of a page that needs no app, and of the sheet also as it's printed."""
    for size, (width, height) in SIZES.items():
        page = started.new_page(viewport={"width": width, "height": height})
        page.set_content(text)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=folder / f"{name}-{size}-{theme}.png", full_page=True)
        page.close()
    if name == "sheet":
        page = started.new_page(viewport={"width": 726, "height": 1062}, device_scale_factor=2)  # A4 without margins
        page.emulate_media(media="print")
        page.set_content(text)
        page.screenshot(path=folder / f"{name}-print.png", full_page=True)
        page.close()


def contact_sheet(folder: Path, chosen: Mapping[str, Screen]) -> None:
    """Write a page that shows all pictures of each screen side by side."""
    rows = []
    for name, screen in chosen.items():
        files = [f"{name}-{size}-{theme}.png" for size in screen.sizes for theme in THEMES]
        shown = "".join(f'<img src="{escape(file)}" alt="{escape(file)}" height="420">' for file in files)
        rows.append(f"<h2>{escape(name)}</h2><p>{shown}</p>")
    (folder / "index.html").write_text(f"<!doctype html><title>Pictures</title>{''.join(rows)}", encoding="utf-8")


def take_pictures(folder: Path, wanted: list[str], language: str) -> list[str]:
    """Photograph the screens whose names contain a wanted word, or all, and write an index page; return what failed."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = {name: each for name, each in screens().items() if not wanted or any(word in name for word in wanted)}
    failed = []
    with tempfile.TemporaryDirectory() as home, browser() as started, served(Path(home), cap=12) as server:
        for name, screen in chosen.items():
            for size in screen.sizes:
                (width, height), phone = SIZES[size], size == PHONE
                context = started.new_context(
                    viewport={"width": width, "height": height},
                    reduced_motion="reduce",
                    has_touch=phone,
                    is_mobile=phone,
                )
                context.set_default_timeout(PATIENCE / 4)
                somebody = Learner(Page(context.new_page()))
                try:
                    more = "&" if screen.address else "?"
                    somebody.open(f"{server.url}/{screen.address}{more}theme=auto&lang={language}")
                    somebody.browser.evaluate(COUNT)
                    for step in screen.steps:
                        step(somebody)
                    photograph(somebody, folder, name, size)
                except Exception as error:
                    failed.append(f"{name} at {size}: {str(error).splitlines()[0]}")
                    somebody.browser.screenshot(path=folder / f"{name}-{size}-failed.png")
                somebody.browser.goto("about:blank")
                context.close()
        for name, text in written(language).items():
            if not wanted or any(word in name for word in wanted):
                photograph_page(started, folder, name, text)
        for phase, (panel, position) in PANELS.items():
            name = f"cell-{phase}"
            if wanted and not any(word in name for word in wanted):
                continue
            for theme in THEMES:
                page = started.new_page(viewport={"width": 860, "height": 800}, color_scheme=theme)
                show_cell(page, CELL.format(panel=panel, position=position, language=language), theme)
                page.wait_for_selector(".apz .pane")
                page.evaluate(AT_REST)
                page.screenshot(path=folder / f"{name}-860-{theme}.png", full_page=True)
                page.close()
    contact_sheet(folder, chosen)
    return failed


def main() -> int:
    """Take the pictures that the command line asks for, and list what failed; return the exit code."""
    parser = argparse.ArgumentParser(description="Photograph every screen of the app.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="take only screens whose names contain one of these words")
    parser.add_argument("--lang", default="en")
    given = parser.parse_args()
    failed = take_pictures(given.folder, given.names, given.lang)
    print(*failed, f"pictures in {given.folder}", sep="\n")
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main())
