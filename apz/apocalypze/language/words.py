"""The game in words: notes, refusals, moves and decisions, in each of the tutor's languages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from apz.apocalypze.language.move_text import card_choices, described, target_choices
from apz.apocalypze.language.rulebook import TEXTS, spoken
from apz.apocalypze.model import (
    DECK,
    HIDDEN_CARD,
    Arrival,
    Debt,
    Decision,
    Position,
    Searching,
    Waiting,
    amount_of,
    card_of,
)
from apz.apocalypze.moves import Move
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.consumption import offer
from apz.apocalypze.rules.search import search_of
from apz.apocalypze.visibility import HIDDEN
from apz.core.language import words as core

# the rules that make a player consume, and the key of the question for each
CAUSES = {"feed.survivors": "consume-feed", "combat.breach": "consume-breach", "event.resolve": "consume-card"}

Named = dict[str, set[int]]  # cards by their names


def by_name(position: Position, cards: Iterable[int]) -> Named:
    """Return these cards, grouped by name, without those that are hidden."""
    found: Named = {}
    for card in cards:
        if card >= 0:
            found.setdefault(position.game.cards[card].name, set()).add(card)
    return found


class Words(core.Words[Position]):
    """The words for everything in the game, in one language; `words` returns them by language."""

    # numbers of access points and abilities, and whether one or several leave
    uncounted = ("point", "engagement", "target", "leaving", "ability")

    def __init__(self, language: str) -> None:
        super().__init__(TEXTS, language)

    def waiting(self, position: Position) -> str:
        """Return who must do what now, or who has won."""
        waiting = position.waiting
        if waiting is None:
            winner = position.game.names[position.winner or 0]
            return self.catalog.text("waiting", "over", {"player": winner})
        names = position.game.names
        values = {"player": names[waiting.player], "amount": amount_of(waiting), **self._awaited(position, waiting)}
        return self.catalog.text("waiting", self._asked(position, waiting), values)

    def _asked(self, position: Position, waiting: Waiting) -> str:
        """Return the key of a question; some questions also mention their cause."""
        if waiting.kind is Decision.OCCUPY and position.turn == 1:
            return "occupy-first"
        if isinstance(waiting, Searching) and search_of(position, waiting).pile == "hand":
            return "search-drawn"
        if not isinstance(waiting, Debt) or (waiting.card is None and waiting.rule == "event.resolve"):
            return waiting.kind
        return CAUSES.get(waiting.rule, waiting.kind)

    def name(self, position: Position, piece: int) -> str:
        """Return the name of a card, of the deck's top card, or of a hidden card."""
        known = 0 <= piece < len(position.game.cards) and position.game.cards[piece].kind != HIDDEN.kind
        return position.game.cards[piece].name if known else self.label("deck-card" if piece == DECK else "hidden-card")

    def move(self, position: Position, move: Move) -> str:
        """Return a move as text; a card's number is added only if another card of that name could be chosen."""
        return self.moves(position, [move])[0]

    def moves(self, position: Position, moves: Iterable[Move]) -> list[str]:
        """Return the texts of several moves in a position."""
        cards: dict[object, Named] = {}  # the choices of cards for each kind of move, found once
        targets: dict[object, Named] = {}
        return [self._move(position, move, cards, targets) for move in moves]

    def _move(self, position: Position, move: Move, cards: dict[object, Named], targets: dict[object, Named]) -> str:
        said = described(position, move)
        values = dict(said.values)
        if said.card is not None:
            if said.key not in cards:
                cards[said.key] = by_name(position, card_choices(position, move))
            values["card"] = self._named(position, said.card, cards[said.key])
        if said.targets:
            pointed = (said.key, said.card, said.values.get("text"))
            if pointed not in targets:
                targets[pointed] = by_name(position, target_choices(position, move))
            values["target"] = [self._named(position, target, targets[pointed]) for target in said.targets]
        return self.catalog.text("moves", said.key, values)

    def _named(self, position: Position, card: int, among: Named) -> str:
        """Return a card's name, with its number if the name isn't enough."""
        name = self.name(position, card)
        alike = among.get(name, ())
        return f"{name} #{card}" if len(alike) > (card in alike) and card >= 0 else name

    def _awaited(self, position: Position, waiting: Waiting) -> dict[str, Any]:
        """Return the values for the text about the current decision, besides the player and the amount."""
        values: dict[str, Any] = {"point": position.combat.now if position.combat else 0}
        card = card_of(waiting)
        if card is not None:
            values["card"] = self.name(position, card)
        if waiting.kind is Decision.OCCUPY:
            values["place"] = stronghold_name(position, waiting.player)
        elif waiting.kind is Decision.ACT:
            values["place"] = stronghold_name(position, position.place or 0)
        elif waiting.kind is Decision.ATTACK and position.combat:
            sent = sum(len(ids) for ids in position.combat.attack)
            values["left"] = len(position.sides[waiting.player].raiders) - sent
            values["place"] = stronghold_name(position, 1 - waiting.player)
        elif isinstance(waiting, Debt):
            values["paid"] = offer(position, waiting.player, waiting.offered).paid
            values["place"] = stronghold_name(position, waiting.player)
        elif isinstance(waiting, Arrival):
            values["raider"] = self.name(position, HIDDEN_CARD if waiting.raider is None else waiting.raider)
        elif isinstance(waiting, Searching):
            search = search_of(position, waiting)
            values |= {"sought": search.key, "pile": search.pile}
        return values


@cache
def _words(language: str) -> Words:
    return Words(language)


def words(language: str = "en") -> Words:
    """Return the words of a language, created once; English if there's no translation.

    >>> import apz
    >>> position = apz.named_position("first-turn")
    >>> words("en").move(position, apz.moves.Draw())
    'draw cards'
    """
    return _words(spoken(language))
