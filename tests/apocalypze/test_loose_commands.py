"""Loose commands, in English and German: they're understood as people type them, and no guess is ever played."""

from typing import Any

import pytest

from apz.apocalypze import moves
from apz.apocalypze.language.commands import Misread
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.play import legal_moves, step
from apz.apocalypze.positions import build, seat
from tests.apocalypze.test_commands import at, typed
from tests.apocalypze.walks import walk

PLACES: dict[str, Position] = {
    "attack": at(whose="Ann", phase="combat", occupied="Ann"),
    "home": at(whose="Ann", phase="occupation", occupied="Ann"),
    "police": at(whose="Ben", phase="occupation", occupied="Ben"),
    "draw": at(whose="Ann", phase="draw"),
    "eat": at(whose="Ann", phase="consumption", occupied="Ann"),
}


def said(place: str, text: str, language: str) -> Any:
    """Return a command's move in English words; a list if there are several, or None if it isn't understood."""
    position = PLACES[place]
    found = typed(position, text, language)
    if isinstance(found, Misread):
        return None
    say = words("en")
    return [say.move(position, move) for move in found] if isinstance(found, list) else say.move(position, found)


UNDERSTOOD: list[tuple[str, str, dict[str, tuple[str, ...]]]] = [
    ("attack", "send Lord Brawn to access point 3", {
        "en": ("put brawn at 3", "please send brawn to 3", "brawn to three", "to 3 brawn", "3: brawn",
               "brawn attacks 3", "attack 3 with brawn", "brawn goes to 3", "attack with brawn at 3",
               "send brawn into 3, please!", "at 3 brawn",
               "I want to send the lord to access point three",
               "could you send brawn to 3", "OK, brawn to 3 then", "now move my lord brawn to point three"),
        "de": ("Brawn nach 3", "zu 3 schicke ich brawn", "schicke bitte den brawn zu drei", "3: brawn",
               "brawn greift 3 an", "ich möchte brawn zu 3 schicken", "bring brawn an zugang drei",
               "kannst du brawn zu 3 schicken"),
    }),
    ("attack", "send Lord Brawn to access point 2", {
        "en": ("2!", "2.", "two", "number 2"), "de": ("2!", "zwei", "nummer 2"),
    }),
    ("attack", "attack with these groups", {
        "en": ("i'm done", "I’m done!", "i am ready", "that's all", "ok i attack"),
        "de": ("ich bin fertig", "bin fertig!", "das war's", "ich greife an"),
    }),
    ("home", "end the occupation phase", {
        "en": ("i'm done", "i pass", "I end my turn", "no more"),
        "de": ("ich bin fertig", "ich passe", "ich beende die phase"),
    }),
    ("home", "play Biker", {
        "en": ("i play biker", "play one biker", "play a biker now", "let's play the biker", "play bikers"),
        "de": ("ich spiele den biker", "bitte spiel mal biker", "ich möchte einen biker spielen"),
    }),
    ("home", "use Moose Tucker", {
        "en": ("use moose's text", "please use moose"), "de": ("ich benutze den text von moose",),
    }),
    ("police", "attach Handgun to Patsy McNally", {
        "en": ("give patsy the handgun", "please give patsy a handgun", "give patsy handgun", "put handgun onto patsy"),
        "de": ("gib patsy die handgun", "gib patsy bitte eine handgun", "ich hänge die handgun an patsy"),
    }),
    ("eat", "consume the top card of the deck", {
        "en": ("i eat the top card", "pay with my deck", "consume a card from my deck, please"),
        "de": ("ich verbrauche die oberste karte", "bezahle mit dem deck"),
    }),
    ("eat", "consume the survivor Moose Tucker", {
        "en": ("pay with moose", "i'll eat moose"), "de": ("ich zahle mit moose", "bitte verbrauche den moose"),
    }),
    ("draw", "draw cards", {
        "en": ("draw 6 cards", "draw six cards", "please draw", "i draw", "draw up to 6 cards"),
        "de": ("ziehe 6 karten", "ich ziehe sechs karten", "bitte ziehen", "6 karten ziehen"),
    }),
]  # fmt: skip


@pytest.mark.parametrize(
    ("place", "move", "text", "language"),
    [(*row[:2], text, language) for row in UNDERSTOOD for language, texts in row[2].items() for text in texts],
)
def test_a_move_can_be_said_in_many_ways(place, move, text, language):
    assert said(place, text, language) == move


SEVERAL: list[tuple[str, list[str], dict[str, tuple[str, ...]]]] = [
    ("attack", ["send Lord Brawn to access point 1", "send Gang Warrior #4 to access point 1",
                "send Gang Warrior #5 to access point 1"],
     {"en": ("send all to 1", "send everyone to 1", "the others to 1"),
      "de": ("schicke alle zu 1", "den rest nach 1")}),
    ("attack", ["send Gang Warrior #4 to access point 1", "send Gang Warrior #5 to access point 1"],
     {"en": ("send gang warriors to 1", "send both warriors to 1", "send 2 gang warriors to 1", "two warriors to one"),
      "de": ("schicke die gang warriors zu 1", "schicke beide warriors zu eins", "zwei warriors nach 1")}),
    ("attack", ["send Lord Brawn to access point 2", "send Gang Warrior #4 to access point 2"],
     {"en": ("access point 2", "send to 2", "at 2", "send brawn and gang warrior to 2"),
      "de": ("zugang 2", "schicke zu 2", "zugang zwei", "schicke brawn und warrior zu 2")}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("place", "choice", "text", "language"),
    [(*row[:2], text, language) for row in SEVERAL for language, texts in row[2].items() for text in texts],
)
def test_what_needs_several_moves_or_says_too_little_is_asked_back(place, choice, text, language):
    assert said(place, text, language) == choice


def test_all_is_plain_where_one_is_left():
    position = PLACES["attack"]
    for text in ("brawn to 3", "warrior to 1"):
        position = step(position, typed(position, text)).after
    (last,) = [move for move in legal_moves(position) if isinstance(move, moves.Send) and move.point == 1]
    assert typed(position, "send all to 1") == last == typed(position, "send gang warriors to 1")


@pytest.mark.parametrize(
    ("place", "text", "language", "told"),
    [
        ("attack", "brwan to 3", "en", "No card in sight is called “brwan”. Did you mean Lord Brawn?"),
        ("attack", "please send brwan to 3", "en", "No card in sight is called “brwan”. Did you mean Lord Brawn?"),
        ("attack", "send lord brwan to 3", "en", "I don't understand “brwan”. Did you mean Lord Brawn?"),
        ("attack", "send brown to three", "en", "No card in sight is called “brown”. Did you mean Lord Brawn?"),
        ("attack", "send brawn too 3", "en", "I don't understand “too”. You could type"),
        ("attack", "frobnicate brawn", "en", "I don't understand “frobnicate”. You could type"),
        ("attack", "brwan zu 3", "de", "Keine sichtbare Karte heißt „brwan“. Meinst du Lord Brawn?"),
        ("attack", "schicke bitte den brwan nach 3", "de", "Keine sichtbare Karte heißt „brwan“. Meinst du"),
        ("attack", "ok", "en", "I don't understand “ok”."),
        ("attack", "this one", "en", "No card in sight is called “this”. You could type"),
        ("attack", "send brawn and patsi to 2", "en", "No card in sight is called “patsi”. Did you mean Patsy"),
        ("attack", "brawn back", "en", "I don't understand “brawn back”. You could type"),
        ("home", "chuck hog on moose", "en", "I don't understand “chuck”. You could type"),
        ("home", "hog onto mose", "en", "No card in sight is called “mose”. Did you mean Moose Tucker?"),
        ("home", "please atach hog to moose", "en", "I don't understand “atach”. Did you mean attach hog to moose?"),
        ("home", "play take what you need", "en", "No card in sight is called “take what you need”. You could type"),
        ("home", "i'm not ready", "en", "I don't understand “not”."),
        ("home", "don't play biker", "en", "I don't understand “don't”."),
        ("home", "spiele nicht biker", "de", "„nicht“ verstehe ich nicht."),
        ("draw", "draw 3 cards", "en", "You draw until you have 6 in hand, or until your deck is empty: that's 0"),
        ("draw", "ich ziehe drei karten", "de", "Du ziehst, bis du 6 auf der Hand hast, oder bis dein Deck leer ist"),
    ],
)  # fmt: skip
def test_the_word_that_was_not_understood_is_blamed_and_nothing_is_played(place, text, language, told):
    answer = typed(PLACES[place], text, language)
    assert isinstance(answer, Misread)
    assert str(answer).startswith(told)


def test_who_can_be_sent_nowhere_is_told_why_without_an_access_point():
    patsy = next(card for card, printed in enumerate(PLACES["home"].game.cards) if printed.name == "Patsy McNally")
    for place, key in (("home", "not-now-send"), ("attack", "not-a-raider-there")):
        move = typed(PLACES[place], "patsy schicken", "de")
        assert isinstance(move, moves.Send)
        assert move.card == patsy
        refusal = PLACES[place].why_not(move)
        assert refusal is not None
        assert refusal.key == key


def test_a_card_keeps_its_name_whatever_words_that_is_made_of():
    names = ["One Man Army", "No Escape", "The Finest", "Take What You Need", "Rest In Peace", "Thief in the Night"]
    position = build(
        seat("Military Base", name="Ann", hand=names, deck=["9 Soldier"]),
        seat("Church", name="Ben", deck=["9 Civilian"]),
        whose="Ann", phase="occupation", occupied="Ann",
    )  # fmt: skip
    for name in names:
        meant = typed(position, f"play {name}")
        for text in (f"please play {name}", f"ok, i play {name} now", f"I'd like to play {name}, please!"):
            assert typed(position, text) == meant, text
        named = {position.game.cards[move.card].name for move in (meant if isinstance(meant, list) else [meant])}
        assert named == {name}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "ok, please {} now"),
        ("en", "I want to {}, thanks!"),
        ("de", "bitte jetzt {}"),
        ("de", "Ich möchte {}, danke!"),
    ],
)
def test_politeness_changes_no_move_of_many_games(language, text):
    say = words(language)
    for seed in range(200, 204):
        for number, (position, legal, _) in enumerate(walk(seed)):
            seen = position.seen_by(position.agenda[-1].player)
            for move in legal[number % 5 :: 5]:
                assert typed(seen, text.format(say.move(seen, move)), language) == move


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_misspelt_name_is_never_played(language):
    for position, legal, _ in (moment for seed in range(210, 214) for moment in walk(seed, 80)):
        seen = position.seen_by(position.agenda[-1].player)
        for move in [move for move in legal if isinstance(move, moves.Play | moves.Send | moves.Event)][:2]:
            name = seen.game.cards[move.card].name
            wrong = f"{name[0]}{name[2]}{name[1]}{name[3:]}x"
            text = words(language).move(seen, move).replace(name, wrong)
            assert isinstance(typed(seen, text, language), Misread), text
