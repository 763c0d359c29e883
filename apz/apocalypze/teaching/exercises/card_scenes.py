"""Scenes of playing and using cards, each built so that one rule decides it."""

from __future__ import annotations

from collections.abc import Iterable

from apz.apocalypze.cards import library
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Attach, Done, Event, Play, Use
from apz.apocalypze.teaching.exercises.stage import (
    ANN,
    BEN,
    Scene,
    SceneMaker,
    acting,
    after,
    any_of,
    bearing,
    card,
    cast,
    engaged,
    one_of,
    player,
    undead,
)
from apz.core.luck import Chance

FACTIONS = ("gang", "cult", "zombie")


def unique(chance: Chance) -> Scene:
    """Stage a second copy of a unique card."""
    if chance.often(50):
        name = one_of(chance, "unique-raider")
        faction = next(each for each in FACTIONS if name in cast(each))
        hand = [name, *fellows(chance, faction, [name]), one_of(chance, "survivor")]
        mine = player(chance, raiders=[name], hand=hand)
        position = acting(chance, mine, player(chance), False)
    else:
        name = one_of(chance, "unique-survivor")
        rows = chance.mixed([[name], []])
        others = [one_of(chance, "unique-survivor", name), one_of(chance, "survivor"), one_of(chance, "gang")]
        mine = player(chance, survivors=rows[0], hand=[name, *others])
        position = acting(chance, mine, player(chance, survivors=rows[1]), True)
    return position, Play(position.sides[ANN].hand[0])


def fellows(chance: Chance, faction: str, raiders: list[str]) -> list[str]:
    """Return two more cards of a faction that can join these raiders."""
    fitting = [name for name in cast(faction) if name not in raiders or not library()[name].unique]
    return (chance.mixed(fitting) * 2)[:2] if len(fitting) > 1 else fitting * 2


def factions(chance: Chance) -> Scene:
    """Stage a raider from a different faction than the raiders already in play."""
    here, new = chance.mixed(FACTIONS)[:2]
    raiders = any_of(chance, here, 1 + chance.below(2))
    mine = player(chance, raiders=raiders, hand=[one_of(chance, new), *fellows(chance, here, raiders)])
    position = acting(chance, mine, player(chance), False)
    return position, Play(position.sides[ANN].hand[0])


def zombie_armed(chance: Chance) -> Scene:
    """Stage a zombie that's handed a weapon."""
    raider = undead(one_of(chance, "twofold")) if chance.often(60) else one_of(chance, "zombie")
    hand = [one_of(chance, "weapon"), "Adrenaline", *any_of(chance, "survivor", 2)]
    mine = player(chance, raiders=[raider], hand=hand)
    position = acting(chance, mine, player(chance), False)
    return position, Attach(position.sides[ANN].hand[0], position.sides[ANN].raiders[0].id)


def one_sided(chance: Chance) -> Scene:
    """Stage a character that isn't a twofold, played with `zombie`, as only a twofold can be."""
    mine = player(chance, hand=[one_of(chance, "one-sided"), *any_of(chance, "twofold", 2)])
    position = acting(chance, mine, player(chance), False)
    return position, Play(position.sides[ANN].hand[0], zombie=True)


def turning(chance: Chance, raiders: list[str], *attached: str, held: Iterable[str] = ()) -> Scene:
    """Stage Turned, played on a human twofold at the opponent's stronghold."""
    victim = bearing(one_of(chance, "twofold-survivor"), *attached)
    mine = player(chance, raiders=raiders, hand=["Turned", *held, *any_of(chance, "survivor", chance.below(3))])
    position = acting(chance, mine, player(chance, survivors=[victim]), False)
    return position, Event(card(position, "Turned"), (position.sides[BEN].survivors[0].id,))


def turned(chance: Chance) -> Scene:
    """Stage Turned next to a gang or cult."""
    here = chance.one(["gang", "cult"])
    raiders = any_of(chance, here, 1 + chance.below(2))
    return turning(chance, raiders, held=["Adrenaline", *fellows(chance, here, raiders)[:1]])


def controller(chance: Chance) -> Scene:
    """Stage Turned where nobody but zombies raids."""
    return turning(chance, any_of(chance, "zombie", chance.below(2)))


def unfit(chance: Chance) -> Scene:
    """Stage Turned on a character with a weapon."""
    return turning(chance, any_of(chance, "zombie", chance.below(2)), one_of(chance, "weapon"))


def bitten(chance: Chance) -> Scene:
    """Stage a human turned by Bitten."""
    name = one_of(chance, chance.one(["survivor", "unique-survivor"]))
    victim = bearing(name, {"card": "Bitten", "owner": "me"})
    mine = player(chance, raiders=any_of(chance, "zombie", chance.below(2)))
    position = acting(chance, mine, player(chance, survivors=[victim]), False)
    return position, Use(card(position, "Bitten"), text=1)


def second_copy(chance: Chance) -> Scene:
    """Stage the same attachment twice on one character."""
    thing = chance.one([*cast("weapon"), "Adrenaline"])
    bearer, other = any_of(chance, "survivor", 2)
    hand = [thing, one_of(chance, "weapon", thing), one_of(chance, "survivor")]
    mine = player(chance, survivors=[bearing(bearer, thing), other], hand=hand)
    position = acting(chance, mine, player(chance), True)
    return position, Attach(position.sides[ANN].hand[0], position.sides[ANN].survivors[0].id)


def refuses(chance: Chance) -> Scene:
    """Stage a weapon or gun for a character that can't carry it."""
    if chance.often(30):
        hand = [one_of(chance, "gun"), chance.one(["Baseball Bat", "Fire Axe"])]
        mine = player(chance, survivors=["John Misarti", one_of(chance, "survivor")], hand=hand)
        position = acting(chance, mine, player(chance), True)
        return position, Attach(position.sides[ANN].hand[0], position.sides[ANN].survivors[0].id)
    raiders = [one_of(chance, "refuses-weapon"), "Cult Fanatic"]
    mine = player(chance, raiders=raiders, hand=[one_of(chance, "weapon"), "Adrenaline"])
    position = acting(chance, mine, player(chance), False)
    return position, Attach(position.sides[ANN].hand[0], position.sides[ANN].raiders[0].id)


def elsewhere(chance: Chance) -> Scene:
    """Stage an attachment for a character at the other stronghold."""
    home = chance.often(50)
    hand = [chance.one([*cast("weapon"), "Adrenaline"]), one_of(chance, "survivor"), one_of(chance, "human-raider")]
    mine = player(chance, survivors=any_of(chance, "survivor"), raiders=any_of(chance, "human-raider"), hand=hand)
    position = acting(chance, mine, player(chance), home)
    row = position.sides[ANN].raiders if home else position.sides[ANN].survivors
    return position, Attach(position.sides[ANN].hand[0], row[0].id)


def displace(chance: Chance) -> Scene:
    """Stage a second weapon for a character that already carries one."""
    old, new = any_of(chance, "weapon", 2)
    mine = player(chance, survivors=[bearing(one_of(chance, "survivor"), old)], hand=[new])
    position = acting(chance, mine, player(chance), True)
    return position, Attach(position.sides[ANN].hand[0], position.sides[ANN].survivors[0].id)


def second_event(chance: Chance) -> Scene:
    """Stage a second event with the same name in one turn."""
    if chance.often(50):
        hand = ["2 Recycle", one_of(chance, "weapon"), one_of(chance, "survivor")]
        mine = player(chance, hand=hand, survivors=any_of(chance, "survivor", 3))
        position = acting(chance, mine, player(chance), True)
        first, second, *_ = (who.id for who in position.sides[ANN].survivors)
        one, other, *_ = position.sides[ANN].hand
        return after(position, Event(one, (first,))), Event(other, (second,))
    hand = ["2 No Escape", chance.one(["Mugged", "Thief in the Night"]), one_of(chance, "gang", "Lord Brawn")]
    mine = player(chance, hand=hand, raiders=any_of(chance, "gang"))
    position = acting(chance, mine, player(chance, survivors=any_of(chance, "survivor")), False)
    one, other, *_ = position.sides[ANN].hand
    return after(position, Event(one)), Event(other)


def announced(chance: Chance, *held: str) -> Position:
    """Return a position where I've played a wildcard at their stronghold, and they hold Sentry and these cards."""
    mine = player(
        chance, raiders=any_of(chance, "gang"), hand=[chance.one(["Mugged", "No Escape", "Thief in the Night"])]
    )
    theirs = player(chance, survivors=any_of(chance, "survivor", 2), hand=["Sentry", *held])
    position = acting(chance, mine, theirs, False)
    return after(position, Event(position.sides[ANN].hand[0]))


def no_answer(chance: Chance) -> Scene:
    """Stage a trump that can't respond to the pending event."""
    name = chance.one(["Recycle", "Combat Ready", "One Man Army"])
    position = announced(chance, name)
    survivors = position.sides[BEN].survivors
    return position, Event(card(position, name), (survivors[0].id,) if name == "Recycle" else ())


def cancelled(chance: Chance) -> Scene:
    """Stage a direct response: Sentry against a wildcard."""
    position = announced(chance)
    return position, Event(card(position, "Sentry"))


def stopped_answer(chance: Chance) -> Scene:
    """Stage a response that's itself stopped."""
    cocktail, sentry, ready = "Molotov Cocktail", "Sentry", "Combat Ready"
    mine = player(chance, raiders=any_of(chance, "human-raider"), hand=[cocktail, ready])
    theirs = player(chance, survivors=any_of(chance, "survivor", 2), hand=[sentry])
    position = engaged(chance, mine, theirs)
    position = after(position, Event(card(position, cocktail), (position.sides[ANN].raiders[0].id,)))
    return after(position, Event(card(position, sentry))), Event(card(position, ready))


def not_mine(chance: Chance) -> Scene:
    """Stage an opponent's ability at the stronghold I occupy."""
    name = chance.one(["Moose Tucker", "Wilfred Python", "Cinda Parikh"])
    theirs = player(chance, survivors=[name, *any_of(chance, "survivor", chance.below(2))], discard=["Handgun"])
    mine = player(chance, raiders=any_of(chance, "gang"), hand=any_of(chance, "weapon", 2))
    position = acting(chance, mine, theirs, False)
    return position, Use(card(position, name))


def last_trump(chance: Chance) -> Scene:
    """Stage the end of an occupation phase when the other player has a trump."""
    theirs = player(chance, survivors=any_of(chance, "survivor"), hand=["Recycle"])
    return acting(chance, player(chance), theirs, chance.often(50)), Done()


SCENES: dict[str, SceneMaker] = {
    "character.unique": unique,
    "character.factions": factions,
    "character.zombie-not-human": zombie_armed,
    "twofold.sides": one_sided,
    "twofold.turned": turned,
    "twofold.controller": controller,
    "twofold.bitten": bitten,
    "attach.unfit": unfit,
    "attach.one-copy": second_copy,
    "attach.attributes": refuses,
    "attach.location": elsewhere,
    "attach.displace": displace,
    "event.one-copy": second_event,
    "event.respond": no_answer,
    "event.cancelled": cancelled,
    "event.priority": last_trump,
    "event.one-answer": stopped_answer,
    "text.whose": not_mine,
}
