"""Questions about an engagement and the unblocked groups: attack and defense totals, casualties, breach."""

from __future__ import annotations

from typing import NamedTuple

from apz.apocalypze.model import Combat, Debt, InPlay, Position
from apz.apocalypze.rules import combat
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.find import find_attachment, group
from apz.apocalypze.rules.sums import breach_sum, stat_sum
from apz.apocalypze.rules.table import Table
from apz.apocalypze.teaching.questions.lesson_terms import Mistake, names_of, number, player_of
from apz.apocalypze.teaching.questions.play_forward import notes_of, onward
from apz.core.learning.questions import Maker, Question, Said
from apz.core.trace import Note, Step, Sum

COUNTED = ("combat.casualties", "combat.unharmed")
BREACHED = ("combat.breach", "combat.no-breach")
PLAYED = ("timing.engagement", "stronghold.text", "event.resolve")


class Fight(NamedTuple):
    """One side of an engagement, with the kernel's totals."""

    player: int
    row: tuple[InPlay, ...]
    enemies: tuple[InPlay, ...]
    suffers: Note  # the note that counts its casualties
    deals: Note  # the note that counts the opponent's
    steps: tuple[Step, ...]

    def sum(self, stat: str) -> Sum:
        """Return this side's attack or defense total."""
        total: Sum = self.deals.values["attack"] if stat == "attack" else self.suffers.values["defense"]
        return total


def fought(position: Position, point: int, of: str) -> Fight:
    """Play on until this engagement is counted, and return one side of it; raise ValueError if there's none."""
    player, now = player_of(position, of), position.combat
    if now is None or point in now.resolved or point not in (now.met or meeting(now)):
        raise ValueError(f"there's no engagement at access point {point} to be counted")

    def counted(step: Step) -> bool:
        return any(note.key in COUNTED and note.values["point"] == point for note in step.notes)

    steps = onward(position, counted, point)
    first, second = (note for note in notes_of(steps, *COUNTED) if note.values["point"] == point)
    defending = player != position.player  # the defender's casualties are noted first
    suffers, deals = (first, second) if defending else (second, first)
    before = steps[-1].before
    return Fight(player, group(before, player, point), group(before, 1 - player, point), suffers, deals, steps)


def meeting(now: Combat) -> list[int]:
    """Return the access points where somebody is ready to block."""
    return [point for point, ids in enumerate(now.defense, 1) if ids]


def everybody(position: Position, player: int) -> tuple[InPlay, ...]:
    """Return all of a player's characters at the attacked stronghold."""
    side = position.sides[player]
    return side.raiders if player == position.player else side.survivors


def looked_at(*sums: Sum) -> tuple[int, ...]:
    """Return the ids of the cards in these sums."""
    return tuple(dict.fromkeys(term.card for total in sums for term in total.terms if term.card >= 0))


def attack_total(position: Position, point: int, of: str) -> Question:
    """Ask: what's a side's attack total in an engagement?"""
    return side_total(position, point, of, "attack", "defense")


def defense_total(position: Position, point: int, of: str) -> Question:
    """Ask: what's a side's defense total in an engagement?"""
    return side_total(position, point, of, "defense", "attack")


def side_total(position: Position, point: int, of: str, stat: str, other: str) -> Question:
    """Ask: what's a side's attack or defense total in an engagement?"""
    fight = fought(position, point, of)
    total, values = fight.sum(stat), {"player": position.game.names[fight.player], "point": point}
    rules = {"attack": "combat.attack-total", "defense": "combat.defense-total"}
    mistakes: list[Mistake] = [
        (total.total - left_out(position, total, "attach.target"), Said("forgot-attachment")),
        (total.total - left_out(position, total, *PLAYED), Said("forgot-bonus")),
        (sum(getattr(who.face, stat) for who in fight.row), Said("forgot-bonus")),
        (fight.sum(other).total, Said(f"counted-{other}-for-{stat}", values)),
        (total.total + outside(position, fight, stat), Said("counted-background", {"names": names_of(fight.row)})),
        (sum(stat_sum(position, who, "value").total for who in fight.row), Said(f"counted-value-for-{stat}", values)),
    ]
    return number(
        f"{stat}-total", position, Said(f"{stat}-total", values), total.total, mistakes,
        rules=(rules[stat], *dict.fromkeys(term.rule for term in total.terms if term.rule != rules[stat])),
        because=(Said(f"{stat}-total", {**values, "total": total}),),
        cards=looked_at(total), half=Said(f"{stat}-total", {**values, "names": names_of(fight.row)}), steps=fight.steps,
    )  # fmt: skip


def left_out(position: Position, total: Sum, *rules: str) -> int:
    """Return the sum of the terms with these rules; an attachment's terms include its ability's."""
    worn = (
        [term.card for term in total.terms if find_attachment(position, term.card)] if "attach.target" in rules else []
    )
    return sum(term.amount for term in total.terms if term.rule in rules or term.card in worn)


def outside(position: Position, fight: Fight, stat: str) -> int:
    """Return how much the characters outside the engagement would add to a side's total."""
    inside = [who.id for who in fight.row]
    rest = [who for who in everybody(position, fight.player) if who.id not in inside]
    return sum(stat_sum(position, who, stat).total for who in rest)


def casualties(position: Position, point: int, of: str) -> Question:
    """Ask: how many wounds does a side take in an engagement?"""
    fight = fought(position, point, of)
    suffers, deals = fight.suffers.values, fight.deals.values
    attack, defense, right = suffers["attack"], suffers["defense"], suffers["wounds"]
    values = {"player": suffers["player"], "enemy": suffers["enemy"], "point": point}
    worth = sum(stat_sum(position, who, "value").total for who in fight.row)
    back = deals["attack"].total - deals["defense"].total
    mistakes: list[Mistake] = [
        (attack.total - defense.total, Said("below-zero")),
        (attack.total, Said("forgot-defense", values)),
        (deals["wounds"], Said("swapped-sides", values)),
        (back, Said("below-zero" if back < 0 else "swapped-sides", values)),
        (max(0, attack.total - worth) or right, Said("value-counted", values)),  # an answer of 0 may have other reasons
        (attack.total + defense.total, Said("added-defense", values)),
    ]
    return number(
        "casualties", position, Said("casualties", values), right, mistakes,
        rules=("combat.casualties", "combat.attack-total", "combat.defense-total"), because=(fight.suffers,),
        cards=looked_at(attack, defense), half=Said("casualties", {**values, "attack": attack}), steps=fight.steps,
    )  # fmt: skip


def broken_in(position: Position) -> tuple[Note, tuple[Step, ...]]:
    """Return the kernel's note on the raiders that get in, and the steps that lead to it, if any."""
    waiting = position.waiting
    if isinstance(waiting, Debt) and waiting.rule == "combat.breach":
        table = Table(position)
        combat.breach(table)
        return table.notes[0], ()
    steps = onward(position, lambda step: any(note.key in BREACHED for note in step.notes))
    return notes_of(steps, *BREACHED)[0], steps


def breach(position: Position) -> Question:
    """Ask: what must the defender consume because of unblocked raiders?"""
    place = 1 - position.player
    if position.combat is None:
        raise ValueError("there's no combat in which anybody could get in")
    told, steps = broken_in(position)
    right = told.values["amount"] if told.key == "combat.breach" else 0
    damage = position.game.cards[position.sides[place].stronghold].damage
    raiders = position.sides[position.player].raiders
    inside = tuple(who for who in raiders if who.id in told.cards)
    groups = sum(any(card in told.cards for card in ids) for ids in position.combat.attack)
    values = {"player": position.game.names[place], "place": stronghold_name(position, place), "damage": damage}
    mistakes: list[Mistake] = [
        (len(inside) * damage, Said("forgot-bonus")),
        (len(inside), Said("forgot-damage", values)),
        (groups * damage, Said("counted-groups", values)),
        (breach_sum(position, place, raiders).total, Said("counted-blocked")),
        (len(raiders) * damage, Said("counted-blocked")),
        (damage, Said("damage-once", values)),
    ]
    half = Said("breach", {**values, "names": names_of(inside)}) if inside else Said("breach-none")
    return number(
        "breach", position, Said("breach", values), right, mistakes,
        rules=("combat.breach", "combat.blocked", "stronghold.damage", "combat.breach-once"), because=(told,),
        cards=(*(who.id for who in inside), position.sides[place].stronghold), half=half, steps=steps,
    )  # fmt: skip


MAKERS: dict[str, Maker] = {
    "attack-total": attack_total,
    "defense-total": defense_total,
    "casualties": casualties,
    "breach": breach,
}
