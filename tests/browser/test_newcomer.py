"""A newcomer's first ten minutes at the app in Chromium, from the home page, on a phone."""

from apz.apocalypze.teaching import course
from apz.core.learning.lesson_run import begin
from tests.browser.learner import NARROW, Learner
from tests.browser.notebooks import POSITIONS

PHONE = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def test_a_newcomers_first_ten_minutes_on_a_phone(learner):
    someone = learner(**PHONE, permissions=["clipboard-read", "clipboard-write"])
    assert "ApocalypZe Tutor" in someone.see("h1")
    screen(someone, "home")
    for number, part in enumerate((learns, plays, practises, builds, looks_up, shares, dresses), 1):
        part(someone)
        screen(someone, f"{number}-{part.__name__}")
    someone.do("go", "home")
    someone.see(".app-back")
    ways = [each.partition(",")[0] for each in someone.browser.locator(".app-back button").all_inner_texts()]
    assert ways == [
        "Dein Spiel: Police Station gegen Roadside Diner",
        "Die Stellung im Labor",
        "Üben",
        "Was auf dem Tisch liegt",
    ]
    screen(someone, "8-home")
    someone.browser.locator(".app-back button", has_text="Aufgabe 3").tap()
    assert someone.see('.dot[aria-current="step"]') == "3"


def screen(learner: Learner, name: str) -> None:
    """Keep a screen of the newcomer's way: nothing of it is cut off or too small for a finger."""
    learner.page.photograph(f"newcomer-{name}")
    assert learner.page.sideways() <= 0
    assert learner.page.too_small() == []


def learns(learner: Learner) -> None:
    """The first tasks of the first lesson: a wrong answer, a hint, the right one, what is shown, and the map."""
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
    learner.do("play")
    learner.see(".after", "Ben is out")
    learner.do("next")
    learner.see('.dot[aria-current="step"]', "3")
    learner.do("go", "learn")
    learner.see(".lessons .begun", "3")
    learner.press('.rule-map [data-do="open:map.end.last"]')
    learner.see(".rule-map [data-do^='learn:practise:']")


def answer(learner: Learner, number: str) -> None:
    """Type a number."""
    learner.see(".number-field")
    learner.browser.fill(".number-field", number)
    learner.press(".typed button")


def plays(learner: Learner) -> None:
    """A whole turn of a game against the bot, the bot's first step, and all that it does until it is our turn."""
    learner.do("go", "setup")
    learner.see('form[data-do^="learn:begin:"]')
    screen(learner, "2-setup")
    learner.press('form[data-do^="learn:begin:"] button')
    learner.see(".ask h2")
    for gesture in ("[draw]", "[occupy, 0]", "[done]", "[eat]"):
        learner.press(f'.ask .buttons [data-do="move:{gesture}"]')
    learner.see('.ask [data-do="next"]')
    screen(learner, "2-bot")
    learner.press('.ask [data-do="next"]')
    learner.see(".explain")
    learner.press('.ask [data-do="onward"]')
    learner.browser.locator('.ask [data-do="onward"]').wait_for(state="detached")


def practises(learner: Learner) -> None:
    """One question, whatever it is, with its answer and why."""
    learner.do("go", "practise")
    learner.see(".practice-head")
    if learner.browser.locator(".number-field").count():
        answer(learner, "1")
    else:
        learner.press(".options button")
        if learner.browser.locator('[data-do^="learn:marked:"]').count():
            learner.see('.options [aria-pressed="true"]')
            learner.do("marked")
    learner.see(".verdict")
    if learner.browser.locator(".verdict.wrong").count():
        learner.do("show")
    learner.see('[data-do^="learn:next:"].main')


def builds(learner: Learner) -> None:
    """A card is put into an empty position, then a whole position is pasted."""
    learner.do("go", "lab")
    learner.browser.fill(".ed-put [name=card]", "biker")
    learner.press(".ed-put [type=submit]")
    learner.see(".board button.card", "Biker")
    screen(learner, "4-built")
    learner.browser.fill(".ed-yaml textarea", (POSITIONS / "starving.yaml").read_text(encoding="utf-8"))
    learner.press(".ed-yaml [type=submit]")
    learner.see(".ask h2", "consume")


def looks_up(learner: Learner) -> None:
    """A rule and a card."""
    learner.do("go", "look")
    for form, words in (('[data-do="find"]', "wound"), ('[data-do^="learn:find:"]', "gang")):
        learner.browser.fill(f".app-look {form} input", words)
        learner.press(f".app-look {form} button")
    learner.press('.app-look [data-do="open:index/combat.wounds"]')
    learner.see(".app-look .rules", "wounds")
    learner.do("piece", "Gang Warrior")
    learner.see(".app-sheet", "Gang Warrior")


def shares(learner: Learner) -> None:
    """The link of the game."""
    learner.do("go", "setup")
    learner.do("on")
    learner.see(".ask h2")
    learner.do("share")
    learner.press('[data-app-copy="app-share-session"]')
    learner.see(".app-notice", "Copied.")
    assert "?session=" in learner.browser.evaluate("navigator.clipboard.readText()")


def dresses(learner: Learner) -> None:
    """Another language, and the dark."""
    learner.browser.select_option('[data-do^="learn:language:"]', "de")
    learner.see(".app-bar", "Lernen")
    learner.browser.select_option('[data-do^="learn:theme:"]', "dark")
    learner.browser.wait_for_function("document.body.dataset.jpThemeLight === 'false'")
