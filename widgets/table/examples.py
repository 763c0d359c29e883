"""The named positions that show a rule at work: found beside the package, played on a small desk of their own."""

from __future__ import annotations

from apz.apocalypze.kernel import new_session
from apz.apocalypze.positions import named_position, named_positions
from apz.widgets.table.desk import Desk

# the position that shows a rule best: by the rule's id, or by the part before its dot
SHOWN_BY = {
    "combat": "police-station",
    "combat.where": "police-station-groups",
    "combat.groups": "police-station-groups",
    "combat.all-attack": "police-station-groups",
    "combat.defend": "police-station-groups",
    "combat.wounds": "wounded",
    "combat.wounded": "wounded",
    "combat.killed": "hansons",
    "combat.excess": "hansons",
    "character.wounded": "wounded",
    "character.killed": "hansons",
    "character.factions": "faction-clash",
    "character.raider": "faction-clash",
    "character.survivor": "first-turn",
    "character.unique": "full-house",
    "character.stats": "police-station",
    "character.zombie-not-human": "much-attached",
    "stronghold.capacity": "full-house",
    "stronghold.newest": "full-house",
    "stronghold.access": "police-station-groups",
    "stronghold.damage": "police-station",
    "stronghold.text": "church-table",
    "attach": "much-attached",
    "twofold": "much-attached",
    "draw": "much-attached",
    "occupy": "second-turn",
    "occupy.first": "first-turn",
    "occupy.any-number": "first-turn",
    "event": "molotov-answered",
    "timing": "molotov-answered",
    "timing.engagement": "pop-after-molotov",
    "event.one-copy": "pop-after-molotov",
    "consume": "starving",
    "consume.deck": "church-table",
    "feed": "church-table",
    "setup": "first-turn",
    "play": "first-turn",
}


def named_for(rule: str) -> str | None:
    """The name of the position that shows a rule, if there is one here."""
    name = SHOWN_BY.get(rule) or SHOWN_BY.get(rule.partition(".")[0])
    return name if name in named_positions() else None


def show(desk: Desk, key: str) -> None:
    """Lay a named position (name@place) on a small desk of its own, where it can be played; or put it away again."""
    name = key.partition("@")[0]
    with desk.change():
        if (desk.example and desk.example[0] == key) or name not in named_positions() or desk.inside:
            desk.example = None
            return
        start = named_position(name)
        names = (desk.ui("rules.example-first"), desk.ui("rules.example-second"))
        small = Desk(new_session(start._replace(game=start.game._replace(names=names))))
        small.language, small.inside = desk.language, True
        small.listen(desk.changed_inside)
        desk.example = (key, small)
