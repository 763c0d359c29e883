"""The draw phase: up to six cards in hand, then the bonus."""

from __future__ import annotations

from typing import Final

from apz.apocalypze.model import OCCUPATION, Decision, Prompt, prompts
from apz.apocalypze.moves import Draw, Move
from apz.apocalypze.rules.actions import any_time_events
from apz.apocalypze.rules.sums import HAND_SIZE, draw_sum
from apz.apocalypze.rules.table import State, Table

DRAW: Final = Draw()
OCCUPY_PROMPTS: Final = prompts(Decision.OCCUPY)


def do_draw(table: Table, waiting: Prompt, move: Draw) -> None:
    """Draw the cards of the draw phase, and continue with the occupation phase."""
    player = waiting.player
    held = len(table.sides[player].hand)
    number = draw_sum(table, player)
    total, normal = number.total, number.terms[0].amount
    cards = table.draw(player, total)
    table.note(
        "draw.drew", "draw.six", cards, secret=player,
        player=table.names[player], held=held, size=HAND_SIZE, normal=normal, count=len(cards),
        extra=total - normal,
    )  # fmt: skip
    for term in number.terms[1:]:
        table.note("draw.bonus", "draw.bonus", (term.card,), term.house, card=term.name, amount=term.amount)
    if len(cards) < total:
        table.note("draw.empty", "draw.empty", player=table.names[player], missing=total - len(cards))
    table.agenda.pop()
    table.phase = OCCUPATION
    table.ask(OCCUPY_PROMPTS[player])


def legal(state: State, waiting: Prompt) -> list[Move]:
    """Return the move that draws, and the trumps that can be played first."""
    return [DRAW, *any_time_events(state, waiting)]
