"""Questions about counts: the amount to consume, the cards to draw, a character's value, and access points."""

from __future__ import annotations

from collections.abc import Iterator

from apz.apocalypze.ids import PLAYERS
from apz.apocalypze.model import DRAW, Decision, Position, Prompt
from apz.apocalypze.moves import Draw
from apz.apocalypze.rules import consumption
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.sums import HAND_SIZE, access_sum, draw_sum, feed_sum, value_sum
from apz.apocalypze.rules.table import Table
from apz.apocalypze.teaching.questions.lesson_terms import Mistake, called, card_of, number, player_of
from apz.apocalypze.teaching.questions.play_forward import notes_of, onward, taken
from apz.core.learning.questions import Maker, Question, Said
from apz.core.trace import Note, Step, Sum


def owed(position: Position, of: str = "") -> Question:
    """Ask: what must a player consume in the consumption phase, with the table as it is?"""
    player = player_of(position, of) if of else position.player
    side, name = position.sides[player], position.game.names[player]
    table = Table(position._replace(player=PLAYERS[player], agenda=()))
    consumption.feed(table)
    total = feed_sum(position, player)
    survivors, raiders = len(side.survivors), len(side.raiders)
    changes = total.raw - survivors
    values = {"player": name, "place": stronghold_name(position, player), "count": survivors}
    mistakes: list[Mistake] = [
        (total.raw, Said("forgot-minimum")),
        (max(1, survivors), Said("forgot-modifier")),
        *forgotten(total, survivors),
        (max(1, survivors + raiders + changes), Said("counted-raiders", values)),
        (max(1, survivors + len(position.sides[1 - player].raiders) + changes), Said("counted-raiders", values)),
        (max(1, sum(value_sum(position, who).total for who in side.survivors) + changes), Said("counted-values")),
        (max(0, total.raw) + 1, Said("added-minimum")),
    ]
    modifiers = [term.card for term in total.terms[survivors:]]
    return number(
        "owed", position, Said("owed", values), total.total, mistakes,
        rules=("feed.survivors", *(["feed.modifiers"] if modifiers else []), "feed.minimum"),
        because=tuple(table.notes), cards=(*(who.id for who in side.survivors), *modifiers),
        half=Said("owed", values), steps=feeding(position, player),
    )  # fmt: skip


def forgotten(total: Sum, survivors: int) -> Iterator[Mistake]:
    """Yield the results of forgetting one of the cards that change the sum, as mistakes."""
    changes = total.terms[survivors:]
    for amount in dict.fromkeys(term.amount for term in changes):
        names = tuple(dict.fromkeys(term.name for term in changes if term.amount == amount))
        yield max(1, total.raw - amount), Said("forgot-one-modifier", {"names": names})


def feeding(position: Position, player: int) -> tuple[Step, ...]:
    """Return the steps from this player's occupation phase to feeding; () elsewhere, or if the amount owed changes."""
    if (
        player != position.player
        or position.waiting is None
        or position.waiting.kind not in (Decision.ACT, Decision.LAST)
    ):
        return ()
    try:
        steps = onward(position, lambda step: any(note.key == "feed.owed" for note in step.notes))
    except ValueError:
        return ()
    (told,) = notes_of(steps, "feed.owed")
    return steps if told.values["owed"] == feed_sum(position, player) else ()


def draws(position: Position, of: str = "") -> Question:
    """Ask: how many cards does a player draw in the draw phase?"""
    player = player_of(position, of) if of else position.player
    side, name = position.sides[player], position.game.names[player]
    begun = position
    if position.phase != DRAW or position.player != player:
        begun = position._replace(
            player=PLAYERS[player],
            phase=DRAW,
            place=None,
            combat=None,
            agenda=(Prompt(Decision.DRAW, PLAYERS[player]),),
        )
    steps = taken(begun, [Draw()])
    total, held = draw_sum(position, player), len(side.hand)
    (drew,) = notes_of(steps, "draw.drew")
    right, bonus = drew.values["count"], total.total - total.terms[0].amount
    values = {"player": name, "held": held, "left": len(side.deck), "size": HAND_SIZE}
    mistakes: list[Mistake] = [
        (total.total, Said("ignored-empty-deck", values)),
        (max(total.terms[0].amount, bonus), Said("bonus-before-six")),
        (total.terms[0].amount, Said("hand-limit")),
        (HAND_SIZE, Said("ignored-hand", values)),
        (HAND_SIZE + bonus, Said("ignored-hand", values)),
    ]
    bonus_cards = tuple(term.card for term in total.terms if term.card >= 0)
    short = right < total.total
    return number(
        "draws", position, Said("draws", values), right, mistakes,
        rules=("draw.six", *(["draw.bonus"] if bonus_cards else []), *(["draw.empty"] if short else [])),
        because=unseen(steps), cards=(*bonus_cards, side.stronghold), half=Said("draws", values),
        steps=steps if begun is position else (),
    )  # fmt: skip


def unseen(steps: tuple[Step, ...]) -> tuple[Note, ...]:
    """Return the notes on a draw, without the cards drawn."""
    return tuple(note._replace(cards=()) for note in notes_of(steps, "draw.drew", "draw.bonus", "draw.empty"))


def value(position: Position, card: str | int) -> Question:
    """Ask: what's a character's value now?"""
    found = find(position, card_of(position, card))
    if found is None:
        raise ValueError(f'"{card}" isn\'t a character in play')
    who, total = found.who, value_sum(position, found.who)
    worn = sum(term.amount for term in total.terms if term.rule == "attach.target")
    side = position.sides[found.player]
    card_name = called(position, who.id, side.survivors + side.raiders)
    values = {"card": card_name, "player": position.game.names[found.player]}
    mistakes: list[Mistake] = [
        (total.total - worn, Said("forgot-attachment")),
        (total.total + who.wounds, Said("forgot-wounds", values)),
        (who.face.value, Said("counted-printed-value", values)),
        (who.face.attack, Said("took-attack", values)),
        (who.face.defense, Said("took-defense", values)),
    ]
    rules = [term.rule for term in total.terms]
    return number(
        "value", position, Said("value", values), total.total, mistakes,
        rules=tuple(dict.fromkeys(("character.stats", *rules))), because=(Said("value", {**values, "total": total}),),
        cards=(who.id, *(each.id for each in who.attached)), half=Said("value", {**values, "printed": who.face.value}),
    )  # fmt: skip


def access(position: Position, of: str) -> Question:
    """Ask: how many access points does a stronghold have now?"""
    player = player_of(position, of)
    side, total = position.sides[player], access_sum(position, player)
    card, names = position.game.cards[side.stronghold], position.game.names
    place = stronghold_name(position, player)
    values = {"player": names[player], "enemy": names[1 - player], "place": place, "printed": card.access}
    raiders = len(position.sides[1 - player].raiders)
    mistakes: list[Mistake] = [
        (card.access, Said("forgot-attachment")),
        (card.capacity, Said("took-capacity", {"card": place})),
        (card.damage, Said("took-damage", {"card": place})),
        (raiders or total.total, Said("raiders-are-not-access", values)),
    ]
    return number(
        "access", position, Said("access", values), total.total, mistakes,
        rules=("stronghold.access", "combat.groups"), because=(Said("access", {**values, "total": total}),),
        cards=tuple(term.card for term in total.terms), half=Said("access", values),
    )  # fmt: skip


MAKERS: dict[str, Maker] = {"owed": owed, "draws": draws, "value": value, "access": access}
