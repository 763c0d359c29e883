"""The cards in play whose abilities a player can use, and the refusal for those at the other stronghold."""

from __future__ import annotations

from collections.abc import Collection

from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.model import STRONGHOLD, Attached
from apz.apocalypze.rules.common_refusals import refuse, stronghold_name
from apz.apocalypze.rules.hooks import ABILITIES
from apz.apocalypze.rules.table import State
from apz.core.trace import Refusal


class InUse:
    """A card in play with a usable ability: its place, the character it is or is on, and an attachment's row."""

    __slots__ = ("at", "bearer", "id", "place", "row")

    def __init__(
        self,
        id: CardId,
        place: Player,
        at: Attached | None = None,
        row: tuple[Attached, ...] = (),
        bearer: CardId | None = None,
    ) -> None:
        self.id, self.place, self.at, self.row, self.bearer = id, place, at, row, bearer


def usable(state: State, player: Player, among: Collection[str] = ABILITIES, only: Player | None = None) -> list[InUse]:
    """Return the player's cards in play whose names are in `among`, at the `only` stronghold or else at both."""
    found: list[InUse] = []
    if not among:
        return found
    cards, owners = state.game.cards, state.game.owners
    for index in PLAYERS:
        side, mine = state.sides[index], index == player
        if only is None or only == index:
            if mine and cards[side.stronghold].name in among:
                found.append(InUse(side.stronghold, index))
            for fixture in side.fixtures:
                if cards[fixture.id].name in among and owners[fixture.id] == player:
                    found.append(InUse(fixture.id, index, fixture, side.fixtures))
        for row, place in ((side.survivors, index), (side.raiders, OTHER[index])):
            if only is not None and only != place:
                continue
            for who in row:
                if mine and who[1].name in among:
                    found.append(InUse(who.id, place, bearer=who.id))
                if who[4]:
                    for attached in who.attached:
                        if cards[attached.id].name in among and owners[attached.id] == player:
                            found.append(InUse(attached.id, place, attached, who.attached, who.id))
    return found


def elsewhere(state: State, used: InUse) -> Refusal:
    """Return the refusal of an ability used away from the stronghold its player occupies this turn."""
    home = state.game.cards[used.id].kind == STRONGHOLD
    return refuse(
        "stronghold-elsewhere" if home else "text-elsewhere", "occupy.text-there", (used.id,), "occupy-other",
        player=state.game.names[state.player], card=state.game.cards[used.id].name,
        place=stronghold_name(state, used.place), other=stronghold_name(state, used.place),
        occupied=stronghold_name(state, OTHER[used.place]),
    )  # fmt: skip


def no_use_this_turn(state: State, card: CardId) -> Refusal | None:
    """Return the refusal if an ability's player occupies the other stronghold this turn; otherwise None."""
    mine = usable(state, state.player) if state.place is not None else ()
    return next((elsewhere(state, used) for used in mine if used.id == card and used.place != state.place), None)
