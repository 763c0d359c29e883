"""How the editor shows cards: a search to put one anywhere, the chosen one and all its states, the piles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from apz.apocalypze.cards import library
from apz.apocalypze.model import ATTACHMENT, RAIDER, SURVIVOR, Card
from apz.apocalypze.positions import group_of
from apz.apocalypze.positions.edits import PILES, ZONES, Draft, Spot, number
from apz.apocalypze.rules.find import find
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table.prompt import refusal_text

if TYPE_CHECKING:
    from apz.widgets.lab.editor_editing import Editing

NONE = "-"  # the value of a choice that is none
USUAL = "usual"  # the place that the kind of a card has
FACES = ("human", "zombie", "bitten")


def pane(editor: Editing, name: str, *children: object, level: str = "h2") -> Tree:
    """A part of the editor under its heading."""
    title = editor.scene.ui(f"editor.{name}")
    return h("section", h(level, title), children, class_=f"pane ed-{name}", aria_label=title, key=name)


def choice(label: str, do: str, options: Iterable[tuple[str, str]], value: str) -> Tree:
    """A control with a few values."""
    listed = [h("option", text, value=key, selected=key == value) for key, text in options]
    return h("label", label, h("select", listed, value=value, data_do=do))


def chosen_then(label: str, do: str, options: Iterable[tuple[str, str]], value: str, button_text: str) -> Tree:
    """A choice that is made by its button only: with the arrow keys one looks through what there is."""
    listed = [h("option", text, value=key, selected=key == value) for key, text in options]
    return h(
        "form",
        h("label", label, h("select", listed, name="value", value=value)),
        h("button", button_text, type="submit", class_="ghost"),
        data_do=do,
        class_="whole",
    )


def usual(card: Card) -> str:
    """Where cards of this kind stand, or wait until they are played."""
    return {SURVIVOR: "survivors", RAIDER: "raiders"}.get(card.kind, "hand")


def did_put(editor: Editing, name: str, many: int, zone: str) -> str:
    """What was put where."""
    scene = editor.scene
    player, told = scene.visible.game.names[editor.player], scene.ui(f"zones.{zone}")
    return scene.ui("editor.did-put", card=name if many == 1 else f"{many} {name}", player=player, zone=told)


def where(editor: Editing, player: int, zone: str, kept: bool = False) -> list[Tree]:
    """The fields that say where a card is to go; kept, what they say stays for the next card."""
    scene = editor.scene
    names = scene.visible.game.names
    offered = (USUAL, *ZONES) if kept else ZONES
    zones = [h("option", scene.ui(f"zones.{each}"), value=each, selected=each == zone) for each in offered]
    players = [h("option", names[i], value=str(i), selected=i == player) for i in (0, 1)]
    aims = {"player": "aim:player", "zone": "aim:zone"} if kept else {}
    return [
        h(
            "label",
            scene.ui("editor.side"),
            h("select", players, name="player", value=str(player), data_do=aims.get("player")),
        ),
        h(
            "label",
            scene.ui("editor.zone"),
            h("select", zones, name="zone", value=zone, data_do=aims.get("zone")),
            class_="place",
        ),
    ]


def put(editor: Editing) -> Tree:
    """Search a card and put it somewhere; if several could be meant, they are offered."""
    scene = editor.scene
    listed = f"apz-cards-{editor.scene.memo.number}"
    field = h("input", name="card", type="text", list=listed, autocomplete="off", spellcheck="false", maxlength="100",
              placeholder=scene.ui("editor.search-example"), value=editor.search, data_clear="1")  # fmt: skip
    form = h(
        "form",
        h("label", scene.ui("editor.search"), field),
        where(editor, editor.player, editor.zone, kept=True),
        h("button", scene.ui("editor.do-put"), type="submit", class_="do"),
        h("datalist", [h("option", value=name) for name in editor.cards], id=listed),
        data_do="put",
    )
    many = "" if editor.many == 1 else f"{editor.many} "
    found = [
        button(many + name, f"put:{name}", class_=classes("chip", editor.cards[name].kind)) for name in editor.meant
    ]
    which = h("div", h("p", scene.ui("answers.which")), h("div", found, class_="chips"), key="meant") if found else None
    said = h("p", editor.said_last, class_="answer", key="said") if editor.said_last else None
    return pane(editor, "put", form, which, said, first_problem(editor))


def first_problem(editor: Editing) -> Tree | None:
    """What breaks the rules first, beside where cards are put; all of it stands further down."""
    found = editor.problems
    if not found:
        return None
    count = editor.scene.ui("editor.count", count=len(found))
    return h("p", h("b", count), " ", refusal_text(editor.scene, found[0]), class_="warn", key="first-problem")


def chosen(editor: Editing) -> Tree:
    """The chosen card: where it goes, its wounds, its face, its owner, its place in the row, or away with it."""
    scene, card = editor.scene, editor.chosen
    if card is None:
        return pane(editor, "chosen", h("p", scene.ui("editor.choose"), class_="soft"))
    spots = {number(spot.row[spot.at]): spot for spot in Draft(editor.position).spots()}
    name = scene.words.name(scene.visible, card)
    says = [h("q", text) for text in library().texts(editor.position.game.cards[card], scene.language)]
    facts = [h("p", h("b", name)), h("p", says, class_="soft") if says else None]
    if card not in spots:
        return pane(editor, "chosen", facts, h("p", scene.ui("editor.set-stronghold"), class_="soft"))
    spot = spots[card]
    return pane(
        editor,
        "chosen",
        facts,
        h("div", group(editor, card), hosts(editor, card, spot), states(editor, card, spot), class_="fields"),
        h("form", where(editor, spot.player, zone_of(editor, spot)),
          h("button", scene.ui("editor.move"), type="submit", class_="ghost"), data_do="move"),
        h(
            "div",
            button("↑ " + scene.ui("editor.up"), f"up:{card}", class_="ghost", disabled=spot.at == 0),
            button("↓ " + scene.ui("editor.down"), f"down:{card}", class_="ghost",
                   disabled=spot.at == len(spot.row) - 1),
            button(scene.ui("editor.remove"), f"remove:{card}", class_="ghost"),
            button(scene.ui("question.cancel"), "escape", class_="ghost"),
            class_="buttons",
        ),
    )  # fmt: skip


def zone_of(editor: Editing, spot: Spot) -> str:
    """Where a card is, as a place where cards can be put."""
    if spot.zone == "deck":
        return "bottom" if spot.at else "top"
    if spot.zone == "attached":
        homes = [side.stronghold for side in editor.position.sides]
        return "home" if spot.host in homes else "hand"
    return spot.zone


def hosts(editor: Editing, card: int, spot: Spot) -> Tree | None:
    """On which card in play an attachment is, or could be put."""
    scene, position = editor.scene, editor.scene.visible
    if position.game.cards[card].kind != ATTACHMENT and spot.zone != "attached":
        return None
    found = [side.stronghold for side in position.sides]
    for side in position.sides:
        found += [each.id for each in side.fixtures]
        for who in side.survivors + side.raiders:
            found += [who.id, *(each.id for each in who.attached)]
    entry = spot.row[spot.at]
    attached = next((each for each in found if spot.zone == "attached" and f"({each})" in entry["to"][-6:]), None)
    names = [scene.words.name(position, each) for each in found]
    options = [
        (str(each), f"{name} #{each}" if names.count(name) > 1 else name)
        for each, name in zip(found, names, strict=True)
        if each != card
    ]
    value = NONE if attached is None else str(attached)
    nothing = (NONE, scene.ui("editor.on-nothing"))
    return chosen_then(
        scene.ui("editor.attach"), f"attach:{card}", [nothing, *options], value, scene.ui("editor.do-attach")
    )


def group(editor: Editing, card: int) -> Tree | None:
    """In a combat: at which access point a character is in a group."""
    scene, combat, point = editor.scene, editor.position.combat, group_of(editor.position, card)
    if combat is None or point is None:
        return None
    points = [(str(each), str(each)) for each in range(1, len(combat.attack) + 1)]
    options = [(NONE, scene.ui("editor.none")), *points]
    return choice(scene.ui("editor.point"), f"group:{card}", options, str(point) if point else NONE)


def states(editor: Editing, card: int, spot: Spot) -> list[Tree]:
    """What can be said of a card in play."""
    scene, position = editor.scene, editor.scene.visible
    found = find(editor.position, card)
    fields: list[Tree] = []
    if found is not None:
        wounds = str(found.who.wounds)
        field = h(
            "input",
            type="number",
            min="0",
            max="99",
            value=wounds,
            data_do=f"wounds:{card}",
            key=f"wounds{editor.tries}",
        )
        fields.append(h("label", scene.ui("editor.wounds"), field))
        zombie = spot.row[spot.at].get("zombie", False)
        face = "bitten" if zombie == "bitten" else "zombie" if zombie else "human"
        options = [(each, scene.ui(f"editor.face-{each}")) for each in FACES]
        fields.append(choice(scene.ui("editor.face"), f"face:{card}", options, face))
    if found is not None or spot.zone == "attached":
        names = position.game.names
        owner = str(position.game.owners[card])
        fields.append(choice(scene.ui("editor.owner"), f"owner:{card}", [("0", names[0]), ("1", names[1])], owner))
    return fields


def piles(editor: Editing) -> Tree:
    """One hand, deck or discard pile in its order, to choose cards of it and change the order."""
    scene, position = editor.scene, editor.scene.visible
    options = [
        (f"{pile}.{player}", f"{name}: {scene.ui(f'zones.{pile}')} ({len(getattr(position.sides[player], pile))})")
        for player, name in enumerate(position.game.names)
        for pile in PILES
    ]
    zone, player = editor.pile
    cards = getattr(position.sides[player], zone)
    items = [row(editor, card, index, len(cards)) for index, card in enumerate(cards)]
    picker = choice(scene.ui("editor.look"), "pile", options, f"{zone}.{player}")
    body = h("ol", items, class_="order") if items else h("p", scene.ui("editor.no-cards"), class_="soft")
    return pane(editor, "piles", picker, body)


def row(editor: Editing, card: int, index: int, count: int) -> Tree:
    """A card of a pile with its buttons."""
    scene, printed = editor.scene, editor.scene.visible.game.cards[card]
    held = card == editor.chosen
    return h(
        "li",
        h("small", f"{index + 1}."),
        button(printed.name, f"card:{card}", class_=classes("chip", printed.kind, held and "chosen"),
               aria_pressed="true" if held else "false"),
        button("↑", f"up:{card}", class_="ghost tiny", disabled=index == 0,
               aria_label=scene.ui("editor.up-card", card=printed.name)),
        button("↓", f"down:{card}", class_="ghost tiny", disabled=index == count - 1,
               aria_label=scene.ui("editor.down-card", card=printed.name)),
    )  # fmt: skip
