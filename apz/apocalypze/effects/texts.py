"""Abilities of strongholds, characters and attachments that their player chooses to use."""

from __future__ import annotations

from apz.apocalypze.model import ATTACHMENT, CULT, POLICE, SURVIVOR, Boost, Searching, Wounds
from apz.apocalypze.rules.attaching import put_on, take_off
from apz.apocalypze.rules.character_fate import bitten_face, convert, drop_attachment, recycle, remove, wound
from apz.apocalypze.rules.find import find, find_attachment, has
from apz.apocalypze.rules.hooks import (
    ABILITIES,
    IN_ENGAGEMENT,
    IN_OCCUPATION,
    ON_ARRIVAL,
    ON_REMOVAL,
    TEXTS,
    Acting,
    Search,
    Text,
)
from apz.apocalypze.rules.table import Table
from apz.apocalypze.rules.targets import (
    BEARER_FITS,
    BIKER_HERE,
    DECK_LEFT,
    DISCARD_LEFT,
    IN_BACKGROUND,
    MOLOTOV_DISCARDED,
    ON_HUMAN,
    ON_ZOMBIE,
    OPEN_POINT,
    OPPOSING,
    OPPOSING_SURVIVOR,
    OPPOSING_TWO,
    OTHER_POLICE,
    OWN_FANATIC,
    POLICE_AT_HOME,
    POLICE_HERE,
    RAIDER_HERE,
    WEAPON_DISCARDED,
    attach_target,
    enemies,
    own_stronghold,
)


def boost(table: Table, acting: Acting, attack: int = 0, defense: int = 0, each: bool = False) -> None:
    """Add to the player's totals in the current engagement."""
    combat = table.combat
    assert combat
    added = Boost(acting.card, acting.player, attack, defense, each)
    table.combat = combat._replace(boosts=(*combat.boosts, added))
    key = "combat.boost-attack" if attack else "combat.boost-defense"
    table.note(
        key, "timing.engagement", (acting.card,), table.game.cards[acting.card].house("text"),
        card=table.name(acting.card), player=table.names[acting.player], amount=attack or defense,
    )  # fmt: skip


def adrenaline(table: Table, acting: Acting) -> None:
    """Recycle Adrenaline for +3 to the attack total."""
    drop_attachment(table, acting.card, "deck", "pile.recycle", "attachment.used-up")
    boost(table, acting, attack=3)


def john_misarti(table: Table, acting: Acting) -> None:
    """Remove John Misarti for +5 to the attack total, +6 with a melee weapon."""
    found = find(table, acting.card)
    assert found
    melee = has(table, found.who, "melee", found.place)
    remove(table, acting.card, "pile.remove")
    boost(table, acting, attack=6 if melee else 5)


def killmeyer(table: Table, acting: Acting) -> None:
    """Lower the value of one opposing character in the engagement by 1."""
    wound(table, acting.target, 1, "character.wounded")


def sniper_rifle(table: Table, acting: Acting) -> None:
    """Lower the value of the targeted raider by 2."""
    wound(table, acting.target, 2, "character.wounded")


def shotgun(table: Table, acting: Acting) -> None:
    """Recycle the Shotgun to lower the value of one opposing character by 3, or of two by 1 each."""
    drop_attachment(table, acting.card, "deck", "pile.recycle", "attachment.used-up")
    for who in reversed(enemies(table, acting.player)):  # the last one first, so that the first in line leaves first
        if who.id in acting.targets:
            wound(table, who.id, 3 if len(acting.targets) == 1 else 1, "character.wounded")


def hog(table: Table, acting: Acting) -> None:
    """Bring the biker who has the Hog from the background into the engagement."""
    fixed, combat = find_attachment(table, acting.card), table.combat
    assert fixed
    assert fixed.host
    assert combat
    index = combat.now - 1
    groups = list(combat.defense)
    groups[index] = (*groups[index], fixed.host.id)
    table.combat = combat._replace(defense=tuple(groups))
    table.note(
        "combat.joined", "combat.defend", (fixed.host.id, acting.card), True,
        card=fixed.host.card.name, by=table.name(acting.card), point=combat.now,
    )  # fmt: skip


def fast_zombie(table: Table, acting: Acting) -> None:
    """Move the zombie to an access point that nobody is blocking."""
    table.ungroup(acting.card)
    combat = table.combat
    assert combat
    point = acting.point
    groups = list(combat.attack)
    groups[point - 1] = (*groups[point - 1], acting.card)
    table.combat = combat._replace(attack=tuple(groups))
    table.note("combat.slipped", "combat.defend", (acting.card,), True, card=table.name(acting.card), point=point)


def moose_tucker(table: Table, acting: Acting) -> None:
    """Recover one card."""
    table.recover(acting.player)


def hansons(table: Table, acting: Acting) -> None:
    """Keep a doomed Cult Fanatic in play, without its wounds; it takes no more of those being assigned."""
    table.agenda.pop()
    found = find(table, acting.target)
    assert found
    table.change(found, found.who._replace(wounds=0))
    rest = table.waiting
    if isinstance(rest, Wounds) and rest.player == found.player:
        table.agenda[-1] = rest._replace(kept=(*rest.kept, found.who.id))
    table.note(
        "character.kept",
        "text.kept",
        acting.targets,
        card=found.who.card.name,
        by=table.name(acting.card),
    )


def antonio_jones(table: Table, acting: Acting) -> None:
    """Recycle another police character that was about to be removed."""
    table.agenda.pop()
    recycle(table, acting.target, "pile.recycle")


def searchlight(table: Table, acting: Acting) -> None:
    """Draw a card; if it's a survivor, offer to put it into play right away."""
    table.agenda.pop()
    for card in table.draw(acting.player, 1):
        table.note(
            "searchlight.drew",
            "event.resolve",
            (card,),
            secret=acting.player,
            player=table.names[acting.player],
        )
        if table.game.cards[card].kind == SURVIVOR:
            table.ask(Searching(acting.player, acting.card, 0, (card,), "character.survivor"))


def bite(table: Table, acting: Acting) -> None:
    """Move Bitten from its zombie to a survivor in the same engagement."""
    for moved in take_off(table, acting.card):  # a Gang Mark on it moves with it
        put_on(table, moved, acting.target if moved == acting.card else acting.card)
    table.note(
        "attachment.moved", "attach.target", (acting.card, *acting.targets),
        card=table.name(acting.card), host=table.name(acting.target),
    )  # fmt: skip


def turn_bitten(table: Table, acting: Acting) -> None:
    """Remove Bitten and turn the human into a zombie with the same numbers."""
    fixed = find_attachment(table, acting.card)
    assert fixed
    assert fixed.host
    drop_attachment(table, acting.card, "discard", "pile.remove", "attachment.done")
    found = find(table, fixed.host.id)
    assert found
    convert(table, found, bitten_face(found.who))
    face = found.who.face
    table.note(
        "character.keeps-numbers", "twofold.bitten", (found.who.id,),
        card=found.who.card.name, attack=face.attack, defense=face.defense, value=face.value,
    )  # fmt: skip


GUN = Search("deck", "gun", lambda c: "gun" in c.attributes, "attach", POLICE_HERE)
ANY_POLICE = Search("deck", "police", lambda c: c.human is not None and c.human.faction == POLICE, "play")
ANY_CULTIST = Search("deck", "cultist", lambda c: c.human is not None and c.human.faction == CULT, "play")
FORTIFICATION = Search(
    "deck", "fortification", lambda c: "fortification" in c.attributes, "attach",
    attach_target("your-stronghold", own_stronghold),
)  # fmt: skip
WEAPON = Search("discard", "weapon", lambda c: "weapon" in c.attributes, "attach", BIKER_HERE)
MOLOTOV = Search("discard", "molotov", lambda c: c.name == "Molotov Cocktail", "recover")
SURVIVOR_DRAWN = Search("hand", "survivor", lambda c: c.kind == SURVIVOR, "play")
ANY_ATTACHMENT = Search("discard", "attachment", lambda c: c.kind == ATTACHMENT, "hand")

ABILITIES.update(
    {
        "Police Station": (
            Text(IN_OCCUPATION, needs=(DECK_LEFT,), search=ANY_POLICE, once_a_game=True),
            Text(IN_OCCUPATION, needs=(POLICE_AT_HOME, DECK_LEFT), search=GUN),
        ),
        "Cinda Parikh": (Text(IN_OCCUPATION, needs=(DECK_LEFT,), search=FORTIFICATION),),
        "Wilfred Python": (Text(IN_OCCUPATION, needs=(WEAPON_DISCARDED,), search=WEAPON),),
        "Moose Tucker": (Text(IN_OCCUPATION, moose_tucker, needs=(DISCARD_LEFT,)),),
        "Antonio Jones": (Text(ON_REMOVAL, antonio_jones, OTHER_POLICE, moment="removal-police"),),
        "Lieutenant Dan Killmeyer": (Text(IN_ENGAGEMENT, killmeyer, OPPOSING),),
        "John Misarti": (Text(IN_ENGAGEMENT, john_misarti),),
        "Bishop Land": (Text(IN_OCCUPATION, needs=(DECK_LEFT,), search=ANY_CULTIST),),
        "Wes Trentin": (Text(IN_OCCUPATION, needs=(MOLOTOV_DISCARDED,), search=MOLOTOV),),
        "Albert & Anita Hanson": (Text(ON_REMOVAL, hansons, OWN_FANATIC, moment="removal-fanatic"),),
        "Fast Zombie": (Text(IN_ENGAGEMENT, fast_zombie, OPEN_POINT),),
        "Adrenaline": (Text(IN_ENGAGEMENT, adrenaline),),
        "Hog": (Text(IN_ENGAGEMENT, hog, needs=(IN_BACKGROUND,), from_background=True),),
        "Searchlight": (Text(ON_ARRIVAL, searchlight, needs=(DECK_LEFT,), search=SURVIVOR_DRAWN),),
        "Sniper Rifle": (Text(IN_OCCUPATION, sniper_rifle, RAIDER_HERE),),
        "Shotgun": (Text(IN_ENGAGEMENT, shotgun, OPPOSING_TWO),),
        "Bitten": (
            Text(IN_ENGAGEMENT, bite, OPPOSING_SURVIVOR, (ON_ZOMBIE,)),
            Text(IN_OCCUPATION, turn_bitten, needs=(ON_HUMAN, BEARER_FITS)),
        ),
    }
)
TEXTS.update(ABILITIES)
