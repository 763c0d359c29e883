"""Back and forth along the history of a desk; going back over cards that were seen is allowed, and marked."""

from __future__ import annotations

from apz.apocalypze.model import Position
from apz.apocalypze.visibility import HIDDEN, seen_by
from apz.widgets.table.desk import Desk, Seen

MOST_NAMED = 6


def go(desk: Desk, where: str) -> None:
    """Undo, redo, or go to a moment; with a bot at the table, undo goes back to a decision of one's own."""
    session = desk.session
    with desk.change():
        line = session.line()
        if where == "undo":
            while session.undo() and not desk.yours and desk.people:
                pass
        elif where == "redo":
            while session.redo() and not desk.yours and desk.people:
                pass
        else:
            session.go_to(int(where))
        desk.let_go()
        desk.walked = where if where in ("undo", "redo") else "along"
        desk.since = session.nodes[session.at].parent if session.at else 0
        if session.at in line[:-1]:
            remember(desk, line[line.index(session.at) + 1 :])


def remember(desk: Desk, undone: list[int]) -> None:
    """Keep which hidden cards were seen in the moments that were just gone back over."""
    session = desk.session
    known = seen_cards(desk, session.position)
    seen = dict.fromkeys(desk.seen[session.at].cards if session.at in desk.seen else ())
    for number in undone:
        step = session.nodes[number].step
        if step is not None:
            seen.update(dict.fromkeys(sorted(seen_cards(desk, step.after) - known)))
    if seen:
        desk.seen[session.at] = Seen(tuple(seen), len(session.nodes))


def seen_before(desk: Desk, number: int) -> str:
    """The hidden cards that were known already when the step to this moment was made, by their names."""
    seen = desk.seen.get(desk.session.nodes[number].parent) if number else None
    return named(desk, seen.cards) if seen and number >= seen.since else ""


def seen_cards(desk: Desk, position: Position) -> set[int]:
    """The cards that the people at the desk have in sight."""
    found: set[int] = set()
    for player in desk.people:
        view = seen_by(position, player)
        for side in view.sides:
            found.update(side.hand, side.deck, side.discard)
            found.update(each.id for each in side.fixtures)
            for who in side.survivors + side.raiders:
                found.update((who.id, *(each.id for each in who.attached)))
    return {card for card in found if card >= 0 and position.game.cards[card].kind != HIDDEN.kind}


def named(desk: Desk, cards: tuple[int, ...]) -> str:
    """The names of cards, the first few of them."""
    names = dict.fromkeys(desk.position.game.cards[card].name for card in cards if card < len(desk.position.game.cards))
    more = ", …" if len(names) > MOST_NAMED else ""
    return ", ".join(list(names)[:MOST_NAMED]) + more
