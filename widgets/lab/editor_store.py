"""The store of an editor: the position that is edited, laid on a table where nobody plays."""

from __future__ import annotations

from apz.apocalypze.kernel import new_session
from apz.apocalypze.model import Position
from apz.apocalypze.positions import problems
from apz.core.trace import Refusal
from apz.widgets.table.store import TableStore


class EditorStore(TableStore):
    """The table on which a position lies while it is edited."""

    def judged(self, position: Position) -> list[Refusal]:
        """Return every way in which a position breaks the rules, found once for all that is drawn of it."""
        found: list[Refusal] = self.memo.once("problems", position, lambda: problems(position))
        return found

    def lay(self, position: Position, chosen: int | None) -> None:
        """Lay a position on the table, with the cards marked that its problems speak of."""
        found = self.judged(position)
        if position is not self.session.position:
            self.session = new_session(position)
        cards = tuple(card for problem in found for card in problem.cards)
        answer = found[0]._replace(cards=cards) if found else None
        self.set(at=0, since=0, watching=True, chosen=chosen, answer=answer)
