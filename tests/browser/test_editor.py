"""The position editor in Chromium through Voila: building a position, checking, loading and playing it."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from apz.apocalypze.positions import read_position
from tests.browser.desk import Page
from tests.browser.notebooks import NASTY, POSITIONS
from tests.texts import ui

pytestmark = pytest.mark.xdist_group("browser")  # one worker, so that each server starts once

SAME = """() => document.querySelector(".kernel textarea").value
  === document.querySelector(".apz .ed-yaml textarea").value"""


def gallery(page: Page, card: str) -> Locator:
    """Return a card in the gallery."""
    return (
        page.page.get_by_role("region", name=ui("en", "editor.gallery"))
        .get_by_role("button", name=re.compile(card))
        .first
    )


def place(page: Page, name: str) -> Locator:
    """Return a place on the table."""
    return page.page.get_by_role("group", name=name, exact=True)


def laid(page: Page, card: str) -> Locator:
    """Return a card on the table."""
    table = page.page.get_by_role("region", name="Table")
    return table.get_by_role("button", name=re.compile(f"^{card}")).first


def put(page: Page, words: str, where: str) -> None:
    """Type the name of a card, and choose its place."""
    page.page.get_by_role("searchbox", name="Find a card").fill(words)
    page.press("Enter")
    here = place(page, where).get_by_role("button", name=re.compile("put here")).first
    here.wait_for()
    page.click(here)


def centre(what: Locator) -> tuple[float, float]:
    """Scroll to an element, and return its center."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, thing: Locator, where: Locator) -> None:
    """Drag an element with the mouse to another one, and wait for the response."""
    before, mouse = page.repaints(), page.page.mouse
    to = centre(where)
    start = centre(thing)
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 20, start[1] + 20, steps=3)
    mouse.move(*to, steps=6)
    mouse.up()
    page.answered(before)


def choose(page: Page, gesture: str, value: str, begins: bool = False) -> None:
    """Choose a value in a control, and wait for the response."""
    before = page.repaints()
    page.find(f'[data-do{"^" if begins else ""}="{gesture}"]').first.select_option(value)
    page.answered(before)


def choose_then(page: Page, gesture: str, value: str) -> None:
    """Choose from a list, and press the button next to it."""
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
    """Press Shift+Tab until the element with this gesture has the focus."""
    for _ in range(60):
        if page.focused() == gesture:
            return
        page.key("Shift+Tab")
    raise AssertionError(f"Shift+Tab never came to {gesture}")


def unfold(page: Page) -> None:
    """Show the position as YAML and Python."""
    if not page.find(".ed-yaml textarea").count():
        page.click(page.page.get_by_role("button", name="Advanced: YAML and Python"))


def yaml(page: Page) -> str:
    """Return the YAML on the page, once the kernel has the same text."""
    unfold(page)
    page.page.wait_for_function(SAME)
    return page.find(".ed-yaml textarea").input_value()


def python(page: Page) -> object:
    """Run the Python code on the page, and return the position it builds."""
    made: dict[str, object] = {}
    exec(page.find(".ed-python textarea").input_value(), made)
    return made["position"]


def apply(page: Page, text: str) -> None:
    """Change the YAML and apply it."""
    unfold(page)
    page.find(".ed-yaml textarea").fill(text)
    page.click(page.find(".ed-yaml [type=submit]"))


def test_a_combat_is_built_by_dragging_and_its_faults_stand_beside_what_they_concern(show):
    page = show("editor", viewport={"width": 1280, "height": 900})
    drag(page, gallery(page, "Patsy McNally"), place(page, "Ben's survivors"))
    fill(page, '[data-do^="wounds:"]', "1")
    page.page.get_by_role("searchbox", name="Find a card").press_sequentially("handg")
    expect(gallery(page, "Civilian")).to_have_count(0)
    drag(page, gallery(page, "Handgun"), laid(page, "Patsy McNally"))
    assert "wounds: 1, attached: [Handgun]" in yaml(page)
    unfold(page)
    put(page, "brawn", "Ann's raiders at Ben's stronghold")
    put(page, "2 gang warrior", "Ann's raiders at Ben's stronghold")
    choose(page, "phase", "combat")
    assert page.question().startswith("Ann must send every raider")
    assert "1 Wounded" in place(page, "Ben's survivors").inner_text()
    assert "Patsy McNally has 1 wound" in page.text(".problems")
    assert page.page.get_by_role("heading", name="1 fault.").is_visible()
    page.click(page.find(".problems .rule").first)
    assert "character.wounded" in page.text(".problems .rule-sheet")
    page.click(page.find(".problems .rule").first)
    first, second = (place(page, f"Ann's raiders at Ben's stronghold, access point {point}") for point in (1, 2))
    drag(page, laid(page, "Lord Brawn"), first)
    assert first.get_by_text("Lord Brawn").count()
    choose(page, "wait", "window")
    assert "2 aren't in a group" in page.text(".problems")
    for _ in range(2):
        drag(page, place(page, "Ann's raiders at Ben's stronghold").get_by_role("button").first, second)
    drag(page, laid(page, "Patsy McNally"), place(page, "Ben's survivors, access point 2"))
    choose(page, "now", "2")
    assert "This position breaks no rule" in page.text(".ed-problems")
    choose(page, "decides", "1")
    assert page.question().startswith("Ben may play a card")
    assert read_position(yaml(page)) == python(page)
    assert "now: 2" in yaml(page)
    page.keep("editor-combat")


def test_five_against_five_are_in_combat_after_few_gestures(show):
    page = show("editor", viewport={"width": 1280, "height": 900})
    made = 0

    def gesture(act: Callable[..., None], *given: Any) -> None:
        nonlocal made
        made += 2 if act is put else 1  # a name is typed, and a place is chosen
        act(page, *given)

    raiders, survivors = "Ann's raiders at Ben's stronghold", "Ben's survivors"
    gesture(put, "lord brawn", raiders)
    gesture(choose, "phase", "combat")
    gesture(drag, laid(page, "Lord Brawn"), place(page, f"{raiders}, access point 1"))
    for point in (1, 2):
        gesture(put, "2 gang warrior", f"{raiders}, access point {point}")
        gesture(put, "2 police officer", f"{survivors}, access point {point}")
    gesture(put, "patsy mcnally", f"{survivors}, access point 2")
    gesture(choose, "now", "1")
    assert made <= 20
    built = read_position(yaml(page))
    assert built.combat
    assert [[len(group) for group in side] for side in (built.combat.attack, built.combat.defense)] == [[3, 2], [2, 3]]
    assert "This position breaks no rule" in page.text(".ed-problems")


def test_a_drop_that_cannot_be_is_explained_there_and_one_elsewhere_changes_nothing(show):
    page = show("editor", viewport={"width": 1280, "height": 900})
    page.click(page.page.get_by_role("button", name="attachment", exact=True))
    drag(page, gallery(page, "Handgun"), place(page, "Ann's survivors"))
    assert "Handgun isn't a character" in place(page, "Ann's survivors").inner_text()
    before = yaml(page)
    mouse, (x, y) = page.page.mouse, centre(gallery(page, "Handgun"))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 40, y, steps=4)
    assert page.page.locator("[data-carried]").count() == 1
    mouse.move(640, 5, steps=4)
    mouse.up()
    expect(page.page.locator("[data-carried]")).to_have_count(0)
    assert yaml(page) == before


def test_a_finger_drags_a_card_from_the_gallery_to_the_table_and_back(show):
    page = show("editor", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    browser = page.page.context.new_cdp_session(page.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        browser.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": places})

    def swipe(thing: Locator, where: Locator) -> None:
        to = centre(where)
        (_, y), before = centre(thing), page.repaints()
        x = (thing.bounding_box() or {"x": 0})["x"] + 14  # cards in the gallery overlap: touch the visible part
        touch("Start", (x, y))
        touch("Move", (x, y - 25))
        touch("Move", (x, y - 60))
        touch("Move", to)
        touch("End")
        page.answered(before)

    swipe(gallery(page, "Biker"), place(page, "Ben's survivors"))
    assert laid(page, "Biker").is_visible()
    before = page.repaints()
    laid(page, "Biker").tap()
    page.answered(before)
    before = page.repaints()
    page.page.get_by_role("button", name="Biker: put here, Ann's hand").tap()
    page.answered(before)
    assert "hand: [Biker]" in yaml(page)


def test_a_named_position_is_loaded_changed_as_yaml_and_played_on_with_a_way_back(show):
    page = show("editor")
    choose_then(page, "load", "police-station")
    assert read_position(yaml(page)) == read_position(POSITIONS / "police-station.yaml") == python(page)
    tick(page, "resolved:2")
    assert "which of the 2 engagements" in page.question()
    tick(page, "resolved:2")
    apply(page, yaml(page).replace("name: Ann", "name: Zoe").replace("whose: Ann", "whose: Zoe"))
    assert "Zoe" in page.text(".table")
    built = yaml(page)
    apply(page, built.replace("Patsy McNally", "Nobody At All"))
    assert "isn't a card" in page.text(".ed-yaml .refusal")
    assert page.said().startswith(ui("en", "editor.kept"))
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
    page = show("editor", viewport={"width": 1280, "height": 900})
    tab_to_field(page, "card")
    page.page.keyboard.type("2 civilian")
    page.press("Enter")
    tab_to_field(page, "value", "Put it there")
    page.key("Tab")
    page.press("Enter")
    assert laid(page, "Civilian #").is_visible()
    page.tab_to("card:1")
    page.press("Delete")
    assert "is out of the game" in page.said()
    tab_back_to(page, "take:Civilian")
    page.key("ArrowRight")
    page.press("Enter")
    assert "choose where it goes" in page.said()
    page.tab_to("to:survivors.1")
    page.press("Enter")
    assert place(page, "Ben's survivors").get_by_role("button", name=re.compile("^Biker")).is_visible()
    page.tab_to("phase")
    page.press("ArrowDown")
    assert "must choose a stronghold" in page.question()
    tab_back_to(page, "play")
    page.press("Enter")
    page.tab_to("move:")
    page.press("Enter")
    assert page.told()
    tab_back_to(page, "back")
    page.press("Enter")
    assert gallery(page, "Civilian").is_visible()


def tab_to_field(page: Page, name: str, beside: str = "") -> None:
    """Press Tab until the field with this name has the focus, in a form that contains the text `beside`."""
    found = """([name, beside]) => document.activeElement.name === name
      && (!beside || document.activeElement.form.innerText.includes(beside))"""
    for _ in range(60):
        if page.page.evaluate(found, [name, beside]):
            return
        page.key("Tab")
    raise AssertionError(f"Tab never came to {name}")


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious_in_the_editor(show, axe, theme):
    page = show("editor", theme=theme)
    assert page.serious(axe) == []
    choose_then(page, "load", "police-station")
    page.click(laid(page, "Patsy McNally"))
    unfold(page)
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
    page.click(laid(page, "Patsy McNally"))
    unfold(page)
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
    assert "<img src=x" in page.text(".table")
    page.page.get_by_role("searchbox", name="Find a card").fill(text)
    page.press("Enter")
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
    """Check that nothing ran or became an element, and that the page shows no trouble and isn't too wide."""
    assert page.page.evaluate("window.hacked") is None
    assert page.find(":is(img, script, iframe, [onerror], [onload], [onmouseover])").count() == 0
    assert page.find(".trouble").count() == 0
    assert page.sideways() <= 0
