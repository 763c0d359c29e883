"""The windows in which players may act or respond: whom they ask, and what a pass does."""

from __future__ import annotations

from typing import Final

from apz.apocalypze.ids import OTHER, Player
from apz.apocalypze.model import Arrival, Decision, Prompt, Removal, Resolution, Response, Searching, Waiting, Window
from apz.apocalypze.moves import Event, Move, Pass, Use
from apz.apocalypze.rules.actions import held_back, is_asked, legal_options
from apz.apocalypze.rules.character_fate import remove
from apz.apocalypze.rules.common_refusals import stronghold_name
from apz.apocalypze.rules.find import find
from apz.apocalypze.rules.hooks import TEXTS, Acting
from apz.apocalypze.rules.table import State, Table, record

PASS: Final = Pass()
WINDOW: Final = Decision.WINDOW


def open_window(player: Player, passes: int = 0) -> Window:
    """Return a window that asks this player, after this many passes in a row."""
    made: Window = record(Window, (player, passes, WINDOW))
    return made


def pass_window(table: Table, waiting: Window) -> None:
    """Pass, and ask the other player next."""
    table.agenda[-1] = open_window(OTHER[waiting.player], waiting.passes + 1)


def tell_held_back(table: Table, waiting: Waiting) -> None:
    """Note any abilities that the player could use now if they had occupied the other stronghold."""
    cards = held_back(table, waiting)
    if cards:
        assert table.place is not None
        table.note(
            "text.held-back", "occupy.text-there", cards, player=table.names[waiting.player],
            names=tuple(map(table.name, cards)), place=stronghold_name(table, OTHER[table.place]),
            occupied=stronghold_name(table, table.place),
        )  # fmt: skip


def legal_window(state: State, waiting: Waiting) -> list[Move]:
    """Return the moves that play an event or use an ability now, and a pass."""
    return [*legal_options(state, waiting), PASS]


def no_moves(state: State, waiting: Waiting) -> list[Move]:
    """Return an empty list, because this decision isn't put to a player."""
    return []


def do_pass(table: Table, waiting: Waiting, move: Pass) -> None:
    """Pass, and either ask the next player or continue the pending action."""
    if isinstance(waiting, Window):
        table.note("window.passed", "timing.attacker-first", player=table.names[waiting.player])
        pass_window(table, waiting)
    elif isinstance(waiting, Removal):
        table.note("window.let", "event.resolve", (waiting.card,), player=table.names[waiting.player])
        table.agenda[-1] = waiting._replace(asked=waiting.asked + 1, player=OTHER[waiting.player])
    elif isinstance(waiting, Response):
        unanswered(table, waiting)
    else:
        rule = "event.order" if waiting.kind is Decision.LAST else "event.resolve"
        table.note("window.let", rule, player=table.names[waiting.player])
        table.agenda.pop()


def settle_respond(table: Table, waiting: Response) -> bool:
    """Pass for a player with no direct response, unless the game is strict; return True if that settled it."""
    if is_asked(table, waiting):
        return False
    unanswered(table, waiting)
    return True


def unanswered(table: Table, waiting: Response) -> None:
    """Let an action take effect; whether the opponent could have responded stays secret."""
    table.agenda.pop()
    move = waiting.move
    if isinstance(move, Event):
        rule = "timing.direct" if table.combat else "event.resolve"
        table.note("event.unanswered", rule, (move.card,), card=table.name(move.card))


def settle_resolve(table: Table, waiting: Resolution) -> bool:
    """Resolve an action that no response stopped; always return True."""
    table.agenda.pop()
    move = waiting.move
    index = move.text if isinstance(move, Use) else 0
    text = TEXTS[table.name(move.card)][index]
    if text.do:
        text.do(table, Acting(waiting.player, move.card, move.targets))
    elif text.search:
        table.ask(Searching(waiting.player, move.card, index))
        key = f"search.looks-{text.search.key}"
        table.note(
            key,
            "pile.shuffle",
            (move.card,),
            player=table.names[waiting.player],
            card=table.name(move.card),
        )
    return True


def settle_remove(table: Table, waiting: Removal) -> bool:
    """Let the controller, then the opponent, respond, and remove the character; return False if either is asked."""
    found = find(table, waiting.card)
    if found is None:
        table.agenda.pop()
        return True
    if waiting.asked < 2:
        player = found.player if waiting.asked == 0 else OTHER[found.player]
        if waiting.player == player and is_asked(table, waiting):
            return False
        if waiting.player != player:
            table.agenda[-1] = record(Removal, (player, *waiting[1:]))
        else:
            tell_held_back(table, waiting)
            table.agenda[-1] = record(Removal, (OTHER[player], *waiting[1:3], waiting.asked + 1, *waiting[4:]))
        return True
    table.agenda.pop()
    remove(table, waiting.card, waiting.rule, waiting.rest)
    return True


def settle_arrival(table: Table, waiting: Arrival) -> bool:
    """Skip a player with nothing to use on the arrival, unless the game is strict; return True if that settled it."""
    if is_asked(table, waiting):
        return False
    table.agenda.pop()
    return True


def settle_last(table: Table, waiting: Prompt) -> bool:
    """Skip a last chance with nothing to play, unless the game is strict; return True if that settled the decision."""
    if is_asked(table, waiting):
        return False
    table.note("window.let", "event.order", player=table.names[waiting.player])
    table.agenda.pop()
    return True
