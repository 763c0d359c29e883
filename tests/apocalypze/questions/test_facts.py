"""Questions about facts, numbers and playable cards, checked against the card files, the decks and the legal moves."""

import pytest

from apz.apocalypze.cards import library
from apz.apocalypze.moves import Attach, Event, Play
from apz.apocalypze.play import legal_moves
from apz.apocalypze.positions import build, seat
from apz.apocalypze.rules.find import find
from apz.apocalypze.setup import new_game
from apz.apocalypze.teaching.questions.facts import fact
from apz.apocalypze.teaching.questions.reading import card, read
from tests.apocalypze.questions.asked import made, mistaken

BOX = library()


def test_the_cards_of_the_beginning_are_counted():
    position = new_game("Church", "Police Station", seed=0)
    deck = BOX.decks["Church"].cards
    assert fact(position, "deck").right == {str(len(deck))}
    assert fact(position, "hand", "Ben").right == {"6"}
    assert fact(position, "left", "Ann").right == {str(len(deck) - 1 - 6)}
    with pytest.raises(ValueError, match="nothing to ask"):
        fact(position, "weather")
    with pytest.raises(ValueError, match="about to begin"):
        fact(build(seat("Church"), seat("Church")), "deck")


@pytest.mark.parametrize(
    ("about", "wrong", "key"),
    [("deck", 29, "forgot-stronghold"), ("left", 24, "forgot-stronghold"), ("left", 29, "forgot-hand")],
)
def test_a_number_that_comes_from_a_misunderstanding_is_named(about, wrong, key):
    assert mistaken(fact(new_game(seed=0), about), str(wrong)) == key


def test_either_player_may_begin():
    assert {new_game(seed=seed, starts=None).player for seed in range(20)} == {0, 1}
    assert fact(new_game(seed=0), "first").right == {"either"}


def test_a_hand_is_seen_by_its_player_a_deck_by_nobody_and_a_discard_pile_by_both():
    ann = seat("Church", hand=["Biker"], deck=["2 Civilian"], discard=["Handgun"])
    position = build(ann, seat("Church", deck=["Biker"]))
    assert fact(position, "sees-hand").right == {"owner"}
    assert fact(position, "sees-deck").right == {"nobody"}
    assert fact(position, "sees-discard").right == {"both"}


def test_the_lowest_card_is_recovered_and_who_takes_the_top_one_is_told():
    ann = seat("Church", discard=["Handgun", "Hog", "Civilian", "Biker"], deck=["2 Civilian"])
    question = fact(build(ann, seat("Church", deck=["Biker"])), "lowest")
    names = {question.position.card(int(each.answer)).name: each.answer for each in question.options}
    assert question.right == {names["Biker"]}
    assert mistaken(question, names["Handgun"]) == "took-top"


def test_a_plain_number_is_the_one_in_the_file_of_cards():
    for question in made("read"):
        number = question.cards[0]
        about = question.ask.key.removeprefix("read-")
        printed = question.position.card(number)
        found = find(question.position, number)
        holder = found.who.face if found else BOX[printed.name]
        if len(question.cards) == 1 and not (found and found.who.wounds):
            assert question.right == {str(getattr(holder, about))}


def test_attachments_wounds_and_fences_count():
    officer = {"card": "Police Officer", "attached": ["Handgun", "The Finest"], "wounds": 1}
    ann = seat("Police Station", attached=["Chain Link Fence"], survivors=[officer], deck=["2 Biker"])
    position = build(ann, seat("Church", deck=["Biker"]), whose="Ann", occupied="Ann")
    face, finest = BOX["Police Officer"].human, BOX["The Finest"].bonus
    assert face is not None
    assert read(position, "Police Officer", "value").right == {str(face.value + finest[2] - 1)}
    assert read(position, "Police Officer", "attack").right == {str(face.attack + BOX["Handgun"].bonus[0])}
    question = read(position, "Police Station", "access")
    assert question.right == {str(BOX["Police Station"].access - 1)}
    assert mistaken(question, str(BOX["Police Station"].access)) == "forgot-changes"
    assert mistaken(question, str(BOX["Police Station"].damage)) == "took-damage"
    with pytest.raises(ValueError, match="no damage"):
        read(position, "Police Officer", "damage")


def test_the_cards_that_fit_are_those_of_the_legal_moves():
    for question in made("card"):
        position = question.position
        held = {each.answer: position.card(int(each.answer)).name for each in question.options}
        played = [move for move in legal_moves(position) if isinstance(move, Play | Attach | Event)]
        assert {held[answer] for answer in question.right} == {position.card(move.card).name for move in played}


def test_reading_needs_a_hand_of_which_some_can_be_played():
    with pytest.raises(ValueError, match="nobody is playing"):
        card(new_game(seed=0))
