"""Every refusal in the kernel, reached: its rule, values, cards and remedy; and the remedy makes the move legal."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from apz.apocalypze import reasons
from apz.apocalypze.model import DECK
from apz.apocalypze.moves import (
    Attach,
    Done,
    Draw,
    Eat,
    Engage,
    Event,
    Move,
    Occupy,
    Pass,
    Play,
    Send,
    Take,
    TakeBack,
    Use,
    Wound,
)
from apz.apocalypze.play import DOORS, why_not
from apz.apocalypze.rules import LANGUAGES, rules
from apz.apocalypze.words import words
from apz.core.trace import Refusal
from tests.apocalypze import keys
from tests.apocalypze.situations import ANN, BEN, Situation, engagement, groups, seat

OFFICER, PATSY, WARRIOR, FANATIC, MOLOTOV = (
    "Police Officer", "Patsy McNally", "Gang Warrior", "Cult Fanatic", "Molotov Cocktail",
)  # fmt: skip
FENCE, READY, NEED = "Chain Link Fence", "Combat Ready", "Take What You Need"
ELSEWHERE = ("positions/",)  # what is wrong with a position is no refusal of a move

Tried = Iterator[tuple[Situation, Move]]  # the move that is refused; then, after the nearest change, one that is legal


class Case(NamedTuple):
    """A situation in which a move is refused, and what the refusal must say."""

    key: str
    rule: str
    fix: str
    cards: tuple[str, ...]
    values: dict[str, Any]
    tried: Callable[[], Tried]


CASES: list[Case] = []


def refused(
    key: str, rule: str, fix: str, *cards: str, **values: Any
) -> Callable[[Callable[[], Tried]], Callable[[], Tried]]:
    """Put a situation into the table."""

    def entered(tried: Callable[[], Tried]) -> Callable[[], Tried]:
        CASES.append(Case(key, rule, fix, cards, values, tried))
        return tried

    return entered


def at(whose: str, ann: dict[str, Any] | None = None, ben: dict[str, Any] | None = None, **state: Any) -> Situation:
    """Ann occupies her Police Station or Ben's Church."""
    first = seat("Police Station", **{"deck": ["12 Pop!"], **(ann or {})})
    second = seat("Church", **{"deck": ["12 Civilian"], **(ben or {})})
    return Situation(first, second, **{"phase": "occupation", "occupied": whose, **state})


def next_turn(game: Situation) -> Situation:
    """Ann ends her turn, Ben does nothing in his, and she is at home again."""
    game.do(Done())
    while game.waits() != ("act", ANN):
        kind, player = game.waits()
        moves: dict[str, Move] = {"draw": Draw(), "occupy": Occupy(player), "act": Done(), "last": Pass()}
        game.do(moves.get(kind, Eat(DECK)))
    return game


def owing(amount: int, **zones: Any) -> Situation:
    """Ann must consume so much."""
    waiting = {"consume": "Ann", "amount": amount}
    ben = seat("Church", deck=["Civilian"])
    return Situation(seat("Police Station", **zones), ben, phase="consumption", waiting=waiting)


def searching(*discard: str) -> Situation:
    """Ann looks through her discard pile for an attachment."""
    game = at("Ann", {"hand": [NEED, "Pop!"], "discard": discard, "survivors": [OFFICER]})
    return game.do(Event(game.card(NEED)))


def arming(**zones: Any) -> Situation:
    """Ann looks through her deck for a gun."""
    game = at("Ann", {"deck": ["Handgun", "Baseball Bat"], "survivors": [OFFICER, "Biker"], **zones})
    return game.do(Use(game.side(ANN).stronghold, text=1))


def thrown(hand: list[str]) -> Situation:
    """A Molotov Cocktail of Ann's flies, and Ben may answer."""
    survivors = [{"card": OFFICER, "attached": ["Handgun"]}]
    game = engagement([FANATIC], survivors, ann={"hand": [MOLOTOV]}, ben={"hand": hand})
    return game.do(Event(game.card(MOLOTOV), (game.card(FANATIC),)))


# --- any move ---------------------------------------------------------------------------------------------------------


@refused("game-over", "play.over", "undo")
def the_game_is_over() -> Tried:
    game = Situation(seat("Church", raiders=[WARRIOR]), seat("Church"), phase="combat")
    before = game.position
    game.do(*groups([[game.card(WARRIOR)]]))
    yield game, Draw()
    game.position = before
    yield game, Send(game.card(WARRIOR), 1)


@refused("no-such-card", "play.unknown", "card-in-game", number=99)
def no_card_has_that_number() -> Tried:
    game = at("Ann", {"hand": [OFFICER]})
    yield game, Play(99)
    yield game, Play(game.card(OFFICER))


@refused("other-hand", "play.waiting", "wait", "Civilian", player="Ben", waiting="Ann")
def the_card_is_in_the_other_hand() -> Tried:
    game = at("Ann", ben={"hand": ["Civilian"]})
    card = game.side(BEN).hand[0]
    yield game, Play(card)
    game.do(Done(), Eat(DECK), Draw(), Occupy(BEN))
    yield game, Play(card)


@refused("not-in-hand", "play.unknown", "own-hand", OFFICER, card=OFFICER, player="Ann")
def the_card_is_in_the_deck() -> Tried:
    game = at("Ann", {"hand": [OFFICER], "deck": [OFFICER]})
    yield game, Play(game.side(ANN).deck[0])
    yield game, Play(game.side(ANN).hand[0])


# --- occupation -------------------------------------------------------------------------------------------------------


@refused("no-such-place", "occupy.choose", "two-places", place=2)
def there_is_no_third_stronghold() -> Tried:
    game = Situation(seat("Church"), seat("Church"), phase="occupation")
    yield game, Occupy(2)
    yield game, Occupy(BEN)


@refused("first-turn-at-home", "occupy.first", "occupy-own", "Church", player="Ann", place="Police Station")
def the_first_turn_is_at_home() -> Tried:
    game = Situation(seat("Police Station"), seat("Church"), phase="occupation", turn=1)
    yield game, Occupy(BEN)
    yield game, Occupy(ANN)


@refused("not-a-character", "attach.target", "play-attachment", "Handgun", card="Handgun")
def an_attachment_is_played_like_a_character() -> Tried:
    game = at("Ann", {"hand": ["Handgun"], "survivors": [OFFICER]})
    yield game, Play(game.card("Handgun"))
    yield game, Attach(game.card("Handgun"), game.card(OFFICER))


@refused("not-a-character", "event.trump", "play-trump", "Recycle", card="Recycle")
def a_trump_is_played_like_a_character() -> Tried:
    game = at("Ann", {"hand": ["Recycle"], "survivors": [OFFICER]})
    yield game, Play(game.card("Recycle"))
    yield game, Event(game.card("Recycle"), (game.card(OFFICER),))


@refused("not-a-character", "setup.table", "play-stronghold", "Church", card="Church")
def a_stronghold_is_played() -> Tried:
    game = at("Ann", {"hand": ["Church"]}, {})
    yield game, Play(game.side(ANN).hand[0])


@refused("not-an-attachment", "event.wildcard", "play-wildcard", NEED, card=NEED)
def a_wildcard_is_attached() -> Tried:
    game = at("Ann", {"hand": [NEED], "survivors": [OFFICER], "discard": ["Handgun"]})
    yield game, Attach(game.card(NEED), game.card(OFFICER))
    yield game, Event(game.card(NEED))


@refused("not-an-event", "character.survivor", "play-survivor", OFFICER, card=OFFICER)
def a_survivor_is_played_like_an_event() -> Tried:
    game = at("Ann", {"hand": [OFFICER]})
    yield game, Event(game.card(OFFICER))
    yield game, Play(game.card(OFFICER))


@refused("not-an-event", "character.raider", "play-raider", WARRIOR, card=WARRIOR)
def a_raider_is_played_like_an_event() -> Tried:
    game = at("Ben", {"hand": [WARRIOR]})
    yield game, Event(game.card(WARRIOR))
    yield game, Play(game.card(WARRIOR))


@refused("one-side-only", "twofold.sides", "as-printed", PATSY, card=PATSY)
def patsy_has_no_zombie_side() -> Tried:
    game = at("Ann", {"hand": [PATSY]})
    yield game, Play(game.card(PATSY), zombie=True)
    yield game, Play(game.card(PATSY))


@refused(
    "survivor-at-home", "character.survivor", "occupy-other", PATSY,
    card=PATSY, place="Police Station", other="Police Station", occupied="Church",
)  # fmt: skip
def a_survivor_is_played_away_from_home() -> Tried:
    game = at("Ben", {"hand": [PATSY]})
    yield game, Play(game.card(PATSY))
    yield at("Ann", {"hand": [PATSY]}), Play(game.card(PATSY))


@refused(
    "survivor-at-home", "character.survivor", "as-zombie", OFFICER,
    card=OFFICER, place="Police Station", other="Police Station", occupied="Church",
)  # fmt: skip
def a_twofold_survivor_is_played_away_from_home() -> Tried:
    game = at("Ben", {"hand": [OFFICER]})
    yield game, Play(game.card(OFFICER))
    yield game, Play(game.card(OFFICER), zombie=True)


@refused(
    "survivor-at-home", "character.survivor", "nor-as-zombie", OFFICER, WARRIOR,
    card=OFFICER, place="Police Station", other="Police Station", occupied="Church", beside=WARRIOR, standing="gang",
)  # fmt: skip
def a_twofold_survivor_fits_neither_as_a_human_nor_as_a_zombie() -> Tried:
    game = at("Ben", {"hand": [OFFICER], "raiders": [WARRIOR]})
    yield game, Play(game.card(OFFICER))
    yield at("Ann", {"hand": [OFFICER], "raiders": [WARRIOR]}), Play(game.card(OFFICER))


@refused(
    "raider-at-theirs", "character.raider", "occupy-other", WARRIOR,
    card=WARRIOR, place="Church", other="Church", occupied="Police Station",
)  # fmt: skip
def a_raider_is_played_at_home() -> Tried:
    game = at("Ann", {"hand": [WARRIOR]})
    yield game, Play(game.card(WARRIOR))
    yield at("Ben", {"hand": [WARRIOR]}), Play(game.card(WARRIOR))


@refused(
    "raider-at-theirs", "character.raider", "as-human", OFFICER,
    card=OFFICER, place="Church", other="Church", occupied="Police Station",
)  # fmt: skip
def a_zombie_is_played_at_home() -> Tried:
    game = at("Ann", {"hand": [OFFICER]})
    yield game, Play(game.card(OFFICER), zombie=True)
    yield game, Play(game.card(OFFICER))


@refused("unique-in-play", "character.unique", "unique-leaves", PATSY, PATSY, card=PATSY)
def the_other_copy_is_in_play() -> Tried:
    game = at("Ann", {"hand": [PATSY, "Recycle"], "survivors": [PATSY]})
    other, mine = game.card(PATSY, 0), game.card(PATSY, 1)
    yield game, Play(mine)
    game.do(Event(game.card("Recycle"), (other,)))
    yield game, Play(mine)


@refused(
    "factions-clash", "character.factions", "factions-leave", FANATIC, WARRIOR,
    card=FANATIC, faction="cult", other=WARRIOR, standing="gang",
)  # fmt: skip
def a_cult_comes_to_a_gang() -> Tried:
    game = at("Ben", {"raiders": [WARRIOR], "hand": [FANATIC, "Recycle"]})
    yield game, Play(game.card(FANATIC))
    game.do(Event(game.card("Recycle"), (game.card(WARRIOR),)))
    yield game, Play(game.card(FANATIC))


@refused(
    "factions-clash", "character.factions", "as-zombie", FANATIC, "Trudy",
    card=FANATIC, faction="cult", other="Trudy", standing="zombie",
)  # fmt: skip
def a_cult_comes_to_zombies() -> Tried:
    game = at("Ben", {"raiders": ["Trudy"], "hand": [FANATIC]})
    yield game, Play(game.card(FANATIC))
    yield game, Play(game.card(FANATIC), zombie=True)


@refused(
    "factions-clash", "character.factions", "as-human", FANATIC, FANATIC,
    card=FANATIC, faction="zombie", other=FANATIC, standing="cult",
)  # fmt: skip
def a_zombie_comes_to_its_own_cult() -> Tried:
    game = at("Ben", {"raiders": [FANATIC], "hand": [FANATIC]})
    card = game.side(ANN).hand[0]
    yield game, Play(card, zombie=True)
    yield game, Play(card)


@refused(
    "attach-elsewhere", "attach.location", "occupy-other", "Handgun", OFFICER,
    card="Handgun", place="Police Station", other="Police Station", occupied="Church",
)  # fmt: skip
def an_attachment_is_played_elsewhere() -> Tried:
    zones = {"hand": ["Handgun"], "survivors": [OFFICER]}
    game = at("Ben", zones)
    yield game, Attach(game.card("Handgun"), game.card(OFFICER))
    yield at("Ann", zones), Attach(game.card("Handgun"), game.card(OFFICER))


@refused(
    "wrong-target", "attach.target", "fitting-target", "The Finest", "Biker",
    card="The Finest", target="Biker", wanted="your-police",
)  # fmt: skip
def an_attachment_does_not_fit() -> Tried:
    game = at("Ann", {"hand": ["The Finest"], "survivors": [OFFICER, "Biker"]})
    yield game, Attach(game.card("The Finest"), game.card("Biker"))
    yield game, Attach(game.card("The Finest"), game.card(OFFICER))


@refused(
    "wrong-target", "character.zombie-not-human", "no-fitting-target", "Handgun", "Trudy",
    card="Handgun", target="Trudy", wanted="your-human",
)  # fmt: skip
def a_zombie_is_armed() -> Tried:
    game = at("Ben", {"hand": ["Handgun"], "raiders": ["Trudy"]})
    yield game, Attach(game.card("Handgun"), game.card("Trudy"))


@refused(
    "target-missing", "attach.target", "no-fitting-target", "Handgun", card="Handgun", target="?", wanted="your-human"
)
def a_handgun_is_held_and_nobody_is_there_to_take_it() -> Tried:
    game = at("Ann", {"hand": ["Handgun"]})
    yield game, Attach(game.card("Handgun"), DECK)
    armed = at("Ann", {"hand": ["Handgun"], "survivors": [OFFICER]})
    yield armed, Attach(armed.card("Handgun"), armed.card(OFFICER))


@refused("second-copy", "attach.one-copy", "another-host", "Handgun", OFFICER, "Handgun", card="Handgun", host=OFFICER)
def a_second_copy_is_attached() -> Tried:
    game = at("Ann", {"hand": ["Handgun"], "survivors": [{"card": OFFICER, "attached": ["Handgun"]}, OFFICER]})
    held, (armed, unarmed) = game.side(ANN).hand[0], (who.id for who in game.side(ANN).survivors)
    yield game, Attach(held, armed)
    yield game, Attach(held, unarmed)


@refused(
    "refuses-attribute", "attach.attributes", "another-host", "Handgun", "Bishop Land",
    card="Handgun", host="Bishop Land", attribute="weapon",
)  # fmt: skip
def a_bishop_is_armed() -> Tried:
    game = at("Ben", {"hand": ["Handgun"], "raiders": ["Bishop Land", FANATIC]})
    yield game, Attach(game.card("Handgun"), game.card("Bishop Land"))
    yield game, Attach(game.card("Handgun"), game.card(FANATIC))


# --- events and texts -------------------------------------------------------------------------------------------------


@refused("wildcard-own-turn", "event.wildcard", "own-turn", NEED, card=NEED)
def a_wildcard_is_played_in_the_opponents_turn() -> Tried:
    ben = {"hand": [NEED, "Recycle"], "survivors": ["Civilian"], "discard": ["Handgun"]}
    game = at("Ann", ben=ben).do(Done())
    yield game, Event(game.card(NEED))
    game.do(Pass(), Eat(DECK), Draw(), Occupy(BEN))
    yield game, Event(game.card(NEED))


@refused("wrong-moment", "event.trump", "moment-engagement", "Pop!", card="Pop!", moment="engagement")
def a_trump_of_an_engagement_is_played_outside() -> Tried:
    game = at("Ann", {"hand": ["Pop!"], "deck": ["Sentry"]})
    yield game, Event(game.card("Pop!"))
    game = engagement([WARRIOR], [{"card": OFFICER, "attached": ["Handgun"]}], ben={"hand": ["Pop!"]})
    yield game, Event(game.card("Pop!"), (game.card(WARRIOR),))


@refused("wrong-moment", "event.trump", "moment-answer", "Sentry", card="Sentry", moment="answer")
def an_answer_is_given_to_nothing() -> Tried:
    game = at("Ann", {"hand": ["Sentry"]})
    yield game, Event(game.card("Sentry"))
    game = thrown(["Sentry"])
    yield game, Event(game.card("Sentry"))


@refused("wrong-moment", "event.trump", "moment-removal", "Rest In Peace", card="Rest In Peace", moment="removal")
def nobody_is_about_to_be_removed() -> Tried:
    game = at("Ann", {"hand": ["Rest In Peace"]})
    yield game, Event(game.card("Rest In Peace"))
    armed = [{"card": OFFICER, "attached": ["Handgun"]}]
    zombie = {"card": WARRIOR, "zombie": True}
    game = engagement([zombie], armed, ben={"hand": ["Head Shot", "Rest In Peace"]})
    game.do(Event(game.card("Head Shot"), (game.card(WARRIOR),)))
    yield game, Event(game.card("Rest In Peace"), (game.card(WARRIOR),))


@refused("wrong-moment", "event.trump", "moment-any", "Recycle", card="Recycle", moment="any")
def recycle_is_played_when_somebody_is_about_to_be_removed() -> Tried:
    raiders = [{"card": FANATIC, "wounds": 1}, "Albert & Anita Hanson"]
    survivors = [{"card": OFFICER, "attached": ["Handgun"]}]
    game = engagement(raiders, survivors, ann={"hand": ["Recycle"]}, ben={"hand": ["Pop!"]})
    game.do(Pass(), Event(game.card("Pop!"), (game.card(FANATIC),)))
    yield game, Event(game.card("Recycle"), (game.card(FANATIC),))
    game.do(Pass())
    yield game, Event(game.card("Recycle"), (game.card("Albert & Anita Hanson"),))


@refused(
    "wrong-moment", "event.moments", "moment-arrival", "Searchlight", card="Searchlight", moment="arrival",
)  # fmt: skip
def the_searchlight_is_used_without_an_arrival() -> Tried:
    zones = {"attached": ["Searchlight"], "deck": ["9 Civilian"]}
    game = at("Ann", zones)
    yield game, Use(game.card("Searchlight"))
    game = at("Ben", {"hand": [WARRIOR]}, zones)
    game.do(Play(game.card(WARRIOR)))
    yield game, Use(game.card("Searchlight"))


@refused(
    "wrong-moment", "stronghold.text", "moment-occupation", "Police Station",
    card="Police Station", moment="occupation",
)  # fmt: skip
def a_stronghold_is_used_in_combat() -> Tried:
    game = engagement([WARRIOR], [{"card": OFFICER, "attached": ["Adrenaline"]}])
    yield game, Use(game.side(BEN).stronghold, text=1)
    game = at("Ann")
    yield game, Use(game.side(ANN).stronghold, text=1)


@refused("one-copy", "event.one-copy", "next-turn", "Recycle", card="Recycle", player="Ann")
def a_second_copy_is_played_in_a_turn() -> Tried:
    game = at("Ann", {"hand": ["2 Recycle"], "survivors": ["2 Police Officer"]})
    (first, second), (one, other) = game.side(ANN).hand, [who.id for who in game.side(ANN).survivors]
    game.do(Event(first, (one,)))
    yield game, Event(second, (other,))
    yield next_turn(game), Event(second, (other,))


@refused("no-direct-answer", "event.respond", "wait-resolved", "Pop!", card="Pop!")
def the_thrower_is_shot_at() -> Tried:
    game = thrown(["Pop!", READY])
    yield game, Event(game.card("Pop!"), (game.card(FANATIC),))
    game.do(Pass())
    yield game, Event(game.card("Pop!"), (game.card(FANATIC),))


@refused("no-direct-answer", "event.respond", "wait-resolved", READY, card=READY)
def a_wildcard_is_answered_by_combat_ready() -> Tried:
    game = at("Ben", {"hand": [NEED], "discard": ["Handgun"]}, {"hand": [READY, "Sentry"]})
    game.do(Event(game.card(NEED)))
    yield game, Event(game.card(READY))
    yield game, Event(game.card("Sentry"))


@refused("needs", "event.wildcard", "need-met", "Mugged", card="Mugged", need="gang-here")
def nobody_is_there_to_mug() -> Tried:
    game = at("Ben", {"hand": ["Mugged", WARRIOR]})
    yield game, Event(game.card("Mugged"))
    game.do(Play(game.card(WARRIOR)))
    yield game, Event(game.card("Mugged"))


@refused("no-target-wanted", "event.resolve", "without-target", "Mugged", card="Mugged")
def mugged_is_pointed_at_somebody() -> Tried:
    game = at("Ben", {"hand": ["Mugged"], "raiders": [WARRIOR]})
    yield game, Event(game.card("Mugged"), (game.card(WARRIOR),))
    yield game, Event(game.card("Mugged"))


@refused(
    "target-missing", "event.trump", "fitting-target", "Recycle", card="Recycle", target="?", wanted="own-character"
)  # fmt: skip
def nobody_is_named_to_be_recycled() -> Tried:
    game = at("Ann", {"hand": ["Recycle"], "survivors": [OFFICER]})
    yield game, Event(game.card("Recycle"))
    yield game, Event(game.card("Recycle"), (game.card(OFFICER),))


@refused(
    "wrong-target", "twofold.turned", "no-fitting-target", "Turned", PATSY,
    card="Turned", target=PATSY, wanted="convertible",
)  # fmt: skip
def patsy_is_turned() -> Tried:
    game = at("Ann", {"hand": ["Turned", OFFICER], "survivors": [PATSY]})
    yield game, Event(game.card("Turned"), (game.card(PATSY),))
    game.do(Play(game.card(OFFICER)))
    yield game, Event(game.card("Turned"), (game.card(OFFICER),))


@refused(
    "wrong-point", "combat.defend", "fitting-target", "Fast Zombie", card="Fast Zombie", target="1", wanted="open-point"
)  # fmt: skip
def the_fast_zombie_slips_to_a_met_point() -> Tried:
    game = engagement(["Fast Zombie"], [OFFICER])
    yield game, Use(game.card("Fast Zombie"), (1,))
    yield game, Use(game.card("Fast Zombie"), (2,))


@refused("not-in-play", "play.unknown", "card-in-play", "Moose Tucker", card="Moose Tucker")
def a_card_of_the_hand_is_used() -> Tried:
    game = at("Ann", {"hand": ["Moose Tucker"], "discard": ["Pop!"]})
    yield game, Use(game.card("Moose Tucker"))
    game.do(Play(game.card("Moose Tucker")))
    yield game, Use(game.card("Moose Tucker"))


@refused("not-your-text", "occupy.text-there", "", "Moose Tucker", card="Moose Tucker", player="Ben")
def the_opponents_text_is_used() -> Tried:
    game = at("Ben", ben={"survivors": ["Moose Tucker"], "discard": ["Pop!"]})
    yield game, Use(game.card("Moose Tucker"))


@refused("nothing-to-use", "occupy.text-there", "", OFFICER, card=OFFICER)
def a_card_without_a_text_is_used() -> Tried:
    game = at("Ann", {"survivors": [OFFICER]})
    yield game, Use(game.card(OFFICER))


@refused(
    "text-elsewhere", "occupy.text-there", "occupy-other", "Moose Tucker",
    card="Moose Tucker", place="Police Station", other="Police Station", occupied="Church",
)  # fmt: skip
def a_text_is_used_elsewhere() -> Tried:
    zones = {"survivors": ["Moose Tucker"], "discard": ["Sentry"]}
    game = at("Ben", zones)
    yield game, Use(game.card("Moose Tucker"))
    yield at("Ann", zones), Use(game.card("Moose Tucker"))


@refused("marked", "attach.target", "mark-leaves", "Adrenaline", card="Adrenaline")
def a_marked_attachment_is_used() -> Tried:
    marked = {"card": OFFICER, "attached": ["Adrenaline", "Gang Mark"]}
    game = engagement([WARRIOR], [marked], strict=True)
    game.do(Pass())
    yield game, Use(game.card("Adrenaline"))
    game = engagement([FANATIC], [marked], strict=True)
    game.do(Pass())
    yield game, Use(game.card("Adrenaline"))


@refused("not-in-engagement", "timing.engagement", "its-own-engagement", "Adrenaline", card="Adrenaline", point=1)
def a_text_is_used_in_anothers_engagement() -> Tried:
    boosted = {"card": WARRIOR, "attached": ["Adrenaline"]}
    ann = seat("Church", raiders=["Lord Brawn", boosted], deck=["9 Civilian"])
    ben = seat("Police Station", survivors=["2 Police Officer"], deck=["9 Pop!"])
    game = Situation(ann, ben, phase="combat", strict=True)
    brawn, warrior = (who.id for who in game.side(ANN).raiders)
    one, other = (who.id for who in game.side(BEN).survivors)
    game.do(*groups([[brawn], [warrior]], [[one], [other]]))
    before = game.position
    game.do(Engage(1))
    yield game, Use(game.card("Adrenaline"))
    game.position = before
    game.do(Engage(2))
    yield game, Use(game.card("Adrenaline"))


@refused("once-a-game", "stronghold.once-game", "", "Police Station", card="Police Station")
def a_text_is_used_twice_in_a_game() -> Tried:
    game = at("Ann")
    game.do(Use(game.side(ANN).stronghold))
    yield game, Use(game.side(ANN).stronghold)


@refused("once-a-turn", "text.once", "next-turn", "Moose Tucker", card="Moose Tucker")
def a_text_is_used_twice_in_a_turn() -> Tried:
    game = at("Ann", {"survivors": ["Moose Tucker"], "discard": ["3 Sentry"]})
    game.do(Use(game.card("Moose Tucker")))
    yield game, Use(game.card("Moose Tucker"))
    yield next_turn(game), Use(game.card("Moose Tucker"))


# --- searches ---------------------------------------------------------------------------------------------------------


@refused("not-in-pile", "pile.shuffle", "card-of-pile", "Pop!", card="Pop!", pile="discard")
def a_card_of_the_hand_is_taken() -> Tried:
    game = searching("Handgun")
    yield game, Take(game.card("Pop!"))
    yield game, Take(game.card("Handgun"))


@refused("does-not-fit", "pile.shuffle", "what-is-sought", "Baseball Bat", card="Baseball Bat", sought="gun")
def a_bat_is_taken_for_a_gun() -> Tried:
    game = arming()
    yield game, Take(game.card("Baseball Bat"), game.card(OFFICER))
    yield game, Take(game.card("Handgun"), game.card(OFFICER))


@refused("no-target-wanted", "event.search", "without-target", "Handgun", card="Handgun")
def what_goes_to_the_hand_is_attached() -> Tried:
    game = searching("Handgun")
    yield game, Take(game.card("Handgun"), game.card(OFFICER))
    yield game, Take(game.card("Handgun"))


@refused(
    "target-missing", "attach.target", "fitting-target", "Handgun", card="Handgun", target="?", wanted="police-here"
)  # fmt: skip
def a_gun_is_taken_for_nobody() -> Tried:
    game = arming()
    yield game, Take(game.card("Handgun"))
    yield game, Take(game.card("Handgun"), game.card(OFFICER))


# --- combat -----------------------------------------------------------------------------------------------------------


def attacking(survivors: list[Any] | None = None) -> Situation:
    """Ann's two warriors are about to attack Ben's Police Station."""
    ann = seat("Church", raiders=[f"2 {WARRIOR}"], deck=["9 Civilian"])
    ben = seat("Police Station", survivors=survivors or [], deck=["9 Pop!"])
    return Situation(ann, ben, phase="combat")


@refused("not-a-raider-there", "combat.groups", "send-own", OFFICER, card=OFFICER)
def a_survivor_is_sent_to_attack() -> Tried:
    game = attacking([OFFICER])
    yield game, Send(game.card(OFFICER), 1)
    yield game, Send(game.card(WARRIOR), 1)


@refused("not-a-survivor-there", "combat.defend", "send-own", WARRIOR, card=WARRIOR)
def a_raider_is_sent_to_defend() -> Tried:
    game = attacking([OFFICER]).do(*groups([[1, 2]]))
    yield game, Send(game.card(WARRIOR), 1)
    yield game, Send(game.card(OFFICER), 1)


@refused("no-such-point", "stronghold.access", "lower-point", WARRIOR, point=5, access=4)
def there_is_no_fifth_access_point() -> Tried:
    game = attacking()
    yield game, Send(game.card(WARRIOR), 5)
    yield game, Send(game.card(WARRIOR), 4)


@refused("already-sent", "play.takeback", "take-back", WARRIOR, card=WARRIOR, point=2)
def a_raider_is_sent_twice() -> Tried:
    game = attacking().do(Send(1, 2))
    yield game, Send(1, 3)
    game.do(TakeBack(1))
    yield game, Send(1, 3)


@refused("nobody-attacks-there", "combat.defend", "attacked-point", OFFICER, card=OFFICER, point=2)
def a_survivor_meets_nobody() -> Tried:
    game = attacking([OFFICER]).do(*groups([[1, 2]]))
    yield game, Send(game.card(OFFICER), 2)
    yield game, Send(game.card(OFFICER), 1)


@refused("not-sent", "play.takeback", "", WARRIOR, card=WARRIOR)
def a_raider_who_was_not_sent_is_taken_back() -> Tried:
    game = attacking()
    yield game, TakeBack(1)


@refused(
    "raiders-left", "combat.all-attack", "send-the-rest", WARRIOR, WARRIOR, names=f"{WARRIOR}, {WARRIOR}", count=2
)  # fmt: skip
def raiders_stay_out() -> Tried:
    game = attacking()
    yield game, Done()
    game.do(Send(1, 1), Send(2, 4))
    yield game, Done()


def in_order() -> Situation:
    """Ben is to choose between the engagements at the first two of four access points."""
    game = attacking([f"2 {OFFICER}"])
    one, other = (who.id for who in game.side(BEN).survivors)
    return game.do(*groups([[1], [2]], [[one], [other]]))


@refused("already-resolved", "combat.order", "open-engagement", point=1)
def an_engagement_is_resolved_twice() -> Tried:
    ann = seat("Church", raiders=[f"3 {WARRIOR}"], deck=["9 Civilian"])
    ben = seat("Police Station", survivors=[f"3 {OFFICER}"], deck=["9 Pop!"])
    game = Situation(ann, ben, phase="combat")
    one, two, three = (who.id for who in game.side(BEN).survivors)
    game.do(*groups([[1], [2], [3]], [[one], [two], [three]]), Engage(1), Wound(one))
    yield game, Engage(1)
    yield game, Engage(2)


@refused("no-engagement-there", "combat.order", "open-engagement", point=3)
def there_is_no_engagement_there() -> Tried:
    game = in_order()
    yield game, Engage(3)
    yield game, Engage(2)


@refused("not-in-group", "combat.wounds", "own-fighter", OFFICER, card=OFFICER, player="Ben", point=1)
def the_wounds_are_put_on_somebody_elsewhere() -> Tried:
    game = in_order().do(Engage(1))
    one, other = (who.id for who in game.side(BEN).survivors)
    yield game, Wound(other)
    yield game, Wound(one)


# --- consumption ------------------------------------------------------------------------------------------------------


@refused("deck-empty", "consume.deck", "other-means", player="Ann")
def the_deck_is_empty() -> Tried:
    game = owing(1, hand=["2 Pop!"])
    yield game, Eat(DECK)
    yield game, Eat(game.side(ANN).hand[0])


@refused("already-offered", "play.takeback", "take-back", "Pop!", card="Pop!")
def a_card_is_offered_twice() -> Tried:
    game = owing(1, hand=["2 Pop!"])
    card = game.side(ANN).hand[0]
    game.do(Eat(card))
    yield game, Eat(card)
    game.do(TakeBack(card))
    yield game, Eat(card)


@refused("single-hand-card", "consume.hand", "other-means", "Pop!", player="Ann")
def a_single_card_of_the_hand_is_offered() -> Tried:
    game = owing(1, hand=["Pop!"], deck=["Sentry"])
    yield game, Eat(game.card("Pop!"))
    yield game, Eat(DECK)


@refused("not-food", "consume.mix", "three-means", WARRIOR, card=WARRIOR)
def a_raider_is_eaten() -> Tried:
    game = owing(1, raiders=[WARRIOR], survivors=[OFFICER])
    yield game, Eat(game.card(WARRIOR))
    yield game, Eat(game.card(OFFICER))


@refused("may-not-be-consumed", "consume.survivor", "other-means", OFFICER, card=OFFICER, by="Bitten")
def a_bitten_survivor_is_eaten() -> Tried:
    bitten = {"card": OFFICER, "attached": [{"card": "Bitten", "owner": "Ben"}]}
    game = owing(1, survivors=[bitten], deck=["Pop!"])
    yield game, Eat(game.card(OFFICER))
    yield game, Eat(DECK)


@refused("wasteful", "consume.no-waste", "leave-out", OFFICER, owed=3, paid=4, least=1)
def a_part_could_be_left_out() -> Tried:
    game = owing(3, survivors=[OFFICER], deck=["9 Pop!"])
    game.do(Eat(DECK))
    yield game, Eat(game.card(OFFICER))
    game.do(TakeBack(DECK))
    yield game, Eat(game.card(OFFICER))


@refused("leads-to-waste", "consume.no-waste", "leave-out", owed=4, paid=1, least=1)
def a_part_could_only_lead_to_waste() -> Tried:
    game = owing(4, survivors=[PATSY], deck=["Pop!"])
    yield game, Eat(DECK)
    yield game, Eat(game.card(PATSY))


@refused("not-offered", "play.takeback", "", "Pop!", card="Pop!")
def a_card_that_was_not_offered_is_taken_back() -> Tried:
    game = owing(1, hand=["2 Pop!"])
    yield game, TakeBack(game.side(ANN).hand[0])


# --- the table at work ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key}: {case.tried.__name__}")
def test_the_refusal_names_its_rule_its_values_its_cards_and_the_nearest_change(case):
    tried = case.tried()
    game, move = next(tried)
    refusal = game.refusal(move)
    assert (refusal.key, refusal.rule, refusal.fix) == (case.key, case.rule, case.fix)
    assert refusal.values == case.values
    assert tuple(game.names(refusal.cards)) == case.cards
    for language in LANGUAGES:
        assert words(language).refusal(refusal)
    for changed, mended in tried:
        assert why_not(changed.position, mended) is None
        assert mended in changed.position.legal_moves


def test_every_remedy_that_can_be_tried_is_tried():
    untried = [case.key for case in CASES if len(list(case.tried())) == 1]
    assert set(untried) <= {
        "not-a-character",  # a stronghold is never played
        "wrong-target",  # no zombie is ever a human
        "not-your-text", "nothing-to-use", "once-a-game", "not-sent", "not-offered",  # no change helps
    }  # fmt: skip


def asked() -> dict[str, Situation]:
    """A situation for each thing that the game can wait for."""
    zombie = {"card": WARRIOR, "zombie": True}
    armed = [{"card": OFFICER, "attached": ["Handgun"]}]
    removing = engagement([zombie], armed, ben={"hand": ["Head Shot", "Rest In Peace"]})
    removing.do(Event(removing.card("Head Shot"), (removing.card(WARRIOR),)))
    arriving = at("Ben", {"hand": [WARRIOR]}, {"attached": ["Searchlight"]})
    arriving.do(Play(arriving.card(WARRIOR)))
    found = {
        "draw": Situation(seat("Church"), seat("Church"), phase="draw"),
        "occupy": Situation(seat("Church"), seat("Church"), phase="occupation"),
        "act": at("Ann"),
        "last": at("Ann", ben={"hand": ["Recycle"], "survivors": ["Civilian"]}).do(Done()),
        "attack": attacking(),
        "defend": attacking([OFFICER]).do(*groups([[1, 2]])),
        "order": in_order(),
        "window": engagement([WARRIOR], [{"card": OFFICER, "attached": ["Adrenaline"]}]),
        "wound": in_order().do(Engage(1)),
        "consume": owing(1, deck=["Pop!"]),
        "respond": thrown(["Sentry"]),
        "remove": removing,
        "arrival": arriving,
        "search": searching("Handgun"),
    }
    assert {kind: game.waits()[0] for kind, game in found.items()} == {kind: kind for kind in DOORS}
    return found


EVERY = (
    Draw(), Occupy(0), Play(0), Attach(0, 0), Event(0), Use(0), Take(0), Send(0, 1), TakeBack(0), Engage(1),
    Wound(0), Eat(), Done(), Pass(),
)  # fmt: skip


@pytest.mark.parametrize("kind", DOORS)
def test_whatever_is_not_awaited_is_refused_with_what_is(kind):
    game = asked()[kind]
    waiting = game.position.waiting
    assert waiting is not None
    for move in EVERY:
        if type(move) in DOORS[kind]:
            continue
        refusal = game.refusal(move)
        early = kind == "occupy" and isinstance(move, Play | Attach | Event)
        key = "first-occupy" if early else f"not-now-{type(move).__name__.lower()}"
        assert (refusal.key, refusal.fix) == (key, f"awaited-{kind}")
        amount = {} if early else {"amount": waiting.amount}
        assert refusal.values == {"player": game.position.game.names[waiting.player], **amount}
        assert refusal.rule in rules("en")
        for language in LANGUAGES:
            assert words(language).refusal(refusal)
    assert {type(move) for move in game.position.legal_moves} <= set(DOORS[kind])


@pytest.mark.rule("play.waiting")
def test_every_move_can_come_at_the_wrong_time():
    rule = {type(move).__name__: asked()["draw"].refusal(move).rule for move in EVERY[1:]}
    assert rule == {
        "Occupy": "occupy.choose", "Play": "occupy.any-number", "Attach": "occupy.any-number",
        "Event": "event.moments", "Use": "event.moments", "Take": "pile.shuffle", "Send": "combat.groups",
        "TakeBack": "play.takeback", "Engage": "combat.order", "Wound": "combat.wounds", "Eat": "consume.mix",
        "Done": "play.waiting", "Pass": "play.waiting",
    }  # fmt: skip
    assert asked()["act"].refusal(Draw()).rule == "draw.six"


# --- nothing is left out ----------------------------------------------------------------------------------------------


def refusing_modules() -> list[ModuleType]:
    """The modules of the kernel that refuse moves."""
    names = {site.where.split(":")[0] for site in keys.refusals()} - set(ELSEWHERE)
    return [importlib.import_module(f"apz.apocalypze.{name.removesuffix('.py').replace('/', '.')}") for name in names]


def sites() -> tuple[keys.Site, ...]:
    """Every place in the source at which a move is refused."""
    return tuple(site for site in keys.refusals() if not site.where.startswith(ELSEWHERE))


def test_every_place_in_the_source_that_refuses_a_move_is_reached_with_every_key_and_remedy(monkeypatch):
    reached: set[tuple[str, str]] = set()
    fixes: set[str] = set()

    def noted(*arguments: Any, **values: Any) -> Refusal:
        refusal = reasons_refuse(*arguments, **values)
        frame = sys._getframe(1)
        reached.add((f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}", refusal.key))
        fixes.add(refusal.fix)
        return refusal

    reasons_refuse = reasons.refuse
    for module in refusing_modules():
        monkeypatch.setattr(module, "refuse", noted)
    for case in CASES:
        game, move = next(case.tried())
        why_not(game.position, move)
    for game in asked().values():
        for move in EVERY:
            why_not(game.position, move)
    assert {(site.where, key) for site in sites() for key in site.keys} - reached == set()
    assert {fix for site in sites() for fix in site.fixes} - fixes == set()
