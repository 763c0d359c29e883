"""Scenes about piles, strongholds, abilities, draws and endings, each built so that one rule decides it."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.moves import Done, Draw, Event, Move, Occupy, Pass, Play, Take, Use
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
    one_of,
    place,
    player,
    table,
    undead,
)
from apz.core.luck import Chance


def no_search(chance: Chance) -> Scene:
    """Stage a search of a discard pile where nothing fits, or of a deck where nothing turns up."""
    if chance.often(50):
        mine = player(chance, hand=["Take What You Need"], discard=any_of(chance, "survivor", 1 + chance.below(3)))
        position = acting(chance, mine, player(chance), True)
        return position, Event(position.sides[ANN].hand[0])
    deck = [f"{2 + chance.below(5)} Biker"]
    mine = player(chance, "Police Station", survivors=["Police Officer"], deck=deck)
    position = acting(chance, mine, player(chance), True)
    return position, Use(position.sides[ANN].stronghold, text=chance.below(2))


def recover(chance: Chance) -> Scene:
    """Stage a character's ability that recovers a card."""
    mine = player(chance, survivors=["Moose Tucker"], discard=any_of(chance, "weapon", 3))
    position = acting(chance, mine, player(chance), True)
    return position, Use(card(position, "Moose Tucker"))


def recover_named(chance: Chance) -> Scene:
    """Stage recovering a card by name."""
    pile = chance.mixed(["Molotov Cocktail", *any_of(chance, "survivor", 2), *any_of(chance, "weapon", 1)])
    position = acting(chance, player(chance, raiders=["Wes Trentin"], discard=pile), player(chance), False)
    return after(position, Use(card(position, "Wes Trentin"))), Take(card(position, "Molotov Cocktail"))


def search_deck(chance: Chance) -> Scene:
    """Stage taking a card from the deck."""
    things = [chance.one(["Chain Link Fence", "Searchlight"]), *any_of(chance, "survivor", 3)]
    mine = player(chance, survivors=["Cinda Parikh"], deck=chance.mixed(things))
    position = acting(chance, mine, player(chance), True)
    searching = after(position, Use(card(position, "Cinda Parikh")))
    return searching, Take(card(position, things[0]), position.sides[ANN].stronghold)


def recycled(chance: Chance, *attached: Any) -> Scene:
    """Stage Recycle, played on one of my survivors."""
    survivors = [bearing(one_of(chance, "survivor"), *attached), *any_of(chance, "survivor", chance.below(3))]
    position = acting(chance, player(chance, survivors=survivors, hand=["Recycle"]), player(chance), True)
    return position, Event(position.sides[ANN].hand[0], (position.sides[ANN].survivors[0].id,))


def recycle(chance: Chance) -> Scene:
    """Stage recycling a character."""
    return recycled(chance)


def owner(chance: Chance) -> Scene:
    """Stage recycling a character with one of the opponent's attachments."""
    return recycled(chance, {"card": chance.one(["Illness", "Scent of Blood"]), "owner": "them"})


def many(chance: Chance) -> Scene:
    """Stage recycling a character with several attachments."""
    return recycled(chance, "Adrenaline", one_of(chance, "weapon"))


def full_house(chance: Chance) -> Scene:
    """Stage playing one survivor too many."""
    home = place(chance)
    room = library()[home].capacity
    there = [one_of(chance, "survivor") for _ in range(room)]
    position = acting(
        chance, player(chance, home, survivors=there, hand=any_of(chance, "survivor")), player(chance), True
    )
    return position, Play(position.sides[ANN].hand[0])


def stronghold_text(chance: Chance) -> Scene:
    """Stage using a stronghold's ability."""
    deck = chance.mixed(["Police Officer", "Handgun", *any_of(chance, "survivor", 3)])
    position = acting(
        chance, player(chance, "Police Station", survivors=["Police Officer"], deck=deck), player(chance), True
    )
    return position, Use(position.sides[ANN].stronghold, text=chance.below(2))


def once_a_game(chance: Chance) -> Scene:
    """Stage an ability that's used up."""
    deck = [f"{3 + chance.below(4)} {chance.one(['Biker', 'Soldier', 'Civilian'])}"]
    hand = [*any_of(chance, "survivor", 2), one_of(chance, "gang")]
    position = acting(chance, player(chance, "Police Station", deck=deck, hand=hand), player(chance), True)
    used = Use(position.sides[ANN].stronghold, text=0)
    return after(position, used), used


def once_a_turn(chance: Chance) -> Scene:
    """Stage an ability that's already been used this turn."""
    things = any_of(chance, "weapon", 3)
    deck = chance.mixed(["Chain Link Fence", *any_of(chance, "survivor", 3)])
    hand = [one_of(chance, "survivor"), one_of(chance, "gang")]
    mine = player(chance, survivors=["Moose Tucker", "Cinda Parikh"], discard=things, deck=deck, hand=hand)
    position = acting(chance, mine, player(chance), True)
    used = Use(card(position, "Moose Tucker"))
    return after(position, used), used


def sniper(chance: Chance, raider: Any, own: bool = False) -> Scene:
    """Stage a shot with the Sniper Rifle at a raider here, or at one of my characters elsewhere."""
    shooter = bearing(one_of(chance, "survivor"), "Sniper Rifle")
    theirs = player(chance, raiders=[raider])
    mine = player(chance, survivors=[shooter], raiders=any_of(chance, "gang"))
    position = acting(chance, mine, theirs, True)
    row = position.sides[ANN if own else BEN].raiders
    return position, Use(card(position, "Sniper Rifle"), (row[0].id,))


def not_here(chance: Chance) -> Scene:
    """Stage an ability that says "here", aimed at a character elsewhere."""
    return sniper(chance, one_of(chance, "cult"), own=True)


def shot_zombie(chance: Chance) -> Scene:
    """Stage a twofold zombie being killed."""
    return sniper(chance, undead(one_of(chance, "twofold")))


def shot(chance: Chance) -> Scene:
    """Stage killing a character outside combat."""
    name = chance.one([each for each in (*cast("gang"), *cast("zombie")) if library()[each].name != "The Juggernaut"])
    return sniper(chance, {"card": name, "wounds": max(0, value_of(name) - 2)})


def value_of(name: str) -> int:
    """Return the printed value of a character."""
    face = library()[name].human or library()[name].zombie
    return face.value if face else 0


def wounded(chance: Chance) -> Scene:
    """Stage the end of a phase with a wounded character."""
    name = chance.one([each for each in (*cast("gang"), *cast("cult")) if value_of(each) > 2])
    theirs = player(chance, raiders=[{"card": name, "wounds": 1 + chance.below(value_of(name) - 1)}])
    return acting(chance, player(chance, survivors=any_of(chance, "survivor", 2)), theirs, True), Done()


def bonus(chance: Chance) -> Scene:
    """Stage a draw with a bonus."""
    soldiers = ["2 Soldier", *any_of(chance, "survivor", chance.below(2), ["Soldier"])]
    mine = player(chance, "Military Base", survivors=soldiers, hand=any_of(chance, "weapon", chance.below(5)))
    return table(chance, {**mine, "deck": ["12 Biker"]}, player(chance), whose="me", phase="draw"), Draw()


def short_deck(chance: Chance) -> Scene:
    """Stage a draw from a deck that's too small."""
    deck = any_of(chance, "survivor", 1 + chance.below(3))
    mine = player(chance, hand=any_of(chance, "weapon", chance.below(2)), deck=deck)
    return table(chance, mine, player(chance), whose="me", phase="draw"), Draw()


def first_turn(chance: Chance) -> Scene:
    """Stage occupying the opponent's stronghold on the first turn of the game."""
    mine = player(chance, hand=[*any_of(chance, "survivor", 2), *any_of(chance, "gang", 2)])
    return table(chance, mine, player(chance), whose="me", phase="occupation", turn=1), Occupy(BEN)


def over(chance: Chance) -> Scene:
    """Stage a move after the end of the game."""
    mine = player(chance, survivors=any_of(chance, "survivor", 2))
    position = table(chance, mine, {**player(chance), "deck": [], "out": True})
    moves: list[Move] = [Draw(), Pass(), Done(), Occupy(ANN)]
    return position, chance.one(moves)


def not_in_hand(chance: Chance) -> Scene:
    """Stage playing a card that isn't in hand."""
    mine = player(chance, hand=any_of(chance, "survivor", 2), discard=any_of(chance, "unique-survivor", 2))
    position = acting(chance, mine, player(chance), True)
    return position, Play(position.sides[ANN].discard[0])


SCENES: dict[str, SceneMaker] = {
    "twofold.persistent": shot_zombie,
    "event.search": no_search,
    "pile.recover": recover,
    "pile.recover-named": recover_named,
    "pile.shuffle": search_deck,
    "pile.recycle": recycle,
    "pile.owner": owner,
    "pile.many": many,
    "stronghold.newest": full_house,
    "stronghold.text": stronghold_text,
    "stronghold.once-game": once_a_game,
    "text.once": once_a_turn,
    "text.here": not_here,
    "character.killed": shot,
    "character.wounded": wounded,
    "draw.bonus": bonus,
    "draw.empty": short_deck,
    "occupy.first": first_turn,
    "play.over": over,
    "play.unknown": not_in_hand,
}
