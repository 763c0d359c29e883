"""Abilities that are always on: bonuses in an engagement, and changes to access, breach, draw, consumption and more."""

from __future__ import annotations

from apz.apocalypze.ids import Player
from apz.apocalypze.model import CIVILIAN, CULT, GANG, SOLDIER, InPlay
from apz.apocalypze.rules.find import has
from apz.apocalypze.rules.hooks import (
    ACCESS,
    BREACH,
    COMBAT_END,
    DRAWING,
    FEEDING,
    FIGHTING,
    KEEPS_WEAPONS,
    SPARES,
    Scene,
    Stat,
)
from apz.apocalypze.rules.table import State


def leads(faction: str, stat: str) -> Stat:
    """Return the hook of a leader that gives +1 `stat` to each other character of a faction in the leader's group."""

    def bonus(scene: Scene, leader: InPlay | None, who: InPlay, which: str) -> int:
        assert leader
        if which != stat or who.face.faction != faction or who.id == leader.id:
            return 0
        return 1 if who in scene.side(leader) else 0

    return bonus


def fire_axe(scene: Scene, bearer: InPlay | None, who: InPlay, stat: str) -> int:
    """Return +2 attack against zombies for the character that has the Fire Axe, otherwise 0."""
    assert bearer
    if stat != "attack" or who.id != bearer.id:
        return 0
    return 2 if any(enemy.zombie for enemy in scene.opposing(who)) else 0


def pythons_python(scene: Scene, bearer: InPlay | None, who: InPlay, stat: str) -> int:
    """Return +1 attack for Wilfred Python if he has the card, otherwise 0."""
    assert bearer
    return 1 if stat == "attack" and who.id == bearer.id and who.card.name == "Wilfred Python" else 0


def patsys_pistols(scene: Scene, bearer: InPlay | None, who: InPlay, stat: str) -> int:
    """Return +1 for Patsy McNally's attack and for her defense if she has the card, otherwise 0."""
    assert bearer
    return 1 if stat != "value" and who.id == bearer.id and who.card.name == "Patsy McNally" else 0


def scent_of_blood(scene: Scene, bearer: InPlay | None, who: InPlay, stat: str) -> int:
    """Return +1 attack for any zombie, on either side, in an engagement with Scent of Blood, otherwise 0."""
    return 1 if stat == "attack" and who.zombie else 0


def roadside_diner(scene: Scene, bearer: InPlay | None, who: InPlay, stat: str) -> int:
    """Return +1 defense for any defending survivor that has a weapon, otherwise 0."""
    if stat != "defense" or who not in scene.defenders:
        return 0
    return 1 if has(scene.state, who, "weapon", scene.place) else 0


def power_of_faith(scene: Scene, bearer: InPlay | None, who: InPlay, stat: str) -> int:
    """Return +1 attack for any attacking cult raider, otherwise 0."""
    return 1 if stat == "attack" and who.face.faction == CULT and who in scene.attackers else 0


def church(state: State, player: Player) -> int:
    """Return the change to the consumption: -1 while a civilian is at the Church, otherwise 0."""
    return -1 if any(who.face.faction == CIVILIAN for who in state.sides[player].survivors) else 0


def military_base(state: State, player: Player) -> int:
    """Return the change to the draw: +1 while two or more soldiers are at the Military Base, otherwise 0."""
    return 1 if sum(who.face.faction == SOLDIER for who in state.sides[player].survivors) >= 2 else 0


FIGHTING.update(
    {
        "Lord Brawn": leads(GANG, "attack"),
        "Corporal Dwayne Martinson": leads(SOLDIER, "attack"),
        "Trudy": leads("zombie", "defense"),
        "Fire Axe": fire_axe,
        "Python's Python": pythons_python,
        "Patsy's Pistols": patsys_pistols,
        "Scent of Blood": scent_of_blood,
        "Roadside Diner": roadside_diner,
        "The Power of Faith": power_of_faith,
    }
)
ACCESS["Chain Link Fence"] = -1
BREACH["Gang Bully"] = 1
DRAWING["Military Base"] = military_base
FEEDING.update({"Church": church, "Alex Bloom": lambda *_: -1, "Illness": lambda *_: 1})
KEEPS_WEAPONS.add("Patsy McNally")
SPARES.update(("Bitten", "No Escape"))
COMBAT_END["The Juggernaut"] = "combat.spent-itself"
