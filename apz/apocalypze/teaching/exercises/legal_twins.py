"""Legal twins of scenes whose rule only refuses moves: they look the same, but the move is legal."""

from __future__ import annotations

from apz.apocalypze.moves import Attach, Done, Draw, Event, Play, Send
from apz.apocalypze.teaching.exercises.card_scenes import FACTIONS, controller, fellows
from apz.apocalypze.teaching.exercises.combat_scenes import left_behind
from apz.apocalypze.teaching.exercises.stage import (
    ANN,
    Scene,
    SceneMaker,
    acting,
    after,
    any_of,
    bearing,
    cast,
    one_of,
    player,
    table,
)
from apz.core.luck import Chance


def not_in_play(chance: Chance) -> Scene:
    """Stage a unique card whose other copy has left the table."""
    home = chance.often(50)
    name = one_of(chance, "unique-survivor" if home else "unique-raider")
    mine = player(chance, hand=[name, *any_of(chance, "survivor", 2)], discard=[name, one_of(chance, "weapon")])
    position = acting(chance, mine, player(chance, survivors=any_of(chance, "survivor")), home)
    return position, Play(position.sides[ANN].hand[0])


def one_faction(chance: Chance) -> Scene:
    """Stage a raider who joins others from the same faction, while another faction raids elsewhere."""
    here, other = chance.mixed(FACTIONS)[:2]
    raiders = any_of(chance, here, 1 + chance.below(2))
    hand = [*fellows(chance, here, raiders)[:1], one_of(chance, other)]
    position = acting(
        chance, player(chance, raiders=raiders, hand=hand), player(chance, raiders=any_of(chance, other)), False
    )
    return position, Play(position.sides[ANN].hand[0])


def bearer_of_none(chance: Chance) -> Scene:
    """Stage a second copy of an attachment, for a different character."""
    thing = chance.one([*cast("weapon"), "Adrenaline"])
    bearer, other = any_of(chance, "survivor", 2)
    mine = player(chance, survivors=[bearing(bearer, thing), other], hand=[thing, one_of(chance, "survivor")])
    position = acting(chance, mine, player(chance), True)
    return position, Attach(position.sides[ANN].hand[0], position.sides[ANN].survivors[1].id)


def played_before(chance: Chance) -> Scene:
    """Stage an event whose other copy was played on an earlier turn."""
    home = chance.often(50)
    name = "Recycle" if home else chance.one(["No Escape", "Mugged"])
    mine = player(
        chance, hand=[name], discard=[name], survivors=any_of(chance, "survivor", 2), raiders=any_of(chance, "gang")
    )
    position = acting(chance, mine, player(chance, survivors=any_of(chance, "survivor")), home)
    targets = (position.sides[ANN].survivors[0].id,) if home else ()
    return position, Event(position.sides[ANN].hand[0], targets)


def all_sent(chance: Chance) -> Scene:
    """Stage an attack where everybody takes part."""
    position, _ = left_behind(chance)
    assert position.combat
    sent = [card for ids in position.combat.attack for card in ids]
    rest = [who.id for who in position.sides[ANN].raiders if who.id not in sent]
    return after(position, *[Send(card, 1 + chance.below(2)) for card in rest]), Done()


def draw(chance: Chance) -> Scene:
    """Stage a draw in the draw phase, with a random hand."""
    mine = player(chance, hand=any_of(chance, "weapon", chance.below(5)))
    return table(chance, mine, player(chance), whose="me", phase="draw"), Draw()


TWINS: dict[str, SceneMaker] = {
    "character.unique": not_in_play,
    "character.factions": one_faction,
    "attach.one-copy": bearer_of_none,
    "event.one-copy": played_before,
    "combat.all-attack": all_sent,
    "twofold.turned": controller,
    "draw.six": draw,
}
