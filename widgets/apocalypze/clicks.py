"""Clicks on the table: the first one on a card looks at it and chooses it, the second one does it, or says why not.

A card of the hand that waits for a second one to be paid with asks for it: that one is given by its first click.
"""

from __future__ import annotations

from collections.abc import Mapping

from apz.apocalypze.model import Decision
from apz.apocalypze.moves import Engage, Move, Send, TakeBack
from apz.core.trace import Refusal
from apz.widgets.apocalypze import gestures, looks
from apz.widgets.base.gesture import Gesture
from apz.widgets.table.scene import Scene
from apz.widgets.table.view import Route


def touch(scene: Scene, gesture: Gesture) -> Scene:
    """Click a card: its sheet is opened, whatever else comes of it."""
    card = gesture.number
    if late := scene.current(gesture):
        return late
    if not 0 <= card < len(scene.position.game.cards):
        return scene
    chosen, scene = scene.state.chosen, scene.but(card=card, tab="card", answer=None, hint=None, which=())
    if not scene.yours:
        return scene.but(chosen=None, answer=looks.look(scene, card))
    pointed = None if chosen in (None, card) else _point(scene, card, gesture.when)
    return pointed or _begin(scene, card, gesture.when)


def _begin(scene: Scene, card: int, when: float) -> Scene:
    """Choose the card, or by the second click do the one thing there is; where nothing can be done, say why."""
    position, again = scene.position, scene.state.chosen == card
    own, scene = gestures.of_card(position, scene.moves, card), scene.but(chosen=None, picked=())
    wanted = gestures.attempt(position, card) if not own and gestures.tried(position, card) else None
    if wanted is not None:
        after = scene.played(wanted, when)
        refusal = after.state.answer
        if isinstance(refusal, Refusal) and card not in refusal.cards:
            return after.but(answer=refusal._replace(cards=(*refusal.cards, card)))
        return after
    if not own:
        return scene.but(answer=looks.look(scene, card))
    if (again or gestures.second(position, card)) and (move := the_one(scene, own)) is not None:
        return scene.played(move, when)
    return scene if again else scene.but(chosen=card)


def the_one(scene: Scene, own: list[Move]) -> Move | None:
    """Return the one thing that can be done with a card, if nothing is left to choose; taking back has its button."""
    alone = len(own) == 1 and not gestures.objects(scene.position, own[0])
    return own[0] if alone and not isinstance(own[0], TakeBack) else None


def _point(scene: Scene, card: int, when: float) -> Scene | None:
    """Point the chosen card at another one; None when that one was rather meant itself."""
    position, chosen = scene.position, scene.state.chosen
    assert chosen is not None
    if point := gestures.opposed(position, card):
        return _send(scene, chosen, point, when)
    picked = (*scene.state.picked, card)
    own = gestures.of_card(position, scene.moves, chosen)
    if options := gestures.narrowed(position, own, picked):
        whole = len(options) == 1 and set(gestures.objects(position, options[0])) == set(picked)
        return scene.but(picked=picked).played(options[0], when) if whole else scene.but(picked=picked)
    meant_itself = card in gestures.held(position) or card in gestures.lit(position, scene.moves, None)
    if meant_itself or not any(gestures.objects(position, move) for move in own):
        return None
    return scene.played(gestures.pointed(position, chosen, card), when)


def send(scene: Scene, gesture: Gesture) -> Scene:
    """Click an access point."""
    if late := scene.current(gesture):
        return late
    point, chosen, waiting = gesture.number, scene.state.chosen, scene.position.waiting
    if not scene.yours or point < 0:
        return scene
    if waiting and waiting.kind is Decision.ORDER:
        return scene.played(Engage(point), gesture.when)
    if chosen is None:
        return scene.but(answer=scene.ui("answers.choose-first"))
    return _send(scene, chosen, point, gesture.when)


def _send(scene: Scene, card: int, point: int, when: float) -> Scene:
    """Send a chosen character to an access point; one that was sent already is taken back first."""
    if Send(card, point) in gestures.elsewhere(scene.position, card):
        return scene.played(TakeBack(card), when).played(Send(card, point), when).but(since=scene.at)
    return scene.played(gestures.at_point(scene.position, scene.options, point) or Send(card, point), when)


def use_deck(scene: Scene, gesture: Gesture) -> Scene:
    """Click a deck: do what can be done with its top card, else look at it."""
    if late := scene.current(gesture):
        return late
    move, waiting = gestures.on_deck(scene.position), scene.position.waiting
    if move is not None and scene.yours and waiting and waiting.player == gesture.number:
        return scene.played(move, gesture.when)
    return looks.thing(scene, f"deck.{gesture.about}")


ROUTES: Mapping[str, Route] = {
    "card": touch,
    "point": send,
    "deck": use_deck,
    "look": lambda scene, gesture: looks.thing(scene, gesture.about),
}
