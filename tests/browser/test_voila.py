"""The tutor in Chromium through Voila: games by mouse and by keyboard, explanations, and what must never happen."""

from random import Random

import pytest

from tests.browser.desk import Page
from tests.texts import ui

CLICKED = (".ask .buttons .do", ".lit > .card", ".att.lit", ".point.lit", "button.pile.lit")
CAN_BE_CLICKED = f".apz:not([inert]) :is({', '.join(CLICKED)})[data-do]"


@pytest.mark.slow
def test_a_whole_game_against_the_bot_is_played_by_mouse(show):
    page, luck, seen = show("game"), Random(32), set()  # a seed whose game ends soon
    for _ in range(900):
        question = page.question()
        if "over" in question:
            break
        phase = page.text(".phase.now").strip()
        if phase not in seen:
            seen.add(phase)
            page.keep(f"game-{phase.lower()}")
        found = page.page.locator(CAN_BE_CLICKED)
        page.click(found.nth(luck.randrange(found.count())))
    assert "has won" in page.question()
    assert seen == {"Draw", "Occupation", "Combat", "Consumption"}
    page.keep("game-over")


@pytest.mark.slow
def test_a_whole_game_against_the_bot_is_played_by_keyboard_alone(show):
    page, luck = show("game"), Random(32)
    for _ in range(900):
        if "over" in page.question():
            break
        focus_on_something(page, luck)
        page.press("Enter")
    assert "has won" in page.question()


def focus_on_something(page: Page, luck: Random) -> None:
    """Press Tab, and arrow keys among cards, until something that can be clicked has the focus."""
    for _ in range(400):
        among = page.page.evaluate("document.activeElement.closest('[data-keys=grid]') !== null")
        page.key(luck.choice(["Tab", "ArrowRight", "ArrowDown"]) if among else "Tab")
        here = page.page.evaluate("selector => document.activeElement.matches(selector)", CAN_BE_CLICKED)
        if here and luck.random() < 0.6:
            return
    raise AssertionError("nothing that can be clicked can be reached by keys")


def test_a_whole_turn_is_played_by_keyboard_alone(show):
    page = show("turn")
    player = page.question().split()[0]
    page.tab_to("move:[draw]")
    page.press("Enter")
    assert "draws" in page.told()
    page.tab_to("move:[occupy, 0]")
    page.press("Enter")
    lit = page.find(".lower .hand .lit > .card").first.get_attribute("data-do")
    walk(page, ".lower .hand", lit)
    page.press("Enter")
    assert page.find(f'.field .survivors [data-do="{lit}"]').count() == 1
    for _ in range(40):
        if not page.question().startswith(player):
            break
        page.tab_to("move:")
        page.press("Enter")
    assert not page.question().startswith(player)


def test_the_police_station_is_fought_step_by_step_and_each_number_can_be_read(show):
    page = show("police-station")
    sums = {
        point: [page.number(point, name) for name in ("attack", "guard", "counter", "defense")] for point in (1, 2, 3)
    }
    assert sums == {1: [4, 1, 1, 4], 2: [2, 2, 2, 2], 3: [4, 3, 1, 2]}
    assert page.number(4, "owed") == 2
    assert [wounds(page, point) for point in (1, 2, 3)] == [
        "Ben takes 3 wounds",
        "Ben takes no wounds",
        "Ben takes 1 wound",
    ]
    page.click("open:sum.1.attack")
    assert page.lane(1).locator(".terms").inner_text().count("+2") == 2
    page.click("open:sum.3.attack")
    assert "+4 Lord Brawn" in page.lane(3).locator(".terms").inner_text()
    page.keep("combat")
    page.click("point:1")
    assert "3 wounds" in page.question()
    page.click(page.lane(1).locator("button.card", has_text="Police Officer"))
    assert "Police Officer" in page.told()
    assert "killed" in page.told()
    page.click("point:2")
    assert "no wounds" in page.told()
    page.click(page.card("Patsy McNally"))
    assert "drops from value 5 to 4" in page.told()
    assert "consume 2" in page.question()
    page.keep("combat-consumption")
    page.click("deck:1")
    assert "1 of 2 offered." in page.text(".meal")
    page.click("deck:1")
    assert page.text(".phase.now").strip() == "Consumption"


def wounds(page: Page, point: int) -> str:
    """Return a lane's text on the wounds the defender takes."""
    return page.lane(point).locator(".sum p > b", has_text="Ben takes").inner_text().splitlines()[0]


def test_undo_goes_back_over_a_whole_combat_and_redo_forward_again(show):
    page = show("police-station")
    start = page.text(".board")
    page.click("point:1")
    page.click(page.lane(1).locator("button.card", has_text="Police Officer"))
    page.click("point:2")
    page.click(page.card("Patsy McNally"))
    page.click("deck:1")
    page.click("deck:1")
    after, steps = page.question(), 0
    while page.do("go:undo").is_enabled():
        page.click("go:undo")
        steps += 1
    assert steps == 6
    assert page.text(".board") == start
    assert page.number(1, "attack") == 4
    for _ in range(steps):
        page.click("go:redo")
    assert page.question() == after


def test_an_illegal_move_is_explained_with_its_rule(show):
    page = show("turn")
    page.click("move:[draw]")
    page.click("move:[occupy, 0]")
    before = page.question()
    page.click(page.card("Cult Fanatic", ".lower .hand"))
    assert "You play raiders, zombies included, at your opponent's stronghold" in page.text(".refusal")
    assert page.said().startswith(ui("en", "question.not-legal"))
    assert page.question() == before
    page.keep("refused")
    page.click(page.find(".refusal button.rule"))
    assert "character.raider" in page.text(".refusal .rule-sheet")
    page.press("Escape")
    assert page.find(".refusal").count() == 0


def test_a_page_that_is_left_leaves_no_kernel_behind(show, voila):
    page = show("turn")
    kernel = page.page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    address = f"{voila.url}/api/kernels/{kernel}"
    assert page.page.request.get(address).ok
    page.page.goto("about:blank")
    assert not all(page.page.request.get(address).ok for _ in range(5_000))


def walk(page: Page, row: str, gesture: str) -> None:
    """Tab to a row of cards, then press the right arrow key until the card with `gesture` has the focus."""
    first = page.find(f"{row} button.card").first.get_attribute("data-do")
    page.tab_to(str(first))
    for _ in range(20):
        if page.focused() == gesture:
            return
        page.key("ArrowRight")
    raise AssertionError(f"the arrow keys never came to {gesture}")
