"""The desk on which a position lies while it is edited."""

from __future__ import annotations

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.positions import problems
from apz.core.trace import Refusal
from apz.widgets.table.desk import Desk


class EditorDesk(Desk):
    """The desk on which a position lies while it is edited: nobody plays there."""

    _judged: tuple[Position, list[Refusal]] | None = None

    @property
    def yours(self) -> bool:
        """Nobody decides anything while a position is edited."""
        return False

    def judged(self, position: Position) -> list[Refusal]:
        """Every way in which a position breaks the rules, found once for all that is drawn of it."""
        if self._judged is None or self._judged[0] is not position:
            self._judged = (position, problems(position))
        return self._judged[1]

    def lay(self, position: Position, chosen: int | None) -> None:
        """Lay a position on the desk, with the cards marked that its problems speak of."""
        self._judged = None
        found = self.judged(position)
        if position is not self.session.position:
            self.session = new_session(position)
            self.since = 0
        self.chosen = chosen
        cards = tuple(card for problem in found for card in problem.cards)
        self.answer = found[0]._replace(cards=cards) if found else None
