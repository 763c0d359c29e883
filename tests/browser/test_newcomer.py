"""A newcomer's first ten minutes at the app in Chromium, from the home page, on a phone."""

from apz.apocalypze.teaching import course
from apz.core.learning.lesson_run import begin
from tests.browser.learner import NARROW, Learner
from tests.browser.notebooks import POSITIONS
from tests.texts import says

THIRD = '.dot[aria-current="step"]:nth-child(3)'  # the task the learner is at
PHONE = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def test_a_newcomers_first_ten_minutes_on_a_phone(learner):
    someone = learner(**PHONE, permissions=["clipboard-read", "clipboard-write"])
    assert "Raiders outside." in someone.see("h1")
    screen(someone, "home")
    for number, part in enumerate((learns, plays, practises, builds, looks_up, shares, dresses), 1):
        part(someone)
        screen(someone, f"{number}-{part.__name__}")
    someone.do("go", "home")
    someone.see(".app-back")
    ways = [each.partition(",")[0] for each in someone.browser.locator(".app-back button").all_inner_texts()]
    assert ways == [
        "Dein Spiel: Police Station gegen Roadside Diner",
        says("de", "offer.lab"),
        says("de", "offer.practise"),
        course.lesson("table", "de").title,
    ]
    screen(someone, "8-home")
    someone.browser.locator(".app-back button", has_text="Aufgabe 3").tap()
    someone.browser.locator(THIRD).wait_for(state="attached")


def screen(learner: Learner, name: str) -> None:
    """Save the current screen, and check that nothing on it is cut off or too small for a finger."""
    learner.page.photograph(f"newcomer-{name}")
    assert learner.page.sideways() <= 0
    assert learner.page.too_small() == []


def learns(learner: Learner) -> None:
    """Take the first tasks of the first lesson: a wrong answer, a hint, the right one, a demonstration, and the map."""
    question = begin(course.lesson("table"), course.SUBJECT).question
    assert question
    (right,) = question.right
    learner.do("lesson", "table")
    answer(learner, str(int(right) + 1))
    learner.see(".verdict.wrong")
    learner.do("hint")
    learner.see(".hints li")
    answer(learner, right)
    learner.see(".verdict.right")
    screen(learner, "1-right")
    learner.do("next")
    learner.press(".task p")  # a finger that taps twice in one place taps the next button only once
    learner.do("play")
    learner.see(".after", "out")
    learner.press(".task p")
    learner.do("next")
    learner.browser.locator(THIRD).wait_for(state="attached")
    go(learner, "learn")
    learner.see(".lessons .begun", "3")
    learner.press(".rule-map summary")
    learner.press('.rule-map [data-do="open:map.end.last"]')
    learner.see(".rule-map [data-do^='learn:practise:']")


def go(learner: Learner, place: str) -> None:
    """Go to a section of the app through the menu, as on every phone."""
    learner.do("sheet", "menu")
    learner.do("go", place)


def answer(learner: Learner, number: str) -> None:
    """Type a number, and send it."""
    learner.see(".number-field")
    learner.browser.fill(".number-field", number)
    learner.press(".typed button")


def plays(learner: Learner) -> None:
    """Play a whole turn against the bot, then let it make its first move, and the others up to our next decision."""
    go(learner, "setup")
    learner.see('form[data-do^="learn:begin:"]')
    screen(learner, "2-setup")
    learner.browser.select_option("select[name=pace]", "step")
    learner.press('form[data-do^="learn:begin:"] button')
    learner.see(".ask h2")
    for gesture in ("[done]", "[eat]"):
        learner.press(f'.ask .buttons [data-do="move:{gesture}"]')
    learner.see('.ask [data-do="next"]')
    screen(learner, "2-bot")
    learner.press('.ask [data-do="next"]')
    learner.press('.rail [data-do="open:drawer"]')
    learner.see(".explain")
    learner.press(".side .shut")
    learner.press('.ask [data-do="onward"]')
    learner.browser.locator('.ask [data-do="onward"]').wait_for(state="detached")


def practises(learner: Learner) -> None:
    """Answer one practice question, whatever it is, and read the explanation."""
    go(learner, "practise")
    learner.see(".practice-head")
    if learner.browser.locator(".number-field").count():
        answer(learner, "1")
    else:
        learner.press(".options button")
        if learner.browser.locator('[data-do^="learn:marked:"]').count():
            learner.see('.options [aria-pressed="true"]')
            learner.do("marked")
    learner.see(".verdict")
    if learner.browser.locator('[data-do^="learn:show:"]').count():
        learner.do("show")
    learner.see('[data-do^="learn:next:"].main')


def builds(learner: Learner) -> None:
    """Put a card into an empty position, then paste a whole position."""
    go(learner, "lab")
    learner.browser.get_by_role("searchbox", name="Find a card").fill("biker")
    learner.press('.gallery [type="submit"]')
    learner.press('button[data-do="to:survivors.0"]')
    learner.see(".table button.card", "Biker")
    screen(learner, "4-built")
    learner.press('[data-do="open:advanced"]')
    learner.see(".ed-yaml textarea")
    learner.browser.fill(".ed-yaml textarea", (POSITIONS / "starving.yaml").read_text(encoding="utf-8"))
    learner.press(".ed-yaml [type=submit]")
    learner.see(".ask h2", "consume")


def looks_up(learner: Learner) -> None:
    """Look up a rule and a card."""
    go(learner, "look")
    learner.browser.get_by_role("searchbox", name="Search the rules").fill("wound")
    learner.do("rule", "combat.wounds")
    learner.see(".app-rule h2", "wounds")
    learner.press('[role=tab]:has-text("Cards")')
    learner.browser.get_by_role("searchbox", name="Search the cards").fill("gang")
    learner.see(".app-found", "of 60 cards")
    learner.do("piece", "Gang Warrior")
    learner.see(".app-sheet", "Gang Warrior")


def shares(learner: Learner) -> None:
    """Share the link of the game."""
    go(learner, "setup")
    learner.do("on")
    learner.see(".ask h2")
    learner.do("share")
    learner.press('[data-app-copy="app-share-session"]')
    learner.see(".app-notice", "Copied.")
    assert "?session=" in learner.browser.evaluate("navigator.clipboard.readText()")


def dresses(learner: Learner) -> None:
    """Switch to German, and to the light theme."""
    go(learner, "look")
    learner.do("sheet", "settings")
    learner.browser.check('[data-do^="learn:language:"][value="de"]')
    learner.see(".app-bar", "Lernen")
    learner.browser.check('[data-do^="learn:theme:"][value="light"]')
    learner.browser.wait_for_function("() => document.body.dataset.jpThemeLight === 'true'")
