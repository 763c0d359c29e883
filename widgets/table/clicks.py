"""Clicks on the table: the first one on a card looks at it and chooses it, the second one does it, or says why not.

A card of the hand that waits for a second one to be paid with asks for it: that one is given by its first click.
"""

from __future__ import annotations

from apz.apocalypze.moves import Engage, Move, Send, TakeBack
from apz.apocalypze.visibility import seen_by
from apz.core.trace import Refusal
from apz.widgets.apocalypze import gestures, looks
from apz.widgets.table.desk import Desk
from apz.widgets.table.seats import SENSIBLE, bot_named


def touch(desk: Desk, card: int, at: int | None = None) -> None:
    """A card was clicked: its sheet is opened, whatever else comes of it."""
    with desk.change():
        if not desk.current(at) or not 0 <= card < len(desk.session.position.game.cards):
            return
        desk.card, desk.tab = card, "card"
        desk.answer, desk.hint, desk.which = None, None, []
        if not desk.yours:
            desk.chosen, desk.answer = None, looks.look(desk, card)
        elif desk.chosen in (None, card) or not _point(desk, card, at):
            _begin(desk, card, at)


def _begin(desk: Desk, card: int, at: int | None) -> None:
    """Choose the card, or by the second click do the one thing there is; where nothing can be done, say why."""
    position, own = desk.session.position, gestures.of_card(desk.session.position, desk.moves, card)
    again, desk.chosen, desk.picked = desk.chosen == card, None, ()
    wanted = gestures.attempt(position, card) if not own and gestures.tried(position, card) else None
    if wanted is not None:
        refusal = desk.do(wanted, at)
        if isinstance(refusal, Refusal) and card not in refusal.cards:
            desk.answer = refusal._replace(cards=(*refusal.cards, card))
    elif not own:
        desk.answer = looks.look(desk, card)
    elif (again or gestures.second(position, card)) and (move := the_one(desk, own)) is not None:
        desk.do(move, at)
    elif not again:
        desk.chosen = card


def the_one(desk: Desk, own: list[Move]) -> Move | None:
    """The one thing that can be done with a card, if nothing is left to choose; taking back has its own button."""
    alone = len(own) == 1 and not gestures.objects(desk.session.position, own[0])
    return own[0] if alone and not isinstance(own[0], TakeBack) else None


def _point(desk: Desk, card: int, at: int | None) -> bool:
    """Point the chosen card at another one; False when that one was rather meant itself."""
    position, chosen = desk.session.position, desk.chosen
    assert chosen is not None
    point = gestures.opposed(position, card)
    if point:
        _send(desk, chosen, point, at)
        return True
    picked = (*desk.picked, card)
    own = gestures.of_card(position, desk.moves, chosen)
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
            _send(desk, desk.chosen, point, at)


def _send(desk: Desk, card: int, point: int, at: int | None) -> None:
    """Send a chosen character to an access point; one that was sent already is taken back first."""
    position, before = desk.session.position, desk.session.at
    if Send(card, point) in gestures.elsewhere(position, card):
        desk.do(TakeBack(card), at)
        desk.do(Send(card, point))
        desk.since = before
    else:
        desk.do(gestures.at_point(position, desk.options, point) or Send(card, point), at)


def use_deck(desk: Desk, player: int, at: int | None = None) -> None:
    """A deck was clicked: what can be done with its top card is done, else it is only looked at."""
    with desk.change():
        position = desk.session.position
        move = gestures.on_deck(position)
        if not desk.current(at):
            return
        if move is not None and desk.yours and position.waiting and position.waiting.player == player:
            desk.do(move, at)
        else:
            looks.thing(desk, f"deck.{player}")


def hint(desk: Desk) -> None:
    """What the sensible bot would do here, and why."""
    with desk.change():
        waiting, adviser = desk.session.position.waiting, bot_named(SENSIBLE)
        if waiting is not None and adviser is not None:
            desk.let_go()
            desk.hint = adviser.choose(seen_by(desk.session.position, waiting.player))
