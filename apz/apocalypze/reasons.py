"""Refusals that more than one phase gives."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.effects.hooks import Target
from apz.apocalypze.find import State, find
from apz.apocalypze.model import ATTACHMENT, RAIDER, STRONGHOLD, SURVIVOR, TRUMP, WILDCARD, Refused
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
    return Refused(key, rule, values, cards, fix, house)


def not_in_hand(state: State, player: int, card: int) -> Refusal:
    """Only cards of one's own hand can be played."""
    if card in state.sides[1 - player].hand:
        other, name = state.game.names[1 - player], state.game.names[player]
        return refuse("other-hand", "play.waiting", (card,), "wait", player=other, waiting=name)
    return refuse(
        "not-in-hand", "play.unknown", (card,), "own-hand",
        card=state.game.cards[card].name, player=state.game.names[player],
    )  # fmt: skip


def wrong_target(
    state: State, card: int, targets: tuple[int, ...], wanted: Target, fix: str = "fitting-target", house: bool = False
) -> Refusal:
    """A card is pointed at nothing, at an access point or at cards, and that does not fit."""
    lane = wanted.key == "open-point"
    cards = () if lane else tuple(target for target in targets if 0 <= target < len(state.game.cards))
    named = [str(target) for target in targets] if lane else [state.game.cards[target].name for target in cards]
    pointed = [find(state, target) for target in cards]
    undead = wanted.key == "your-human" and any(found.who.zombie for found in pointed if found)
    return refuse(
        "target-missing" if not targets else "wrong-point" if lane else "wrong-target",
        "character.zombie-not-human" if undead else wanted.rule, (card, *cards), fix, house,
        card=state.game.cards[card].name, target=", ".join(named) or "?", wanted=wanted.key,
    )  # fmt: skip


def stronghold_name(state: State, player: int) -> str:
    """The name of a player's stronghold, and the player's own where both are called the same."""
    name, other = (state.game.cards[state.sides[whose].stronghold].name for whose in (player, 1 - player))
    return name if name != other else f"{name} ({state.game.names[player]})"
