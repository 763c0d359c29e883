"""The shortest ways to make moves at a table: the clicks and drags of somebody who wants what a bot wants."""

from __future__ import annotations

from apz.apocalypze.bots import SensibleBot
from apz.apocalypze.model import Debt, Decision, Position
from apz.apocalypze.moves import Done, Engage, Move, Send, TakeBack
from apz.apocalypze.play import must_play
from apz.widgets import Tutor
from apz.widgets.apocalypze import drops, gestures
from apz.widgets.table.spelling import spelled

GROUPING = (Decision.ATTACK, Decision.DEFEND)


def plan(bot: SensibleBot, position: Position) -> tuple[dict[int, int], bool]:
    """Return who goes to which access point in a bot's plan from here, and whether the groups are complete then."""
    found: dict[int, int] = {}
    kind = position.waiting.kind if position.waiting else ""
    while position.waiting and position.waiting.kind == kind:
        move = bot.choose(position).move
        if not isinstance(move, Send):
            return found, isinstance(move, Done)
        found[move.card], position = move.point, must_play(position, move).after
    return found, False


def ways(tutor: Tutor, bot: SensibleBot) -> list[str]:
    """Return the gestures of somebody who wants what a bot wants, by the shortest way."""
    scene, position = tutor.scene, tutor.scene.position
    shortcuts = scene.view.shortcuts(scene)
    waiting = position.waiting
    if isinstance(waiting, Debt) and "pay-cheapest" in shortcuts:
        return ["shortcut:pay-cheapest"]
    wanted, whole = plan(bot, position) if waiting and waiting.kind in GROUPING else ({}, False)
    if not wanted:
        return gestures_of(position, scene.moves, bot.choose(position).move)
    groups: dict[str, dict[int, int]] = {"": {}}
    for name, each in shortcuts.items():
        groups[name] = {move.card: move.point for move in each.moves if isinstance(move, Send)}
        if Done() in each.moves:
            made = groups.pop(name)
            if whole and made == wanted:
                return [f"shortcut:{name}"]
    fits = {name: made for name, made in groups.items() if made.keys() <= wanted.keys()}
    left = {name: [card for card in wanted if made.get(card) != wanted[card]] for name, made in fits.items()}
    name = min(left, key=lambda name: len(left[name]) + bool(name))
    return [*([f"shortcut:{name}"] if name else []), *(f"drop:{card}>point:{wanted[card]}" for card in left[name])]


def gestures_of(position: Position, legal: list[Move], move: Move) -> list[str]:
    """Return the gestures that make a move: one click, one drag, or the clicks it takes."""
    clicked = clicks_of(position, legal, move)
    return clicked if len(clicked) == 1 else drag_of(position, legal, move) or clicked


def drag_of(position: Position, legal: list[Move], move: Move) -> list[str]:
    """Return the drag that makes a move by itself; [] if none does."""
    piece = drops.piece_of(move)
    for place in drops.places(position, move):
        alone = drops.fitting(position, legal, piece, place) == [move] and len(gestures.objects(position, move)) < 2
        if alone and not (place == "board" and gestures.weighed(position, move)):
            return [f"drop:{piece}>{place}"]
    return []


def clicks_of(position: Position, legal: list[Move], move: Move) -> list[str]:
    """Return the clicks that make a move."""
    card = gestures.card_of(position, move)
    if card < 0 or move in gestures.unnamed(position, legal):
        return [f"point:{move.point}" if isinstance(move, Engage) else f"move:{spelled(move)}"]
    own = gestures.of_card(position, legal, card)
    targets = [f"card:{each}" for each in gestures.objects(position, move)]
    if targets and len(gestures.narrowed(position, own, gestures.objects(position, move))) == 1:
        return [f"card:{card}", *targets]
    alone = len(own) == 1 and not targets
    if alone and not gestures.weighed(position, move) and not isinstance(move, TakeBack):
        return [f"card:{card}"]
    return [f"card:{card}", f"move:{spelled(move)}"]
