"""Helpers for questions in lessons: they find players and cards by name, and make questions about numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from apz.apocalypze.ids import CardId
from apz.apocalypze.model import InPlay, Position
from apz.apocalypze.positions.card_names import Names, spelled
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.find import attachments, characters, find_attachment
from apz.core.learning.questions import Question, Said
from apz.core.reading import match

Mistake = tuple[int, Said]  # the wrong number that a misunderstanding gives, and its text


def player_of(position: Position, name: str) -> int:
    """Return the player with this name; raise ValueError if there's none."""
    found = match(name, position.game.names)
    if found is None:
        raise ValueError(f'nobody is called "{name}": there are {" and ".join(position.game.names)}')
    return position.game.names.index(found)


def card_of(position: Position, text: str | int, pool: Collection[int] | None = None) -> int:
    """Return the id of a card with this name, from `pool` if given; raise ValueError if there's none.

    A number is returned as it is.
    """
    if isinstance(text, int):
        return text
    _, name, number = spelled(text)
    cards, names = position.game.cards, Names(position)
    pools = names.anywhere if pool is None else (pool,)
    known = match(name, dict.fromkeys(cards[card].name for card in pools[-1]))
    found = names.meant(known, pools) if known else []
    if number is not None:
        found = [CardId(number)] if known and number in pools[-1] and cards[number].name == known else []
    if not found:
        raise ValueError(f'there is no card "{text}" here')
    return found[0]


def cards_of(position: Position, texts: Iterable[str | int], pool: Collection[int]) -> list[int]:
    """Return the cards in a pool with these names; a repeated name stands for the next copy."""
    found: list[int] = []
    for text in texts:
        if isinstance(text, int):
            found.append(text)
            continue
        many, name, number = spelled(text)
        for _ in range(many):
            wanted = name if number is None else f"{name} ({number})"
            found.append(card_of(position, wanted, [card for card in pool if card not in found]))
    return found


def called(position: Position, card: int, among: Iterable[InPlay]) -> str:
    """Return a card's name, with its number if another of these characters shares the name."""
    name = position.game.cards[card].name
    return f"{name} #{card}" if any(who.card.name == name and who.id != card for who in among) else name


def known_as(position: Position, card: int) -> str:
    """Return a card's name, with a distinguishing detail if another card in play shares the name."""
    name = position.game.cards[card].name
    for player, side in enumerate(position.sides):
        if side.stronghold == card:
            return stronghold_name(position, player)
    fixed = find_attachment(position, card)
    if fixed is None:
        return called(position, card, [found.who for found in characters(position)])
    if all(position.game.cards[each.at.id].name != name for each in attachments(position) if each.at.id != card):
        return name
    return f"{name} ({known_as(position, fixed.at.to)})"


def unlike(row: Iterable[InPlay], who: InPlay) -> list[InPlay]:
    """Return the characters in a row with the same name but a different face, wounds or attachments."""
    return [each for each in row if each.card.name == who.card.name and each[2:] != who[2:]]


def names_of(row: Iterable[InPlay]) -> tuple[str, ...]:
    """Return the names of these characters, in order."""
    return tuple(who.card.name for who in row)


def number(kind: str, position: Position, ask: Said, right: int, mistakes: Iterable[Mistake], **rest: Any) -> Question:
    """Return a question that asks for a number; if two mistakes give the same answer, the first one counts."""
    wrong: dict[str, Said] = {}
    for amount, said in mistakes:
        if amount != right:
            wrong.setdefault(str(amount), said)
    return Question(kind=kind, position=position, ask=ask, right=frozenset([str(right)]), mistakes=wrong, **rest)
