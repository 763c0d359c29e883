"""Moves refused at any time, when choosing a stronghold, and when playing cards."""

from __future__ import annotations

from apz.apocalypze.model import DECK
from apz.apocalypze.moves import Attach, Done, Draw, Eat, Event, Occupy, Play, Send
from tests.apocalypze.refusals.cases import FANATIC, FENCE, NEED, OFFICER, PATSY, WARRIOR, Tried, at, refused
from tests.apocalypze.situations import ANN, BEN, Situation, groups, seat

# where the card could be played, and where Ann is instead
AT_HOME = {"place": "Police Station", "other": "Police Station", "occupied": "Church"}
AT_THEIRS = {"place": "Church", "other": "Church", "occupied": "Police Station"}

# --- any move ---------------------------------------------------------------------------------------------------------


@refused("game-over", "play.over", "undo")
def the_game_is_over() -> Tried:
    game = Situation(seat("Church", raiders=[WARRIOR]), seat("Church"), phase="combat")
    before = game.position
    game.do(*groups([[game.card(WARRIOR)]]))
    yield game, Draw()
    game.position = before
    yield game, Send(game.card(WARRIOR), 1)


@refused("no-such-card", "play.unknown", "awaited-act", number=99)
def no_card_has_that_number() -> Tried:
    game = at("Ann", {"hand": [OFFICER]})
    yield game, Play(99)
    yield game, Play(game.card(OFFICER))


@refused("other-hand", "play.waiting", "awaited-act", "Civilian", holder="Ben", player="Ann")
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


@refused("not-now-attach", "occupy.any-number", "awaited-draw", player="Ann")
def an_attachment_is_played_in_the_draw_phase() -> Tried:
    ann = seat("Police Station", hand=["Handgun"], survivors=[OFFICER], deck=["9 Pop!"])
    game = Situation(ann, seat("Church"), phase="draw")
    yield game, Play(game.card("Handgun"))
    game.do(Draw(), Occupy(ANN))
    yield game, Attach(game.card("Handgun"), game.card(OFFICER))


@refused("not-an-attachment", "character.survivor", "as-zombie", OFFICER, card=OFFICER)
def a_survivor_who_can_only_be_a_zombie_here_is_attached() -> Tried:
    game = at("Ben", {"hand": [OFFICER], "raiders": ["Trudy"]})
    yield game, Attach(game.card(OFFICER), game.card("Trudy"))
    yield game, Play(game.card(OFFICER), True)


@refused("not-an-event", "character.raider", "as-zombie", WARRIOR, card=WARRIOR)
def a_gang_warrior_beside_zombies_is_played_like_an_event() -> Tried:
    game = at("Ben", {"hand": [WARRIOR], "raiders": ["Trudy"]})
    yield game, Event(game.card(WARRIOR))
    yield game, Play(game.card(WARRIOR), True)


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


@refused("survivor-at-home", "character.survivor", "occupy-other", PATSY, card=PATSY, **AT_HOME)
def a_survivor_is_played_away_from_home() -> Tried:
    game = at("Ben", {"hand": [PATSY]})
    yield game, Play(game.card(PATSY))
    yield at("Ann", {"hand": [PATSY]}), Play(game.card(PATSY))


@refused("survivor-at-home", "character.survivor", "as-zombie", OFFICER, card=OFFICER, **AT_HOME)
def a_twofold_survivor_is_played_away_from_home() -> Tried:
    game = at("Ben", {"hand": [OFFICER]})
    yield game, Play(game.card(OFFICER))
    yield game, Play(game.card(OFFICER), zombie=True)


@refused(
    "survivor-at-home", "character.survivor", "nor-as-zombie", OFFICER, WARRIOR,
    card=OFFICER, beside=WARRIOR, standing="gang", **AT_HOME,
)  # fmt: skip
def a_twofold_survivor_fits_neither_as_a_human_nor_as_a_zombie() -> Tried:
    game = at("Ben", {"hand": [OFFICER], "raiders": [WARRIOR]})
    yield game, Play(game.card(OFFICER))
    yield at("Ann", {"hand": [OFFICER], "raiders": [WARRIOR]}), Play(game.card(OFFICER))


@refused("raider-at-theirs", "character.raider", "occupy-other", WARRIOR, card=WARRIOR, **AT_THEIRS)
def a_raider_is_played_at_home() -> Tried:
    game = at("Ann", {"hand": [WARRIOR]})
    yield game, Play(game.card(WARRIOR))
    yield at("Ben", {"hand": [WARRIOR]}), Play(game.card(WARRIOR))


@refused("raider-at-theirs", "character.raider", "as-human", OFFICER, card=OFFICER, **AT_THEIRS)
def a_zombie_is_played_at_home() -> Tried:
    game = at("Ann", {"hand": [OFFICER]})
    yield game, Play(game.card(OFFICER), zombie=True)
    yield game, Play(game.card(OFFICER))


@refused("unique-in-play", "character.unique", "gone", PATSY, PATSY, card=PATSY)
def the_other_copy_is_in_play() -> Tried:
    game = at("Ann", {"hand": [PATSY, "Recycle"], "survivors": [PATSY]})
    other, mine = game.card(PATSY, 0), game.card(PATSY, 1)
    yield game, Play(mine)
    game.do(Event(game.card("Recycle"), (other,)))
    yield game, Play(mine)


@refused(
    "factions-clash", "character.factions", "gone", FANATIC, WARRIOR,
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


@refused("attach-elsewhere", "attach.location", "occupy-other", FENCE, card=FENCE, **AT_HOME)
def what_goes_on_the_own_stronghold_is_played_away_from_it() -> Tried:
    game = at("Ben", {"hand": [FENCE]})
    assert game.refusal(Attach(game.card(FENCE), DECK)) == game.refusal(Play(game.card(FENCE)))
    yield game, Play(game.card(FENCE))
    game = at("Ann", {"hand": [FENCE]})
    yield game, Attach(game.card(FENCE), game.side(ANN).stronghold)


@refused(
    "target-missing", "attach.target", "no-fitting-target", "The Finest",
    card="The Finest", wanted="your-police",
)  # fmt: skip
def an_attachment_that_nobody_could_take_is_played() -> Tried:
    game = at("Ann", {"hand": ["The Finest"]})
    yield game, Play(game.card("The Finest"))
    game = at("Ann", {"hand": ["The Finest"], "survivors": [OFFICER]})
    yield game, Attach(game.card("The Finest"), game.card(OFFICER))


@refused("attach-elsewhere", "attach.location", "occupy-other", "Handgun", OFFICER, card="Handgun", **AT_HOME)
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


@refused("target-missing", "attach.target", "no-fitting-target", "Handgun", card="Handgun", wanted="your-human")
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
