"""The cards in play whose abilities a player can use, and why not those at the stronghold that is not occupied."""

from __future__ import annotations

from typing import NamedTuple

from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.model import STRONGHOLD, Attached
from apz.apocalypze.rules.common_refusals import refuse, stronghold_name
from apz.apocalypze.rules.hooks import TEXTS
from apz.apocalypze.rules.table import State
from apz.core.trace import Refusal


class InUse(NamedTuple):
    """A card in play whose ability can be used: where it is and, for an attachment, its row and its character."""

    id: CardId
    place: Player
    at: Attached | None = None
    row: tuple[Attached, ...] = ()
    bearer: CardId | None = None


def usable(state: State, player: Player) -> list[InUse]:
    """Return the player's cards in play that have a text to use."""
    cards, owners = state.game.cards, state.game.owners
    found: list[InUse] = []
    for index in PLAYERS:
        stronghold, fixtures, survivors, raiders = state.sides[index][:4]
        mine = index == player
        if mine and cards[stronghold].name in TEXTS:
            found.append(InUse(stronghold, index))
        for fixture in fixtures:
            if owners[fixture.id] == player and cards[fixture.id].name in TEXTS:
                found.append(InUse(fixture.id, index, fixture, fixtures))
        for row, place in ((survivors, index), (raiders, OTHER[index])):
            for bearer, card, _, _, things in row:
                if mine and card.name in TEXTS:
                    found.append(InUse(bearer, place, bearer=bearer))
                for attached in things:
                    if owners[attached.id] == player and cards[attached.id].name in TEXTS:
                        found.append(InUse(attached.id, place, attached, things, bearer))
    return found


def elsewhere(state: State, used: InUse) -> Refusal:
    """Return the refusal of an ability away from the location its player occupies this turn."""
    home = state.game.cards[used.id].kind == STRONGHOLD
    return refuse(
        "stronghold-elsewhere" if home else "text-elsewhere", "occupy.text-there", (used.id,), "occupy-other",
        player=state.game.names[state.player], card=state.game.cards[used.id].name,
        place=stronghold_name(state, used.place), other=stronghold_name(state, used.place),
        occupied=stronghold_name(state, OTHER[used.place]),
    )  # fmt: skip


def no_use_this_turn(state: State, card: CardId) -> Refusal | None:
    """Return why a text cannot be used at any moment of this turn: its player occupies the other stronghold."""
    mine = usable(state, state.player) if state.place is not None else ()
    return next((elsewhere(state, used) for used in mine if used.id == card and used.place != state.place), None)
