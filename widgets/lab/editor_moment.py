"""How the editor shows the moment: turn, phase and place, what is waited for, and how far a combat is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apz.apocalypze.model import PHASES, STRONGHOLD, amount_of
from apz.apocalypze.positions import COUNTED, askable
from apz.core.reading import clean
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.lab.editor_cards import NONE, choice, pane

if TYPE_CHECKING:
    from apz.widgets.lab.editor_editing import Editing

SENTENCE = 400


def moment(editor: Editing) -> Tree:
    """Turn, phase and place; what is waited for, of whom and how much; how far the combat is."""
    scene = editor.scene
    position, players = scene.visible, people(editor)
    phases = [(phase, scene.ui(f"phases.{phase}")) for phase in PHASES]
    if position.phase not in PHASES:
        phases.append((position.phase, scene.ui("editor.over")))
    place = NONE if position.place is None else str(position.place)
    nowhere = (NONE, scene.ui("editor.nowhere"))
    places = [nowhere, *((key, scene.ui("editor.at", player=name)) for key, name in players)]
    return pane(
        editor,
        "moment",
        h(
            "div",
            h("label", scene.ui("editor.turn"), number(editor, "turn", position.turn, 1, 9999)),
            choice(scene.ui("editor.whose"), "whose", players, str(position.player)),
            choice(scene.ui("editor.phase"), "phase", phases, position.phase),
            choice(scene.ui("editor.occupied"), "occupied", places, place),
            class_="fields",
        ),
        awaited(editor),
        fought(editor),
        button(scene.ui("editor.begin"), "begin", class_="ghost") if editor.midway else None,
    )


def people(editor: Editing) -> list[tuple[str, str]]:
    """Both players, as the options of a control."""
    return [(str(player), name) for player, name in enumerate(editor.scene.visible.game.names)]


def number(editor: Editing, do: str, value: int, least: int, most: int) -> Tree:
    """A field for a number; after a try that could not be, it shows again what is."""
    return h("input", type="number", min=str(least), max=str(most), value=str(value), data_do=do,
             key=f"{do}{editor.tries}")  # fmt: skip


def awaited(editor: Editing) -> Tree | None:
    """What is waited for: what, of whom, how much; and in a sentence."""
    scene, waiting = editor.scene, editor.position.waiting
    if waiting is None:
        return None
    kinds = askable(editor.position)
    kinds += [] if waiting.kind in kinds else [waiting.kind]
    options = [(kind, scene.ui(f"editor.waits-{kind}")) for kind in kinds]
    amount = number(editor, "amount", amount_of(waiting), 0, 999) if waiting.kind in COUNTED else None
    return h(
        "div",
        h("h3", scene.ui("editor.awaited")),
        h(
            "div",
            h("div", choice(scene.ui("editor.waits"), "wait", options, waiting.kind), class_="whole"),
            choice(scene.ui("editor.of-whom"), "decides", people(editor), str(waiting.player)),
            h("label", scene.ui("editor.amount"), amount) if amount else None,
            class_="fields",
        ),
        h("p", clean(scene.words.waiting(scene.visible), SENTENCE), class_="soft"),
        key="awaited",
    )


def fought(editor: Editing) -> Tree | None:
    """How far the combat is: the engagement that is on, and those that are over."""
    scene, combat = editor.scene, editor.position.combat
    if combat is None:
        return None
    points = range(1, len(combat.attack) + 1)
    options = [(NONE, scene.ui("editor.none")), *((str(point), str(point)) for point in points)]
    over = [tick(f"resolved:{point}", str(point), point in combat.resolved) for point in points]
    return h(
        "div",
        h("h3", scene.ui("editor.course")),
        h("p", scene.ui("editor.choose-fighter"), class_="soft"),
        h(
            "div",
            choice(scene.ui("editor.now"), "now", options, str(combat.now) if combat.now > 0 else NONE),
            h("fieldset", h("legend", scene.ui("editor.resolved")), over, class_="ticks"),
            class_="fields",
        ),
        key="course",
    )


def tick(do: str, label: str, checked: bool) -> Tree:
    """A box to tick."""
    return h("label", h("input", type="checkbox", checked=checked, data_do=do), label, class_="tick")


def players(editor: Editing) -> Tree:
    """The players' names and strongholds."""
    fields = [home(editor, player) for player in (0, 1)]
    return pane(editor, "players", h("div", fields, class_="fields"))


def home(editor: Editing, player: int) -> list[Tree]:
    """A player's name and stronghold."""
    scene, cards = editor.scene, editor.cards
    name = scene.visible.game.names[player]
    now = scene.visible.game.cards[scene.visible.sides[player].stronghold].name
    places = sorted({now, *(each for each in cards if cards[each].kind == STRONGHOLD)})
    field = h("input", type="text", value=name, maxlength="60", data_do=f"name:{player}", autocomplete="off",
              key=f"name{editor.tries}")  # fmt: skip
    return [
        h("label", scene.ui("editor.player", number=player + 1), field),
        choice(scene.ui("editor.stronghold", player=name), f"home:{player}", [(each, each) for each in places], now),
    ]
