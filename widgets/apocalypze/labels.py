"""The labels of move buttons: the move in words, and its worth, cost or outcome as computed by the kernel."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.language.move_text import described
from apz.apocalypze.model import Decision, Face
from apz.apocalypze.moves import Done, Draw, Eat, Event, Move, Play, Use
from apz.apocalypze.rules.combat import unblocked_sum
from apz.apocalypze.rules.move_target import target_of
from apz.apocalypze.rules.sums import draw_sum
from apz.core.reading import clean
from apz.widgets.apocalypze.prices import price
from apz.widgets.base.page import PageScene
from apz.widgets.table.scene import Scene

LONGEST, LONG = 120, 200


def label(scene: Scene, move: Move) -> str:
    """Return the label of a move's button."""
    position = scene.visible if scene.state.open_hands else scene.position
    text = special(scene, move) or scene.words.move(position, move)
    return text[:1].upper() + clean(text[1:], LONG if isinstance(move, Use) else LONGEST)


def point_name(scene: PageScene[Any], point: int) -> str:
    """Return an access point's name with a capital letter."""
    name = scene.words.label("access-point", point=point)
    return name[:1].upper() + name[1:]


def special(scene: Scene, move: Move) -> str:
    """Return the longer label that a move has at the table, or "" if it has none."""
    position = scene.position
    if isinstance(move, Done):
        return committed(scene, move)
    if isinstance(move, Draw) and position.waiting and not draw_sum(position, position.waiting.player).total:
        return scene.ui("question.draw-none")
    if isinstance(move, Eat):
        return f"{scene.words.move(position, move)} ({price(scene, move.card)})"
    if isinstance(move, Use) and described(position, move).key == "use-text":
        texts = library().texts(position.game.cards[move.card], scene.language)
        name = scene.words.name(position, move.card)
        return scene.ui("question.use-text", card=name, text=texts[move.text]) if move.text < len(texts) else ""
    if isinstance(move, Event) and (target := target_of(position, move)) and target.key == "thrower":
        who, card = (scene.words.name(position, each) for each in (move.targets[0], move.card))
        return scene.ui("question.throws", who=who, card=card)
    if isinstance(move, Play) and position.game.cards[move.card].twofold:
        face = position.game.cards[move.card].face(move.zombie)
        return f"{scene.words.move(position, move)} ({numbers(scene, face)})"
    return ""


def numbers(scene: Scene, face: Face) -> str:
    """Return a face's attack, defense and value in words."""
    say = scene.words.label
    return f"{say('attack')} {face.attack}, {say('defense')} {face.defense}, {say('value')} {face.value}"


def committed(scene: Scene, move: Done) -> str:
    """Return the label for ending the defense, with the cost of unblocked access points; "" if it's not needed."""
    position = scene.position
    if position.waiting is None or position.waiting.kind is not Decision.DEFEND:
        return ""
    owed = unblocked_sum(position).total
    if position.combat is None or not any(position.combat.defense):
        return scene.ui("combat.meet-nobody", owed=owed)
    cost = scene.ui("combat.left-open", owed=owed)
    return f"{scene.words.move(position, move)} ({cost})" if owed else ""
