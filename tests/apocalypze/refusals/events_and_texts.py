"""Moves refused when playing events, using abilities and searching piles."""

from __future__ import annotations

from apz.apocalypze.model import DECK
from apz.apocalypze.moves import Done, Draw, Eat, Engage, Event, Occupy, Pass, Play, Take, Use
from tests.apocalypze.refusals.cases import (
    FANATIC,
    NEED,
    OFFICER,
    PATSY,
    READY,
    WARRIOR,
    Tried,
    arming,
    at,
    next_turn,
    refused,
    searching,
    thrown,
)
from tests.apocalypze.situations import ANN, BEN, Situation, engagement, groups, seat

# --- events and texts -------------------------------------------------------------------------------------------------


@refused("wildcard-own-turn", "event.wildcard", "own-turn", NEED, card=NEED)
def a_wildcard_is_played_in_the_opponents_turn() -> Tried:
    ben = {"hand": [NEED, "Recycle"], "survivors": ["Civilian"], "discard": ["Handgun"]}
    game = at("Ann", ben=ben).do(Done())
    yield game, Event(game.card(NEED))
    game.do(Pass(), Eat(DECK), Draw(), Occupy(BEN))
    yield game, Event(game.card(NEED))


@refused("wrong-moment", "event.trump", "keep-it", "Pop!", card="Pop!", moment="engagement")
def a_trump_of_an_engagement_is_played_outside() -> Tried:
    game = at("Ann", {"hand": ["Pop!"], "deck": ["Sentry"]})
    yield game, Event(game.card("Pop!"))
    game = engagement([WARRIOR], [{"card": OFFICER, "attached": ["Handgun"]}], ben={"hand": ["Pop!"]})
    yield game, Event(game.card("Pop!"), (game.card(WARRIOR),))


@refused("wrong-moment", "event.trump", "keep-it", "Sentry", card="Sentry", moment="answer-home")
def an_answer_is_given_to_nothing() -> Tried:
    game = at("Ann", {"hand": ["Sentry"]})
    yield game, Event(game.card("Sentry"))
    game = thrown(["Sentry"])
    yield game, Event(game.card("Sentry"))


@refused("wrong-moment", "event.trump", "keep-it", "Rest In Peace", card="Rest In Peace", moment="removal-zombie")
def nobody_is_about_to_be_removed() -> Tried:
    game = at("Ann", {"hand": ["Rest In Peace"]})
    yield game, Event(game.card("Rest In Peace"))
    armed = [{"card": OFFICER, "attached": ["Handgun"]}]
    zombie = {"card": WARRIOR, "zombie": True}
    game = engagement([zombie], armed, ben={"hand": ["Head Shot", "Rest In Peace"]})
    game.do(Event(game.card("Head Shot"), (game.card(WARRIOR),)))
    yield game, Event(game.card("Rest In Peace"), (game.card(WARRIOR),))


@refused("wrong-moment", "event.trump", "keep-it", "Recycle", card="Recycle", moment="any")
def recycle_is_played_when_somebody_is_about_to_be_removed() -> Tried:
    raiders = [{"card": FANATIC, "wounds": 1}, "Albert & Anita Hanson"]
    survivors = [{"card": OFFICER, "attached": ["Handgun"]}]
    game = engagement(raiders, survivors, ann={"hand": ["Recycle"]}, ben={"hand": ["Pop!"]})
    game.do(Pass(), Event(game.card("Pop!"), (game.card(FANATIC),)))
    yield game, Event(game.card("Recycle"), (game.card(FANATIC),))
    game.do(Pass())
    yield game, Event(game.card("Recycle"), (game.card("Albert & Anita Hanson"),))


@refused(
    "wrong-moment", "event.moments", "keep-it", "Searchlight", card="Searchlight", moment="arrival",
)  # fmt: skip
def the_searchlight_is_used_without_an_arrival() -> Tried:
    zones = {"attached": ["Searchlight"], "deck": ["9 Civilian"]}
    game = at("Ann", zones)
    yield game, Use(game.card("Searchlight"))
    game = at("Ben", {"hand": [WARRIOR]}, zones)
    game.do(Play(game.card(WARRIOR)))
    yield game, Use(game.card("Searchlight"))


@refused(
    "wrong-moment", "stronghold.text", "keep-it", "Police Station",
    card="Police Station", moment="occupation",
)  # fmt: skip
def a_stronghold_is_used_in_combat() -> Tried:
    game = engagement([WARRIOR], [{"card": OFFICER, "attached": ["Adrenaline"]}])
    yield game, Use(game.side(BEN).stronghold, text=1)
    game = at("Ann", {"survivors": [OFFICER]})
    yield game, Use(game.side(ANN).stronghold, text=1)


@refused("one-copy", "event.one-copy", "next-turn", "Recycle", card="Recycle", player="Ann")
def a_second_copy_is_played_in_a_turn() -> Tried:
    game = at("Ann", {"hand": ["2 Recycle"], "survivors": ["2 Police Officer"]})
    (first, second), (one, other) = game.side(ANN).hand, [who.id for who in game.side(ANN).survivors]
    game.do(Event(first, (one,)))
    yield game, Event(second, (other,))
    yield next_turn(game), Event(second, (other,))


@refused("no-direct-answer", "event.respond", "wait-resolved", "Pop!", card="Pop!", answered="Molotov Cocktail")
def the_thrower_is_shot_at() -> Tried:
    game = thrown(["Pop!", READY])
    yield game, Event(game.card("Pop!"), (game.card(FANATIC),))
    game.do(Pass())
    yield game, Event(game.card("Pop!"), (game.card(FANATIC),))


@refused("answer-no-trump", "event.respond", "keep-it", READY, NEED, card=READY, answered=NEED)
def a_wildcard_is_answered_by_combat_ready() -> Tried:
    game = at("Ben", {"hand": [NEED], "discard": ["Handgun"]}, {"hand": [READY, "Sentry"]})
    game.do(Event(game.card(NEED)))
    yield game, Event(game.card(READY))
    yield game, Event(game.card("Sentry"))


@refused("needs", "event.wildcard", "first-play", "Mugged", card="Mugged", need="gang-here", choices=(WARRIOR,))
def nobody_is_there_to_mug() -> Tried:
    game = at("Ben", {"hand": ["Mugged", WARRIOR]})
    yield game, Event(game.card("Mugged"))
    game.do(Play(game.card(WARRIOR)))
    yield game, Event(game.card("Mugged"))


@refused("needs", "event.wildcard", "first-play", "Mugged", need="gang-here", choices=(WARRIOR,))
def nobody_is_there_to_mug_where_a_searchlight_watches() -> Tried:
    game = at("Ben", {"hand": ["Mugged", WARRIOR]}, {"attached": ["Searchlight"]})
    yield game, Event(game.card("Mugged"))
    game.do(Play(game.card(WARRIOR)), Pass())
    yield game, Event(game.card("Mugged"))


@refused("needs", "pile.recover", "first-play", "Moose Tucker", need="discard-left", choices=("Recycle",))
def nothing_could_be_recovered_before_a_trump_is_played() -> Tried:
    game = at("Ann", {"hand": ["Recycle"], "survivors": ["Moose Tucker", OFFICER]})
    yield game, Use(game.card("Moose Tucker"))
    game.do(Event(game.card("Recycle"), (game.card(OFFICER),)))
    yield game, Use(game.card("Moose Tucker"))


@refused("needs", "stronghold.text", "first-text", "Police Station", need="police-at-home", text=1)
def the_station_has_nobody_for_a_gun_but_could_call_an_officer() -> Tried:
    game = at("Ann", {"deck": ["12 Pop!", OFFICER]})
    yield game, Use(game.side(ANN).stronghold, text=1)
    game.do(Use(game.side(ANN).stronghold), Take(game.card(OFFICER)))
    yield game, Use(game.side(ANN).stronghold, text=1)


@refused("needs", "timing.engagement", "first-use", "One Man Army", need="alone", choices=("John Misarti",))
def two_are_one_too_many_until_one_of_them_leaves() -> Tried:
    game = engagement([WARRIOR], [OFFICER, "John Misarti"], ben={"hand": ["One Man Army"]}, strict=True).do(Pass())
    yield game, Event(game.card("One Man Army"))
    game.do(Use(game.card("John Misarti")), Pass(), Pass())
    yield game, Event(game.card("One Man Army"))


@refused("not-in-engagement", "timing.engagement", "first-use", "Adrenaline", card="Adrenaline", choices=("Hog",))
def somebody_in_the_background_has_a_hog() -> Tried:
    riding = {"card": "Biker", "attached": ["Hog", "Adrenaline"]}
    ann, ben = seat("Church", raiders=["Lord Brawn"]), seat("Police Station", survivors=[OFFICER, riding])
    game = Situation(ann, ben, phase="combat")
    game.do(*groups([[game.card("Lord Brawn")]], [[game.card(OFFICER)]]))
    yield game, Use(game.card("Adrenaline"))
    game.do(Use(game.card("Hog")))
    yield game, Use(game.card("Adrenaline"))


@refused("no-target-wanted", "event.resolve", "without-target", "Mugged", card="Mugged")
def mugged_is_pointed_at_somebody() -> Tried:
    game = at("Ben", {"hand": ["Mugged"], "raiders": [WARRIOR]})
    yield game, Event(game.card("Mugged"), (game.card(WARRIOR),))
    yield game, Event(game.card("Mugged"))


@refused(
    "aim-missing", "event.trump", "fitting-target", "Recycle", card="Recycle", wanted="own-character"
)  # fmt: skip
def nobody_is_named_to_be_recycled() -> Tried:
    game = at("Ann", {"hand": ["Recycle"], "survivors": [OFFICER]})
    yield game, Event(game.card("Recycle"))
    yield game, Event(game.card("Recycle"), (game.card(OFFICER),))


@refused(
    "aim-single", "twofold.sides", "no-fitting-target", "Turned", PATSY,
    card="Turned", target=PATSY, wanted="convertible",
)  # fmt: skip
def patsy_is_turned() -> Tried:
    game = at("Ann", {"hand": ["Turned", OFFICER], "survivors": [PATSY]})
    yield game, Event(game.card("Turned"), (game.card(PATSY),))
    game.do(Play(game.card(OFFICER)))
    yield game, Event(game.card("Turned"), (game.card(OFFICER),))


@refused(
    "wrong-point", "combat.defend", "fitting-target", "Fast Zombie", card="Fast Zombie", target=1, wanted="open-point"
)  # fmt: skip
def the_fast_zombie_slips_to_a_met_point() -> Tried:
    game = engagement(["Fast Zombie"], [OFFICER])
    yield game, Use(game.card("Fast Zombie"), (1,))
    yield game, Use(game.card("Fast Zombie"), (2,))


@refused("not-in-play", "play.unknown", "first-play", "Moose Tucker", card="Moose Tucker")
def a_card_of_the_hand_is_used() -> Tried:
    game = at("Ann", {"hand": ["Moose Tucker"], "discard": ["Pop!"]})
    yield game, Use(game.card("Moose Tucker"))
    game.do(Play(game.card("Moose Tucker")))
    yield game, Use(game.card("Moose Tucker"))


@refused("not-your-text", "text.whose", "", "Moose Tucker", card="Moose Tucker", player="Ben")
def the_opponents_text_is_used() -> Tried:
    game = at("Ben", ben={"survivors": ["Moose Tucker"], "discard": ["Pop!"]})
    yield game, Use(game.card("Moose Tucker"))


@refused("nothing-to-use", "text.whose", "no-change", OFFICER, card=OFFICER)
def a_card_without_a_text_is_used() -> Tried:
    game = at("Ann", {"survivors": [OFFICER]})
    yield game, Use(game.card(OFFICER))


@refused(
    "text-elsewhere", "occupy.text-there", "occupy-other", "Moose Tucker",
    card="Moose Tucker", player="Ann", place="Police Station", other="Police Station", occupied="Church",
)  # fmt: skip
def a_text_is_used_elsewhere() -> Tried:
    zones = {"survivors": ["Moose Tucker"], "discard": ["Sentry"]}
    game = at("Ben", zones)
    yield game, Use(game.card("Moose Tucker"))
    yield at("Ann", zones), Use(game.card("Moose Tucker"))


@refused("marked", "attach.target", "gone", "Adrenaline", card="Adrenaline")
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
    "target-missing", "attach.target", "fitting-target", "Handgun", card="Handgun", wanted="police-here"
)  # fmt: skip
def a_gun_is_taken_for_nobody() -> Tried:
    game = arming()
    yield game, Take(game.card("Handgun"))
    yield game, Take(game.card("Handgun"), game.card(OFFICER))
