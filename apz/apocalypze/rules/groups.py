"""Attack and defense groups: sending characters, taking them back, and committing the groups."""

from __future__ import annotations

from functools import cache
from typing import Final

from apz.apocalypze.ids import OTHER, CardId, Point
from apz.apocalypze.model import Combat, Decision, InPlay, Prompt, prompts
from apz.apocalypze.moves import Done, Move, Send, TakeBack
from apz.apocalypze.rules.actions import any_time_events
from apz.apocalypze.rules.common_refusals import refuse, stronghold_name
from apz.apocalypze.rules.find import called
from apz.apocalypze.rules.sums import access_sum
from apz.apocalypze.rules.table import State, Table, record, with_groups, without
from apz.core.trace import Refusal, Sum, Term

send_move: Final = cache(Send)
take_back_move: Final = cache(TakeBack)
DONE: Final = Done()
ATTACK: Final = Decision.ATTACK  # used often, and looking up a member of an enum takes time
DEFEND: Final = Decision.DEFEND
DEFEND_PROMPTS: Final = prompts(DEFEND)


def row_and_groups(state: State, waiting: Prompt) -> tuple[tuple[InPlay, ...], tuple[tuple[CardId, ...], ...]]:
    """Return all characters of the side that's forming groups, sent or not, and its groups so far."""
    combat = state.combat
    assert combat
    side = state.sides[waiting.player]
    return (side.raiders, combat.attack) if waiting.kind is ATTACK else (side.survivors, combat.defense)


def check_send(state: State, waiting: Prompt, move: Send) -> Refusal | None:
    """Refuse a character that can't be sent, a missing access point or, for survivors, one without attackers."""
    combat = state.combat
    assert combat
    card, point = move.card, move.point
    row, groups = row_and_groups(state, waiting)
    if card not in [who[0] for who in row]:
        return cannot_send(state, waiting, move)
    for ids in groups:
        if card in ids:
            return cannot_send(state, waiting, move)
    if not 1 <= point <= len(groups) or (waiting.kind is DEFEND and not combat.attack[point - 1]):
        return cannot_send(state, waiting, move)
    return None


def cannot_send(state: State, waiting: Prompt, move: Send) -> Refusal:
    """Return why a character can't be sent to the move's access point."""
    row, groups = row_and_groups(state, waiting)
    name = state.game.cards[move.card].name
    attacking = waiting.kind is ATTACK
    if all(who.id != move.card for who in row):
        return refuse(
            "not-a-raider-there" if attacking else "not-a-survivor-there",
            "combat.groups" if attacking else "combat.defend", (move.card,), "send-own", card=name,
        )  # fmt: skip
    for index, ids in enumerate(groups):
        if move.card in ids:
            return refuse("already-sent", "play.takeback", (move.card,), "take-back", card=name, point=index + 1)
    if not 1 <= move.point <= len(groups):
        place = OTHER[state.player]
        access = access_sum(state, place)
        if access.total != len(groups):  # a Gang Mark has come or gone since the groups were formed
            access = Sum((Term(len(groups), stronghold_name(state, place), "stronghold.access"),))
        return refuse(
            "no-such-point", "stronghold.access", (move.card, *(term.card for term in access.terms if term.card >= 0)),
            "other-point", access.house, point=move.point, access=access,
        )  # fmt: skip
    return refuse("nobody-attacks-there", "combat.defend", (move.card,), "other-point", card=name, point=move.point)


def do_send(table: Table, waiting: Prompt, move: Send) -> None:
    """Send a character to its group."""
    groups = list(row_and_groups(table, waiting)[1])
    groups[move.point - 1] = (*groups[move.point - 1], move.card)
    set_groups(table, waiting, tuple(groups))
    rule = "combat.groups" if waiting.kind is ATTACK else "combat.defend"
    key = "combat.sent" if waiting.kind is ATTACK else "combat.met"
    table.note(
        key,
        rule,
        (move.card,),
        player=table.names[waiting.player],
        card=table.name(move.card),
        point=move.point,
    )


def set_groups(table: Table, waiting: Prompt, groups: tuple[tuple[CardId, ...], ...]) -> None:
    """Set the groups of the side that's forming them."""
    combat = table.combat
    assert combat
    attacking = waiting.kind is ATTACK
    table.combat = with_groups(combat, groups if attacking else combat.attack, combat.defense if attacking else groups)


def check_take_back(state: State, waiting: Prompt, move: TakeBack) -> Refusal | None:
    """Refuse to take back a character that wasn't sent."""
    if any(move.card in ids for ids in row_and_groups(state, waiting)[1]):
        return None
    name = state.game.cards[move.card].name if move.card >= 0 else "?"
    return refuse("not-sent", "play.takeback", (move.card,) if move.card >= 0 else (), card=name)


def do_take_back(table: Table, waiting: Prompt, move: TakeBack) -> None:
    """Take a character back out of its group."""
    set_groups(table, waiting, without(row_and_groups(table, waiting)[1], move.card))
    table.note("combat.taken-back", "play.takeback", (move.card,), card=table.name(move.card))


def check_done(state: State, waiting: Prompt, move: Done) -> Refusal | None:
    """Refuse to attack while a raider hasn't been sent; survivors may stay in the background."""
    if waiting.kind is not ATTACK:
        return None
    row, groups = row_and_groups(state, waiting)
    missing = tuple([who.id for who in row if all(who.id not in ids for ids in groups)])
    if not missing:
        return None
    names = tuple(called(state, card) for card in missing)
    return refuse("raiders-left", "combat.all-attack", missing, "send-the-rest", names=names, count=len(missing))


def do_done(table: Table, waiting: Prompt, move: Done) -> None:
    """Commit the groups, and continue with the defender's groups or the engagements."""
    combat = table.combat
    assert combat
    if waiting.kind is ATTACK:
        number = sum([1 for ids in combat.attack if ids])
        table.note("combat.groups-set", "combat.groups", player=table.names[waiting.player], count=number)
        table.agenda[-1] = DEFEND_PROMPTS[OTHER[waiting.player]]
        return
    attack, defense, _, resolved, now, boosts, breached = combat
    met = tuple([Point(point) for point, ids in enumerate(defense, 1) if ids])
    table.combat = record(Combat, (attack, defense, met, resolved, now, boosts, breached))
    table.note("combat.defense-set", "combat.defend", player=table.names[waiting.player], count=len(met))
    table.agenda.pop()


def settle_defend(table: Table, waiting: Prompt) -> bool:
    """Skip the defense for a player without survivors, unless the game is strict; return True if that settled it."""
    if table.sides[waiting.player].survivors or table.game.strict:
        return False
    table.note("combat.no-defenders", "combat.defend", player=table.names[waiting.player])
    table.agenda.pop()
    return True


def legal_groups(state: State, waiting: Prompt) -> list[Move]:
    """Return the moves that send a character, take one back, commit the groups if allowed, or play a trump."""
    row, groups = row_and_groups(state, waiting)
    combat = state.combat
    assert combat
    attacking = waiting.kind is ATTACK
    points = [n for n in range(1, len(groups) + 1) if attacking or combat.attack[n - 1]]
    sent = [card for ids in groups for card in ids]
    moves: list[Move] = [send_move(who[0], point) for who in row if who[0] not in sent for point in points]
    moves += map(take_back_move, sent)
    if not attacking or len(sent) == len(row):
        moves.append(DONE)
    moves += any_time_events(state, waiting)
    return moves
