"""Card names in a position's text: the name alone, plus the number if the name is ambiguous."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from apz.apocalypze.ids import OTHER, CardId, Player
from apz.apocalypze.model import DECK, Card, Position
from apz.apocalypze.rules.find import PILES, Zone, everywhere

SPELLED = re.compile(r"(?:(\d{1,2}) +)?(.*?)(?: *(?:\((\d{1,3})\)|#(\d{1,3})))?", re.DOTALL)
MOST_COUNTED = 99  # copies of a card that can be written, and read, as one entry
ORDINALS = ("first", "second")  # the players, if their names aren't enough
TEXT_NAMES = ("first", "second", "third", "fourth")  # the texts of a card
TOP = "deck"  # the top card of a deck, where a card is named
HIDDEN = "hidden"

Pools = Sequence[Collection[int]]


class Spelled(NamedTuple):
    """A card as written in a file, such as "3 Gang Warrior" or "Gang Warrior (12)"."""

    many: int
    name: str
    number: int | None


def spelled(text: str) -> Spelled:
    """Return the count, the name and, if the text has one, the card number."""
    found = SPELLED.fullmatch(text.strip())
    assert found  # it matches any text
    count, name, number, hashed = found.groups()
    number = number or hashed
    return Spelled(int(count) if count else 1, name, int(number) if number else None)


def usual_owner(card: Card, controller: Player, host_owner: Player) -> Player:
    """Return an attachment's default owner: the controller or, if it's played on opposing cards, the opponent."""
    if card.target == "their-attachment":
        return OTHER[host_owner]
    return OTHER[controller] if card.target == "their-survivor" else controller


def on_the_one_before(card: Card) -> bool:
    """Return True if a card attaches to the attachment before it in the row, unless the file says otherwise."""
    return card.target == "their-attachment"


class Names:
    """The cards of a position: which cards a name stands for, and an unambiguous name for each card."""

    def __init__(self, position: Position) -> None:
        self.cards = position.game.cards
        spots = [*everywhere(position)]
        in_play = [spot.card for spot in spots if spot.zone not in PILES]
        discarded = [spot.card for spot in spots if spot.zone is Zone.DISCARD]
        self.anywhere: Pools = (in_play, discarded, range(len(self.cards)))

    def meant(self, name: str, pools: Pools, taken: Collection[int] = ()) -> list[CardId]:
        """Return the cards a name can stand for: those in the first pool that has any left."""
        for pool in pools:
            found = [CardId(card) for card in pool if card >= 0 and self.cards[card].name == name and card not in taken]
            if found:
                return found
        return []

    def call(self, card: CardId, pools: Pools | None = None) -> str:
        """Return the name of a card, with its number if several cards could be meant."""
        if card < 0:
            return TOP if card == DECK else HIDDEN
        name = self.cards[card].name
        return name if self.meant(name, pools or self.anywhere) == [card] else f"{name} ({card})"

    def call_all(
        self, cards: Sequence[CardId], pools: Pools | None = None, taken: list[CardId] | None = None
    ) -> list[str]:
        """Return the names of cards for a list, and add the cards to `taken`.

        A name without a number means the next copy that isn't in `taken` yet.
        """
        taken = [] if taken is None else taken
        called = []
        for card in cards:
            if card < 0:
                called.append(self.call(card))
                continue
            name = self.cards[card].name
            enough = self.meant(name, pools or self.anywhere, taken)[:1] == [card]
            called.append(name if enough else f"{name} ({card})")
            taken.append(card)
        return runs(called)


def runs(entries: Sequence[Any]) -> list[Any]:
    """Return the entries, with equal neighboring names combined into one, such as "3 Gang Warrior"."""
    found: list[tuple[Any, int]] = []
    for entry in entries:
        if (
            found
            and found[-1][0] == entry
            and found[-1][1] < MOST_COUNTED
            and isinstance(entry, str)
            and not entry.endswith(")")
        ):
            found[-1] = (entry, found[-1][1] + 1)
        else:
            found.append((entry, 1))
    return [f"{count} {entry}" if count > 1 else entry for entry, count in found]
