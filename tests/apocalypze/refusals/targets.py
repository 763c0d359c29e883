"""Moves refused because of their target, or because of what they respond to."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.moves import Attach, Done, Event, Occupy, Pass, Play, Send, Use, Wound
from tests.apocalypze.refusals.cases import FANATIC, NEED, OFFICER, PATSY, READY, WARRIOR, Tried, at, refused, thrown
from tests.apocalypze.situations import ANN, BEN, Situation, engagement, seat

ARMED = {"card": OFFICER, "attached": ["Handgun"]}
ZOMBIE = {"card": WARRIOR, "zombie": True}
HANSONS, BITTEN, PEACE = "Albert & Anita Hanson", "Bitten", "Rest In Peace"


def shooting(raiders: list[Any], survivors: list[Any], *hand: str, **more: Any) -> Situation:
    """Return a situation where Ben may act in an engagement at his stronghold."""
    game = engagement(raiders, survivors, ben={"hand": list(hand)}, strict=True, **more)
    return game.do(Pass())


@refused("aim-many", "event.trump", "fitting-target", "Recycle", card="Recycle", choices=(OFFICER, PATSY))
def two_are_to_be_recycled() -> Tried:
    game = at("Ann", {"hand": ["Recycle"], "survivors": [OFFICER, PATSY]})
    yield game, Event(game.card("Recycle"), (game.card(OFFICER), game.card(PATSY)))
    yield game, Event(game.card("Recycle"), (game.card(PATSY),))


@refused("aim-twice", "event.trump", "fitting-target", "Recycle", card="Recycle", choices=(OFFICER, PATSY))
def one_is_to_be_recycled_twice() -> Tried:
    game = at("Ann", {"hand": ["Recycle"], "survivors": [OFFICER, PATSY]})
    yield game, Event(game.card("Recycle"), (game.card(PATSY), game.card(PATSY)))
    yield game, Event(game.card("Recycle"), (game.card(PATSY),))


@refused("aim-nobody", "event.trump", "fitting-target", "Recycle", PATSY, card="Recycle", target=PATSY)
def a_card_of_the_hand_is_to_be_recycled() -> Tried:
    game = at("Ann", {"hand": ["Recycle", PATSY], "survivors": [OFFICER]})
    yield game, Event(game.card("Recycle"), (game.card(PATSY),))
    yield game, Event(game.card("Recycle"), (game.card(OFFICER),))


@refused("aim-elsewhere", "timing.engagement", "fitting-target", "Pop!", PATSY, card="Pop!", target=PATSY, point=1)
def somebody_in_the_background_is_shot_at() -> Tried:
    game = engagement_beside()
    yield game, Event(game.card("Pop!"), (game.card(PATSY),))
    yield game, Event(game.card("Pop!"), (game.card(OFFICER),))


def engagement_beside() -> Situation:
    """Return an engagement between Ann's armed warrior and an officer, with Patsy elsewhere at the stronghold."""
    ann = seat("Church", raiders=[{"card": WARRIOR, "attached": ["Handgun"]}], hand=["Pop!"], deck=["9 Civilian"])
    ben = seat("Police Station", survivors=[OFFICER, PATSY], deck=["9 Pop!"])
    game = Situation(ann, ben, phase="combat")
    return game.do(Send(game.card(WARRIOR), 1), Done(), Send(game.card(OFFICER), 1), Done())


@refused("aim-own", "timing.engagement", "fitting-target", "Pop!", OFFICER, card="Pop!", target=OFFICER)
def ones_own_officer_is_shot_at() -> Tried:
    game = shooting([WARRIOR], [ARMED], "Pop!")
    yield game, Event(game.card("Pop!"), (game.card(OFFICER),))
    yield game, Event(game.card("Pop!"), (game.card(WARRIOR),))


@refused("aim-theirs", "event.trump", "fitting-target", "Recycle", "Civilian", card="Recycle", target="Civilian")
def the_opponents_civilian_is_to_be_recycled() -> Tried:
    game = at("Ann", {"hand": ["Recycle"], "survivors": [OFFICER]}, {"survivors": ["Civilian"]})
    yield game, Event(game.card("Recycle"), (game.side(BEN).survivors[0].id,))
    yield game, Event(game.card("Recycle"), (game.card(OFFICER),))


@refused("aim-human", "character.zombie-not-human", "no-fitting-target", "Head Shot", WARRIOR, target=WARRIOR)
def a_human_gets_a_head_shot() -> Tried:
    game = shooting([WARRIOR], [ARMED], "Head Shot")
    yield game, Event(game.card("Head Shot"), (game.card(WARRIOR),))
    game = shooting([ZOMBIE], [ARMED], "Head Shot")
    yield game, Event(game.card("Head Shot"), (game.card(WARRIOR),))


@refused(
    "aim-zombie", "character.zombie-not-human", "fitting-target", "Turned", WARRIOR, target=WARRIOR, choices=(OFFICER,)
)
def a_zombie_is_turned() -> Tried:
    game = at("Ben", {"hand": ["Turned"], "raiders": [ZOMBIE]}, {"survivors": [OFFICER]})
    yield game, Event(game.card("Turned"), (game.card(WARRIOR),))
    yield game, Event(game.card("Turned"), (game.card(OFFICER),))


@refused("aim-away", "event.wildcard", "fitting-target", "Turned", OFFICER, target=OFFICER, place="Church")
def somebody_elsewhere_is_turned() -> Tried:
    game = at("Ben", {"hand": ["Turned"], "survivors": [OFFICER]}, {"survivors": ["Civilian"]})
    yield game, Event(game.card("Turned"), (game.card(OFFICER),))
    yield game, Event(game.card("Turned"), (game.side(BEN).survivors[0].id,))


@refused(
    "aim-beside",
    "twofold.turned",
    "gone",
    "Turned",
    OFFICER,
    names=(WARRIOR, "Lord Brawn"),
    standing="gang",
)
def somebody_is_turned_beside_a_gang() -> Tried:
    game = at("Ben", {"hand": ["Turned"], "raiders": [f"2 {WARRIOR}", "Lord Brawn"]}, {"survivors": [OFFICER]})
    yield game, Event(game.card("Turned"), (game.card(OFFICER),))
    game = at("Ben", {"hand": ["Turned"], "raiders": ["Trudy"]}, {"survivors": [OFFICER]})
    yield game, Event(game.card("Turned"), (game.card(OFFICER),))


@refused(
    "aim-beside", "twofold.turned", "gone", "Turned", FANATIC, names=(f"{FANATIC} #2", "Bishop Land"), standing="cult"
)
def one_of_two_fanatics_is_turned_beside_the_other() -> Tried:
    game = at("Ben", {"hand": ["Turned"], "raiders": [f"2 {FANATIC}", "Bishop Land"]})
    yield game, Event(game.card("Turned"), (game.card(FANATIC),))
    game = at("Ben", {"hand": ["Turned"], "raiders": [FANATIC]})
    yield game, Event(game.card("Turned"), (game.card(FANATIC),))


@refused("aim-no-raider", "text.here", "fitting-target", "Sniper Rifle", OFFICER, target=OFFICER, choices=(WARRIOR,))
def the_rifle_is_aimed_at_its_own_officer() -> Tried:
    armed = {"card": OFFICER, "attached": ["Sniper Rifle"]}
    game = at("Ann", {"survivors": [armed]}, {"raiders": [WARRIOR]})
    yield game, Use(game.card("Sniper Rifle"), (game.card(OFFICER),))
    yield game, Use(game.card("Sniper Rifle"), (game.card(WARRIOR),))


def dying(raiders: list[Any], dead: str, **more: Any) -> Situation:
    """Return a situation where one of Ann's characters is about to be removed and Ann may respond."""
    game = engagement(raiders, [PATSY, "6 Soldier"], strict=True, **more)
    game.do(Pass(), Pass(), Wound(game.card(dead)))
    assert game.waits() == ("remove", ANN)
    return game


@refused("aim-safe", "character.killed", "fitting-target", HANSONS, HANSONS, target=HANSONS, other=FANATIC)
def the_hansons_are_to_keep_themselves() -> Tried:
    game = dying([FANATIC, HANSONS], FANATIC)
    yield game, Use(game.card(HANSONS), (game.card(HANSONS),))
    yield game, Use(game.card(HANSONS), (game.card(FANATIC),))


@refused("aim-safe", "character.killed", "fitting-target", HANSONS, FANATIC, other=f"{FANATIC} #1")
def the_hansons_are_to_keep_another_fanatic() -> Tried:
    game = dying([f"2 {FANATIC}", HANSONS], FANATIC)
    yield game, Use(game.card(HANSONS), (game.card(FANATIC, 1),))
    yield game, Use(game.card(HANSONS), (game.card(FANATIC),))


@refused("aim-no-fanatic", "character.killed", "no-fitting-target", HANSONS, "Bishop Land", target="Bishop Land")
def the_hansons_are_to_keep_a_bishop() -> Tried:
    game = dying(["Bishop Land", HANSONS], "Bishop Land")
    yield game, Use(game.card(HANSONS), (game.card("Bishop Land"),))
    game = dying([FANATIC, HANSONS], FANATIC)
    yield game, Use(game.card(HANSONS), (game.card(FANATIC),))


def defender_dying(survivors: list[Any], dead: str) -> Situation:
    """Return a situation where one of Ben's characters is about to be removed and Ben may respond."""
    game = engagement(["Lord Brawn", f"4 {WARRIOR}"], survivors, strict=True)
    game.do(Pass(), Pass(), Wound(next(who.id for who in game.side(BEN).survivors if who.card.name == dead)))
    assert game.waits() == ("remove", BEN)
    return game


@refused("aim-no-police", "character.killed", "no-fitting-target", "Antonio Jones", "Biker", target="Biker")
def antonio_is_to_save_a_biker() -> Tried:
    game = defender_dying(["Biker", "Antonio Jones"], "Biker")
    dead = game.side(BEN).survivors[0].id
    yield game, Use(game.card("Antonio Jones"), (dead,))
    game = defender_dying([OFFICER, "Antonio Jones"], OFFICER)
    yield game, Use(game.card("Antonio Jones"), (game.card(OFFICER),))


@refused("aim-unfit", "character.killed", "no-fitting-target", HANSONS, FANATIC, target=FANATIC)
def a_fanatic_who_does_not_raid_is_to_be_kept() -> Tried:
    game = defender_dying([FANATIC, HANSONS], FANATIC)  # a position that no game comes to
    yield game, Use(game.card(HANSONS), (game.card(FANATIC),))
    game = dying([FANATIC, HANSONS], FANATIC)
    yield game, Use(game.card(HANSONS), (game.card(FANATIC),))


@refused("aim-rested", "twofold.persistent", "no-fitting-target", PEACE, WARRIOR, target=WARRIOR)
def a_zombie_is_laid_to_rest_twice() -> Tried:
    game = engagement([ZOMBIE], [ARMED], strict=True, ann={"hand": [PEACE]}, ben={"hand": ["Head Shot", PEACE]})
    zombie = game.card(WARRIOR)
    game.do(Pass(), Event(game.card("Head Shot"), (zombie,)), Pass())
    before = game.position
    mine, theirs = game.side(ANN).hand[0], game.side(BEN).hand[0]
    game.do(Event(mine, (zombie,)), Pass(), Pass())
    yield game, Event(theirs, (zombie,))
    game.position = before
    yield game, Event(mine, (zombie,))


def biting(bearer: dict[str, Any], victim: Any, **more: Any) -> Situation:
    return engagement([bearer, "Trudy"], [victim], strict=True, **more)


@refused("aim-no-survivor", "attach.target", "no-fitting-target", BITTEN, "Trudy", target="Trudy")
def a_raider_is_to_be_bitten() -> Tried:
    game = biting({**ZOMBIE, "attached": [{"card": BITTEN, "owner": "Ben"}]}, OFFICER).do(Pass())
    yield game, Use(game.card(BITTEN), (game.card("Trudy"),))  # a position that no game comes to
    game = biting({**ZOMBIE, "attached": [BITTEN]}, OFFICER)
    yield game, Use(game.card(BITTEN), (game.card(OFFICER),))


@refused("aim-has-one", "attach.one-copy", "no-fitting-target", BITTEN, OFFICER, card=BITTEN, target=OFFICER)
def somebody_is_bitten_twice() -> Tried:
    bitten = {"card": OFFICER, "attached": [{"card": BITTEN, "owner": "Ann"}]}
    game = biting({**ZOMBIE, "attached": [BITTEN]}, bitten)
    (mine,) = (attached.id for attached in game.side(ANN).raiders[0].attached)
    yield game, Use(mine, (game.card(OFFICER),))
    game = biting({**ZOMBIE, "attached": [BITTEN]}, OFFICER)
    yield game, Use(game.card(BITTEN), (game.card(OFFICER),))


@refused("kept-already", "text.kept", "own-fighter", FANATIC, card=FANATIC, names=(HANSONS,))
def a_fanatic_who_was_kept_takes_wounds_again() -> Tried:
    game = dying([FANATIC, HANSONS], FANATIC)
    game.do(Use(game.card(HANSONS), (game.card(FANATIC),)), Pass())
    yield game, Wound(game.card(FANATIC))
    yield game, Wound(game.card(HANSONS))


@refused("answer-ability", "event.respond", "keep-it", "Sentry", card="Sentry", answered="Bishop Land")
def an_ability_is_answered_by_sentry() -> Tried:
    game = at("Ben", {"raiders": ["Bishop Land"], "deck": [FANATIC]}, {"hand": ["Sentry"]}, strict=True)
    game.do(Use(game.card("Bishop Land")))
    yield game, Event(game.card("Sentry"))
    game = thrown(["Sentry"])
    yield game, Event(game.card("Sentry"))


@refused(
    "answer-elsewhere", "event.respond", "keep-it", "Sentry", "Recycle",
    card="Sentry", answered="Recycle", place="Police Station",
)  # fmt: skip
def sentry_answers_what_is_played_elsewhere() -> Tried:
    game = at("Ann", {"hand": ["Recycle"], "survivors": [OFFICER]}, {"hand": ["Sentry"]}, strict=True)
    game.do(Event(game.card("Recycle"), (game.card(OFFICER),)))
    yield game, Event(game.card("Sentry"))
    game = thrown(["Sentry"])
    yield game, Event(game.card("Sentry"))


@refused("answer-no-combat", "event.respond", "keep-it", READY, "Recycle", card=READY, answered="Recycle")
def combat_ready_answers_a_trump_outside_combat() -> Tried:
    game = at("Ann", {"hand": ["Recycle"], "survivors": [OFFICER]}, {"hand": [READY]}, strict=True)
    game.do(Event(game.card("Recycle"), (game.card(OFFICER),)))
    yield game, Event(game.card(READY))
    game = thrown([READY])
    yield game, Event(game.card(READY))


@refused("stronghold-elsewhere", "occupy.text-there", "occupy-other", "Police Station", card="Police Station")
def a_stronghold_is_used_from_elsewhere() -> Tried:
    game = at("Ben", {"survivors": [OFFICER]})
    yield game, Use(game.side(ANN).stronghold, text=1)
    game = at("Ann", {"survivors": [OFFICER]})
    yield game, Use(game.side(ANN).stronghold, text=1)


@refused("needs", "stronghold.text", "first-play", "Police Station", need="police-at-home", choices=(OFFICER,))
def nobody_at_the_police_station_could_take_a_gun() -> Tried:
    game = at("Ann", {"hand": [OFFICER]})
    yield game, Use(game.side(ANN).stronghold, text=1)
    game.do(Play(game.card(OFFICER)))
    yield game, Use(game.side(ANN).stronghold, text=1)


@refused(
    "wrong-moment-ability", "timing.engagement", "other-text", BITTEN,
    card=BITTEN, ability=1, moment="engagement", text=2,
)  # fmt: skip
def bitten_is_to_move_in_the_occupation_phase() -> Tried:
    bitten = {"card": OFFICER, "attached": [{"card": BITTEN, "owner": "Ann"}]}
    game = at("Ben", {}, {"survivors": [bitten]})
    yield game, Use(game.card(BITTEN))
    yield game, Use(game.card(BITTEN), text=1)


@refused(
    "raider-at-theirs", "character.raider", "occupy-other-gone", WARRIOR, other="Church", gone=("Trudy",), leaving=1
)
def a_warrior_is_played_at_home_while_a_zombie_raids() -> Tried:
    game = at("Ann", {"hand": [WARRIOR], "raiders": ["Trudy"]})
    yield game, Play(game.card(WARRIOR))
    game = at("Ben", {"hand": [WARRIOR]})
    yield game, Play(game.card(WARRIOR))


@refused("not-in-play", "play.unknown", "card-in-play", "Moose Tucker", card="Moose Tucker")
def a_discarded_card_is_used() -> Tried:
    game = at("Ann", {"discard": ["Moose Tucker"], "survivors": ["Wilfred Python", OFFICER], "deck": ["Handgun"]})
    yield game, Use(game.card("Moose Tucker"))
    yield game, Use(game.side(ANN).stronghold, text=1)


@refused("second-copy", "attach.one-copy", "no-other-host", "Handgun", OFFICER, "Handgun", card="Handgun", host=OFFICER)
def a_second_handgun_is_for_the_only_human() -> Tried:
    game = at("Ann", {"hand": ["Handgun"], "survivors": [ARMED]})
    held = game.side(ANN).hand[0]
    yield game, Attach(held, game.card(OFFICER))
    game = at("Ann", {"hand": ["Handgun"], "survivors": [ARMED, PATSY]})
    yield game, Attach(game.side(ANN).hand[0], game.card(PATSY))


@refused("first-occupy", "occupy.play-there", "awaited-occupy", NEED, player="Ann")
def a_wildcard_is_played_before_a_stronghold_is_chosen() -> Tried:
    ann = seat("Police Station", hand=[NEED], discard=["Handgun"], deck=["9 Pop!"])
    game = Situation(ann, seat("Church", deck=["Civilian"]), phase="occupation")
    yield game, Event(game.card(NEED))
    game.do(Occupy(ANN))
    yield game, Event(game.card(NEED))
