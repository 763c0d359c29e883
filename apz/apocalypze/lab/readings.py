"""Other sensible readings of rulings, for simulations only.

A reading amends the position after a step, so the rules themselves stay as they are. Rulings that decide which moves
are legal can't be changed this way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from apz.apocalypze.bots import Bot
from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.model import Position
from apz.apocalypze.play import step
from apz.apocalypze.visibility import seen_by
from apz.core.reading import hint, quoted, stop
from apz.core.trace import Note, Step

Reading = Callable[[Step], Position]  # the position after a step, by another reading


def changed(position: Position, player: Player, **zones: Any) -> Position:
    """Return the position with these zones of one player's side replaced."""
    sides = [*position.sides]
    sides[player] = sides[player]._replace(**zones)
    return position._replace(sides=(sides[0], sides[1]))


def noted(done: Step, rule: str, key: str = "") -> list[Note]:
    """Return a step's notes that cite a rule and, if `key` isn't empty, have that key."""
    return [note for note in done.notes if note.rule == rule and key in ("", note.key)]


def out_without_deck(done: Step) -> Position:
    """Return the position with a player out if they couldn't draw all the cards the rules call for."""
    after: Position = done.after
    if not noted(done, "draw.empty") or after.winner is not None:
        return after
    loser = done.before.player
    return changed(after, loser, out=True)._replace(winner=OTHER[loser], agenda=())


def canceled_comes_back(done: Step) -> Position:
    """Return the position with a canceled card back in its owner's hand."""
    after: Position = done.after
    for note in noted(done, "event.cancelled"):
        card = note.cards[0]
        owner = after.game.owners[card]
        side = after.sides[owner]
        if card in side.discard:
            after = changed(after, owner, hand=(*side.hand, card), discard=without(side.discard, card))
    return after


def recycled_along(rule: str) -> Reading:
    """Return the reading in which attachments that this rule discards go under the deck instead."""

    def amend(done: Step) -> Position:
        after: Position = done.after
        for note in noted(done, rule, "attachment.removed"):
            card = note.cards[0]
            owner = after.game.owners[card]
            side = after.sides[owner]
            if card in side.discard:
                after = changed(after, owner, deck=(*side.deck, card), discard=without(side.discard, card))
        return after

    return amend


def other_order(done: Step) -> Position:
    """Return the position with cards that left together in reverse order in the pile they went to."""
    after: Position = done.after
    for note in noted(done, "pile.many"):
        for player in PLAYERS:
            side = after.sides[player]
            after = changed(after, player, deck=turned(side.deck, note.cards), discard=turned(side.discard, note.cards))
    return after


def without(pile: tuple[CardId, ...], card: int) -> tuple[CardId, ...]:
    """Return a pile without a card."""
    return tuple([each for each in pile if each != card])


def turned(pile: tuple[CardId, ...], cards: Sequence[int]) -> tuple[CardId, ...]:
    """Return a pile with these cards in reverse order; all other cards keep their places."""
    places = [at for at, card in enumerate(pile) if card in cards]
    found = [*pile]
    for at, other in zip(places, reversed(places), strict=True):
        found[at] = pile[other]
    return tuple(found)


READINGS: dict[str, tuple[str, Reading]] = {
    "draw.empty": ("a player who can't draw is out", out_without_deck),
    "event.cancelled": ("a canceled card goes back to its owner's hand", canceled_comes_back),
    "twofold.attachments": (
        "a recycled twofold takes its attachments under the deck", recycled_along("twofold.attachments"),
    ),
    "consume.attached": ("a consumed survivor's attachments go under the deck", recycled_along("consume.attached")),
    "pile.many": ("cards that leave together go in the opposite order", other_order),
}  # fmt: skip


def amended_steps(first: Bot, second: Bot, position: Position, ruling: str) -> Iterator[Step]:
    """Yield the steps of two bots until the game ends; if `ruling` isn't empty, read that ruling differently."""
    bots, amend = (first, second), READINGS[ruling][1] if ruling else None
    while (waiting := position.waiting) is not None:
        done = step(position, bots[waiting.player].choose(seen_by(position, waiting.player)).move)
        if amend is not None and (after := amend(done)) is not done.after:
            done = done._replace(after=after)
        yield done
        position = done.after


def check_ruling(ruling: Any) -> str:
    """Return a ruling's id, or "" for no ruling; raise BadInput if the ruling has no other reading."""
    if ruling and ruling not in READINGS:
        near = hint(str(ruling), READINGS) or {"fix": "there-are", "names": ", ".join(READINGS)}
        stop("", 0, "no-other-reading", value=quoted(ruling), **near)
    return str(ruling or "")
