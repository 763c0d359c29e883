"""Refusals used by more than one phase."""

from __future__ import annotations

from typing import Any, Final

from apz.apocalypze.ids import OTHER, CardId, Player
from apz.apocalypze.model import ATTACHMENT, RAIDER, STRONGHOLD, SURVIVOR, TRUMP, WILDCARD
from apz.apocalypze.results import Refused
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.hooks import Target
from apz.apocalypze.rules.table import State, record
from apz.core.trace import Refusal

KIND_RULES: Final = {
    STRONGHOLD: "setup.table",
    ATTACHMENT: "attach.target",
    RAIDER: "character.raider",
    SURVIVOR: "character.survivor",
    TRUMP: "event.trump",
    WILDCARD: "event.wildcard",
}


def refuse(
    key: str, rule: str, cards: tuple[int, ...] = (), /, fix: str = "", house: bool = False, **values: Any
) -> Refusal:
    """Return a refusal with the key of its text, its rule, its cards, and the key of a possible fix."""
    refusal: Refused = record(Refused, (key, rule, values, cards, fix, house, (), {}))
    return refusal


def not_in_hand(state: State, player: Player, card: CardId) -> Refusal:
    """Return the refusal of a card that isn't in the player's hand."""
    if card in state.sides[OTHER[player]].hand:
        other, name = state.game.names[OTHER[player]], state.game.names[player]
        return refuse("other-hand", "play.waiting", (card,), "awaited", holder=other, player=name)
    return refuse(
        "not-in-hand", "play.unknown", (card,), "own-hand",
        card=state.game.cards[card].name, player=state.game.names[player],
    )  # fmt: skip


def wrong_host(state: State, card: CardId, to: CardId, wanted: Target, house: bool = False) -> Refusal:
    """Return the refusal of an attachment without a host, or on a card it doesn't fit."""
    name = state.game.cards[card].name
    if not 0 <= to < len(state.game.cards):
        return refuse("target-missing", wanted.rule, (card,), "fitting-target", house, card=name, wanted=wanted.key)
    found = find(state, to)
    undead = wanted.key == "your-human" and found is not None and found.who.zombie
    return refuse(
        "wrong-target", "character.zombie-not-human" if undead else wanted.rule, (card, to), "fitting-target", house,
        card=name, target=state.game.cards[to].name, wanted=wanted.key,
    )  # fmt: skip


def stronghold_name(state: State, player: int) -> str:
    """Return the name of a player's stronghold, with the player's name added if both strongholds have the same name."""
    cards, sides = state.game.cards, state.sides
    own, other = cards[sides[player].stronghold].name, cards[sides[OTHER[player]].stronghold].name
    return own if own != other else f"{own} ({state.game.names[player]})"
