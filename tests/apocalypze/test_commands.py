"""Typed text is understood: every move's own words and shorter ways to say it; anything else gets a reply."""

import random
from typing import Any

import pytest

from apz.apocalypze import moves
from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.language.commands import Misread, one_move, parse
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.language.words import words
from apz.apocalypze.model import DECK, Debt, Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import legal_moves, step, why_not
from apz.apocalypze.positions import build, seat
from apz.apocalypze.setup import new_game
from apz.core.trace import Refusal
from tests.apocalypze.walks import walk

BOTH = pytest.mark.parametrize("language", LANGUAGES)


def typed(position: Position, text: str, language: str = "en") -> Any:
    return parse(position, text, language)


@pytest.mark.long
@BOTH
def test_every_legal_move_of_many_games_is_understood_in_its_own_words(language):
    say = words(language)
    for seed in range(100, 116):
        for number, (position, legal, _) in enumerate(walk(seed)):
            seen = position.seen_by(position.agenda[-1].player)
            for move in legal if number % 3 else legal[:2]:
                assert typed(position, say.move(position, move), language) == move
                assert typed(seen, say.move(seen, move), language) == move


@BOTH
def test_a_number_is_that_move_of_the_list(language):
    position = new_game(seed=0)
    for _ in range(30):
        legal = list(legal_moves(position))
        for number, move in enumerate(legal, 1):
            assert typed(position, f" {number} ", language) == move
        position = step(position, legal[0]).after


# the positions that commands are typed at


def ids(position: Position, name: str) -> list[int]:
    return [card for card, printed in enumerate(position.game.cards) if printed.name == name]


def one(position: Position, name: str) -> int:
    (card,) = ids(position, name)
    return card


ANN = {
    "name": "Ann",
    "survivors": ["Biker", "Moose Tucker"],
    "raiders": ["Lord Brawn", "Gang Warrior", "Gang Warrior"],
    "hand": ["Gang Warrior", "Biker", "Hog", "Mugged", "Sentry", "Python's Python"],
    "deck": ["Biker", "Wilfred Python", "Adrenaline"],
    "discard": ["Baseball Bat"],
}
BEN = {
    "name": "Ben",
    "survivors": ["Police Officer", "Police Officer", {"card": "Patsy McNally", "attached": ["Patsy's Pistols"]}],
    "hand": ["Handgun", "Pop!", "Recycle"],
    "deck": ["Police Officer", "Handgun", "Antonio Jones", "The Finest"],
}


def at(**state: Any) -> Position:
    return build(seat("Roadside Diner", **ANN), seat("Police Station", **BEN), **state)


@pytest.fixture
def home():
    return at(whose="Ann", phase="occupation", occupied="Ann")


@pytest.fixture
def away():
    return at(whose="Ann", phase="occupation", occupied="Ben")


@pytest.fixture
def police():
    return at(whose="Ben", phase="occupation", occupied="Ben")


def test_playing_a_character(home, away):
    biker = home.sides[0].hand[1]
    for text in (
        "play biker",
        "Play the BIKER.",
        "  play   biker ",
        "put biker",
        "biker",
        f"play #{biker}",
        "play bik",
    ):
        assert typed(home, text) == moves.Play(biker), text
    warrior = away.sides[0].hand[0]
    assert typed(away, "play biker as zombie") == moves.Play(biker, True)
    assert typed(away, "biker as a zombie") == moves.Play(biker, True)
    assert typed(away, "play gang warrior") == moves.Play(warrior)
    assert typed(away, "play gang warrior as human") == moves.Play(warrior)
    assert typed(away, f"play gang warrior (#{warrior})".replace("(#", "(")) == moves.Play(warrior)


def test_a_move_that_is_not_legal_is_still_that_move(home, away):
    wrong: list[tuple[Position, str, Move]] = [
        (home, "play gang warrior", moves.Play(home.sides[0].hand[0])),
        (away, "play biker", moves.Play(away.sides[0].hand[1])),
        (home, "play lord brawn", moves.Play(one(home, "Lord Brawn"))),
        (home, "play wilfred", moves.Play(one(home, "Wilfred Python"))),
        (home, "draw", moves.Draw()),
        (home, "send brawn to 3", moves.Send(one(home, "Lord Brawn"), 3)),
        (home, "engage 2", moves.Engage(2)),
        (home, "wounds on brawn", moves.Wound(one(home, "Lord Brawn"))),
        (home, "eat deck", moves.Eat(DECK)),
        (home, "eat moose", moves.Eat(one(home, "Moose Tucker"))),
        (home, "take bat", moves.Take(one(home, "Baseball Bat"))),
        (home, "take back moose", moves.TakeBack(one(home, "Moose Tucker"))),
        (home, "take back deck", moves.TakeBack(DECK)),
        (home, "occupy own", moves.Occupy(0)),
        (home, "occupy police station", moves.Occupy(1)),
        (home, "attach hog to brawn", moves.Attach(one(home, "Hog"), one(home, "Lord Brawn"))),
        (home, "attach biker to moose", moves.Attach(home.sides[0].hand[1], one(home, "Moose Tucker"))),
        (home, "play hog on patsy", moves.Attach(one(home, "Hog"), one(home, "Patsy McNally"))),
        (home, "sentry", moves.Event(one(home, "Sentry"))),
        (home, "use police station", moves.Use(one(home, "Police Station"))),
        (home, "use moose on brawn", moves.Use(one(home, "Moose Tucker"), (one(home, "Lord Brawn"),))),
        (away, "attach hog", moves.Attach(one(away, "Hog"), DECK)),
    ]
    for position, text, move in wrong:
        assert typed(position, text) == move, text
        refusal = why_not(position, move)
        assert isinstance(refusal, Refusal), text
        assert words("en").refusal(refusal)


def test_attaching(home):
    hog, gun = one(home, "Hog"), one(home, "Python's Python")
    moose = one(home, "Moose Tucker")
    for text in (
        "attach hog to moose",
        "put hog on tucker",
        "play hog on moose",
        "hog on moose",
        "give the hog to moose",
    ):
        assert typed(home, text) == moves.Attach(hog, moose), text
    assert typed(home, "attach pythons python to moose") == moves.Attach(gun, moose)


def test_what_does_not_say_enough_gives_the_moves_to_choose_from(home, away):
    hog, biker, moose = one(home, "Hog"), ids(home, "Biker")[0], one(home, "Moose Tucker")
    for text in ("attach hog", "hog", "play hog"):
        assert typed(home, text) == [moves.Attach(hog, biker), moves.Attach(hog, moose)], text
    alone = away._replace(sides=(away.sides[0]._replace(raiders=()), away.sides[1]))
    warrior = alone.sides[0].hand[0]
    assert typed(alone, "gang warrior") == [moves.Play(warrior), moves.Play(warrior, True)]


def test_events(away, police):
    mugged = one(away, "Mugged")
    for text in ("play mugged", "mugged", "use mugged", "Mugged!"):
        assert typed(away, text) == moves.Event(mugged), text
    recycle, patsy = one(police, "Recycle"), one(police, "Patsy McNally")
    for text in ("play recycle on patsy", "recycle on patsy", "use recycle on patsy mcnally"):
        assert typed(police, text) == moves.Event(recycle, (patsy,)), text


def test_using_texts(home, police):
    assert typed(home, "use moose") == moves.Use(one(home, "Moose Tucker")) == typed(home, "use the text of tucker")
    station = one(police, "Police Station")
    assert typed(police, "use police station") == [moves.Use(station), moves.Use(station, (), 1)]
    for text in (
        "use police station text 2",
        "use station 2",
        "use ability 2 of police station",
        "use station, ability 2",
    ):
        assert typed(police, text) == moves.Use(station, (), 1), text


def test_searching(police):
    station = one(police, "Police Station")
    position = step(police, moves.Use(station, (), 1)).after
    gun = next(card for card in ids(police, "Handgun") if card in police.sides[1].deck)
    officer = ids(police, "Police Officer")[0]
    patsy = one(police, "Patsy McNally")
    assert typed(position, "take handgun to officer") == moves.Take(gun, officer)
    assert typed(position, "take the handgun for patsy") == moves.Take(gun, patsy)
    assert typed(position, "take handgun") == [moves.Take(gun, officer), moves.Take(gun, patsy)]
    assert typed(position, "nothing") == typed(position, "pass") == typed(position, "take nothing") == moves.Pass()


def test_the_end_of_a_phase(home):
    for text in ("done", "end", "ready", "end the phase", "end occupation phase", "pass"):
        assert typed(home, text) == moves.Done(), text


def test_choosing_a_stronghold():
    position = step(at(whose="Ann", phase="draw"), moves.Draw()).after
    for text in ("occupy own", "occupy home", "occupy my own stronghold", "occupy roadside diner", "go to the diner"):
        assert typed(position, text) == moves.Occupy(0), text
    for text in ("occupy theirs", "occupy opponent's stronghold", "occupy the other", "occupy police station"):
        assert typed(position, text) == moves.Occupy(1), text
    assert typed(position, "occupy") == [moves.Occupy(0), moves.Occupy(1)]


def test_a_stronghold_that_both_have_is_asked_for():
    position = step(new_game("Church", "Church", seed=0), moves.Draw()).after._replace(turn=3)
    assert typed(position, "occupy church") == [moves.Occupy(0), moves.Occupy(1)]


def test_combat_from_the_groups_to_the_wounds():
    position = at(whose="Ann", phase="combat", occupied="Ann")
    brawn, warriors = one(position, "Lord Brawn"), [who.id for who in position.sides[0].raiders[1:]]
    for text in (
        "send brawn to 3",
        "brawn to 3",
        "move lord brawn to access point 3",
        "brawn 3",
        "send the lord to point 3",
    ):
        assert typed(position, text) == moves.Send(brawn, 3), text
    assert typed(position, "send brawn") == [moves.Send(brawn, point) for point in (1, 2, 3, 4)]
    for text in ("brawn to 3", "gang warrior to 1"):
        position = step(position, typed(position, text)).after
    assert typed(position, "gang warrior to 1") == moves.Send(warriors[1], 1)
    assert typed(position, "take back brawn") == moves.TakeBack(brawn) == typed(position, "take brawn back")
    position = step(position, moves.Send(warriors[1], 1)).after
    assert typed(position, "attack") == typed(position, "done") == moves.Done()
    position = step(position, moves.Done()).after
    officers, patsy = ids(position, "Police Officer"), one(position, "Patsy McNally")
    assert typed(position, "officer to 1") == moves.Send(officers[0], 1)
    for text in ("officer to 1", "patsy to 3", "done"):
        position = step(position, typed(position, text)).after
    for text in ("engage 3", "resolve 3", "fight at access point 3", "engagement 3"):
        assert typed(position, text) == moves.Engage(3), text
    position = step(step(position, moves.Engage(1)).after, moves.Pass()).after
    assert typed(position, "wound officer") == moves.Wound(officers[0]) == typed(position, "wounds on officer")
    assert (
        typed(position, "officer")
        == typed(position, "put the wounds on the officer")
        == typed(position, "assign the wounds to the officer")
        == moves.Wound(officers[0])
    )
    assert typed(position, "wound patsy") == moves.Wound(patsy)


def test_events_in_an_engagement():
    position = at(
        whose="Ann", phase="combat", occupied="Ann",
        combat={"attack": {1: ["Lord Brawn", "Gang Warrior"], 2: ["Gang Warrior"]}, "defense": {1: ["Patsy McNally"]},
                "now": 1},
        waiting={"window": "Ben"},
    )  # fmt: skip
    pop, brawn = one(position, "Pop!"), one(position, "Lord Brawn")
    for text in ("pop! on brawn", "play pop on brawn", "pop on lord brawn", "play Pop! against Lord Brawn"):
        assert typed(position, text) == moves.Event(pop, (brawn,)), text
    chosen = typed(position, "pop")
    assert isinstance(chosen, list)
    assert position.combat
    assert {move.targets for move in chosen} == {(card,) for card in position.combat.attack[0]}
    assert typed(position, "pass") == typed(position, "done") == moves.Pass()


def test_consuming():
    position = at(whose="Ann", phase="consumption", occupied="Ann")
    for text in (
        "eat deck",
        "consume deck",
        "eat the top card of my deck",
        "feed deck",
        "discard top card of the deck",
    ):
        assert typed(position, text) == moves.Eat(DECK), text
    hog, moose = one(position, "Hog"), one(position, "Moose Tucker")
    for text in ("eat hog", "hog", "consume the hog from my hand", "discard hog"):
        assert typed(position, text) == moves.Eat(hog), text
    for text in ("eat moose", "consume survivor moose", "moose"):
        assert typed(position, text) == moves.Eat(moose), text
    there, held = position.sides[0].survivors[0].id, position.sides[0].hand[1]
    assert set(typed(position, "eat biker")) == {moves.Eat(there), moves.Eat(held)}
    assert typed(position, "eat biker from hand") == moves.Eat(held)
    assert DECK in {move.card for move in typed(position, "eat")}
    position = step(position, moves.Eat(DECK)).after
    assert typed(position, "take back deck") == moves.TakeBack(DECK) == typed(position, "take back")


def test_german(home, away):
    biker, hog, moose = home.sides[0].hand[1], one(home, "Hog"), one(home, "Moose Tucker")
    for text, move in [
        ("spiele biker", moves.Play(biker)),
        ("biker spielen", moves.Play(biker)),
        ("hänge hog an moose", moves.Attach(hog, moose)),
        ("haenge hog an moose", moves.Attach(hog, moose)),
        ("hog an moose", moves.Attach(hog, moose)),
        ("benutze moose", moves.Use(moose)),
        ("fertig", moves.Done()),
        ("besetze eigene", moves.Occupy(0)),
        ("besetze die festung des gegners", moves.Occupy(1)),
        ("schicke brawn zu 3", moves.Send(one(home, "Lord Brawn"), 3)),
        ("brawn zu zugang 3", moves.Send(one(home, "Lord Brawn"), 3)),
        ("verbrauche deck", moves.Eat(DECK)),
        ("verbrauche moose", moves.Eat(moose)),
        ("wunden auf moose", moves.Wound(moose)),
        ("gefecht 2", moves.Engage(2)),
        ("ziehen", moves.Draw()),
        ("nimm bat für moose", moves.Take(one(home, "Baseball Bat"), moose)),
        ("nimm moose zurück", moves.TakeBack(moose)),
        ("play biker", moves.Play(biker)),  # English is understood as well
    ]:
        assert typed(home, text, "de") == move, text
    assert typed(away, "spiele biker als zombie", "de") == moves.Play(biker, True)
    assert typed(away, "mugged", "de") == moves.Event(one(away, "Mugged"))


# text that can't be read


def test_a_misspelt_card_gets_a_suggestion_and_examples(home):
    answer = typed(home, "play bikr")
    assert isinstance(answer, Misread)
    assert str(answer) == (
        "No card in sight is called “bikr”. Did you mean Biker? "
        "You could type: play Biker; attach Hog to Biker; use Moose Tucker."
    )
    assert answer.meant == "Biker"
    assert answer.examples == ("play Biker", "attach Hog to Biker", "use Moose Tucker")


def test_a_card_with_which_nothing_can_be_done_is_not_enough(home):
    answer = typed(home, "officer")
    assert isinstance(answer, Misread)
    assert str(answer).startswith("“officer” isn't complete. You could type:")


def test_a_misspelt_verb_gets_a_suggestion(home):
    answer = typed(home, "atach hog to moose")
    assert isinstance(answer, Misread)
    assert answer.meant == "attach hog to moose"
    assert typed(home, "spile biker", "de").meant == "spiele biker"


@pytest.mark.parametrize(
    "text", ["", "   ", ".", "xyzzy", "99", "0", "send", "engage", "take", "²", "#", "{card}", "[", "\x00"]
)
@BOTH
def test_nonsense_gets_an_answer_with_examples(home, text, language):
    answer = typed(home, text, language)
    assert isinstance(answer, Misread)
    assert answer.message
    assert len(answer.examples) == 3
    assert all(typed(home, example, language) in legal_moves(home) for example in answer.examples)


@pytest.mark.long
@BOTH
def test_whatever_is_typed_gets_a_move_or_an_answer(language):
    rng = random.Random(language)
    catalog = words(language).catalog
    lines = [line for key in catalog.keys("commands") for line in catalog.raw("commands", key).splitlines()]
    pieces = sorted({piece.strip("[]<>") for line in lines for piece in line.split()} - {"{card}", "{target}"})
    for position, _, _ in (moment for seed in range(7) for moment in walk(seed, 60)):
        names = [card.name for card in position.game.cards]
        for _ in range(3):
            said = [rng.choice((rng.choice(pieces), rng.choice(names), "#7", "3", ",", "on", "²")) for _ in range(5)]
            answer = typed(position, " ".join(said[: rng.randrange(1, 6)]), language)
            if isinstance(answer, Misread):
                assert answer.message
            else:
                for move in answer if isinstance(answer, list) else [answer]:
                    assert isinstance(move, moves.MOVES)
                    why_not(position, move)


def test_a_very_long_text_is_answered_quickly(home):
    assert isinstance(typed(home, "play " * 100_000), Misread)
    assert isinstance(typed(home, "attach " + "to on " * 5000), Misread)


def test_cards_of_the_other_hand_are_not_given_away(home):
    answer = typed(home.seen_by(0), "play pop")
    assert isinstance(answer, Misread)
    assert "Pop!" not in str(answer)


def test_a_card_that_lies_open_in_the_other_hand_is_said_to_be_there(home):
    pop = one(home, "Pop!")
    for text in ("play pop", "pop", "use pop"):
        assert typed(home, text) == moves.Event(pop)
    refusal = why_not(home, moves.Event(pop))
    assert refusal is not None
    assert (refusal.key, refusal.values["holder"]) == ("other-hand", "Ben")


def test_a_trump_that_is_gone_is_not_looked_for_in_play(home):
    mugged = one(home, "Mugged")
    side = home.sides[0]
    gone = side._replace(hand=tuple(c for c in side.hand if c != mugged), discard=(mugged, *side.discard))
    position = home._replace(sides=(gone, home.sides[1]))
    for text in ("mugged", "use mugged", "play mugged"):
        refusal = why_not(position, typed(position, text))
        assert refusal is not None
        assert (refusal.key, refusal.fix) == ("not-in-hand", "no-change")  # no other event could be played either


def test_nothing_can_be_typed_when_the_game_is_over(home):
    over = home._replace(agenda=(), winner=0, phase="over")
    assert typed(over, "done") == moves.Done()
    assert why_not(over, moves.Done()) == Refusal("game-over", "play.over", fix="undo")
    answer = typed(over, "1")
    assert isinstance(answer, Misread)
    assert answer.examples == ()


# cards with the same name that differ


def test_which_of_two_different_characters_of_a_name_is_meant_is_asked():
    armed = {"card": "Police Officer", "attached": ["The Finest", "Handgun"]}
    ben = {**BEN, "survivors": [armed, "Police Officer", "Police Officer"]}
    table = build(
        seat("Roadside Diner", **ANN), seat("Police Station", **ben),
        whose="Ben", phase="consumption", waiting={"consume": "Ben", "amount": 2},
    )  # fmt: skip
    valuable, plain, other = (who.id for who in table.sides[1].survivors)
    assert typed(table, "eat police officer") == [moves.Eat(valuable), moves.Eat(plain)]
    assert typed(table, f"eat police officer #{other}") == moves.Eat(other)


def test_two_characters_that_are_alike_are_not_asked_about(police):
    table = police._replace(agenda=(Debt(PLAYERS[1], 2, "feed.survivors"),), phase="consumption")
    assert typed(table, "eat police officer") == moves.Eat(table.sides[1].survivors[0].id)


def test_a_card_that_is_taken_is_looked_for_in_the_pile_first():
    ben = {**BEN, "deck": ["Patsy McNally", "Antonio Jones"]}
    table = build(seat("Roadside Diner", **ANN), seat("Police Station", **ben), whose="Ben", occupied="Ben")
    table = step(table, moves.Use(table.sides[1].stronghold)).after
    assert table.waiting
    assert table.waiting.kind == "search"
    taken = typed(table.seen_by(1), "take patsy mcnally")
    assert taken == moves.Take(table.sides[1].deck[0])
    assert table.why_not(taken).key == "unique-in-play"


def test_the_ability_that_fits_the_moment_is_meant():
    bitten = {"card": "Police Officer", "attached": [{"card": "Bitten", "owner": "Ann"}]}
    ann = {**ANN, "raiders": ["Cult Fanatic"]}
    table = build(
        seat("Roadside Diner", **ann), seat("Police Station", survivors=[bitten]), occupied="Ben", whose="Ann"
    )
    used = typed(table, "use bitten")
    assert used == moves.Use(one(table, "Bitten"), (), 1)
    refusal = table.why_not(used)
    assert refusal
    assert (refusal.key, refusal.values["need"], refusal.values["names"]) == ("needs", "bearer-fits", ("Cult Fanatic",))


@pytest.mark.parametrize(
    ("text", "wrong"), [("play officer and civilian", "2 different moves"), ("play officer and brawn", "more cards")]
)
def test_a_command_that_names_several_cards_is_not_one_move(text, wrong):
    hand = ["Police Officer", "Civilian", "Lord Brawn"]
    position = build(seat("Police Station", hand=hand), seat("Church"), phase="occupation", occupied="first")
    with pytest.raises(ValueError, match=wrong):
        one_move(position, text)
