"""The cards in play whose abilities a player can use, and the refusal for those at the other stronghold."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.model import STRONGHOLD, Attached
from apz.apocalypze.rules.common_refusals import refuse, stronghold_name
from apz.apocalypze.rules.hooks import ABILITIES
from apz.apocalypze.rules.table import RAIDERS, SURVIVORS, State
from apz.core.trace import Refusal


class InUse(NamedTuple):
    """A card in play with a usable ability: where it is and, for an attachment, its row and its character."""

    id: CardId
    place: Player
    at: Attached | None = None
    row: tuple[Attached, ...] = ()
    bearer: CardId | None = None


# whose survivors or raiders are at which stronghold, in the order in which abilities are listed
ROWS: Final[tuple[tuple[Player, int, Player], ...]] = (
    (PLAYERS[0], SURVIVORS, PLAYERS[0]), (PLAYERS[0], RAIDERS, PLAYERS[1]),
    (PLAYERS[1], SURVIVORS, PLAYERS[1]), (PLAYERS[1], RAIDERS, PLAYERS[0]),
)  # fmt: skip
ROWS_AT: Final[tuple[tuple[tuple[Player, int, Player], ...], ...]] = tuple(
    [tuple([row for row in ROWS if row[2] == place]) for place in PLAYERS]
)


def usable(state: State, player: Player, among: Collection[str] = ABILITIES, only: Player | None = None) -> list[InUse]:
    """Return the player's cards in play that have one of these abilities, at one stronghold only or at both."""
    found: list[InUse] = []
    if not among:
        return found
    cards, owners = state.game.cards, state.game.owners
    for index, field, place in ROWS if only is None else ROWS_AT[only]:
        side = state.sides[index]
        mine = index == player
        if field == SURVIVORS:
            if mine and cards[side.stronghold].name in among:
                found.append(InUse(side.stronghold, index))
            for fixture in side.fixtures:
                if cards[fixture.id].name in among and owners[fixture.id] == player:
                    found.append(InUse(fixture.id, index, fixture, side.fixtures))
        for who in side.survivors if field == SURVIVORS else side.raiders:
            if mine and who[1].name in among:
                found.append(InUse(who.id, place, bearer=who.id))
            if who[4]:
                for attached in who.attached:
                    if cards[attached.id].name in among and owners[attached.id] == player:
                        found.append(InUse(attached.id, place, attached, who.attached, who.id))
    return found


def elsewhere(state: State, used: InUse) -> Refusal:
    """Return the refusal of an ability away from the stronghold its player occupies this turn."""
    home = state.game.cards[used.id].kind == STRONGHOLD
    return refuse(
        "stronghold-elsewhere" if home else "text-elsewhere", "occupy.text-there", (used.id,), "occupy-other",
        player=state.game.names[state.player], card=state.game.cards[used.id].name,
        place=stronghold_name(state, used.place), other=stronghold_name(state, used.place),
        occupied=stronghold_name(state, OTHER[used.place]),
    )  # fmt: skip


def no_use_this_turn(state: State, card: CardId) -> Refusal | None:
    """Return why an ability can't be used at all this turn: its player occupies the other stronghold."""
    mine = usable(state, state.player) if state.place is not None else ()
    return next((elsewhere(state, used) for used in mine if used.id == card and used.place != state.place), None)
