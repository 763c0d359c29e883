"""How a game goes on: what can be done while it waits for what, what a move does, and what happens by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from apz.apocalypze import moves
from apz.apocalypze.model import COMBAT, CONSUMPTION, DECK, DRAW, OCCUPATION, Played, Position, Waiting
from apz.apocalypze.moves import Move
from apz.apocalypze.rules import (
    abilities,
    actions,
    combat,
    consumption,
    draw,
    groups,
    occupation,
    payment,
    search,
    windows,
)
from apz.apocalypze.rules.common_refusals import not_in_hand, refuse
from apz.apocalypze.rules.table import State, Table
from apz.core.trace import Refusal, Step

Check = Callable[[State, Waiting, Any], Refusal | None]
Do = Callable[[Table, Waiting, Any], None]


def allowed(state: State, waiting: Waiting, move: Move) -> None:
    """A move that nothing can stop at its moment."""


def do_done(table: Table, waiting: Waiting, move: moves.Done) -> None:
    """Commit."""
    if waiting.kind == "act":
        occupation.do_done(table, waiting)
    else:
        groups.do_done(table, waiting)


EVENT: tuple[Check, Do] = (actions.check_event, actions.announce)
GROUPING: dict[type[Move], tuple[Check, Do]] = {
    moves.Send: (groups.check_send, groups.do_send),
    moves.TakeBack: (groups.check_take_back, groups.do_take_back),
    moves.Done: (groups.check_done, do_done),
    moves.Event: EVENT,
}
USE: tuple[Check, Do] = (actions.check_use, actions.announce)
PASS: tuple[Check, Do] = (allowed, windows.do_pass)

# what can be done while the game waits for what
DOORS: dict[str, dict[type[Move], tuple[Check, Do]]] = {
    "draw": {moves.Draw: (allowed, draw.do_draw), moves.Event: EVENT},
    "occupy": {moves.Occupy: (occupation.check_occupy, occupation.do_occupy), moves.Event: EVENT},
    "act": {
        moves.Play: (occupation.check_play, occupation.do_play),
        moves.Attach: (occupation.check_attach, occupation.do_attach),
        moves.Event: EVENT,
        moves.Use: USE,
        moves.Done: (allowed, do_done),
    },
    "last": {moves.Event: EVENT, moves.Use: USE, moves.Pass: PASS},
    "attack": GROUPING,
    "defend": GROUPING,
    "order": {moves.Engage: (combat.check_engage, combat.do_engage), moves.Event: EVENT},
    "window": {moves.Event: EVENT, moves.Use: USE, moves.Pass: PASS},
    "wound": {moves.Wound: (combat.check_wound, combat.do_wound)},
    "consume": {
        moves.Eat: (payment.check_eat, payment.do_eat),
        moves.TakeBack: (payment.check_take_back, payment.do_take_back),
    },
    "respond": {moves.Event: EVENT, moves.Use: USE, moves.Pass: PASS},
    "remove": {moves.Event: EVENT, moves.Use: USE, moves.Pass: PASS},
    "arrival": {moves.Event: EVENT, moves.Use: USE, moves.Pass: PASS},
    "search": {moves.Take: (search.check_take, search.do_take), moves.Pass: PASS},
}

# the moves that nothing speaks against, found without trying all there are
LEGAL: dict[str, Callable[[State, Waiting], list[Move]]] = {
    "draw": draw.legal,
    "occupy": occupation.legal_places,
    "act": occupation.legal,
    "attack": groups.legal_groups,
    "defend": groups.legal_groups,
    "order": combat.legal_order,
    "wound": combat.legal_wounds,
    "consume": payment.legal,
    "search": search.legal,
    **dict.fromkeys(("last", "window", "respond", "remove", "arrival"), windows.legal_window),
}

# what happens by itself: each returns whether it did something, or the player must be asked
SETTLE: dict[str, Callable[[Table, Waiting], bool]] = {
    "attack": combat.settle_attack,
    "defend": groups.settle_defend,
    "order": combat.settle_order,
    "window": combat.settle_window,
    "wound": combat.settle_wound,
    "consume": consumption.settle_consume,
    "respond": windows.settle_respond,
    "resolve": windows.settle_resolve,
    "remove": windows.settle_remove,
    "arrival": windows.settle_arrival,
    "search": search.settle_search,
    "last": windows.settle_last,
}

# the rule that a move breaks which belongs to another moment
NOT_NOW: dict[type[Move], str] = {
    moves.Draw: "draw.six",
    moves.Occupy: "occupy.choose",
    moves.Play: "occupy.any-number",
    moves.Attach: "occupy.any-number",
    moves.Event: "event.moments",
    moves.Use: "event.moments",
    moves.Take: "pile.shuffle",
    moves.Send: "combat.groups",
    moves.TakeBack: "play.takeback",
    moves.Engage: "combat.order",
    moves.Wound: "combat.wounds",
    moves.Eat: "consume.mix",
    moves.Done: "play.waiting",
    moves.Pass: "play.waiting",
}
# where the top card of a deck, or no card at all, may be named
DECK_FITS = {(moves.Eat, "card"), (moves.TakeBack, "card"), (moves.Attach, "to"), (moves.Take, "to")}
# which fields of a move name a card, and whether the top card of a deck may be named there
CARDS = {
    move: [(each.name, (move, each.name) in DECK_FITS) for each in fields(move) if each.name in ("card", "to")]
    for move in moves.MOVES
}


def barred(position: Position, move: Move) -> Refusal | None:
    """Why this move is not legal here, with the remedy still untried; None when it is legal."""
    waiting = position.waiting
    if waiting is None:
        return refuse("game-over", "play.over", (), "undo")
    return unknown(position, move) or closed(position, waiting, move)


def closed(position: Position, waiting: Waiting, move: Move) -> Refusal | None:
    """The refusal of a move whose cards exist."""
    door = DOORS[waiting.kind].get(type(move))
    if door is not None:
        return door[0](position, waiting, move)
    player = position.game.names[waiting.player]
    if isinstance(move, moves.Play | moves.Attach | moves.Event):
        if move.card in position.sides[1 - waiting.player].hand:
            return not_in_hand(position, waiting.player, move.card)
        if waiting.kind == "occupy":
            return refuse("first-occupy", "occupy.play-there", (), "awaited", player=player)
    if isinstance(move, moves.Use) and (reason := abilities.no_use_this_turn(position, move.card)):
        return reason
    return refuse(f"not-now-{type(move).__name__.lower()}", NOT_NOW[type(move)], (), "awaited", player=player)


def unknown(position: Position, move: Move) -> Refusal | None:
    """A move must name cards that are in the game."""
    for field, deck_fits in CARDS[type(move)]:
        card = getattr(move, field)
        if not (0 <= card < len(position.game.cards) or (card == DECK and deck_fits)):
            return refuse("no-such-card", "play.unknown", (), "awaited", number=card)
    return None


def step(position: Position, move: Move) -> Step:
    """Play a move that is known to be legal."""
    table = Table(position)
    waiting = table.agenda[-1]
    DOORS[waiting.kind][type(move)][1](table, waiting, move)
    settle(table)
    return Played(position, move, table.frozen(), tuple(table.notes))


def settle(table: Table) -> None:
    """Do all that happens by itself, until a player must decide or the game is over."""
    agenda = table.agenda
    while table.winner is None:
        if not agenda:
            advance(table)
            continue
        waiting = agenda[-1]
        handler = SETTLE.get(waiting.kind)
        if handler is None or not handler(table, waiting):
            return


def advance(table: Table) -> None:
    """Nothing is pending: go on to what comes next in the turn."""
    if table.phase == OCCUPATION:
        occupation.end_occupation(table)
    elif table.phase == COMBAT:
        combat.advance(table)
        if table.phase == CONSUMPTION:
            consumption.feed(table)
    elif table.phase == CONSUMPTION:
        end_turn(table)


def end_turn(table: Table) -> None:
    """The turn is over: what lasted a turn ends, the other player is next."""
    table.used = table.played = table.lasting = ()
    table.player = 1 - table.player
    table.turn += 1
    table.place = None
    table.phase = DRAW
    table.note("turn.begins", "setup.players", player=table.player_name(table.player), turn=table.turn)
    table.ask(Waiting("draw", table.player))
