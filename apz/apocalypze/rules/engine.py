"""The game's engine: the procedure for each decision, the effect of a move, and everything that happens on its own."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from apz.apocalypze import moves
from apz.apocalypze.ids import OTHER
from apz.apocalypze.model import (
    ATTACHMENT,
    COMBAT,
    CONSUMPTION,
    DECK,
    DRAW,
    OCCUPATION,
    Decision,
    Position,
    Waiting,
    prompts,
)
from apz.apocalypze.moves import Move
from apz.apocalypze.results import Played
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
from apz.apocalypze.rules.hooks import ANY_TIME, IN_ANSWER, IN_ENGAGEMENT, IN_OCCUPATION, ON_ARRIVAL, ON_REMOVAL
from apz.apocalypze.rules.procedures import PROCEDURES, Asked, Check, Do, Procedure
from apz.apocalypze.rules.table import State, Table, record
from apz.core.trace import Refusal, Step

DRAW_PROMPTS: Final = prompts(Decision.DRAW)


def allowed(state: State, waiting: Waiting, move: Move) -> None:
    """Return None: in the decisions that use this check, the move is always legal."""


Ways = dict[type[Move], tuple[Check, Do]]
EVENT: Ways = {moves.Event: (actions.check_event, actions.announce)}
ANSWER: Ways = {**EVENT, moves.Use: (actions.check_use, actions.announce), moves.Pass: (allowed, windows.do_pass)}
GROUPING: Ways = {
    moves.Send: (groups.check_send, groups.do_send),
    moves.TakeBack: (groups.check_take_back, groups.do_take_back),
    moves.Done: (groups.check_done, groups.do_done),
    **EVENT,
}
ACTING: Ways = {
    moves.Play: (occupation.check_play, occupation.do_play),
    moves.Attach: (occupation.check_attach, occupation.do_attach),
    **EVENT,
    moves.Use: (actions.check_use, actions.announce),
    moves.Done: (allowed, occupation.do_done),
}
PAYING: Ways = {
    moves.Eat: (payment.check_eat, payment.do_eat),
    moves.TakeBack: (payment.check_take_back, payment.do_take_back),
}
IN_TURN: Final = Asked.IN_TURN
OUT_OF_TURN: Final = Asked.OUT_OF_TURN
EITHER: Final = Asked.EITHER

PROCEDURES.update(
    {
        Decision.DRAW: Procedure(
            "draw.six", {DRAW: IN_TURN}, {moves.Draw: (allowed, draw.do_draw), **EVENT}, draw.legal,
            moments=(ANY_TIME,),
        ),
        Decision.OCCUPY: Procedure(
            "occupy.choose", {OCCUPATION: IN_TURN},
            {moves.Occupy: (occupation.check_occupy, occupation.do_occupy), **EVENT}, occupation.legal_places,
            moments=(ANY_TIME,),
        ),
        Decision.ACT: Procedure(
            "occupy.any-number", {OCCUPATION: IN_TURN}, ACTING, occupation.legal, moments=(IN_OCCUPATION, ANY_TIME)
        ),
        Decision.LAST: Procedure(
            "event.moments", {OCCUPATION: OUT_OF_TURN}, ANSWER, windows.legal_window, windows.settle_last,
            moments=(ANY_TIME,),
        ),
        Decision.ATTACK: Procedure(
            "combat.groups", {COMBAT: IN_TURN}, GROUPING, groups.legal_groups, combat.settle_attack,
            moments=(ANY_TIME,),
        ),
        Decision.DEFEND: Procedure(
            "combat.defend", {COMBAT: OUT_OF_TURN}, GROUPING, groups.legal_groups, groups.settle_defend,
            moments=(ANY_TIME,),
        ),
        Decision.ORDER: Procedure(
            "combat.order", {COMBAT: OUT_OF_TURN}, {moves.Engage: (combat.check_engage, combat.do_engage), **EVENT},
            combat.legal_order, combat.settle_order, moments=(ANY_TIME,),
        ),
        Decision.WINDOW: Procedure(
            "timing.attacker-first", {COMBAT: EITHER}, ANSWER, windows.legal_window, combat.settle_window,
            moments=(IN_ENGAGEMENT, ANY_TIME), in_engagement=True,
        ),
        Decision.WOUND: Procedure(
            "combat.wounds", {COMBAT: EITHER}, {moves.Wound: (combat.check_wound, combat.do_wound)},
            combat.legal_wounds, combat.settle_wound, in_engagement=True,
        ),
        Decision.CONSUME: Procedure(
            "consume.mix", {OCCUPATION: EITHER, COMBAT: OUT_OF_TURN, CONSUMPTION: IN_TURN}, PAYING, payment.legal,
            consumption.settle_consume, causes=("combat.breach", "feed.survivors", "event.resolve"),
        ),
        Decision.RESPOND: Procedure(
            "event.respond", dict.fromkeys((DRAW, OCCUPATION, COMBAT), EITHER), ANSWER, windows.legal_window,
            windows.settle_respond, moments=(IN_ANSWER,), of_a_card=True,
        ),
        Decision.REMOVE: Procedure(
            "event.resolve", dict.fromkeys((OCCUPATION, COMBAT), EITHER), ANSWER, windows.legal_window,
            windows.settle_remove, moments=(ON_REMOVAL,), of_a_card=True,
            causes=("character.killed", "combat.killed", "pile.remove"),
        ),
        Decision.ARRIVAL: Procedure(
            "event.resolve", {OCCUPATION: OUT_OF_TURN}, ANSWER, windows.legal_window, windows.settle_arrival,
            moments=(ON_ARRIVAL,), of_a_card=True,
        ),
        Decision.SEARCH: Procedure(
            "pile.shuffle", {OCCUPATION: EITHER},
            {moves.Take: (search.check_take, search.do_take), moves.Pass: (allowed, search.do_pass)},
            search.legal, search.settle_search, of_a_card=True, causes=("character.survivor",),
        ),
        Decision.RESOLVE: Procedure(
            "event.resolve", dict.fromkeys((DRAW, OCCUPATION, COMBAT), EITHER), {}, windows.no_moves,
            windows.settle_resolve, of_a_card=True,
        ),
    }
)  # fmt: skip
ASKED: Final = tuple(kind for kind, procedure in PROCEDURES.items() if procedure.moves)  # the decisions of players

# the rule that a move breaks if it belongs to another moment
NOT_NOW: Final[dict[type[Move], str]] = {
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
# fields that may name the top card of a deck, or no card at all
DECK_FITS: Final = {(moves.Eat, "card"), (moves.TakeBack, "card"), (moves.Attach, "to"), (moves.Take, "to")}
# the fields of a move that name a card, and whether they may name the top card of a deck
CARDS: Final = {
    move: [(each.name, (move, each.name) in DECK_FITS) for each in fields(move) if each.name in ("card", "to")]
    for move in moves.MOVES
}


def barred(position: Position, move: Move) -> Refusal | None:
    """Return why this move isn't legal here, with an untested remedy; None if the move is legal."""
    waiting = position.waiting
    if waiting is None:
        return refuse("game-over", "play.over", (), "undo")
    return unknown(position, move) or closed(position, waiting, move)


def closed(position: Position, waiting: Waiting, move: Move) -> Refusal | None:
    """Return why a move isn't legal, once its cards are known to exist; None if it's legal."""
    way = PROCEDURES[waiting.kind].moves.get(type(move))
    if way is not None:
        return way[0](position, waiting, move)
    player = position.game.names[waiting.player]
    if isinstance(move, moves.Play | moves.Attach | moves.Event):
        if move.card in position.sides[OTHER[waiting.player]].hand:
            return not_in_hand(position, waiting.player, move.card)
        if waiting.kind is Decision.OCCUPY:
            return refuse("first-occupy", "occupy.play-there", (), "awaited", player=player)
    if isinstance(move, moves.Use) and (reason := abilities.no_use_this_turn(position, move.card)):
        return reason
    if isinstance(move, moves.Play) and position.game.cards[move.card].kind == ATTACHMENT:
        return refuse("not-now-attach", NOT_NOW[moves.Attach], (), "awaited", player=player)
    return refuse(f"not-now-{type(move).__name__.lower()}", NOT_NOW[type(move)], (), "awaited", player=player)


def unknown(position: Position, move: Move) -> Refusal | None:
    """Refuse a move whose card, or the card to attach it to, isn't in the game."""
    for field, deck_fits in CARDS[type(move)]:
        card = getattr(move, field)
        if not (0 <= card < len(position.game.cards) or (card == DECK and deck_fits)):
            return refuse("no-such-card", "play.unknown", (), "awaited", number=card)
    return None


def step(position: Position, move: Move) -> Step:
    """Play a move that's known to be legal, and return the step."""
    table = Table(position)
    waiting = table.agenda[-1]
    PROCEDURES[waiting.kind].moves[type(move)][1](table, waiting, move)
    settle(table)
    played: Played = record(Played, (position, move, table.frozen(), tuple(table.notes)))
    return played


def settle(table: Table) -> None:
    """Carry out all automatic steps until a player must decide or the game is over."""
    agenda = table.agenda
    while table.winner is None:
        if not agenda:
            advance(table)
            continue
        waiting = agenda[-1]
        by_itself = PROCEDURES[waiting.kind].settle
        if by_itself is None or not by_itself(table, waiting):
            return


def advance(table: Table) -> None:
    """Continue with the next part of the turn, once nothing is pending."""
    if table.phase == OCCUPATION:
        occupation.end_occupation(table)
    elif table.phase == COMBAT:
        combat.advance(table)
        if table.phase == CONSUMPTION:
            consumption.feed(table)
    elif table.phase == CONSUMPTION:
        end_turn(table)


def end_turn(table: Table) -> None:
    """End the turn: drop effects that last a turn, and continue with the other player."""
    table.used = table.played = table.lasting = ()
    table.player = OTHER[table.player]
    table.turn += 1
    table.place = None
    table.phase = DRAW
    table.note("turn.begins", "setup.players", player=table.names[table.player], turn=table.turn)
    table.ask(DRAW_PROMPTS[table.player])
