"""The moment of an edited position: turn, phase, stronghold, decision, combat, and the players' names."""

from __future__ import annotations

from apz.apocalypze.model import PHASES, STRONGHOLD, amount_of
from apz.apocalypze.positions import COUNTED, askable
from apz.core.reading import clean
from apz.widgets.apocalypze.editor import fault_view
from apz.widgets.apocalypze.editor.controls import number, pane, people, tick
from apz.widgets.apocalypze.editor.state import EditorScene
from apz.widgets.apocalypze.editor.update import NONE
from apz.widgets.base.fields import choice
from apz.widgets.base.tree import Tree, button, h

SENTENCE = 400


def moment(scene: EditorScene) -> Tree:
    """Draw the turn, phase, occupied stronghold, decision and state of combat."""
    position, players = scene.visible, people(scene)
    phases = {phase: scene.ui(f"phases.{phase}") for phase in PHASES}
    if position.phase not in PHASES:
        phases[position.phase] = scene.ui("editor.over")
    place = NONE if position.place is None else str(position.place)
    homes = {key: scene.ui("editor.at", player=name) for key, name in players.items()}
    places = {NONE: scene.ui("editor.nowhere"), **homes}
    return pane(
        scene,
        "moment",
        h(
            "div",
            number(scene, scene.ui("editor.turn"), "turn", position.turn, 1, 9999),
            choice(scene.ui("editor.whose"), "whose", players, str(position.player)),
            choice(scene.ui("editor.phase"), "phase", phases, position.phase),
            h("div", choice(scene.ui("editor.occupied"), "occupied", places, place), class_="whole"),
            class_="fields",
        ),
        awaited(scene),
        fought(scene),
        button(scene.ui("editor.begin"), "begin", class_="ghost") if scene.midway else None,
        fault_view.beside(scene, fault_view.MOMENT),
    )


def awaited(scene: EditorScene) -> Tree | None:
    """Draw controls for the decision's kind, player and amount, and the decision in words; None if there's none."""
    waiting = scene.position.waiting
    if waiting is None:
        return None
    kinds = askable(scene.position)
    kinds += [] if waiting.kind in kinds else [waiting.kind]
    options: dict[str, str] = {kind: scene.ui(f"editor.waits-{kind}") for kind in kinds}
    amount = scene.ui("editor.amount")
    return h(
        "div",
        h("h3", scene.ui("editor.awaited")),
        h(
            "div",
            h("div", choice(scene.ui("editor.waits"), "wait", options, waiting.kind), class_="whole"),
            choice(scene.ui("editor.of-whom"), "decides", people(scene), str(waiting.player)),
            number(scene, amount, "amount", amount_of(waiting), 0, 999) if waiting.kind in COUNTED else None,
            class_="fields",
        ),
        h("p", clean(scene.words.waiting(scene.visible), SENTENCE), class_="soft"),
        key="awaited",
    )


def fought(scene: EditorScene) -> Tree | None:
    """Draw the state of combat: the current engagement and the resolved ones; None outside combat."""
    combat = scene.position.combat
    if combat is None:
        return None
    points = range(1, len(combat.attack) + 1)
    options = {NONE: scene.ui("editor.none"), **{str(point): str(point) for point in points}}
    over = [tick(f"resolved:{point}", str(point), point in combat.resolved) for point in points]
    return h(
        "div",
        h("h3", scene.ui("editor.course")),
        h(
            "div",
            choice(scene.ui("editor.now"), "now", options, str(combat.now) if combat.now > 0 else NONE),
            h("fieldset", h("legend", scene.ui("editor.resolved")), over, class_="ticks"),
            class_="fields",
        ),
        key="course",
    )


def home(scene: EditorScene, player: int) -> list[Tree]:
    """Draw the fields for a player's name and stronghold."""
    position, cards = scene.visible, scene.state.cards
    name, now = position.game.names[player], position.game.cards[position.sides[player].stronghold].name
    places = sorted({now, *(each for each in cards if cards[each].kind == STRONGHOLD)})
    field = h("input", type="text", value=name, maxlength="60", data_do=f"name:{player}", autocomplete="off",
              key=f"name{scene.state.tries}")  # fmt: skip
    return [
        h("label", scene.ui("editor.player", number=player + 1), field),
        choice(scene.ui("editor.stronghold", player=name), f"home:{player}", {each: each for each in places}, now),
    ]
