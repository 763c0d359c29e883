"""The draw phase: up to six cards in hand, then the bonus."""

from __future__ import annotations

from apz.apocalypze.find import State
from apz.apocalypze.model import OCCUPATION, Waiting
from apz.apocalypze.moves import Draw, Move
from apz.apocalypze.sums import HAND_SIZE, draw_sum
from apz.apocalypze.table import Table

DRAW = Draw()


def do_draw(table: Table, waiting: Waiting, move: Draw) -> None:
    """Draw, and go on to the occupation phase."""
    player = waiting.player
    held = len(table.sides[player].hand)
    number = draw_sum(table, player)
    cards = table.draw(player, number.total)
    table.note(
        "draw.drew", "draw.six", cards, secret=player,
        player=table.player_name(player), held=held, size=HAND_SIZE, normal=number.terms[0].amount, count=len(cards),
        extra=number.total - number.terms[0].amount,
    )  # fmt: skip
    for term in number.terms[1:]:
        table.note("draw.bonus", "draw.bonus", (term.card,), term.house, card=term.name, amount=term.amount)
    if len(cards) < number.total:
        table.note("draw.empty", "draw.empty", player=table.player_name(player), missing=number.total - len(cards))
    table.agenda.pop()
    table.phase = OCCUPATION
    table.ask(Waiting("occupy", player))


def legal(state: State, waiting: Waiting) -> list[Move]:
    """There is one thing to do."""
    return [DRAW]
