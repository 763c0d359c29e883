"""One record per kind of decision: its phases, its player, its legal moves, and its automatic part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from apz.apocalypze.ids import Player
from apz.apocalypze.model import Decision
from apz.apocalypze.moves import Move
from apz.apocalypze.rules.table import State, Table
from apz.core.trace import Refusal

Check = Callable[[State, Any, Any], Refusal | None]  # (state, waiting, move): why it isn't legal
Do = Callable[[Table, Any, Any], None]  # (table, waiting, move)


class Asked(Enum):
    """Who makes a decision: the player whose turn it is, the opponent, or either one."""

    IN_TURN = auto()
    OUT_OF_TURN = auto()
    EITHER = auto()

    def of(self, player: Player, turn: int) -> bool:
        """Return True if `player` can be asked while it's the turn of the player numbered `turn`."""
        return self is Asked.EITHER or (player == turn) == (self is Asked.IN_TURN)


@dataclass(frozen=True, slots=True)
class Procedure:
    """One kind of decision: when it comes up and for whom, and how its moves are checked, carried out and settled."""

    rule: str  # the rule that asks for it
    phases: Mapping[str, Asked]  # the phases it belongs to, and who's asked in each
    moves: Mapping[type[Move], tuple[Check, Do]]  # what can be done, with how to check it and carry it out
    legal: Callable[[State, Any], list[Move]]  # the legal moves, found without trying all
    settle: Callable[[Table, Any], bool] | None = None  # acts for the player; False where the player must be asked
    moments: tuple[str, ...] = ()  # the moments (from hooks) of the events and abilities that fit
    of_a_card: bool = False  # about a certain event, ability, removal, arrival or search
    in_engagement: bool = False  # belongs to the engagement that's being resolved
    causes: tuple[str, ...] = ()  # the rules that can cause it, if the decision itself names one


PROCEDURES: Final[dict[Decision, Procedure]] = {}  # filled by the engine, which knows every phase
