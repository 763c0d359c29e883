"""The gallery on the look-up page: every card as printed, filtered by kind, faction and deck."""

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.widgets.base.tree import plain
from tests.texts import says, ui
from tests.widgets.app.visits import seen, visit
from tests.widgets.hands import elements
from tests.widgets.learning_hands import press


def gallery(language: str = "en"):
    """Return the app at the look-up page, showing its cards."""
    app = visit(f"?page=look&lang={language}")
    press(app.place.panel, "tab", ":pieces")
    return app


def tiles(app) -> list[str]:
    """Return the names of the cards in the gallery, checking that each has its banner and its picture."""
    listed = [each for each in elements(app.place.panel.view["tree"]) if each[1].get("class") == "app-tiles"]
    found = [each for part in listed for each in elements(part) if each[0] == "li"]
    for each in found:
        kinds = {name for part in elements(each) for name in part[1].get("class", "").split()}
        assert {"card", "banner", "art", "foot"} <= kinds
    return [each[1]["key"] for each in found]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_shows_every_card_and_says_how_many(language):
    app = gallery(language)
    total = len(library())
    assert sorted(tiles(app)) == sorted(library())
    assert says(language, "look.count", count=total, total=total) in seen(app)


def test_filters_narrow_it_together_and_each_is_taken_off_by_a_second_click():
    app = gallery()
    cards, deck = library(), library().decks["Roadside Diner"]
    press(app.place.panel, "narrow", ":kind=raider")
    assert set(tiles(app)) == {name for name, card in cards.items() if card.kind == "raider"}
    press(app.place.panel, "narrow", ":faction=gang")
    raiders = {name: card.human for name, card in cards.items() if card.kind == "raider" and card.human}
    gang = {name for name, face in raiders.items() if face.faction == "gang"}
    assert set(tiles(app)) == gang
    press(app.place.panel, "narrow", ":deck=Roadside Diner")
    assert set(tiles(app)) == gang & set(deck.cards)
    press(app.place.panel, "narrow", ":kind=trump")
    assert tiles(app) == []
    assert says("en", "look.none-fit") in seen(app)
    for each in (":kind=trump", ":faction=gang"):
        press(app.place.panel, "narrow", each)
    assert set(tiles(app)) == set(deck.cards)


@pytest.mark.parametrize("about", ["", "kind", "kind=", "kind=zz", "zz=raider", "deck=" + "a" * 400])
def test_a_filter_that_is_not_offered_changes_nothing(about):
    app = gallery()
    before = app.place.panel.view["tree"]
    app.place.panel._handle_custom_msg({"do": f"learn:narrow::{about}"}, [])
    assert app.place.panel.view["tree"] == before


def test_a_card_of_the_gallery_is_shown_large_with_all_about_it():
    app = gallery()
    press(app.place.panel, "piece", ":Lord Brawn")
    sheet = [each for each in elements(app.place.panel.view["tree"]) if each[1].get("class") == "app-sheet"]
    assert sum("card" in each[1].get("class", "").split() for each in elements(sheet[0])) == 1
    assert "Lord Brawn" in tiles(app)


def test_the_place_of_a_card_in_full_is_kept_free_so_that_nothing_moves_when_one_opens():
    app = gallery()
    (free,) = [each for each in elements(app.place.panel.view["tree"]) if each[1].get("key") == "sheet"]
    assert ui("en", "card.none") in plain(free)
    press(app.place.panel, "piece", ":Lord Brawn")
    (full,) = [each for each in elements(app.place.panel.view["tree"]) if each[1].get("key") == "sheet"]
    assert full[1]["class"] == "app-sheet"


def test_the_open_rule_is_marked_in_its_list_and_scrolled_into_view():
    app = visit("?rule=combat.wounds")
    (here,) = [each for each in elements(app.place.panel.view["tree"]) if each[1].get("aria-current")]
    assert here[1]["data-news"] == "rule-combat.wounds"
