"""The facts of a position: where each card is, what each player has, and the state of the turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

from apz.apocalypze.ids import PLAYERS, Player
from apz.apocalypze.lab.solution import lab_words, listed
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.rules.consumption import resources
from apz.apocalypze.rules.find import Spot, Zone, everywhere, find
from apz.apocalypze.rules.sums import feed_sum, value
from apz.core.lab.compare import Difference, Facts, compared
from apz.core.language.messages import Catalog


def facts(position: Position, language: str = "en") -> Facts:
    """Return the facts of a position: the turn, each player's numbers, and where each card is.

    >>> import apz
    >>> facts(apz.named_position("church-table"))["Ann's deck"]
    4
    """
    return {**moment(position, language), **holdings(position, language), **cards(position, language)}


def moment(position: Position, language: str) -> dict[str, Any]:
    """Return the state of the turn."""
    say, names = lab_words(language), position.game.names
    told = words(language)
    found: dict[str, Any] = {
        "turn": position.turn,
        "phase": told.catalog.text("phases", position.phase) if position.winner is None else "",
        "player": names[position.player],
        "waiting": told.waiting(position),
    }
    return {say.text("facts", key): fact for key, fact in found.items()}


def holdings(position: Position, language: str) -> dict[str, Any]:
    """Return each player's deck, hand and discard sizes, resources, and amount to consume."""
    say = lab_words(language)
    found: dict[str, Any] = {}
    for player in PLAYERS:
        side, name = position.sides[player], {"player": position.game.names[player]}
        found[say.text("facts", "deck", name)] = len(side.deck)
        found[say.text("facts", "hand", name)] = len(side.hand)
        found[say.text("facts", "discard", name)] = len(side.discard)
        found[say.text("facts", "resources", name)] = resources(position, player)
        found[say.text("facts", "feed", name)] = feed_sum(position, player).total
    return found


def cards(position: Position, language: str) -> dict[str, Any]:
    """Return where each card is, and its state; strongholds and hidden cards are left out."""
    say = lab_words(language)
    names = Counter([card.name for card in position.game.cards])
    found: dict[str, Any] = {}
    for spot in everywhere(position):
        if spot.card >= 0 and spot.zone is not Zone.STRONGHOLD:
            name = position.game.cards[spot.card].name
            found[name if names[name] == 1 else f"{name} #{spot.card}"] = place(position, spot, say)
    return found


def place(position: Position, spot: Spot, say: Catalog) -> str:
    """Return a card's place in words, with a character's value, wounds and access point."""
    if spot.zone is Zone.ATTACHED:
        return say.text("facts", "on", {"host": position.game.cards[spot.host or 0].name})
    owner = {"player": position.game.names[spot.player]}
    found = find(position, spot.card)
    if found is None:
        return say.text("facts", f"in-{spot.zone}", owner)
    key = "wounded" if found.who.wounds else "stands"
    where = say.text("facts", f"in-{spot.zone}", owner)
    numbers = {"where": where, "value": value(position, found.who), "wounds": found.who.wounds}
    return say.text("facts", key, numbers) + at_point(position, spot.card, say)


def at_point(position: Position, card: int, say: Catalog) -> str:
    """Return a text with a character's access point, or "" if it isn't in a group."""
    fight = position.combat
    for groups in (fight.attack, fight.defense) if fight else ():
        for point, ids in enumerate(groups, 1):
            if card in ids:
                return say.text("facts", "point", {"point": point})
    return ""


def zones(position: Position, language: str) -> dict[str, Any]:
    """Return the cards in each zone, for comparing positions from different games."""
    say = lab_words(language)
    held: dict[tuple[Player, Zone], list[str]] = {}
    for spot in everywhere(position):
        zone = held.setdefault((spot.player, spot.zone), [])
        zone.append(position.game.cards[spot.card].name)
    found: dict[str, Any] = {}
    for player in PLAYERS:
        for zone_name in Zone:
            label = say.text("facts", f"zone-{zone_name}", {"player": position.game.names[player]})
            found[label] = listed(sorted(held.get((player, zone_name), [])), ", ")
    return found


def difference(first: Position, second: Position, language: str = "en") -> Difference:
    """Return what changed from one position to another, in words and as rows.

    >>> import apz
    >>> position = apz.named_position("church-table")
    >>> after = position.must_play(apz.moves.Eat()).after
    >>> print(difference(position, after).words()[0])
    The turn: 2 before, 3 after.
    """
    same = (first.game.cards, first.game.owners) == (second.game.cards, second.game.owners)
    say = lab_words(language)
    pair = []
    for position in (first, second):
        shared = {**moment(position, language), **holdings(position, language)}
        pair.append({**shared, **(cards(position, language) if same else zones(position, language))})
    rows = compared(pair[0], pair[1])
    nobody = say.text("facts", "none")

    def said(row: Any) -> str:
        what = str(row["what"])
        values = {when: row[when] if row[when] != "" else nobody for when in ("before", "after")}
        sentences = any([str(value).endswith(".") for value in values.values()])  # such as the current decision
        return say.text(
            "facts", "changed-sentences" if sentences else "changed", {"what": what[:1].upper() + what[1:], **values}
        )

    return Difference(rows, said, say.text("facts", "nothing"))
