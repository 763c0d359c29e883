"""Questions about reasons and places: the note's rule, and the pile where the card really ends up."""

import pytest

from apz.apocalypze.language.rulebook import LANGUAGES, rules
from apz.apocalypze.model import Position
from apz.apocalypze.play import play
from apz.apocalypze.positions import build, seat
from apz.apocalypze.teaching.exercises import EXERCISES
from apz.apocalypze.teaching.questions.choices import RULE_QUESTIONS
from apz.apocalypze.teaching.questions.lesson_terms import known_as
from apz.apocalypze.teaching.questions.reading import read, where
from apz.apocalypze.teaching.words import teaching
from apz.core.trace import Step
from tests.apocalypze.questions.asked import judged, made, mistaken

why = RULE_QUESTIONS.why


def sniper() -> Position:
    """Return a position where Ann's biker can shoot Ben's raider, an officer as a zombie."""
    armed = {"card": "Biker", "attached": ["Sniper Rifle"]}
    ann = seat("Church", survivors=[armed], hand=["Handgun"], deck=["5 Biker"])
    ben = seat("Police Station", raiders=[{"card": "Police Officer", "zombie": True}], deck=["5 Biker"])
    return build(ann, ben, whose="Ann", occupied="Ann")


def test_the_right_rule_is_that_of_the_thing_that_happened():
    for question in made("why"):
        done = play(question.position, question.ask.values["move"])
        assert isinstance(done, Step)
        assert question.ask.values["note"] in done.notes
        assert question.right == {question.ask.values["note"].rule}
        assert question.right <= {each.answer for each in question.options}


def test_many_rules_are_asked_about_and_at_the_first_level_no_rulings():
    assert len({question.rules[0] for question in made("why")}) >= 20
    for luck in range(0, 60, 5):
        easy = EXERCISES["why"](luck, 1)
        assert easy is not None
        assert rules()[easy.rules[0]].kind == "rule"
        assert len(easy.options) == 3


def test_a_lesson_can_say_which_thing_it_means():
    shot = why(sniper(), "use Sniper Rifle on Police Officer", note="character.persisted")
    assert shot.right == {"twofold.persistent"}
    assert why(sniper(), "use Sniper Rifle on Police Officer", rule="twofold.persistent").ask == shot.ask
    with pytest.raises(ValueError, match="no such thing"):
        why(sniper(), "use Sniper Rifle on Police Officer", note="feed.owed")
    with pytest.raises(ValueError, match="isn't legal"):
        why(sniper(), "use Sniper Rifle on Biker")


def test_each_wrong_rule_says_what_it_is_about():
    for question in made("why"):
        for wrong in {each.answer for each in question.options} - question.right:
            verdict = judged(question, wrong)
            assert [reason.values["rule"] for reason in verdict.outcome] == [wrong]


def lies(position: Position, card: int) -> str:
    """Return a card's place as an answer spells it ("hand-0"): hand, discard pile, deck (its bottom), or play."""
    for player, side in enumerate(position.sides):
        for zone in ("hand", "discard"):
            if card in getattr(side, zone):
                return f"{zone}-{player}"
        if side.deck and side.deck[-1] == card:
            return f"deck-{player}"
    return f"play-{position.game.owners[card]}"


def test_a_card_is_where_the_answer_says():
    for question in made("where"):
        (done,) = question.steps
        name = question.ask.values["card"].partition(" #")[0].partition(" (")[0]
        cards = [card for card in question.cards if question.position.card(card).name == name]
        assert question.right == {lies(done.after, cards[0])}
        assert question.right <= {each.answer for each in question.options}


def test_cards_go_to_every_sort_of_place():
    places = [min(question.right).partition("-")[0] for question in made("where")]
    assert places.count("discard") > 5
    assert places.count("deck") > 5
    assert "play" in places


def test_removing_and_recycling_are_told_apart_and_so_are_the_owners():
    question = where(sniper(), "use Sniper Rifle on Police Officer", "Police Officer")
    assert question.right == {"deck-1"}
    assert mistaken(question, "discard-1") == "remove-for-recycle"
    assert mistaken(question, "discard-0") == "wrong-owner"


def test_a_recovered_card_is_not_called_recycled():
    ann = seat("Church", survivors=["Moose Tucker"], discard=["Pop!", "Handgun"], deck=["5 Biker"])
    position = build(ann, seat("Police Station", deck=["5 Biker"]), whose="Ann", occupied="Ann")
    question = where(position, "use Moose Tucker", "Handgun")
    assert question.right == {"deck-0"}
    assert mistaken(question, "discard-0") == "stays-for-recover"


def test_both_piles_of_the_player_with_whom_a_card_of_the_others_stands_are_offered():
    ill = {"card": "Biker", "attached": [{"card": "Illness", "owner": "Ben"}]}
    ann = seat("Church", survivors=[ill], hand=["Recycle"], deck=["5 Biker"])
    position = build(ann, seat("Police Station", deck=["5 Biker"]), whose="Ann", occupied="Ann")
    question = where(position, "play Recycle on Biker", "Illness")
    assert question.right == {"deck-1"}
    assert {each.answer for each in question.options} == {"deck-0", "discard-0", "deck-1", "discard-1", "play-1"}
    for answer in ("deck-0", "discard-0"):
        assert mistaken(question, answer) == "wrong-owner"
    own = where(position, "play Recycle on Biker", "Biker")
    assert "deck-1" not in {each.answer for each in own.options}


def test_cards_of_one_name_are_told_apart_as_on_the_table():
    armed = [{"card": "Biker", "attached": ["Handgun"]}, {"card": "Biker", "attached": ["Handgun", "Hog"]}]
    ann = seat("Church", survivors=armed, hand=["Shotgun"], deck=["5 Civilian"])
    position = build(ann, seat("Church", deck=["5 Civilian"]), whose="Ann", occupied="Ann")
    first, second = position.sides[0].survivors
    handgun, hog = (each.id for each in second.attached)
    assert known_as(position, second.id) == f"Biker #{second.id}"
    assert known_as(position, hog) == "Hog"
    question = where(position, f"attach Shotgun to Biker #{second.id}", handgun)
    assert question.ask.values["card"] == f"Handgun (Biker #{second.id})"
    assert f"Handgun (Biker #{second.id})" in teaching("en").hint(question, 1)
    assert read(position, first.id, "attack").ask.values["card"] == f"Biker #{first.id}"
    assert read(position, position.sides[1].stronghold, "access").ask.values["card"] == "Church (Ben)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_marks_are_for_explanations_and_not_for_questions(language):
    noted = next(each for each in made("why") if each.ask.values["note"].house)
    say = teaching(language)
    marks = {f"({say.words.label(f'house-{what}')})" for what in ("number", "text")}
    assert any(mark in say.words.note(noted.ask.values["note"]) for mark in marks)
    assert not any(mark in say.ask(noted) for mark in marks)
