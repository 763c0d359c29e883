"""Clicks and drops on the table: each makes a move, chooses a card, or says why no move is possible.

Some moves take a second click: an ability, a survivor to consume, a card that would be lost right away.
"""

from __future__ import annotations

from collections.abc import Mapping

from apz.apocalypze.model import DECK, Decision
from apz.apocalypze.move_preview import foretold
from apz.apocalypze.moves import Engage, Move, Send, TakeBack
from apz.apocalypze.shortcuts import alike
from apz.core.trace import Refusal
from apz.widgets.apocalypze import drops, gestures, looks
from apz.widgets.base.gesture import Gesture
from apz.widgets.table.scene import Scene
from apz.widgets.table.view import Route


def touch(scene: Scene, gesture: Gesture) -> Scene:
    """Handle a click on a card: open its sheet, then choose, target or play it if possible.

    A late click plays nothing.
    """
    card = gesture.number
    if late := scene.current(gesture):
        return late
    if not 0 <= card < len(scene.position.game.cards):
        return scene
    chosen, scene = scene.state.chosen, scene.but(card=card, tab="card", answer=None, hint=None, which=())
    if not scene.yours:
        return scene.but(chosen=None, answer=looks.look(scene, card))
    if (occupied := _occupied(scene, card, gesture.when)) is not None:
        return _begin(occupied, card, gesture.when).but(since=scene.at)
    pointed = None if chosen in (None, card) else _point(scene, card, gesture.when)
    return pointed or _join(scene, card) or _begin(scene, card, gesture.when)


def _occupied(scene: Scene, card: int, when: float) -> Scene | None:
    """Occupy the only stronghold where a card can be played; return None if `occupying` doesn't list the card."""
    if (move := gestures.occupying(scene).get(card)) is None:
        return None
    after = scene.played(move, when)
    return after.but(forced=(*after.state.forced, after.at), card=card, tab="card")


def _join(scene: Scene, card: int) -> Scene | None:
    """Add a character to the group being sent, or take it out again; return None if neither is possible."""
    sent = gestures.together(scene)
    if card in gestures.along(scene):
        return scene.but(picked=(*scene.state.picked, card))
    if card not in sent or len(sent) == 1:
        return None
    chosen, *picked = (each for each in sent if each != card)
    return scene.but(chosen=chosen, picked=tuple(picked))


def _begin(scene: Scene, card: int, when: float) -> Scene:
    """Make a card's move if a click is enough; otherwise choose or deselect the card, or say why it has no move."""
    position, again = scene.position, scene.state.chosen == card
    own, scene = gestures.of_card(position, scene.moves, card), scene.but(chosen=None, picked=())
    wanted = gestures.attempt(position, card) if not own and gestures.tried(position, card) else None
    if wanted is not None:
        return ringed(scene.played(wanted, when), card)
    if not own:
        return scene.but(answer=looks.look(scene, card))
    move = the_one(scene, own)
    if move is not None and (again or not gestures.weighed(position, move)):
        return scene.played(move, when)
    return scene if again else scene.but(chosen=card)


def ringed(scene: Scene, card: int) -> Scene:
    """Return the scene with this card marked as part of the refusal; without a refusal, nothing changes."""
    refusal = scene.state.answer
    if not isinstance(refusal, Refusal) or card in refusal.cards or card < 0:
        return scene
    return scene.but(answer=refusal._replace(cards=(*refusal.cards, card)))


def the_one(scene: Scene, own: list[Move]) -> Move | None:
    """Return the move that a click on a card makes right away; None if another click or a button is needed."""
    position, by_hand = scene.position, scene.state.by_hand
    if not own or isinstance(own[0], TakeBack) or (len(own) > 1 and (by_hand or not alike(position, own))):
        return None
    pointed = gestures.objects(position, own[0])
    return None if pointed and (by_hand or foretold(position, own[0])) else own[0]


def _point(scene: Scene, card: int, when: float) -> Scene | None:
    """Point the chosen card at another one; return None if the learner meant the other card itself."""
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
    """Return the scene after a click on an access point: resolve it, send the chosen characters, or ask for some."""
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
    """Send the chosen characters to an access point, even from another one, or use the chosen card on it."""
    if sent := gestures.together(scene)[1:]:
        return scene.played_all([Send(each, point) for each in (card, *sent)], when)
    if Send(card, point) in gestures.elsewhere(scene.position, card):
        return scene.played(TakeBack(card), when).played(Send(card, point), when).but(since=scene.at)
    return scene.played(gestures.at_point(scene.position, scene.options, point) or Send(card, point), when)


def drop(scene: Scene, gesture: Gesture) -> Scene:
    """Handle a piece dropped on a place as if it were chosen and the place clicked; if that's illegal, say why."""
    if late := scene.current(gesture):
        return late
    piece, _, text = gesture.about.partition(">")
    place = drops.read_place(text)
    if place is None or piece not in drops.drops(scene).drags:
        return scene
    card, when = drops.card_of(piece), gesture.when
    taken = piece in drops.drops(scene).takes.get(text, ())
    if taken and (occupied := _occupied(scene, card, when)) is not None:
        return _dropped(occupied, card, piece, text, place, when).but(since=scene.at)
    return _dropped(scene, card, piece, text, place, when)


def _dropped(scene: Scene, card: int, piece: str, text: str, place: drops.Place, when: float) -> Scene:
    """Make the move that a drop stands for, choose the card if several moves fit, or say why none does."""
    position = scene.position
    scene = scene.cleared().but(card=card, tab="card") if card != DECK else scene.cleared()
    fits = drops.fitting(position, scene.moves, piece, text)
    if not fits and (point := _where(scene, place)):
        return ringed(_send(scene.but(chosen=card), card, point, when), card)
    lone = fits[0] if len(fits) == 1 and len(gestures.objects(position, fits[0])) < 2 else None
    if lone is not None and (place.kind != "board" or not gestures.weighed(position, lone)):
        return scene.played(lone, when)
    if fits or (place.kind == "board" and gestures.of_card(position, scene.moves, card)):
        return scene.but(chosen=card, picked=(place.number,) if place.kind == "card" else ())
    wanted = drops.wanted(position, card, place)
    return ringed(scene.played(wanted, when), card) if wanted else scene.but(answer=looks.look(scene, card))


def _where(scene: Scene, place: drops.Place) -> int:
    """Return the access point that a place names or, while groups are formed, its character fights at; 0 if none."""
    if place.kind == "card" and _grouping(scene):
        return gestures.fights_at(scene.position, place.number)
    return place.number if place.kind == "point" else 0


def _grouping(scene: Scene) -> bool:
    """Return True if a player is forming groups."""
    waiting = scene.position.waiting
    return waiting is not None and waiting.kind in gestures.GROUPING


def use_deck(scene: Scene, gesture: Gesture) -> Scene:
    """Handle a click on a deck: draw or pay from it if that's possible now, or else describe it."""
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
    "drop": drop,
    "look": lambda scene, gesture: looks.thing(scene, gesture.about),
}
