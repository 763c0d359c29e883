"""The options of a decision in the prompt: each has the kernel's outcome, and each can be pressed."""

from typing import Any

import pytest

from apz.apocalypze.kernel import new_session
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Decision
from apz.apocalypze.move_preview import foretold
from apz.apocalypze.moves import Attach, Event, Occupy, Pass, Play, Use, Wound
from apz.apocalypze.play import legal_moves, play
from apz.apocalypze.positions import build, read_position, seat
from apz.apocalypze.rules.find import called
from apz.core.trace import Step
from apz.widgets import Tutor
from apz.widgets.base.tree import plain
from apz.widgets.table.spelling import spelled
from tests.texts import ui
from tests.widgets.hands import asked, by_hand, card, click, doing, elements, session, shown

WOUNDS = """
apz: position 1
whose: Ann
phase: combat
occupied: Ben
players:
  - name: Ann
    stronghold: Police Station
    raiders: [3 Cult Fanatic]
    deck: [3 Police Officer]
  - name: Ben
    stronghold: Police Station
    survivors: [Patsy McNally, Police Officer]
    deck: [3 Police Officer]
combat:
  attack: [[3 Cult Fanatic], []]
  defense: [[Patsy McNally, Police Officer], []]
  now: 1
waiting: [{wound: Ben, amount: 5}]
"""


def wounds(**how: Any) -> Tutor:
    """Return a table where Ben must assign wounds to one of two survivors."""
    return by_hand(new_session(read_position(WOUNDS)), **how)


def options(panel: Any) -> dict[str, str]:
    """Return the text of each option by its gesture."""
    found = [each for each in elements(panel.view["tree"]) if each[1].get("class") == "choice"]
    buttons = [each for tree in found for each in elements(tree) if each[0] == "button"]
    return {each[1]["data-do"]: plain(each) for each in buttons}


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_character_says_what_the_wounds_would_do_to_it_and_takes_them_when_pressed(language):
    panel = wounds(language=language)
    found, position = options(panel), panel.session.position
    assert [*found] == [f"move:{spelled(move)}" for move in legal_moves(position) if isinstance(move, Wound)]
    assert len(found) == 2
    for move in legal_moves(position):
        for note in foretold(position, move):
            assert words(language).note(note) in found[f"move:{spelled(move)}"]
    officer = card(panel, "Police Officer", 3)
    click(panel, next(do for do in found if do != f"move:{spelled(Wound(officer))}"))
    assert panel.session.at == 1


def test_a_learner_who_does_the_sums_is_not_told_what_the_wounds_would_do():
    panel = wounds()
    panel.store.set(reckons=False)
    panel.refresh()
    assert options(panel) == {}
    assert doing(panel, "card:")


@pytest.mark.parametrize("name", ["second-turn", "opening"])
def test_each_stronghold_says_how_many_cards_and_abilities_there_are_to_use_there(name):
    panel = by_hand(session(name))
    while asked(panel).kind is not Decision.OCCUPY:
        click(panel, f"move:{spelled(panel.scene.moves[0])}")
    found, position = options(panel), panel.session.position
    assert found
    for do, text in found.items():
        (move,) = [each for each in legal_moves(position) if f"move:{spelled(each)}" == do]
        assert isinstance(move, Occupy)
        step = play(position, move)
        assert isinstance(step, Step)
        hand, after = step.after.sides[position.player].hand, list(legal_moves(step.after))
        cards = {each.card for each in after if isinstance(each, Play | Attach) and each.card in hand}
        abilities = {(each.card, each.text) for each in after if isinstance(each, Use)}
        assert ui("en", "choice.cards", count=len(cards)) in text
        assert ui("en", "choice.abilities", count=len(abilities)) in text
        assert doing(panel).count(do) == 1
    click(panel, next(iter(found)))
    assert asked(panel).kind is Decision.ACT


def test_each_response_says_what_its_card_says_and_passing_what_comes_then():
    panel = by_hand(session("molotov-answered"))
    found, position = options(panel), panel.session.position
    cards = {each.card for each in legal_moves(position) if isinstance(each, Event)}
    assert len(found) == len(cards) + 1
    for each in cards:
        name = position.game.cards[each].name
        assert [text for text in found.values() if name in text]
    passed = f"move:{spelled(Pass())}"
    assert ui("en", "choice.pass-respond", card="Molotov Cocktail") in found[passed]
    assert doing(panel).count(passed) == 1


@pytest.mark.parametrize(
    ("waiting", "passing", "named"),
    [
        ({"remove": "Ben", "card": "Patsy McNally"}, "choice.pass-remove", "Patsy McNally"),
        ({"arrival": "Ben", "card": "Searchlight", "cards": ["Cult Fanatic"]}, "choice.pass-arrival", "Searchlight"),
    ],
    ids=["remove", "arrival"],
)
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_passing_says_what_comes_then_whatever_is_responded_to(waiting, passing, named, language):
    ann = seat("Church", name="Ann", raiders=["Cult Fanatic"], deck=["3 Civilian"])
    ben = seat(
        "Police Station", name="Ben", attached=["Searchlight"], survivors=["Patsy McNally", "Antonio Jones"],
        deck=["4 Police Officer"],
    )  # fmt: skip
    start = build(ann, ben, occupied="Ben", waiting=[{"act": "Ann"}, waiting])
    panel = by_hand(new_session(start), language=language)
    card = next(each for each in range(len(start.game.cards)) if start.game.cards[each].name == named)
    assert ui(language, passing, card=called(start, card)) in options(panel)[f"move:{spelled(Pass())}"]


def test_two_characters_of_one_name_are_told_apart():
    alike = read_position(WOUNDS.replace("Patsy McNally, Police Officer", "2 Police Officer"))
    found = options(by_hand(new_session(alike)))
    names = {called(alike, move.card) for move in legal_moves(alike) if isinstance(move, Wound)}
    assert len(names) == len(found) == 2
    assert all(any(name in text for text in found.values()) for name in names)


def test_options_are_seen_only_by_the_one_who_decides_and_not_while_a_card_is_chosen():
    assert options(wounds(seats=("you", "regular"))) == {}
    panel = by_hand(session("molotov-answered"))
    chosen = next(move.card for move in panel.scene.moves if isinstance(move, Event))
    panel.store.set(chosen=chosen)
    panel.refresh()
    assert options(panel) == {}


def test_an_option_has_no_house_mark_which_is_for_explanations():
    tutor = by_hand(session("both-bleed"))
    click(tutor, "point:1")
    notes = [note for move in tutor.scene.moves for note in foretold(tutor.scene.position, move)]
    assert any(note.house for note in notes)
    assert all(words().note(note._replace(house=False)) in shown(tutor) for note in notes)
    assert not any("(house" in text for text in options(tutor).values())


def test_a_stronghold_says_below_itself_whose_abilities_are_left_behind_and_its_rule_opens_there():
    ann = seat("Police Station", name="Ann", raiders=["Wes Trentin"], deck=["9 Civilian"])
    tutor = Tutor(
        build(ann, seat("Church", name="Ben", deck=["9 Pop!"]), phase="occupation", whose="Ann", turn=3), by_hand=True
    )
    said = {}
    for item in (each for each in elements(tutor.view["tree"]) if each[1].get("class") == "ghost opt"):
        (parent,) = [each for each in elements(tutor.view["tree"]) if item in each[2:]]
        said[item[1]["data-do"]] = plain(parent)
    assert "Wes Trentin" in said["move:[occupy, 0]"]
    assert "can't use the abilities of Police Station." in said["move:[occupy, 1]"]
    rule = words("en").rules["occupy.text-there"]
    assert rule.text not in shown(tutor)
    click(tutor, "open:ask/0/occupy.text-there")
    assert shown(tutor).count(rule.text) == 1
    click(tutor, "move:[occupy, 0]")
    assert not [key for key in tutor.store.state.opened if key.startswith("ask/")]
