"""The editor of positions in Chromium through Voila: a position is built, checked, loaded and played on."""

import json

import pytest

from apz.apocalypze.positions import read_position
from tests.browser.desk import Page
from tests.browser.notebooks import NASTY, POSITIONS

pytestmark = pytest.mark.xdist_group("browser")  # one worker, so that each server starts once

SAME = """() => document.querySelector(".kernel textarea").value
  === document.querySelector(".apz .ed-yaml textarea").value"""


def put(page: Page, words: str, player: str, zone: str) -> None:
    """Search a card and put it somewhere."""
    for field, value in (("player", player), ("zone", zone)):
        select = page.find(f".ed-put [name={field}]")
        if select.input_value() != value:
            before = page.repaints()
            select.select_option(value)
            page.answered(before)
    page.find(".ed-put [name=card]").fill(words)
    page.click(page.find(".ed-put [type=submit]"))


def choose(page: Page, gesture: str, value: str, begins: bool = False) -> None:
    """Set a control."""
    before = page.repaints()
    page.find(f'[data-do{"^" if begins else ""}="{gesture}"]').first.select_option(value)
    page.answered(before)


def choose_then(page: Page, gesture: str, value: str) -> None:
    """Choose from a list, and press the button beside it."""
    form = page.find(f'form[data-do^="{gesture}"]')
    form.locator("select").select_option(value)
    page.click(form.locator("button"))


def fill(page: Page, selector: str, value: str) -> None:
    """Type into a field and leave it."""
    before = page.repaints()
    page.find(selector).fill(value)
    page.key("Tab")
    page.answered(before)


def tick(page: Page, gesture: str) -> None:
    """Tick a box, or untick it."""
    before = page.repaints()
    page.do(gesture).click()
    page.answered(before)


def tab_back_to(page: Page, gesture: str) -> None:
    """Press Shift+Tab until something with this gesture has the focus."""
    for _ in range(60):
        if page.focused() == gesture:
            return
        page.key("Shift+Tab")
    raise AssertionError(f"Shift+Tab never came to {gesture}")


def yaml(page: Page) -> str:
    """The YAML that is shown, after it was seen that Python has the same."""
    page.page.wait_for_function(SAME)
    return page.find(".ed-yaml textarea").input_value()


def python(page: Page) -> object:
    """The position that the shown Python builds."""
    made: dict[str, object] = {}
    exec(page.find(".ed-python textarea").input_value(), made)
    return made["position"]


def apply(page: Page, text: str) -> None:
    """Change the YAML and take it over."""
    page.find(".ed-yaml textarea").fill(text)
    page.click(page.find(".ed-yaml [type=submit]"))


def test_a_combat_is_built_by_mouse_and_its_faults_are_listed_with_their_rules(show):
    page = show("editor")
    put(page, "patsy mcn", "1", "survivors")
    fill(page, '[data-do^="wounds:"]', "1")
    put(page, "handgun", "1", "hand")
    choose_then(page, "attach:", "Patsy McNally")
    assert page.card("Patsy McNally", ".survivors").is_visible()
    assert "wounds: 1, attached: [Handgun]" in yaml(page)
    put(page, "brawn", "0", "raiders")
    put(page, "gang", "0", "raiders")
    page.click(page.find(".ed-put .chips button").filter(has_text="Gang Warrior"))
    choose(page, "phase", "combat")
    assert page.question().startswith("Ann must send every raider")
    assert "Patsy McNally has 1 wound" in page.text(".problems")
    assert page.find(".refused .card").count() == 1
    page.click(page.find(".problems .rule").first)
    assert "character.wounded" in page.text(".problems .rule-sheet")
    page.click(page.find(".problems .rule").first)
    page.click(page.card("Lord Brawn"))
    choose(page, "group:", "1", begins=True)
    assert page.lane(1).get_by_text("Lord Brawn").count()
    choose(page, "wait", "window")
    assert "1 isn't in a group: Gang Warrior" in page.text(".problems")
    page.click(page.card("Gang Warrior"))
    choose(page, "group:", "2", begins=True)
    page.click(page.card("Patsy McNally"))
    choose(page, "group:", "2", begins=True)
    choose(page, "now", "2")
    assert "this can happen in a game" in page.text(".ed-problems")
    choose(page, "decides", "1")
    assert page.question().startswith("Ben may play a card")
    assert read_position(yaml(page)) == python(page)
    assert "now: 2" in yaml(page)
    page.keep("editor-combat")


def test_a_named_position_is_loaded_changed_as_yaml_and_played_on_with_a_way_back(show):
    page = show("editor")
    choose_then(page, "load", "police-station")
    assert read_position(yaml(page)) == read_position(POSITIONS / "police-station.yaml") == python(page)
    tick(page, "resolved:2")
    assert "which of the 2 engagements" in page.question()
    tick(page, "resolved:2")
    apply(page, yaml(page).replace("name: Ann", "name: Zoe").replace("whose: Ann", "whose: Zoe"))
    assert "Zoe" in page.text(".board")
    built = yaml(page)
    apply(page, built.replace("Patsy McNally", "Nobody At All"))
    assert "is not a card" in page.text(".ed-yaml .refusal")
    assert page.said().startswith("This cannot be")
    page.press("Escape")
    page.click("play")
    assert "Ben must choose which of the 3 engagements" in page.question()
    page.click("point:1")
    assert "Ben takes 3 wounds" in page.told()
    page.keep("editor-play")
    page.click("edit")
    assert "now: 1" in yaml(page)
    assert "Ben must assign 3 wounds" in page.question()
    page.click("undo")
    assert yaml(page) == built
    page.click("play")
    page.click("point:2")
    page.click("back")
    assert yaml(page) == built


def test_a_position_is_built_and_played_on_by_keyboard_alone(show):
    page = show("editor")
    for _ in range(20):
        if page.page.evaluate("document.activeElement.name") == "card":
            break
        page.key("Tab")
    page.page.keyboard.type("civilian")
    page.press("Enter")
    assert page.card("Civilian", ".survivors").is_visible()
    page.tab_to("phase")
    page.press("ArrowDown")
    assert "must choose a stronghold" in page.question()
    page.tab_to("wait")
    page.press("ArrowDown")
    assert "plays cards" in page.question()
    page.tab_to("decides")
    page.press("ArrowDown")
    assert page.find(".problems .rule").count() == 1
    page.press("ArrowUp")
    assert page.find(".problems .rule").count() == 0
    assert page.focused() == "decides"
    tab_back_to(page, "play")
    page.press("Enter")
    page.tab_to("move:[done]")
    page.press("Enter")
    assert page.told()
    tab_back_to(page, "back")
    page.press("Enter")
    assert page.find(".ed-put").is_visible()


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious_in_the_editor(show, axe, theme):
    page = show("editor", theme=theme)
    assert page.serious(axe) == []
    choose_then(page, "load", "police-station")
    page.click(page.card("Patsy McNally"))
    choose(page, "pile", "deck.1")
    tick(page, "resolved:4")
    page.click(page.find(".problems .rule").first)
    assert page.serious(axe) == []
    assert page.dark() == (theme == "dark")
    page.keep(f"editor-{theme}")
    page.click("play")
    assert page.serious(axe) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "screen",
    [
        {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
        {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2},
    ],
    ids=["phone", "zoomed"],
)
def test_on_small_screens_nothing_must_be_scrolled_sideways(show, screen):
    page = show("editor", **screen)
    assert page.sideways() <= 0
    choose_then(page, "load", "police-station")
    page.click(page.card("Patsy McNally"))
    choose(page, "pile", "deck.1")
    tick(page, "resolved:4")
    assert page.sideways() <= 0
    assert page.too_small() == []
    page.click("play")
    assert page.sideways() <= 0
    assert page.do("back").is_visible()


FAULTY = f"apz: position 1\nplayers: [{{stronghold: {json.dumps(NASTY[0])}}}, {{{json.dumps(NASTY[1])}: 1}}]"


@pytest.mark.parametrize("text", [*NASTY, FAULTY], ids=["tags", "long", "faulty"])
def test_hostile_yaml_is_text(show, text):
    page = show("editor")
    apply(page, text)
    assert page.find(".ed-yaml .refusal").is_visible()
    harmless(page)
    page.click("reset")
    assert page.find(".refusal").count() == 0
    name = json.dumps(NASTY[0])
    apply(page, yaml(page).replace("name: Ann", f"name: {name}").replace("whose: Ann", "whose: 1"))
    assert "<img src=x" in page.text(".board")
    page.find(".ed-put [name=card]").fill(text)
    page.click(page.find(".ed-put [type=submit]"))
    page.click("play")
    page.click("move:[draw]")
    harmless(page)


@pytest.mark.slow
def test_hostile_names_of_positions_are_text(show):
    page = show("hostile-list")
    offered = page.do("load").locator("option").all_inner_texts()
    assert any("<img src=x" in each for each in offered)
    for number in (1, 2):
        page.do("load").locator("select").select_option(index=number)
        page.click(page.do("load").locator("button"))
        harmless(page)
    page.click("play")
    harmless(page)


def harmless(page: Page) -> None:
    """See that nothing was executed or made into an element, and that the page is as wide as ever."""
    assert page.page.evaluate("window.hacked") is None
    assert page.find(":is(img, script, iframe, [onerror], [onload], [onmouseover])").count() == 0
    assert page.find(".trouble").count() == 0
    assert page.sideways() <= 0
