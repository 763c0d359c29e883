"""Clicks on the table: a card is looked at, chosen, played, pointed at another one or sent, or says why not."""

from __future__ import annotations

from apz.apocalypze.model import Position
from apz.apocalypze.moves import Engage, Move, Send, TakeBack
from apz.apocalypze.views import seen_by
from apz.widgets import gestures
from apz.widgets.desk import Desk
from apz.widgets.seats import SENSIBLE, bot_named


def touch(desk: Desk, card: int, at: int | None = None) -> None:
    """A card was clicked."""
    with desk.change():
        if not desk.current(at) or not 0 <= card < len(desk.session.position.game.cards):
            return
        desk.card, desk.answer, desk.hint, desk.which = card, None, None, []
        if not desk.yours:
            desk.chosen = None
        elif desk.chosen in (None, card) or not _point(desk, card, at):
            _begin(desk, card, at)


def _begin(desk: Desk, card: int, at: int | None) -> None:
    """Do the one thing there is, choose the card where there are more or it should be read first, or say why not."""
    position, own = desk.session.position, gestures.of_card(desk.moves, card)
    alone = len(own) == 1 and not gestures.objects(position, own[0])
    again, desk.chosen, desk.picked = desk.chosen == card, None, ()
    if not own:
        desk.do(gestures.attempt(position, card), at)
    elif alone and (again or desk.quick or _at_once(position, own[0])):
        desk.do(own[0], at)
    elif not again:
        desk.chosen = card


def _at_once(position: Position, move: Move) -> bool:
    """Whether the click on a card is the answer itself, with nothing to choose or to read first."""
    kind = position.waiting.kind if position.waiting else ""
    return kind in gestures.DIRECT or isinstance(move, TakeBack | Send)


def _point(desk: Desk, card: int, at: int | None) -> bool:
    """Point the chosen card at another one; False when that one was rather meant itself."""
    position, chosen = desk.session.position, desk.chosen
    assert chosen is not None
    picked = (*desk.picked, card)
    own = gestures.of_card(desk.moves, chosen)
    options = gestures.narrowed(position, own, picked)
    if options:
        desk.picked = picked
        if len(options) == 1 and set(gestures.objects(position, options[0])) == set(picked):
            desk.do(options[0], at)
        return True
    meant_itself = card in gestures.held(position) or card in gestures.lit(position, desk.moves, None)
    if meant_itself or not any(gestures.objects(position, move) for move in own):
        return False
    desk.do(gestures.pointed(position, chosen, card), at)
    return True


def send(desk: Desk, point: int, at: int | None = None) -> None:
    """An access point was clicked."""
    with desk.change():
        if not desk.current(at) or not desk.yours:
            return
        position = desk.session.position
        if position.waiting and position.waiting.kind == "order":
            desk.do(Engage(point), at)
        elif desk.chosen is None:
            desk.answer = desk.ui("answers.choose-first")
        else:
            desk.do(gestures.at_point(position, desk.options, point) or Send(desk.chosen, point), at)


def use_deck(desk: Desk, at: int | None = None) -> None:
    """A deck was clicked."""
    with desk.change():
        move = gestures.on_deck(desk.session.position)
        if move is not None and desk.yours and desk.current(at):
            desk.do(move, at)


def hint(desk: Desk) -> None:
    """What the sensible bot would do here, and why."""
    with desk.change():
        waiting, adviser = desk.session.position.waiting, bot_named(SENSIBLE)
        if waiting is not None and adviser is not None:
            desk.let_go()
            desk.hint = adviser.choose(seen_by(desk.session.position, waiting.player))
