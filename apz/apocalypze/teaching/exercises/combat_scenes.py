"""Scenes of combat and consumption, each built so that one rule decides what happens."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.model import Position
from apz.apocalypze.moves import Done, Eat, Event, Pass, Send, Use, Wound
from apz.apocalypze.play import step
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
    engaged,
    facing,
    one_of,
    player,
    table,
    undead,
)
from apz.core.luck import Chance

TRIES = 30  # pairs of fighters to try until both sides take wounds


def head_shot(chance: Chance, zombie: Any) -> Scene:
    """Stage a Head Shot on one of my zombies."""
    armed = bearing(one_of(chance, "survivor"), "Handgun")
    theirs = player(chance, survivors=[armed, *any_of(chance, "survivor", chance.below(2))], hand=["Head Shot"])
    position = engaged(chance, player(chance, raiders=[zombie]), theirs)
    if position.waiting and position.waiting.player == ANN:
        position = after(position, Pass())
    return position, Event(card(position, "Head Shot"), (position.sides[ANN].raiders[0].id,))


def destroyed(chance: Chance) -> Scene:
    """Stage a twofold zombie that a card removes."""
    return head_shot(chance, undead(one_of(chance, "twofold")))


def carried(chance: Chance) -> Scene:
    """Stage the removal of a twofold zombie with an attachment."""
    return head_shot(chance, undead(one_of(chance, "twofold"), "Adrenaline"))


def removed(chance: Chance) -> Scene:
    """Stage the removal of a zombie that isn't a twofold."""
    return head_shot(chance, one_of(chance, "zombie"))


def kept(chance: Chance) -> Scene:
    """Stage a cult fanatic who's killed but kept in play."""
    hansons, fanatic = "Albert & Anita Hanson", "Cult Fanatic"
    raiders = chance.mixed([hansons, fanatic, *["Bishop Land"] * chance.below(2)])
    survivors = ["6 Soldier", *any_of(chance, "survivor", 1 + chance.below(2), ["Soldier"])]
    position = table(
        chance, player(chance, raiders=raiders), player(chance, "Church", survivors=survivors),
        whose="me", phase="combat", occupied="them",
    )  # fmt: skip
    everybody = [*position.sides[ANN].raiders], [*position.sides[BEN].survivors]
    for row in everybody:
        position = after(position, *[Send(who.id, 1) for who in row], Done())
    dead = card(position, fanatic)
    return after(position, Wound(dead)), Use(card(position, hansons), (dead,))


def bloody(chance: Chance) -> Scene:
    """Stage the defender finishing their groups before an engagement in which both sides take wounds."""
    for _ in range(TRIES):
        mine = player(chance, raiders=any_of(chance, chance.one(["gang", "cult"]), 1 + chance.below(2)))
        armed = bearing(one_of(chance, "survivor"), chance.one(["Baseball Bat", "Python's Python"]))
        theirs = player(chance, "Church", survivors=[armed, *any_of(chance, "survivor", chance.below(2))])
        position = facing(chance, mine, theirs)
        if any(note.key == "combat.simultaneous" for note in step(position, Done()).notes):
            break
    return position, Done()


def emptied(chance: Chance) -> Scene:
    """Stage a last defender leaving the engagement."""
    things = any_of(chance, "weapon", chance.below(2), ("Handgun", "Shotgun", "Python's Python", "Patsy's Pistols"))
    theirs = player(chance, survivors=[bearing("John Misarti", *things)])
    mine = player(chance, raiders=any_of(chance, chance.one(["gang", "cult"]), 1 + chance.below(3)))
    position = engaged(chance, mine, theirs)
    return position, Use(card(position, "John Misarti"))


def excess(chance: Chance) -> Scene:
    """Stage more wounds than the side can take."""
    raiders = ["Lord Brawn", "Gang Warrior", "Gang Warrior"] if chance.often(50) else ["Bishop Land", "3 Cult Fanatic"]
    theirs = player(chance, "Church", survivors=[chance.one(["Civilian", "Biker", "Soldier"])])
    position = engaged(chance, player(chance, raiders=raiders), theirs)
    while position.waiting and position.waiting.player == ANN:
        position = after(position, Wound(position.sides[ANN].raiders[0].id))
    return position, Wound(position.sides[BEN].survivors[0].id)


def boosted(chance: Chance) -> Scene:
    """Stage an ability or trump that counts in only one engagement."""
    if chance.often(50):
        mine = player(chance, raiders=[bearing(one_of(chance, "gang"), "Adrenaline")])
        position = engaged(chance, mine, player(chance, survivors=any_of(chance, "survivor", 2)))
        return position, Use(card(position, "Adrenaline"))
    mine = player(chance, raiders=any_of(chance, "gang", 1), hand=["One Man Army"])
    position = engaged(chance, mine, player(chance, survivors=any_of(chance, "survivor", 2)))
    return position, Event(card(position, "One Man Army"))


def unanswered(chance: Chance) -> Scene:
    """Stage a trump in combat that nobody can respond to directly."""
    held = chance.one(["Recycle", "Sentry", "Head Shot"])
    mine = player(chance, raiders=any_of(chance, "cult", 1), hand=["Molotov Cocktail"])
    theirs = player(chance, survivors=any_of(chance, "survivor", 2), hand=[held] if held != "Sentry" else [])
    position = engaged(chance, mine, theirs)
    return position, Event(card(position, "Molotov Cocktail"), (position.sides[ANN].raiders[0].id,))


def left_behind(chance: Chance) -> Scene:
    """Stage an attack that leaves somebody out."""
    raiders = any_of(chance, chance.one(["gang", "cult", "zombie"]), 2 + chance.below(2))
    theirs = player(chance, survivors=any_of(chance, "survivor", 1 + chance.below(2)))
    position = table(chance, player(chance, raiders=raiders), theirs, whose="me", phase="combat")
    sent = [Send(who.id, 1 + chance.below(2)) for who in position.sides[ANN].raiders]
    return after(position, *sent[: chance.below(len(sent))]), Done()


def broke(chance: Chance) -> Scene:
    """Stage raiders that get in and cost more than the defender can consume."""
    raiders = any_of(chance, chance.one(["gang", "cult"]), 2)
    theirs = player(chance, "Roadside Diner", deck=any_of(chance, "survivor", chance.below(4)), hand=["Turned"])
    position = table(chance, player(chance, raiders=raiders), theirs, whose="me", phase="combat")
    return after(position, *[Send(who.id, 1 + n % 2) for n, who in enumerate(position.sides[ANN].raiders)]), Done()


def wounded_food(chance: Chance) -> Scene:
    """Stage consuming a wounded survivor."""
    hurt = {"card": chance.one(["Police Officer", "Patsy McNally", "Moose Tucker"]), "wounds": 1}
    mine = player(chance, raiders=any_of(chance, "gang"), hand=["Mugged"])
    theirs = player(chance, survivors=[hurt], deck=any_of(chance, "survivor", 1 + chance.below(2)))
    position = after(acting(chance, mine, theirs, False), Event(1 + len(mine["raiders"])))
    return position, Eat(position.sides[BEN].survivors[0].id)


def spared_food(chance: Chance) -> Scene:
    """Stage a survivor that can't be consumed."""
    survivors = any_of(chance, "survivor", 1 + chance.below(2))
    theirs = player(chance, survivors=survivors, hand=any_of(chance, "weapon", 2 + chance.below(2)))
    mine = player(chance, raiders=any_of(chance, "gang"), hand=["No Escape", "Mugged"])
    position = acting(chance, mine, theirs, False)
    position = after(position, *[Event(held) for held in position.sides[ANN].hand])
    return position, Eat(position.sides[BEN].survivors[0].id)


def eating(chance: Chance, food: Any, *others: str) -> Position:
    """Return a position in my consumption phase, with this survivor and others."""
    mine = player(chance, chance.one(["Roadside Diner", "Police Station"]), survivors=[food, *others])
    return table(chance, mine, player(chance), whose="me", phase="consumption")


def armed_food(chance: Chance) -> Scene:
    """Stage consuming a survivor with an attachment."""
    position = eating(chance, bearing(one_of(chance, "survivor"), one_of(chance, "weapon")))
    return position, Eat(position.sides[ANN].survivors[0].id)


def rich_food(chance: Chance) -> Scene:
    """Stage a survivor worth more than the debt."""
    position = eating(chance, chance.one(["Police Officer", "Antonio Jones", "Patsy McNally"]))
    return position, Eat(position.sides[ANN].survivors[0].id)


def modified(chance: Chance) -> Scene:
    """Stage the step into a consumption phase where cards change the amount owed."""
    ill = bearing(one_of(chance, "survivor", "Civilian"), {"card": "Illness", "owner": "them"})
    survivors = [ill] if chance.often(50) else ["Alex Bloom", *any_of(chance, "survivor", 1 + chance.below(2))]
    return acting(chance, player(chance, survivors=survivors), player(chance), True), Done()


def empty_house(chance: Chance) -> Scene:
    """Stage the step into a consumption phase with no survivors to feed."""
    return acting(
        chance, player(chance), player(chance, survivors=any_of(chance, "survivor")), chance.often(50)
    ), Done()


SCENES: dict[str, SceneMaker] = {
    "twofold.removed": destroyed,
    "twofold.attachments": carried,
    "pile.remove": removed,
    "combat.all-attack": left_behind,
    "combat.simultaneous": bloody,
    "combat.wounds-first": bloody,
    "text.kept": kept,
    "combat.emptied": emptied,
    "combat.excess": excess,
    "timing.engagement": boosted,
    "timing.direct": unanswered,
    "consume.out": broke,
    "end.last": broke,
    "consume.survivor": spared_food,
    "consume.wounded": wounded_food,
    "consume.attached": armed_food,
    "consume.no-change": rich_food,
    "feed.modifiers": modified,
    "feed.minimum": empty_house,
}
