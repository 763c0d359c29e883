"""Refusals that more than one phase gives."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.find import State
from apz.apocalypze.model import ATTACHMENT, RAIDER, STRONGHOLD, SURVIVOR, TRUMP, WILDCARD
from apz.core.trace import Refusal

KIND_RULES = {
    STRONGHOLD: "setup.table",
    ATTACHMENT: "attach.target",
    RAIDER: "character.raider",
    SURVIVOR: "character.survivor",
    TRUMP: "event.trump",
    WILDCARD: "event.wildcard",
}


def refuse(
    key: str, rule: str, cards: tuple[int, ...] = (), fix: str = "", house: bool = False, **values: Any
) -> Refusal:
    """A refusal: what is wrong, by which rule, about which cards, and the nearest change that helps."""
    return Refusal(key, rule, values, cards, fix, house)


def not_in_hand(state: State, player: int, card: int) -> Refusal:
    """Only cards of one's own hand can be played."""
    if card in state.sides[1 - player].hand:
        other, name = state.game.names[1 - player], state.game.names[player]
        return refuse("other-hand", "play.waiting", (card,), "wait", player=other, waiting=name)
    return refuse(
        "not-in-hand", "play.unknown", (card,), "own-hand",
        card=state.game.cards[card].name, player=state.game.names[player],
    )  # fmt: skip


def stronghold_name(state: State, player: int) -> str:
    """The name of a player's stronghold."""
    return state.game.cards[state.sides[player].stronghold].name
