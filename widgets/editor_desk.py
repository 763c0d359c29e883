"""The desk on which a position lies while it is edited."""

from __future__ import annotations

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.core.trace import Refusal
from apz.widgets.desk import Desk


class EditorDesk(Desk):
    """The desk on which a position lies while it is edited: nobody plays there."""

    @property
    def yours(self) -> bool:
        """Nobody decides anything while a position is edited."""
        return False

    def lay(self, position: Position, chosen: int | None, found: list[Refusal]) -> None:
        """Lay a position on the desk, with the cards marked that its problems speak of."""
        if position is not self.session.position:
            self.session = new_session(position)
            self.since = 0
        self.chosen = chosen
        cards = tuple(card for problem in found for card in problem.cards)
        self.answer = found[0]._replace(cards=cards) if found else None
