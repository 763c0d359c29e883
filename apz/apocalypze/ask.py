"""Questions you can ask about a position: cards by name, a character's numbers, totals, and debts before they come due.

>>> import apz
>>> position = apz.build(apz.seat("Police Station", survivors=["Civilian"]), apz.seat("Roadside Diner"))
>>> print(position.defense("civilian"))
2 = 2 (Civilian)
"""

from __future__ import annotations

from typing import NamedTuple

from apz.apocalypze.language.card_reference import called, in_sight
from apz.apocalypze.model import Position
from apz.apocalypze.players import which_player
from apz.apocalypze.rules import combat, consumption, find, sums
from apz.core.language.commands import nearest
from apz.core.reading import quoted, stop
from apz.core.trace import Sum

Who = int | str  # a card by its number or name, a player by 0, 1 or name


class Totals(NamedTuple):
    """The four totals of an engagement, and the wounds they lead to."""

    attack: Sum  # the raiders'
    defense: Sum
    counter: Sum  # the defenders' attack
    guard: Sum  # the defenders' defense

    @property
    def wounds(self) -> tuple[int, int]:
        """The numbers of wounds that the attackers and the defenders would take now."""
        return combat.wounds_of(self.counter, self.defense), combat.wounds_of(self.attack, self.guard)


def find_cards(position: Position, name: str) -> list[int]:
    """Return the numbers of the cards called `name`, those in play first.

    Part of the name is enough if no card has all of it. Hidden cards aren't found.

    >>> import apz
    >>> position = apz.new_game("Police Station", "Roadside Diner", seed=1)
    >>> find_cards(position, "police station") == [position.sides[0].stronghold]
    True
    """
    everywhere = (spot.card for spot in find.everywhere(position))
    fits = {card: called(position, card, name) for card in (*in_sight(position, hand_first=False), *everywhere)}
    best = max(fits.values(), default=0)
    return [card for card, fit in fits.items() if fit == best and best]


def find_card(position: Position, card: Who) -> int:
    """Return the number of one card, given by its name, part of its name, or its number ("#12").

    If several cards fit, prefer characters and attachments in play; raise BadInput unless exactly one is left.

    >>> import apz
    >>> position = apz.build(apz.seat("Police Station", survivors=["Civilian", "Civilian"]), apz.seat("Roadside Diner"))
    >>> find_card(position, "police station") == position.sides[0].stronghold
    True
    >>> find_card(position, "civilian")
    Traceback (most recent call last):
    apz.core.reading.BadInput: "civilian" could be any of 2 cards; write Civilian #1 or Civilian #2
    """
    known = range(len(position.game.cards))
    if type(card) is int:
        if card not in known:
            stop("", 0, "no-card-number", "from-to", number=card, first=0, last=known[-1])
        return card
    if not isinstance(card, str):
        raise TypeError(f"{card!r}: a card is given by its name or its number")
    found = find_cards(position, card)
    there = [each for each in found if find.find(position, each) or find.find_attachment(position, each)]
    meant = there or found
    if not meant:
        like = nearest(card, [each.name for each in position.game.cards if each.kind != "hidden"])
        stop("", 0, "no-card-here", "did-you-mean" if like else "", value=quoted(card), meant=like)
    if len(meant) > 1:
        names = [f"{position.game.cards[each].name} #{each}" for each in meant[:4]]
        stop("", 0, "any-of-cards", "write-any", value=quoted(card), count=len(meant), names=names)
    return meant[0]


def card_name(position: Position, card: Who) -> str:
    """Return a card's name, with its number if it's one of several characters in play with that name."""
    return find.called(position, find_card(position, card))


def character_sum(position: Position, card: Who, stat: str) -> Sum:
    """Return a character's attack, defense or value right now, term by term, as if it were alone in an engagement.

    Raise BadInput for a card that isn't a character in play.

    >>> import apz
    >>> position = apz.build(apz.seat("Police Station", survivors=["Civilian"]), apz.seat("Roadside Diner"))
    >>> print(character_sum(position, "civilian", "attack"))
    1 = 1 (Civilian)
    """
    number = find_card(position, card)
    found = find.find(position, number)
    if found is None:
        name = position.game.cards[number].name
        stop("", 0, "not-in-play", "only-characters", card=name)
    return sums.stat_sum(position, found.who, stat)


def totals(position: Position, point: int) -> Totals:
    """Return the totals at an access point with the current groups; raise BadInput if there's no such point now."""
    if type(point) is not int:
        raise TypeError(f"{point!r}: an access point is given by its number")
    fight = position.combat
    points = range(1, len(fight.attack) + 1) if fight else range(0)
    if point not in points:
        fix, last = "from-to" if points else "only-in-combat", points[-1] if points else 0
        stop("", 0, "no-access-point", fix, point=str(point), first=1, last=last)
    return Totals(**combat.totals(position, point))


def unblocked_damage(position: Position) -> Sum:
    """Return how much the defender will have to consume for unblocked raiders, given the current groups."""
    return combat.unblocked_sum(position)


def debt(position: Position, player: Who) -> Sum:
    """Return how much a player will have to consume in their next consumption phase if nothing changes.

    >>> import apz
    >>> debt(apz.named_position("first-turn"), "Ann").total
    1
    """
    return sums.feed_sum(position, which_player(position.game.names, player))


def resources(position: Position, player: Who) -> Sum:
    """Return how much a player could consume in all, term by term."""
    return consumption.resources_sum(position, which_player(position.game.names, player))


def draws(position: Position, player: Who) -> Sum:
    """Return how many cards a player is due in the draw phase, even if the deck has fewer."""
    return sums.draw_sum(position, which_player(position.game.names, player))


def access_points(position: Position, player: Who) -> Sum:
    """Return how many access points a player's stronghold has now."""
    return sums.access_sum(position, which_player(position.game.names, player))
