"""Comments on what's new in a learner's first game, each with its rule and its numbers."""

from __future__ import annotations

from collections.abc import Iterator

from apz.apocalypze.ids import OTHER, PLAYERS, Player
from apz.apocalypze.model import Debt, Decision, Position
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.consumption import resources
from apz.apocalypze.rules.sums import access_sum
from apz.core.trace import Note, Step


def first_times(position: Position, step: Step | None, seat: int) -> Iterator[Note]:
    """Yield comments for the player in a seat: on the last step, then on the current decision."""
    me = PLAYERS[seat]
    yield from happened(step, me) if step else ()
    waiting = position.waiting
    if waiting is None or waiting.player != me:
        return
    match waiting.kind:
        case Decision.DRAW:
            yield tip("draw", "draw.six", hand=len(position.sides[me].hand))
        case Decision.OCCUPY if position.turn > 1:
            raiders = len(position.sides[OTHER[me]].raiders)
            yield tip("occupy", "occupy.choose", raiders=raiders, place=stronghold_name(position, OTHER[me]))
        case Decision.ACT:
            yield at_home(position, me) if position.place == me else away(position, me)
        case Decision.ATTACK:
            access = access_sum(position, OTHER[me]).total
            yield tip("attack", "combat.groups", access=access, survivors=len(position.sides[OTHER[me]].survivors))
        case Decision.DEFEND:
            yield blocking(position, me)
        case Decision.ORDER:
            yield tip("order", "combat.order")
        case Decision.WINDOW:
            yield tip("trump", "timing.engagement")
        case Decision.RESPOND:
            yield tip("respond", "event.respond")
        case Decision.WOUND:
            yield tip("wounds", "combat.wounds", amount=waiting.amount)
        case Decision.CONSUME:
            assert isinstance(waiting, Debt)
            yield tip("consume", "consume.mix", owed=waiting.amount, left=resources(position, me))


def tip(name: str, rule: str, **values: object) -> Note:
    """Return a comment, with the rule behind it."""
    return Note(f"coach.{name}", rule, values)


def at_home(position: Position, me: Player) -> Note:
    """Return the comment for playing cards at home."""
    capacity = position.game.cards[position.sides[me].stronghold].capacity
    return tip("home", "occupy.play-there", survivors=len(position.sides[me].survivors), capacity=capacity)


def away(position: Position, me: Player) -> Note:
    """Return the comment for playing cards at the opponent's stronghold."""
    place = position.sides[OTHER[me]].stronghold
    values = {"place": stronghold_name(position, OTHER[me]), "damage": position.game.cards[place].damage}
    return tip("away", "combat.breach", **values)


def blocking(position: Position, me: Player) -> Note:
    """Return the comment for an attack on the player's stronghold."""
    assert position.combat
    groups = [ids for ids in position.combat.attack if ids]
    damage = position.game.cards[position.sides[me].stronghold].damage
    return tip("block", "combat.defend", groups=len(groups), raiders=sum(map(len, groups)), damage=damage)


def happened(step: Step, me: Player) -> Iterator[Note]:
    """Yield comments on what happened in a step."""
    names = step.after.game.names
    for note in step.notes:
        if note.key.startswith("character.arrived-") and note.values.get("player") == names[OTHER[me]]:
            yield tip("raided", "combat.where", card=note.values["card"])
        elif note.key == "combat.breach" and note.values.get("player") == names[me]:
            yield tip("breached", "combat.breach", count=note.values["count"], amount=note.values["amount"])
        elif note.key == "character.wounded":
            yield tip("wounded", "combat.wounded")
        elif note.key == "character.killed":
            yield tip("killed", "character.killed")
